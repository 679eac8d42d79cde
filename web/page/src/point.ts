/** Where to click so that the click means an element and nothing on top of it. */

import { means } from "./activation.js";
import * as dom from "./dom.js";
import { isElementHidden } from "./visibility.js";
import type { Box } from "./types.js";

export interface Point {
  x: number;
  y: number;
}

/** The middle first, then further out: a badge or a close button may lie on a corner or on the middle. */
const SPOTS: readonly (readonly [number, number])[] = [
  ...([[0.5, 0.5], [0.3, 0.5], [0.7, 0.5], [0.5, 0.3], [0.5, 0.7], [0.2, 0.2], [0.8, 0.8], [0.2, 0.8]] as const),
  ...([[0.8, 0.2], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9], [0.05, 0.05], [0.95, 0.95]] as const),
];
const BOXES_MOST = 8;
const INNER_MOST = 40;

/** Whether what lies at a point belongs to an element, for what is to be done with it. */
export type Lands = (hit: Element, el: Element) => boolean;

/** A point of the viewport where a click means `el`. */
export function clickPoint(el: Element, lands: Lands = means): Point | undefined {
  for (const box of shownBoxes(el)) {
    for (const [across, down] of SPOTS) {
      const point = { x: round(box.x + box.width * across), y: round(box.y + box.height * down) };
      if (hits(el, point, lands)) return point;
    }
  }
  return undefined;
}

export function hits(el: Element, { x, y }: Point, lands: Lands = means): boolean {
  const hit = dom.elementFromPoint(x, y);
  return hit !== null && lands(hit, el);
}

/** Whether there is anything of `el`, or of a label that stands for it, to click on. */
export function isShown(el: Element): boolean {
  return clickable(el).length > 0;
}

/** The parts of its boxes that lie in the viewport. */
function shownBoxes(el: Element): Box[] {
  const [width, height] = [dom.viewportWidth(), dom.viewportHeight()];
  const found: Box[] = [];
  for (const { left, top, right, bottom } of clickable(el).slice(0, BOXES_MOST)) {
    const box = { x: Math.max(left, 0), y: Math.max(top, 0), width: 0, height: 0 };
    box.width = Math.min(right, width) - box.x;
    box.height = Math.min(bottom, height) - box.y;
    if (box.width >= 1 && box.height >= 1) found.push(box);
  }
  return found;
}

function clickable(el: Element): DOMRect[] {
  const found: DOMRect[] = [];
  for (const part of [el, ...dom.labels(el)]) if (!isElementHidden(part)) found.push(...boxesOf(part));
  return found;
}

/** An element without a box of its own is as large as what is in it. */
function boxesOf(el: Element): DOMRect[] {
  const own = dom.boxes(el).filter(hasArea);
  if (own.length > 0) return own;
  return dom.elementsBelow(el).slice(0, INNER_MOST).flatMap(dom.boxes).filter(hasArea);
}

const hasArea = ({ width, height }: DOMRect): boolean => width >= 1 && height >= 1;
const round = (value: number): number => Math.round(value * 100) / 100;
