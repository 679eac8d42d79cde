/** Firefox without a window, driven over WebDriver BiDi, with a profile and a home of its own. */

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sleep, until } from "../neighbours/chromium.mjs";

// Node has one of its own from version 22 on.
const Socket = globalThis.WebSocket ?? createRequire(import.meta.url)("playwright-core/lib/utilsBundle").ws;
const START_MS = 60_000;
const CALL_MS = 30_000;

/** The program: the one that is named, or the first that is installed. */
export function firefox() {
  const names = [process.env["LAIKA_FIREFOX"], "firefox-esr", "firefox"].filter((name) => name !== undefined && name !== "");
  return names.find((name) => spawnSync(/** @type {string} */ (name), ["--version"]).status === 0);
}

export class Firefox {
  /** @type {Map<number, (message: any) => void>} */
  #open = new Map();
  #n = 0;
  #said = "";
  /** @type {any} */
  #socket;

  /** @param {string} program @param {Record<string, string | undefined>} env */
  constructor(program, env) {
    this.profile = mkdtempSync(join(tmpdir(), "laika-firefox-"));
    const words = ["--headless", "--no-remote", "--profile", this.profile, "--remote-debugging-port", "0", "about:blank"];
    this.process = spawn(program, words, { env: { ...env, MOZ_HEADLESS: "1" }, stdio: ["ignore", "ignore", "pipe"] });
    this.process.stderr?.on("data", (data) => (this.#said += data));
  }

  async connect() {
    const address = await until(() => /WebDriver BiDi listening on (ws:\S+)/.exec(this.#said)?.[1], START_MS);
    if (address === undefined) throw new Error(`Firefox does not listen: ${this.#said.slice(-500)}`);
    this.#socket = new Socket(`${address}/session`);
    await new Promise((resolve, reject) => {
      this.#socket.onopen = resolve;
      this.#socket.onerror = () => reject(new Error("Firefox does not talk"));
    });
    this.#socket.onmessage = (/** @type {{ data: string }} */ { data }) => {
      const message = JSON.parse(data);
      this.#open.get(message.id)?.(message);
      this.#open.delete(message.id);
    };
    const { capabilities } = await this.send("session.new", { capabilities: {} });
    return `${capabilities.browserName} ${capabilities.browserVersion}`;
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} */
  send(method, params) {
    const id = ++this.#n;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method} was not answered`)), CALL_MS);
      this.#open.set(id, (message) => {
        clearTimeout(timer);
        if (message.type === "error") reject(new Error(`${message.error}: ${message.message}`));
        else resolve(message.result);
      });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** @param {string} path @returns {Promise<string>} */
  async install(path) {
    return (await this.send("webExtension.install", { extensionData: { type: "path", path } })).extension;
  }

  async close() {
    const gone = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill("SIGTERM");
    await Promise.race([gone, sleep(5_000)]);
    this.process.kill("SIGKILL");
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
