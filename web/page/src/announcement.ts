/** The one act that was announced: whose input the guard lets through, and what happened since. */

import { notify } from "./takeover.js";
import { type Snapshot, snapshot } from "./snapshot.js";
import type { Act, TargetFacts } from "./types.js";

/** How long an announcement holds without any of its input. */
const HOLDS_MS = 5_000;
/** How long at most, however much is typed. */
const HOLDS_MOST_MS = 120_000;
const RECORDS_MOST = 64;

export interface Announcement {
  handle: string;
  element: Element;
  act: Act;
  facts: TargetFacts;
  generation: number;
  point: { x: number; y: number };
  /** Presses of the pointer that were let through. */
  presses: number;
  /** The last press was let through. */
  pressed: boolean;
  /** Enter was let through, so the form's own button may be pressed by the browser. */
  enter: boolean;
  delivered: string[];
  dropped: { type: string; why: string }[];
  before: Snapshot;
}

let current: Announcement | undefined;
let began = 0;
let renewed = 0;

type Announced = Pick<Announcement, "handle" | "element" | "act" | "facts" | "generation" | "point">;

export function announce(what: Announced): void {
  withdraw();
  const before = snapshot(what.element);
  current = { ...what, presses: 0, pressed: false, enter: false, delivered: [], dropped: [], before };
  began = performance.now();
  renewed = began;
}

export const announced = (): Announcement | undefined => current;

export function withdraw(): void {
  current?.before.stop();
  current = undefined;
}

export function hasExpired(): boolean {
  const now = performance.now();
  return now - renewed > HOLDS_MS || now - began > HOLDS_MOST_MS;
}

/** Keeps the announcement alive while its input comes. */
export function renew(): void {
  renewed = performance.now();
}

export function recordDelivered(type: string): void {
  // What a click leads to may take this document away before it can be asked.
  if (type === "click") notify(JSON.stringify({ kind: "delivered", input: type }));
  if (current !== undefined && current.delivered.length < RECORDS_MOST) current.delivered.push(type);
  renew();
}

export function recordDropped(type: string, why: string): void {
  if (current !== undefined && current.dropped.length < RECORDS_MOST) current.dropped.push({ type, why });
}
