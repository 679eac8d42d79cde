/**
 * The worker: a relay between the daemon, the pages and the panels. The daemon is the only truth. A worker that was
 * started anew holds nothing, and attaches to nothing by itself; every listener is in place before it does anything.
 */

import type { Down, Happened } from "../../../shared/daemon.js";
import { type Front, type Link as LinkNews, PANEL_PORT } from "../shared/panel-port.js";
import { withoutAccess } from "./access.js";
import { theApi } from "./api.js";
import { badge, markTab, show } from "./badge.js";
import { Browsing } from "./browse.js";
import { deeds } from "./deeds.js";
import { Documents, PAGE_PORT } from "./documents.js";
import { Fences } from "./fences.js";
import { frontOf, selectedFronts } from "./front.js";
import { introduction } from "./hello.js";
import { Input } from "./input.js";
import { HOST, Link } from "./link.js";
import { remember, remembered } from "./memory.js";
import { addMenus } from "./menus.js";
import { Moves } from "./moves.js";
import { takeover } from "./notice.js";
import { Panels } from "./panels.js";
import { OutOfReach } from "./reach.js";
import { dropRegion, pickRegion } from "./region.js";
import { isRestrictedDocument, portsOf } from "./restricted.js";
import { offerSources } from "./sources.js";
import { Standing } from "./standing.js";
import { Tabs } from "./tabs.js";

const api = theApi();
const standing = new Standing();
const outOfReach = new OutOfReach(api);
/** Tabs that a run waits for, because their site is not granted. */
const ungranted = new Set<number>();
let ports: ReadonlySet<string> = new Set();
let linkNews: LinkNews = { state: "connecting" };

const link = new Link({
  connect: () => api.runtime.connectNative(HOST),
  introduce: () => introduction(api),
  stands: (news) => {
    linkNews = news;
    panels.tellAll({ link: shownLink() });
    draw();
  },
  welcomed: (features) => {
    ports = portsOf(features);
    void catchUp();
    void panels.refresh();
  },
  heard,
  lost: letGo,
});

const happened = (event: Happened): void => link.tell({ say: "happened", event });
const tabs = new Tabs(api, { happened, dropped: (tabId) => drop(tabId) });
const documents = new Documents({
  expects: (tabId, url, origin) => tabs.has(tabId) && !isRestrictedDocument(url, origin, ports),
  noticed: (document, notice) => takeover(document.tabId, notice, happened),
  gone: ({ tabId, frameId, documentId }) => happened({ kind: "document_gone", tabId, frameId, documentId }),
});
const fences = new Fences(api, happened);
const moves = new Moves(api, tabs, documents, () => ports, fences);
const input = new Input(api, documents, happened);
const browsing = new Browsing(
  deeds({
    ...{ api, tabs, documents, moves, fences, input },
    ports: () => ports,
    cancel: (tabId) => browsing.cancelAll(tabId),
    release: drop,
    needsAccess: (tabId, needs) => {
      if (needs) ungranted.add(tabId);
      else ungranted.delete(tabId);
      markTab(api, tabId, needs);
    },
  }),
  (answer) => link.tell(answer),
);
const panels: Panels = new Panels(api, {
  ask: async (ask) => {
    const reply = await link.ask(ask);
    if (standing.hear(reply)) drawAll();
    return reply;
  },
  openLaika: () => link.open(),
  front,
  link: shownLink,
  pickRegion: async (windowId) => pickRegion(api, await front(windowId), (tabId) => tabs.has(tabId)),
  dropRegion: async (windowId) => dropRegion(api, await front(windowId)),
  offerSources: async (windowId) => offerSources(api, await front(windowId), await selectedFronts(api, windowId, ports, outOfReach)),
  opened: () => link.start(),
});

api.runtime.onConnect.addListener((port) => {
  if (port.sender?.id !== api.runtime.id) port.disconnect();
  else if (port.name === PAGE_PORT) documents.accept(port);
  else if (port.name === PANEL_PORT) panels.accept(port);
  else port.disconnect();
});
api.tabs.onActivated.addListener(({ windowId }) => void panels.refresh(windowId));
api.tabs.onUpdated.addListener((_tabId, change, tab) => {
  if (tab.active && (change.status !== undefined || change.url !== undefined || change.title !== undefined)) {
    void panels.refresh(tab.windowId);
  }
});
api.permissions.onAdded.addListener(() => {
  for (const tabId of ungranted) markTab(api, tabId, false);
  ungranted.clear();
  void panels.refresh();
});
api.permissions.onRemoved.addListener(({ origins }) => {
  if (origins !== undefined && origins.length > 0) void takenBack();
  void panels.refresh();
});
addMenus(api, {
  called: (tab) => {
    outOfReach.called(tab);
    link.start();
    void panels.refresh(tab.windowId);
  },
  menu: (menu, windowId) => panels.menu(menu, windowId),
});
let lastSeen = 0;
link.start();

function front(windowId: number | undefined): Promise<Front | null> {
  return frontOf(api, windowId, ports, outOfReach);
}

function heard(message: Down): void {
  if (message.says === "browse") void browsing.take(message.requestId, message.deadlineMs, message.what);
  else if (message.says === "cancel") browsing.cancel(message.requestId);
  else {
    if (message.says === "news" && message.event !== undefined) seen(message.event);
    if (standing.hear(message)) drawAll();
    panels.tellAll({ down: message });
  }
}

/** Keeps the number of the last news, so that whatever ends while this worker does not run is asked for (SURF-040). */
function seen(event: number): void {
  if (event <= lastSeen) return;
  lastSeen = event;
  void remember(api, { lastSeenEventId: event });
}

async function catchUp(): Promise<void> {
  const { lastSeenEventId } = await remembered(api);
  const replies = [
    link.ask(lastSeenEventId === undefined ? { say: "sync" } : { say: "sync", lastSeenEventId }),
    link.ask({ say: "watch" }),
  ];
  for (const reply of replies) void reply.then(heard);
}

/** Access to sites was taken back. Nothing is done there any more; the daemon hears of the sites that it works on. */
async function takenBack(): Promise<void> {
  for (const document of documents.all()) document.capability = undefined;
  const lost = await withoutAccess(api, documents.all().map(({ origin }) => origin));
  if (lost.length > 0) happened({ kind: "permission_removed", origins: lost });
  // Which documents may still be seen the daemon asks by attaching again.
  for (const tabId of tabs.all()) documents.release(tabId);
}

function shownLink(): LinkNews {
  const isLocked = linkNews.state === "online" && standing.app === "locked";
  return isLocked ? { ...linkNews, state: "locked" } : linkNews;
}

/** Everything that is held for a tab. */
async function drop(tabId: number): Promise<void> {
  browsing.cancelAll(tabId);
  if (ungranted.delete(tabId)) markTab(api, tabId, false);
  documents.release(tabId);
  tabs.forget(tabId);
  await Promise.all([fences.drop(tabId), input.drop(tabId)]);
}

function letGo(): void {
  browsing.cancelAll();
  for (const tabId of tabs.all()) void drop(tabId);
  standing.forget();
}

function drawAll(): void {
  draw();
  panels.tellAll({ link: shownLink() });
  const runId = standing.latest();
  if (runId !== undefined) void remember(api, { runId });
}

/** What is shown on every tab; a tab whose site must be granted has a mark of its own. */
function draw(): void {
  show(api, badge({ needsPermission: false, link: shownLink().state, runs: standing.runs() }));
}
