/**
 * The panels that are open. Only our own page may be one, and it may say only what is in the list: everything else
 * between the daemon and the worker is none of its business.
 */

import type { Down, PanelAsk } from "../../../shared/daemon.js";
import type { FromPanel, Front, Link, Menu, Offered, Picked, ToPanel } from "../shared/panel-port.js";
import type { Api } from "./api.js";
import { errorDown } from "./down.js";
import { toRefusal } from "./refusal.js";

const PAGE = "panel.html";
const MOST_CHARS = 262_144;
const MOST_PANELS = 20;

/** By its type it has exactly the names of the asks of a panel. */
const MAY_SAY: Record<PanelAsk["say"] | "sync", true> = {
  begin: true,
  answer: true,
  resume: true,
  stop: true,
  panic: true,
  unlock: true,
  status: true,
  watch: true,
  authorise: true,
  decline: true,
  pause: true,
  grants: true,
  revoke: true,
  site_mode: true,
  site: true,
  disconnect: true,
  preview: true,
  gesture: true,
  reattach: true,
  continue: true,
  collect: true,
  sync: true,
};

export interface PanelsOwner {
  ask(ask: PanelAsk): Promise<Down>;
  openLaika(): void;
  front(windowId: number | undefined): Promise<Front | null>;
  link(): Link;
  /** Both are about the page in front of a window. */
  pickRegion(windowId: number | undefined): Promise<Picked>;
  dropRegion(windowId: number | undefined): Promise<void>;
  offerSources(windowId: number | undefined): Promise<Offered>;
  /** A panel is there. */
  opened(): void;
}

interface Panel {
  port: chrome.runtime.Port;
  windowId: number | undefined;
  isReady: boolean;
}

export class Panels {
  readonly #open = new Set<Panel>();
  #menu: (Menu & { windowId: number }) | undefined;

  constructor(
    readonly api: Api,
    readonly owner: PanelsOwner,
  ) {}

  accept(port: chrome.runtime.Port): void {
    if (!isOurPanel(this.api, port.sender) || this.#open.size >= MOST_PANELS) {
      port.disconnect();
      return;
    }
    const panel: Panel = { port, windowId: port.sender?.tab?.windowId, isReady: false };
    this.#open.add(panel);
    port.onDisconnect.addListener(() => this.#open.delete(panel));
    port.onMessage.addListener((message: unknown) => void this.#hear(panel, message));
  }

  tellAll(message: ToPanel): void {
    for (const panel of this.#open) if (panel.isReady) panel.port.postMessage(message);
  }

  /** The tab in front of some panel may be another one now. */
  async refresh(windowId?: number): Promise<void> {
    for (const panel of this.#open) {
      if (panel.isReady && (windowId === undefined || panel.windowId === undefined || panel.windowId === windowId)) {
        await this.#tellFront(panel);
      }
    }
  }

  /** For the panel of this window; it may be about to open. */
  menu(menu: Menu, windowId: number): void {
    this.#menu = { ...menu, windowId };
    for (const panel of this.#open) this.#tellMenu(panel);
  }

  async #hear(panel: Panel, message: unknown): Promise<void> {
    const { n, ask, do: wish, windowId } = Object(message) as Record<string, unknown>;
    if (typeof n !== "number") return;
    const answer: ToPanel =
      typeof wish === "string" ? await this.#wish(panel, n, wish, windowId) : { n, reply: await this.#ask(ask) };
    // It may be closed by now.
    if (this.#open.has(panel)) panel.port.postMessage(answer);
  }

  #ask(ask: unknown): Promise<Down> | Down {
    const say: unknown = Object(ask).say;
    if (typeof say !== "string" || !Object.hasOwn(MAY_SAY, say)) {
      return errorDown("INVALID_ARGUMENT", "The panel may not say this.");
    }
    if (JSON.stringify(ask).length > MOST_CHARS) return errorDown("INVALID_ARGUMENT", "This is too long.");
    return this.owner.ask(ask as PanelAsk);
  }

  async #wish(panel: Panel, n: number, wish: string, windowId: unknown): Promise<ToPanel> {
    switch (wish as Extract<FromPanel, { do: string }>["do"]) {
      case "ready":
        panel.windowId = (await this.#windowOf(panel)) ?? (typeof windowId === "number" ? windowId : undefined);
        panel.isReady = true;
        this.owner.opened();
        panel.port.postMessage({ link: this.owner.link() } satisfies ToPanel);
        await this.#tellFront(panel);
        this.#tellMenu(panel);
        return { n, done: true };
      case "front":
        await this.#tellFront(panel);
        return { n, done: true };
      case "open_laika":
        this.owner.openLaika();
        return { n, done: true };
      case "pick_region":
        return this.#pick(panel, n);
      case "drop_region":
        await this.owner.dropRegion(panel.windowId);
        return { n, done: true };
      case "offer_sources": {
        const offered = await this.owner.offerSources(panel.windowId);
        if (this.#open.has(panel)) panel.port.postMessage({ offered } satisfies ToPanel);
        return { n, done: true };
      }
      default:
        return { n, done: false, code: "INVALID_ARGUMENT", sentence: "The panel may not do this." };
    }
  }

  async #pick(panel: Panel, n: number): Promise<ToPanel> {
    try {
      const picked = await this.owner.pickRegion(panel.windowId);
      if (this.#open.has(panel)) panel.port.postMessage({ picked } satisfies ToPanel);
      return { n, done: true };
    } catch (error) {
      const { reason, message } = toRefusal(error);
      return { n, done: false, code: reason, sentence: message };
    }
  }

  /** Which window a panel is in only the browser knows: a side panel has no tab. */
  async #windowOf(panel: Panel): Promise<number | undefined> {
    const documentId = panel.port.sender?.documentId;
    if (panel.windowId !== undefined || documentId === undefined || !("getContexts" in this.api.runtime)) return panel.windowId;
    const [context] = await this.api.runtime.getContexts({ documentIds: [documentId] }).catch(() => []);
    return context === undefined || context.windowId < 0 ? undefined : context.windowId;
  }

  async #tellFront(panel: Panel): Promise<void> {
    const front = await this.owner.front(panel.windowId);
    if (this.#open.has(panel)) panel.port.postMessage({ front } satisfies ToPanel);
  }

  #tellMenu(panel: Panel): void {
    if (this.#menu === undefined || !panel.isReady) return;
    const { windowId, ...menu } = this.#menu;
    if (panel.windowId !== undefined && panel.windowId !== windowId) return;
    this.#menu = undefined;
    panel.port.postMessage({ menu } satisfies ToPanel);
  }
}

/** Exactly our page, from exactly our origin. */
export function isOurPanel(api: Api, sender: chrome.runtime.MessageSender | undefined): boolean {
  const page = api.runtime.getURL(PAGE);
  const origin = new URL(page).protocol + "//" + new URL(page).host;
  const fromOrigin = sender?.origin === undefined || sender.origin === origin;
  const isTop = sender?.frameId === undefined || sender.frameId === 0;
  return sender?.id === api.runtime.id && sender.url === page && fromOrigin && isTop;
}
