/** A thread with links becomes a collection, an answer, a table, and files. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { until } from "../wait.mjs";
import { pages } from "./flats.mjs";

/** @type {import("./tell.mjs").Journey} */
export const thread = {
  name: "thread",
  title: "A thread becomes a collection, an answer with citations, a table and files",
  pages,
  async go(story) {
    const { window, places, world } = story;
    story.at("makes a collection of what the thread links to");
    await story.collection("Flats");
    await story.fromPage(`${places.origin()}/thread`);
    await story.captured(3);
    await story.seen("sources");

    story.at("asks, and opens the citation");
    await story.ask("Which flat allows pets?");
    await window.says(/Ash Street 4:.*allowed/);
    await story.seen("answer");
    await window.press("Source", { within: ".turn", of: ".cite" });
    await window.says("The quote in its place");
    const marked = await until("the quote is marked", () => window.run(() => document.querySelector("dialog mark")?.textContent ?? ""));
    assert.match(marked, /allowed/);
    await story.seen("quote");
    await window.key("Escape");

    story.at("makes a comparison, the cheapest first");
    await window.press("Make", { within: ".tabs" });
    await window.fill("What to compare", "rent\nsize\npets");
    await window.fill("What matters to you", "cheapest first");
    await story.seen("make");
    await window.press("Make it from 3 sources");
    await until("the table is there", () => window.run(() => document.querySelector("table tbody tr") !== null), { last: () => window.text() });
    const rows = await window.run(() =>
      [...document.querySelectorAll("table tbody tr")].map((row) =>
        [...row.querySelectorAll("td")].map((cell) => ({ text: cell.innerText.replace(/\s+/g, " ").trim(), cites: cell.querySelectorAll(".cite").length })),
      ),
    );
    const names = rows.map((row) => row[0]?.text.replace(/ ?\d+$/, ""));
    await story.seen("table");
    assert.deepEqual(rows.map((row) => /\b(690|840|990)\b/.exec(row.map(({ text }) => text).join(" "))?.[1]), ["690", "840", "990"], JSON.stringify(rows));
    for (const cell of rows.flat()) assert(cell.text === "unknown" || cell.cites > 0, `a cell without a citation: ${JSON.stringify(cell)} of ${names}`);
    assert.equal(rows[2]?.at(-1)?.text, "unknown", "what a source does not say is unknown");

    story.at("saves it as files");
    const folder = world.owned("saved");
    for (const [format, end] of [["CSV table", ".csv"], ["HTML page", ".html"], ["Markdown", ".md"]]) {
      await window.choose("Save as", /** @type {string} */ (format));
      await window.press("Save file");
      await until(`a file ${end} is saved`, () => readdirSync(folder).some((name) => name.endsWith(/** @type {string} */ (end))), { last: () => `${readdirSync(folder)} ${end}` });
    }
    await window.press("Copy");
    await window.says("Copied");
    const file = (/** @type {string} */ end) => readFileSync(join(folder, String(readdirSync(folder).find((name) => name.endsWith(end)))), "utf8");
    assert.match(file(".csv"), /690/);
    assert.doesNotMatch(file(".csv"), /(^|,)"?[=+@]/m, "a cell that a spreadsheet computes");
    assert.match(file(".csv"), /'=62\+16/, "what begins like a formula is kept as text");
    assert.match(file(".html"), /Content-Security-Policy/i);
    assert.match(file(".md"), /\| *Birch Lane 9/);
  },
};
