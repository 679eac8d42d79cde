/** As much of the browser as the tests of the worker need. */

import type { Api } from "../extension/src/worker/api.js";

type Listener = (...values: never[]) => unknown;

export class FakeEvent {
  readonly listeners = new Set<Listener>();

  addListener(listener: Listener): void {
    this.listeners.add(listener);
  }

  removeListener(listener: Listener): void {
    this.listeners.delete(listener);
  }

  fire(...values: unknown[]): void {
    for (const listener of [...this.listeners]) listener(...(values as never[]));
  }
}

export class FakePort {
  readonly onMessage = new FakeEvent();
  readonly onDisconnect = new FakeEvent();
  readonly posted: Record<string, unknown>[] = [];
  isOpen = true;

  constructor(
    readonly name = "",
    readonly sender: unknown = undefined,
  ) {}

  postMessage(message: Record<string, unknown>): void {
    this.posted.push(message);
  }

  disconnect(): void {
    this.isOpen = false;
  }

  /** The other end says something. */
  hear(message: unknown): void {
    this.onMessage.fire(message);
  }

  /** The other end leaves. */
  leave(): void {
    this.isOpen = false;
    this.onDisconnect.fire();
  }

  get port(): chrome.runtime.Port {
    return this as unknown as chrome.runtime.Port;
  }
}

export const OUR_ID = "abcdefghijklmnopabcdefghijklmnop";
export const OUR_ORIGIN = `chrome-extension://${OUR_ID}`;

export function fakeApi(parts: Record<string, unknown> = {}): Api {
  const runtime = { id: OUR_ID, getURL: (path: string) => `${OUR_ORIGIN}/${path}` };
  return { runtime, ...parts } as unknown as Api;
}

/** Lets everything that waits for nothing but promises go on. */
export async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await Promise.resolve();
}
