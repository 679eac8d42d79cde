/**
 * Handles: random names for elements, known to the core and to this document only. A handle means one node and what
 * that node was when it was read; another node, however alike, is never put in its place.
 */

import * as dom from "./dom.js";
import { type Fingerprint, fingerprint, matches, matchesWhileTyping } from "./fingerprint.js";
import { onRaise } from "./identity.js";
import { STALE, UNKNOWN, refuse } from "./refusal.js";
import type { Refusal } from "./types.js";

interface Entry {
  element: WeakRef<Element>;
  was: Fingerprint;
}

/** How many handles of earlier generations are told from names that never were one. */
const RETIRED_MOST = 20_000;
const SWEEP_LEAST = 10_000;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

let entries = new Map<string, Entry>();
let handles = new WeakMap<Element, string>();
const retired = new Set<string>();
const nodeIds = new WeakMap<Node, string>();
let nodeCount = 0;
let sweepAt = SWEEP_LEAST;
/** Raised with every generation. */
let era = 0;

onRaise(() => {
  for (const handle of entries.keys()) retire(handle);
  entries = new Map();
  handles = new WeakMap();
  era += 1;
});

function retire(handle: string): void {
  entries.delete(handle);
  retired.add(handle);
  if (retired.size > RETIRED_MOST) for (const oldest of retired) return void retired.delete(oldest);
}

/** A page that keeps making new elements must not fill the memory with handles of those that are gone. */
function retireGone(): void {
  for (const [handle, { element }] of entries) if (element.deref() === undefined) retire(handle);
  sweepAt = Math.max(SWEEP_LEAST, 2 * entries.size);
}

/** The handle of an element: the same one until the generation rises or the element becomes something else. */
export function mint(el: Element): string {
  const minted = mintedNow(el);
  if (minted.era !== era) {
    minted.era = era;
    minted.handle = mintNew(el);
  }
  return minted.handle;
}

/** Several parts of one reading name the same element; that it is still what it was is found out once. */
const mintedNow = dom.remember<Element, { era: number; handle: string }>((el) => ({ era, handle: mintNew(el) }));

function mintNew(el: Element): string {
  const known = handles.get(el);
  const entry = known === undefined ? undefined : entries.get(known);
  if (known !== undefined && entry !== undefined) {
    if (matches(el, entry.was)) return known;
    retire(known);
  }
  if (entries.size >= sweepAt) retireGone();
  const handle = `h_${random()}`;
  entries.set(handle, { element: new WeakRef(el), was: fingerprint(el) });
  handles.set(el, handle);
  return handle;
}

/** The element a handle was minted for, if it is still there and still what it was. */
export function resolve(handle: string): Element | Refusal {
  return resolveBy(handle, matches);
}

/** The same in the middle of typing into it. */
export function resolveWhileTyping(handle: string): Element | Refusal {
  return resolveBy(handle, matchesWhileTyping);
}

function resolveBy(handle: string, isSame: (el: Element, was: Fingerprint) => boolean): Element | Refusal {
  const entry = entries.get(handle);
  if (entry === undefined) {
    return retired.has(handle) ? refuse("STALE_HANDLE", STALE, "E_PAGE_CHANGED") : refuse("NOT_FOUND", UNKNOWN);
  }
  const el = entry.element.deref();
  if (el === undefined || !dom.isConnected(el) || dom.ownerDocument(el) !== document) {
    return refuse("STALE_HANDLE", STALE, "E_GONE");
  }
  return isSame(el, entry.was) ? el : refuse("STALE_HANDLE", STALE, "E_CHANGED");
}

/** The name of a node for the life of the document, for pointing at text. */
export function nodeId(node: Node): string {
  let id = nodeIds.get(node);
  if (id === undefined) {
    nodeCount += 1;
    id = `n:${nodeCount}`;
    nodeIds.set(node, id);
  }
  return id;
}

const NAME_BYTES = 16;
/** Random bytes are fetched for many names at once: asking the browser takes most of the time. */
const pool = new Uint8Array(64 * NAME_BYTES);
let used = pool.length;

function random(): string {
  if (used === pool.length) {
    dom.randomBytes(pool);
    used = 0;
  }
  const end = used + NAME_BYTES;
  let text = "";
  for (let at = used; at < end; at += 3) {
    const bits = (byte(at, end) << 16) | (byte(at + 1, end) << 8) | byte(at + 2, end);
    text += letter(bits >> 18) + letter(bits >> 12) + letter(bits >> 6) + letter(bits);
  }
  // What a name was made of must not be there to make it again.
  pool.fill(0, used, end);
  used = end;
  // 16 bytes fill 21 characters and 2 bits of the next; the rest would be padding.
  return text.slice(0, 22);
}

const byte = (at: number, end: number): number => (at < end ? (pool[at] as number) : 0);
const letter = (bits: number): string => ALPHABET.charAt(bits & 63);
