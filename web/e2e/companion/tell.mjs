/** Tells one journey of the companion window, in a world of its own, and says at which step it failed. */

import { join } from "node:path";
import { World } from "../world.mjs";
import { until } from "../wait.mjs";
import { Places } from "./places.mjs";
import { Window } from "./window.mjs";

/** @typedef {{ name: string, title: string, pages: import("./places.mjs").Pages, hosts?: number, locale?: string, window?: boolean, go: (story: Story) => Promise<void> }} Journey */
/** @typedef {{ name: string, title: string, passed: boolean, seconds: number, step?: string, problem?: string }} Result */

export class Story {
  step = "";
  /** @type {Window | undefined} */
  opened;

  /**
   * @param {World} world
   * @param {Places} places
   * @param {string} name
   * @param {string | undefined} shots
   */
  constructor(world, places, name, shots) {
    this.world = world;
    this.places = places;
    this.name = name;
    this.shots = shots;
  }

  get window() {
    if (this.opened === undefined) throw new Error("no window is open");
    return this.opened;
  }

  /** What comes now. @param {string} says */
  at(says) {
    this.step = says;
  }

  /** What the program says of it at a terminal. @param {string[]} args @returns {any} */
  laika(...args) {
    const { status, stdout, stderr } = this.world.laika(...args, "--json", "--home", this.world.home);
    if (status !== 0) throw new Error(`laika ${args.join(" ")}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** @param {string} what */
  async seen(what) {
    if (this.shots !== undefined) await this.window.picture(join(this.shots, `${this.name}-${what}.png`));
  }

  /** Makes a collection by its form. @param {string} title */
  async collection(title) {
    await this.window.goTo("Collections");
    await this.window.fill("New collection", title);
    await this.window.press("Create");
    await this.window.says("No sources yet");
  }

  /** Adds what a page links to. @param {string} url @param {{ top?: number }} [which] */
  async fromPage(url, { top } = {}) {
    const { window } = this;
    await window.press("From a page", { of: "label" });
    await window.fill("Page with links", url);
    await window.choose("Which links", top === undefined ? "All links of its main part" : "The first ones, from different sites");
    if (top !== undefined) await window.fill("How many", String(top));
    await window.press("Add to the collection");
  }

  /** Adds addresses. @param {string[]} urls */
  async addresses(...urls) {
    await this.window.fill("Addresses", urls.join("\n"), { within: "main .labelled" });
    await this.window.press("Add to the collection");
  }

  /** Waits until so many sources are captured. @param {number} n @param {number} [ms] */
  async captured(n, ms = 60_000) {
    await until(`${n} sources are captured`, () => this.window.run((all) => document.querySelectorAll(".source.captured").length === all, n), { ms, last: () => this.window.text() });
  }

  /** @param {string} question */
  async ask(question) {
    await this.window.press("Ask", { within: ".tabs" });
    await this.window.fill("Your question to these sources", question);
    await this.window.press("Ask", { within: ".ask-form" });
    await this.window.says("used", 30_000);
  }
}

/**
 * @param {Journey} journey
 * @param {import("../world.mjs").Programs} programs
 * @param {{ shots?: string | undefined }} options
 * @returns {Promise<Result>}
 */
export async function tell({ name, title, pages, hosts, locale, window, go }, programs, { shots }) {
  const started = Date.now();
  const took = () => (Date.now() - started) / 1000;
  const places = await Places.open(pages, hosts);
  const world = new World(programs, /** @type {any} */ (places));
  const story = new Story(world, places, name, shots);
  try {
    story.at("Laika serves and its window opens");
    await world.serve();
    if (window !== false) story.opened = await Window.open(world, locale === undefined ? {} : { locale });
    await go(story);
    return { name, title, passed: true, seconds: took() };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    if (story.opened !== undefined) await story.seen("failed").catch(() => undefined);
    return { name, title, passed: false, seconds: took(), step: story.step, problem };
  } finally {
    await story.opened?.end();
    await world.end();
  }
}
