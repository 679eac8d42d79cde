/** What a person can act on: the most useful first. */
import { autocompleteOf } from "../autocomplete.js";
import { besideName } from "../beside.js";
import * as dom from "../dom.js";
import { mint } from "../handles.js";
import { iconName } from "../icons.js";
import { nameOf } from "../names.js";
import { isCalledByWords, roleOf } from "../roles.js";
import { isOffScreen, statesOf } from "../states.js";
import { textOf } from "../table/parts.js";
import { isElementHidden } from "../visibility.js";
import type { Box, Element as Listed } from "../types.js";
import { cut } from "./lines.js";
import type { Actionable, Walk } from "./lines.js";
import type { Addresses } from "./urls.js";

const NAME_MOST = 160;
const ATTRIBUTE_MOST = 100;
/** Boxes are read for so many; on a page with more, those further down are not listed anyway. */
const MEASURED_MOST = 4000;

export interface Ranked extends Actionable {
  box: dom.Rect;
  rank: number;
}

export interface Ranking {
  isPrimary(line: number): boolean;
  /** An open dialog or overlay, whose elements come first. */
  top: Element | undefined;
  onlyInView: boolean;
}

export function boxOf(rect: dom.Rect): Box {
  return {
    x: Math.round(rect.x),
    y: Math.round(rect.y),
    width: Math.round(rect.width),
    height: Math.round(rect.height),
  };
}

/** Orders by dialog, view, main content, and nearness. */
export function rank(found: readonly Actionable[], by: Ranking): Ranked[] {
  const width = dom.viewportWidth();
  const height = dom.viewportHeight();
  const ranked: Ranked[] = [];
  for (const one of found.slice(0, MEASURED_MOST)) {
    const { el, line } = one;
    const box = dom.rect(one.label ?? el);
    if (box.width < 1 && box.height < 1) continue;
    const inView = box.bottom > 0 && box.right > 0 && box.top < height && box.left < width;
    if (by.onlyInView && !inView) continue;
    const away = inView ? 0 : box.top >= height ? box.top - height : box.bottom <= 0 ? -box.bottom : Math.abs(box.left);
    let value = inView ? 0 : 1e8;
    if (!by.isPrimary(line)) value += inView ? 1e6 : 1e7;
    if (by.top !== undefined && dom.contains(by.top, el)) value -= 1e9;
    ranked.push({ ...one, box, rank: value + Math.min(away, 9e6) });
  }
  return ranked.sort((first, second) => first.rank - second.rank);
}

/** The first `most` that can be seen, and how many more there are. */
export function pick(ranked: readonly Ranked[], most: number): { chosen: Ranked[]; more: number } {
  const chosen: Ranked[] = [];
  let at = 0;
  for (; at < ranked.length && chosen.length < most; at += 1) {
    const candidate = ranked[at] as Ranked;
    if (!isElementHidden(candidate.label ?? candidate.el)) chosen.push(candidate);
  }
  return { chosen, more: ranked.length - at };
}

export function describe({ el, tag, box, line, label }: Ranked, page: Walk, addresses: Addresses): Listed {
  const attributes: Listed["attributes"] = {};
  if (tag === "a" || tag === "area") {
    const href = addresses.of(el);
    if (href !== undefined) attributes.href = href;
    keep(attributes, "target", dom.attr(el, "target"));
  } else if (tag === "input") {
    attributes.type = dom.inputType(el);
  }
  if (tag === "input" || tag === "textarea" || tag === "select") {
    keep(attributes, "placeholder", dom.attr(el, "placeholder"));
    keep(attributes, "autocomplete", autocompleteOf(el) || null);
  }
  keep(attributes, "lang", dom.attr(el, "lang"));
  const name = cut(nameOf(el) || wordsIn(page, el, line) || iconName(el) || besideName(el), NAME_MOST);
  let states = statesOf(el);
  // Where a box cannot be seen, its label is what a person looks at.
  if (label !== undefined) {
    states = states.filter((state) => state !== "offScreen");
    if (isOffScreen(label)) states.push("offScreen");
  }
  return { handle: mint(el), role: roleOf(el), name, box: boxOf(box), states, attributes };
}

/** What is made clickable by script alone often has no name; its first line tells what it is, or its words in a line. */
function wordsIn(page: Walk, el: Element, at: number): string {
  if (!isCalledByWords(el)) return "";
  const line = page.lines[at];
  return line !== undefined && dom.contains(el, line.el) ? line.body : textOf(el);
}

function keep(
  attributes: Listed["attributes"],
  name: "target" | "placeholder" | "autocomplete" | "lang",
  value: string | null,
): void {
  if (value !== null && value !== "") attributes[name] = cut(value, ATTRIBUTE_MOST);
}
