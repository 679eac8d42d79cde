/** What kind of thing an element is to someone who acts on it. */

import * as dom from "./dom.js";
import { roleOf } from "./roles.js";
import type { Control } from "./types.js";

const BY_ROLE: Record<string, Control["kind"]> = {
  button: "button",
  link: "link",
  textbox: "textbox",
  searchbox: "textbox",
  spinbutton: "textbox",
  checkbox: "checkbox",
  switch: "checkbox",
  menuitemcheckbox: "checkbox",
  radio: "radio",
  menuitemradio: "radio",
  option: "option",
  treeitem: "option",
  listbox: "listbox",
  combobox: "listbox",
};
const BUTTON_TYPES = new Set(["submit", "button", "reset", "image"]);
/** Inputs that keys do not write text into. */
const WITHOUT_TEXT = new Set(["range", "color", "hidden"]);

export function controlOf(el: Element): Control {
  return { kind: kindOf(el), multiline: isMultiline(el) };
}

/** Something that can be typed into or chosen from. */
export const isField = ({ kind }: Control): boolean => ["textbox", "editable", "select", "listbox"].includes(kind);

function kindOf(el: Element): Control["kind"] {
  if (dom.is(el, "select")) return "select";
  if (dom.is(el, "textarea")) return "textbox";
  if (dom.is(el, "input")) return inputKind(dom.inputType(el));
  if (dom.isContentEditable(el)) return "editable";
  return BY_ROLE[roleOf(el)] ?? "other";
}

function inputKind(type: string): Control["kind"] {
  if (type === "file" || type === "checkbox" || type === "radio") return type;
  if (BUTTON_TYPES.has(type)) return "button";
  return WITHOUT_TEXT.has(type) ? "other" : "textbox";
}

function isMultiline(el: Element): boolean {
  if (dom.is(el, "textarea")) return true;
  if (dom.is(el, "input")) return false;
  return dom.isContentEditable(el) && dom.attr(el, "aria-multiline") !== "false";
}
