/** The table of everything the daemon may have done in the browser. What is not here is not done. */

import type { Browse } from "../../../shared/daemon.js";
import type { Api } from "./api.js";
import { askPage } from "./asking.js";
import { attach } from "./attach.js";
import type { Deed } from "./browse.js";
import type { Documents } from "./documents.js";
import type { Fences } from "./fences.js";
import type { Input } from "./input.js";
import type { Moves } from "./moves.js";
import { FENCED, OTHER_DOCUMENT, Refusal } from "./refusal.js";
import type { Tabs } from "./tabs.js";
import { capability } from "./tokens.js";

export interface Hands {
  api: Api;
  tabs: Tabs;
  documents: Documents;
  moves: Moves;
  fences: Fences;
  input: Input;
  ports(): ReadonlySet<string>;
  cancel(tabId: number): void;
  release(tabId: number): Promise<void>;
  /** Whether a run waits for the site of this tab to be granted. */
  needsAccess(tabId: number, needs: boolean): void;
}

export function deeds(hands: Hands): Deed {
  return async (what, signal) => {
    if ("tabId" in what && !Number.isInteger(what.tabId)) throw unreadable();
    return doIt(hands, what, signal);
  };
}

async function doIt(hands: Hands, what: Browse, signal: AbortSignal): Promise<unknown> {
  const { tabs, documents, moves, fences, input } = hands;
  switch (what.do) {
    case "open":
      return moves.open(what.url, signal);
    case "attach":
      return attachTo(hands, what.tabId, signal);
    case "ask":
      return askPage(documents, what, Date.now(), signal);
    case "token":
      return setToken(documents, what);
    case "revoke":
      return revoke(hands, what.tabId);
    case "navigate":
      return moves.navigate(what.tabId, what.url, what.token, signal);
    case "activate":
      return moves.activate(what.tabId);
    case "fence":
      if (!tabs.has(what.tabId)) throw OTHER_DOCUMENT();
      return fences.set(what.tabId, what.origins, what.allow, what.on, signal);
    case "release":
      return hands.release(what.tabId);
    case "tabs":
      return moves.candidates(what.origin);
    case "input":
      return input.send(what.tabId, what.method, what.params, signal);
    default:
      throw unreadable();
  }
}

async function attachTo(hands: Hands, tabId: number, signal: AbortSignal): Promise<unknown> {
  const { url } = await hands.tabs.get(tabId);
  if (await hands.fences.hasLeft(tabId, url)) throw FENCED();
  try {
    const attached = await attach(hands.api, hands.tabs, hands.documents, hands.ports(), tabId, signal);
    hands.needsAccess(tabId, false);
    return attached;
  } catch (error) {
    if (error instanceof Refusal && error.code === "PERMISSION_REQUIRED") hands.needsAccess(tabId, true);
    throw error;
  }
}

function setToken(documents: Documents, what: Extract<Browse, { do: "token" }>): object {
  const document = documents.at(what.tabId, what.frameId);
  if (document === undefined || document.documentId !== what.documentId) throw OTHER_DOCUMENT();
  document.capability = capability(what.token, what.expiresAtMs, what.tools);
  return {};
}

function revoke({ documents, cancel }: Hands, tabId: number): object {
  for (const document of documents.ofTab(tabId)) document.capability = undefined;
  cancel(tabId);
  return {};
}

function unreadable(): Refusal {
  return new Refusal("INVALID_ARGUMENT", "E_ARGUMENT", "the request cannot be read");
}
