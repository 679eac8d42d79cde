/** Boxes that no scrolling brings into view, and boxes without room for anything. */
import * as dom from "../dom.js";

export type Misplaced = "offScreen" | "zeroSize";

/** Measures the element itself. */
export const misplaced = dom.remember<Element, Misplaced | undefined>((el) => {
  const own = dom.rect(el);
  // Content may stand out of a box without size.
  const box = own.width > 0 && own.height > 0 ? own : dom.contentRect(el);
  if (own.width === 0 || own.height === 0) {
    const replaced = own.width > 0 || own.height > 0 ? own : box;
    if (box.width < 1 && replaced.width < 1) return "zeroSize";
    if (box.height < 1 && replaced.height < 1) return "zeroSize";
  }
  return isBeyondScrolling(el, box) ? "offScreen" : undefined;
});

/** Scrolling starts at the top and at the side where lines start; what lies before that is out of reach. */
function isBeyondScrolling(el: Element, box: dom.Rect): boolean {
  const rightToLeft = pageIsRightToLeft(document);
  const beyondSide = rightToLeft ? box.left >= dom.viewportWidth() : box.right <= 0;
  if (!beyondSide && box.bottom > 0) return false;
  const { x, y } = scrolled(el);
  if (box.bottom + y <= 0) return true;
  return rightToLeft ? box.left + x >= dom.viewportWidth() : box.right + x <= 0;
}

const pageIsRightToLeft = dom.remember<Document, boolean>((page) => {
  const root = dom.documentElement(page);
  return root !== null && dom.style(root, "direction") === "rtl";
});

/** How far the boxes around the element are scrolled; a fixed box does not move with the page. */
function scrolled(el: Element): { x: number; y: number } {
  let x = 0;
  let y = 0;
  for (let at: Element | null = el; at !== null; at = dom.parent(at)) {
    if (dom.style(at, "position") === "fixed") return { x, y };
    const above: Element | null = dom.parent(at);
    if (above === null || dom.is(above, "html") || dom.is(above, "body")) continue;
    x += dom.scrollLeft(above);
    y += dom.scrollTop(above);
  }
  const page = dom.scrollingElement(document);
  return page === null ? { x, y } : { x: x + dom.scrollX(), y: y + dom.scrollY() };
}
