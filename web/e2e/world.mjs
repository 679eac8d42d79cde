/**
 * Everything a journey happens in: `laika serve`, its native host, the extension in a real browser, and a site. All of
 * it is started for one journey, in folders of its own, and nothing of it is left afterwards.
 *
 * A browser keeps its sandbox only where it is not the administrator's. Where the journeys are, Laika, its host and the
 * browser run as one user who may do nothing else.
 */

import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { EXTENSION_ID } from "../extension/manifest.mjs";
import { Browser } from "./browser.mjs";
import { Panel } from "./panel.mjs";
import { Site } from "./site.mjs";
import { until } from "./wait.mjs";

const NOBODY = 65534;
const HOST = "laika-native-host";
const isRoot = process.getuid?.() === 0;
/** @type {string[]} */
export const before = isRoot ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];

/** @typedef {{ kind: string, seq: number, payload: any }} LogEvent */
/** @typedef {{ run: string, status: string, surface: string, mode: string, profile: string }} LogRun */

/** What is missing for any journey, in one sentence; nothing where all is there. */
export function missing() {
  const laika = process.env["LAIKA"];
  if (laika === undefined || laika === "") return "LAIKA does not name the program to test; build it and set LAIKA=…/laika.";
  if (!existsSync(laika)) return `LAIKA names ${basename(laika)}, which is not there.`;
  if (!existsSync(join(dirname(laika), HOST))) return `${HOST} is not beside the program that LAIKA names.`;
  if (!existsSync(chromium())) return "Chromium is not installed; LAIKA_CHROMIUM can name another one.";
  if (isRoot && spawnSync("setpriv", ["--version"]).status !== 0) return "setpriv, which drops the rights of root, is missing.";
  return undefined;
}

export function chromium() {
  return process.env["LAIKA_CHROMIUM"] ?? "/usr/lib/chromium/chromium";
}

/** The programs, where whoever they run as can read them. */
export class Programs {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "laika-journeys-"));
    chmodSync(this.folder, 0o755);
    const from = dirname(/** @type {string} */ (process.env["LAIKA"]));
    for (const name of ["laika", HOST]) {
      const to = join(this.folder, name);
      copyFileSync(join(from, name === "laika" ? basename(/** @type {string} */ (process.env["LAIKA"])) : name), to);
      chmodSync(to, 0o755);
    }
    this.laika = join(this.folder, "laika");
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Everything that was started and not ended yet: whatever ends this program ends them. */
const alive = /** @type {Set<import("node:child_process").ChildProcess>} */ (new Set());
process.once("exit", () => alive.forEach(endNow));
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.once(signal, () => process.exit(1));

/** @param {import("node:child_process").ChildProcess} child */
export function endNow(child) {
  try {
    // With everything that it started itself.
    process.kill(-(/** @type {number} */ (child.pid)), "SIGKILL");
  } catch {
    // It is gone.
  }
}

/** @param {import("node:child_process").ChildProcess} child */
export function minded(child) {
  alive.add(child);
  child.once("exit", () => alive.delete(child));
  return child;
}

export class World {
  /** @type {Browser[]} */
  #browsers = [];
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #daemon;

  /**
   * @param {Programs} programs
   * @param {Site} site
   */
  constructor(programs, site) {
    this.site = site;
    this.laikaProgram = programs.laika;
    this.folder = mkdtempSync(join(programs.folder, "world-"));
    // Short: the Workspace's browser makes a socket far below, and the name of one has hardly a hundred letters.
    this.temporary = mkdtempSync(join(tmpdir(), "l-"));
    if (isRoot) chownSync(this.temporary, NOBODY, NOBODY);
    this.home = this.owned("home");
    // Without a model: what a journey proves must not rest on what some model says.
    const models = this.owned("models");
    this.env = {
      PATH: process.env["PATH"],
      LANG: "C.UTF-8",
      TZ: "UTC",
      HOME: this.owned("person"),
      TMPDIR: this.temporary,
      LAIKA_HOME: this.home,
      LAIKA_MODELS: models,
      LAIKA_CHROMIUM: process.env["LAIKA_CHROMIUM"],
    };
    if (isRoot) chownSync(this.folder, NOBODY, NOBODY);
  }

  /** @param {Programs} programs */
  static async start(programs) {
    return new World(programs, await Site.open());
  }

  /** @param {string} name */
  owned(name) {
    const path = join(this.folder, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (isRoot) chownSync(path, NOBODY, NOBODY);
    return path;
  }

  /**
   * Gives a folder with all that is in it to whoever Laika and the browsers run as.
   *
   * @param {string} folder
   */
  own(folder) {
    if (!isRoot) return;
    for (const path of ["", ...readdirSync(folder, { recursive: true })]) chownSync(join(folder, String(path)), NOBODY, NOBODY);
  }

  /* ---- Laika ---- */

  /** Starts Laika and waits until it listens. */
  async serve() {
    const [command, ...args] = [...before, this.laikaProgram, "serve"];
    const child = spawn(/** @type {string} */ (command), args, {
      env: this.env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#daemon = minded(child);
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (said += piece));
    await until("Laika listens", () => said.includes("serving at"), { last: () => said });
  }

  /** Ends it as a failure of the machine would: at once, without a word. */
  async kill() {
    const daemon = this.#daemon;
    if (daemon === undefined) throw new Error("there is no Laika to kill");
    endNow(daemon);
    await until("Laika is gone", () => daemon.exitCode !== null || daemon.signalCode !== null);
    this.#daemon = undefined;
  }

  /**
   * Another command of Laika's, as the same person but not at a terminal.
   *
   * @param {string[]} args
   */
  laika(...args) {
    const [command, ...rest] = [...before, this.laikaProgram, ...args];
    const { status, stdout, stderr } = spawnSync(/** @type {string} */ (command), rest, { env: this.env, encoding: "utf8" });
    return { status, stdout, stderr };
  }

  /** @returns {LogRun[]} The runs in the log, the first one first. */
  runs() {
    const { status, stdout, stderr } = this.laika("runs", "list", "--json", "--home", this.home);
    if (status !== 0) throw new Error(`the runs cannot be listed: ${stderr}`);
    return JSON.parse(stdout).runs.reverse();
  }

  /**
   * What the log says of a run.
   *
   * @param {number} at
   * @returns {LogEvent[]}
   */
  events(at = 0) {
    const run = this.runs()[at];
    if (run === undefined) return [];
    const { status, stdout, stderr } = this.laika("runs", "events", run.run, "--json", "--home", this.home);
    if (status !== 0) throw new Error(`the events cannot be listed: ${stderr}`);
    return stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  }

  /**
   * The files in Laika's folder that hold these words as they are.
   *
   * @param {string} words
   */
  filesWith(words) {
    const files = readdirSync(this.home, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    return files.filter((one) => readFileSync(join(one.parentPath, one.name)).includes(words)).map(({ name }) => name);
  }

  /** Whether Laika runs in this folder, whoever started it. */
  isServing() {
    const { stdout } = this.laika("status", "--json", "--home", this.home);
    return JSON.parse(stdout).running === true;
  }

  /* ---- browsers ---- */

  /**
   * A browser of the person's with the extension in it: each with a profile of its own. In private windows the extension
   * is only where the person switched it on there.
   *
   * @param {string} name
   * @param {{ alsoPrivate?: boolean }} [options]
   */
  async browser(name = "first", { alsoPrivate = false } = {}) {
    const folder = this.owned(`profile-${name}`);
    const { status, stdout, stderr } = this.laika("extension", "install", "--profile-dir", folder, "--json");
    if (status !== 0) throw new Error(`the extension cannot be installed: ${stderr}`);
    const { extension } = JSON.parse(stdout);
    // The program brings the extension with it. Whoever works on the extension tries another build without building both.
    const other = process.env["LAIKA_EXTENSION"];
    if (other !== undefined) {
      cpSync(other, extension, { recursive: true });
      this.own(extension);
    }
    const log = join(this.folder, `${name}.log`);
    const started = await Browser.start({ program: chromium(), before, env: this.env, folder, log, name });
    minded(started.process);
    this.#browsers.push(started);
    await started.send("Extensions.loadUnpacked", { path: extension, enableInIncognito: alsoPrivate });
    await until("the worker of the extension runs", () => worker(started));
    return started;
  }

  /**
   * Says yes in advance to the question that the browser will ask about a site. Without a window nobody can answer it.
   *
   * @param {Browser} browser
   * @param {string} [pattern]
   */
  async allowSite(browser, pattern = "http://127.0.0.1/*") {
    const settings = await browser.open("chrome://extensions/");
    await settings.run(
      (id, site) =>
        new Promise((done) => /** @type {any} */ (chrome).developerPrivate.addHostPermission(id, site, () => done(true))),
      EXTENSION_ID,
      pattern,
    );
    await settings.close();
  }

  /**
   * Clicks Laika in the toolbar while this page is in front.
   *
   * @param {import("./browser.mjs").Page} page
   */
  async call(page) {
    await page.front();
    const targetId = await until("the page has a tab", () => tabOf(page));
    await page.browser.send("Extensions.triggerAction", { id: EXTENSION_ID, targetId });
  }

  /**
   * The same, and gives the panel that opens.
   *
   * @param {import("./browser.mjs").Page} page
   */
  async panel(page) {
    const { browser } = page;
    const known = new Set((await panels(browser)).map(({ targetId }) => targetId));
    const opened = async () => (await panels(browser)).find(({ targetId }) => !known.has(targetId));
    // A browser that has just got the extension forgets the first click now and then; a person clicks again.
    const target = await until("the panel opens", async () => {
      await this.call(page);
      return until("the panel opens", opened, { ms: 1_000 });
    });
    return Panel.of(await browser.attach(target.targetId));
  }

  /** Ends everything that was started. */
  async end() {
    for (const browser of this.#browsers) await browser.close();
    // One that the native host started is nobody's child.
    if (this.laika("serve", "--end", "--home", this.home).status !== 0) this.#daemon?.kill("SIGTERM");
    const daemon = this.#daemon;
    if (daemon !== undefined) {
      await until("Laika ends", () => daemon.exitCode !== null || daemon.signalCode !== null, { ms: 5_000 }).catch(
        () => undefined,
      );
    }
    for (const browser of this.#browsers) endNow(browser.process);
    if (daemon !== undefined) endNow(daemon);
    await this.site.close();
    for (const folder of [this.folder, this.temporary]) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** @param {Browser} browser */
async function panels(browser) {
  const url = `chrome-extension://${EXTENSION_ID}/panel.html`;
  return (await browser.targets()).filter((target) => target.type === "page" && target.url === url);
}

/**
 * The worker of the extension. Nobody attaches to it: that alone would keep it alive.
 *
 * @param {Browser} browser
 */
export async function worker(browser) {
  const url = `chrome-extension://${EXTENSION_ID}/worker.js`;
  return (await browser.targets()).find((target) => target.type === "service_worker" && target.url === url);
}

/**
 * The tab that a page is in, once it is in front: the browser names tabs and pages differently. An older browser (148) does
 * not tell which tab is in front; there the address has to say which one it is.
 *
 * @param {import("./browser.mjs").Page} page
 */
async function tabOf(page) {
  const { browser, targetId } = page;
  const { targetInfo } = await browser.send("Target.getTargetInfo", { targetId });
  const { targetInfos } = await browser.send("Target.getTargets", { filter: [{ type: "tab" }] });
  const alike = targetInfos.filter(
    (/** @type {any} */ one) => one.url === targetInfo.url && one.browserContextId === targetInfo.browserContextId,
  );
  const isTold = alike.some((/** @type {any} */ one) => one.embedderData !== undefined);
  const fits = isTold ? alike.filter((/** @type {any} */ one) => one.embedderData?.tabActive === true) : alike;
  return fits.length === 1 ? fits[0].targetId : undefined;
}
