/** Choosing from a list, and whether it shows what was chosen. */

import { announced } from "./announcement.js";
import { check, notArmed } from "./arm.js";
import * as dom from "./dom.js";
import { nameOf } from "./names.js";
import { isRefusal, refuse } from "./refusal.js";
import type { Refusal } from "./types.js";

/** Sets the announced native list, and tells the page as the browser would. */
export function choose(value: string): { chosen: boolean } | Refusal {
  const list = announcedList();
  if (isRefusal(list)) return list;
  const option = optionFor(list, value);
  if (isRefusal(option)) return option;
  dom.setSelectedIndex(list, dom.optionIndex(option));
  dom.dispatch(list, new Event("input", { bubbles: true, composed: true }));
  dom.dispatch(list, new Event("change", { bubbles: true }));
  return { chosen: dom.optionSelected(option) };
}

/** Whether a list of any kind shows a choice. */
export function showsChoice(el: Element, value: string): boolean {
  if (dom.is(el, "select")) {
    const option = optionFor(el, value);
    return !isRefusal(option) && dom.optionSelected(option);
  }
  const wanted = plain(value);
  const marked = dom.queryAll(el, "[aria-selected=true], [aria-checked=true]");
  const controlled = dom.attr(el, "aria-controls") ?? dom.attr(el, "aria-owns");
  const popup = controlled === null ? null : dom.byId(el, controlled);
  if (popup !== null) marked.push(...dom.queryAll(popup, "[aria-selected=true], [aria-checked=true]"));
  const shown = [dom.fieldValue(el), ...dom.queryAll(el, "input").map(dom.fieldValue), ...marked.map(nameOf)];
  if (shown.some((text) => plain(text) === wanted)) return true;
  return !dom.is(el, "input") && marked.length === 0 && plain(dom.textContent(el) ?? "").includes(wanted);
}

function announcedList(): Element | Refusal {
  const act = announced();
  if (act === undefined || act.act !== "select") return notArmed();
  // The page had time since it was announced.
  const still = check();
  if (isRefusal(still)) return still;
  if (dom.is(act.element, "select")) return act.element;
  return refuse("UNSUPPORTED", "this list is made by the page; open it and click the entry", "E_CUSTOM_LIST");
}

/** By value or label, as written first and then whatever the case. */
function optionFor(list: Element, value: string): Element | Refusal {
  const options = dom.options(list);
  const ways: ((option: Element) => boolean)[] = [
    (option) => dom.optionValue(option) === value,
    (option) => words(dom.optionLabel(option)) === words(value),
    (option) => plain(dom.optionValue(option)) === plain(value) || plain(dom.optionLabel(option)) === plain(value),
  ];
  for (const way of ways) {
    const found = options.filter(way);
    const usable = found.filter((option) => !dom.isDisabled(option));
    if (usable.length > 1) {
      return refuse("INVALID_ARGUMENT", "several entries match; name one by its value", "E_AMBIGUOUS");
    }
    if (usable[0] !== undefined) return usable[0];
    if (found.length > 0) return refuse("PRECONDITION_FAILED", "this entry cannot be chosen now", "E_DISABLED");
  }
  return refuse("NOT_FOUND", "no entry of the list has this value or label; read the list again", "E_NO_OPTION");
}

const words = (text: string): string => text.replace(/\s+/g, " ").trim();
const plain = (text: string): string => words(text).toLowerCase();
