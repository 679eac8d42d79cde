/** What the daemon may do with tabs: open one, go somewhere in it, bring it to the front. */

import type { Api } from "./api.js";
import type { Documents } from "./documents.js";
import type { Fences } from "./fences.js";
import { FENCED, OTHER_DOCUMENT, Refusal, RESTRICTED } from "./refusal.js";
import { isRestricted } from "./restricted.js";
import { type Tabs, untilLoaded } from "./tabs.js";
import { checkToken } from "./tokens.js";

/** In whose name a token must be good. */
const TOOL = "browser.navigate";

export class Moves {
  constructor(
    readonly api: Api,
    readonly tabs: Tabs,
    readonly documents: Documents,
    readonly ports: () => ReadonlySet<string>,
    readonly fences: Fences,
  ) {}

  /** A tab for a task, in front. The answer does not wait for a page that loads for long. */
  async open(url: unknown, signal: AbortSignal): Promise<{ tabId: number; windowId: number }> {
    const address = this.#address(url);
    signal.throwIfAborted();
    const tab = await this.api.tabs.create({ url: address, active: true });
    if (tab.id === undefined) throw new Refusal("INTERNAL", "E_BROWSER", "the browser opened no tab");
    this.tabs.add(tab.id, true);
    const soon = AbortSignal.any([signal, AbortSignal.timeout(10_000)]);
    await untilLoaded(this.api, tab.id, soon).catch(() => undefined);
    return { tabId: tab.id, windowId: tab.windowId };
  }

  async navigate(tabId: number, url: unknown, token: unknown, signal: AbortSignal): Promise<object> {
    const address = this.#address(url);
    await this.tabs.get(tabId);
    this.#check(tabId, token);
    if (this.fences.isOutside(tabId, address)) throw FENCED();
    signal.throwIfAborted();
    const go = (): Promise<unknown> => this.api.tabs.update(tabId, { url: address }).catch(() => Promise.reject(notThere()));
    await untilLoaded(this.api, tabId, signal, go);
    if (await this.fences.hasLeft(tabId, (await this.tabs.get(tabId)).url)) throw FENCED();
    if (await this.#isErrorPage(tabId)) throw new Refusal("UNAVAILABLE", "E_NAVIGATION", "the page could not be loaded");
    return {};
  }

  async activate(tabId: number): Promise<object> {
    this.#known(tabId);
    await this.tabs.get(tabId);
    await this.api.tabs.update(tabId, { active: true });
    return {};
  }

  /** The tabs of one site, so that a person can choose. */
  async candidates(origin: unknown): Promise<{ tabs: { tabId: number; title: string; origin: string }[] }> {
    const all = await this.api.tabs.query({});
    const tabs = all.flatMap(({ id, title, url }) => {
      const isThere = url !== undefined && URL.canParse(url) && new URL(url).origin === origin;
      if (id === undefined || !isThere || isRestricted(url, this.ports())) return [];
      return [{ tabId: id, title: title ?? "", origin }];
    });
    return { tabs };
  }

  #address(url: unknown): string {
    if (typeof url !== "string" || isRestricted(url, this.ports())) throw RESTRICTED();
    return new URL(url).href;
  }

  /** An error page loads like any other. The browser tells only when something is to run in it. */
  async #isErrorPage(tabId: number): Promise<boolean> {
    try {
      await this.api.scripting.executeScript({ target: { tabId }, func: () => 0, injectImmediately: true });
      return false;
    } catch (error) {
      return /error page/i.test(String(error));
    }
  }

  #known(tabId: number): void {
    if (!this.tabs.has(tabId)) throw OTHER_DOCUMENT();
  }

  /** In a tab of a task there may be nothing that could hold a token, such as a page that could not be loaded. */
  #check(tabId: number, token: unknown): void {
    const document = this.documents.at(tabId, 0);
    if (document !== undefined) checkToken(document.capability, token, TOOL, Date.now());
    else if (!this.tabs.isTask(tabId)) throw OTHER_DOCUMENT();
  }
}

function notThere(): Refusal {
  return new Refusal("UNAVAILABLE", "E_NAVIGATION", "there is no such page to go to");
}
