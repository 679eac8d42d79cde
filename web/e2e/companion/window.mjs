/**
 * Laika's own window, as a person uses it: real clicks and real keys on what is really drawn. `laika open` opens it and
 * passes on what is to be pressed; only a build for development does. It has to be started at a terminal, so it gets one.
 *
 * LAIKA_COMPANION names a folder with another build of the window: whoever works on it tries it without building the program.
 */

import { execFileSync, spawn } from "node:child_process";
import { createReadStream, createWriteStream, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { before, endNow, minded } from "../world.mjs";
import { pause, until } from "../wait.mjs";

export const SIZE = { width: 1180, height: 860 };
/** What can be pressed, by the words on it. */
const PRESSABLE = "button, summary, a, label, [role=button]";
const KEYS = /** @type {Record<string, { key: string, code: string, windowsVirtualKeyCode: number, text?: string }>} */ ({
  Tab: { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 },
  Enter: { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" },
  Escape: { key: "Escape", code: "Escape", windowsVirtualKeyCode: 27 },
  Space: { key: " ", code: "Space", windowsVirtualKeyCode: 32, text: " " },
  ArrowDown: { key: "ArrowDown", code: "ArrowDown", windowsVirtualKeyCode: 40 },
  ArrowUp: { key: "ArrowUp", code: "ArrowUp", windowsVirtualKeyCode: 38 },
  ArrowRight: { key: "ArrowRight", code: "ArrowRight", windowsVirtualKeyCode: 39 },
  Home: { key: "Home", code: "Home", windowsVirtualKeyCode: 36 },
  k: { key: "k", code: "KeyK", windowsVirtualKeyCode: 75 },
  a: { key: "a", code: "KeyA", windowsVirtualKeyCode: 65 },
});
const CTRL = 2;
const SHIFT = 8;
/** More than there are places in any view. */
const MOST_TABS = 120;

export class Window {
  #last = 0;
  /** @type {Map<number, (answer: any) => void>} */
  #waiting = new Map();

  /**
   * @param {import("node:child_process").ChildProcess} child
   * @param {import("node:fs").WriteStream} input
   * @param {import("node:readline").Interface} lines
   */
  constructor(child, input, lines) {
    this.child = child;
    this.input = input;
    lines.on("line", (line) => {
      const answer = JSON.parse(line);
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
    child.once("exit", () => {
      for (const done of this.#waiting.values()) done({ error: "the window is gone" });
      this.#waiting.clear();
    });
  }

  /**
   * @param {import("../world.mjs").World} world
   * @param {{ locale?: string }} [options]
   */
  static async open(world, { locale = "en" } = {}) {
    const [into, out] = ["in", "out"].map((name) => join(world.owned("driven"), name));
    execFileSync("mkfifo", ["--mode=600", String(into), String(out)]);
    world.own(world.owned("driven"));
    const words = [...before, world.laikaProgram, "open", "--home", world.home, "--headless", "--driven", String(into), "--save-to", world.owned("saved")];
    const line = `${words.map((word) => `'${word}'`).join(" ")} > '${out}'`;
    const child = minded(
      spawn("script", ["--quiet", "--return", "--command", line, "/dev/null"], {
        env: world.env,
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
      }),
    );
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece) => (said += piece));
    const lines = createInterface({ input: createReadStream(String(out)) });
    const window = new Window(child, createWriteStream(String(into)), lines);
    await until("the window opens", () => said.includes("the window is open"), { ms: 60_000, last: () => said });
    await window.call("Emulation.setDeviceMetricsOverride", { ...SIZE, deviceScaleFactor: 1, mobile: false });
    await window.call("Emulation.setFocusEmulationEnabled", { enabled: true });
    await window.call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-reduced-motion", value: "reduce" }] });
    await window.call("Emulation.setLocaleOverride", { locale });
    await window.#otherBuild();
    await window.call("Page.reload", {});
    await window.says(locale === "en" ? "Connected" : "Verbunden");
    return window;
  }

  async #otherBuild() {
    const folder = process.env["LAIKA_COMPANION"];
    if (folder === undefined) return;
    const [script, style] = ["companion.js", "companion.css"].map((name) => readFileSync(join(folder, name), "utf8"));
    await this.call("Network.enable", {});
    await this.call("Network.setBlockedURLs", { urls: ["*/companion.js", "*/companion.css"] });
    const source = `if (window === top) addEventListener("DOMContentLoaded", () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(${JSON.stringify(style)});
      document.adoptedStyleSheets = [sheet];
      ${script}
    });`;
    await this.call("Page.addScriptToEvaluateOnNewDocument", { source });
  }

  /**
   * @param {string} method
   * @param {object} [params]
   * @returns {Promise<any>}
   */
  call(method, params = {}) {
    return new Promise((done, fail) => {
      const id = (this.#last += 1);
      this.#waiting.set(id, ({ result, error }) => (error === undefined ? done(result) : fail(new Error(`${method}: ${error}`))));
      this.input.write(`${JSON.stringify({ id, method, params })}\n`);
    });
  }

  /**
   * Runs a function in the page, to look; what a person does is done by real input.
   *
   * @template {unknown[]} A
   * @template T
   * @param {(...args: A) => T} what
   * @param {A} args
   * @returns {Promise<Awaited<T>>}
   */
  async run(what, ...args) {
    const expression = `(${what})(...${JSON.stringify(args)})`;
    const { result, exceptionDetails } = await this.call("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** @returns {Promise<string>} */
  text() {
    return this.run(() => document.body.innerText);
  }

  /**
   * Waits until the window says these words.
   *
   * @param {string | RegExp} words
   * @param {number} [ms]
   */
  async says(words, ms) {
    const has = (/** @type {string} */ text) => (typeof words === "string" ? text.includes(words) : words.test(text));
    await until(`the window says ${words}`, async () => has(await this.text()), {
      last: () => this.text(),
      ...(ms === undefined ? {} : { ms }),
    });
  }

  /** @param {string | RegExp} words */
  async saysNot(words) {
    const text = await this.text();
    if (typeof words === "string" ? text.includes(words) : words.test(text)) throw new Error(`the window says ${words}:\n${text}`);
  }

  /**
   * The middle of what has these words on it, scrolled into sight: exactly these if there is such a one, else beginning
   * with them. Only what a click would reach counts.
   *
   * @param {string} words
   * @param {{ within?: string, of?: string }} [where]
   */
  place(words, { within = "", of = PRESSABLE } = {}) {
    const find = (/** @type {string} */ wanted, /** @type {string} */ scope, /** @type {string} */ pressable) => {
      const open = document.querySelector("dialog[open]");
      const root = open ?? (scope === "" ? document : document.querySelector(scope));
      const all = /** @type {HTMLElement[]} */ ([...(root?.querySelectorAll(pressable) ?? [])]);
      const seen = all.filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(":disabled"));
      const name = (/** @type {HTMLElement} */ one) => (one.ariaLabel || one.innerText || "").replace(/\s+/g, " ").trim();
      const found = seen.find((one) => name(one) === wanted) ?? seen.find((one) => name(one).startsWith(wanted));
      if (found === undefined) return null;
      found.scrollIntoView({ block: "center", behavior: "instant" });
      const box = found.getBoundingClientRect();
      const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      const hit = document.elementFromPoint(at.x, at.y);
      return hit !== null && (found.contains(hit) || hit.contains(found)) ? at : null;
    };
    /** @type {string | undefined} */
    let before;
    // Nobody presses what still moves: it has to be found twice in the same place.
    const still = async () => {
      const at = await this.run(find, words, within, of);
      const same = at !== null && JSON.stringify(at) === before;
      before = JSON.stringify(at);
      return same ? at : null;
    };
    return until(`something with “${words}” on it`, still, { last: () => this.text() });
  }

  /** @param {{ x: number, y: number }} at */
  async clickAt({ x, y }) {
    await this.call("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    for (const type of ["mousePressed", "mouseReleased"]) {
      await this.call("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    }
  }

  /**
   * @param {string} words
   * @param {{ within?: string, of?: string }} [where]
   */
  async press(words, where) {
    await this.clickAt(await this.place(words, where));
  }

  /** @param {string} text */
  type(text) {
    return this.call("Input.insertText", { text });
  }

  /**
   * @param {keyof typeof KEYS & string} name
   * @param {{ ctrl?: boolean, shift?: boolean }} [held]
   */
  async key(name, { ctrl = false, shift = false } = {}) {
    const { text, ...key } = /** @type {NonNullable<(typeof KEYS)[string]>} */ (KEYS[name]);
    const modifiers = (ctrl ? CTRL : 0) + (shift ? SHIFT : 0);
    const typed = ctrl || text === undefined ? {} : { text };
    await this.call("Input.dispatchKeyEvent", { type: text === undefined || ctrl ? "rawKeyDown" : "keyDown", ...key, ...typed, modifiers });
    await this.call("Input.dispatchKeyEvent", { type: "keyUp", ...key, modifiers });
  }

  /**
   * Clicks on the name of a field and writes into it, instead of what stood there.
   *
   * @param {string} label
   * @param {string} text
   * @param {{ within?: string }} [where]
   */
  async fill(label, text, where = {}) {
    // A view that still loads can move away under the pointer; who sees no cursor clicks again.
    await until(`the keys go to ${label}`, async () => {
      await this.press(label, { ...where, of: "label" });
      return this.run(() => ["INPUT", "TEXTAREA"].includes(document.activeElement?.tagName ?? ""));
    });
    await this.key("a", { ctrl: true });
    await this.type(text);
  }

  /**
   * Chooses from a list by keys: a click on its name puts the keys there.
   *
   * @param {string} label
   * @param {string} option
   */
  async choose(label, option) {
    await this.press(label, { of: "label" });
    await this.key("Home");
    await until(`${option} is chosen`, async () => {
      const at = await this.run(() => {
        const list = /** @type {HTMLSelectElement} */ (document.activeElement);
        return list.selectedOptions?.[0]?.text ?? "";
      });
      if (at === option) return true;
      await this.key("ArrowDown");
      return false;
    });
  }

  /** What the keys go to: its name, and what it is. @returns {Promise<{ name: string, kind: string }>} */
  focused() {
    return this.run(() => {
      const one = /** @type {HTMLElement & { labels?: NodeListOf<HTMLLabelElement> | null }} */ (document.activeElement);
      const label = one.labels?.[0]?.innerText ?? "";
      return { name: (one.ariaLabel || label || one.innerText || "").replace(/\s+/g, " ").trim(), kind: one.tagName.toLowerCase() };
    });
  }

  /**
   * Goes on with Tab until the keys go to what has this name.
   *
   * @param {string} name
   */
  async tabTo(name) {
    const passed = [];
    for (let n = 0; n < MOST_TABS; n += 1) {
      await this.key("Tab");
      const { name: here } = await this.focused();
      if (here === name || here.startsWith(`${name} `)) return;
      passed.push(here);
    }
    throw new Error(`Tab does not come to “${name}”, but to: ${passed.join(" | ")}`);
  }

  /** @param {string} place */
  goTo(place) {
    return this.press(place, { within: "#places" });
  }

  /** @param {string} path */
  async picture(path) {
    // What moves at the end of a click has come to rest, and what was said in passing is gone.
    await until("nothing is said in passing", () => this.run(() => document.querySelector(".toast") === null), { ms: 4_000 }).catch(() => undefined);
    await pause(250);
    const { data } = await this.call("Page.captureScreenshot", { format: "png" });
    writeFileSync(path, Buffer.from(data, "base64"));
  }

  async end() {
    this.input.end();
    await until("the window closes", () => this.child.exitCode !== null || this.child.signalCode !== null, { ms: 10_000 }).catch(() => undefined);
    endNow(this.child);
  }
}

/** What is missing for a window, in one sentence; nothing where all is there. */
export function missingForWindow() {
  const paths = (process.env["PATH"] ?? "").split(":");
  for (const name of ["script", "mkfifo"]) {
    if (!paths.some((path) => existsSync(join(path, name)))) return `${name}, which gives the window a terminal to be started at, is missing.`;
  }
  return undefined;
}
