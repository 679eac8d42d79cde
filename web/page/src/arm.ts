/**
 * Announces an act: in one task the element is found to be the right one, in view, free and unchanged, and the guard
 * waits for exactly its input. `check` looks again between two pieces of input.
 */

import { means } from "./activation.js";
import { announce, announced, hasExpired, renew, withdraw } from "./announcement.js";
import { controlOf } from "./control.js";
import * as dom from "./dom.js";
import { hasFocus, stand, stands } from "./guard.js";
import { resolve, resolveWhileTyping } from "./handles.js";
import { generation } from "./identity.js";
import { clickPoint, hits, isShown, type Lands, type Point } from "./point.js";
import { isRefusal, refuse, STALE } from "./refusal.js";
import { checkReplacement } from "./replacement.js";
import { isDisabled, isReadOnly } from "./states.js";
import { equalFacts, targetFacts } from "./target.js";
import { openRoots } from "./roots.js";
import type { Act, Armed, Box, Refusal, Request } from "./types.js";

export function arm({ handle, act, facts, generation: planned }: Request & { op: "arm" }): Armed | Refusal {
  withdraw();
  // A page can make the browser forget all listeners; they are put back here at the latest.
  stand();
  const el = current(handle, planned);
  if (isRefusal(el)) return el;
  const unusable = cannotUse(el, act);
  if (unusable !== undefined) return unusable;
  if (clickPoint(el, landing(el, act)) === undefined) bringIntoView(el);
  if (act === "key" || act === "select") dom.focus(el, { preventScroll: true });
  // Handlers of the page may have run: everything is looked at again.
  dom.forget();
  const again = current(handle, planned);
  if (isRefusal(again)) return again;
  const point = pointFor(el, act);
  if (isRefusal(point)) return point;
  if (!equalFacts(targetFacts(el, act), facts)) {
    return refuse("PRECONDITION_FAILED", "what the element would do has changed; look at it again", "E_TARGET_CHANGED");
  }
  announce({ handle, element: el, act, facts, generation: planned, point });
  return armed(el, point);
}

/** Whether the announced act could still be done as it was announced. */
export function check(): Armed | Refusal {
  const act = announced();
  if (act === undefined) return notArmed();
  if (hasExpired()) return refuse("PRECONDITION_FAILED", "the announcement expired; arm again", "E_EXPIRED");
  if (!stands()) return refuse("PRECONDITION_FAILED", "the page was rewritten; observe it again", "E_GUARD_LOST");
  const typing = act.act === "type" && act.presses > 0;
  const el = current(act.handle, act.generation, typing ? resolveWhileTyping : resolve);
  if (isRefusal(el)) return el;
  const unusable = cannotUse(el, act.act);
  if (unusable !== undefined) return unusable;
  const point = hits(el, act.point, landing(el, act.act)) || act.presses > 0 ? act.point : pointFor(el, act.act);
  if (isRefusal(point)) return point;
  if (!equalFacts(targetFacts(el, act.act), act.facts)) {
    return refuse("PRECONDITION_FAILED", "what the element would do has changed; look at it again", "E_TARGET_CHANGED");
  }
  if (typing && !hasFocus(el)) return noFocus();
  act.point = point;
  renew();
  return armed(el, point);
}

export function notArmed(): Refusal {
  return refuse("PRECONDITION_FAILED", "no act was announced; arm an element first", "E_NOT_ARMED");
}

/** The element of a handle, as long as this is the page it was read on. */
function current(handle: string, planned: number, by = resolve): Element | Refusal {
  checkReplacement();
  if (generation() !== planned) return refuse("STALE_HANDLE", STALE, "E_PAGE_CHANGED");
  return by(handle);
}

function cannotUse(el: Element, act: Act): Refusal | undefined {
  const disabled = isDisabled(el) || isInert(el) || (act === "type" && isReadOnly(el));
  if (disabled) return refuse("PRECONDITION_FAILED", "the element cannot be used now", "E_DISABLED");
  if (dom.inputType(el) === "file" || fileOfLabel(el)) {
    return refuse("PRECONDITION_FAILED", "only the person chooses files; ask for it", "E_FILE_FIELD");
  }
  return undefined;
}

function fileOfLabel(el: Element): boolean {
  const control = dom.controlOf(el);
  return control !== null && dom.inputType(control) === "file";
}

function isInert(el: Element): boolean {
  return dom.hasInert(el) || dom.above(el, dom.hasInert) !== null;
}

function bringIntoView(el: Element): void {
  const shown = isShown(el) ? el : dom.labels(el)[0] ?? el;
  dom.scrollIntoView(shown, { behavior: "instant", block: "center", inline: "center" });
  dom.forget();
}

/** A list that is always open is full of its entries; no pointer chooses them, so they only show that nothing lies above. */
function landing(el: Element, act: Act): Lands {
  return act === "select" && dom.is(el, "select") ? (hit) => dom.holds(el, hit) : means;
}

/** Input by keys needs the focus; the pointer needs a free spot. */
function pointFor(el: Element, act: Act): Point | Refusal {
  if (!isShown(el)) return refuse("PRECONDITION_FAILED", "the element cannot be seen", "E_NOT_VISIBLE");
  const point = clickPoint(el, landing(el, act));
  if (point === undefined) {
    return refuse("PRECONDITION_FAILED", "something lies on top of the element", "E_COVERED");
  }
  return (act === "key" || act === "select") && !hasFocus(el) ? noFocus() : point;
}

function noFocus(): Refusal {
  return refuse("PRECONDITION_FAILED", "the element does not have the focus", "E_NO_FOCUS");
}

function armed(el: Element, point: Point): Armed {
  const { x, y, width, height } = dom.rect(el);
  const control = controlOf(el);
  const answer: Armed = { point, box: { x, y, width, height }, control, framesNear: framesAt({ x, y, width, height }) };
  return control.kind === "checkbox" || control.kind === "radio" ? { ...answer, checked: isChecked(el) } : answer;
}

function isChecked(el: Element): boolean {
  return dom.is(el, "input") ? dom.checked(el) : dom.attr(el, "aria-checked") === "true";
}

/** Frames that lie at a box, over or under it: input that goes astray there would reach another document. */
function framesAt(box: Box): number {
  const touches = (el: Element): boolean => {
    const other = dom.rect(el);
    return other.left < box.x + box.width && other.right > box.x && other.top < box.y + box.height && other.bottom > box.y;
  };
  return openRoots().flatMap((root) => dom.queryAll(root, "iframe, frame, object, embed")).filter(touches).length;
}
