/**
 * Pages that stay out of reach whatever a person grants. The browser tells no address of them; that it tells none even
 * where Laika was called on the tab is what gives them away.
 */

import type { Api } from "./api.js";

export class OutOfReach {
  readonly #tabs = new Set<number>();

  constructor(api: Api) {
    // Another page is another matter.
    api.tabs.onUpdated.addListener((tabId, change) => change.status === "loading" && this.#tabs.delete(tabId));
    api.tabs.onRemoved.addListener((tabId) => this.#tabs.delete(tabId));
  }

  /** Laika was called on this tab. */
  called({ id, url }: chrome.tabs.Tab): void {
    if (id === undefined) return;
    if (url === undefined || url === "") this.#tabs.add(id);
    else this.#tabs.delete(id);
  }

  has(tabId: number): boolean {
    return this.#tabs.has(tabId);
  }
}
