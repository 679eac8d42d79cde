/** What a click on an element sets off by itself: following a link, sending a form, changing a control. */

import * as dom from "./dom.js";
import { isSummaryOfDetails } from "./roles.js";

const CONTROLS = new Set(["button", "input", "select", "textarea", "option"]);
const INTERACTIVE = new Set(
  ("button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option textbox searchbox combobox " +
    "slider spinbutton treeitem").split(" "),
);
/** Types of input that a click could do harm with; on any other it sets the focus or a mark. */
const ACTING_TYPES = new Set(["submit", "image", "reset", "button", "file", "color"]);
const INNER_MOST = 2_000;
/** Input at one of these goes to another document. */
const FRAMES = new Set(["iframe", "frame", "object", "embed", "fencedframe"]);

/**
 * The element whose own behaviour a click at `el` starts: `el`, the nearest one above it that has any, or the control
 * of a label. Null when only the page's scripts can react.
 */
export function activated(el: Element): Element | null {
  for (let at: Element | null = el; at !== null; at = dom.parent(at)) {
    if (hasBehaviour(at)) return at;
    const control = dom.controlOf(at);
    if (control !== null) return control;
  }
  return null;
}

/** What acting on `el` starts: its own behaviour, or that of the only link or control it is built around. */
export function effectOf(el: Element): Element | null {
  const own = activated(el);
  if (own !== null) return own;
  let inner: Element | null = null;
  const pending = dom.childElements(el);
  for (let visits = 0; pending.length > 0; visits += 1) {
    const at = pending.pop()!;
    if (visits > INNER_MOST) return null;
    if (hasBehaviour(at)) {
      if (inner !== null) return null;
      inner = at;
    } else {
      pending.push(...dom.childElements(at));
    }
  }
  return inner;
}

/** Whether a click at `hit` means `el` and nothing else: it lies in `el` or in a label of it. */
export function means(hit: Element, el: Element): boolean {
  if (FRAMES.has(dom.tag(hit))) return false;
  if (!dom.holds(el, hit)) return isLabelled(el, hit) || (isLabelled(hit, el) && activated(hit) === hit);
  const starts = activated(hit);
  if (starts !== activated(el) && starts !== effectOf(el) && !(starts !== null && isHarmless(starts))) return false;
  for (let at: Element | null = hit; at !== null && at !== el; at = dom.parent(at)) {
    if (at !== starts && isApart(at)) return false;
  }
  return true;
}

/** Whether `part` lies in a label of `control`, and a click there goes on to the control. */
function isLabelled(control: Element, part: Element): boolean {
  return activated(part) === control && dom.labels(control).some((label) => dom.holds(label, part));
}

function isHarmless(el: Element): boolean {
  return dom.is(el, "textarea") || (dom.is(el, "input") && !ACTING_TYPES.has(dom.inputType(el)));
}

/** Something inside an element that is there to be clicked on its own. */
function isApart(el: Element): boolean {
  return dom.hasAttr(el, "onclick") || INTERACTIVE.has(dom.attr(el, "role")?.trim() ?? "");
}

function hasBehaviour(el: Element): boolean {
  if (dom.href(el) !== undefined) return true;
  return dom.isHtml(el) && (CONTROLS.has(dom.tag(el)) || isSummaryOfDetails(el));
}

/** Whether a click on this very control sends its form. */
export function isSubmit(el: Element): boolean {
  const type = dom.inputType(el);
  return type === "submit" || type === "image" || dom.buttonType(el) === "submit";
}
