"use strict";
(() => {
  // extension/src/glue.ts
  var TOO_LARGE = '{"ok":false,"code":"UNSUPPORTED","reason":"E_TOO_LARGE","message":"the answer of the page is too large"}', FAILED = '{"ok":false,"code":"INTERNAL","message":"the page script failed on this page"}', MARK = "laikaGlue", port, again = own(MARK);
  typeof again == "function" ? again() : start();
  function start() {
    define(MARK, connect), define("laikaNotify", (text) => {
      typeof text == "string" && port?.postMessage({ notice: text });
    }), connect();
  }
  function connect() {
    if (port !== void 0) return;
    letGo();
    let opened = runtime()?.connect({ name: "page" });
    opened !== void 0 && (port = opened, opened.onMessage.addListener((message) => {
      hear(opened, message);
    }), opened.onDisconnect.addListener(() => {
      port === opened && (port = void 0, letGo());
    }), opened.postMessage({ path: path() }));
  }
  async function hear(from, message) {
    let { n, request } = message;
    if (typeof n != "number") return;
    let response = await answer(request);
    port === from && from.postMessage({ n, response });
  }
  async function answer(request) {
    try {
      let text = JSON.stringify(await script()?.handle(request)) ?? FAILED;
      return text.length > 262144 ? TOO_LARGE : text;
    } catch {
      return FAILED;
    }
  }
  function letGo() {
    try {
      script()?.handle({ op: "disarm" }), script()?.handle({ op: "guard", mode: "open" }), script()?.handle({ op: "title", mark: "" });
    } catch {
    }
  }
  function runtime() {
    let { browser, chrome: other } = globalThis;
    return [own("browser"), own("chrome"), browser, other].find((api) => typeof api?.runtime?.connect == "function")?.runtime;
  }
  function script() {
    return own("laikaPage");
  }
  function path() {
    let indices = [];
    for (let at = window; at !== at.parent; at = at.parent) {
      let index = indexIn(at.parent, at);
      if (index === void 0) return null;
      indices.unshift(index);
    }
    return indices;
  }
  function indexIn(parent, frame) {
    for (let index = 0; index < parent.length; index++) if (parent[index] === frame) return index;
  }
  function own(name) {
    return Object.getOwnPropertyDescriptor(globalThis, name)?.value;
  }
  function define(name, value) {
    Object.defineProperty(globalThis, name, { value, writable: !1, configurable: !1, enumerable: !1 });
  }
})();
