/** What an element says about itself that a person could see: never what a field holds. */
import * as dom from "./dom.js";
import { isSummaryOfDetails, roleOf } from "./roles.js";
import { isElementHidden } from "./visibility.js";
import type { State } from "./types.js";

const CHECKABLE: ReadonlySet<string> = new Set([
  "checkbox",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "radio",
  "switch",
  "treeitem",
]);
const SELECTABLE: ReadonlySet<string> = new Set([
  "cell",
  "columnheader",
  "gridcell",
  "option",
  "row",
  "rowheader",
  "tab",
  "treeitem",
]);

/** All states that apply, in the order of their type. */
export function statesOf(el: Element): State[] {
  const role = roleOf(el);
  const states: State[] = [];
  if (isChecked(el, role)) states.push("checked");
  if (isSelected(el, role)) states.push("selected");
  const open = isExpanded(el);
  if (open !== undefined) states.push(open ? "expanded" : "collapsed");
  if (says(el, "aria-pressed")) states.push("pressed");
  if (isDisabled(el)) states.push("disabled");
  if (isReadOnly(el)) states.push("readOnly");
  if (isRequired(el)) states.push("required");
  if (isInvalid(el)) states.push("invalid");
  if (dom.activeElement() === el) states.push("focused");
  if (isOffScreen(el)) states.push("offScreen");
  return states;
}

const says = (el: Element, property: string): boolean => dom.attr(el, property) === "true";

/** A native box knows better than ARIA whether it is ticked. */
function isChecked(el: Element, role: string): boolean {
  const type = dom.inputType(el);
  if (type === "checkbox" || type === "radio") return dom.checked(el) && !dom.indeterminate(el);
  return CHECKABLE.has(role) && says(el, "aria-checked");
}

function isSelected(el: Element, role: string): boolean {
  if (dom.is(el, "option")) return dom.optionSelected(el);
  return SELECTABLE.has(role) && says(el, "aria-selected");
}

function isExpanded(el: Element): boolean | undefined {
  const details = dom.is(el, "details") ? el : isSummaryOfDetails(el) ? dom.parentElement(el) : null;
  if (details !== null) return dom.isOpen(details);
  const written = dom.attr(el, "aria-expanded");
  return written === "true" ? true : written === "false" ? false : opensMenu(el);
}

/** An entry of a menu that leads to another one often does not say whether that is open; it can be seen. */
function opensMenu(el: Element): boolean | undefined {
  const popup = dom.attr(el, "aria-haspopup");
  if ((popup !== "true" && popup !== "menu") || roleOf(el) !== "menuitem") return undefined;
  const next = dom.nextElement(el);
  const menu = dom.query(el, "[role=menu]") ?? (next !== null && dom.attr(next, "role") === "menu" ? next : null);
  return menu === null ? undefined : !isElementHidden(menu);
}

/** Also by a disabled part around it. */
export function isDisabled(el: Element): boolean {
  return dom.isDisabled(el) || isSaidDisabled(el);
}

const isSaidDisabled: (el: Element) => boolean = dom.remember((el: Element) => {
  const above = dom.parent(el);
  return says(el, "aria-disabled") || (above !== null && isSaidDisabled(above));
});

/** Cannot be written in, though it can be read. */
export function isReadOnly(el: Element): boolean {
  return ((dom.is(el, "input") || dom.is(el, "textarea")) && dom.hasAttr(el, "readonly")) || says(el, "aria-readonly");
}

const isField = (el: Element): boolean => dom.is(el, "input") || dom.is(el, "textarea") || dom.is(el, "select");

export function isRequired(el: Element): boolean {
  return (isField(el) && dom.hasAttr(el, "required")) || says(el, "aria-required");
}

/** Its form would not be sent with what it holds. */
function isInvalid(el: Element): boolean {
  return (isField(el) && dom.matches(el, ":invalid")) || says(el, "aria-invalid");
}

/** No part of its box lies in the viewport. */
export function isOffScreen(el: Element): boolean {
  const box = dom.rect(el);
  return box.right <= 0 || box.bottom <= 0 || box.left >= dom.viewportWidth() || box.top >= dom.viewportHeight();
}
