/** What a person decides in the window, and finds again at a terminal: rules for a site, permissions, where runs may go. */

import assert from "node:assert/strict";
import { until } from "../wait.mjs";
import { flat } from "./flats.mjs";

const SITE = "https://online.lakecity.bank";
const SHOP = "https://shop.example";

/** @type {import("./tell.mjs").Journey} */
export const rules = {
  name: "rules",
  title: "Rules, permissions and settings are made and taken back in the window, and a terminal says the same",
  pages: (path) => flat(path),
  async go(story) {
    const { window } = story;
    const sites = () => story.laika("policy", "sites").sites;
    const setting = (/** @type {string} */ key) => story.laika("config", "show").settings.find((/** @type {any} */ one) => one.key === key).value;

    story.at("says of a shop that it is sensitive, and reads only there");
    await window.goTo("Policies");
    await window.says("No site has a rule of its own");
    await window.fill("Website", SHOP);
    await window.choose("Kind of site", "Sensitive");
    await window.choose("Mode there", "Read-only");
    await window.press("Save", { within: ".inline-form" });
    await window.says("set by you");
    assert.deepEqual(sites().map((/** @type {any} */ one) => [one.origin, one.class, one.mode]), [[SHOP, "sensitive", "observe"]]);
    await story.seen("site-rule");

    story.at("lets less care be taken on a bank, which is theirs to say, and takes it back");
    await window.fill("Website", SITE);
    await window.choose("Kind of site", "Ordinary");
    await window.press("Save", { within: ".inline-form" });
    await until("it is kept", () => sites().length === 2);
    await window.press("Take back", { within: ".rows li" });
    await until("it is taken back", () => sites().length === 1);

    story.at("blocks a website");
    await window.fill("Never these", SHOP);
    await window.press("Save", { within: "main" });
    await until("it is in the settings", () => JSON.stringify(setting("blocked_origins")) === JSON.stringify([SHOP]));

    story.at("makes a permission, which is shown whole first, and takes it back");
    await window.press("New permission");
    await window.fill("What it is for", "Look at the lamp");
    await window.fill("Websites", SHOP, { within: ".grant-form" });
    await window.fill("Clicks", "2", { within: ".grant-form" });
    await window.fill("Buttons that may be pressed", "Show more");
    await window.press("Review");
    await window.says("click=2");
    await story.seen("grant-review");
    await window.press("Allow this");
    await window.says("Look at the lamp");
    const grants = () => story.laika("grants", "list").grants;
    await until("it is there", () => grants().length === 1 && grants()[0].holds === true);
    await story.seen("grants");
    await window.press("Revoke", { within: ".rows li" });
    await until("it is taken back", () => grants()[0].holds === false);
  },
};
