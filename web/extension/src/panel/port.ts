/** The only file of the panel that talks to the browser. Everything else is given what it needs. */

import type { PanelAsk } from "../../../shared/daemon.js";
import { type FromPanel, PANEL_PORT, type ToPanel } from "../shared/panel-port.js";
import { webAddress } from "../../../shared/document.js";
import type { Message } from "./model.js";

type Api = typeof chrome;
type Omitted<T> = T extends { n: number } ? Omit<T, "n"> : never;

/** Firefox has promises only under its own name. */
const api: Api = ((globalThis as { browser?: Api }).browser ?? chrome) as Api;

/** The worker is put to sleep and woken by the browser; its port goes with it. */
const RECONNECT_MS = [100, 500, 2000];
const PREFS = "uiPrefs";

export class WorkerPort {
  readonly #heard: (message: Message) => void;
  readonly #asked = new Map<number, PanelAsk | null>();
  #port: chrome.runtime.Port | null = null;
  #last = 0;
  #tries = 0;

  constructor(heard: (message: Message) => void) {
    this.#heard = heard;
  }

  connect(): void {
    const port = api.runtime.connect({ name: PANEL_PORT });
    this.#port = port;
    port.onMessage.addListener((message: ToPanel) => {
      this.#tries = 0;
      this.#hear(message);
    });
    port.onDisconnect.addListener(() => {
      if (this.#port !== port) return;
      this.#port = null;
      this.#asked.clear();
      this.#heard({ kind: "link", link: { state: "connecting" } });
      const wait = RECONNECT_MS[Math.min(this.#tries++, RECONNECT_MS.length - 1)];
      setTimeout(() => this.connect(), wait);
    });
    void this.#ready(port);
  }

  ask(ask: PanelAsk): void {
    this.#send({ ask }, ask);
  }

  openLaika(): void {
    this.#send({ do: "open_laika" }, null);
  }

  front(): void {
    this.#send({ do: "front" }, null);
  }

  pickRegion(): void {
    this.#send({ do: "pick_region" }, null);
  }

  dropRegion(): void {
    this.#send({ do: "drop_region" }, null);
  }

  offerSources(): void {
    this.#send({ do: "offer_sources" }, null);
  }

  async #ready(port: chrome.runtime.Port): Promise<void> {
    // Which window this is in the worker knows by itself in Chromium; elsewhere it has to be told.
    const window = await api.windows?.getCurrent().catch(() => undefined);
    if (this.#port !== port) return;
    const windowId = window?.id;
    this.#send(windowId === undefined ? { do: "ready" } : { do: "ready", windowId }, null);
  }

  #send(message: Omitted<FromPanel>, ask: PanelAsk | null): void {
    const n = ++this.#last;
    this.#asked.set(n, ask);
    try {
      this.#port?.postMessage({ n, ...message } as FromPanel);
    } catch {
      // The port went in this moment; its end is heard next.
      this.#asked.delete(n);
    }
  }

  #hear(message: ToPanel): void {
    if ("link" in message) this.#heard({ kind: "link", link: message.link });
    else if ("front" in message) this.#heard({ kind: "front", front: message.front });
    else if ("menu" in message) this.#heard({ kind: "menu", menu: message.menu });
    else if ("picked" in message) this.#heard({ kind: "picked", picked: message.picked });
    else if ("offered" in message) this.#heard({ kind: "offered", offered: message.offered });
    else if ("down" in message) this.#heard({ kind: "down", down: message.down, ask: null });
    else {
      const ask = this.#asked.get(message.n) ?? null;
      this.#asked.delete(message.n);
      if ("reply" in message) this.#heard({ kind: "down", down: message.reply, ask });
      else if (!message.done) this.#heard({ kind: "failed", code: message.code, sentence: message.sentence });
    }
  }
}

/** Asks the browser for sites. It has to be called inside a person's click, before anything else is waited for. */
export function requestAccess(origins: string[]): Promise<boolean> {
  const patterns = origins.map(pattern).filter((one) => one !== null);
  if (patterns.length === 0 || patterns.length < origins.length) return Promise.resolve(false);
  return api.permissions.request({ origins: patterns }).catch(() => false);
}

/** Takes back what was given for a site (C-56). */
export function removeAccess(origin: string): void {
  const one = pattern(origin);
  if (one !== null) void api.permissions.remove({ origins: [one] }).catch(() => false);
}

/** A pattern for one host. Ports cannot be told apart in patterns by every browser; the daemon tells them apart. */
function pattern(origin: string): string | null {
  const url = webAddress(origin);
  return url === null ? null : `${url.protocol}//${url.hostname}/*`;
}

/** Opens a page of the web in a tab; nothing else is ever opened from here. */
export async function openTab(url: string, active = true): Promise<number | null> {
  const address = webAddress(url);
  if (address === null) return null;
  const tab = await api.tabs.create({ url: address.href, active });
  return tab.id ?? null;
}

/** Nothing is kept in private windows, and nowhere is anything kept but this one preference (SURF-040, SURF-041). */
export async function readOnboarded(): Promise<boolean> {
  if (isPrivate()) return false;
  const kept = await api.storage.local.get(PREFS).catch(() => ({}));
  const prefs = (kept as Record<string, unknown>)[PREFS];
  return (Object(prefs) as { onboarded?: unknown }).onboarded === true;
}

export function keepOnboarded(incognito: boolean): void {
  if (!incognito && !isPrivate()) void api.storage.local.set({ [PREFS]: { onboarded: true } }).catch(() => undefined);
}

/** Unknown means private. */
function isPrivate(): boolean {
  return api.extension?.inIncognitoContext !== false;
}
