/**
 * What the daemon asks of the browser. Each request is answered exactly once, within its time, and is never done a
 * second time.
 */

import type { Browse, TabAnswer } from "../../../shared/daemon.js";
import { CANCELLED, Refusal, toRefusal } from "./refusal.js";
import { Seen } from "./seen.js";

/** So many may be under way (TOOL-028). */
const MOST_OPEN = 32;
const LONGEST_MS = 120_000;

/** Does one thing. It looks at the signal before it changes anything. */
export type Deed = (what: Browse, signal: AbortSignal) => Promise<unknown>;

interface Open {
  control: AbortController;
  tabId: number | undefined;
}

export class Browsing {
  readonly #seen = new Seen();
  readonly #open = new Map<string, Open>();

  constructor(
    readonly deed: Deed,
    readonly say: (answer: TabAnswer) => void,
  ) {}

  async take(requestId: string, deadlineMs: number, what: Browse): Promise<void> {
    if (!this.#seen.begin(requestId)) {
      // The one that is under way answers for both.
      if (!this.#open.has(requestId)) this.say(this.#seen.answer(requestId) ?? failure(requestId, CANCELLED()));
      return;
    }
    const answer = await this.#answer(requestId, deadlineMs, what);
    this.#seen.end(requestId, answer);
    this.say(answer);
  }

  cancel(requestId: string): void {
    this.#open.get(requestId)?.control.abort(CANCELLED());
    // One that comes after its own cancellation is not done either.
    this.#seen.begin(requestId);
  }

  /** Ends what is under way in a tab, or everywhere. */
  cancelAll(tabId?: number): void {
    for (const open of this.#open.values()) {
      if (tabId === undefined || open.tabId === tabId) open.control.abort(CANCELLED());
    }
  }

  async #answer(requestId: string, deadlineMs: number, what: Browse): Promise<TabAnswer> {
    if (this.#open.size >= MOST_OPEN) {
      return failure(requestId, new Refusal("RATE_LIMITED", "E_QUEUE_FULL", "too much is under way"));
    }
    const control = new AbortController();
    const late = new Refusal("TIMEOUT", "E_TIMEOUT", "it took too long");
    const ms = Number.isFinite(deadlineMs) ? Math.max(0, Math.min(deadlineMs, LONGEST_MS)) : 0;
    const timer = setTimeout(() => control.abort(late), ms);
    this.#open.set(requestId, { control, tabId: tabOf(what) });
    try {
      const value = await Promise.race([this.deed(what, control.signal), whenAborted(control.signal)]);
      return { say: "tab_answer", requestId, ok: true, value: value ?? {} };
    } catch (error) {
      return failure(requestId, error);
    } finally {
      clearTimeout(timer);
      this.#open.delete(requestId);
    }
  }
}

function failure(requestId: string, error: unknown): TabAnswer {
  const { code, reason, message } = toRefusal(error);
  return { say: "tab_answer", requestId, ok: false, code, reason, message };
}

/** These take from a tab what was under way in it, so they are not themselves ended with the rest. */
const TAKING: ReadonlySet<string> = new Set(["revoke", "release"] satisfies Browse["do"][]);

function tabOf(what: Browse): number | undefined {
  if (what.do === "ask") return what.context?.tabId;
  return !TAKING.has(what.do) && "tabId" in what ? what.tabId : undefined;
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
