/**
 * A stretch of the page's text, from one place in a text node to another. Only text that a person can see begins or ends
 * one, and only that is counted. It lies in the document itself: what is selected cannot reach into shadow trees.
 */

import * as dom from "../dom.js";
import { collapse } from "../observe/lines.js";
import { isHidden } from "../visibility.js";
import { type Area, isMeant, meet } from "./lines.js";

export interface Span {
  first: Text;
  from: number;
  last: Text;
  to: number;
}

const NODES_MOST = 200_000;
/** Letters of one node that are looked at one by one; of a longer one all are meant. */
const LETTERS_MOST = 20_000;

const createWalker = Document.prototype.createTreeWalker;

/** The text in `root` that can be seen, in the order of the document. */
export function* shownTexts(root: Node): Generator<Text> {
  const walker = createWalker.call(document, root, 4);
  let count = 0;
  for (let node = walker.nextNode(); node !== null && count < NODES_MOST; node = walker.nextNode()) {
    count += 1;
    const above = dom.parentElement(node);
    if (above !== null && dom.data(node).trim() !== "" && !isHidden(above)) yield node as Text;
  }
}

/** All that can be seen from the first element to the last. */
export function spanOf(elements: readonly Element[]): Span | undefined {
  const texts = elements.flatMap((el) => [...shownTexts(el)]);
  const [first, last] = [texts[0], texts.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { first, from: 0, last, to: dom.data(last).length };
}

/** The lines that a rectangle of the view means, and what stands between the first and the last of them. */
export function spanIn(area: Area): Span | undefined {
  let first: Text | undefined;
  let last: Text | undefined;
  for (const text of shownTexts(document)) {
    if (!meet(dom.contentRect(text), area)) continue;
    if (!linesOf(text, 0, dom.data(text).length).some((line) => isMeant(line, area))) continue;
    first ??= text;
    last = text;
  }
  if (first === undefined || last === undefined) return undefined;
  return { first, from: edges(first, area)[0], last, to: edges(last, area)[1] };
}

/** Where the lines that are meant begin and end in a text. */
function edges(text: Text, area: Area): [from: number, to: number] {
  const { length } = dom.data(text);
  const isAll = linesOf(text, 0, length).every((line) => isMeant(line, area));
  if (isAll || length > LETTERS_MOST) return [0, length];
  // Lines are meant as a whole, however far a frame reaches into them.
  const band = { ...area, left: -Infinity, right: Infinity };
  const isIn = (at: number): boolean => linesOf(text, at, at + 1).some((letter) => isMeant(letter, band));
  let from = 0;
  while (from < length && !isIn(from)) from += 1;
  let to = length;
  while (to > from && !isIn(to - 1)) to -= 1;
  return from < to ? [from, to] : [0, length];
}

function linesOf(text: Text, from: number, to: number): DOMRect[] {
  return dom.rangeBoxes(rangeOf({ first: text, from, last: text, to }));
}

export function rangeOf({ first, from, last, to }: Span): Range {
  const range = dom.createRange(document);
  dom.setRangeStart(range, first, from);
  dom.setRangeEnd(range, last, to);
  return range;
}

/** Letters of a span that can be seen, as they would be read. */
export function charsOf(span: Span): number {
  const range = rangeOf(span);
  let chars = 0;
  for (const text of shownTexts(dom.rangeCommonAncestor(range))) {
    if (dom.rangeIntersects(range, text)) chars += collapse(partOf(span, text)).length;
  }
  // A walk over a text node does not come to that node itself.
  return span.first === span.last ? collapse(partOf(span, span.first)).length : chars;
}

function partOf({ first, from, last, to }: Span, text: Text): string {
  return dom.data(text).slice(text === first ? from : 0, text === last ? to : undefined);
}

/** Makes it what is selected in the page; false where the page's document does not take it. */
export function select(span: Span): boolean {
  const selection = dom.selection();
  if (selection === null) return false;
  dom.removeRanges(selection);
  dom.addRange(selection, rangeOf(span));
  return dom.rangeCount(selection) > 0 && !dom.rangeCollapsed(dom.rangeAt(selection, 0));
}
