/** How much one reading may hold. */
import type { ObserveOptions } from "../types.js";

export interface Budgets {
  maxChars: number;
  maxElements: number;
  maxOutline: number;
  maxOutlineChars: number;
  maxItems: number;
  maxItemChars: number;
  maxComments: number;
  maxCommentChars: number;
}

/** What is taken when nothing is asked for, and the most that can be asked for. */
const LIMITS: Record<keyof Budgets, readonly [usual: number, most: number]> = {
  maxChars: [12_000, 16_000],
  maxElements: [160, 300],
  maxOutline: [60, 300],
  maxOutlineChars: [160, 1000],
  maxItems: [30, 300],
  maxItemChars: [300, 2000],
  maxComments: [40, 300],
  maxCommentChars: [600, 4000],
};
const SETTLE_MOST = 2000;

export function budgets(options: ObserveOptions): Budgets {
  const chosen = {} as Budgets;
  for (const name of Object.keys(LIMITS) as (keyof Budgets)[]) {
    const [usual, most] = LIMITS[name];
    chosen[name] = whole(options[name], usual, most);
  }
  return chosen;
}

export function settleTime(options: ObserveOptions): number {
  return whole(options.settleMs, 0, SETTLE_MOST);
}

function whole(asked: unknown, usual: number, most: number): number {
  if (typeof asked !== "number" || !Number.isFinite(asked)) return usual;
  return Math.min(most, Math.max(0, Math.trunc(asked)));
}
