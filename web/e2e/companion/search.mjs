/** A page of results becomes ten sources from all the sites it names, and a brief of them. */

import assert from "node:assert/strict";
import { until } from "../wait.mjs";

/** Fourteen results; the first site has the first five of them. */
const RESULTS = [2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 7];
const TOPICS = ["storage", "wind", "solar", "heat", "grids", "prices"];

/** @type {import("./tell.mjs").Journey} */
export const search = {
  name: "search",
  title: "A page of results becomes ten sources of different sites, and a brief",
  hosts: 7,
  pages(path, host, { port }) {
    const article = /^\/article-(\d+)$/.exec(path);
    if (article !== null) {
      const topic = TOPICS[Number(article[1]) % TOPICS.length];
      return `<title>About ${topic}, part ${article[1]}</title><article><h1>About ${topic}, part ${article[1]}</h1>
        <p>The most important point about ${topic} is that it cost ${Number(article[1]) + 3} percent less in 2025 than a year before.</p>
        <p>Researchers at ${host} measured this for ${Number(article[1]) + 2} years in three countries.</p></article>`;
    }
    const results = RESULTS.map((n, at) => `<li><h3><a href="http://127.0.0.${n}:${port}/article-${at + 1}">About ${TOPICS[(at + 1) % TOPICS.length]}, part ${at + 1}</a></h3><p>What was measured, and what it means for the price of power.</p></li>`);
    return `<title>energy - Search</title><main><h1>Results for energy</h1><ol>${results.join("")}</ol></main>`;
  },
  async go(story) {
    const { window, places } = story;
    story.at("takes the first ten of the results");
    await story.collection("Energy");
    await story.fromPage(`${places.origin()}/search?q=energy`, { top: 10 });
    await story.captured(10, 90_000);
    await story.seen("sources");
    const { sources } = story.laika("collection", "show", "Energy");
    const hosts = sources.map((/** @type {{ url: string }} */ { url }) => new URL(url).hostname);
    assert.equal(sources.length, 10);
    // No site has more than a third of them while there are others.
    for (const host of new Set(hosts)) assert(hosts.filter((/** @type {string} */ one) => one === host).length <= 4, `one site takes too much: ${hosts}`);
    assert(new Set(hosts).size >= 4, `few sites: ${hosts}`);

    story.at("makes a brief");
    await window.press("Make", { within: ".tabs" });
    await window.press("Brief", { of: "label" });
    await window.press("Make it from 10 sources");
    await window.says("10 of 10 sources used", 30_000);
    const points = await until("there are points", () =>
      window.run(() => [...document.querySelectorAll(".artifact li, .artifact p span")].filter((one) => one.querySelector(".cite") !== null).length),
    );
    assert(points >= 10, `${points} points`);
    await story.seen("brief");
  },
};
