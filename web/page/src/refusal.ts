/** Answers that say no: a stable code, and one sentence of ours with what to do next. */

import type { Refusal } from "./types.js";

export function refuse(code: Refusal["code"], message: string, reason?: string): Refusal {
  return reason === undefined ? { ok: false, code, message } : { ok: false, code, reason, message };
}

/** An element or another value of the page is never a plain object with `ok: false`. */
export function isRefusal(value: object): value is Refusal {
  return Object.getPrototypeOf(value) === Object.prototype && (value as Refusal).ok === false;
}

export const STALE = "the element is not the one that was read any more; observe the page again and use a new handle";
export const UNKNOWN = "no element of this document has this handle; observe the page and use one of its handles";
