/** One browser tab that opens pages and reports everything they did. */

import { offTheAllowlist } from "./judge.mjs";

/** @typedef {import("playwright-core").BrowserContext} BrowserContext */
/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").CDPSession} Session */
/** @typedef {import("./judge.mjs").Allowed} Allowed */
/** @typedef {{ scripts: string[], requests: string[], elements: string[] }} Deeds */

/** Long enough for what a page starts right after `load` (a refresh, an animation, an autofocus), short for 800 pages. */
const SETTLE_MS = 60;

/** Runs in a world of its own, so that nothing the page replaced can answer for the browser. */
const BAD_LINKS = `Array.from(document.querySelectorAll("a, area"))
  .filter((a) => a.hasAttribute("href") && !["http:", "https:", "mailto:"].includes(a.protocol))
  .map((a) => "link to " + a.protocol + " in " + a.outerHTML.slice(0, 120))`;

export class Probe {
  /** @type {Page | undefined} */ #page;
  /** @type {Session | undefined} */ #session;
  /** @type {Deeds} */ #deeds = { scripts: [], requests: [], elements: [] };
  #expected = "";
  #context;
  #allowed;
  #limit;

  /** @param {BrowserContext} context @param {Allowed} allowed @param {number} limit for each step, in milliseconds */
  constructor(context, allowed, limit) {
    this.#context = context;
    this.#allowed = allowed;
    this.#limit = limit;
  }

  /**
   * Opens `url` and says what happened there. `skeleton` is the frame that the page gave itself.
   * @param {string} url
   * @param {string[]} skeleton
   * @returns {Promise<Deeds>}
   */
  async open(url, skeleton) {
    const { page, session } = await this.#tab();
    this.#deeds = { scripts: [], requests: [], elements: [] };
    this.#expected = url;
    const deeds = this.#deeds;
    try {
      await page.goto(url, { waitUntil: "load", timeout: this.#limit });
      await page.waitForTimeout(SETTLE_MS);
      const { root } = await session.send("DOM.getDocument", { depth: -1, pierce: true });
      deeds.elements.push(...offTheAllowlist(root, this.#allowed, skeleton));
      deeds.elements.push(...(await this.#badLinks(session)));
    } catch (error) {
      // A page that hangs, crashes or leaves in mid-look did something: it must not pass as quiet.
      deeds.scripts.push(`the page could not be examined: ${String(error).split("\n")[0]}`);
      await this.#drop();
    }
    return deeds;
  }

  /** @param {Session} session */
  async #badLinks(session) {
    const { frameTree } = await session.send("Page.getFrameTree");
    const world = { frameId: frameTree.frame.id, worldName: "laika-probe" };
    const { executionContextId } = await session.send("Page.createIsolatedWorld", world);
    const call = { expression: BAD_LINKS, contextId: executionContextId, returnByValue: true, timeout: this.#limit };
    const { result } = await session.send("Runtime.evaluate", call);
    if (!Array.isArray(result.value)) throw new Error("the link check gave no answer");
    return /** @type {string[]} */ (result.value);
  }

  async #tab() {
    if (this.#page && this.#session) return { page: this.#page, session: this.#session };
    const page = await this.#context.newPage();
    const session = await this.#context.newCDPSession(page);
    this.#page = page;
    this.#session = session;
    await this.#watch(page, session);
    return { page, session };
  }

  async #drop() {
    await this.#page?.close().catch(() => undefined);
    this.#page = this.#session = undefined;
  }

  /** @param {Page} page @param {Session} session */
  async #watch(page, session) {
    page.on("dialog", (dialog) => {
      this.#deeds.scripts.push(`dialog ${dialog.type()} ${dialog.message()}`);
      // Dismissing a `beforeunload` would keep the tab on the page for ever.
      const answered = dialog.type() === "beforeunload" ? dialog.accept() : dialog.dismiss();
      void answered.catch(() => undefined);
    });
    page.on("popup", (popup) => {
      this.#deeds.requests.push(`window ${popup.url()}`);
      void popup.close().catch(() => undefined);
    });
    /** @param {{ url: string, executionContextAuxData?: { isDefault?: boolean } }} script */
    const ran = (script) => {
      if (script.executionContextAuxData?.isDefault) this.#deeds.scripts.push(`script ${script.url}`);
    };
    session.on("Debugger.scriptParsed", ran);
    session.on("Debugger.scriptFailedToParse", ran);
    session.on("Runtime.consoleAPICalled", (call) => this.#deeds.scripts.push(`console.${call.type}`));
    session.on("Network.webSocketCreated", (socket) => this.#deeds.requests.push(`WebSocket ${socket.url}`));
    session.on("Network.requestWillBeSent", ({ request, type }) => {
      // The page itself is the one request that is meant to be there, and only once.
      if (type === "Document" && request.url === this.#expected) this.#expected = "";
      else this.#deeds.requests.push(`${type} ${request.url}`);
    });
    await session.send("Page.enable");
    await session.send("Network.enable");
    await session.send("Runtime.enable");
    await session.send("Debugger.enable");
    // A `debugger` statement must not stop the page before it shows what it does.
    await session.send("Debugger.setSkipAllPauses", { skip: true });
  }
}
