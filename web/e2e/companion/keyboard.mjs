/** From nothing to an answer by keys alone. */

import assert from "node:assert/strict";
import { until } from "../wait.mjs";
import { pages } from "./flats.mjs";

/** @type {import("./tell.mjs").Journey} */
export const keyboard = {
  name: "keyboard",
  title: "From nothing to an answer and its quote by keys alone",
  pages,
  async go(story) {
    const { window, places } = story;
    story.at("goes to the collections by the palette");
    await window.key("k", { ctrl: true });
    await until("the palette is open", async () => (await window.focused()).kind === "input");
    await window.type("collections");
    await window.key("Enter");
    await window.says("New collection");
    story.at("makes a collection");
    await window.tabTo("New collection");
    await window.type("Flats");
    await window.key("Enter");
    await window.says("No sources yet");
    story.at("adds what a page links to");
    await window.tabTo("Addresses");
    await window.key("ArrowRight");
    await window.tabTo("Page with links");
    await window.type(`${places.origin()}/thread`);
    await window.key("Tab");
    await window.key("ArrowDown");
    await window.tabTo("Add to the collection");
    await window.key("Enter");
    await story.captured(3);
    await story.seen("sources");
    story.at("asks");
    await window.tabTo("Ask");
    await window.key("Enter");
    await window.says("Your question to these sources");
    await window.tabTo("Your question to these sources");
    await window.type("Which flat allows pets?");
    await window.tabTo("Ask");
    await window.key("Enter");
    await window.says(/Ash Street 4:.*allowed/);
    story.at("opens the citation, and goes back to it");
    await window.key("Tab", { shift: true });
    for (let n = 0; n < 6 && !(await window.focused()).name.startsWith("Source 1"); n += 1) await window.key("Tab", { shift: true });
    assert.match((await window.focused()).name, /^Source 1: show the quote/);
    await window.key("Enter");
    const marked = await until("the quote is marked", () => window.run(() => document.querySelector("dialog mark")?.textContent ?? ""));
    assert.match(marked, /allowed/);
    await window.key("Escape");
    await until("the keys are where they were", async () => (await window.focused()).name.startsWith("Source 1"));
    await story.seen("answer");
  },
};
