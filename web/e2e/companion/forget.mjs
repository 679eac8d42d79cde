/** One of two sites is forgotten: everything of it is gone, in the window and at a terminal, and the other's stays. */

import assert from "node:assert/strict";
import { until } from "../wait.mjs";
import { flat } from "./flats.mjs";

/** @type {import("./tell.mjs").Journey} */
export const forget = {
  name: "forget",
  title: "A site is forgotten: its sources, answers, results and runs are gone, the other's stay",
  hosts: 2,
  pages: (path) => flat(path),
  async go(story) {
    const { window, places, world } = story;
    story.at("collects from two sites, and makes something of each");
    for (const [title, url] of [["Flats", `${places.origin(1)}/ash-street-4`], ["Other", `${places.origin(2)}/birch-lane-9`]]) {
      await story.collection(String(title));
      await story.addresses(String(url));
      await story.captured(1);
      await story.ask("What is the rent?");
      await window.press("Make", { within: ".tabs" });
      await window.press("Brief", { of: "label" });
      await window.press("Make it from 1 source");
      await window.says("1 of 1 source used", 30_000);
    }
    const before = world.runs();
    assert.equal(before.length, 2, "each capture is a run");
    const texts = () => world.filesWith("Ash Street 4").concat(world.filesWith("62 square metres"));

    story.at("forgets the first site");
    await window.goTo("Privacy");
    await story.seen("privacy");
    await window.fill("Website", places.origin(1));
    await window.press("Forget", { within: "main" });
    await window.says("This cannot be undone.");
    await window.press("Forget");
    await window.says("Forgotten.");
    await story.seen("forgotten");

    story.at("looks for it in the window");
    await window.goTo("Collections");
    await window.press("Flats", { within: "main", of: "a" });
    await window.says("No sources yet");
    await window.press("Ask", { within: ".tabs" });
    await window.says("There is nothing to ask yet");
    await window.saysNot("840");
    await window.press("Made", { within: ".tabs" });
    await window.says("Nothing was made yet");
    await window.goTo("Collections");
    await window.press("Other", { within: "main", of: "a" });
    await window.says("Birch Lane 9");
    await window.press("Ask", { within: ".tabs" });
    await window.says("690");
    await window.press("Made", { within: ".tabs" });
    await window.says("Brief");
    await window.goTo("Runs");
    await until("the runs are listed", () => window.run(() => document.querySelector(".run-list") !== null));
    await window.saysNot("Ash Street");
    await story.seen("runs");

    story.at("looks for it at a terminal");
    assert.deepEqual(story.laika("collection", "show", "Flats").sources, []);
    assert.equal(story.laika("collection", "show", "Other").sources.length, 1);
    assert.deepEqual(story.laika("collection", "search", "Ash").found, []);
    assert.deepEqual(texts(), [], "words of the site are left in files");
    const kept = before.map(({ run }) => JSON.stringify(story.laika("runs", "show", run)));
    assert(!kept.some((one) => one.includes(places.origin(1))), "a run still names the site");
    assert(kept.some((one) => one.includes(places.origin(2))), "the other site's run is gone");
  },
};
