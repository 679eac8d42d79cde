/**
 * Visibility in two steps. While walking only what the browser answers at once is asked; the dearer questions are asked
 * of the text that is going to be sent, and when some of it cannot be seen the walk is done again without it.
 */
import * as dom from "../dom.js";
import { isHidden } from "../visibility.js";
import { isPlainlyRendered } from "../visibility/look.js";
import type { Line, Walk } from "./lines.js";

const HOW = { opacityProperty: true } as const;
const ROUNDS_MOST = 6;

/** Not rendered, fully transparent, or taken out of reach by the page: nothing in it is read. */
export function isGone(el: Element): boolean {
  if (!isPlainlyRendered(el) && !dom.checkVisibility(el, HOW))
    return dom.style(el, "display") !== "contents" || dom.style(el, "opacity") === "0";
  return dom.hasAttributes(el) && (dom.attr(el, "aria-hidden") === "true" || dom.hasAttr(el, "inert"));
}

/** Adds to `unseen` what the text of these lines stands in and cannot be read there; answers whether there was any. */
function addUnseen(lines: Iterable<Line>, unseen: Set<Element>): boolean {
  const before = unseen.size;
  for (const line of lines) for (const holder of line.holders) if (isHidden(holder)) unseen.add(holder);
  return unseen.size > before;
}

/** Reads again until all lines that `needed` answers can be seen; `read` leaves out the text right inside `unseen`. */
export function readVisible<Found extends { page: Walk }>(
  read: (unseen: ReadonlySet<Element>) => Found,
  needed: (found: Found) => Iterable<Line>,
): Found {
  const unseen = new Set<Element>();
  let found = read(unseen);
  for (let round = 0; addUnseen(round < ROUNDS_MOST ? needed(found) : found.page.lines, unseen); round += 1)
    found = read(unseen);
  return found;
}
