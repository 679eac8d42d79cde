/**
 * Which fields still hold exactly what Laika entered. What a field holds never leaves the page; the digest of what Laika
 * itself wrote does, so that a person can be shown what a form would send (S18).
 */

import * as dom from "./dom.js";
import { sha256 } from "./sha256.js";

const entered = new WeakMap<Element, { value: string; digest: string }>();

/** Called once a field was seen to hold what was entered. */
export function rememberEntered(field: Element, text: string): void {
  entered.set(field, { value: dom.fieldValue(field), digest: sha256(text) });
}

/** The digest of what Laika entered, as long as nobody changed it. */
export function enteredIn(field: Element): string | undefined {
  const was = entered.get(field);
  return was !== undefined && was.value === dom.fieldValue(field) ? was.digest : undefined;
}
