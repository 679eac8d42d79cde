/**
 * Does an announced act by events of its own, for a tab of the person's browser, where no trusted input can be made.
 * Everything is looked at again in the very task that acts, and between its events, because handlers of the page run.
 */

import { announced, recordDelivered, type Announcement } from "./announcement.js";
import { check, notArmed } from "./arm.js";
import { means } from "./activation.js";
import * as dom from "./dom.js";
import { hasFocus, targetChanged } from "./guard.js";
import { isRefusal, refuse } from "./refusal.js";
import type { Refusal } from "./types.js";

const PRESSES_MOST = 2;
/** These take a value in one form only, and no text at the caret. */
const SET_AS_A_WHOLE = new Set(["date", "month", "week", "time", "datetime-local", "color", "range"]);

export function press(times: number): object | Refusal {
  const act = announced();
  if (act === undefined) return notArmed();
  const still = check();
  if (isRefusal(still)) return still;
  for (let count = 1; count <= Math.min(times, PRESSES_MOST); count += 1) {
    const refused = pressOnce(act, count);
    if (refused !== undefined) return refused;
  }
  if (times === PRESSES_MOST) fire(act, "dblclick", MouseEvent, { detail: PRESSES_MOST, button: 0 });
  return {};
}

/** Puts text into the announced field: over all that is there, or behind it. */
export function enter(text: string, cleared: boolean): object | Refusal {
  const act = announced();
  if (act === undefined || act.act !== "type") return notArmed();
  const pressed = press(1);
  if (isRefusal(pressed)) return pressed;
  const field = fieldOf(act.element);
  if (!hasFocus(act.element)) dom.focus(field, { preventScroll: true });
  const still = check();
  if (isRefusal(still)) return still;
  if (SET_AS_A_WHOLE.has(dom.inputType(field))) {
    setWhole(field, text);
    return {};
  }
  select(field, cleared);
  // The browser's own editing: pages hear of it as they do of a person's typing.
  if (cleared && text === "") dom.editAtCaret("delete", "");
  else if (!dom.editAtCaret("insertText", text)) setWhole(field, cleared ? text : dom.fieldValue(field) + text);
  recordDelivered("input");
  return {};
}

/** Sets the announced field to a value that it takes as a whole; false where text is typed into it, or it does not take this. */
export function setValue(text: string): { set: boolean } | Refusal {
  const act = announced();
  if (act === undefined || act.act !== "type") return notArmed();
  const still = check();
  if (isRefusal(still)) return still;
  const field = fieldOf(act.element);
  if (!SET_AS_A_WHOLE.has(dom.inputType(field)) || !takes(field, text)) return { set: false };
  setWhole(field, text);
  recordDelivered("input");
  return { set: true };
}

/** Whether a field of this type keeps a value; tried on one that nobody sees. */
function takes(field: Element, text: string): boolean {
  const trial = dom.createElement(document, "input");
  dom.setAttr(trial, "type", dom.inputType(field));
  dom.setFieldValue(trial, text);
  return dom.fieldValue(trial) === text;
}

function pressOnce(act: Announcement, detail: number): Refusal | undefined {
  const down = { detail, button: 0, buttons: 1 };
  const up = { detail, button: 0, buttons: 0 };
  fire(act, "pointerdown", PointerEvent, down);
  const takesFocus = fire(act, "mousedown", MouseEvent, down);
  if (takesFocus) focusAt(act);
  fire(act, "pointerup", PointerEvent, up);
  fire(act, "mouseup", MouseEvent, up);
  // What ran until here may have made something else of the element.
  dom.forget();
  if (targetChanged(act) !== undefined) {
    return refuse("PRECONDITION_FAILED", "what the element would do has changed; look at it again", "E_TARGET_CHANGED");
  }
  act.presses += 1;
  // Said first: what the click leads to may take this document away.
  recordDelivered("click");
  fire(act, "click", MouseEvent, up);
  return undefined;
}

type Kind = typeof MouseEvent | typeof PointerEvent;

/** Sends an event to what lies at the announced point and means the element; whether the page lets its default happen. */
function fire(act: Announcement, type: string, kind: Kind, more: PointerEventInit): boolean {
  const { x: clientX, y: clientY } = act.point;
  const at = dom.elementFromPoint(clientX, clientY);
  const hit = at !== null && means(at, act.element) ? at : act.element;
  const pointer = kind === PointerEvent ? { pointerId: 1, pointerType: "mouse", isPrimary: true } : {};
  const event = new kind(type, { bubbles: true, cancelable: true, composed: true, view: window, clientX, clientY, ...pointer, ...more });
  return dom.dispatch(hit, event);
}

function focusAt(act: Announcement): void {
  const { x, y } = act.point;
  for (let at = dom.elementFromPoint(x, y) ?? act.element; ; ) {
    if (dom.isHtml(at) && dom.tabIndex(at) >= 0) return dom.focus(at, { preventScroll: true });
    const up = dom.parent(at);
    if (up === null) return;
    at = up;
  }
}

function fieldOf(el: Element): Element {
  if (dom.is(el, "input") || dom.is(el, "textarea") || dom.isContentEditable(el)) return el;
  return dom.query(el, "input, textarea") ?? el;
}

function select(field: Element, all: boolean): void {
  if (dom.is(field, "input") || dom.is(field, "textarea")) {
    if (all) dom.selectField(field);
    else dom.caretToEnd(field);
    return;
  }
  const selection = dom.selection();
  if (selection === null) return;
  dom.selectChildren(selection, field);
  if (!all) dom.collapseToEnd(selection);
}

/** Past setters of the page, so that a framework that watches them hears of it by the event, as from a person. */
function setWhole(field: Element, value: string): void {
  dom.setFieldValue(field, value);
  dom.dispatch(field, new InputEvent("input", { bubbles: true, composed: true, inputType: "insertText", data: value }));
  dom.dispatch(field, new Event("change", { bubbles: true }));
}
