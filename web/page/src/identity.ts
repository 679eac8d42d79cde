/**
 * Which page this is. One document can become another page without a load; the generation counts those changes, and
 * every handle belongs to one generation. The browser process remains the authority (S14).
 */

import * as dom from "./dom.js";
import { plainTitle } from "./title.js";
import type { Identity } from "./types.js";

let count = 0;
let href = location.href;
const listeners: (() => void)[] = [];

interface EntryChange extends Event {
  readonly navigationType: "push" | "replace" | "reload" | "traverse" | null;
}

/** Starts to watch the address. Called once, at document start, before the page can listen to anything. */
export function watchAddress(): void {
  const navigation = (globalThis as { navigation?: EventTarget }).navigation;
  if (navigation !== undefined) {
    dom.listen(navigation, "currententrychange", (event) => {
      const { navigationType } = event as EntryChange;
      // Pages save their scroll position by replacing an entry with the same address: that is no other page.
      if (navigationType === "push" || navigationType === "traverse") raise();
      else checkAddress();
    });
    dom.listen(globalThis, "popstate", checkAddress, { capture: true });
  } else {
    dom.listen(globalThis, "popstate", raise, { capture: true });
  }
  dom.listen(globalThis, "hashchange", checkAddress, { capture: true });
}

/** Notices an address that changed without an event. */
export function checkAddress(): void {
  if (location.href !== href) raise();
}

export function raise(): void {
  href = location.href;
  count += 1;
  for (const listener of listeners) listener();
}

/** Calls back whenever the generation rises. */
export function onRaise(listener: () => void): void {
  listeners.push(listener);
}

export function generation(): number {
  checkAddress();
  return count;
}

export function identity(): Identity {
  return {
    generation: generation(),
    href,
    origin: globalThis.origin,
    title: plainTitle(),
    readyState: dom.readyState(document),
    contentType: dom.contentType(document),
  };
}
