/** Which elements a person can act on. */
import * as dom from "../dom.js";
import { iconName, isOwnAction } from "../icons.js";
import { nameOf } from "../names.js";
import { isElementHidden } from "../visibility.js";

const WIDGET_ROLES = new Set(
  (
    "button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option textbox searchbox combobox " +
    "listbox slider spinbutton treeitem gridcell scrollbar"
  ).split(" "),
);
const GROUP_ROLES = new Set(["listbox", "combobox", "gridcell", "treeitem"]);
/** Plain elements that authors make clickable by script alone. */
const PLAIN = new Set([
  "div",
  "span",
  "li",
  "td",
  "tr",
  "section",
  "article",
  "p",
  "label",
  "figure",
  "h2",
  "h3",
  "h4",
]);

/** Pictures, and what icon fonts draw theirs with. */
export const PICTURES = new Set(["i", "img", "svg"]);

export type Verdict = "no" | "yes" | "group" | "pointer";

/** Whether a person can act on an element; `inPointer` when what holds it already shows the pointing hand. */
export function isActionable(el: Element, tag: string, inPointer: boolean): Verdict {
  switch (tag) {
    case "a":
      if (dom.hasAttr(el, "href")) return "yes";
      break;
    case "button":
    case "summary":
    case "select":
    case "textarea":
      return "yes";
    case "input":
      return dom.inputType(el) === "hidden" ? "no" : "yes";
    case "area":
      return dom.hasAttr(el, "href") ? "yes" : "no";
  }
  // Without a single attribute only the commonest ones are worth the question.
  if (!dom.hasAttributes(el) && tag !== "div" && tag !== "span" && tag !== "li") return "no";
  const role = dom.attr(el, "role");
  if (role !== null) {
    const first = role.trim().split(/\s+/, 1)[0] as string;
    if (WIDGET_ROLES.has(first)) return GROUP_ROLES.has(first) ? "group" : "yes";
    const index = dom.attr(el, "tabindex");
    if (index !== null && Number(index) >= 0) return "group";
  }
  const editable = dom.attr(el, "contenteditable");
  if (editable !== null && editable !== "false" && dom.isContentEditable(el)) return "yes";
  if (dom.hasAttr(el, "onclick")) return "pointer";
  // A row that is clickable as a whole may have icons that do something else.
  if (inPointer) return isOwnAction(el) ? "yes" : "no";
  if (PICTURES.has(tag)) return isClickablePicture(el) ? "pointer" : "no";
  if (tag === "a" && isScripted(el)) return "pointer";
  if (!(PLAIN.has(tag) || tag === "a" || tag.includes("-"))) return "no";
  return dom.style(el, "cursor") === "pointer" && !labelsSomething(el, tag) ? "pointer" : "no";
}

/**
 * A link without an address does what a script does: one that is called something is there to be pressed. Without one it may
 * as well be a place that others lead to, or a link that was taken away.
 */
function isScripted(el: Element): boolean {
  const called = dom.attr(el, "title") ?? dom.attr(el, "aria-label") ?? "";
  if (called.trim() === "" || dom.hasAttr(el, "name") || dom.attr(el, "aria-disabled") === "true") return false;
  const cursor = dom.style(el, "cursor");
  return cursor !== "default" && cursor !== "not-allowed";
}

/** Without a name nobody could say which one is meant. */
function isClickablePicture(el: Element): boolean {
  return dom.style(el, "cursor") === "pointer" && (nameOf(el) !== "" || iconName(el) !== "");
}

/** A label acts on its field, which is listed itself unless only the label can be seen. */
function labelsSomething(el: Element, tag: string): boolean {
  const control = tag === "label" ? dom.controlOf(el) : null;
  return control !== null && (isBox(control) || !isElementHidden(control));
}

/** Boxes and switches are often drawn by their label, over a control that cannot be seen. */
export function drawnControl(label: Element): Element | undefined {
  const control = dom.controlOf(label);
  return control !== null && isBox(control) && isElementHidden(control) ? control : undefined;
}

/** Whether a control can be seen, or at least a label that draws it. */
export function isOffered(control: Element): boolean {
  if (!isElementHidden(control)) return true;
  return isBox(control) && dom.labels(control).some((label) => !isElementHidden(label));
}

function isBox(control: Element): boolean {
  const type = dom.inputType(control);
  return type === "checkbox" || type === "radio" || type === "file";
}
