/**
 * From the panel into a collection: this page, the selected tabs, the selected links. A tab is read where the person is
 * logged in; a link is opened in a browser of Laika's own. The panel learns titles of collections, and nothing else of them.
 */

import { assert, callsLaika, check, looksAt, presses, ready, seen, sees, step, theSiteReceived, until, visits } from "../verbs.mjs";

/** @typedef {import("../verbs.mjs").Story} Story */

/** @param {Story} story */
const sources = ({ world }) => {
  const { stdout, stderr } = world.laika("collection", "show", "Lamps", "--json", "--home", world.home);
  assert(stdout !== "", stderr);
  return /** @type {{ id: string, kind: string, url: string, state: string, confidential: boolean, failure?: unknown }[]} */ (JSON.parse(stdout).sources);
};

/** @param {[kind: string, path: string][]} expected */
const theCollectionHas = (expected) =>
  check(`the collection has ${expected.map(([kind, path]) => `${path} as ${kind}`).join(", ")}, all captured`, async (story) => {
    await until("all are captured", () => sources(story).every(({ state }) => state === "captured"), {
      ms: 30_000,
      last: () => JSON.stringify(sources(story)),
    });
    const found = sources(story).map(({ kind, url }) => [kind, new URL(url).pathname]);
    assert.deepEqual(found.sort(), [...expected].sort());
  });

/** @param {string} path @param {string} words */
const theTextSays = (path, words) =>
  check(`what was captured of ${path} says: ${words}`, (story) => {
    const source = sources(story).find(({ url }) => new URL(url).pathname === path);
    const { stdout, stderr } = story.world.laika("collection", "source", source?.id ?? "", "--home", story.world.home);
    assert(stdout.includes(words), stdout + stderr);
  });

const namesIt = step("names a new collection", async ({ panel }) => {
  await panel.run(() => /** @type {HTMLElement} */ (document.querySelector(".gather-title input")).focus());
  await panel.type("Lamps");
});

export const gathersPage = {
  name: "gather-page",
  title: "Add this page to a new collection: it is read in the tab, where the person is logged in",
  steps: [
    ...ready("/welcome"),
    visits("/lamps"),
    callsLaika(),
    presses("Add to a collection"),
    sees("This page", "Read in your tab, as you see it", "A new collection"),
    namesIt,
    seen("gather-page"),
    presses("Add 1 page"),
    sees("1 page added."),
    seen("gather-added"),
    theCollectionHas([["tab", "/lamps"]]),
    theTextSays("/lamps", "There is one lamp of yours."),
    check("it is marked as the person's own, and nobody came without their login", (story) => {
      assert.deepEqual(sources(story).map(({ confidential }) => confidential), [true]);
      const visits = story.site.received.filter(({ path }) => path === "/lamps");
      assert.deepEqual(visits.map(({ known }) => known), [true]);
    }),
    check("the run in the tab only read", ({ world }) => {
      const kinds = world.events(0).map(({ kind }) => kind);
      assert(kinds.includes("page.observe") && !kinds.includes("ui.approval") && !kinds.includes("tab.lock"), kinds.join(" "));
    }),
    theSiteReceived(),
    // Once more: it is there already, so it is read anew and not added twice.
    presses("Back"),
    presses("Add to a collection"),
    sees("Lamps"),
    presses("Add 1 page"),
    sees("1 page added."),
    theCollectionHas([["tab", "/lamps"]]),
  ],
};

export const gathersTabs = {
  name: "gather-tabs",
  title: "Add the selected tabs; one whose address the browser does not tell is counted",
  steps: [
    ...ready("/shop"),
    visits("/manual"),
    step("visits the shop under another name, which the browser does not let Laika see", async ({ browser, site }) => {
      await browser.open(`http://localhost:${site.port}/shop`);
    }),
    looksAt("/manual"),
    callsLaika(),
    step("selects all three tabs", async ({ panel }) => {
      const count = await panel.run(async () => {
        const [front] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
        const tabs = await chrome.tabs.query(front === undefined ? {} : { windowId: front.windowId });
        const mine = tabs.filter((tab) => tab.active || tab.url === undefined || tab.url.startsWith("http"));
        const order = [...mine.filter((tab) => tab.active), ...mine.filter((tab) => !tab.active)];
        await chrome.tabs.highlight(front === undefined ? { tabs: [] } : { windowId: front.windowId, tabs: order.map((tab) => tab.index) });
        return order.length;
      });
      assert(count >= 3, `there are ${count} tabs`);
    }),
    presses("Add to a collection"),
    sees("2 selected tabs", /The browser tells no address of \d+ selected tabs?\./),
    namesIt,
    seen("gather-tabs"),
    presses("Add 2 pages"),
    sees("2 pages added."),
    theCollectionHas([
      ["tab", "/shop"],
      ["tab", "/manual"],
    ]),
    theTextSays("/manual", "has eight pages"),
  ],
};

export const gathersLinks = {
  name: "gather-links",
  title: "Add links of what is selected in the page; they are opened without the person's logins",
  steps: [
    ...ready("/welcome"),
    visits("/list"),
    callsLaika(),
    step("selects a paragraph with links", ({ tab }) =>
      tab.run(() => getSelection()?.selectAllChildren(/** @type {Element} */ (document.querySelector("#links")))),
    ),
    presses("Add to a collection"),
    sees("2 selected links", "Opened in a browser of Laika's own, without your logins", "the manual", "the lamp itself"),
    namesIt,
    seen("gather-links"),
    presses("Add 2 pages"),
    sees("2 pages added."),
    theCollectionHas([
      ["url", "/manual"],
      ["url", "/shop"],
    ]),
    check("nobody came there with the person's login", ({ site }) => {
      const visits = site.received.filter(({ path }) => path === "/manual" || path === "/shop");
      assert.deepEqual(visits.map(({ known }) => known), [false, false]);
    }),
  ],
};
