/** The fences that stand. They live in the browser, for this session; a worker that starts takes all of them down. */

import type { Happened } from "../../../shared/daemon.js";
import type { Api } from "./api.js";
import { type Fence, fence, RULES_A_TAB, rules, stops } from "./fence-rules.js";
import { Refusal } from "./refusal.js";

/** With their rules they stay within what a browser takes for a session: 5,000. */
const MOST_TABS = 16;

type Seen = chrome.webRequest.OnBeforeRequestDetails;

export class Fences {
  /** By the place whose numbers it has. */
  readonly #standing = new Map<number, Fence>();
  /** Changes are made one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #see = (request: Seen): undefined => void this.#seen(request);

  constructor(
    readonly api: Api,
    readonly happened: (event: Happened) => void,
  ) {
    this.#last = this.#clear();
  }

  async set(tabId: number, origins: unknown, allow: unknown, on: unknown, signal: AbortSignal): Promise<object> {
    if (on !== true) {
      await this.drop(tabId);
      return {};
    }
    const asked = fence(tabId, origins, allow);
    await this.#change(async () => {
      const place = this.#placeOf(tabId) ?? this.#freePlace();
      const there = (await this.api.tabs.query({})).flatMap(({ id }) => (id === undefined || id === tabId ? [] : [id]));
      signal.throwIfAborted();
      const wanted = { ...asked, others: there };
      await this.#replace(place, rules(wanted, 1 + place * RULES_A_TAB));
      this.#standing.set(place, wanted);
      this.#watch();
    });
    return {};
  }

  /** Whether the fence of a tab keeps its page from going there. */
  isOutside(tabId: number, url: string): boolean {
    const standing = this.#of(tabId);
    return standing !== undefined && stops(standing, "GET", url, true);
  }

  /**
   * Whether a fenced tab shows the error of a page that it was kept from. The browser tells nothing of a site that is
   * not granted; so where all that the tab may open is granted, what is not seen is outside.
   */
  async hasLeft(tabId: number, url: string | undefined): Promise<boolean> {
    const standing = this.#of(tabId);
    if (standing === undefined || url !== undefined) return url !== undefined && this.isOutside(tabId, url);
    // Firefox has no ports in these.
    const origins = standing.origins.map((origin) => `${new URL(origin).protocol}//${new URL(origin).hostname}/*`);
    return this.api.permissions.contains({ origins });
  }

  drop(tabId: number): Promise<void> {
    return this.#change(async () => {
      const place = this.#placeOf(tabId);
      if (place === undefined) return;
      this.#standing.delete(place);
      this.#watch();
      await this.#replace(place, []);
    });
  }

  /**
   * Requests are looked at only while a fence stands, and seen only where their site is granted; where it is not, the
   * fence stands all the same. A listener from before the grant hears nothing, in Chromium 156.
   */
  #watch(): void {
    const requests = this.api.webRequest?.onBeforeRequest;
    requests?.removeListener(this.#see);
    if (this.#standing.size > 0) requests?.addListener(this.#see, { urls: ["<all_urls>"] });
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

  #of(tabId: number): Fence | undefined {
    const place = this.#placeOf(tabId);
    return place === undefined ? undefined : this.#standing.get(place);
  }

  #freePlace(): number {
    for (let place = 0; place < MOST_TABS; place++) if (!this.#standing.has(place)) return place;
    throw new Refusal("RATE_LIMITED", "E_TOO_MANY_FENCES", "too many tabs are fenced at once");
  }

  /** What belongs to no tab is a service worker's, and counts for the tabs of its site; so does a tab that is new. */
  #seen({ tabId, method, url, type, initiator }: Seen): void {
    const isMain = type === "main_frame";
    for (const fence of this.#standing.values()) {
      const isMeant = tabId === fence.tabId || (!fence.others.includes(tabId) && fence.origins.includes(initiator ?? ""));
      if (isMeant && stops(fence, method, url, isMain)) {
        this.happened({ kind: "fenced", tabId: fence.tabId, method, url, main: isMain });
      }
    }
  }
}
