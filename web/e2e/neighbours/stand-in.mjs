/** Plays the daemon behind the name of our host, so that it can say what the real one never does. */

import { randomUUID } from "node:crypto";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { EXTENSION_ID } from "../../extension/manifest.mjs";
import { Chromium, until } from "./chromium.mjs";

const web = fileURLToPath(new URL("../..", import.meta.url));

export class StandIn {
  /** @type {any[]} */
  heard = [];
  /** @type {string[]} */
  features = [];
  connections = 0;
  version = 1;
  key = randomUUID();
  /** What it says instead of a welcome. @type {object | undefined} */
  refusal;
  /** @type {import("node:net").Socket | undefined} */
  #socket;
  /** @type {Chromium} */
  chromium = /** @type {any} */ (undefined);
  panel = "";

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "laika-neighbours-stand-in-"));
    this.server = createServer((socket) => this.#meet(socket));
  }

  /** Listens, and gives the program that a browser has to start to get here. */
  async listen() {
    const socket = join(this.folder, "socket");
    await new Promise((resolve) => this.server.listen(socket, () => resolve(undefined)));
    const host = join(this.folder, "host");
    const script = join(web, "e2e/neighbours/stand-in-host.mjs");
    writeFileSync(host, `#!/bin/sh\nexec "${process.execPath}" "${script}" "${socket}"\n`);
    chmodSync(host, 0o755);
    return host;
  }

  async start() {
    const path = await this.listen();
    const extension = join(this.folder, "extension");
    cpSync(join(web, "extension/dist"), extension, { recursive: true });
    cpSync(join(web, "page/dist/page.js"), join(extension, "page.js"));
    const profile = join(this.folder, "profile");
    mkdirSync(join(profile, "NativeMessagingHosts"), { recursive: true });
    const manifest = { name: "org.laika.host", description: "a stand-in", path, type: "stdio", allowed_origins: [`chrome-extension://${EXTENSION_ID}/`] };
    writeFileSync(join(profile, "NativeMessagingHosts/org.laika.host.json"), JSON.stringify(manifest));
    this.chromium = new Chromium(profile, { ...process.env, HOME: this.folder });
    await this.chromium.send("Extensions.loadUnpacked", { path: extension });
    await this.welcomed(0);
  }

  /** @param {import("node:net").Socket} socket */
  #meet(socket) {
    this.#socket = socket;
    this.connections += 1;
    let rest = "";
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      rest += data;
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#hear(JSON.parse(line));
    });
  }

  /** @param {any} message */
  #hear(message) {
    this.heard.push(message);
    const { id, ask } = message;
    if (ask.say === "hello") this.say({ says: "hello", version: this.version, laika: "0.1.0", pid: 1 });
    else if (ask.say === "extension") {
      const welcome = { type: "system.welcome", protocolVersion: "1.0", allowedTools: [], limits: {}, features: this.features };
      this.say(this.refusal === undefined ? { says: "welcome", id, key: this.key, message: welcome } : { id, ...this.refusal });
    } else if (ask.say === "sync" || ask.say === "status") {
      this.say({ says: "status", id, standing: { pid: 1, sinceMs: 0, app: "online", machine: {}, clients: 1, runs: [] } });
    } else if (ask.say !== "tab_answer" && ask.say !== "happened") this.say({ says: "done", id, runs: [] });
  }

  /** @param {object | string} message */
  say(message) {
    this.#socket?.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
  }

  /** Waits for a session that began after so many others. @param {number} after */
  async welcomed(after) {
    const there = await until(() => (this.connections > after && this.heard.at(-1)?.key === this.key) || undefined, 20_000);
    if (there === undefined) throw new Error("the extension did not connect");
  }

  drop() {
    this.#socket?.destroy();
  }

  /** Ends the connection; the extension makes another. */
  async again() {
    const before = this.connections;
    this.#socket?.destroy();
    await this.welcomed(before);
  }

  /** Something comes that must end the connection. @param {() => void} say */
  async endedBy(say) {
    const before = this.connections;
    say();
    const ended = await until(() => this.connections > before || undefined, 8_000);
    if (ended) await this.welcomed(before);
    return ended === true;
  }

  /** @param {object} what @param {{ requestId?: any, deadlineMs?: any }} [more] @returns {Promise<any>} */
  async browse(what, { requestId = randomUUID(), deadlineMs = 8_000 } = {}) {
    const from = this.heard.length;
    this.say({ says: "browse", requestId, deadlineMs, what });
    const answer = await until(() => this.heard.slice(from).find(({ ask }) => ask.say === "tab_answer" && ask.requestId === requestId), 20_000);
    return answer?.ask;
  }

  /** How often a request was answered. @param {string} requestId */
  answers(requestId) {
    return this.heard.filter(({ ask }) => ask.say === "tab_answer" && ask.requestId === requestId);
  }

  /** A panel in a tab, with a port that a test speaks through. */
  async openPanel() {
    const tab = await this.chromium.open(`chrome-extension://${EXTENSION_ID}/panel.html`);
    this.panel = tab.session;
    await this.chromium.eval(this.panel, `(() => { self.heard = []; self.port = chrome.runtime.connect({ name: "panel" }); port.onMessage.addListener((m) => heard.push(m)); port.onDisconnect.addListener(() => heard.push("closed")); port.postMessage({ n: 0, do: "ready" }); })()`);
    return tab;
  }

  /** @param {string} pattern */
  async grant(pattern) {
    const page = await this.chromium.open("chrome://extensions");
    await this.chromium.eval(page.session, `new Promise((done) => chrome.developerPrivate.addHostPermission("${EXTENSION_ID}", ${JSON.stringify(pattern)}, done))`);
    await this.chromium.shut(page.targetId);
    const given = await this.chromium.eval(this.panel, `chrome.permissions.request({ origins: [${JSON.stringify(pattern)}] })`, { userGesture: true });
    if (given !== true) throw new Error("the browser does not grant a site");
  }

  async end() {
    await this.chromium?.close().catch(() => undefined);
    this.server.close();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
