/** The tab in front of a panel: what the browser tells of it without having been granted anything more. */

import type { Front } from "../shared/panel-port.js";
import type { Api } from "./api.js";
import type { OutOfReach } from "./reach.js";
import { isRestricted } from "./restricted.js";

export async function frontOf(
  api: Api,
  windowId: number | undefined,
  ports: ReadonlySet<string>,
  outOfReach: Pick<OutOfReach, "has">,
): Promise<Front | null> {
  const where = windowId === undefined ? { lastFocusedWindow: true } : { windowId };
  const [tab] = await api.tabs.query({ active: true, ...where }).catch(() => []);
  return tab?.id === undefined ? null : frontFrom(tab, ports, outOfReach.has(tab.id));
}

/** The tabs that the person selected in a window, the one in front among them. */
export async function selectedFronts(
  api: Api,
  windowId: number | undefined,
  ports: ReadonlySet<string>,
  outOfReach: Pick<OutOfReach, "has">,
): Promise<Front[]> {
  const where = windowId === undefined ? { lastFocusedWindow: true } : { windowId };
  const tabs = await api.tabs.query({ highlighted: true, ...where }).catch(() => []);
  return tabs.flatMap((tab) => (tab.id === undefined ? [] : [frontFrom(tab, ports, outOfReach.has(tab.id))]));
}

/** The address of a tab is told only where its site is granted, or Laika was called on it. */
export function frontFrom(tab: chrome.tabs.Tab, ports: ReadonlySet<string>, outOfReach: boolean): Front {
  const url = tab.url ?? "";
  const restricted = url === "" ? outOfReach : isRestricted(url, ports);
  return {
    tabId: tab.id as number,
    windowId: tab.windowId,
    url,
    origin: url !== "" && !restricted ? new URL(url).origin : "",
    title: tab.title ?? "",
    access: restricted ? "restricted" : url === "" ? "needed" : "granted",
    incognito: tab.incognito,
  };
}
