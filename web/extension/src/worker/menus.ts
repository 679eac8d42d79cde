/** The ways in that are not the panel: the toolbar, the shortcut and the context menu. */

import type { Menu } from "../shared/panel-port.js";
import { type Api, isGecko } from "./api.js";

const ENTRIES: [id: Menu["what"], title: string, contexts: string[]][] = [
  ["ask_selection", "Ask Laika about selection", ["selection"]],
  ["extract_table", "Extract table", ["page", "selection"]],
];

export interface MenusOwner {
  /** Laika was called on this tab, so the browser tells more of it now. */
  called(tab: chrome.tabs.Tab): void;
  menu(menu: Menu, windowId: number): void;
}

export function addMenus(api: Api, owner: MenusOwner): void {
  api.runtime.onInstalled.addListener(() => {
    // Another one may be there from before an update.
    void Promise.resolve(api.contextMenus.removeAll()).then(() => {
      for (const [id, title, contexts] of ENTRIES) {
        const documentUrlPatterns = ["http://*/*", "https://*/*"];
        api.contextMenus.create({ id, title, contexts, documentUrlPatterns } as chrome.contextMenus.CreateProperties);
      }
    });
  });
  // The browser opens a panel only within the click, so nothing is waited for before.
  api.action.onClicked.addListener((tab) => {
    openPanel(api, tab.windowId);
    owner.called(tab);
  });
  api.contextMenus.onClicked.addListener(({ menuItemId }, tab) => {
    const entry = ENTRIES.find(([id]) => id === menuItemId);
    if (entry === undefined || tab?.id === undefined) return;
    openPanel(api, tab.windowId);
    owner.called(tab);
    owner.menu({ what: entry[0], tabId: tab.id }, tab.windowId);
  });
}

function openPanel(api: Api, windowId: number): void {
  const gecko = api as Api & { sidebarAction?: { open(): Promise<void> } };
  const opened = isGecko(api) ? gecko.sidebarAction?.open() : api.sidePanel.open({ windowId });
  Promise.resolve(opened).catch(() => undefined);
}
