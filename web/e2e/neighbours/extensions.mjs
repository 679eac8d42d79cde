/**
 * What other extensions in the same browser try: one that may do nothing, and one that may do almost everything on
 * every site. Both are written here and loaded beside ours.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sleep, until } from "./chromium.mjs";
import { EXTENSION_ID } from "./laika.mjs";
import { hostileSite } from "./site.mjs";
import { must } from "./table.mjs";

const PANEL = `chrome-extension://${EXTENSION_ID}/panel.html`;
const PAGE = `<!doctype html><title>Shop</title><h1>Lamp shop</h1><p>The price is 42 crowns.</p><button id=b onclick="window.pressed=(window.pressed||0)+1;this.textContent='Shown';fetch('/evil',{method:'POST'})">Show details</button>`;

const WEAK = { permissions: ["nativeMessaging"] };
const STRONG = {
  permissions: ["nativeMessaging", "scripting", "tabs", "management", "debugger", "declarativeNetRequest", "webNavigation", "storage"],
  host_permissions: ["<all_urls>"],
};

/** Says every message that means something to us, to our id, and tells what came back. */
const FORGED = `(async () => { const said = [];
  const messages = [{ say: "status" }, { n: 1, ask: { say: "panic" } }, { n: 1, do: "ready" }, { path: [] }, { notice: '{"kind":"takeover","input":"key"}' }, { says: "browse", requestId: "r", deadlineMs: 1000, what: { do: "close", tabId: 1 } }];
  for (const message of messages) said.push(await new Promise((done) => { try { chrome.runtime.sendMessage("${EXTENSION_ID}", message, (answer) => done(chrome.runtime.lastError ? "" : "answer: " + JSON.stringify(answer))); } catch (error) { done(""); } setTimeout(() => done(""), 1500); }));
  for (const name of ["page", "panel", ""]) said.push(await new Promise((done) => { try { const port = chrome.runtime.connect("${EXTENSION_ID}", { name }); port.onMessage.addListener((m) => done("port: " + JSON.stringify(m))); port.onDisconnect.addListener(() => { void chrome.runtime.lastError; done(""); }); for (const message of messages) port.postMessage(message); } catch (error) { done(""); } setTimeout(() => done("a port stayed open"), 1500); }));
  return said.filter(Boolean).join("; "); })()`;

/** @param {import("./laika.mjs").Laika} laika @param {import("./table.mjs").Table} table */
export async function tryExtensions(laika, table) {
  const { chromium } = laika;
  const folder = mkdtempSync(join(tmpdir(), "laika-neighbours-ext-"));
  const site = await hostileSite({ "/": PAGE });
  const tab = await chromium.open(`${site.url}/`);
  try {
    await tryOne(laika, table, "no permission", await load(chromium, folder, "weak", WEAK), site);
    const strong = await load(chromium, folder, "strong", STRONG);
    await tryOne(laika, table, "all sites", strong, site);
    await tryStrong(laika, table, strong, site, tab);
  } finally {
    await chromium.shut(tab.targetId);
    site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @typedef {{ id: string, worker: string }} Neighbour */

/** @param {import("./chromium.mjs").Chromium} chromium @param {string} folder @param {string} name @param {object} may @returns {Promise<Neighbour>} */
async function load(chromium, folder, name, may) {
  const path = join(folder, name);
  mkdirSync(path);
  const manifest = { manifest_version: 3, name, version: "1", background: { service_worker: "worker.js" }, ...may };
  writeFileSync(join(path, "manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(path, "worker.js"), "chrome.runtime.onMessage.addListener(() => undefined);");
  writeFileSync(join(path, "own.html"), `<!doctype html><title>own</title><iframe src="${PANEL}"></iframe>`);
  const { id } = await chromium.send("Extensions.loadUnpacked", { path });
  return { id, worker: await chromium.attach((await chromium.find("service_worker", id)).targetId) };
}

/** @param {import("./laika.mjs").Laika} laika @param {import("./table.mjs").Table} table @param {string} kind @param {Neighbour} neighbour @param {Awaited<ReturnType<typeof hostileSite>>} site */
async function tryOne({ chromium }, table, kind, { id, worker }, site) {
  await table.try("extension", "S14", `${kind}: forged messages and ports to our id, from its worker`, async () => {
    const said = await chromium.eval(worker, FORGED);
    must(said === "", said);
    return "nobody listens: no receiving end";
  });
  await table.try("extension", "S1", `${kind}: connects to our native host`, async () => {
    const said = await chromium.eval(worker, `new Promise((done) => { const port = chrome.runtime.connectNative("org.laika.host"); port.onMessage.addListener((m) => done("heard " + JSON.stringify(m))); port.onDisconnect.addListener(() => done(chrome.runtime.lastError?.message)); port.postMessage({ id: 1, ask: { say: "hello", version: 1 } }); })`);
    must(/forbidden/.test(said), said);
    return "forbidden by allowed_origins";
  });
  await table.try("extension", "S2", `${kind}: frames our panel in a page of its own`, async () => {
    const own = await chromium.open(`chrome-extension://${id}/own.html`);
    await sleep(500);
    const framed = (await chromium.targets()).some((one) => one.type === "iframe" && one.url.startsWith(PANEL));
    const inside = JSON.stringify(await chromium.send("Page.getFrameTree", {}, own.session)).includes(`"url":"${PANEL}"`);
    await chromium.shut(own.targetId);
    must(!framed && !inside, "it was framed");
    return "blocked by the browser: the panel is not accessible, and frame-ancestors is none";
  });
  await table.try("extension", "S2", `${kind}: opens our panel under another address (#, ?) to be taken for it`, async () => {
    const before = site.got.length;
    for (const tail of ["#authorise", "?run=1"]) {
      await chromium.eval(worker, `chrome.tabs.create({ url: "${PANEL}${tail}" })`);
      const target = await chromium.find("page", `${PANEL}${tail}`);
      const session = await chromium.attach(target.targetId);
      await sleep(500);
      const answered = await chromium.eval(session, `new Promise((done) => { const port = chrome.runtime.connect({ name: "panel" }); port.onMessage.addListener(() => done("answered")); port.onDisconnect.addListener(() => done("closed")); port.postMessage({ n: 1, do: "ready" }); })`);
      await chromium.shut(target.targetId);
      must(answered === "closed", "its port was taken");
    }
    must(site.got.length === before, "something was sent");
    return "its port is closed: only exactly panel.html is the panel";
  });
}

/** @param {import("./laika.mjs").Laika} laika @param {import("./table.mjs").Table} table @param {Neighbour} strong @param {Awaited<ReturnType<typeof hostileSite>>} site @param {import("./chromium.mjs").Tab} tab */
async function tryStrong(laika, table, strong, site, tab) {
  const { chromium } = laika;
  const tabId = await laika.frontTab();
  /** In its own world of the page, or in the page's. @param {string} code @param {string} [world] */
  const inPage = (code, world = "ISOLATED") =>
    chromium.eval(strong.worker, `chrome.scripting.executeScript({ target: { tabId: ${tabId} }, world: "${world}", func: () => ${code} }).then((all) => all[0].result)`);

  await table.try("extension", "S14", "all sites: forged messages and ports to our id, from its content script", async () => {
    const said = await inPage(FORGED);
    must(said === "", said);
    return "nobody listens: no receiving end";
  });
  await table.try("extension", "S2", "all sites: opens our panel in a tab and runs a script in it", async () => {
    const opened = await chromium.eval(strong.worker, `chrome.tabs.create({ url: "${PANEL}" }).then((tab) => tab.id)`);
    await chromium.find("page", PANEL);
    await sleep(500);
    const said = await chromium.eval(strong.worker, `Promise.all(["ISOLATED", "MAIN"].map((world) => chrome.scripting.executeScript({ target: { tabId: ${opened} }, world, func: () => document.title }).then(() => "ran", (error) => error.message)))`);
    const debugged = await chromium.eval(strong.worker, `chrome.debugger.attach({ tabId: ${opened} }, "1.3").then(() => "attached", (error) => error.message)`);
    const pictured = await chromium.eval(strong.worker, `chrome.tabs.captureVisibleTab({ format: "png" }).then(() => "pictured", (error) => error.message)`);
    const told = await chromium.eval(strong.worker, `new Promise((done) => chrome.tabs.sendMessage(${opened}, { n: 1, reply: {} }, () => done(chrome.runtime.lastError?.message ?? "heard")))`);
    await chromium.eval(strong.worker, `chrome.tabs.remove(${opened})`);
    must(!said.includes("ran"), "its script ran in our panel");
    must(debugged !== "attached", "it debugs our panel");
    must(pictured !== "pictured", "it took a picture of our panel");
    must(told !== "heard", "our panel heard it");
    return `script: ${said[0]}; debugger: ${debugged}; picture: ${pictured}`;
  });
  await table.try("extension", "S14", "all sites: reads or calls what our scripts have in a page", async () => {
    const found = await laika.act({
      ...{ goal: 'Press "Show details"', tab },
      card: async () => {
        const names = `[typeof laikaPage, typeof laikaGlue, typeof laikaNotify, Object.getOwnPropertyNames(globalThis).filter((name) => /laika/i.test(name)).length].join()`;
        must((await inPage(names)) === "undefined,undefined,undefined,0", "our names are there");
        must((await inPage(names, "MAIN")) === "undefined,undefined,undefined,0", "our names are there");
        return "no";
      },
    });
    must(found.some((one) => one.news === "ask"), "the run did not get to its card");
    return "our world is our own: no name of ours is in its world, nor in the page's";
  });
  await table.try("extension", "S10", "all sites: a rule of its own that lets everything through, against the fence", async () => {
    const rule = { id: 1, priority: 2_000_000, action: { type: "allow" }, condition: { urlFilter: "*" } };
    await chromium.eval(strong.worker, `chrome.declarativeNetRequest.updateSessionRules({ addRules: [${JSON.stringify(rule)}, ${JSON.stringify({ ...rule, id: 2, action: { type: "allowAllRequests" }, condition: { resourceTypes: ["main_frame", "sub_frame"] } })}] })`);
    await chromium.eval(tab.session, "location.reload()");
    await sleep(500);
    const before = site.got.length;
    const news = await laika.act({ goal: 'Press "Show details"', tab });
    await chromium.eval(strong.worker, "chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: [1, 2] })");
    const pressed = await chromium.eval(tab.session, "window.pressed");
    must(pressed === 1, `the button was pressed ${pressed} times`);
    must(!site.got.slice(before).some(({ method }) => method === "POST"), "the POST was let through");
    must(JSON.stringify(news).includes("stopped what the page tried to send"), "the fence did not say that it stopped it");
    return "fenced: a block of one extension wins over what another allows";
  });
  await table.try("extension", "S6", "all sites: sends the tab elsewhere while the card is open", async () => {
    await chromium.eval(tab.session, "location.reload()");
    await sleep(500);
    const news = await laika.act({
      ...{ goal: 'Press "Show details"', tab },
      card: async () => {
        await chromium.eval(strong.worker, `chrome.tabs.update(${tabId}, { url: "${site.url}/two" })`);
        await sleep(700);
        return "once";
      },
    });
    must(!news.some((one) => one.news === "ended" && one.done), "the act was done");
    const code = /\b(E_[A-Z_]+)\b/.exec(JSON.stringify(news.filter((one) => one.news === "ended" || one.news === "trouble")))?.[1];
    must(code !== undefined, `no code: ${JSON.stringify(news.slice(-4)).slice(0, 400)}`);
    await chromium.send("Page.navigate", { url: `${site.url}/` }, tab.session);
    await sleep(500);
    return String(code);
  });
  await table.try("extension", "S7", "all sites: takes our mark off the title", async () => {
    await laika.act({
      ...{ goal: 'Press "Show details"', tab },
      card: async () => {
        await inPage("void (document.title = 'Shop')", "MAIN");
        return "no";
      },
    });
    return "it can: a mark in a page is for the eye; what is asked and agreed to is in the panel";
  }, "limit");
  await table.try("extension", "S1", "all sites: switches our extension off while the card is open", async () => {
    await chromium.eval(tab.session, "location.reload()");
    await sleep(500);
    let off = false;
    void laika.act({
      ...{ goal: 'Press "Show details"', tab },
      card: async () => {
        await chromium.eval(strong.worker, `chrome.management.setEnabled("${EXTENSION_ID}", false)`);
        off = true;
        return "once";
      },
    }).catch(() => undefined);
    must((await until(() => off || undefined)) === true, "the card did not come");
    const gone = await until(() => (laika.connected() === 0 ? true : undefined), 10_000);
    must(gone === true, "the daemon still counts on it");
    must((await chromium.eval(tab.session, "window.pressed")) === undefined, "the act was done");
    await chromium.eval(strong.worker, `chrome.management.setEnabled("${EXTENSION_ID}", true)`, { userGesture: true });
    const back = await until(() => laika.connected() > 0 || undefined, 15_000);
    must(back === true, "ours does not come back");
    return "it can; nothing goes on: the daemon lets the browser go, and nothing is pressed";
  }, "limit");
}
