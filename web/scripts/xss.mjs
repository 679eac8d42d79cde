/**
 * Opens every rendered page of a folder in real Chromium and counts what a hostile payload achieved there.
 *
 * `node scripts/xss.mjs DIR [--json]`, where DIR holds `cases.json` and the pages it names. The same payloads are
 * also opened without the renderer: detectors that see nothing there prove nothing, and the run fails.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { Probe } from "./xss/probe.mjs";
import { serve } from "./xss/site.mjs";

/** @typedef {import("./xss/probe.mjs").Deeds} Deeds */
/** @typedef {{ id: string, payload: string, file: string, positions: number }} Case */
/** @typedef {{ allowed: import("./xss/judge.mjs").Allowed, skeleton: string[], cases: Case[], payloads: number }} Cases */
/** @typedef {[id: string, html: string]} Page */
/** @typedef {{ scripts: number, requests: number, elements: number }} Tally */

const TABS = 4;
const SHOWN = 20;
/** Generous: a busy machine must not make an innocent page look guilty. */
const LIMIT_MS = 15_000;
/** A page of the control may well hang, and says as much by that. */
const CONTROL_LIMIT_MS = 4_000;
const CONTROL_SKELETON = ["html", "head", "meta", "title", "link", "body"];

const [dir, ...flags] = process.argv.slice(2);
if (dir === undefined) throw new Error("usage: node scripts/xss.mjs DIR [--json]");
const started = Date.now();
/** @type {Cases} */
const set = JSON.parse(readFileSync(join(dir, "cases.json"), "utf8"));
if (new Set(set.cases.map((one) => one.id)).size !== set.cases.length) throw new Error("two cases share an id");
const browser = await launch();
try {
  const pages = set.cases.map((one) => /** @type {Page} */ ([one.id, readFileSync(join(dir, one.file), "utf8")]));
  const rendered = await examine(pages, set.skeleton, LIMIT_MS);
  const payloads = set.cases.map((one) => /** @type {Page} */ ([one.id, bare(one.payload)]));
  const control = await examine(payloads, CONTROL_SKELETON, CONTROL_LIMIT_MS);
  report(rendered, control);
} finally {
  await browser.close();
}

async function launch() {
  const root = process.getuid?.() === 0;
  return await chromium.launch({
    executablePath: process.env["LAIKA_CHROMIUM"] ?? "/usr/lib/chromium/chromium",
    headless: true,
    chromiumSandbox: !root,
    args: [
      "--no-first-run",
      "--no-default-browser-check",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-default-apps",
      "--disable-dev-shm-usage",
      "--mute-audio",
      "--webrtc-ip-handling-policy=disable_non_proxied_udp",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ],
  });
}

/**
 * Opens every page, a few at a time, and returns what each did.
 * @param {Page[]} pages
 * @param {string[]} skeleton
 * @param {number} limit
 * @returns {Promise<Map<string, Deeds>>}
 */
async function examine(pages, skeleton, limit) {
  const site = await serve(new Map(pages.map(([id, html]) => [`/${id}`, html])));
  const context = await browser.newContext({ acceptDownloads: false });
  /** @type {Map<string, Deeds>} */
  const deeds = new Map();
  const queue = pages.map(([id]) => id);
  await Promise.all(
    Array.from({ length: TABS }, async () => {
      const probe = new Probe(context, set.allowed, limit);
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        deeds.set(id, await probe.open(site.url(`/${id}`), skeleton));
      }
    }),
  );
  await context.close();
  site.close();
  // The browser's own process asks for some things, a favicon for one, that no tab reports. No tab can be blamed.
  const reported = new Set([...deeds.values()].flatMap((one) => one.requests.map((line) => line.split(" ")[1])));
  const requests = site.strays().filter((line) => !reported.has(site.url(line.split(" ")[1] ?? "")));
  deeds.set("the browser itself", { scripts: [], requests, elements: [] });
  return deeds;
}

/** The payload where a careless program would put it. @param {string} payload */
function bare(payload) {
  const head = `<meta charset="utf-8"><title>control</title><link rel="icon" href="data:,">`;
  return `<!doctype html><html><head>${head}</head><body>${payload}\n<a href="${payload}">link</a></body></html>`;
}

/** @param {Map<string, Deeds>} deeds @returns {Tally} */
function tally(deeds) {
  const all = [...deeds.values()];
  /** @param {keyof Deeds} kind */
  const sum = (kind) => all.reduce((total, one) => total + one[kind].length, 0);
  return { scripts: sum("scripts"), requests: sum("requests"), elements: sum("elements") };
}

/** @param {Map<string, Deeds>} rendered @param {Map<string, Deeds>} unrendered */
function report(rendered, unrendered) {
  const found = tally(rendered);
  const control = tally(unrendered);
  const positions = set.cases.reduce((total, one) => total + one.positions, 0);
  const lines = [...rendered].flatMap(([id, one]) =>
    Object.values(one)
      .flat()
      .map((deed) => `${id}: ${deed}`),
  );
  const dirty = set.cases.filter(({ id }) => Object.values(rendered.get(id) ?? {}).flat().length > 0).length;

  const faults = [];
  if (set.payloads === 0 || set.cases.length === 0 || positions === 0) faults.push("no payloads: nothing was tested");
  for (const [kind, count] of Object.entries(control)) {
    if (count === 0) faults.push(`the control shows 0 ${kind}: that detector sees nothing`);
  }
  const seconds = (Date.now() - started) / 1000;
  const result = {
    payloads: set.payloads,
    pages: set.cases.length,
    dirty,
    positions,
    ...found,
    control,
    faults,
    seconds,
  };
  writeFileSync(join(dir ?? ".", "result.json"), `${JSON.stringify(result, null, 2)}\n`);

  for (const line of lines.slice(0, SHOWN)) console.error(line.slice(0, 200));
  if (lines.length > SHOWN) console.error(`… and ${lines.length - SHOWN} more`);
  for (const fault of faults) console.error(`error: ${fault}`);
  const counts = `${found.scripts} scripts run, ${found.requests} requests left, ${found.elements} elements off the allowlist`;
  const without = `${control.scripts} scripts, ${control.requests} requests, ${control.elements} elements`;
  const summary = `xss: ${set.payloads} payloads, ${positions} positions: ${counts} (control without the renderer: ${without})`;
  console.log(flags.includes("--json") ? JSON.stringify(result) : summary);
  if (lines.length > 0 || faults.length > 0) process.exitCode = 1;
}
