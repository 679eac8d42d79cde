/** Moves the view by whole pages: a model that could scroll by any number could spell out what it read (S3). */

import * as dom from "./dom.js";
import type { Scrolled } from "./types.js";

/** A little of the last page stays in view. */
const PAGE_SHARE = 0.9;
const PAGES_MOST = 10;

export function scroll(wanted: number): Scrolled {
  const pages = Math.max(-PAGES_MOST, Math.min(PAGES_MOST, Math.trunc(wanted) || 0));
  const scroller = mainScroller(pages);
  const before = [dom.scrollY(), scroller === null ? 0 : dom.scrollTop(scroller)];
  if (scroller === null) dom.scrollBy(0, pages * dom.viewportHeight() * PAGE_SHARE);
  else scrollElement(scroller, pages * dom.clientHeight(scroller) * PAGE_SHARE);
  const after = [dom.scrollY(), scroller === null ? 0 : dom.scrollTop(scroller)];
  const moved = after.some((place, at) => Math.abs(place - before[at]!) >= 1);
  const end = scroller ?? dom.scrollingElement(document);
  return { moved, atEnd: end === null || !canMove(end, pages) };
}

const elementScrollBy = Element.prototype.scrollBy as (this: Element, options: ScrollToOptions) => void;

function scrollElement(el: Element, top: number): void {
  elementScrollBy.call(el, { top, behavior: "instant" });
}

/** The part of the page that scrolls where the document does not: the first around the middle of the view. */
function mainScroller(pages: number): Element | null {
  const root = dom.scrollingElement(document);
  if (root !== null && canMove(root, pages)) return null;
  const middle = dom.elementFromPoint(dom.viewportWidth() / 2, dom.viewportHeight() / 2);
  const around = middle === null ? null : [middle, ...ancestors(middle)].find((el) => isScroller(el, pages));
  return around ?? largestScroller(pages);
}

function ancestors(el: Element): Element[] {
  const found: Element[] = [];
  for (let at = dom.parent(el); at !== null; at = dom.parent(at)) found.push(at);
  return found;
}

function largestScroller(pages: number): Element | null {
  let best: Element | null = null;
  let area = (dom.viewportWidth() * dom.viewportHeight()) / 10;
  for (const el of dom.elementsBelow(document)) {
    if (dom.scrollHeight(el) - dom.clientHeight(el) < 2) continue;
    const size = dom.clientWidth(el) * dom.clientHeight(el);
    if (size > area && isScroller(el, pages)) [best, area] = [el, size];
  }
  return best;
}

function isScroller(el: Element, pages: number): boolean {
  return canMove(el, pages) && ["auto", "scroll", "overlay"].includes(dom.style(el, "overflow-y"));
}

function canMove(el: Element, pages: number): boolean {
  const room = dom.scrollHeight(el) - dom.clientHeight(el) - dom.scrollTop(el);
  return pages > 0 ? room >= 1 : dom.scrollTop(el) >= 1;
}
