/**
 * The documents that are attached, each with the port of its glue. Who is at the other end is what the browser
 * process says in `port.sender`, and nothing that comes over the port (S14).
 */

import type { AttachedDocument } from "../../../shared/daemon.js";
import { OTHER_DOCUMENT, Refusal } from "./refusal.js";
import type { Capability } from "./tokens.js";

export const PAGE_PORT = "page";
const MOST_NOTICE_CHARS = 1_000;
const MOST_PATH = 64;

export interface DocumentsOwner {
  /** Whether documents of this tab are waited for, and may be at this address. */
  expects(tabId: number, url: string, origin: string): boolean;
  noticed(document: Attached, notice: Record<string, unknown>): void;
  gone(document: Attached): void;
}

export class Attached {
  path: number[] | null = null;
  capability: Capability | undefined;
  /** Whether an act is under way here. */
  acting = false;
  readonly #answers = new Map<number, (text: unknown) => void>();
  #n = 0;

  constructor(
    readonly tabId: number,
    readonly frameId: number,
    readonly documentId: string,
    readonly origin: string,
    readonly url: string,
    readonly port: chrome.runtime.Port,
  ) {}

  /** Puts a question to the page script. The answer is the page's: nothing in it is taken for true here. */
  ask(request: unknown, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const n = ++this.#n;
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#answers.delete(n);
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", stop, { once: true });
      this.#answers.set(n, (text) => {
        signal.removeEventListener("abort", stop);
        const response = readResponse(text);
        if (response instanceof Error) reject(response);
        else resolve(response);
      });
      this.port.postMessage({ n, request });
    });
  }

  answered(n: number, text: unknown): void {
    const take = this.#answers.get(n);
    this.#answers.delete(n);
    take?.(text);
  }

  /** Nobody will answer any more. */
  end(): void {
    for (const n of [...this.#answers.keys()]) this.answered(n, OTHER_DOCUMENT());
  }

  told(): AttachedDocument {
    const { tabId, frameId, documentId, origin, url, path } = this;
    return { tabId, frameId, documentId, origin, url, path };
  }
}

export class Documents {
  readonly #all = new Map<string, Attached>();
  readonly #waiting = new Set<() => void>();

  constructor(readonly owner: DocumentsOwner) {}

  /** Takes a port of a page in, or closes it. */
  accept(port: chrome.runtime.Port): void {
    const document = identify(port);
    if (document === undefined || !this.owner.expects(document.tabId, document.url, document.origin)) {
      port.disconnect();
      return;
    }
    port.onMessage.addListener((message: unknown) => this.#hear(document, message));
    port.onDisconnect.addListener(() => {
      if (this.#forget(document)) this.owner.gone(document);
    });
    const before = this.at(document.tabId, document.frameId);
    if (before !== undefined && this.#forget(before)) {
      before.port.disconnect();
      this.owner.gone(before);
    }
    this.#all.set(key(document.tabId, document.frameId), document);
  }

  at(tabId: number, frameId: number): Attached | undefined {
    return this.#all.get(key(tabId, frameId));
  }

  ofTab(tabId: number): Attached[] {
    return [...this.#all.values()].filter((document) => document.tabId === tabId).sort((a, b) => a.frameId - b.frameId);
  }

  all(): Attached[] {
    return [...this.#all.values()];
  }

  /** Closes the ports of a tab; the glue lets go of its page. Nobody is told: it was asked for. */
  release(tabId: number): void {
    for (const document of this.ofTab(tabId)) {
      this.#forget(document);
      document.port.disconnect();
    }
  }

  /** Waits until `isEnough`, which is looked at whenever a document says where it is; or until the signal. */
  async until(isEnough: () => boolean, signal: AbortSignal): Promise<void> {
    while (!isEnough() && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const look = (): void => {
          this.#waiting.delete(look);
          signal.removeEventListener("abort", look);
          resolve();
        };
        this.#waiting.add(look);
        signal.addEventListener("abort", look, { once: true });
      });
    }
  }

  #hear(document: Attached, message: unknown): void {
    if (this.at(document.tabId, document.frameId) !== document) return;
    const { n, response, notice, path } = Object(message) as Record<string, unknown>;
    if (typeof n === "number") document.answered(n, response);
    if (path !== undefined) {
      document.path = readPath(path);
      for (const look of [...this.#waiting]) look();
    }
    if (typeof notice === "string" && notice.length <= MOST_NOTICE_CHARS) {
      const read = readJson(notice);
      if (read !== undefined) this.owner.noticed(document, read);
    }
  }

  #forget(document: Attached): boolean {
    if (this.at(document.tabId, document.frameId) !== document) return false;
    this.#all.delete(key(document.tabId, document.frameId));
    document.capability = undefined;
    document.end();
    return true;
  }
}

/** Who is at the other end, by what the browser says. Firefox names no document: the port stands for it. */
function identify(port: chrome.runtime.Port): Attached | undefined {
  const { tab, frameId, documentId, documentLifecycle, url, origin } = port.sender ?? {};
  if (tab?.id === undefined || frameId === undefined || url === undefined) return undefined;
  if (documentLifecycle !== undefined && documentLifecycle !== "active") return undefined;
  const from = origin ?? (URL.canParse(url) ? new URL(url).origin : "null");
  return new Attached(tab.id, frameId, documentId ?? crypto.randomUUID(), from, url, port);
}

function readResponse(text: unknown): object | Error {
  if (text instanceof Error) return text;
  const read = typeof text === "string" ? readJson(text) : undefined;
  const isResponse = read !== undefined && typeof read["ok"] === "boolean";
  return isResponse ? read : new Refusal("INTERNAL", "E_PAGE_SCRIPT", "the page script did not answer");
}

function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function readPath(path: unknown): number[] | null {
  const isPath = Array.isArray(path) && path.length <= MOST_PATH && path.every((at) => Number.isInteger(at) && at >= 0);
  return isPath ? (path as number[]) : null;
}

function key(tabId: number, frameId: number): string {
  return `${tabId}/${frameId}`;
}
