/** The fences that stand. They live in the browser, for this session; a worker that starts takes all of them down. */

import type { Happened } from "../shared/daemon.js";
import type { Api } from "./api.js";
import { type Fence, fence, RULES_A_TAB, rules, stops } from "./fence-rules.js";
import { Refusal } from "./refusal.js";

const MOST_TABS = 20;

export class Fences {
  /** By the place whose numbers it has. */
  readonly #standing = new Map<number, Fence>();
  /** Changes are made one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    readonly api: Api,
    readonly happened: (event: Happened) => void,
    readonly notLoaded: (tabId: number) => void,
  ) {
    this.#last = this.#clear();
    // Seeing what failed needs the site to be granted; where it is not, the fence stands all the same.
    api.webRequest?.onErrorOccurred.addListener((request) => this.#failed(request), { urls: ["<all_urls>"] });
  }

  async set(tabId: number, origins: unknown, allow: unknown, on: unknown, signal: AbortSignal): Promise<object> {
    if (on !== true) {
      await this.drop(tabId);
      return {};
    }
    const wanted = fence(tabId, origins, allow);
    signal.throwIfAborted();
    await this.#change(async () => {
      const place = this.#placeOf(tabId) ?? this.#freePlace();
      await this.#replace(place, rules(wanted, 1 + place * RULES_A_TAB));
      this.#standing.set(place, wanted);
    });
    return {};
  }

  drop(tabId: number): Promise<void> {
    return this.#change(async () => {
      const place = this.#placeOf(tabId);
      if (place === undefined) return;
      this.#standing.delete(place);
      await this.#replace(place, []);
    });
  }

  #change(change: () => Promise<void>): Promise<void> {
    const next = this.#last.catch(() => undefined).then(change);
    this.#last = next;
    return next;
  }

  async #replace(place: number, addRules: chrome.declarativeNetRequest.Rule[]): Promise<void> {
    const removeRuleIds = Array.from({ length: RULES_A_TAB }, (_, index) => 1 + place * RULES_A_TAB + index);
    await this.api.declarativeNetRequest.updateSessionRules({ removeRuleIds, addRules });
  }

  async #clear(): Promise<void> {
    const old = await this.api.declarativeNetRequest.getSessionRules();
    await this.api.declarativeNetRequest.updateSessionRules({ removeRuleIds: old.map((rule) => rule.id) });
  }

  #placeOf(tabId: number): number | undefined {
    for (const [place, one] of this.#standing) if (one.tabId === tabId) return place;
    return undefined;
  }

  #freePlace(): number {
    for (let place = 0; place < MOST_TABS; place++) if (!this.#standing.has(place)) return place;
    throw new Refusal("RATE_LIMITED", "E_TOO_MANY_FENCES", "too many tabs are fenced at once");
  }

  #failed({ tabId, method, url, type }: chrome.webRequest.OnErrorOccurredDetails): void {
    const isMain = type === "main_frame";
    if (isMain) this.notLoaded(tabId);
    const place = this.#placeOf(tabId);
    const standing = place === undefined ? undefined : this.#standing.get(place);
    if (standing !== undefined && stops(standing, method, url, isMain)) {
      this.happened({ kind: "fenced", tabId, method, url, main: isMain });
    }
  }
}
