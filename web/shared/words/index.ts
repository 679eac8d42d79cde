/** Every word of ours that both windows show, in the language that is spoken now. Windows draw again after `speak`. */

import { type Copy, english } from "./english.js";

export type { Copy };

let copy = english;
export let words = english.words;
export let modes = english.modes;
export let statuses = english.statuses;
export let pauses = english.pauses;
export let handoffs = english.handoffs;

export function speak(next: Copy): void {
  copy = next;
  ({ words, modes, statuses, pauses, handoffs } = next);
}

export function mayLaika(tool: string): string {
  return copy.tools[tool]?.may ?? copy.mayAny;
}

/** A tool without words of ours keeps its name, which is one of ours as well. */
export function does(tool: string): string {
  return copy.tools[tool]?.does ?? tool;
}

/** A row of the policy inside a sentence; nothing where it has no words. */
export function rowInside(what: string): string {
  return copy.rows[what] ?? "";
}

export function whatRow(what: string): string {
  const said = copy.rows[what];
  return said === undefined ? what : said.charAt(0).toUpperCase() + said.slice(1);
}

/** Where a value comes from. */
export function source(from: string): string {
  // Another site, by its origin.
  if (isCarried(from)) return from.slice(CARRIED.length);
  return copy.origins[from] ?? copy.originUnknown;
}

const CARRIED = "carried:";

/** Whether a value was read at another site than the one it would go to. */
export function isCarried(from: string): boolean {
  return from.startsWith(CARRIED);
}

/** Whether a value is the person's own. */
export function isOwn(from: string): boolean {
  return from === "user" || from === "directory" || from === "directory_by_name";
}

export function valueName(name: string): string {
  return copy.values[name] ?? name;
}

/** A sentence of the gate that comes without its code. */
export function sentence(said: string): string {
  return copy.sentences?.[said] ?? said;
}

export function reason(code: string, sentence: string): string {
  return copy.reasons[code] ?? sentence;
}
