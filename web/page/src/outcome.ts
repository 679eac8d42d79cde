/** What came of an announced act. Values are compared here and never leave. */

import { isSubmit } from "./activation.js";
import { announced } from "./announcement.js";
import { notArmed } from "./arm.js";
import { showsChoice } from "./choose.js";
import * as dom from "./dom.js";
import { rememberEntered } from "./entered.js";
import { generation } from "./identity.js";
import type { Outcome, Refusal, Request } from "./types.js";

const DATES = new Set(["date", "month", "week", "time", "datetime-local"]);

export function outcome({ typed, chosen }: Request & { op: "outcome" }): Outcome | Refusal {
  const act = announced();
  if (act === undefined) return notArmed();
  generation();
  const { element, delivered, dropped, before } = act;
  const answer: Outcome = {
    delivered: [...delivered],
    dropped: dropped.map((drop) => ({ ...drop })),
    elementChanged: before.elementChanged(),
    surfaceChanged: before.surfaceChanged(),
    viewportMoved: before.viewportMoved(),
    addressChanged: before.addressChanged(),
    incomplete: isIncomplete(element),
    connected: dom.isConnected(element),
  };
  if (typed !== undefined) {
    answer.holds = holdsTyped(element, typed);
    const field = fieldIn(element);
    // Behind what was there, or in a mask, it is not what the form sends.
    if (field !== null && lines(dom.fieldValue(field)) === lines(typed.text)) rememberEntered(field, typed.text);
  } else if (chosen !== undefined) {
    answer.holds = showsChoice(element, chosen);
    if (answer.holds && dom.is(element, "select")) rememberEntered(element, chosen);
  }
  return answer;
}

/** Asked without the events that a check by the form itself would send. */
function isIncomplete(el: Element): boolean {
  const form = isSubmit(el) && !dom.hasAttr(el, "formnovalidate") ? dom.form(el) : null;
  return form !== null && !dom.hasAttr(form, "novalidate") && dom.matches(form, ":invalid");
}

function holdsTyped(el: Element, { text, cleared }: { text: string; cleared: boolean }): boolean {
  const field = fieldIn(el);
  const fits = (held: string, wanted: string): boolean => (cleared ? held === wanted : held.endsWith(wanted));
  if (field === null) {
    const [held, wanted] = [dom.textContent(el) ?? "", text].map((one) => one.replace(/\s+/g, "")) as [string, string];
    return cleared ? held === wanted : held.includes(wanted);
  }
  const held = dom.fieldValue(field);
  if (fits(lines(held), lines(text))) return true;
  if (DATES.has(dom.inputType(field))) return held !== "" && sortedDigits(held) === sortedDigits(text);
  // A mask puts its own marks between what was typed.
  const wanted = bare(text);
  return wanted !== "" && fits(bare(held), wanted);
}

/** The element itself, or the one field it is built around; null for a region that can be edited. */
function fieldIn(el: Element): Element | null {
  if (dom.is(el, "input") || dom.is(el, "textarea")) return el;
  return dom.isContentEditable(el) ? null : dom.query(el, "input, textarea");
}

const lines = (text: string): string => text.replace(/\r\n?/g, "\n");
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
const sortedDigits = (text: string): string => [...text.replace(/\D/g, "")].sort().join("");
