/** What a page script says unasked. All that counts is that a person took over, and with what. */

import type { Happened, TakeoverInput } from "../../../shared/daemon.js";

const INPUTS: Record<TakeoverInput, true> = { pointer: true, key: true, wheel: true, paste: true };
const PAUSE_MS = 500;
const last = new Map<number, number>();

/** A page that is not what it should be could say it all day, so it is passed on only so often. */
export function takeover(
  tabId: number,
  notice: Record<string, unknown>,
  happened: (event: Happened) => void,
  now = Date.now(),
): void {
  const { kind, input } = notice;
  if (kind !== "takeover" || typeof input !== "string" || !Object.hasOwn(INPUTS, input)) return;
  if (now - (last.get(tabId) ?? -PAUSE_MS) < PAUSE_MS) return;
  last.set(tabId, now);
  happened({ kind: "takeover", tabId, input: input as TakeoverInput });
}
