/**
 * What is wrong with messages: forged, repeated, out of order, too long, too deep, of another version. First to the real
 * daemon, then to the real extension from a stand-in for the daemon that says what the real one never does.
 */

import { createHash } from "node:crypto";

import { sleep, until } from "./chromium.mjs";
import { EXTENSION_ID } from "./laika.mjs";
import { introduction, Wire } from "./processes.mjs";
import { hostileSite } from "./site.mjs";
import { StandIn } from "./stand-in.mjs";
import { must } from "./table.mjs";

const UUID = "00000000-0000-4000-8000-000000000000";

/** @param {import("./laika.mjs").Laika} laika @param {import("./table.mjs").Table} table */
export async function tryMessages(laika, table) {
  await toDaemon(laika, table);
  await toExtension(table);
}

/** @param {import("./laika.mjs").Laika} laika @param {import("./table.mjs").Table} table */
async function toDaemon(laika, table) {
  const { chromium } = laika;
  const intro = introduction(laika.installed.extension);
  const worker = await chromium.attach((await chromium.find("service_worker", EXTENSION_ID)).targetId);
  /** Says all of it over a native port of our own worker's, and gives what was heard. @param {object[]} messages @param {string} [then] @returns {Promise<any[]>} */
  const said = (messages, then = "") =>
    chromium.eval(worker, `(async () => { const heard = []; const port = chrome.runtime.connectNative("org.laika.host"); let over = false;
      port.onMessage.addListener((m) => heard.push(m)); port.onDisconnect.addListener(() => { over = true; heard.push({ over: chrome.runtime.lastError?.message ?? true }); });
      const say = (m) => { try { port.postMessage(m); } catch (error) { heard.push({ over: String(error) }); } };
      const until = async (test) => { for (let i = 0; i < 100 && !over && !heard.some(test); i++) await new Promise((r) => setTimeout(r, 50)); return heard.find(test); };
      say({ id: 1, ask: { say: "hello", version: 1 } }); await until((m) => m.says === "hello");
      for (const m of ${JSON.stringify(messages)}) say(m);
      const welcome = await until((m) => m.says === "welcome" || m.says === "error"); const key = welcome?.key;
      ${then}
      await new Promise((r) => setTimeout(r, 300)); port.disconnect(); return heard; })()`);
  /** @param {number} at */
  const profile = (at) => `p-${String(at).repeat(32)}`;
  const meet = { id: 2, ask: { ...intro, profile: profile(2) } };
  /** @param {any[]} heard @param {number} id */
  const codeOf = (heard, id) => heard.find((one) => one.id === id)?.code;

  /** @type {[what: string, hello: object][]} */
  const others = [
    ["another protocol version", { ...intro.hello, protocolVersion: "9.0" }],
    ["another hash of the tools", { ...intro.hello, schemaHash: `sha256:${"0".repeat(64)}` }],
    ["another hash of the page script", { ...intro.hello, pageScriptHash: `sha256:${"0".repeat(64)}` }],
    ["no hash of the page script", { ...intro.hello, pageScriptHash: undefined }],
  ];
  for (const [what, hello] of others) {
    await table.try("protocol", "S14", `to the daemon: an extension with ${what}`, async () => {
      const heard = await said([{ id: 2, ask: { ...intro, hello, profile: profile(3) } }]);
      must(!heard.some((one) => one.says === "welcome"), "it was welcomed");
      must(/UNSUPPORTED|E_/.test(codeOf(heard, 2)), JSON.stringify(heard));
      return codeOf(heard, 2);
    });
  }
  await table.try("protocol", "S14", "to the daemon: something before hello, and another version of the messages", async () => {
    const codes = [];
    for (const ask of [intro, { say: "hello", version: 2 }, { say: "panic" }]) {
      const wire = new Wire(laika.socket);
      wire.write({ id: 1, ask });
      const reply = await until(() => wire.heard[0], 3_000);
      must(reply?.says === "error", JSON.stringify(reply));
      codes.push(reply.code);
      wire.close();
    }
    return codes.join(" ");
  });
  await table.try("protocol", "S14", "to the daemon: no key, a forged key, the key of another session, a key before the welcome", async () => {
    const first = await said([meet]);
    const old = first.find((one) => one.says === "welcome").key;
    const heard = await said([meet], `say({ id: 3, ask: { say: "status" } }); say({ id: 4, key: "${"0".repeat(72)}", ask: { say: "status" } }); say({ id: 5, key: "${old}", ask: { say: "status" } }); say({ id: 6, key: "", ask: { say: "panic" } }); say({ id: 7, key, ask: { say: "status" } }); await until((m) => m.id === 7);`);
    const codes = [3, 4, 5, 6].map((id) => codeOf(heard, id));
    must(codes.every((code) => code === "E_SESSION"), codes.join());
    must(heard.some((one) => one.id === 7 && one.says === "status"), "the right key is not taken, so this says nothing");
    return "E_SESSION (4 of 4)";
  });
  await table.try("protocol", "S14", "to the daemon: a number again, a lower number, the number of the hello, a second introduction", async () => {
    const heard = await said([meet], `say({ id: 9, key, ask: { say: "status" } }); await until((m) => m.id === 9); heard.length = 0; for (const id of [9, 8, 2, 1]) say({ id, key, ask: { say: "status" } }); say({ id: 10, key, ask: ${JSON.stringify(intro)} }); say({ id: 11, key, ask: { say: "hello", version: 1 } });`);
    const codes = [9, 8, 2, 1].map((id) => codeOf(heard, id));
    must(codes.every((code) => code === "E_ORDER"), codes.join());
    must(codeOf(heard, 10) === "E_HELLO" && codeOf(heard, 11) === "E_HELLO", "a second hello was taken");
    return "E_ORDER (4 of 4), E_HELLO (2 of 2)";
  });
  await table.try("protocol", "S14", "to the daemon: answers to questions that it did not ask, twice, and things that happened to no tab of a run", async () => {
    const answer = { say: "tab_answer", requestId: UUID, ok: true, value: { documents: [], url: "http://evil/" } };
    const heard = await said([meet], `for (let id = 3; id < 7; id++) say({ id, key, ask: ${JSON.stringify(answer)} }); say({ id: 7, key, ask: { say: "happened", event: { kind: "tab_closed", tabId: 4000000000 } } }); say({ id: 8, key, ask: { say: "happened", event: { kind: "gone" } } }); say({ id: 9, key, ask: { say: "status" } }); await until((m) => m.id === 9);`);
    must(!heard.some((one) => one.id >= 3 && one.id <= 7), "it was answered");
    must(codeOf(heard, 8) === "E_MESSAGE" || heard.some((one) => one.id === null && one.code === "E_MESSAGE"), "`gone` was read");
    must(heard.some((one) => one.id === 9 && one.says === "status"), "the session does not go on");
    return "no effect: nobody's answer; what only the daemon may say is E_MESSAGE";
  });
  await table.try("protocol", "S14", "to the daemon: a frame of two mebibytes through the host", async () => {
    const heard = await said([meet], `say({ id: 3, key, ask: { say: "resume", run: "run-000000000000", words: "x".repeat(2 * 1024 * 1024) } }); await until((m) => m.over);`);
    must(heard.some((one) => one.over !== undefined), "the host took it");
    must(laika.daemon.exitCode === null, "the daemon ended");
    return `the host ends: ${heard.find((one) => one.host === "refused")?.code ?? "closed"}`;
  });
  await table.try("protocol", "S14", "to the daemon: a line of two mebibytes", async () => {
    const wire = await new Wire(laika.socket).hello();
    wire.write(Buffer.concat([Buffer.alloc(2 * 1024 * 1024, 0x61), Buffer.from("\n")]));
    const reply = await until(() => wire.heard.find((one) => one.says === "error"), 5_000);
    must(reply?.code === "E_TOO_LONG" || wire.isOver, JSON.stringify(reply));
    must((await until(() => wire.isOver || undefined, 3_000)) === true, "the connection stays");
    return reply?.code ?? "closed";
  });
  await table.try("protocol", "S14", "to the daemon: lines that are no JSON, JSON 100,000 deep, bytes that are no text, names twice, numbers too large", async () => {
    const wire = await new Wire(laika.socket).hello();
    const wrong = [
      "{",
      "null",
      "[]",
      `{"id":2,"ask":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
      `{"id":2,"id":3,"ask":{"say":"panic"}}`,
      `{"id":-1,"ask":{"say":"status"}}`,
      `{"id":1e400,"ask":{"say":"status"}}`,
      `{"id":2,"ask":{"say":"status"},"__proto__":{}}`,
      `{"id":2,"ask":{"say":"begin","order":{"goal":"x","urls":["http://127.0.0.1/"],"mode":"observe","asks":"person","surface":{"kind":"mine","tabId":-1}}}}`,
    ];
    for (const line of wrong) wire.write(`${line}\n`);
    wire.write(Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
    const all = await until(() => (wire.heard.filter((one) => one.code === "E_MESSAGE").length === wrong.length + 1 ? true : undefined), 5_000);
    must(all === true, JSON.stringify(wire.heard.map((one) => one.code ?? one.says)));
    must((await wire.ask({ say: "status" }, 50))?.says === "status", "the connection does not go on");
    wire.close();
    return `E_MESSAGE (${wrong.length + 1} of ${wrong.length + 1})`;
  });
  await table.try("protocol", "S14", "to the daemon: 200 connections that say nothing", async () => {
    const all = Array.from({ length: 200 }, () => new Wire(laika.socket));
    await sleep(1_000);
    const turned = all.filter((one) => one.isOver || one.heard.some((message) => message.says === "error")).length;
    const codes = [...new Set(all.flatMap((one) => one.heard.map((message) => message.code)))];
    all.forEach((one) => one.close());
    must(turned > 0, "all were let in");
    const back = await until(async () => {
      const wire = new Wire(laika.socket);
      wire.write({ id: 1, ask: { say: "hello", version: 1 } });
      const heard = await until(() => wire.heard[0], 1_000);
      wire.close();
      return heard?.says === "hello" || undefined;
    }, 15_000);
    must(back === true, "nobody is let in afterwards");
    return `${turned} of 200 turned away (${codes.join()})`;
  });
  await table.try("protocol", "S14", "from the panel: what only the worker may say, and what nobody may", async () => {
    /** @type {string[]} */
    const codes = [];
    for (const ask of [{ say: "tab_answer", requestId: UUID, ok: true }, { say: "happened", event: { kind: "tab_closed", tabId: 1 } }, { say: "quit" }, intro, { say: "hello", version: 1 }, { say: "__proto__" }, { say: "constructor" }, null, [], { say: "resume", run: "run-000000000000", words: "x".repeat(300_000) }]) {
      codes.push((await laika.ask(/** @type {object} */ (ask)))?.code);
    }
    must(codes.every((code) => code === "INVALID_ARGUMENT"), codes.join());
    must(laika.daemon.exitCode === null, "the daemon ended");
    return `INVALID_ARGUMENT (${codes.length} of ${codes.length})`;
  });
  await table.try("protocol", "S14", "from the panel: 2,000 questions at once", async () => {
    const counts = await laika.panelEval(`Promise.all(Array.from({ length: 2000 }, () => self.say({ ask: { say: "status" } }))).then((all) => { const n = {}; for (const { reply } of all) { const k = reply.code ?? reply.says; n[k] = (n[k] ?? 0) + 1; } return n; })`);
    must(counts.RATE_LIMITED > 0 && counts.status > 0, JSON.stringify(counts));
    must((await laika.ask({ say: "status" }))?.says === "status", "nothing is answered afterwards");
    return `RATE_LIMITED (${counts.RATE_LIMITED} of 2000), the rest answered`;
  });
  await tryOtherProfile(laika, table, (then) => said([meet], then));
  // Last: whether ours comes back is what is tried.
  await table.try("protocol", "S14", "to the daemon: a second extension says that it is the profile of the first", async () => {
    const kept = await chromium.eval(worker, "chrome.storage.local.get('profile').then((all) => all.profile)");
    const heard = await said([{ id: 2, ask: { ...intro, profile: kept } }]);
    const refused = codeOf(heard, 2);
    const back = await until(() => laika.connected() > 0 || undefined, 20_000);
    must(back === true, "it took the place of the first, whose connection stays and is worth nothing: no browser is connected any more");
    return refused ?? "the first comes back";
  });
}

/**
 * The extension of another profile of the same person, which is let in, and asks about what is not its own.
 * @param {import("./laika.mjs").Laika} laika @param {import("./table.mjs").Table} table @param {(then: string) => Promise<any[]>} said
 */
async function tryOtherProfile(laika, table, said) {
  const page = `<!doctype html><title>Shop</title><h1>Lamp shop</h1><p>The price is 42 crowns.</p><button onclick="window.pressed=1">Show details</button>`;
  const site = await hostileSite({ "/": page });
  const tab = await laika.chromium.open(`${site.url}/`);
  await table.try("protocol", "S14", "from another profile: answers the card of a run, authorises, resumes, watches and moves it", async () => {
    /** @type {any[]} */
    let heard = [];
    let asked = 0;
    await laika.act({
      ...{ goal: 'Press "Show details"', tab },
      card: async (card) => {
        const [run] = (await laika.ask({ say: "status" })).standing.runs;
        const about = { run: run.runId, requestId: card.requestId, digest: card.digest };
        const asks = [
          { say: "answer", ...about, reply: "once" },
          { say: "authorise", run: about.run, digest: card.digest },
          { say: "resume", run: about.run },
          { say: "pause", run: about.run },
          { say: "watch", run: about.run },
          { say: "preview", run: about.run },
          { say: "revoke", run: about.run, grant: "1" },
          { say: "reattach", run: about.run, tabId: 1 },
          { say: "gesture", run: about.run, requestId: card.requestId, nonce: UUID },
        ];
        asked = asks.length;
        heard = await said(`let id = 2; for (const ask of ${JSON.stringify(asks)}) say({ id: ++id, key, ask }); say({ id: 50, key, ask: { say: "status" } }); say({ id: 51, key, ask: { say: "watch" } }); say({ id: 52, key, ask: { say: "sync" } }); await until((m) => m.id === 52);`);
        return "no";
      },
    });
    must((await laika.chromium.eval(tab.session, "window.pressed")) === undefined, "the button was pressed");
    const codes = heard.filter((one) => one.id > 2 && one.id < 50).map((one) => one.code);
    must(asked > 0 && codes.length === asked && codes.every((code) => code === "E_PROFILE"), codes.join());
    const shown = heard.filter((one) => one.says === "status").flatMap((one) => one.standing.runs);
    must(shown.length === 0 && !heard.some((one) => one.says === "news" && one.run !== null), "it is told of the run");
    return `E_PROFILE (${asked} of ${asked}), and it is told of no run`;
  });
  await table.try("protocol", "S14", "from another profile: asks what was done on a site before", async () => {
    const ask = { say: "site", origin: site.url };
    const own = await laika.ask(ask);
    must(own?.history?.length > 0, "the profile that did it is not told either, so this says nothing");
    const heard = await said(`say({ id: 3, key, ask: ${JSON.stringify(ask)} }); await until((m) => m.id === 3);`);
    const history = heard.find((one) => one.id === 3)?.history ?? [];
    must(history.length === 0, `it is told the goals of ${history.length} runs of the other profile: ${JSON.stringify(history[0]?.goal)}`);
    return "nothing";
  });
  await laika.chromium.shut(tab.targetId);
  site.close();
}

/** @param {import("./table.mjs").Table} table */
async function toExtension(table) {
  const page = `<!doctype html><title>Shop</title><h1>Lamp shop</h1><p>The price is 42 crowns.</p><button id=b onclick="window.pressed=(window.pressed||0)+1">Show details</button><iframe src="/frame"></iframe>`;
  const site = await hostileSite({ "/": page, "/other": page, "/frame": "<title>Frame</title><p>Inside</p>" });
  const daemon = new StandIn();
  try {
    await daemon.start();
    await daemon.openPanel();
    await daemon.grant("http://127.0.0.1/*");
    await toBrowser(table, daemon, site);
    await toLink(table, daemon);
  } finally {
    await daemon.end();
    site.close();
  }
}

/** @param {import("./table.mjs").Table} table @param {StandIn} daemon @param {Awaited<ReturnType<typeof hostileSite>>} site */
async function toBrowser(table, daemon, site) {
  const { chromium } = daemon;
  const tools = ["browser.observe_dom", "browser.click", "browser.navigate", "browser.wait_for"];
  /** @param {string} path */
  const open = async (path) => {
    const { value } = await daemon.browse({ do: "open", url: `${site.url}${path}`, title: "t" });
    const attached = await daemon.browse({ do: "attach", tabId: value.tabId });
    if (!attached.ok) throw new Error(JSON.stringify(attached));
    const { documents } = attached.value;
    for (const { frameId, documentId } of documents) {
      const token = `token-${documentId}`;
      await daemon.browse({ do: "token", tabId: value.tabId, frameId, documentId, token, expiresAtMs: Date.now() + 60_000, tools });
    }
    const top = documents.find((/** @type {any} */ one) => one.frameId === 0);
    const frame = documents.find((/** @type {any} */ one) => one.frameId !== 0);
    const session = await chromium.attach((await chromium.find("page", `${site.url}${path}`)).targetId);
    return { tabId: /** @type {number} */ (value.tabId), top, frame, session };
  };
  const one = await open("/");
  const two = await open("/other");
  /** @param {any} document @param {object} [more] @param {any} [request] */
  const ask = (document, more = {}, request = { op: "identify" }) => {
    const { tabId, frameId, documentId, origin } = document;
    const context = { tabId, frameId, documentId, origin, navigationGeneration: 0 };
    return { do: "ask", context, tool: "browser.observe_dom", token: `token-${documentId}`, request, ...more };
  };
  const sound = await daemon.browse(ask(one.top));
  if (!sound.ok) throw new Error(`a sound question is refused: ${JSON.stringify(sound)}`);
  const press = { op: "press", times: 1 };

  /** @type {[what: string, request: object, code: RegExp][]} */
  const wrong = [
    ["the token of a document in another tab", ask(one.top, { token: `token-${two.top.documentId}` }), /E_TOKEN$/],
    ["the token of a frame for the page around it", ask(one.top, { token: `token-${one.frame.documentId}` }), /E_TOKEN$/],
    ["a forged token", ask(one.top, { token: "x".repeat(60) }), /E_TOKEN$/],
    ["an empty token", ask(one.top, { token: "" }), /E_TOKEN$/],
    ["a token that is no text", ask(one.top, { token: { toString: 1 } }), /E_TOKEN$/],
    ["a document that is not there", ask({ ...one.top, documentId: "0".repeat(32) }), /E_DOCUMENT_CHANGED/],
    ["another origin for a document", ask({ ...one.top, origin: "http://127.0.0.1:1" }), /E_DOCUMENT_CHANGED/],
    ["another tab for a document", ask({ ...one.top, tabId: two.tabId }), /E_DOCUMENT_CHANGED/],
    ["no document", { do: "ask", tool: "browser.observe_dom", token: "x", request: press }, /E_DOCUMENT_CHANGED/],
    ["an act in the name of a tool that reads", ask(one.top, {}, press), /E_TOOL/],
    ["a tool that the token is not for", ask(one.top, { tool: "browser.type" }, { op: "enter", text: "x", cleared: true }), /E_TOOL/],
    ["a tool called __proto__", ask(one.top, { tool: "__proto__" }, press), /E_TOOL/],
    ["a tool called constructor", ask(one.top, { tool: "constructor" }, press), /E_TOOL/],
    ["a question that is no text", ask(one.top, {}, { op: { toString: "press" } }), /E_TOOL/],
    ["something unknown to do", { do: "eval", tabId: one.tabId, code: "1" }, /E_ARGUMENT/],
    ["something to do called constructor", { do: "constructor", tabId: one.tabId }, /E_ARGUMENT/],
    ["a tab that is no number", { do: "attach", tabId: "1" }, /E_ARGUMENT/],
    ["a page of the browser", { do: "open", url: "chrome://settings", title: "t" }, /E_RESTRICTED_PAGE/],
    ["a file", { do: "open", url: "file:///etc/passwd", title: "t" }, /E_RESTRICTED_PAGE/],
    ["a script in an address", { do: "open", url: "javascript:alert(1)", title: "t" }, /E_RESTRICTED_PAGE/],
    ["our own panel", { do: "open", url: `chrome-extension://${EXTENSION_ID}/panel.html`, title: "t" }, /E_RESTRICTED_PAGE/],
    ["the store of extensions", { do: "open", url: "https://chromewebstore.google.com./x", title: "t" }, /E_RESTRICTED_PAGE/],
    ["a way on without a token", { do: "navigate", tabId: one.tabId, url: `${site.url}/other` }, /E_TOKEN$/],
    ["a way on with the token of another document", { do: "navigate", tabId: one.tabId, url: `${site.url}/other`, token: `token-${two.top.documentId}` }, /E_TOKEN$/],
    ["a fence around a tab that is not attached", { do: "fence", tabId: 1, origins: [], allow: [], on: true }, /E_DOCUMENT_CHANGED/],
    ["real input in the build that makes none", { do: "input", tabId: one.tabId, method: "Input.insertText", params: { text: "x" } }, /E_NO_DEBUGGER/],
  ];
  for (const [what, request, code] of wrong) {
    await table.try("protocol", "S14", `to the extension: ${what}`, async () => {
      const answer = await daemon.browse(request);
      must(answer?.ok === false && code.test(answer.reason), JSON.stringify(answer));
      must((await chromium.eval(one.session, "window.pressed")) === undefined, "something was pressed");
      return `${answer.code} ${answer.reason}`;
    });
  }
  await table.try("protocol", "S14", "to the extension: our own panel in a tab, to be attached to and to be closed", async () => {
    const tabId = await chromium.eval(daemon.panel, "chrome.tabs.getCurrent().then((tab) => tab.id)");
    const attached = await daemon.browse({ do: "attach", tabId });
    const closed = await daemon.browse({ do: "close", tabId });
    must(attached.reason === "E_RESTRICTED_PAGE" && closed.reason === "E_ARGUMENT", JSON.stringify([attached, closed]));
    return "E_RESTRICTED_PAGE, E_ARGUMENT";
  });
  await table.try("protocol", "S14", "to the extension: a token that has expired", async () => {
    const { tabId, documentId } = one.top;
    await daemon.browse({ do: "token", tabId, frameId: 0, documentId, token: "old", expiresAtMs: Date.now() - 1, tools });
    const answer = await daemon.browse(ask(one.top, { token: "old" }));
    must(answer.reason === "E_TOKEN_EXPIRED", JSON.stringify(answer));
    await daemon.browse({ do: "token", tabId, frameId: 0, documentId, token: `token-${documentId}`, expiresAtMs: Date.now() + 60_000, tools });
    return answer.reason;
  });
  await table.try("protocol", "S11", "to the extension: one request twice, at once and later, and after another was cancelled", async () => {
    const observed = await daemon.browse(ask(one.top, {}, { op: "observe", options: {} }));
    const handle = JSON.stringify(observed).match(/"handle(?:Id)?":"([^"]+)"/)?.[1];
    must(handle !== undefined, `no handle in ${JSON.stringify(observed).slice(0, 300)}`);
    const click = { tool: "browser.click" };
    const target = await daemon.browse(ask(one.top, click, { op: "target", handle, act: "click" }));
    const generation = observed.value.value?.generation ?? 0;
    const armed = await daemon.browse(ask(one.top, click, { op: "arm", handle, act: "click", facts: target.value.value.facts, generation }));
    must(armed.value?.ok === true, `it cannot be armed: ${JSON.stringify(armed).slice(0, 300)}`);
    const request = ask(one.top, click, press);
    const twice = { says: "browse", requestId: "twice", deadlineMs: 5_000, what: request };
    for (let i = 0; i < 3; i++) daemon.say(twice);
    await until(() => daemon.answers("twice").length > 0 || undefined);
    for (let i = 0; i < 3; i++) daemon.say(twice);
    daemon.say({ says: "cancel", requestId: "never" });
    daemon.say({ ...twice, requestId: "never" });
    await sleep(700);
    const pressed = await chromium.eval(one.session, "window.pressed");
    must(pressed === 1, `it was pressed ${pressed} times`);
    must(daemon.answers("never")[0]?.ask.code === "CANCELLED", "a cancelled one was done");
    await chromium.eval(one.session, "delete window.pressed");
    return "pressed once of 7 requests; the cancelled one is CANCELLED";
  });
  await table.try("protocol", "S14", "to the extension: numbers and limits that are none (requestId, deadlineMs)", async () => {
    const late = await daemon.browse(ask(one.top, { tool: "browser.wait_for" }, { op: "waitFor", condition: { kind: "text_appears", text: "never" }, timeoutMs: 5_000 }), { deadlineMs: -1 });
    must(late?.code === "TIMEOUT", JSON.stringify(late));
    for (const requestId of [7, { a: 1 }, null, ["x"]]) daemon.say({ says: "browse", requestId, deadlineMs: "x", what: ask(one.top) });
    daemon.say({ says: "browse", requestId: "bare" });
    daemon.say({ says: "browse" });
    daemon.say({ says: "cancel" });
    await sleep(500);
    const alive = await daemon.browse(ask(one.top));
    must(alive.ok, `it does not go on: ${JSON.stringify(alive)}`);
    must(daemon.heard.every(({ ask }) => ask.say !== "tab_answer" || ask.ok !== true || typeof ask.requestId === "string"), "a request without a name was done");
    return "TIMEOUT; the rest has no effect";
  });
  await table.try("protocol", "S14", "to the extension: 500 requests at once", async () => {
    const slow = ask(one.top, { tool: "browser.wait_for" }, { op: "waitFor", condition: { kind: "text_appears", text: "never" }, timeoutMs: 1_500 });
    for (let i = 0; i < 500; i++) daemon.say({ says: "browse", requestId: `flood-${i}`, deadlineMs: 2_000, what: slow });
    await until(() => (daemon.heard.filter(({ ask }) => String(ask.requestId).startsWith("flood-")).length === 500 ? true : undefined), 10_000);
    const answers = daemon.heard.filter(({ ask }) => String(ask.requestId).startsWith("flood-"));
    const limited = answers.filter(({ ask }) => ask.code === "RATE_LIMITED").length;
    must(answers.length === 500 && limited >= 460, `${answers.length} answers, ${limited} RATE_LIMITED`);
    return `RATE_LIMITED (${limited} of 500), each answered once`;
  });
}

/** @param {import("./table.mjs").Table} table @param {StandIn} daemon */
async function toLink(table, daemon) {
  const { chromium } = daemon;
  /** @param {unknown} text @param {object} more */
  const piece = (text, more) => ({ chunk: { id: 1, index: 0, total: 1, sha256: `sha256:${createHash("sha256").update(String(text)).digest("hex")}`, data: text, ...more } });
  const news = JSON.stringify({ says: "news", run: null, news: { news: "doing", what: "x" } });
  /** @type {[what: string, messages: (object | string)[]][]} */
  const pieces = [
    ["a piece with a wrong hash", [piece(news, { sha256: `sha256:${"0".repeat(64)}` })]],
    ["pieces out of order", [piece("b", { index: 1, total: 2 })]],
    ["a piece of another message under the same number", [piece("a", { index: 0, total: 2 }), piece("other", { index: 1, total: 2 })]],
    ["a million pieces", [piece("a", { index: 0, total: 1_000_000 })]],
    ["pieces of 20 messages at once", Array.from({ length: 20 }, (_, id) => piece("a", { id, total: 2 }))],
    ["a whole that is no JSON", [piece("{", {})]],
  ];
  for (const [what, messages] of pieces) {
    await table.try("protocol", "S14", `to the extension: ${what}`, async () => {
      const ended = await daemon.endedBy(() => messages.forEach((message) => daemon.say(message)));
      must(ended, "the connection stays");
      return "the connection is dropped, and begun again";
    });
  }
  await table.try("protocol", "S14", "to the extension: something to do before it was welcomed", async () => {
    let early = 0;
    const original = daemon.say.bind(daemon);
    daemon.say = (message) => {
      if (typeof message === "object" && /** @type {any} */ (message).says === "welcome") {
        original({ says: "browse", requestId: "early", deadlineMs: 1000, what: { do: "open", url: "http://127.0.0.1:1/", title: "t" } });
        early += 1;
      }
      original(message);
    };
    await daemon.again();
    daemon.say = original;
    await sleep(500);
    must(early > 0 && daemon.answers("early").length === 0, "it was done");
    return "no effect";
  });
  await table.try("protocol", "S14", "to the extension: a second welcome, with another key, and a welcome for another number", async () => {
    daemon.say({ says: "welcome", id: 9_999, key: "evil", message: { features: ["port:80"] } });
    daemon.say({ says: "welcome", id: 2, key: "evil", message: { features: [] } });
    await daemon.browse({ do: "tabs", origin: "http://127.0.0.1:1" });
    must(daemon.heard.at(-1).key === daemon.key, "it took another key");
    return "no effect: the key of the session stays";
  });
  /** @type {[what: string, act: () => void][]} */
  const updates = [
    ["UNSUPPORTED for its introduction", () => (daemon.refusal = { says: "error", code: "UNSUPPORTED", sentence: "Update the extension." })],
    ["another version of the messages", () => ((daemon.refusal = undefined), (daemon.version = 2))],
  ];
  for (const [what, act] of updates) {
    await table.try("protocol", "S14", `to the extension: ${what}`, async () => {
      act();
      const before = daemon.connections;
      await chromium.eval(daemon.panel, "heard.length = 0");
      // A person asks for it again: one that was refused does not come back by itself.
      const again = async () => {
        await chromium.eval(daemon.panel, "port.postMessage({ n: 1, do: 'open_laika' })").catch(() => undefined);
      };
      daemon.drop();
      await sleep(300);
      await again();
      await until(() => daemon.connections > before || undefined, 10_000);
      const link = await until(() => chromium.eval(daemon.panel, "heard.findLast((m) => m.link)?.link.state === 'update' ? heard.findLast((m) => m.link).link : undefined"), 8_000);
      must(link?.state === "update", "the panel does not say that it has to be updated");
      const connections = daemon.connections;
      await sleep(2_500);
      must(daemon.connections === connections, "it goes on trying by itself");
      return `update state: ${link.sentence}`;
    });
  }
}
