/**
 * What a person cannot see. Three questions, from cheap to dear:
 * `isSubtreeHidden` (nothing in it can be seen, do not go in), `isElementHidden` (its box cannot be seen, so it cannot
 * be used), `isHidden` (the text right inside it cannot be read; a child may still be visible).
 * All are remembered until the script gives control back (`dom.remember`).
 */
import * as dom from "./dom.js";
import { showsNothing } from "./visibility/clip.js";
import { isUnreadable } from "./visibility/colour.js";
import { misplaced, type Misplaced } from "./visibility/place.js";

/** Why something cannot be seen. */
export type Hidden =
  | "notContent"
  | "ariaHidden"
  | "inert"
  | "notRendered"
  | "transparent"
  | "clipped"
  | "invisible"
  | "offScreen"
  | "zeroSize"
  | "tinyText"
  | "indented"
  | "sameColour";

/** Nothing in the element can be seen, whatever its children say. */
export const isSubtreeHidden = (el: Element): boolean => look(el).hidden !== undefined;

/** The box of the element cannot be seen; for what a person would click or type in. */
export const isElementHidden = (el: Element): boolean => elementHidden(el) !== undefined;

/** Text right inside the element cannot be read. */
export const isHidden = (el: Element): boolean => hiddenReason(el) !== undefined;

/** Why text right inside the element cannot be read; undefined when it can. */
export const hiddenReason = dom.remember<Element, Hidden | undefined>(
  (el) =>
    look(el).hidden ??
    (isInvisible(el) ? "invisible" : undefined) ??
    (isContentHidden(el) ? "notRendered" : undefined) ??
    (dom.isHtml(el) && isTiny(el) ? "tinyText" : undefined) ??
    placement(el) ??
    (dom.isHtml(el) && isIndentedAway(el) ? "indented" : undefined) ??
    (dom.isHtml(el) && isUnreadable(el) ? "sameColour" : undefined),
);

/** What the other rules build on, read once: reading a style is what takes time. */
interface Look {
  /** By which rule, its own or one from above, all of it is hidden. */
  hidden: Hidden | undefined;
  /** The product over all elements above, as it is painted. */
  opacity: number;
  /** Has no box to measure or indent of its own. */
  inline: boolean;
}

const look: (el: Element) => Look = dom.remember((el: Element) => {
  const above = dom.parent(el);
  const outer = above === null ? undefined : look(above);
  if (outer?.hidden !== undefined) return outer;
  const display = dom.style(el, "display");
  const own = Number.parseFloat(dom.style(el, "opacity"));
  const found: Look = {
    hidden: undefined,
    opacity: (outer?.opacity ?? 1) * (Number.isNaN(own) ? 1 : own),
    inline: display === "inline" || display === "contents",
  };
  found.hidden = hidesSubtree(el, display, found.opacity);
  return found;
});

/** The rule by which the element itself hides all that is in it. */
function hidesSubtree(el: Element, display: string, opacity: number): Hidden | undefined {
  if (isNotContent(el)) return "notContent";
  if (isAriaHidden(el)) return "ariaHidden";
  if (isInert(el)) return "inert";
  if (!isRendered(el, display)) return "notRendered";
  if (opacity < FAINTEST || isFilteredAway(el)) return "transparent";
  return showsNothing(el, display) ? "clipped" : undefined;
}

const elementHidden = dom.remember<Element, Hidden | undefined>(
  (el) => look(el).hidden ?? (isInvisible(el) ? "invisible" : undefined) ?? misplaced(el),
);

const NOT_CONTENT: ReadonlySet<string> = new Set(["head", "noscript", "script", "style", "template", "title"]);

function isNotContent(el: Element): boolean {
  return NOT_CONTENT.has(dom.tag(el)) && dom.isHtml(el);
}

function isAriaHidden(el: Element): boolean {
  return (dom.attr(el, "aria-hidden") ?? "").toLowerCase() === "true";
}

function isInert(el: Element): boolean {
  return dom.hasAttr(el, "inert") && dom.isHtml(el);
}

/** Has a box, or is one of those whose children stand in for it. Covers `display: none` and closed `details`. */
function isRendered(el: Element, display: string): boolean {
  return dom.checkVisibility(el) || (display === "contents" && isInFlatTree(el));
}

/** A child of a shadow host that no slot takes is rendered nowhere. */
function isInFlatTree(el: Element): boolean {
  const above = dom.parent(el);
  const shadow = above === null ? null : dom.shadowRoot(above);
  return shadow === null || dom.rootOf(el) === shadow;
}

/** `filter: opacity(0)` paints nothing, and no other property shows it. */
function isFilteredAway(el: Element): boolean {
  const filter = dom.style(el, "filter");
  if (filter === "none" || filter === "") return false;
  const kept = /\bopacity\(([\d.]+)(%?)\)/.exec(filter);
  return kept !== null && Number(kept[1]) / (kept[2] === "%" ? 100 : 1) < FAINTEST;
}

/** Below this a text is as good as gone. */
const FAINTEST = 0.05;

/** Its box is there, and nothing in it: also `hidden="until-found"`. */
function isContentHidden(el: Element): boolean {
  return dom.style(el, "content-visibility") === "hidden";
}

/** Can be taken back by a child, so it does not hide the subtree. */
function isInvisible(el: Element): boolean {
  return dom.style(el, "visibility") !== "visible";
}

function isTiny(el: Element): boolean {
  return Number.parseFloat(dom.style(el, "font-size")) <= 1;
}

/** An inline element stands where its block does; only what can be moved is measured. */
const placement: (el: Element) => Misplaced | undefined = dom.remember((el: Element) => {
  if (look(el).inline && dom.style(el, "position") === "static") {
    const above = dom.parent(el);
    return above === null ? undefined : placement(above);
  }
  return misplaced(el);
});

/** Only the first line is indented, and a hanging indent is given back by padding: so the text itself is measured. */
function isIndentedAway(el: Element): boolean {
  const block = blockOf(el);
  if (!isFarIndented(block)) return false;
  const box = dom.rect(block);
  const text = dom.contentRect(el);
  return text.right <= box.left || text.left >= box.right || text.right + dom.scrollX() <= 0;
}

const isFarIndented = dom.remember<Element, boolean>((block) => {
  const written = dom.style(block, "text-indent");
  const indent = Number.parseFloat(written);
  return written.endsWith("%") ? Math.abs(indent) >= 100 : indent <= -100 || indent >= 1000;
});

function blockOf(el: Element): Element {
  let at = el;
  for (let above = dom.parent(at); look(at).inline && above !== null; above = dom.parent(at)) at = above;
  return at;
}
