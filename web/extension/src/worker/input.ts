/**
 * Real input, in the build that may debug. Three commands and no others: this is a hand on the mouse and the keys, and
 * no way to look into a page or to change it.
 */

import type { Happened } from "../../../shared/daemon.js";
import type { Api } from "./api.js";
import type { Documents } from "./documents.js";
import { Refusal } from "./refusal.js";

/** Whether this is that build: the browser gives the interface to no other. */
export const hasDebugger = (api: Api): boolean => "debugger" in api && api.debugger !== undefined;

const PROTOCOL = "1.3";
const METHODS = new Set(["Input.dispatchMouseEvent", "Input.dispatchKeyEvent", "Input.insertText"]);
const MOST_CHARS = 100_000;

export class Input {
  readonly #held = new Set<number>();

  constructor(
    readonly api: Api,
    readonly documents: Documents,
    readonly happened: (event: Happened) => void,
  ) {
    if (!hasDebugger(api)) return;
    api.debugger.onDetach.addListener(({ tabId }, reason) => {
      if (tabId === undefined || !this.#held.delete(tabId)) return;
      if (reason === "canceled_by_user") this.happened({ kind: "detached", tabId });
    });
  }

  async send(tabId: number, method: unknown, params: unknown, signal: AbortSignal): Promise<object> {
    if (!hasDebugger(this.api)) throw new Refusal("UNSUPPORTED", "E_NO_DEBUGGER", "this build of the extension makes no real input");
    if (typeof method !== "string" || !METHODS.has(method) || JSON.stringify(params ?? {}).length > MOST_CHARS) {
      throw new Refusal("INVALID_ARGUMENT", "E_ARGUMENT", "this is no input");
    }
    const capability = this.documents.at(tabId, 0)?.capability;
    if (capability === undefined) throw new Refusal("PRECONDITION_FAILED", "E_TOKEN", "the tab holds no token");
    if (Date.now() >= capability.expiresAtMs) {
      throw new Refusal("PRECONDITION_FAILED", "E_TOKEN_EXPIRED", "the token of this tab has expired");
    }
    signal.throwIfAborted();
    if (!this.#held.has(tabId)) {
      await this.api.debugger.attach({ tabId }, PROTOCOL);
      this.#held.add(tabId);
    }
    signal.throwIfAborted();
    await this.api.debugger.sendCommand({ tabId }, method, Object(params) as Record<string, unknown>);
    return {};
  }

  async drop(tabId: number): Promise<void> {
    if (this.#held.delete(tabId)) await this.api.debugger.detach({ tabId }).catch(() => undefined);
  }
}
