/** Chromium without a window, driven over its pipe. Nothing but this machine can be reached from it. */

import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";

/** @typedef {{ method: string, params: any, sessionId?: string }} Event */
/** @typedef {{ targetId: string, type: string, url: string }} Target */
/** @typedef {{ targetId: string, session: string }} Tab */

const PROGRAM = process.env["LAIKA_CHROMIUM"] ?? "/usr/lib/chromium/chromium";
const CALL_MS = 30_000;
const FLAGS = [
  // Chromium 148 loads an extension over the pipe only with this; 150 and later also without.
  "--enable-unsafe-extension-debugging",
  ...["--headless=new", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-default-apps"],
  ...["--password-store=basic", "--use-mock-keychain", "--disable-dev-shm-usage", "--mute-audio", "--window-size=1280,900"],
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

/** @param {number} ms @returns {Promise<void>} */
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits until `look` gives something; undefined when it never does.
 * @template T @param {() => Promise<T | undefined> | T | undefined} look @param {number} [ms] @returns {Promise<T | undefined>}
 */
export async function until(look, ms = 10_000) {
  for (const end = Date.now() + ms; ; await sleep(50)) {
    const found = await look();
    if (found !== undefined || Date.now() > end) return found;
  }
}

export class Chromium {
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void, timer: NodeJS.Timeout }>} */
  #open = new Map();
  #n = 0;
  /** @type {Event[]} */
  events = [];

  static isThere() {
    return existsSync(PROGRAM);
  }

  /** @param {string} profile @param {Record<string, string | undefined>} env @param {string} [program] */
  constructor(profile, env, program = PROGRAM) {
    this.profile = profile;
    const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const flags = [...FLAGS, ...sandbox, `--user-data-dir=${profile}`, "about:blank"];
    this.process = spawn(program, flags, { env, stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    let rest = Buffer.alloc(0);
    this.process.stdio[4]?.on("data", (/** @type {Buffer} */ data) => {
      rest = Buffer.concat([rest, data]);
      for (let at = rest.indexOf(0); at >= 0; at = rest.indexOf(0)) {
        this.#hear(JSON.parse(rest.subarray(0, at).toString()));
        rest = rest.subarray(at + 1);
      }
    });
  }

  /** @param {any} message */
  #hear(message) {
    const open = this.#open.get(message.id);
    if (open === undefined) {
      this.events.push(message);
      return;
    }
    this.#open.delete(message.id);
    clearTimeout(open.timer);
    if (message.error === undefined) open.resolve(message.result);
    else open.reject(new Error(message.error.message));
  }

  /** @param {string} method @param {object} [params] @param {string} [sessionId] @returns {Promise<any>} */
  send(method, params = {}, sessionId) {
    const id = ++this.#n;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method} was not answered`)), CALL_MS);
      this.#open.set(id, { resolve, reject, timer });
      const input = /** @type {import("node:stream").Writable} */ (this.process.stdio[3]);
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** @returns {Promise<Target[]>} */
  async targets() {
    return (await this.send("Target.getTargets", { filter: [{}] })).targetInfos;
  }

  /** @param {string} targetId @returns {Promise<string>} */
  async attach(targetId) {
    return (await this.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
  }

  /** @param {string} session @param {string} expression @param {object} [more] @returns {Promise<any>} */
  async eval(session, expression, more = {}) {
    const what = { expression, awaitPromise: true, returnByValue: true, ...more };
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", what, session);
    if (exceptionDetails === undefined) return result.value;
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  }

  /** A new tab, once its page is there. @param {string} url @returns {Promise<Tab>} */
  async open(url) {
    const { targetId } = await this.send("Target.createTarget", { url });
    const session = await this.attach(targetId);
    await until(async () => {
      const there = await this.eval(session, "location.href !== 'about:blank' && document.readyState === 'complete'").catch(() => false);
      return there || undefined;
    });
    return { targetId, session };
  }

  /** @param {string} targetId */
  async shut(targetId) {
    await this.send("Target.closeTarget", { targetId }).catch(() => undefined);
    await until(async () => (await this.targets()).every((one) => one.targetId !== targetId) || undefined, 3_000);
  }

  /** A target whose address has this in it. @param {string} type @param {string} part @returns {Promise<Target>} */
  async find(type, part) {
    const found = await until(async () => (await this.targets()).find((one) => one.type === type && one.url.includes(part)));
    if (found === undefined) throw new Error(`there is no ${type} at ${part}`);
    return found;
  }

  /** A click of the real pointer. @param {string} session @param {number} x @param {number} y */
  async click(session, x, y) {
    for (const type of ["mouseMoved", "mousePressed", "mouseReleased"]) {
      const pressed = type !== "mouseMoved";
      const event = { type, x, y, button: pressed ? "left" : "none", clickCount: pressed ? 1 : 0 };
      await this.send("Input.dispatchMouseEvent", event, session);
    }
  }

  async close() {
    const gone = new Promise((resolve) => this.process.once("exit", resolve));
    await this.send("Browser.close").catch(() => undefined);
    await Promise.race([gone, sleep(5_000)]);
    this.process.kill("SIGKILL");
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
