/**
 * What the panel and the worker say to each other on the port "panel". The worker adds the number and the key of a
 * question; it passes on only what is in its list, so a panel can say nothing else to Laika.
 */

import type { Ask, Down } from "../../../shared/daemon.js";

export const PANEL_PORT = "panel";

/** A message of the panel. `n` is a number of the panel's own, and comes back with the reply. */
export type FromPanel =
  | { n: number; ask: Ask }
  /** Starts Laika where it does not run. */
  | { n: number; do: "open_laika" }
  /** Says which tab is in front now; the answer is `front`. */
  | { n: number; do: "front" }
  /**
   * The panel can be drawn. From now on it is told how things stand. Its window is known from the browser where that
   * tells (Chromium); elsewhere it is the number given here.
   */
  | { n: number; do: "ready"; windowId?: number }
  /** Lets the person choose a part of the page in front; `picked` comes when they did. */
  | { n: number; do: "pick_region" }
  /** They do not want to any more. */
  | { n: number; do: "drop_region" }
  /** Says what could be added to a collection; `offered` comes. */
  | { n: number; do: "offer_sources" };

/** A message of the worker. */
export type ToPanel =
  /** The answer to `ask`. */
  | { n: number; reply: Down }
  /** The answer to a `do`. */
  | { n: number; done: true }
  | { n: number; done: false; code: string; sentence: string }
  /** What nobody asked for: news, and errors without a question. */
  | { down: Down }
  | { link: Link }
  /** The tab in front in the panel's window; null where there is none. */
  | { front: Front | null }
  /** The person chose an entry of the context menu on this tab. */
  | { menu: Menu }
  /** The person chose a part of the page, which is selected there now. */
  | { picked: Picked }
  /** What could be added to a collection now. */
  | { offered: Offered };

export type LinkState = "connecting" | "online" | "offline" | "locked" | "update";

export interface Link {
  state: LinkState;
  /** One sentence of ours: what is wrong and what to do. */
  sentence?: string;
  /** The version of the program at the other end. */
  laika?: string;
}

/** `needed`: the site must be granted first. `restricted`: no one can grant it. */
export type Access = "granted" | "needed" | "restricted";

export interface Front {
  tabId: number;
  windowId: number;
  /** Empty where the browser does not tell: nothing was granted for this tab, and Laika was not called on it. */
  url: string;
  /** Empty where the address is not known or has none. */
  origin: string;
  title: string;
  access: Access;
  incognito: boolean;
}

/** How much was chosen, and where. Never what: that stays in the page. */
export interface Picked {
  tabId: number;
  chars: number;
}

/** Pages that could be added to a collection: the one in front, those of the tabs beside it that are selected, and links. */
export interface Offered {
  page: OfferedTab | null;
  tabs: OfferedTab[];
  /** Selected tabs of which the browser tells no address. */
  unseen: number;
  /** The links in what is selected in the page in front. */
  links: OfferedLink[];
}

export interface OfferedTab {
  tabId: number;
  url: string;
  title: string;
}

/** All of it comes out of a page. */
export interface OfferedLink {
  url: string;
  text: string;
}

export interface Menu {
  what: "ask_selection" | "extract_table";
  tabId: number;
}
