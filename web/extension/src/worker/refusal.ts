/** A thing that is not done, with the code that stays and one sentence of ours. It never quotes a page. */

import type { ErrorCode } from "../../../shared/daemon.js";

export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    /** A stable finer reason, such as `E_TOKEN`. */
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

export const CANCELLED = (): Refusal => new Refusal("CANCELLED", "E_CANCELLED", "it was cancelled");
export const TAB_CLOSED = (): Refusal => new Refusal("NOT_FOUND", "E_TAB_CLOSED", "the tab is closed");
export const OTHER_DOCUMENT = (): Refusal =>
  new Refusal("STALE_HANDLE", "E_DOCUMENT_CHANGED", "this document is not attached; attach to the tab again");
export const FENCED = (): Refusal =>
  new Refusal("PRECONDITION_FAILED", "E_FENCED", "the address is outside of what this run may open");
export const RESTRICTED = (): Refusal =>
  new Refusal("UNSUPPORTED", "E_RESTRICTED_PAGE", "Laika does not work on this page");

/** What the browser itself said may quote addresses, so it is not told. */
export function toRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal("INTERNAL", "E_BROWSER", "the browser did not do it");
}
