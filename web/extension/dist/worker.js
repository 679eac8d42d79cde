"use strict";
(() => {
  // extension/src/shared/panel-port.ts
  var PANEL_PORT = "panel";

  // extension/src/worker/access.ts
  async function withoutAccess(api2, origins) {
    let lost = [];
    for (let origin of new Set(origins)) {
      let pattern = patternOf(origin), granted = pattern !== null && await api2.permissions.contains({ origins: [pattern] }).catch(() => !1);
      pattern !== null && !granted && lost.push(origin);
    }
    return lost;
  }
  function patternOf(origin) {
    if (!/^https?:/.test(origin) || !URL.canParse(origin)) return null;
    let { protocol, hostname } = new URL(origin);
    return `${protocol}//${hostname}/*`;
  }

  // extension/src/worker/api.ts
  function theApi() {
    let global = globalThis;
    return global.browser ?? global.chrome;
  }
  function isGecko(api2) {
    return "getBrowserInfo" in api2.runtime;
  }

  // extension/src/worker/badge.ts
  var GREY = "#5f6368", BLUE = "#1a56c4", AMBER = "#8a5200", RED = "#b3261e", WAITING = ["awaiting_approval", "paused", "authorizing"], RUNNING = ["observing", "planning", "executing", "verifying"];
  function badge({ needsPermission, link: link2, runs }) {
    if (needsPermission) return { text: "!", title: "Laika needs access to this site", color: AMBER };
    if (link2 !== "online" && link2 !== "locked")
      return link2 === "connecting" ? { text: "", title: "Laika", color: GREY } : { text: "×", title: "Laika is not running", color: RED };
    if (runs.some((run) => run.status === "takeover")) return { text: "||", title: "You have taken over", color: AMBER };
    if (runs.some((run) => WAITING.includes(run.status))) return { text: "…", title: "Laika waits for you", color: AMBER };
    let running = runs.filter((run) => RUNNING.includes(run.status));
    if (running.length === 0) return { text: "", title: "Laika", color: GREY };
    let steps = Math.max(...running.map((run) => run.steps)), title = steps === 0 ? "Laika is at work" : `Laika is at work: step ${steps}`;
    return { text: steps === 0 ? "RUN" : String(steps), title, color: BLUE };
  }
  function show(api2, { text, color, title }) {
    api2.action.setBadgeText({ text }), api2.action.setBadgeBackgroundColor({ color }), api2.action.setTitle({ title });
  }
  function markTab(api2, tabId, needs) {
    let none = isGecko(api2) ? null : "", { text } = badge({ needsPermission: !0, link: "online", runs: [] });
    Promise.resolve(api2.action.setBadgeText({ tabId, text: needs ? text : none })).catch(() => {
    });
  }

  // extension/src/worker/refusal.ts
  var Refusal = class extends Error {
    constructor(code, reason, message) {
      super(message);
      this.code = code;
      this.reason = reason;
    }
    code;
    reason;
  }, CANCELLED = () => new Refusal("CANCELLED", "E_CANCELLED", "it was cancelled"), TAB_CLOSED = () => new Refusal("NOT_FOUND", "E_TAB_CLOSED", "the tab is closed"), OTHER_DOCUMENT = () => new Refusal("STALE_HANDLE", "E_DOCUMENT_CHANGED", "this document is not attached; attach to the tab again"), FENCED = () => new Refusal("PRECONDITION_FAILED", "E_FENCED", "the address is outside of what this run may open"), RESTRICTED = () => new Refusal("UNSUPPORTED", "E_RESTRICTED_PAGE", "Laika does not work on this page");
  function toRefusal(error) {
    return error instanceof Refusal ? error : new Refusal("INTERNAL", "E_BROWSER", "the browser did not do it");
  }

  // extension/src/worker/seen.ts
  var Seen = class {
    #ids = /* @__PURE__ */ new Set();
    #answers = /* @__PURE__ */ new Map();
    #chars = 0;
    /** Whether the request is new. From now on it is not. */
    begin(id) {
      return this.#ids.has(id) ? !1 : (this.#ids.add(id), this.#ids.size > 2e4 && this.#ids.delete(first(this.#ids)), !0);
    }
    end(id, answer) {
      let chars = JSON.stringify(answer).length;
      for (this.#answers.set(id, { answer, chars }), this.#chars += chars; this.#answers.size > 200 || this.#chars > 8388608; ) {
        let oldest = first(this.#answers.keys());
        this.#chars -= this.#answers.get(oldest)?.chars ?? 0, this.#answers.delete(oldest);
      }
    }
    answer(id) {
      return this.#answers.get(id)?.answer;
    }
  };
  function first(keys) {
    for (let key2 of keys) return key2;
    return "";
  }

  // extension/src/worker/browse.ts
  var MOST_OPEN = 32, LONGEST_MS = 12e4, Browsing = class {
    constructor(deed, say) {
      this.deed = deed;
      this.say = say;
    }
    deed;
    say;
    #seen = new Seen();
    #open = /* @__PURE__ */ new Map();
    async take(requestId, deadlineMs, what) {
      if (!this.#seen.begin(requestId)) {
        this.#open.has(requestId) || this.say(this.#seen.answer(requestId) ?? failure(requestId, CANCELLED()));
        return;
      }
      let answer = await this.#answer(requestId, deadlineMs, what);
      this.#seen.end(requestId, answer), this.say(answer);
    }
    cancel(requestId) {
      this.#open.get(requestId)?.control.abort(CANCELLED()), this.#seen.begin(requestId);
    }
    /** Ends what is under way in a tab, or everywhere. */
    cancelAll(tabId) {
      for (let open of this.#open.values())
        (tabId === void 0 || open.tabId === tabId) && open.control.abort(CANCELLED());
    }
    async #answer(requestId, deadlineMs, what) {
      if (this.#open.size >= MOST_OPEN)
        return failure(requestId, new Refusal("RATE_LIMITED", "E_QUEUE_FULL", "too much is under way"));
      let control = new AbortController(), late = new Refusal("TIMEOUT", "E_TIMEOUT", "it took too long"), ms = Number.isFinite(deadlineMs) ? Math.max(0, Math.min(deadlineMs, LONGEST_MS)) : 0, timer = setTimeout(() => control.abort(late), ms);
      this.#open.set(requestId, { control, tabId: tabOf(what) });
      try {
        let value = await Promise.race([this.deed(what, control.signal), whenAborted(control.signal)]);
        return { say: "tab_answer", requestId, ok: !0, value: value ?? {} };
      } catch (error) {
        return failure(requestId, error);
      } finally {
        clearTimeout(timer), this.#open.delete(requestId);
      }
    }
  };
  function failure(requestId, error) {
    let { code, reason, message } = toRefusal(error);
    return { say: "tab_answer", requestId, ok: !1, code, reason, message };
  }
  function tabOf(what) {
    return what.do === "ask" ? what.context?.tabId : what.do !== "revoke" && what.do !== "release" && "tabId" in what ? what.tabId : void 0;
  }
  function whenAborted(signal) {
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: !0 });
    });
  }

  // extension/src/worker/ops.ts
  var ALWAYS = ["identify", "guard", "disarm", "highlight", "clearHighlight", "settle", "title"], LOOK = ["target", "owner"], AIM = [...LOOK, "arm", "check", "press", "outcome"], OPS = {
    "browser.observe_dom": ["observe", ...LOOK],
    "browser.find": ["find"],
    "browser.extract_table": ["table"],
    "browser.get_selection_links": ["selectionLinks"],
    "browser.wait_for": ["waitFor"],
    "browser.capture_viewport": ["map"],
    "browser.click": AIM,
    "browser.type": [...AIM, "enter"],
    "browser.select": [...AIM, "choose"],
    "browser.scroll": ["scroll"],
    "browser.navigate": [],
    "browser.refresh": [],
    "browser.back": [],
    "browser.forward": [],
    "browser.open_tab": [],
    "browser.switch_tab": [],
    "content.summarize": ["observe"],
    "content.find": ["observe"]
  }, ACTS = /* @__PURE__ */ new Set(["arm", "check", "press", "enter", "choose", "scroll"]);
  function mayAsk(tool, op) {
    let ops = Object.hasOwn(OPS, tool) ? OPS[tool] : void 0;
    return ops !== void 0 && [...ALWAYS, ...ops].includes(op);
  }
  function isAct(op) {
    return ACTS.has(op);
  }

  // extension/src/worker/tokens.ts
  var MOST_CHARS = 8192;
  function checkToken(held, token, tool, now) {
    if (held === void 0 || typeof token != "string" || !sameBytes(held.token, token))
      throw new Refusal("PRECONDITION_FAILED", "E_TOKEN", "the token is not the one of this document");
    if (now >= held.expiresAtMs)
      throw new Refusal("PRECONDITION_FAILED", "E_TOKEN_EXPIRED", "the token of this document has expired");
    if (!held.tools.includes(tool))
      throw new Refusal("PRECONDITION_FAILED", "E_TOOL", "the token of this document is not for this tool");
  }
  function capability(token, expiresAtMs, tools) {
    if (!(typeof token == "string" && token !== "" && token.length <= MOST_CHARS) || typeof expiresAtMs != "number" || !Array.isArray(tools))
      throw new Refusal("INVALID_ARGUMENT", "E_ARGUMENT", "the token cannot be read");
    return { token, expiresAtMs, tools: tools.filter((tool) => typeof tool == "string") };
  }
  function sameBytes(a, b) {
    let differs = a.length ^ b.length;
    for (let at = 0; at < a.length; at++) differs |= a.charCodeAt(at) ^ b.charCodeAt(at % (b.length || 1));
    return differs === 0;
  }

  // extension/src/worker/asking.ts
  async function askPage(documents2, what, now, signal) {
    let document = meant(documents2, what), op = Object(what.request).op;
    if (checkToken(document.capability, what.token, what.tool, now), typeof op != "string" || !mayAsk(what.tool, op))
      throw new Refusal("PRECONDITION_FAILED", "E_TOOL", "this tool does not ask that");
    if (!isAct(op)) return document.ask(what.request, signal);
    if (document.acting) throw new Refusal("RATE_LIMITED", "E_BUSY", "another act is under way in this document");
    document.acting = !0;
    try {
      return await document.ask(what.request, signal);
    } finally {
      document.acting = !1;
    }
  }
  function meant(documents2, { context }) {
    let { tabId, frameId, documentId, origin } = Object(context), document = documents2.at(tabId, frameId);
    if (document === void 0 || document.documentId !== documentId || document.origin !== origin) throw OTHER_DOCUMENT();
    return document;
  }

  // extension/src/worker/restricted.ts
  var STORES = [
    ["chromewebstore.google.com", "/"],
    ["chrome.google.com", "/webstore"],
    ["microsoftedge.microsoft.com", "/addons"],
    ["addons.opera.com", "/"],
    ["addons.mozilla.org", "/"],
    ["discovery.addons.mozilla.org", "/"],
    ["accounts.firefox.com", "/"]
  ], DEFAULT_PORT = { "http:": "80", "https:": "443" };
  function isRestricted(address, ports2) {
    if (!URL.canParse(address)) return !0;
    let url = new URL(address);
    if (url.protocol !== "http:" && url.protocol !== "https:") return !0;
    let host = url.hostname.replace(/\.$/, "");
    return STORES.some(([store, path]) => host === store && isUnder(url.pathname, path)) ? !0 : ports2.has(url.port || DEFAULT_PORT[url.protocol]) && mayBeThisMachine(host);
  }
  function isRestrictedDocument(url, origin, ports2) {
    let isWeb = /^https?:/.test(url);
    return isRestricted(isWeb ? url : origin, ports2) || isRestricted(origin, ports2);
  }
  function isUnder(path, folder) {
    return folder === "/" || path === folder || path.startsWith(`${folder}/`);
  }
  function mayBeThisMachine(host) {
    let v4 = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host);
    return v4 !== null ? v4[1] === "127" || v4[1] === "0" : host.startsWith("[") ? host === "[::1]" || host === "[::]" || /^\[::ffff:(7f|0:)/.test(host) || /^\[::7f/.test(host) : !0;
  }
  function portsOf(features2) {
    return new Set(features2.flatMap((feature) => /^port:(\d{1,5})$/.exec(feature)?.[1] ?? []));
  }

  // extension/src/worker/tabs.ts
  var Tabs = class {
    constructor(api2, owner) {
      this.api = api2;
      this.owner = owner;
      api2.tabs.onRemoved.addListener((tabId) => this.#left(tabId)), api2.tabs.onReplaced?.addListener((_, before) => this.#left(before));
    }
    api;
    owner;
    /** True for a tab that was opened for a task. */
    #known = /* @__PURE__ */ new Map();
    add(tabId, isTask) {
      this.#known.set(tabId, isTask || this.isTask(tabId));
    }
    forget(tabId) {
      this.#known.delete(tabId);
    }
    has(tabId) {
      return this.#known.has(tabId);
    }
    isTask(tabId) {
      return this.#known.get(tabId) === !0;
    }
    all() {
      return [...this.#known.keys()];
    }
    async get(tabId) {
      try {
        return await this.api.tabs.get(tabId);
      } catch {
        throw TAB_CLOSED();
      }
    }
    #left(tabId) {
      this.#known.delete(tabId) && (this.owner.dropped(tabId), this.owner.happened({ kind: "tab_closed", tabId }));
    }
  };
  async function untilLoaded(api2, tabId, signal, act) {
    let end = new AbortController(), loaded = new Promise((resolve, reject) => {
      let updated = (id, change) => {
        id === tabId && change.status === "complete" && resolve();
      }, removed = (id) => {
        id === tabId && reject(TAB_CLOSED());
      }, stop = () => reject(toRefusal(signal.reason));
      api2.tabs.onUpdated.addListener(updated), api2.tabs.onRemoved.addListener(removed), signal.addEventListener("abort", stop), end.signal.addEventListener("abort", () => {
        api2.tabs.onUpdated.removeListener(updated), api2.tabs.onRemoved.removeListener(removed), signal.removeEventListener("abort", stop);
      });
    });
    loaded.catch(() => {
    });
    try {
      if (act !== void 0) await act();
      else if ((await api2.tabs.get(tabId).catch(() => {
      }))?.status !== "loading") return;
      await loaded;
    } finally {
      end.abort();
    }
  }

  // extension/src/worker/attach.ts
  var FILES = ["page.js", "glue.js"], LOAD_MS = 5e3, ANSWER_MS = 2e3, NO_ACCESS = () => new Refusal("PERMISSION_REQUIRED", "E_NO_SITE_ACCESS", "the browser does not let Laika see this site; grant it first"), NO_ANSWER = () => new Refusal("UNAVAILABLE", "E_NO_ANSWER", "the page cannot be talked to"), NOT_LOADED = () => new Refusal("UNAVAILABLE", "E_NAVIGATION", "the page could not be loaded");
  async function attach(api2, tabs2, documents2, ports2, tabId, signal) {
    let tab = await tabs2.get(tabId);
    if (tab.incognito && !await api2.extension.isAllowedIncognitoAccess())
      throw new Refusal("PRECONDITION_FAILED", "E_PRIVATE_WINDOW", "Laika is not switched on in private windows");
    tab.status === "loading" && await untilLoaded(api2, tabId, soon(signal, LOAD_MS)).catch(() => {
    });
    let { url } = await tabs2.get(tabId);
    if (url !== void 0 && isRestricted(url, ports2)) throw RESTRICTED();
    signal.throwIfAborted();
    let isNew = !tabs2.has(tabId);
    tabs2.add(tabId, !1);
    try {
      let frames = await inject(api2, tabId), haveAll = () => frames.every((frameId) => documents2.at(tabId, frameId) !== void 0);
      await documents2.until(haveAll, soon(signal, ANSWER_MS));
      let { title, url: shown, incognito } = await tabs2.get(tabId);
      if (documents2.at(tabId, 0) === void 0) throw isRestricted(shown ?? "", ports2) ? RESTRICTED() : NO_ANSWER();
      return {
        documents: documents2.ofTab(tabId).map((document) => document.told()),
        title: title ?? "",
        url: shown ?? "",
        incognito
      };
    } catch (error) {
      throw documents2.release(tabId), isNew && tabs2.forget(tabId), error;
    }
  }
  async function inject(api2, tabId) {
    try {
      let target = { tabId, allFrames: !0 };
      return (await api2.scripting.executeScript({ target, files: FILES, injectImmediately: !0 })).map((one) => one.frameId);
    } catch (error) {
      throw whyNot(String(error));
    }
  }
  function whyNot(said) {
    return /No tab with id/i.test(said) ? new Refusal("NOT_FOUND", "E_TAB_CLOSED", "the tab is closed") : /error page/i.test(said) ? NOT_LOADED() : /chrome:|about:|edge:|devtools|view-source|gallery|webstore|extension:|file:|policy/i.test(said) ? RESTRICTED() : NO_ACCESS();
  }
  function soon(signal, ms) {
    return AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  }

  // extension/src/worker/picture.ts
  var MOST_CHARS2 = 7e5, SMALLER = 0.7, TRIES = 8;
  async function picture(api2, tabs2, documents2, tabId) {
    let before = documents2.at(tabId, 0);
    if (before === void 0) throw OTHER_DOCUMENT();
    let tab = await tabs2.get(tabId);
    if (!tab.active) throw notInFront();
    let taken = await take(api2, tab.windowId), after = await tabs2.get(tabId);
    if (!after.active || after.windowId !== tab.windowId) throw notInFront();
    if (documents2.at(tabId, 0) !== before) throw OTHER_DOCUMENT();
    return shrink(taken);
  }
  async function take(api2, windowId) {
    try {
      let address = await api2.tabs.captureVisibleTab(windowId, { format: "png" });
      return fromBase64(address.slice(address.indexOf(",") + 1));
    } catch {
      throw new Refusal("PERMISSION_REQUIRED", "E_NO_SITE_ACCESS", "the browser does not give a picture of this tab");
    }
  }
  async function shrink(picture2) {
    let whole = await createImageBitmap(picture2), { width, height } = whole, png = await toBase64(picture2);
    for (let left = TRIES; png.length > MOST_CHARS2 && left > 0; left--) {
      width = Math.round(width * SMALLER), height = Math.round(height * SMALLER);
      let canvas = new OffscreenCanvas(width, height);
      canvas.getContext("2d")?.drawImage(whole, 0, 0, width, height), png = await toBase64(await canvas.convertToBlob({ type: "image/png" }));
    }
    return whole.close(), { png, width, height };
  }
  function fromBase64(text) {
    return new Blob([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))], { type: "image/png" });
  }
  async function toBase64(blob) {
    let bytes = new Uint8Array(await blob.arrayBuffer()), parts = [];
    for (let at = 0; at < bytes.length; at += 32768) parts.push(String.fromCharCode(...bytes.subarray(at, at + 32768)));
    return btoa(parts.join(""));
  }
  function notInFront() {
    return new Refusal("PRECONDITION_FAILED", "E_TAB_NOT_IN_FRONT", "only the tab in front can be shown");
  }

  // extension/src/worker/deeds.ts
  function deeds(hands) {
    return async (what, signal) => {
      if ("tabId" in what && !Number.isInteger(what.tabId)) throw unreadable();
      return doIt(hands, what, signal);
    };
  }
  async function doIt(hands, what, signal) {
    let { api: api2, tabs: tabs2, documents: documents2, moves: moves2, fences: fences2, input: input2 } = hands;
    switch (what.do) {
      case "open":
        return moves2.open(what.url, signal);
      case "attach":
        return attachTo(hands, what.tabId, signal);
      case "ask":
        return askPage(documents2, what, Date.now(), signal);
      case "token":
        return setToken(documents2, what);
      case "revoke":
        return revoke(hands, what.tabId);
      case "navigate":
        return moves2.move("navigate", what.tabId, what.url, what.token, signal);
      case "reload":
      case "back":
      case "forward":
        return moves2.move(what.do, what.tabId, void 0, what.token, signal);
      case "activate":
        return moves2.activate(what.tabId);
      case "close":
        return moves2.close(what.tabId);
      case "picture":
        return picture(api2, tabs2, documents2, what.tabId);
      case "fence":
        if (!tabs2.has(what.tabId)) throw OTHER_DOCUMENT();
        return fences2.set(what.tabId, what.origins, what.allow, what.on, signal);
      case "release":
        return hands.release(what.tabId);
      case "tabs":
        return moves2.candidates(what.origin);
      case "input":
        return input2.send(what.tabId, what.method, what.params, signal);
      default:
        throw unreadable();
    }
  }
  async function attachTo(hands, tabId, signal) {
    let { url } = await hands.tabs.get(tabId);
    if (await hands.fences.hasLeft(tabId, url)) throw FENCED();
    try {
      let attached = await attach(hands.api, hands.tabs, hands.documents, hands.ports(), tabId, signal);
      return hands.needsAccess(tabId, !1), attached;
    } catch (error) {
      throw error instanceof Refusal && error.code === "PERMISSION_REQUIRED" && hands.needsAccess(tabId, !0), error;
    }
  }
  function setToken(documents2, what) {
    let document = documents2.at(what.tabId, what.frameId);
    if (document === void 0 || document.documentId !== what.documentId) throw OTHER_DOCUMENT();
    return document.capability = capability(what.token, what.expiresAtMs, what.tools), {};
  }
  function revoke({ documents: documents2, cancel }, tabId) {
    for (let document of documents2.ofTab(tabId)) document.capability = void 0;
    return cancel(tabId), {};
  }
  function unreadable() {
    return new Refusal("INVALID_ARGUMENT", "E_ARGUMENT", "the request cannot be read");
  }

  // extension/src/worker/documents.ts
  var PAGE_PORT = "page", MOST_NOTICE_CHARS = 1e3, MOST_PATH = 64, Attached = class {
    constructor(tabId, frameId, documentId, origin, url, port) {
      this.tabId = tabId;
      this.frameId = frameId;
      this.documentId = documentId;
      this.origin = origin;
      this.url = url;
      this.port = port;
    }
    tabId;
    frameId;
    documentId;
    origin;
    url;
    port;
    path = null;
    capability;
    /** Whether an act is under way here. */
    acting = !1;
    #answers = /* @__PURE__ */ new Map();
    #n = 0;
    /** Puts a question to the page script. The answer is the page's: nothing in it is taken for true here. */
    ask(request, signal) {
      signal.throwIfAborted();
      let n = ++this.#n;
      return new Promise((resolve, reject) => {
        let stop = () => {
          this.#answers.delete(n), reject(signal.reason);
        };
        signal.addEventListener("abort", stop, { once: !0 }), this.#answers.set(n, (text) => {
          signal.removeEventListener("abort", stop);
          let response = readResponse(text);
          response instanceof Error ? reject(response) : resolve(response);
        }), this.port.postMessage({ n, request });
      });
    }
    answered(n, text) {
      let take2 = this.#answers.get(n);
      this.#answers.delete(n), take2?.(text);
    }
    /** Nobody will answer any more. */
    end() {
      for (let n of [...this.#answers.keys()]) this.answered(n, OTHER_DOCUMENT());
    }
    told() {
      let { tabId, frameId, documentId, origin, url, path } = this;
      return { tabId, frameId, documentId, origin, url, path };
    }
  }, Documents = class {
    constructor(owner) {
      this.owner = owner;
    }
    owner;
    #all = /* @__PURE__ */ new Map();
    #waiting = /* @__PURE__ */ new Set();
    /** Takes a port of a page in, or closes it. */
    accept(port) {
      let document = identify(port);
      if (document === void 0 || !this.owner.expects(document.tabId, document.url, document.origin)) {
        port.disconnect();
        return;
      }
      port.onMessage.addListener((message) => this.#hear(document, message)), port.onDisconnect.addListener(() => {
        this.#forget(document) && this.owner.gone(document);
      });
      let before = this.at(document.tabId, document.frameId);
      before !== void 0 && this.#forget(before) && (before.port.disconnect(), this.owner.gone(before)), this.#all.set(key(document.tabId, document.frameId), document);
    }
    at(tabId, frameId) {
      return this.#all.get(key(tabId, frameId));
    }
    ofTab(tabId) {
      return [...this.#all.values()].filter((document) => document.tabId === tabId).sort((a, b) => a.frameId - b.frameId);
    }
    all() {
      return [...this.#all.values()];
    }
    /** Closes the ports of a tab; the glue lets go of its page. Nobody is told: it was asked for. */
    release(tabId) {
      for (let document of this.ofTab(tabId))
        this.#forget(document), document.port.disconnect();
    }
    /** Waits until `isEnough`, which is looked at whenever a document says where it is; or until the signal. */
    async until(isEnough, signal) {
      for (; !isEnough() && !signal.aborted; )
        await new Promise((resolve) => {
          let look = () => {
            this.#waiting.delete(look), signal.removeEventListener("abort", look), resolve();
          };
          this.#waiting.add(look), signal.addEventListener("abort", look, { once: !0 });
        });
    }
    #hear(document, message) {
      if (this.at(document.tabId, document.frameId) !== document) return;
      let { n, response, notice, path } = Object(message);
      if (typeof n == "number" && document.answered(n, response), path !== void 0) {
        document.path = readPath(path);
        for (let look of [...this.#waiting]) look();
      }
      if (typeof notice == "string" && notice.length <= MOST_NOTICE_CHARS) {
        let read = readJson(notice);
        read !== void 0 && this.owner.noticed(document, read);
      }
    }
    #forget(document) {
      return this.at(document.tabId, document.frameId) !== document ? !1 : (this.#all.delete(key(document.tabId, document.frameId)), document.capability = void 0, document.end(), !0);
    }
  };
  function identify(port) {
    let { tab, frameId, documentId, documentLifecycle, url, origin } = port.sender ?? {};
    if (tab?.id === void 0 || frameId === void 0 || url === void 0 || documentLifecycle !== void 0 && documentLifecycle !== "active") return;
    let from = origin ?? (URL.canParse(url) ? new URL(url).origin : "null");
    return new Attached(tab.id, frameId, documentId ?? crypto.randomUUID(), from, url, port);
  }
  function readResponse(text) {
    if (text instanceof Error) return text;
    let read = typeof text == "string" ? readJson(text) : void 0;
    return read !== void 0 && typeof read.ok == "boolean" ? read : new Refusal("INTERNAL", "E_PAGE_SCRIPT", "the page script did not answer");
  }
  function readJson(text) {
    try {
      let read = JSON.parse(text);
      return typeof read == "object" && read !== null ? read : void 0;
    } catch {
      return;
    }
  }
  function readPath(path) {
    return Array.isArray(path) && path.length <= MOST_PATH && path.every((at) => Number.isInteger(at) && at >= 0) ? path : null;
  }
  function key(tabId, frameId) {
    return `${tabId}/${frameId}`;
  }

  // extension/src/worker/fence-rules.ts
  var RULES_A_TAB = 300, MOST_ORIGINS = 50, MOST_ALLOWED = 50, PRIORITY = { leave: 1, stay: 2, effect: 3, permitted: 4 }, HARMLESS = ["get", "head", "options"], NOT_HARMLESS = { excludedRequestMethods: HARMLESS }, ALL_TYPES = [
    "main_frame",
    "sub_frame",
    "stylesheet",
    "script",
    "image",
    "font",
    "object",
    "xmlhttprequest",
    "ping",
    "csp_report",
    "media",
    "other"
  ];
  function fence(tabId, origins, allow) {
    if (!Array.isArray(origins) || origins.length > MOST_ORIGINS || !Array.isArray(allow) || allow.length > MOST_ALLOWED)
      throw new Refusal("INVALID_ARGUMENT", "E_ARGUMENT", "the fence cannot be read");
    return {
      tabId,
      others: [],
      origins: origins.map(readOrigin),
      allow: allow.map((one) => {
        let { method, url } = Object(one);
        return { method: String(method).toLowerCase(), url: readUrl(url) };
      })
    };
  }
  function rules({ tabId, origins, allow, others }, firstId) {
    let initiatorDomains = [...new Set(origins.map((origin) => new URL(origin).hostname))], list = around({ tabIds: [tabId] }, origins, allow);
    return initiatorDomains.length > 0 && (list.push(...effects({ tabIds: [-1], initiatorDomains }, allow)), list.push(...around({ excludedTabIds: [-1, tabId, ...others], initiatorDomains }, origins, allow))), list.map((one, index) => ({ id: firstId + index, ...one }));
  }
  function around(where, origins, allow) {
    let page = { ...where, resourceTypes: ["main_frame"] }, stay = origins.map((origin) => rule(PRIORITY.stay, "allow", { ...page, urlFilter: `|${origin}/` }));
    return [rule(PRIORITY.leave, "block", page), ...stay, ...effects(where, allow)];
  }
  function effects(where, allow) {
    let any = { ...where, resourceTypes: ALL_TYPES }, permitted = allow.map(({ method, url }) => {
      let requestMethods = [method];
      return rule(PRIORITY.permitted, "allow", { ...any, requestMethods, isUrlFilterCaseSensitive: !0, ...exactly(url) });
    });
    return [rule(PRIORITY.effect, "block", { ...any, ...NOT_HARMLESS }), ...permitted];
  }
  function stops({ origins, allow }, method, url, isMain) {
    let sent = method.toLowerCase(), bare = url.replace(/#.*$/, "");
    return allow.some((one) => one.method === sent && one.url === bare) ? !1 : !HARMLESS.includes(sent) || isMain && !(URL.canParse(url) && origins.includes(new URL(url).origin));
  }
  function rule(priority, type, condition) {
    return { priority, action: { type }, condition };
  }
  function exactly(url) {
    return /[*^|]/.test(url) ? { regexFilter: `^${url.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}$` } : { urlFilter: `|${url}|` };
  }
  function readOrigin(origin) {
    if (!(typeof origin == "string" && URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol))) throw new Refusal("INVALID_ARGUMENT", "E_ARGUMENT", "an origin of the fence cannot be read");
    return new URL(origin).origin;
  }
  function readUrl(url) {
    if (!(typeof url == "string" && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) throw new Refusal("INVALID_ARGUMENT", "E_ARGUMENT", "an address of the fence cannot be read");
    return new URL(url).href.replace(/#.*$/, "");
  }

  // extension/src/worker/fences.ts
  var MOST_TABS = 16, Fences = class {
    constructor(api2, happened2) {
      this.api = api2;
      this.happened = happened2;
      this.#last = this.#clear();
    }
    api;
    happened;
    /** By the place whose numbers it has. */
    #standing = /* @__PURE__ */ new Map();
    /** Changes are made one after the other. */
    #last = Promise.resolve();
    #see = (request) => {
      this.#seen(request);
    };
    async set(tabId, origins, allow, on, signal) {
      if (on !== !0)
        return await this.drop(tabId), {};
      let asked = fence(tabId, origins, allow);
      return await this.#change(async () => {
        let place = this.#placeOf(tabId) ?? this.#freePlace(), there = (await this.api.tabs.query({})).flatMap(({ id }) => id === void 0 || id === tabId ? [] : [id]);
        signal.throwIfAborted();
        let wanted = { ...asked, others: there };
        await this.#replace(place, rules(wanted, 1 + place * RULES_A_TAB)), this.#standing.set(place, wanted), this.#watch();
      }), {};
    }
    /** Whether the fence of a tab keeps its page from going there. */
    isOutside(tabId, url) {
      let standing2 = this.#of(tabId);
      return standing2 !== void 0 && stops(standing2, "GET", url, !0);
    }
    /**
     * Whether a fenced tab shows the error of a page that it was kept from. The browser tells nothing of a site that is
     * not granted; so where all that the tab may open is granted, what is not seen is outside.
     */
    async hasLeft(tabId, url) {
      let standing2 = this.#of(tabId);
      if (standing2 === void 0 || url !== void 0) return url !== void 0 && this.isOutside(tabId, url);
      let origins = standing2.origins.map((origin) => `${new URL(origin).protocol}//${new URL(origin).hostname}/*`);
      return this.api.permissions.contains({ origins });
    }
    drop(tabId) {
      return this.#change(async () => {
        let place = this.#placeOf(tabId);
        place !== void 0 && (this.#standing.delete(place), this.#watch(), await this.#replace(place, []));
      });
    }
    /**
     * Requests are looked at only while a fence stands, and seen only where their site is granted; where it is not, the
     * fence stands all the same. A listener from before the grant hears nothing, in Chromium 156.
     */
    #watch() {
      let requests = this.api.webRequest?.onBeforeRequest;
      requests?.removeListener(this.#see), this.#standing.size > 0 && requests?.addListener(this.#see, { urls: ["<all_urls>"] });
    }
    #change(change) {
      let next = this.#last.catch(() => {
      }).then(change);
      return this.#last = next, next;
    }
    async #replace(place, addRules) {
      let removeRuleIds = Array.from({ length: RULES_A_TAB }, (_, index) => 1 + place * RULES_A_TAB + index);
      await this.api.declarativeNetRequest.updateSessionRules({ removeRuleIds, addRules });
    }
    async #clear() {
      let old = await this.api.declarativeNetRequest.getSessionRules();
      await this.api.declarativeNetRequest.updateSessionRules({ removeRuleIds: old.map((rule2) => rule2.id) });
    }
    #placeOf(tabId) {
      for (let [place, one] of this.#standing) if (one.tabId === tabId) return place;
    }
    #of(tabId) {
      let place = this.#placeOf(tabId);
      return place === void 0 ? void 0 : this.#standing.get(place);
    }
    #freePlace() {
      for (let place = 0; place < MOST_TABS; place++) if (!this.#standing.has(place)) return place;
      throw new Refusal("RATE_LIMITED", "E_TOO_MANY_FENCES", "too many tabs are fenced at once");
    }
    /** What belongs to no tab is a service worker's, and counts for the tabs of its site; so does a tab that is new. */
    #seen({ tabId, method, url, type, initiator }) {
      let isMain = type === "main_frame";
      for (let fence2 of this.#standing.values())
        (tabId === fence2.tabId || !fence2.others.includes(tabId) && fence2.origins.includes(initiator ?? "")) && stops(fence2, method, url, isMain) && this.happened({ kind: "fenced", tabId: fence2.tabId, method, url, main: isMain });
    }
  };

  // extension/src/worker/front.ts
  async function frontOf(api2, windowId, ports2, outOfReach2) {
    let where = windowId === void 0 ? { lastFocusedWindow: !0 } : { windowId }, [tab] = await api2.tabs.query({ active: !0, ...where }).catch(() => []);
    return tab?.id === void 0 ? null : frontFrom(tab, ports2, outOfReach2.has(tab.id));
  }
  function frontFrom(tab, ports2, outOfReach2) {
    let url = tab.url ?? "", restricted = url === "" ? outOfReach2 : isRestricted(url, ports2);
    return {
      tabId: tab.id,
      windowId: tab.windowId,
      url,
      origin: url !== "" && !restricted ? new URL(url).origin : "",
      title: tab.title ?? "",
      access: restricted ? "restricted" : url === "" ? "needed" : "granted",
      incognito: tab.incognito
    };
  }

  // generated/protocol.ts
  var TOOL_SCHEMA_HASH = "sha256:f53529de0410bc4f3b0850408a3dd03c194cd93f06dcec3d80fba07af99f3853";

  // extension/src/worker/input.ts
  var hasDebugger = (api2) => "debugger" in api2 && api2.debugger !== void 0, PROTOCOL = "1.3", METHODS = /* @__PURE__ */ new Set(["Input.dispatchMouseEvent", "Input.dispatchKeyEvent", "Input.insertText"]), MOST_CHARS3 = 1e5, Input = class {
    constructor(api2, documents2, happened2) {
      this.api = api2;
      this.documents = documents2;
      this.happened = happened2;
      hasDebugger(api2) && api2.debugger.onDetach.addListener(({ tabId }, reason) => {
        tabId === void 0 || !this.#held.delete(tabId) || reason === "canceled_by_user" && this.happened({ kind: "detached", tabId });
      });
    }
    api;
    documents;
    happened;
    #held = /* @__PURE__ */ new Set();
    async send(tabId, method, params, signal) {
      if (!hasDebugger(this.api)) throw new Refusal("UNSUPPORTED", "E_NO_DEBUGGER", "this build of the extension makes no real input");
      if (typeof method != "string" || !METHODS.has(method) || JSON.stringify(params ?? {}).length > MOST_CHARS3)
        throw new Refusal("INVALID_ARGUMENT", "E_ARGUMENT", "this is no input");
      let capability2 = this.documents.at(tabId, 0)?.capability;
      if (capability2 === void 0) throw new Refusal("PRECONDITION_FAILED", "E_TOKEN", "the tab holds no token");
      if (Date.now() >= capability2.expiresAtMs)
        throw new Refusal("PRECONDITION_FAILED", "E_TOKEN_EXPIRED", "the token of this tab has expired");
      return signal.throwIfAborted(), this.#held.has(tabId) || (await this.api.debugger.attach({ tabId }, PROTOCOL), this.#held.add(tabId)), signal.throwIfAborted(), await this.api.debugger.sendCommand({ tabId }, method, Object(params)), {};
    }
    async drop(tabId) {
      this.#held.delete(tabId) && await this.api.debugger.detach({ tabId }).catch(() => {
      });
    }
  };

  // extension/src/worker/hello.ts
  var PROFILE = "profile";
  async function introduction(api2) {
    return {
      say: "extension",
      hello: {
        type: "system.hello",
        protocolVersion: "1.0",
        schemaHash: TOOL_SCHEMA_HASH,
        pageScriptHash: "sha256:4e2550e60ec9a202bd5ca90f8783a34ea303ad9d4650ded0ed1eec5fc22b04d3",
        tools: [],
        features: features(api2)
      },
      profile: await profile(api2)
    };
  }
  function features(api2) {
    return [
      ["debugger", hasDebugger(api2)],
      ["gecko", isGecko(api2)],
      ["side_panel", "sidePanel" in api2],
      ["fence", "declarativeNetRequest" in api2],
      ["private", isPrivate(api2)]
    ].flatMap(([name, there]) => there ? [name] : []);
  }
  async function profile(api2) {
    let fresh = `p-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
    if (isPrivate(api2)) return fresh;
    let kept = (await api2.storage.local.get(PROFILE))[PROFILE];
    return typeof kept == "string" && /^p-[0-9a-f]{32}$/.test(kept) ? kept : (await api2.storage.local.set({ [PROFILE]: fresh }), fresh);
  }
  function isPrivate(api2) {
    return api2.extension.inIncognitoContext === !0;
  }

  // page/src/sha256.ts
  var PRIMES = firstPrimes(64), ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime))), START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))), encoder = new TextEncoder();
  function sha256(text, salt = new Uint8Array()) {
    let bytes = encoder.encode(text), message = new Uint8Array(salt.length + bytes.length);
    return message.set(salt), message.set(bytes, salt.length), `sha256:${[...digest(message)].map((word) => word.toString(16).padStart(8, "0")).join("")}`;
  }
  function digest(message) {
    let padded = new DataView(new ArrayBuffer((message.length + 8 >> 6 << 6) + 64));
    new Uint8Array(padded.buffer).set(message), padded.setUint8(message.length, 128), padded.setUint32(padded.byteLength - 8, Math.floor(message.length / 536870912)), padded.setUint32(padded.byteLength - 4, message.length << 3);
    let state = Uint32Array.from(START), words = new Uint32Array(64);
    for (let at = 0; at < padded.byteLength; at += 64) {
      for (let i = 0; i < 16; i++) words[i] = padded.getUint32(at + i * 4);
      block(state, words);
    }
    return state;
  }
  function block(state, words) {
    for (let i = 16; i < 64; i++) {
      let early = words[i - 15], late = words[i - 2], mixed = turn(early, 7) ^ turn(early, 18) ^ early >>> 3, other = turn(late, 17) ^ turn(late, 19) ^ late >>> 10;
      words[i] = words[i - 16] + mixed + words[i - 7] + other;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      let choice = e & f ^ ~e & g, first2 = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUND[i] + words[i] | 0, majority = a & b ^ a & c ^ b & c, second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority | 0;
      [a, b, c, d, e, f, g, h] = [first2 + second | 0, a, b, c, d + first2 | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => state[i] = state[i] + word);
  }
  function turn(word, by) {
    return word >>> by | word << 32 - by;
  }
  function fraction(root) {
    return (root - Math.floor(root)) * 4294967296 >>> 0;
  }
  function firstPrimes(count) {
    let primes = [];
    for (let n = 2; primes.length < count; n++) primes.every((prime) => n % prime !== 0) && primes.push(n);
    return primes;
  }

  // extension/src/worker/chunks.ts
  var MOST_CHARS4 = 16 * 1024 * 1024, MOST_PIECES = 1e3, MOST_OPEN2 = 4, Chunks = class {
    #open = /* @__PURE__ */ new Map();
    /** The text once it is whole; undefined before. Throws where a piece does not fit: the connection is then dropped. */
    take(piece) {
      let { id, index, total, sha256: hash, data } = checked(piece), known = this.#open.get(id), open = known ?? { sha256: hash, total, pieces: [], chars: 0 };
      if (known === void 0 && this.#open.size >= MOST_OPEN2) throw new Error("too many messages in pieces at once");
      if (open.sha256 !== hash || open.total !== total || open.pieces.length !== index)
        throw new Error("a piece of a message does not fit");
      if (open.chars += data.length, open.chars > MOST_CHARS4) throw new Error("a message in pieces is too long");
      if (open.pieces.push(data), this.#open.set(id, open), open.pieces.length < total) return;
      this.#open.delete(id);
      let text = open.pieces.join("");
      if (sha256(text) !== hash) throw new Error("a message in pieces is not what was sent");
      return text;
    }
  };
  function checked(piece) {
    let { id, index, total, sha256: hash, data } = Object(piece);
    if (!(typeof id == "string" || typeof id == "number") || !isCount(index, 0, MOST_PIECES - 1) || !isCount(total, 1, MOST_PIECES) || typeof data != "string")
      throw new Error("a piece of a message cannot be read");
    if (typeof hash != "string") throw new Error("a piece of a message cannot be read");
    return { id, index, total, sha256: hash.startsWith("sha256:") ? hash : `sha256:${hash}`, data };
  }
  function isCount(value, least, most) {
    return Number.isInteger(value) && value >= least && value <= most;
  }

  // extension/src/worker/down.ts
  function errorDown(code, sentence) {
    return { says: "error", id: null, code, sentence };
  }

  // extension/src/worker/link.ts
  var HOST = "org.laika.host", MOST_OPEN3 = 32, FIRST_PAUSE_MS = 1e3, LONGEST_PAUSE_MS = 6e4, GREETING_MS = 3e4, REPLY_MS = 3e4, UPDATE = "The extension and Laika are of different versions. Update both.", NO_HOST = "Laika is not installed for this browser, or its native host cannot be started.", NOT_RUNNING = "Laika is not running.", NOT_STARTED = "Laika could not be started. `laika doctor` at a terminal says more.", Link = class {
    constructor(owner) {
      this.owner = owner;
    }
    owner;
    #port;
    #stage = "closed";
    #chunks = new Chunks();
    #id = 0;
    /** The number of the introduction that a welcome must answer. */
    #introduced = 0;
    #key;
    #laika;
    #pause = FIRST_PAUSE_MS;
    #timer;
    #wantsOpen = !1;
    /** What a host without a daemon has yet to say something to, in order. */
    #unanswered = [];
    /** Whether the host said by itself that there is no daemon. */
    #saidOffline = !1;
    #questions = /* @__PURE__ */ new Map();
    #waiting = [];
    get isOnline() {
      return this.#stage === "online";
    }
    /** Connects, where there is no connection under way. */
    start() {
      if (!(this.#stage === "greeting" || this.#stage === "introducing" || this.#stage === "online")) {
        this.#close(), this.owner.stands({ state: "connecting" });
        try {
          let port = this.owner.connect();
          this.#port = port, port.onMessage.addListener((message) => this.#port === port && this.#hear(message)), port.onDisconnect.addListener(() => {
            let sentence = this.#laika === void 0 ? NO_HOST : NOT_RUNNING;
            this.#port === port && this.#gone({ state: "offline", sentence });
          }), this.#greet();
        } catch {
          this.#gone({ state: "offline", sentence: NO_HOST });
        }
      }
    }
    /** Has the native host start Laika where it does not run. */
    open() {
      this.#wantsOpen = !0, this.#stage === "offline" && this.#port !== void 0 ? this.#wake() : this.start();
    }
    /** Asks, and gets exactly one reply. */
    ask(ask) {
      return new Promise((reply) => {
        this.#stage === "online" && this.#questions.size < MOST_OPEN3 ? this.#question(ask, reply) : this.#stage === "online" || this.#waiting.length >= MOST_OPEN3 ? reply(errorDown("RATE_LIMITED", "Too much is under way. Try again in a moment.")) : this.#stage === "closed" || this.#stage === "offline" ? reply(errorDown("UNAVAILABLE", NOT_RUNNING)) : this.#waiting.push({ ask, reply });
      });
    }
    /** Says something that needs no reply. It is dropped where nobody hears it: a daemon that left has forgotten too. */
    tell(ask) {
      this.#stage === "online" && this.#say(ask);
    }
    #question(ask, reply) {
      let id = this.#say(ask), timer = setTimeout(() => this.#answer(id, errorDown("TIMEOUT", "Laika did not answer in time.")), REPLY_MS);
      this.#questions.set(id, { reply, timer });
    }
    #say(ask) {
      let id = ++this.#id;
      return this.#port?.postMessage(this.#key === void 0 ? { id, ask } : { id, key: this.#key, ask }), id;
    }
    #greet() {
      this.#stage = "greeting", this.#unanswered.push("hello"), this.#say({ say: "hello", version: 1 }), this.#introduced = 0, this.#after(GREETING_MS, () => this.#gone({ state: "offline", sentence: "Laika does not answer." }));
    }
    /** The host does what it is told in the order it is told: it starts Laika, then passes the greeting on. */
    #wake() {
      this.#wantsOpen = !1, this.owner.stands({ state: "connecting", sentence: "Laika is being started." }), this.#unanswered.push("open"), this.#port?.postMessage({ host: "open" }), this.#greet();
    }
    #hear(message) {
      try {
        let piece = Object(message);
        if (piece.chunk === void 0) this.#take(message);
        else {
          let text = this.#chunks.take(piece.chunk);
          text !== void 0 && this.#take(JSON.parse(text));
        }
      } catch {
        this.#gone({ state: "offline", sentence: "Something came over the connection that cannot be read." });
      }
    }
    #take(message) {
      let host = Object(message);
      host.host !== void 0 ? this.#hearHost(host) : this.#stage === "greeting" ? this.#hearGreeting(message) : this.#stage === "introducing" ? this.#hearWelcome(message) : this.#stage === "online" && this.#hearOnline(message);
    }
    #hearHost(message) {
      if (message.host === "refused") return this.#refused(message.sentence);
      if (message.host === "online") return void (this.#unanswered = []);
      let answers = this.#saidOffline ? this.#unanswered.shift() : void 0;
      this.#saidOffline = !0, answers === "open" ? this.#offline(NOT_STARTED) : this.#wantsOpen ? this.#wake() : this.#unanswered.includes("open") || this.#offline(NOT_RUNNING);
    }
    /** The host stays, so that it can be asked to start Laika; and now and then a new one looks for it. */
    #offline(sentence) {
      this.#stage !== "offline" && (this.#forget(), this.#stage = "offline", this.owner.stands({ state: "offline", sentence }), this.#again());
    }
    #hearGreeting(message) {
      if (message.says === "error" && this.#refused(message.sentence), message.says !== "hello") return;
      if (message.version !== 1) {
        this.#refused(UPDATE);
        return;
      }
      this.#laika = String(message.laika), this.#stage = "introducing";
      let port = this.#port;
      this.owner.introduce().then((ask) => {
        this.#port === port && this.#stage === "introducing" && (this.#introduced = this.#say(ask));
      });
    }
    #hearWelcome(message) {
      if (message.says === "error" && this.#refused(message.sentence), !(message.says !== "welcome" || message.id !== this.#introduced)) {
        this.#key = message.key, this.#stage = "online", this.#wantsOpen = !1, this.#pause = FIRST_PAUSE_MS, clearTimeout(this.#timer), this.owner.stands(this.#laika === void 0 ? { state: "online" } : { state: "online", laika: this.#laika }), this.owner.welcomed(message.message.features ?? []);
        for (let { ask, reply } of this.#waiting.splice(0)) this.#question(ask, reply);
      }
    }
    #hearOnline(message) {
      let id = "id" in message ? message.id : null;
      id == null ? this.owner.heard(message) : this.#answer(id, message);
    }
    #answer(id, message) {
      let question = this.#questions.get(id);
      question !== void 0 && (clearTimeout(question.timer), this.#questions.delete(id), question.reply(message));
    }
    /** A daemon that does not want us is not asked again until a person does. */
    #refused(sentence) {
      this.#close(), this.owner.stands({ state: "update", sentence });
    }
    #gone(news) {
      this.#close(), this.owner.stands(news), this.#again();
    }
    #again() {
      this.#after(this.#pause, () => this.start()), this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
    }
    #after(ms, then) {
      clearTimeout(this.#timer), this.#timer = setTimeout(then, ms);
    }
    #close() {
      clearTimeout(this.#timer);
      let port = this.#port;
      this.#port = void 0, this.#stage = "closed", this.#chunks = new Chunks(), this.#id = 0, this.#unanswered = [], this.#saidOffline = !1, this.#forget(), port?.disconnect();
    }
    #forget() {
      this.#key = void 0;
      let lost = errorDown("UNAVAILABLE", NOT_RUNNING);
      for (let id of [...this.#questions.keys()]) this.#answer(id, lost);
      for (let { reply } of this.#waiting.splice(0)) reply(lost);
      this.owner.lost();
    }
  };

  // extension/src/worker/memory.ts
  async function remember(api2, what) {
    isPrivate(api2) || await api2.storage.session.set(what);
  }
  async function remembered(api2) {
    return isPrivate(api2) ? {} : await api2.storage.session.get(["runId", "lastSeenEventId", "uiPrefs"]);
  }

  // extension/src/worker/menus.ts
  var ENTRIES = [
    ["ask_selection", "Ask Laika about selection", ["selection"]],
    ["extract_table", "Extract table", ["page", "selection"]]
  ];
  function addMenus(api2, owner) {
    api2.runtime.onInstalled.addListener(() => {
      Promise.resolve(api2.contextMenus.removeAll()).then(() => {
        for (let [id, title, contexts] of ENTRIES) {
          let documentUrlPatterns = ["http://*/*", "https://*/*"];
          api2.contextMenus.create({ id, title, contexts, documentUrlPatterns });
        }
      });
    }), api2.action.onClicked.addListener((tab) => {
      openPanel(api2, tab.windowId), owner.called(tab);
    }), api2.contextMenus.onClicked.addListener(({ menuItemId }, tab) => {
      let entry = ENTRIES.find(([id]) => id === menuItemId);
      entry === void 0 || tab?.id === void 0 || (openPanel(api2, tab.windowId), owner.called(tab), owner.menu({ what: entry[0], tabId: tab.id }, tab.windowId));
    });
  }
  function openPanel(api2, windowId) {
    let gecko = api2, opened = isGecko(api2) ? gecko.sidebarAction?.open() : api2.sidePanel.open({ windowId });
    Promise.resolve(opened).catch(() => {
    });
  }

  // extension/src/worker/moves.ts
  var TOOL = {
    navigate: "browser.navigate",
    reload: "browser.refresh",
    back: "browser.back",
    forward: "browser.forward"
  }, Moves = class {
    constructor(api2, tabs2, documents2, ports2, fences2) {
      this.api = api2;
      this.tabs = tabs2;
      this.documents = documents2;
      this.ports = ports2;
      this.fences = fences2;
    }
    api;
    tabs;
    documents;
    ports;
    fences;
    /** A tab for a task, in front. The answer does not wait for a page that loads for long. */
    async open(url, signal) {
      let address = this.#address(url);
      signal.throwIfAborted();
      let tab = await this.api.tabs.create({ url: address, active: !0 });
      if (tab.id === void 0) throw new Refusal("INTERNAL", "E_BROWSER", "the browser opened no tab");
      this.tabs.add(tab.id, !0);
      let soon2 = AbortSignal.any([signal, AbortSignal.timeout(1e4)]);
      return await untilLoaded(this.api, tab.id, soon2).catch(() => {
      }), { tabId: tab.id, windowId: tab.windowId };
    }
    async move(what, tabId, url, token, signal) {
      let address = what === "navigate" ? this.#address(url) : "";
      if (await this.tabs.get(tabId), this.#check(what, tabId, token), what === "navigate" && this.fences.isOutside(tabId, address)) throw FENCED();
      signal.throwIfAborted();
      let { tabs: tabs2 } = this.api, act = {
        navigate: () => tabs2.update(tabId, { url: address }),
        reload: () => tabs2.reload(tabId),
        back: () => tabs2.goBack(tabId),
        forward: () => tabs2.goForward(tabId)
      };
      if (await untilLoaded(this.api, tabId, signal, () => act[what]().catch(() => Promise.reject(notThere()))), await this.fences.hasLeft(tabId, (await this.tabs.get(tabId)).url)) throw FENCED();
      if (await this.#isErrorPage(tabId)) throw new Refusal("UNAVAILABLE", "E_NAVIGATION", "the page could not be loaded");
      return {};
    }
    async activate(tabId) {
      return this.#known(tabId), await this.tabs.get(tabId), await this.api.tabs.update(tabId, { active: !0 }), {};
    }
    /** A tab of the person's is never closed. */
    async close(tabId) {
      if (!this.tabs.isTask(tabId))
        throw new Refusal("PRECONDITION_FAILED", "E_NOT_TASK_TAB", "only a tab that Laika opened can be closed");
      return await this.tabs.get(tabId), await this.api.tabs.remove(tabId), {};
    }
    /** The tabs of one site, so that a person can choose. */
    async candidates(origin) {
      return { tabs: (await this.api.tabs.query({})).flatMap(({ id, title, url }) => {
        let isThere = url !== void 0 && URL.canParse(url) && new URL(url).origin === origin;
        return id === void 0 || !isThere || isRestricted(url, this.ports()) ? [] : [{ tabId: id, title: title ?? "", origin }];
      }) };
    }
    #address(url) {
      if (typeof url != "string" || isRestricted(url, this.ports())) throw RESTRICTED();
      return new URL(url).href;
    }
    /** An error page loads like any other. The browser tells only when something is to run in it. */
    async #isErrorPage(tabId) {
      try {
        return await this.api.scripting.executeScript({ target: { tabId }, func: () => 0, injectImmediately: !0 }), !1;
      } catch (error) {
        return /error page/i.test(String(error));
      }
    }
    #known(tabId) {
      if (!this.tabs.has(tabId)) throw OTHER_DOCUMENT();
    }
    /** In a tab of a task there may be nothing that could hold a token, such as a page that could not be loaded. */
    #check(what, tabId, token) {
      let document = this.documents.at(tabId, 0);
      if (document !== void 0) checkToken(document.capability, token, TOOL[what], Date.now());
      else if (!this.tabs.isTask(tabId)) throw OTHER_DOCUMENT();
    }
  };
  function notThere() {
    return new Refusal("UNAVAILABLE", "E_NAVIGATION", "there is no such page to go to");
  }

  // extension/src/worker/notice.ts
  var INPUTS = { pointer: !0, key: !0, wheel: !0, paste: !0 }, PAUSE_MS = 500, last = /* @__PURE__ */ new Map();
  function takeover(tabId, notice, happened2, now = Date.now()) {
    let { kind, input: input2 } = notice;
    kind !== "takeover" || typeof input2 != "string" || !Object.hasOwn(INPUTS, input2) || now - (last.get(tabId) ?? -PAUSE_MS) < PAUSE_MS || (last.set(tabId, now), happened2({ kind: "takeover", tabId, input: input2 }));
  }

  // extension/src/worker/panels.ts
  var PAGE = "panel.html", MOST_CHARS5 = 262144, MOST_PANELS = 20, MAY_SAY = {
    begin: !0,
    answer: !0,
    resume: !0,
    stop: !0,
    panic: !0,
    unlock: !0,
    status: !0,
    watch: !0,
    authorise: !0,
    decline: !0,
    pause: !0,
    grants: !0,
    revoke: !0,
    site_mode: !0,
    site: !0,
    disconnect: !0,
    preview: !0,
    gesture: !0,
    reattach: !0,
    sync: !0
  }, Panels = class {
    constructor(api2, owner) {
      this.api = api2;
      this.owner = owner;
    }
    api;
    owner;
    #open = /* @__PURE__ */ new Set();
    #menu;
    accept(port) {
      if (!isOurPanel(this.api, port.sender) || this.#open.size >= MOST_PANELS) {
        port.disconnect();
        return;
      }
      let panel = { port, windowId: port.sender?.tab?.windowId, isReady: !1 };
      this.#open.add(panel), port.onDisconnect.addListener(() => this.#open.delete(panel)), port.onMessage.addListener((message) => {
        this.#hear(panel, message);
      });
    }
    tellAll(message) {
      for (let panel of this.#open) panel.isReady && panel.port.postMessage(message);
    }
    /** The tab in front of some panel may be another one now. */
    async refresh(windowId) {
      for (let panel of this.#open)
        panel.isReady && (windowId === void 0 || panel.windowId === void 0 || panel.windowId === windowId) && await this.#tellFront(panel);
    }
    /** For the panel of this window; it may be about to open. */
    menu(menu, windowId) {
      this.#menu = { ...menu, windowId };
      for (let panel of this.#open) this.#tellMenu(panel);
    }
    async #hear(panel, message) {
      let { n, ask, do: wish, windowId } = Object(message);
      typeof n == "number" && (typeof wish == "string" ? panel.port.postMessage(await this.#wish(panel, n, wish, windowId)) : panel.port.postMessage({ n, reply: await this.#ask(ask) }));
    }
    #ask(ask) {
      let say = Object(ask).say;
      return typeof say != "string" || !Object.hasOwn(MAY_SAY, say) ? errorDown("INVALID_ARGUMENT", "The panel may not say this.") : JSON.stringify(ask).length > MOST_CHARS5 ? errorDown("INVALID_ARGUMENT", "This is too long.") : this.owner.ask(ask);
    }
    async #wish(panel, n, wish, windowId) {
      switch (wish) {
        case "ready":
          return panel.windowId = await this.#windowOf(panel) ?? (typeof windowId == "number" ? windowId : void 0), panel.isReady = !0, this.owner.opened(), panel.port.postMessage({ link: this.owner.link() }), await this.#tellFront(panel), this.#tellMenu(panel), { n, done: !0 };
        case "front":
          return await this.#tellFront(panel), { n, done: !0 };
        case "open_laika":
          return this.owner.openLaika(), { n, done: !0 };
        case "pick_region":
          return { n, done: !1, code: "UNSUPPORTED", sentence: "Choosing a part of the page is not there yet." };
        default:
          return { n, done: !1, code: "INVALID_ARGUMENT", sentence: "The panel may not do this." };
      }
    }
    /** Which window a panel is in only the browser knows: a side panel has no tab. */
    async #windowOf(panel) {
      let documentId = panel.port.sender?.documentId;
      if (panel.windowId !== void 0 || documentId === void 0 || !("getContexts" in this.api.runtime)) return panel.windowId;
      let [context] = await this.api.runtime.getContexts({ documentIds: [documentId] }).catch(() => []);
      return context === void 0 || context.windowId < 0 ? void 0 : context.windowId;
    }
    async #tellFront(panel) {
      let front = await this.owner.front(panel.windowId);
      this.#open.has(panel) && panel.port.postMessage({ front });
    }
    #tellMenu(panel) {
      if (this.#menu === void 0 || !panel.isReady) return;
      let { windowId, ...menu } = this.#menu;
      panel.windowId !== void 0 && panel.windowId !== windowId || (this.#menu = void 0, panel.port.postMessage({ menu }));
    }
  };
  function isOurPanel(api2, sender) {
    let page = api2.runtime.getURL(PAGE), origin = new URL(page).protocol + "//" + new URL(page).host, fromOrigin = sender?.origin === void 0 || sender.origin === origin, isTop = sender?.frameId === void 0 || sender.frameId === 0;
    return sender?.id === api2.runtime.id && sender.url === page && fromOrigin && isTop;
  }

  // extension/src/worker/reach.ts
  var OutOfReach = class {
    #tabs = /* @__PURE__ */ new Set();
    constructor(api2) {
      api2.tabs.onUpdated.addListener((tabId, change) => change.status === "loading" && this.#tabs.delete(tabId)), api2.tabs.onRemoved.addListener((tabId) => this.#tabs.delete(tabId));
    }
    /** Laika was called on this tab. */
    called({ id, url }) {
      id !== void 0 && (url === void 0 || url === "" ? this.#tabs.add(id) : this.#tabs.delete(id));
    }
    has(tabId) {
      return this.#tabs.has(tabId);
    }
  };

  // extension/src/worker/standing.ts
  var OVER = ["completed", "cancelled", "failed", "idle"], Standing = class {
    app = "online";
    #runs = /* @__PURE__ */ new Map();
    /** Whether anything changed that is shown. */
    hear(message) {
      if (message.says === "status") {
        this.app = message.standing.app;
        let known = new Map(this.#runs);
        this.#runs.clear();
        for (let run of message.standing.runs) this.#set(run, known.get(run.runId)?.steps ?? 0);
        return !0;
      }
      return message.says === "news" && this.#news(message.run, message.news);
    }
    runs() {
      return [...this.#runs.values()];
    }
    /** The run that changed last and is not over. */
    latest() {
      return [...this.#runs.keys()].at(-1);
    }
    forget() {
      this.#runs.clear(), this.app = "online";
    }
    #news(run, news) {
      if (news.news === "state")
        return this.app = news.app, news.state !== null && this.#set(news.state, this.#runs.get(news.state.runId)?.steps ?? 0), !0;
      let known = run === null ? void 0 : this.#runs.get(run);
      return news.news !== "step" || known === void 0 ? !1 : (known.steps += 1, !0);
    }
    #set({ runId, status }, steps) {
      this.#runs.delete(runId), OVER.includes(status) || this.#runs.set(runId, { status, steps });
    }
  };

  // extension/src/worker/main.ts
  var api = theApi(), standing = new Standing(), outOfReach = new OutOfReach(api), ungranted = /* @__PURE__ */ new Set(), ports = /* @__PURE__ */ new Set(), linkNews = { state: "connecting" }, link = new Link({
    connect: () => api.runtime.connectNative(HOST),
    introduce: () => introduction(api),
    stands: (news) => {
      linkNews = news, panels.tellAll({ link: shownLink() }), draw();
    },
    welcomed: (features2) => {
      ports = portsOf(features2), catchUp(), panels.refresh();
    },
    heard,
    lost: letGo
  }), happened = (event) => link.tell({ say: "happened", event }), tabs = new Tabs(api, { happened, dropped: (tabId) => drop(tabId) }), documents = new Documents({
    expects: (tabId, url, origin) => tabs.has(tabId) && !isRestrictedDocument(url, origin, ports),
    noticed: (document, notice) => takeover(document.tabId, notice, happened),
    gone: ({ tabId, frameId, documentId }) => happened({ kind: "document_gone", tabId, frameId, documentId })
  }), fences = new Fences(api, happened), moves = new Moves(api, tabs, documents, () => ports, fences), input = new Input(api, documents, happened), browsing = new Browsing(
    deeds({
      api,
      tabs,
      documents,
      moves,
      fences,
      input,
      ports: () => ports,
      cancel: (tabId) => browsing.cancelAll(tabId),
      release: drop,
      needsAccess: (tabId, needs) => {
        needs ? ungranted.add(tabId) : ungranted.delete(tabId), markTab(api, tabId, needs);
      }
    }),
    (answer) => link.tell(answer)
  ), panels = new Panels(api, {
    ask: async (ask) => {
      let reply = await link.ask(ask);
      return standing.hear(reply) && drawAll(), reply;
    },
    openLaika: () => link.open(),
    front: (windowId) => frontOf(api, windowId, ports, outOfReach),
    link: shownLink,
    opened: () => link.start()
  });
  api.runtime.onConnect.addListener((port) => {
    port.sender?.id !== api.runtime.id ? port.disconnect() : port.name === PAGE_PORT ? documents.accept(port) : port.name === PANEL_PORT ? panels.accept(port) : port.disconnect();
  });
  api.tabs.onActivated.addListener(({ windowId }) => {
    panels.refresh(windowId);
  });
  api.tabs.onUpdated.addListener((_tabId, change, tab) => {
    tab.active && (change.status !== void 0 || change.url !== void 0 || change.title !== void 0) && panels.refresh(tab.windowId);
  });
  api.permissions.onAdded.addListener(() => {
    for (let tabId of ungranted) markTab(api, tabId, !1);
    ungranted.clear(), panels.refresh();
  });
  api.permissions.onRemoved.addListener(({ origins }) => {
    origins !== void 0 && origins.length > 0 && takenBack(), panels.refresh();
  });
  addMenus(api, {
    called: (tab) => {
      outOfReach.called(tab), link.start(), panels.refresh(tab.windowId);
    },
    menu: (menu, windowId) => panels.menu(menu, windowId)
  });
  link.start();
  function heard(message) {
    message.says === "browse" ? browsing.take(message.requestId, message.deadlineMs, message.what) : message.says === "cancel" ? browsing.cancel(message.requestId) : (standing.hear(message) && drawAll(), panels.tellAll({ down: message }));
  }
  async function catchUp() {
    let { lastSeenEventId } = await remembered(api), replies = [
      link.ask(lastSeenEventId === void 0 ? { say: "sync" } : { say: "sync", lastSeenEventId }),
      link.ask({ say: "watch" })
    ];
    for (let reply of replies) reply.then(heard);
  }
  async function takenBack() {
    for (let document of documents.all()) document.capability = void 0;
    let lost = await withoutAccess(api, documents.all().map(({ origin }) => origin));
    lost.length > 0 && happened({ kind: "permission_removed", origins: lost });
    for (let tabId of tabs.all()) documents.release(tabId);
  }
  function shownLink() {
    return linkNews.state === "online" && standing.app === "locked" ? { ...linkNews, state: "locked" } : linkNews;
  }
  async function drop(tabId) {
    browsing.cancelAll(tabId), ungranted.delete(tabId) && markTab(api, tabId, !1), documents.release(tabId), tabs.forget(tabId), await Promise.all([fences.drop(tabId), input.drop(tabId)]);
  }
  function letGo() {
    browsing.cancelAll();
    for (let tabId of tabs.all()) drop(tabId);
    standing.forget();
  }
  function drawAll() {
    draw(), panels.tellAll({ link: shownLink() });
    let runId = standing.latest();
    runId !== void 0 && remember(api, { runId });
  }
  function draw() {
    show(api, badge({ needsPermission: !1, link: shownLink().state, runs: standing.runs() }));
  }
})();
