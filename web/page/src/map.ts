/** Where things are in a picture of the viewport: what can be acted on, and what the picture must not show. */

import * as dom from "./dom.js";
import { mint } from "./handles.js";
import { boxOf, rank } from "./observe/elements.js";
import { isPaymentField } from "./observe/fields.js";
import { walk } from "./observe/walk.js";
import { allElements } from "./roots.js";
import type { Box, ElementMap } from "./types.js";

const ELEMENTS_MOST = 300;
const NOT_TYPED = new Set(["submit", "button", "reset", "image", "checkbox", "radio", "range", "color", "hidden"]);
/** Borders and rounding must not show the edge of a letter. */
const MARGIN = 2;

export function elementMap(maxElements = ELEMENTS_MOST): ElementMap {
  const root = dom.documentElement(document);
  const found = root === null ? [] : walk(root).actionable;
  const ranked = rank(found, { isPrimary: () => true, top: undefined, onlyInView: true });
  const most = Math.min(Math.max(maxElements, 0), ELEMENTS_MOST);
  const viewport = { width: dom.viewportWidth(), height: dom.viewportHeight(), scale: dom.devicePixelRatio() };
  const elements = ranked.slice(0, most).map(({ el, box }) => ({ handle: mint(el), box: boxOf(box) }));
  return { elements, masks: masks(viewport), viewport };
}

function masks({ width, height }: { width: number; height: number }): Box[] {
  const found: Box[] = [];
  for (const el of allElements()) {
    if (!isSecret(el)) continue;
    // Text may stand out of the box of what can be edited.
    const boxes = dom.isContentEditable(el) ? [...dom.boxes(el), dom.contentRect(el)] : dom.boxes(el);
    for (const box of boxes) {
      const x = Math.max(0, Math.floor(box.left) - MARGIN);
      const y = Math.max(0, Math.floor(box.top) - MARGIN);
      const right = Math.min(width, Math.ceil(box.right) + MARGIN);
      const bottom = Math.min(height, Math.ceil(box.bottom) + MARGIN);
      if (right > x && bottom > y) found.push({ x, y, width: right - x, height: bottom - y });
    }
  }
  return found;
}

/** Shows something that a person wrote, or will write and nobody should see. */
function isSecret(el: Element): boolean {
  if (!dom.isHtml(el)) return false;
  const type = dom.inputType(el);
  if (type !== "") {
    return type === "password" || isCode(el) || isPaymentField(el) || (!NOT_TYPED.has(type) && dom.isFilled(el));
  }
  if (dom.is(el, "textarea") || dom.is(el, "select")) return dom.isFilled(el) || isPaymentField(el) || isCode(el);
  const editable = (dom.hasAttr(el, "contenteditable") || dom.is(el, "body")) && dom.isContentEditable(el);
  return (editable || dom.attr(el, "role") === "textbox") && (dom.textContent(el) ?? "").trim() !== "";
}

const isCode = (el: Element): boolean => /\bone-time-code\b/.test(dom.attr(el, "autocomplete") ?? "");
