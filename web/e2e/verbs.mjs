/**
 * The words that journeys are written in. Each gives a step: a sentence, and what it does. A journey is a list of them,
 * and the sentence of the step that failed is what is printed.
 */

import assert from "node:assert/strict";
import { join } from "node:path";
import { World, worker } from "./world.mjs";
import { until } from "./wait.mjs";

/** @typedef {{ says: string, go: (story: Story) => unknown }} Step */
/** @typedef {{ name: string, title: string, steps: Step[] }} Journey */
/** @typedef {import("./browser.mjs").Page} Page */
/** @typedef {import("./panel.mjs").Panel} Panel */

/** Where a journey has come to. */
export class Story {
  /** @type {Map<string, Page>} */
  tabs = new Map();
  /** @type {Map<string, { browser: import("./browser.mjs").Browser, tab?: Page, panel?: Panel }>} */
  browsers = new Map();
  #where = "first";

  /**
   * @param {World} world
   * @param {{ shots?: string | undefined, seen?: (story: Story, what: string) => Promise<void> }} options
   */
  constructor(world, options) {
    this.world = world;
    this.site = world.site;
    this.options = options;
  }

  get here() {
    const here = this.browsers.get(this.#where);
    if (here === undefined) throw new Error(`there is no browser called ${this.#where}`);
    return here;
  }

  get browser() {
    return this.here.browser;
  }

  get tab() {
    if (this.here.tab === undefined) throw new Error("no page is open");
    return this.here.tab;
  }

  get panel() {
    if (this.here.panel === undefined) throw new Error("no panel is open");
    return this.here.panel;
  }

  /** @param {string} name */
  in(name) {
    this.#where = name;
  }
}

/**
 * @param {string} says
 * @param {(story: Story) => unknown} go
 * @returns {Step}
 */
export function step(says, go) {
  return { says, go };
}

/* ---- what there is ---- */

export const laikaServes = () => step("Laika serves", ({ world }) => world.serve());

/**
 * @param {string} [name]
 * @param {{ alsoPrivate?: boolean }} [options]
 */
export const aBrowser = (name = "first", options = {}) =>
  step(`a browser with the extension (${name})`, async (story) => {
    story.browsers.set(name, { browser: await story.world.browser(name, options) });
    story.in(name);
  });

/** @param {string} name */
export const goesTo = (name) => step(`turns to the window called ${name}`, (story) => story.in(name));

/** The browser's own question about a site cannot be answered without a window, so the answer is given before. */
export const siteIsAllowed = () =>
  step("the browser will say yes about the site", ({ world, browser }) => world.allowSite(browser));

/**
 * @param {string} path
 * @param {string} [as]
 */
export const visits = (path, as = path) =>
  step(`visits ${path}`, async (story) => {
    const url = path.startsWith("/") ? story.site.origin + path : path;
    story.here.tab = await story.browser.open(url);
    story.tabs.set(as, story.here.tab);
  });

/** @param {string} path */
export const visitsPrivately = (path) =>
  step(`visits ${path} in a private window`, async (story) => {
    const { browser } = story;
    const url = story.site.origin + path;
    await story.panel.run((address) => chrome.windows.create({ incognito: true, url: address }).then(() => undefined), url);
    const target = await until("the window opens", async () => (await browser.targets()).find((one) => one.type === "page" && one.url === url));
    const tab = await browser.attach(target.targetId);
    await tab.loaded(url);
    story.browsers.set("private", { browser, tab });
    story.in("private");
  });

/** @param {string} as */
export const looksAt = (as) =>
  step(`looks at the tab ${as}`, async (story) => {
    const tab = story.tabs.get(as);
    assert(tab, `there is no tab ${as}`);
    story.here.tab = tab;
    await tab.front();
  });

export const opensPanel = () =>
  step("clicks Laika in the toolbar", async (story) => {
    story.here.panel = await story.world.panel(story.tab);
  });

/** The panel of the window is open; the click lets Laika see the tab in front (SURF-032). */
export const callsLaika = () => step("clicks Laika in the toolbar again", ({ world, tab }) => world.call(tab));

export const readsIntroduction = () =>
  step("reads the introduction and stays Read-only", async ({ panel }) => {
    await panel.press("Next");
    await panel.press("Stay Read-only");
    await panel.says("What would you like to know?");
  });

/** @param {string} path */
export const ready = (path) => [
  laikaServes(),
  aBrowser(),
  siteIsAllowed(),
  visits(path),
  opensPanel(),
  readsIntroduction(),
];

/* ---- what a person does ---- */

/** @param {string} words */
export const asks = (words) => step(`asks: ${words}`, ({ panel }) => panel.ask(words));

/** @param {string} words */
export const presses = (words) => step(`presses ${words}`, ({ panel }) => panel.press(words));

/** @param {(string | RegExp)[]} all */
export const sees = (...all) =>
  step(`sees ${all.join(", ")}`, async ({ panel }) => {
    for (const words of all) await panel.says(words);
  });

/** @param {(string | RegExp)[]} all */
export const seesNo = (...all) =>
  step(`sees no ${all.join(", no ")}`, async ({ panel }) => {
    for (const words of all) await panel.saysNot(words);
  });

/**
 * As far as the card that asks about a click.
 *
 * @param {string} goal
 */
export const connects = (goal) => [
  asks(goal),
  sees("This asks Laika to act on the page"),
  presses("Connect to this site"),
  sees("What you would authorize"),
  presses("Authorize once"),
];

/** A second run where the first one works: asked for again out of the history of the site. */
export const asksTheSameAgain = () => [
  presses("History of this site"),
  presses("Ask again"),
  presses("Connect to this site"),
  sees("What you would authorize"),
  presses("Authorize once"),
];

/* ---- what is checked ---- */

/**
 * @param {string} says
 * @param {(story: Story) => unknown} go
 */
export const check = (says, go) => step(`check: ${says}`, go);

/**
 * What the log says of a run: these events, in this order, with others between. Each has at least these fields.
 *
 * @param {[kind: string, fields?: Record<string, unknown>][]} expected
 * @param {number} [run]
 */
export const theLogSays = (expected, run = 0) =>
  check(`the log says ${expected.map(([kind]) => kind).join(", ")}`, async ({ world }) => {
    await until("the log says so", () => inOrder(world.events(run), expected), {
      ms: 5_000,
      last: () => world.events(run).map(({ kind, payload }) => `${kind} ${JSON.stringify(payload)}`).join("\n"),
    });
  });

/**
 * @param {string[]} kinds
 * @param {number} [run]
 */
export const theLogNeverSays = (kinds, run = 0) =>
  check(`the log never says ${kinds.join(", ")}`, ({ world }) => {
    const found = world.events(run).filter(({ kind }) => kinds.includes(kind));
    assert.deepEqual(found, []);
  });

/**
 * @param {string} status
 * @param {number} [run]
 */
export const theRunIs = (status, run = 0) =>
  check(`the run is ${status}`, ({ world }) =>
    until(`the run is ${status}`, () => world.runs()[run]?.status === status, {
      ms: 8_000,
      last: () => JSON.stringify(world.runs()) + world.events(run).map(({ kind, payload }) => `\n${kind} ${JSON.stringify(payload)}`).join(""),
    }),
  );

/** @param {string[]} expected As `POST /orders name=Ada`. */
export const theSiteReceived = (...expected) =>
  check(expected.length === 0 ? "the site was sent nothing" : `the site received exactly ${expected.join(", ")}`, ({ site }) => {
    assert.deepEqual(site.sent().map(({ method, path, body }) => `${method} ${path} ${body}`.trim()), expected);
  });

/** @param {number} times */
export const thePageWasPressed = (times) =>
  check(`the button of the page was pressed ${times} times`, async ({ tab }) => {
    const presses = () => tab.run(() => /** @type {any} */ (globalThis).presses.length);
    if (times > 0) await until("it was pressed", async () => (await presses()) >= times, { ms: 5_000 });
    assert.equal(await presses(), times);
  });

/**
 * The panel in this state is looked at: by whoever wants a picture of it, and by whoever checks that everybody can use
 * it (UI-042).
 *
 * @param {string} what
 */
export const seen = (what) =>
  step(`the panel is looked at (${what})`, async (story) => {
    const { shots, seen: look } = story.options;
    if (shots !== undefined || look !== undefined) await story.panel.settles();
    if (shots !== undefined) await story.panel.picture(join(shots, `${what}.png`));
    await look?.(story, what);
  });

export { worker, until, assert };

/**
 * @param {import("./world.mjs").LogEvent[]} events
 * @param {[kind: string, fields?: Record<string, unknown>][]} expected
 */
function inOrder(events, expected) {
  let at = 0;
  for (const [kind, fields] of expected) {
    const rest = events.slice(at);
    const found = rest.findIndex((event) => event.kind === kind && has(event.payload, fields ?? {}));
    if (found < 0) return false;
    at += found + 1;
  }
  return true;
}

/**
 * @param {any} value
 * @param {any} part
 * @returns {boolean}
 */
function has(value, part) {
  if (part instanceof RegExp) return typeof value === "string" && part.test(value);
  if (typeof part !== "object" || part === null) return Object.is(value, part);
  return Object.entries(part).every(([name, one]) => has(value?.[name], one));
}
