/**
 * The glue between the page script and the worker, in the same isolated world of every frame that may be read. It
 * passes questions and answers on, and lets go of the page when the worker is gone. Nothing of it can be reached by
 * scripts of the page; what is looked up in the global object is an own property, because elements of the page with
 * such a name show up there too.
 */

import type { Request, Response } from "../../page/src/types.js";

/** No answer is longer, in characters of its JSON. */
const MOST_CHARS = 262_144;
const TOO_LARGE = '{"ok":false,"code":"UNSUPPORTED","reason":"E_TOO_LARGE","message":"the answer of the page is too large"}';
const FAILED = '{"ok":false,"code":"INTERNAL","message":"the page script failed on this page"}';
const MARK = "laikaGlue";

interface PageScript {
  handle(request: Request): Response | Promise<Response>;
}

let port: chrome.runtime.Port | undefined;

const again: unknown = own(MARK);
if (typeof again === "function") again();
else start();

function start(): void {
  define(MARK, connect);
  define("laikaNotify", (text: unknown) => {
    if (typeof text === "string") port?.postMessage({ notice: text });
  });
  connect();
}

/** A second injection comes here too: a worker that started anew has lost its end of the port. */
function connect(): void {
  if (port !== undefined) return;
  // The guard of the page script starts out closed, as a browser of Laika's own needs it. This is a person's.
  letGo();
  const opened = runtime()?.connect({ name: "page" });
  if (opened === undefined) return;
  port = opened;
  opened.onMessage.addListener((message: unknown) => void hear(opened, message));
  opened.onDisconnect.addListener(() => {
    if (port !== opened) return;
    port = undefined;
    letGo();
  });
  opened.postMessage({ path: path() });
}

async function hear(from: chrome.runtime.Port, message: unknown): Promise<void> {
  const { n, request } = message as { n?: unknown; request?: unknown };
  if (typeof n !== "number") return;
  const response = await answer(request as Request);
  if (port === from) from.postMessage({ n, response });
}

async function answer(request: Request): Promise<string> {
  try {
    const text = JSON.stringify(await script()?.handle(request)) ?? FAILED;
    return text.length > MOST_CHARS ? TOO_LARGE : text;
  } catch {
    return FAILED;
  }
}

function letGo(): void {
  try {
    void script()?.handle({ op: "disarm" });
    void script()?.handle({ op: "guard", mode: "open" });
    void script()?.handle({ op: "title", mark: "" });
    void script()?.handle({ op: "dropRegion" });
  } catch {
    // The page is on its way out.
  }
}

/**
 * Where an element of the page is called `chrome`, Chromium puts its interface on that element, or nowhere. Only the
 * browser can have put a function there: what the page makes does not reach this world. A page that hides both names
 * in frames cannot be talked to.
 */
function runtime(): typeof chrome.runtime | undefined {
  const { browser, chrome: other } = globalThis as unknown as Record<string, typeof chrome | undefined>;
  const all = [own("browser"), own("chrome"), browser, other] as (typeof chrome | undefined)[];
  return all.find((api) => typeof api?.runtime?.connect === "function")?.runtime;
}

function script(): PageScript | undefined {
  return own("laikaPage") as PageScript | undefined;
}

/** Where this frame is: indices of `window.frames` from the top; null where that cannot be told. */
function path(): number[] | null {
  const indices: number[] = [];
  for (let at: Window = window; at !== at.parent; at = at.parent) {
    const index = indexIn(at.parent, at);
    if (index === undefined) return null;
    indices.unshift(index);
  }
  return indices;
}

function indexIn(parent: Window, frame: Window): number | undefined {
  for (let index = 0; index < parent.length; index++) if (parent[index] === frame) return index;
  return undefined;
}

function own(name: string): unknown {
  return Object.getOwnPropertyDescriptor(globalThis, name)?.value;
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: false, configurable: false, enumerable: false });
}
