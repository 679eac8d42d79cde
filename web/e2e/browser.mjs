/** A real Chromium without a window, driven over its debugging pipe: what a person's hands and eyes would do. */

import { spawn } from "node:child_process";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { until } from "./wait.mjs";

const REPLY_MS = 30_000;

/** Nothing of the outside is looked up or loaded; two names are this machine. */
const FLAGS = [
  "--headless=new",
  "--remote-debugging-pipe",
  // Chromium 148 loads an extension over the pipe only with this; 150 and later also without.
  "--enable-unsafe-extension-debugging",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-default-apps",
  "--metrics-recording-only",
  "--password-store=basic",
  "--use-mock-keychain",
  "--disable-dev-shm-usage",
  "--mute-audio",
  "--hide-scrollbars",
  "--window-size=1280,800",
  "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

/** @typedef {{ targetId: string, type: string, url: string, title: string, browserContextId?: string }} Target */
/** @typedef {{ method: string, params: any, sessionId?: string }} Told */

export class Browser {
  #asked = new Map();
  #last = 0;
  #isOver = false;
  /** @type {Set<(told: Told) => void>} */
  #listeners = new Set();

  /**
   * @param {import("node:child_process").ChildProcess} process
   * @param {string} name
   */
  constructor(process, name) {
    this.process = process;
    this.name = name;
    let rest = Buffer.alloc(0);
    this.#pipe(4).on("data", (/** @type {Buffer} */ data) => {
      rest = Buffer.concat([rest, data]);
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
        this.#hear(JSON.parse(rest.subarray(0, end).toString("utf8")));
        rest = rest.subarray(end + 1);
      }
    });
    this.#pipe(3).on("error", () => undefined);
    process.once("exit", () => {
      this.#isOver = true;
      for (const { reject } of this.#asked.values()) reject(new Error("the browser is gone"));
      this.#asked.clear();
    });
  }

  /**
   * @param {{ program: string, before: string[], env: NodeJS.ProcessEnv, folder: string, log: string, name: string }} how
   */
  static async start({ program, before, env, folder, log, name }) {
    const [command, ...args] = [...before, program, ...FLAGS, `--user-data-dir=${folder}`, "about:blank"];
    const errors = openSync(log, "a");
    const child = spawn(/** @type {string} */ (command), args, {
      env,
      detached: true,
      stdio: ["ignore", "ignore", errors, "pipe", "pipe"],
    });
    closeSync(errors);
    const browser = new Browser(child, name);
    await browser.send("Browser.getVersion");
    return browser;
  }

  get isOver() {
    return this.#isOver;
  }

  /**
   * @param {string} method
   * @param {object} [params]
   * @param {string} [sessionId]
   * @returns {Promise<any>}
   */
  send(method, params = {}, sessionId) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      if (this.#isOver) return reject(new Error("the browser is gone"));
      const timer = setTimeout(() => this.#answer(id, new Error(`the browser did not answer ${method}`)), REPLY_MS);
      this.#asked.set(id, { resolve, reject, timer, method });
      this.#pipe(3).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** @param {(told: Told) => void} listener */
  hear(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @returns {Promise<Target[]>} */
  async targets() {
    return (await this.send("Target.getTargets", { filter: [{}] })).targetInfos;
  }

  /**
   * Opens a tab and waits until its page is there.
   *
   * @param {string} url
   */
  async open(url) {
    const { targetId } = await this.send("Target.createTarget", { url });
    const page = await this.attach(targetId);
    await page.loaded(url);
    return page;
  }

  /** @param {string} targetId */
  async attach(targetId) {
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    return new Page(this, targetId, sessionId);
  }

  /** Ends it as a person would, by closing it. */
  async close() {
    if (!this.#isOver) await this.send("Browser.close").catch(() => undefined);
    await until("the browser ends", () => this.#isOver, { ms: 5_000 }).catch(() => undefined);
  }

  /** @param {3 | 4} fd */
  #pipe(fd) {
    return /** @type {any} */ (this.process.stdio[fd]);
  }

  /** @param {any} message */
  #hear(message) {
    if (message.id === undefined) for (const listener of this.#listeners) listener(message);
    else this.#answer(message.id, message.error === undefined ? message.result : new Error(message.error.message));
  }

  /**
   * @param {number} id
   * @param {unknown} answer
   */
  #answer(id, answer) {
    const asked = this.#asked.get(id);
    if (asked === undefined) return;
    this.#asked.delete(id);
    clearTimeout(asked.timer);
    if (answer instanceof Error) asked.reject(new Error(`${asked.method}: ${answer.message}`));
    else asked.resolve(answer);
  }
}

/** Keys by their names. */
const KEYS = /** @type {Record<string, [code: string, number: number, text?: string]>} */ ({
  Enter: ["Enter", 13, "\r"],
  Tab: ["Tab", 9],
  Escape: ["Escape", 27],
  Space: ["Space", 32, " "],
  ArrowDown: ["ArrowDown", 40],
  ArrowUp: ["ArrowUp", 38],
});
const SHIFT = 8;

/** A page that somebody looks at. */
export class Page {
  /**
   * @param {Browser} browser
   * @param {string} targetId
   * @param {string} sessionId
   */
  constructor(browser, targetId, sessionId) {
    this.browser = browser;
    this.targetId = targetId;
    this.sessionId = sessionId;
  }

  /**
   * @param {string} method
   * @param {object} [params]
   */
  send(method, params) {
    return this.browser.send(method, params, this.sessionId);
  }

  /**
   * Runs a function in the page. What it is given and what it gives is data.
   *
   * @template T
   * @template {unknown[]} A
   * @param {(...args: A) => T | Promise<T>} what
   * @param {A} args
   * @returns {Promise<T>}
   */
  async run(what, ...args) {
    const expression = `(${String(what)})(...${JSON.stringify(args)})`;
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** @param {string} url */
  async loaded(url) {
    const start = url.split("#", 1)[0] ?? url;
    await until(
      `${url} is loaded`,
      () => this.run((of) => document.readyState === "complete" && location.href.startsWith(of), start),
      { last: () => this.run(() => location.href) },
    );
  }

  /** @param {string} url */
  async go(url) {
    await this.send("Page.navigate", { url });
    await this.loaded(url);
  }

  text() {
    return this.run(() => document.body?.innerText ?? "");
  }

  /**
   * A real click of the pointer.
   *
   * @param {number} x
   * @param {number} y
   */
  async clickAt(x, y) {
    const at = { x, y };
    await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...at });
    await this.send("Input.dispatchMouseEvent", { type: "mousePressed", ...at, button: "left", clickCount: 1 });
    await this.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...at, button: "left", clickCount: 1 });
  }

  /** @param {string} selector */
  async click(selector) {
    const [x, y] = await until(`${selector} is there`, () =>
      this.run((of) => {
        const box = document.querySelector(of)?.getBoundingClientRect();
        return box === undefined ? null : [box.x + box.width / 2, box.y + box.height / 2];
      }, selector),
    );
    await this.clickAt(/** @type {number} */ (x), /** @type {number} */ (y));
  }

  /**
   * A real key.
   *
   * @param {string} name
   * @param {{ shift?: boolean }} [held]
   */
  async key(name, { shift = false } = {}) {
    const known = KEYS[name];
    const [code, number, text] = known ?? [`Key${name.toUpperCase()}`, name.toUpperCase().charCodeAt(0), name];
    const key = { key: name === "Space" ? " " : name, code, windowsVirtualKeyCode: number, modifiers: shift ? SHIFT : 0 };
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", ...key, ...(text === undefined ? {} : { text }) });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
  }

  /**
   * Words, typed where the focus is.
   *
   * @param {string} text
   */
  async type(text) {
    await this.send("Input.insertText", { text });
  }

  /** @param {string} file */
  async picture(file) {
    // One that was just resized is still put together out of its old parts: a picture is taken once two are the same.
    let before = "";
    const data = await until("the page holds still", async () => {
      const { data: now } = await this.send("Page.captureScreenshot", { format: "png" });
      const same = now === before;
      before = now;
      return same && now;
    });
    writeFileSync(file, Buffer.from(/** @type {string} */ (data), "base64"));
  }

  /** Comes to the front of its window. */
  async front() {
    await this.browser.send("Target.activateTarget", { targetId: this.targetId });
  }

  async close() {
    await this.browser.send("Target.closeTarget", { targetId: this.targetId });
  }
}
