/**
 * The input guard (S7). It listens from document start, before the page can, in every frame. A trusted event that was
 * not announced for exactly this element is stopped, so input that a page diverts reaches nothing.
 */

import { means } from "./activation.js";
import { type Announcement, announced, hasExpired, recordDelivered, recordDropped, withdraw } from "./announcement.js";
import { controlOf } from "./control.js";
import * as dom from "./dom.js";
import { sentByEnter } from "./form.js";
import { resolve, resolveWhileTyping } from "./handles.js";
import { generation } from "./identity.js";
import { checkReplacement } from "./replacement.js";
import { isDisabled } from "./states.js";
import { reportTakeover } from "./takeover.js";
import { equalFacts, sameDestination, targetFacts } from "./target.js";
import type { Act, GuardMode } from "./types.js";

const POINTER = ["pointerdown", "pointerup", "mousedown", "mouseup", "click", "dblclick"];
const KEYS = ["keydown", "keypress", "keyup", "beforeinput"];
/** Input that Laika never makes. */
const NEVER = [
  ...["auxclick", "contextmenu", "touchstart", "touchmove", "touchend", "touchcancel", "wheel"],
  ...["paste", "cut", "copy", "drop", "dragstart"],
];
/** In the task of these the page acts, so the facts must hold at that moment. */
const ACTING = new Set(["pointerdown", "mousedown", "pointerup", "mouseup", "click"]);
const TEXT_INPUT = /^(insertText|insertLineBreak|insertParagraph|delete)/;
/** An announced act has its focus by these; a click has none to keep. */
const WITH_KEYS = new Set(["type", "select", "key"]);
const PRESSES: Record<Act, number> = { click: 1, double: 2, type: 3, select: 2, key: 0 };

let mode: GuardMode = "drop";
const probe = `laika-${[...dom.randomBytes(new Uint8Array(16))].join("-")}`;
let probed = false;

export function setMode(to: GuardMode): void {
  mode = to;
}

/** Stands for the life of the document: when a page has everything dropped by `document.open`, it stands up again. */
export function standGuard(): void {
  stand();
  dom.watch(document, { childList: true }, () => {
    // Listeners that are put back come behind those of the page, so nothing goes on that was announced before.
    if (!stands()) withdraw();
    stand();
  });
}

/** Puts the listeners in place; those that are there stay where they are. */
export function stand(): void {
  const options = { capture: true, passive: false };
  for (const type of [...POINTER, ...KEYS, ...NEVER, "submit"]) dom.listen(window, type, meet, options);
  dom.listen(window, "beforeinput", meetLast, { capture: false, passive: false });
  dom.listen(window, probe, answer, options);
}

/** Whether the listeners are still there: `document.open` drops them all. */
export function stands(): boolean {
  probed = false;
  dom.dispatch(window, new Event(probe));
  return probed;
}

function answer(): void {
  probed = true;
}

function meet(event: Event): void {
  if (mode === "open" || !dom.isTrusted(event)) return;
  dom.forget();
  const type = dom.eventType(event);
  const act = announced();
  if (type === "submit") {
    meetSubmit(event, act);
    return;
  }
  const why = act === undefined ? "nothing was announced" : objection(event, type, act);
  if (why === undefined) recordDelivered(type);
  else if (mode === "drop" || (act !== undefined && isOurs(event, type, act))) stop(event, type, why);
  else reportTakeover(type);
}

/** The page's own handlers ran: what they made of the field is looked at before anything is written into it. */
function meetLast(event: Event): void {
  const act = announced();
  if (mode === "open" || act === undefined || !dom.isTrusted(event) || !WITH_KEYS.has(act.act)) return;
  dom.forget();
  checkReplacement();
  const why = generation() !== act.generation || resolveWhileTyping(act.handle) !== act.element ? "target changed" : undefined;
  if (why !== undefined) stop(event, "beforeinput", why);
}

function stop(event: Event, type: string, why: string): void {
  dom.preventDefault(event);
  dom.stopImmediately(event);
  recordDropped(type, why);
}

/** Why an event is not the announced one; undefined when it is. */
function objection(event: Event, type: string, act: Announcement): string | undefined {
  if (NEVER.includes(type)) return "input of this kind is never made";
  if (hasExpired()) return "the announcement expired";
  const hit = dom.eventPath(event)[0];
  if (!(hit instanceof Element)) return "another element is there";
  return KEYS.includes(type) ? keyObjection(event, type, act, hit) : pointerObjection(event, type, act, hit);
}

function pointerObjection(event: Event, type: string, act: Announcement, hit: Element): string | undefined {
  if (dom.eventButton(event as MouseEvent) > 0) return "input of this kind is never made";
  if (!means(hit, act.element)) {
    if (type === "click" && act.enter && sentByEnter(act.element)?.button === hit) return targetChanged(act);
    return "another element is there";
  }
  if (type === "pointerdown") act.pressed = false;
  if (type === "pointerdown" && act.presses >= PRESSES[act.act]) return "the act was done already";
  // What follows a press that was stopped belongs to it. Keys make a click without any press.
  if (type !== "pointerdown" && !act.pressed && act.act !== "key") return "its press was stopped";
  const why = ACTING.has(type) ? targetChanged(act) : undefined;
  if (type === "pointerdown" && why === undefined) {
    act.presses += 1;
    act.pressed = true;
  }
  return why;
}

function keyObjection(event: Event, type: string, act: Announcement, hit: Element): string | undefined {
  if (!WITH_KEYS.has(act.act)) return "keys were not announced";
  if (!hasFocus(act.element) || !(means(hit, act.element) || isEditedIn(hit, act.element))) {
    return "another element has the focus";
  }
  if (generation() !== act.generation) return "the page changed";
  if (resolveWhileTyping(act.handle) !== act.element || isDisabled(act.element)) return "target changed";
  if (type === "beforeinput") {
    return TEXT_INPUT.test(dom.inputTypeOfEvent(event as InputEvent)) ? undefined : "input of this kind is never made";
  }
  if (type === "keyup" || dom.eventKey(event as KeyboardEvent) !== "Enter") return undefined;
  if (act.act !== "key" && !controlOf(act.element).multiline) return "Enter was not announced";
  const why = targetChanged(act);
  act.enter ||= why === undefined && act.act === "key";
  return why;
}

export function hasFocus(el: Element): boolean {
  const active = dom.activeElement();
  return active !== null && (means(active, el) || isEditedIn(active, el));
}

/** Input in a region that can be edited goes to its outermost element. */
function isEditedIn(host: Element, el: Element): boolean {
  return dom.isContentEditable(el) && dom.isContentEditable(host) && dom.holds(host, el);
}

/** Looks at the target again, in the task that acts. */
export function targetChanged(act: Announcement): string | undefined {
  checkReplacement();
  if (generation() !== act.generation) return "the page changed";
  if (resolve(act.handle) !== act.element || isDisabled(act.element)) return "target changed";
  return equalFacts(targetFacts(act.element, act.act), act.facts) ? undefined : "target changed";
}

/**
 * A form that scripts send without any input is the business of the effect fence. Here it matters that an announced
 * form still goes where it was announced to, after the page's own handlers ran.
 */
function meetSubmit(event: Event, act: Announcement | undefined): void {
  if (act?.facts.form === undefined || hasExpired()) return;
  const form = dom.eventTarget(event);
  const submitter = dom.submitter(event as SubmitEvent);
  if (submitter !== null && !means(submitter, act.element) && !act.enter) return;
  if (form instanceof Element && sameDestination(targetFacts(act.element, act.act), act.facts)) {
    recordDelivered("submit");
  } else {
    stop(event, "submit", "target changed");
  }
}

/** While a person watches, input at the very point that was announced is Laika's own all the same. */
function isOurs(event: Event, type: string, act: Announcement): boolean {
  if (!POINTER.includes(type) || hasExpired()) return false;
  const mouse = event as MouseEvent;
  return Math.abs(dom.eventX(mouse) - act.point.x) <= 1 && Math.abs(dom.eventY(mouse) - act.point.y) <= 1;
}
