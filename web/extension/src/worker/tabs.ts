/** The tabs that the daemon works with: it attached to them, or had them opened. It hears of these and of no others. */

import type { Happened } from "../../../shared/daemon.js";
import type { Api } from "./api.js";
import { TAB_CLOSED, toRefusal } from "./refusal.js";


export interface TabsOwner {
  happened(event: Happened): void;
  /** The tab is no longer there, or no longer the same. */
  dropped(tabId: number): void;
}

export class Tabs {
  /** True for a tab that was opened for a task. */
  readonly #known = new Map<number, boolean>();

  constructor(
    readonly api: Api,
    readonly owner: TabsOwner,
  ) {
    api.tabs.onRemoved.addListener((tabId) => this.#left(tabId));
    // The document under the number is another one now, and with it everything that was agreed on.
    api.tabs.onReplaced?.addListener((_, before) => this.#left(before));
  }

  add(tabId: number, isTask: boolean): void {
    this.#known.set(tabId, isTask || this.isTask(tabId));
  }

  forget(tabId: number): void {
    this.#known.delete(tabId);
  }

  has(tabId: number): boolean {
    return this.#known.has(tabId);
  }

  isTask(tabId: number): boolean {
    return this.#known.get(tabId) === true;
  }

  all(): number[] {
    return [...this.#known.keys()];
  }

  async get(tabId: number): Promise<chrome.tabs.Tab> {
    try {
      return await this.api.tabs.get(tabId);
    } catch {
      throw TAB_CLOSED();
    }
  }

  #left(tabId: number): void {
    if (!this.#known.delete(tabId)) return;
    this.owner.dropped(tabId);
    this.owner.happened({ kind: "tab_closed", tabId });
  }
}

/** Waits for the tab to have loaded what it loads, from now on or from `act` on. */
export async function untilLoaded(api: Api, tabId: number, signal: AbortSignal, act?: () => Promise<unknown>): Promise<void> {
  const end = new AbortController();
  const loaded = new Promise<void>((resolve, reject) => {
    const updated = (id: number, change: { status?: string }): void => {
      if (id === tabId && change.status === "complete") resolve();
    };
    const removed = (id: number): void => {
      if (id === tabId) reject(TAB_CLOSED());
    };
    const stop = (): void => reject(toRefusal(signal.reason));
    api.tabs.onUpdated.addListener(updated);
    api.tabs.onRemoved.addListener(removed);
    signal.addEventListener("abort", stop);
    end.signal.addEventListener("abort", () => {
      api.tabs.onUpdated.removeListener(updated);
      api.tabs.onRemoved.removeListener(removed);
      signal.removeEventListener("abort", stop);
    });
  });
  // It may end before anybody waits for it.
  loaded.catch(() => undefined);
  try {
    if (act !== undefined) await act();
    else if ((await api.tabs.get(tabId).catch(() => undefined))?.status !== "loading") return;
    await loaded;
  } finally {
    end.abort();
  }
}
