/** How much the panel makes the browser work until a person can use it, beside a page of an extension with nothing in it. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "./wait.mjs";

const OPENS = 10;

/** @typedef {{ script: number, task: number }} Cost Milliseconds. */

/**
 * @param {import("./verbs.mjs").Story} story With a panel that is past its introduction, beside a page that can be read.
 */
export async function weigh({ world, browser, panel, tab }) {
  const empty = await emptyPage(world, browser);
  await tab.front();
  /** @type {{ panel: Cost[], empty: Cost[] }} */
  const costs = { panel: [], empty: [] };
  // One after the other, so that a busy moment of the machine is in both.
  for (let n = 0; n < OPENS; n++) {
    costs.panel.push(await opened(panel, () => panel.at("Summarize")));
    costs.empty.push(await opened(empty, () => empty.run(() => document.readyState === "complete")));
  }
  return { opens: OPENS, panel: medians(costs.panel), empty: medians(costs.empty) };
}

/**
 * @param {import("./world.mjs").World} world
 * @param {import("./browser.mjs").Browser} browser
 */
async function emptyPage(world, browser) {
  const folder = join(world.folder, "tmp", "empty");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ manifest_version: 3, name: "Empty", version: "1" }));
  writeFileSync(join(folder, "panel.html"), "<!doctype html><title>Empty</title>");
  world.own(folder);
  const { id } = await browser.send("Extensions.loadUnpacked", { path: folder });
  return browser.open(`chrome-extension://${id}/panel.html`);
}

/**
 * What it costs to open a page anew, until it can be used. The browser counts for each document from its beginning, and
 * counts our looking at it too.
 *
 * @param {import("./browser.mjs").Page} page
 * @param {() => Promise<unknown>} isUsable
 * @returns {Promise<Cost>}
 */
async function opened(page, isUsable) {
  await page.send("Performance.enable");
  await page.run(() => void (/** @type {any} */ (globalThis).isOld = true));
  await page.send("Page.reload");
  await until("the page is new", () => page.run(() => /** @type {any} */ (globalThis).isOld !== true));
  await until("the page can be used", isUsable);
  return measured(page);
}

/** @param {import("./browser.mjs").Page} page */
async function measured(page) {
  const { metrics } = await page.send("Performance.getMetrics");
  const ms = (/** @type {string} */ name) =>
    1000 * metrics.find((/** @type {any} */ one) => one.name === name).value;
  return { script: ms("ScriptDuration"), task: ms("TaskDuration") };
}

/** @param {Cost[]} costs */
function medians(costs) {
  const middle = (/** @type {number[]} */ all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;
  return { script: middle(costs.map(({ script }) => script)), task: middle(costs.map(({ task }) => task)) };
}
