/** The whole chain as a person has it: daemon, native host, Chromium and the extension, in folders of their own. */

import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { EXTENSION_ID } from "../../extension/manifest.mjs";
import { Chromium, sleep, until } from "./chromium.mjs";
import { hostileSite } from "./site.mjs";

export { EXTENSION_ID };

const root = fileURLToPath(new URL("../../..", import.meta.url));
const dist = join(root, "web/extension/dist");

/** @typedef {{ run: string | null, news: any }} Told */
/** @typedef {{ goal: string, tab: import("./chromium.mjs").Tab, mode?: string, card?: (card: any) => Promise<string> | string, before?: (told: Told) => Promise<void> | void }} Wish */

/** The program: the one that is named, or the newest that was built here. */
export function program() {
  const named = process.env["LAIKA"];
  if (named !== undefined) return named;
  return ["release", "debug"].map((kind) => join(root, "target", kind, "laika")).find((path) => existsSync(path));
}

/** Writes the extension as `laika extension install` does, with the scripts of this tree. @param {string} folder */
export function layOver(folder) {
  for (const name of readdirSync(dist)) {
    if (!name.startsWith("manifest")) cpSync(join(dist, name), join(folder, name), { recursive: true });
  }
}

/** Everything that was started and not ended yet: whatever ends this program ends them. @type {Set<import("node:child_process").ChildProcess>} */
const alive = new Set();
process.once("exit", () => alive.forEach((child) => child.kill("SIGKILL")));
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.once(signal, () => process.exit(1));

/** @template {import("node:child_process").ChildProcess} T @param {T} child @returns {T} */
export function minded(child) {
  alive.add(child);
  child.once("exit", () => alive.delete(child));
  return child;
}

export class Laika {
  /** @type {any} */
  installed;
  /** @type {Chromium} */
  chromium = /** @type {any} */ (undefined);
  /** @type {import("node:child_process").ChildProcess} */
  daemon = /** @type {any} */ (undefined);
  /** The session of the panel. */
  panel = "";

  /** @param {string} laika */
  constructor(laika) {
    this.laika = laika;
    this.home = mkdtempSync(join(tmpdir(), "laika-neighbours-"));
    this.profile = mkdtempSync(join(tmpdir(), "laika-neighbours-profile-"));
    // What the tests are told by the environment is nothing that Laika knows.
    const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("LAIKA"));
    this.env = { ...Object.fromEntries(kept), LAIKA_HOME: this.home, HOME: this.home };
  }

  get socket() {
    return join(this.home, "laika.sock");
  }

  /** @param {string[]} words */
  run(...words) {
    const { status, stdout, stderr } = spawnSync(this.laika, words, { env: this.env, encoding: "utf8" });
    return { status, stdout, stderr };
  }

  /** @param {{ realInput?: boolean }} [how] */
  async start({ realInput = false } = {}) {
    const build = realInput ? ["--real-input"] : [];
    const { status, stdout, stderr } = this.run("extension", "install", "--profile-dir", this.profile, "--json", ...build);
    if (status !== 0) throw new Error(`the extension cannot be installed: ${stderr}`);
    this.installed = JSON.parse(stdout);
    layOver(this.installed.extension);
    this.daemon = minded(spawn(this.laika, ["serve"], { env: this.env, stdio: ["ignore", "ignore", "pipe"] }));
    let said = "";
    this.daemon.stderr?.on("data", (data) => (said += data));
    if ((await until(() => this.isRunning() || undefined, 30_000)) === undefined) throw new Error(`the daemon does not listen: ${said}`);
    this.chromium = new Chromium(this.profile, this.env);
    minded(this.chromium.process);
    await this.chromium.send("Extensions.loadUnpacked", { path: this.installed.extension });
    const connected = await until(() => this.connected() > 0 || undefined, 20_000);
    if (connected === undefined) throw new Error("the extension does not reach the daemon");
  }

  /** Whether the daemon listens. */
  isRunning() {
    return existsSync(this.socket);
  }

  /** How many browsers the daemon says are connected. @returns {number} */
  connected() {
    return JSON.parse(this.run("extension", "status", "--json").stdout || "{}").connected ?? 0;
  }

  /** Opens the real panel beside a tab, with a second port of its own for what a test says and hears. */
  async openPanel() {
    const { targetInfos } = await this.chromium.send("Target.getTargets", { filter: [{ type: "tab" }] });
    const tab = targetInfos.find((/** @type {any} */ one) => one.url.startsWith("http"));
    await this.chromium.send("Extensions.triggerAction", { id: EXTENSION_ID, targetId: tab.targetId });
    this.panel = await this.chromium.attach((await this.chromium.find("page", EXTENSION_ID)).targetId);
    await until(() => this.panelEval("document.readyState === 'complete' && chrome.runtime !== undefined || undefined").catch(() => undefined));
    await this.panelEval(`(() => {
      self.heard = []; self.replies = {}; self.n = 0;
      const port = chrome.runtime.connect({ name: "panel" });
      port.onMessage.addListener((m) => { if (m.n !== undefined) self.replies[m.n] = m; else self.heard.push(m); });
      self.say = (message) => { const n = ++self.n; port.postMessage({ n, ...message });
        return new Promise((resolve) => { const look = () => n in self.replies ? resolve(self.replies[n]) : setTimeout(look, 20); look(); }); };
      return self.say({ do: "ready" });
    })()`);
  }

  /** @param {string} expression @param {object} [more] */
  panelEval(expression, more) {
    return this.chromium.eval(this.panel, expression, more);
  }

  /** A site is granted, a tab is open, and so is the panel. */
  async begin() {
    const site = await hostileSite({});
    await this.grant("http://127.0.0.1/*");
    await this.chromium.open(`${site.url}/`);
    await this.openPanel();
    site.close();
  }

  /** What the panel asks the daemon. @param {object} ask @returns {Promise<any>} */
  async ask(ask) {
    return (await this.panelEval(`self.say({ ask: ${JSON.stringify(ask)} })`)).reply;
  }

  /** What the panel was told since the last look. @returns {Promise<Told[]>} */
  async told() {
    const heard = await this.panelEval("self.heard.splice(0)");
    return heard.flatMap((/** @type {any} */ one) => (one.down?.says === "news" ? [one.down] : []));
  }

  /** The person grants a site, as the browser's own settings do. @param {string} pattern */
  async grant(pattern) {
    const page = await this.chromium.open("chrome://extensions");
    const add = `new Promise((done) => chrome.developerPrivate.addHostPermission("${EXTENSION_ID}", ${JSON.stringify(pattern)}, done))`;
    await this.chromium.eval(page.session, add);
    await this.chromium.shut(page.targetId);
    const ours = await this.chromium.open(`chrome-extension://${EXTENSION_ID}/panel.html`);
    const given = await this.chromium.eval(ours.session, `chrome.permissions.request({ origins: [${JSON.stringify(pattern)}] })`, { userGesture: true });
    await this.chromium.shut(ours.targetId);
    if (given !== true) throw new Error("the browser does not grant a site");
  }

  /** The number of the tab in front, which is the one that was opened last. */
  async frontTab() {
    const id = await until(() => this.panelEval("chrome.tabs.query({ active: true }).then((all) => all.find((one) => one.url?.startsWith('http'))?.id)"));
    if (id === undefined) throw new Error("there is no tab in front");
    return /** @type {number} */ (id);
  }

  /**
   * Lets a run work in a tab, as the panel does it: begin, authorise, answer cards. Returns what was told of it.
   * @param {Wish} wish @returns {Promise<any[]>}
   */
  async act({ goal, tab, mode = "assist", card = () => "once", before = () => undefined }) {
    const url = await this.chromium.eval(tab.session, "location.href");
    const tabId = await this.frontTab();
    await this.told();
    const order = { goal, urls: [url], mode, asks: "person", surface: { kind: "mine", tabId } };
    const begun = await this.ask({ say: "begin", order, model: "without" });
    if (begun.says !== "done") return [{ news: "refused", error: begun }];
    const run = begun.runs[0];
    /** @type {any[]} */
    const news = [];
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
      for (const told of await this.told()) {
        if (told.run !== run) continue;
        await before(told);
        news.push(told.news);
        if (told.news.news === "authorise") await this.ask({ say: "authorise", run, digest: told.news.digest });
        if (told.news.news === "ask") {
          const reply = await card(told.news);
          await this.ask({ say: "answer", run, requestId: told.news.requestId, digest: told.news.digest, reply });
        }
        const status = told.news.state?.status;
        if (["completed", "cancelled", "failed"].includes(status)) return news;
        if (["paused", "takeover"].includes(status)) {
          await this.ask({ say: "stop", run });
        }
      }
    }
    await this.ask({ say: "stop", run });
    return [...news, { news: "never_ended" }];
  }

  async end() {
    await this.chromium?.close().catch(() => undefined);
    const daemon = this.daemon;
    if (daemon !== undefined && daemon.exitCode === null) {
      const gone = new Promise((resolve) => daemon.once("exit", resolve));
      daemon.kill("SIGTERM");
      await Promise.race([gone, sleep(10_000)]);
      daemon.kill("SIGKILL");
    }
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
