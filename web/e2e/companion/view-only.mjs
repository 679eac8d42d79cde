/** In any other browser the window shows everything and does nothing, and the program refuses whatever it is asked to do. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium as playwright } from "playwright-core";
import { until } from "../wait.mjs";
import { before, chromium, endNow, minded } from "../world.mjs";
import { flat } from "./flats.mjs";

/** What is pressed to look, and not to act. */
const LOOKS = /^(Commands|Look: .*|Menu|Show the text|Copy link|Search|Try again|Examine.*|Replay.*|Show picture|What changed|Source \d+: show the quote|Close|Show|)$/;

/** @type {import("./tell.mjs").Journey} */
export const viewOnly = {
  name: "view-only",
  title: "In any other browser everything can be seen, and nothing done",
  window: false,
  pages: (path) => flat(path),
  async go(story) {
    const { world, places } = story;
    story.at("something is there to be seen");
    const { status, stderr } = world.laika("collection", "add", "Flats", `${places.origin()}/ash-street-4`, "--no-wait", "--home", world.home);
    assert.equal(status, 0, stderr);
    await until("it is captured", () => story.laika("collection", "show", "Flats").sources[0]?.state === "captured", { ms: 60_000 });

    story.at("laika open --view says an address");
    const [command, ...args] = [...before, world.laikaProgram, "open", "--view", "--home", world.home];
    const child = minded(spawn(String(command), args, { env: world.env, detached: true, stdio: ["ignore", "pipe", "pipe"] }));
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece) => (said += piece));
    const [address] = await until("the address is said", () => /http:\/\/127\.0\.0\.1:\d+\/#view=[\w-]+/.exec(said), { last: () => said });
    // The sandbox of a browser that root starts does not work, and the pages here are our own.
    const browser = await playwright.launch({ executablePath: chromium(), args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
    try {
      const page = await browser.newPage({ locale: "en", viewport: { width: 1180, height: 860 } });
      const other = process.env["LAIKA_COMPANION"];
      for (const [name, contentType] of [["companion.js", "text/javascript"], ["companion.css", "text/css"]]) {
        if (other !== undefined) await page.route(`**/${name}`, (route) => route.fulfill({ contentType: String(contentType), body: readFileSync(join(other, String(name)), "utf8") }));
      }
      story.at("looks around in another browser");
      await page.goto(address);
      await page.getByText("View only.").waitFor();
      assert(!page.url().includes("view="), "the word stays in the address");
      const acting = [];
      for (const view of ["New run", "Runs", "Approvals", "Policies", "Privacy", "Models", "Tools", "Doctor", "Collections"]) {
        await page.locator("#places").getByRole("link", { name: view }).click();
        await page.waitForFunction(() => document.querySelector(".page h1") !== null && document.querySelector(".loading") === null);
        acting.push(...(await acts(page, view)));
      }
      await page.locator("main").getByRole("link", { name: "Flats" }).click();
      await page.getByText("Ash Street 4").first().waitFor();
      acting.push(...(await acts(page, "a collection")));
      if (story.shots !== undefined) await page.screenshot({ path: join(story.shots, "view-only-collection.png") });
      await page.locator("#places").getByRole("link", { name: "Runs" }).click();
      await page.locator(".run-list a").first().click();
      await page.getByText("Timeline").waitFor();
      acting.push(...(await acts(page, "a run")));
      if (story.shots !== undefined) await page.screenshot({ path: join(story.shots, "view-only-run.png") });
      assert.deepEqual(acting, [], "something there acts");

      story.at("asks the program to act, with the word of the view");
      const { origin, hash } = new URL(address);
      const asked = async (/** @type {string} */ path, /** @type {object} */ body) => {
        const headers = { authorization: `Bearer ${hash.slice("#view=".length)}`, "content-type": "application/json", origin };
        return (await fetch(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
      };
      for (const [verb, given] of /** @type {[string, object][]} */ ([["collection.create", { title: "x", tags: [] }], ["privacy.forget", { site: places.origin() }], ["collection.remove", { collection: "Flats" }], ["config.set", { key: "private", value: true }], ["policy.override", { origin: places.origin(), class: "sensitive" }], ["grants.add", { title: "x", origins: [places.origin()], pages: ["/"], may: ["click=1"] }], ["tools.config", { name: "wiki", key: "language", value: "de" }], ["runs.rollback", { run: "run-1", to: 2 }]])) {
        const answer = await asked("/api/laika", { verb, with: given });
        assert.deepEqual([answer.ok, answer.code], [false, "E_VIEW_ONLY"], verb);
      }
      for (const ask of [{ say: "panic" }, { say: "stop" }]) assert.equal((await asked("/api/ask", { ask }))[0].code, "E_VIEW_ONLY");
      assert.equal(story.laika("collection", "list").collections.length, 1);
    } finally {
      await browser.close();
      endNow(child);
    }
  },
};

/** What could be pressed here that is no way of looking. @param {import("playwright-core").Page} page @param {string} where */
async function acts(page, where) {
  const names = await page.evaluate(() =>
    [...document.querySelectorAll("button, input[type=submit], input[type=file], textarea, [role=switch]")]
      .filter((one) => one.checkVisibility())
      .map((one) => (one.ariaLabel || one.textContent || "").replace(/\s+/g, " ").trim()),
  );
  return names.filter((name) => !LOOKS.test(name)).map((name) => `${where}: ${name}`);
}
