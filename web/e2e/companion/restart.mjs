/** Laika is killed while it captures: the window says so, comes back by itself, and nothing is lost. */

import assert from "node:assert/strict";
import { until } from "../wait.mjs";
import { FLATS, pages } from "./flats.mjs";

/** @type {() => void} */
let release = () => {};
/** Slow as long as nobody lets go of it. */
let slow = new Promise((done) => (release = () => done(undefined)));

/** @type {import("./tell.mjs").Journey} */
export const restart = {
  name: "restart",
  title: "Laika is killed while it captures: the window waits, and everything is captured in the end",
  pages(path) {
    const html = pages(path);
    return path === "/cedar-court-1" ? { html: String(html), after: slow } : html;
  },
  async go(story) {
    const { window, places, world } = story;
    slow = new Promise((done) => (release = () => done(undefined)));
    story.at("adds three pages, one of which is slow");
    await story.collection("Flats");
    await story.addresses(...Object.keys(FLATS).map((path) => `${places.origin()}${path}`));
    await story.captured(2);
    await until("the slow page is asked for", () => places.received.some(({ path }) => path === "/cedar-court-1"));
    await window.says("Capturing");
    story.at("Laika is killed");
    await world.kill();
    await window.says("Laika is starting again.");
    await story.seen("gone");
    release();
    story.at("Laika is there again");
    await world.serve();
    await window.says("Connected");
    await window.saysNot("Laika is starting again.");
    await story.captured(3, 90_000);
    await story.seen("back");
    const { sources } = story.laika("collection", "show", "Flats");
    assert.deepEqual(sources.map((/** @type {{ state: string }} */ { state }) => state), ["captured", "captured", "captured"]);
  },
};
