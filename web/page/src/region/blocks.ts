/** The blocks of a page: what a person would call one paragraph, one row, one heading. */

import * as dom from "../dom.js";
import { isOwn } from "../own.js";
import { shownTexts } from "./span.js";

/** A cell alone says little; its row is the block. */
const INLINE = /^(inline|contents|ruby|table-cell)/;
const BLOCKS_MOST = 5_000;
/** What is in these belongs to another document, or is no text. */
const OPAQUE: ReadonlySet<string> = new Set(["iframe", "frame", "object", "embed"]);

/** All of them with text that can be seen, in the order of the document. */
export function blocks(): Element[] {
  const found = new Set<Element>();
  for (const text of shownTexts(document)) {
    const above = dom.parentElement(text);
    const block = above === null ? null : blockOf(above);
    if (block !== null) found.add(block);
    if (found.size >= BLOCKS_MOST) break;
  }
  return [...found];
}

/** The block at a point of the view, under whatever is ours. */
export function blockAt(x: number, y: number): Element | undefined {
  const hit = dom.elementsFromPoint(x, y).find((el) => !isOwn(el));
  if (hit === undefined || OPAQUE.has(dom.tag(hit))) return undefined;
  for (let at = blockOf(hit); at !== null; at = blockAbove(at)) {
    if (shownTexts(at).next().done !== true) return at;
  }
  return undefined;
}

function blockOf(el: Element): Element | null {
  return INLINE.test(dom.style(el, "display")) ? blockAbove(el) : el;
}

function blockAbove(el: Element): Element | null {
  const above = dom.parentElement(el);
  return above === null ? null : blockOf(above);
}
