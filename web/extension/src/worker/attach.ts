/** Puts the page script and its glue into a tab, and says which documents answered. */

import type { Attached as AttachedTab } from "../../../shared/daemon.js";
import type { Api } from "./api.js";
import type { Documents } from "./documents.js";
import { Refusal, RESTRICTED } from "./refusal.js";
import { isRestricted } from "./restricted.js";
import { type Tabs, untilLoaded } from "./tabs.js";

/** The glue opens the guard, so it comes behind the script that stands guard. */
const FILES = ["page.js", "glue.js"];
const LOAD_MS = 5_000;
const ANSWER_MS = 2_000;

const NO_ACCESS = (): Refusal =>
  new Refusal("PERMISSION_REQUIRED", "E_NO_SITE_ACCESS", "the browser does not let Laika see this site; grant it first");
const NO_ANSWER = (): Refusal => new Refusal("UNAVAILABLE", "E_NO_ANSWER", "the page cannot be talked to");
const NOT_LOADED = (): Refusal => new Refusal("UNAVAILABLE", "E_NAVIGATION", "the page could not be loaded");

export async function attach(
  api: Api,
  tabs: Tabs,
  documents: Documents,
  ports: ReadonlySet<string>,
  tabId: number,
  signal: AbortSignal,
): Promise<AttachedTab> {
  const tab = await tabs.get(tabId);
  if (tab.incognito && !(await api.extension.isAllowedIncognitoAccess())) {
    throw new Refusal("PRECONDITION_FAILED", "E_PRIVATE_WINDOW", "Laika is not switched on in private windows");
  }
  if (tab.status === "loading") await untilLoaded(api, tabId, soon(signal, LOAD_MS)).catch(() => undefined);
  const { url } = await tabs.get(tabId);
  if (url !== undefined && isRestricted(url, ports)) throw RESTRICTED();
  signal.throwIfAborted();
  const isNew = !tabs.has(tabId);
  tabs.add(tabId, false);
  try {
    const frames = await inject(api, tabId);
    const haveAll = (): boolean => frames.every((frameId) => documents.at(tabId, frameId) !== undefined);
    await documents.until(haveAll, soon(signal, ANSWER_MS));
    const { title, url: shown, incognito } = await tabs.get(tabId);
    // Where the top document may not be touched, nothing in it is.
    if (documents.at(tabId, 0) === undefined) throw isRestricted(shown ?? "", ports) ? RESTRICTED() : NO_ANSWER();
    return {
      documents: documents.ofTab(tabId).map((document) => document.told()),
      title: title ?? "",
      url: shown ?? "",
      incognito,
    };
  } catch (error) {
    documents.release(tabId);
    if (isNew) tabs.forget(tabId);
    throw error;
  }
}

/** The frames that it went into: those the browser lets us see. */
async function inject(api: Api, tabId: number): Promise<number[]> {
  try {
    const target = { tabId, allFrames: true };
    const done = await api.scripting.executeScript({ target, files: FILES, injectImmediately: true });
    return done.map((one) => one.frameId);
  } catch (error) {
    throw whyNot(String(error));
  }
}

/** What the browser says is in its own words; only their kind is told. */
export function whyNot(said: string): Refusal {
  if (/No tab with id/i.test(said)) return new Refusal("NOT_FOUND", "E_TAB_CLOSED", "the tab is closed");
  if (/error page/i.test(said)) return NOT_LOADED();
  if (/chrome:|about:|edge:|devtools|view-source|gallery|webstore|extension:|file:|policy/i.test(said)) return RESTRICTED();
  return NO_ACCESS();
}

function soon(signal: AbortSignal, ms: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)]);
}
