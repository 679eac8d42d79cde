/**
 * What a person cannot see. Three questions, from cheap to dear:
 * `isSubtreeHidden` (nothing in it can be seen, do not go in), `isElementHidden` (its box cannot be seen, so it cannot
 * be used), `isHidden` (the text right inside it cannot be read; a child may still be visible).
 * All are remembered until the script gives control back (`dom.remember`).
 */
import * as dom from "./dom.js";
import { showsNothing } from "./visibility/clip.js";
import { isUnreadable } from "./visibility/colour.js";
import { type Hidden, type Look, UNASKED, isPlainlyRendered, newLook } from "./visibility/look.js";
import { misplaced, type Misplaced } from "./visibility/place.js";

export type { Hidden } from "./visibility/look.js";

/** Nothing in the element can be seen, whatever its children say. */
export const isSubtreeHidden = (el: Element): boolean => look(el).hidden !== undefined;

/** The box of the element cannot be seen; for what a person would click or type in. */
export const isElementHidden = (el: Element): boolean => elementHidden(el) !== undefined;

/** Text right inside the element cannot be read. */
export const isHidden = (el: Element): boolean => hiddenReason(el) !== undefined;

/** Why text right inside the element cannot be read; undefined when it can. */
export function hiddenReason(el: Element): Hidden | undefined {
  const at = look(el);
  if (at.hidden !== undefined) return at.hidden;
  if (at.textHidden === UNASKED) at.textHidden = hidesText(at);
  return at.textHidden;
}

function hidesText(at: Look): Hidden | undefined {
  if (isInvisible(at)) return "invisible";
  if (isContentHidden(at)) return "notRendered";
  const html = dom.isHtml(at.el);
  if (html && isTiny(at)) return "tinyText";
  const place = placement(at);
  if (place !== undefined) return place;
  if (html && isIndentedAway(at)) return "indented";
  return html && isUnreadable(at) ? "sameColour" : undefined;
}

const look: (el: Element) => Look = dom.remember((el: Element) => {
  const above = dom.parent(el);
  const outer = above === null ? undefined : look(above);
  if (outer?.hidden !== undefined) return outer;
  const found = newLook(el, outer);
  found.hidden = hidesSubtree(found);
  return found;
});

/** The rule by which the element itself hides all that is in it. */
function hidesSubtree(at: Look): Hidden | undefined {
  const { el } = at;
  if (isNotContent(el)) return "notContent";
  if (dom.hasAttributes(el)) {
    if (isAriaHidden(el)) return "ariaHidden";
    if (isInert(el)) return "inert";
  }
  if (!isRendered(at)) return "notRendered";
  if (at.opacity < FAINTEST || isFilteredAway(at)) return "transparent";
  return showsNothing(at) ? "clipped" : undefined;
}

function elementHidden(el: Element): Hidden | undefined {
  const at = look(el);
  return at.hidden ?? (isInvisible(at) ? "invisible" : undefined) ?? misplaced(el);
}

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
function isRendered({ el, display }: Look): boolean {
  return isPlainlyRendered(el) || dom.checkVisibility(el) || (display === "contents" && isInFlatTree(el));
}

/** A child of a shadow host that no slot takes is rendered nowhere. */
function isInFlatTree(el: Element): boolean {
  const above = dom.parent(el);
  const shadow = above === null ? null : dom.shadowRoot(above);
  return shadow === null || dom.rootOf(el) === shadow;
}

/** `filter: opacity(0)` paints nothing, and no other property shows it. */
function isFilteredAway({ style }: Look): boolean {
  const filter = dom.property(style, "filter");
  if (filter === "none" || filter === "") return false;
  const kept = /\bopacity\(([\d.]+)(%?)\)/.exec(filter);
  return kept !== null && Number(kept[1]) / (kept[2] === "%" ? 100 : 1) < FAINTEST;
}

/** Below this a text is as good as gone. */
const FAINTEST = 0.05;

/** Its box is there, and nothing in it: also `hidden="until-found"`. */
function isContentHidden({ style }: Look): boolean {
  return dom.property(style, "content-visibility") === "hidden";
}

/** Can be taken back by a child, so it does not hide the subtree. */
function isInvisible({ el, style }: Look): boolean {
  return !isPlainlyRendered(el) && dom.property(style, "visibility") !== "visible";
}

function isTiny({ style }: Look): boolean {
  return Number.parseFloat(dom.property(style, "font-size")) <= 1;
}

/** An inline element stands where its block does; only what can be moved is measured. */
function placement(at: Look): Misplaced | undefined {
  if (at.placement !== UNASKED) return at.placement;
  const flows = at.inline && dom.property(at.style, "position") === "static";
  at.placement = flows ? at.above && placement(at.above) : misplaced(at.el);
  return at.placement;
}

/** Only the first line is indented, and a hanging indent is given back by padding: so the text itself is measured. */
function isIndentedAway(at: Look): boolean {
  const block = blockOf(at);
  if (!isFarIndented(block)) return false;
  const box = dom.rect(block.el);
  const text = dom.contentRect(at.el);
  return text.right <= box.left || text.left >= box.right || text.right + dom.scrollX() <= 0;
}

function isFarIndented(block: Look): boolean {
  if (block.isFarIndented === undefined) {
    const written = dom.property(block.style, "text-indent");
    const indent = Number.parseFloat(written);
    block.isFarIndented = written.endsWith("%") ? Math.abs(indent) >= 100 : indent <= -100 || indent >= 1000;
  }
  return block.isFarIndented;
}

function blockOf(at: Look): Look {
  let block = at;
  while (block.inline && block.above !== undefined) block = block.above;
  return block;
}
