/**
 * What could be added to a collection: pages of tabs that the browser lets Laika see, and the links in what is selected in
 * the page in front. Nothing is offered of a private window, since nothing of that is kept.
 */

import type { Front, Offered, OfferedLink, OfferedTab } from "../shared/panel-port.js";
import { webAddress } from "../../../shared/document.js";
import type { Api } from "./api.js";

const MOST_TABS = 50;
const MOST_LINKS = 50;
const MOST_URL = 2_048;
const MOST_TEXT = 200;

export async function offerSources(api: Api, front: Front | null, selected: readonly Front[]): Promise<Offered> {
  const nothing: Offered = { page: null, tabs: [], unseen: 0, links: [] };
  if (front === null || front.incognito) return nothing;
  const open = selected.filter((tab) => !tab.incognito);
  const seen = open.filter(isSeen);
  return {
    page: isSeen(front) ? offered(front) : null,
    // One tab is always selected; that is the page itself.
    tabs: open.length > 1 ? seen.slice(0, MOST_TABS).map(offered) : [],
    unseen: open.length > 1 ? open.length - seen.length : 0,
    links: isSeen(front) ? await selectedLinks(api, front.tabId) : [],
  };
}

function isSeen(tab: Front): boolean {
  return tab.access === "granted" && webAddress(tab.url) !== null;
}

function offered({ tabId, url, title }: Front): OfferedTab {
  return { tabId, url, title: title.slice(0, MOST_TEXT) };
}

async function selectedLinks(api: Api, tabId: number): Promise<OfferedLink[]> {
  const target = { tabId, frameIds: [0] };
  const found = await api.scripting.executeScript({ target, func: links, args: [MOST_LINKS * 4], injectImmediately: true }).catch(() => []);
  return readLinks(found[0]?.result);
}

/** What comes out of a page is looked at: addresses of the web, each once, and a few words. */
export function readLinks(answer: unknown): OfferedLink[] {
  const read = new Map<string, OfferedLink>();
  for (const one of Array.isArray(answer) ? answer : []) {
    const { url, text } = Object(one) as { url?: unknown; text?: unknown };
    const address = typeof url === "string" && url.length <= MOST_URL ? webAddress(url) : null;
    if (address === null || read.size >= MOST_LINKS) continue;
    address.hash = "";
    const words = typeof text === "string" ? text.slice(0, MOST_TEXT) : "";
    if (!read.has(address.href)) read.set(address.href, { url: address.href, text: words });
  }
  return [...read.values()];
}

/** Runs in the isolated world of the page, so nothing around it can be used. */
function links(most: number): unknown {
  const selection = document.getSelection();
  const found: { url: string; text: string }[] = [];
  for (let at = 0; selection !== null && at < selection.rangeCount; at++) {
    const range = selection.getRangeAt(at);
    if (range.collapsed) continue;
    const around = range.commonAncestorContainer;
    const root = around instanceof Element ? around : around.parentElement;
    const inside = [...(root?.querySelectorAll<HTMLAnchorElement>("a[href]") ?? [])];
    const above = root?.closest<HTMLAnchorElement>("a[href]");
    for (const link of above == null ? inside : [above, ...inside]) {
      if (found.length < most && range.intersectsNode(link)) found.push({ url: link.href, text: link.innerText });
    }
  }
  return found;
}
