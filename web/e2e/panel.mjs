/** The side panel, as a person uses it: real clicks and real keys on what is really drawn. */

import { Page } from "./browser.mjs";
import { until } from "./wait.mjs";

/** As wide as the pictures in the guide, and as high as a side panel on a small screen. */
export const SIZE = { width: 380, height: 720 };

/** What can be pressed, by the words on it. */
const PRESSABLE = "button, summary, a, [role=button]";
/** More than there are places in any panel. */
const MOST_TABS = 80;

export class Panel extends Page {
  /** @param {Page} page */
  static async of(page) {
    const panel = new Panel(page.browser, page.targetId, page.sessionId);
    await panel.send("Emulation.setDeviceMetricsOverride", { ...SIZE, deviceScaleFactor: 1, mobile: false });
    await panel.send("Emulation.setFocusEmulationEnabled", { enabled: true });
    await panel.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-reduced-motion", value: "reduce" }] });
    return panel;
  }

  /**
   * Waits until the panel says these words.
   *
   * @param {string | RegExp} words
   * @param {number} [ms]
   */
  async says(words, ms) {
    const has = (/** @type {string} */ text) => (typeof words === "string" ? text.includes(words) : words.test(text));
    await until(`the panel says ${words}`, async () => has(await this.text()), {
      last: () => this.text(),
      ...(ms === undefined ? {} : { ms }),
    });
  }

  /** @param {string | RegExp} words */
  async saysNot(words) {
    const text = await this.text();
    const has = typeof words === "string" ? text.includes(words) : words.test(text);
    if (has) throw new Error(`the panel says ${words}:\n${text}`);
  }

  /**
   * What can be pressed now.
   *
   * @returns {Promise<string[]>}
   */
  async buttons() {
    return this.run((of) => {
      const all = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll(of)]);
      return all.filter((one) => one.disabled !== true).map((one) => (one.innerText || one.ariaLabel || "").trim());
    }, PRESSABLE);
  }

  /**
   * The middle of what has these words on it, scrolled into sight.
   *
   * @param {string} words
   * @param {{ evenDisabled?: boolean }} [options]
   */
  async at(words, { evenDisabled = false } = {}) {
    return this.run(
      (of, said, disabledToo) => {
        const all = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll(of)]);
        const named = all.filter((one) => (one.innerText || one.ariaLabel || "").trim().startsWith(said));
        const one = named.find((found) => disabledToo || found.disabled !== true);
        if (one === undefined) return null;
        one.scrollIntoView({ block: "center", behavior: "instant" });
        const box = one.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      },
      PRESSABLE,
      words,
      evenDisabled,
    );
  }

  /**
   * Clicks what has these words on it, as soon as it can be pressed.
   *
   * @param {string} words
   */
  async press(words) {
    const place = await until(`“${words}” can be pressed`, () => this.at(words), { last: () => this.text() });
    await this.clickAt(/** @type {number} */ (place[0]), /** @type {number} */ (place[1]));
  }

  /**
   * Writes into the field for a person's own words, and sends it.
   *
   * @param {string} words
   */
  async ask(words) {
    await until("there is a field to ask in", () => this.run(() => document.querySelector("textarea") !== null), {
      last: () => this.text(),
    });
    await this.click("textarea");
    await this.type(words);
    await this.key("Enter");
  }

  /** Waits until nothing is about to change by itself, with the pointer out of the way. */
  async settles() {
    await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", x: 1, y: 1 });
    await until("every answer counts", () => this.run(() => document.querySelector(".arming") === null));
  }

  /**
   * Goes on by Tab until what has these words is in focus.
   *
   * @param {string} words
   */
  async tabTo(words) {
    await until(`“${words}” can be pressed`, () => this.at(words), { last: () => this.text() });
    await this.#tabUntil(`“${words}”`, (said) => {
      const one = /** @type {HTMLElement | null} */ (document.activeElement);
      return one !== document.body && (one?.innerText || one?.ariaLabel || "").trim().startsWith(said);
    }, words);
  }

  /** Goes on by Tab until the field for a person's own words is in focus. */
  async tabToField() {
    await this.#tabUntil("the field", () => document.activeElement?.tagName === "TEXTAREA");
  }

  /**
   * @template {unknown[]} A
   * @param {string} what
   * @param {(...args: A) => boolean} isThere
   * @param {A} args
   */
  async #tabUntil(what, isThere, ...args) {
    for (let keys = 0; keys < MOST_TABS; keys++) {
      if (await this.run(isThere, ...args)) return;
      await this.key("Tab");
    }
    throw new Error(`${what} cannot be reached by Tab`);
  }
}
