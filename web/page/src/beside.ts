/**
 * What a field without a name is called by whoever looks at it: the words right before it, in its line or in the cell before
 * its own. Only where markup names it by nothing.
 */
import * as dom from "./dom.js";
import { nameOf } from "./names.js";
import { collapse } from "./names/text.js";
import { textOf } from "./table/parts.js";
import { isElementHidden } from "./visibility.js";

/** More words are a text and not a name. */
const NAME_MOST = 60;
const FIELDS = new Set(["input", "select", "textarea"]);
/** Types whose words stand behind them, or on them. */
const NOT_BEFORE = new Set(["button", "checkbox", "hidden", "image", "radio", "reset", "submit"]);
const CELLS = new Set(["td", "dd"]);

export const besideName = dom.remember<Element, string>((el) => {
  if (!FIELDS.has(dom.tag(el)) || NOT_BEFORE.has(dom.inputType(el)) || nameOf(el) !== "") return "";
  const before = wordsBefore(el);
  if (before !== "") return before;
  // A field alone in its cell is named by the cell before it.
  const cell = dom.parentElement(el);
  const label = cell !== null && CELLS.has(dom.tag(cell)) ? dom.previousElement(cell) : null;
  return label === null || holdsField(label) || isElementHidden(label) ? "" : short(textOf(label));
});

/** Of a text only what ends in a colon is a name; a label without a field is one anyway. */
function wordsBefore(el: Element): string {
  for (let at = dom.previousSibling(el); at !== null; at = dom.previousSibling(at)) {
    if (dom.isText(at)) {
      const text = collapse(dom.data(at));
      if (text === "") continue;
      return text.endsWith(":") ? short(text) : "";
    }
    if (!dom.isElement(at)) continue;
    if (dom.is(at, "br")) continue;
    if (holdsField(at) || isElementHidden(at)) return "";
    const text = textOf(at);
    const isLabel = dom.is(at, "label") && dom.controlOf(at) === null;
    return isLabel || text.endsWith(":") ? short(text) : "";
  }
  return "";
}

const holdsField = (el: Element): boolean =>
  FIELDS.has(dom.tag(el)) || dom.tag(el) === "button" || dom.query(el, "input, select, textarea, button, a") !== null;

const short = (text: string): string => (text.length <= NAME_MOST ? text : "");
