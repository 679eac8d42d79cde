/** The window in German: no English word of ours is left in what can be read or pressed, and reasons are German too. */

import assert from "node:assert/strict";
import { until } from "../wait.mjs";
import { pages } from "./flats.mjs";

const VIEWS = ["Neuer Lauf", "Läufe", "Freigaben", "Sammlungen", "Regeln", "Privatsphäre", "Modelle", "Werkzeuge", "Diagnose"];
/** Words that stand in English sentences of ours, and in no German ones. */
const ENGLISH = /\b(the|and|with|what|which|your|this|from|are|is|run|runs|save|make|made|ask|asks|add|search|remove|source|sources|unknown|captured|allow|allowed|deny|denied|settings|website|language|new|source|reading|page)\b/i;

/** @type {import("./tell.mjs").Journey} */
export const german = {
  name: "german",
  title: "In German no heading, button or reason is left in English",
  pages: (path) => (path === "/login" ? `<title>Anmelden</title><h1>Log in</h1><form><input type=password name=p></form>` : pages(path)),
  async go(story) {
    const { window, places } = story;
    story.at("switches to German");
    await window.choose("Language", "Deutsch");
    await window.says("Verbunden");
    const names = await window.run(() => [...document.querySelectorAll("#places a span:first-of-type")].map((one) => /** @type {HTMLElement} */ (one).innerText));
    assert.equal(await window.run(() => document.documentElement.lang), "de");
    /** @type {string[]} */
    const left = [];
    const look = async (/** @type {string} */ where) => {
      await until("the view is there", () => window.run(() => document.querySelector(".page h1") !== null && document.querySelector(".loading") === null), { ms: 60_000 });
      const words = await window.run(() =>
        [...document.querySelectorAll("h1, h2, h3, button, label, legend, summary, th, dt, .tabs a, .lead, .note, .blank, .option small, .hint, .tag, .switch small")]
          .filter((one) => one.checkVisibility() && one.closest("[lang]") === document.documentElement && one.closest(".document, .source-title, .locale, .origin, code, .own-words") === null)
          .map((one) => `${/** @type {HTMLElement} */ (one).innerText} ${one.ariaLabel ?? ""}`.trim()),
      );
      left.push(...words.filter((one) => ENGLISH.test(one)).map((one) => `${where}: ${one.replaceAll("\n", " / ")}`));
      await story.seen(where.replaceAll(/\W/g, "-"));
    };
    story.at("walks through all views");
    for (const name of names) {
      await window.goTo(name);
      await look(name);
    }
    story.at("makes a collection");
    const collections = String(names[3]);
    await window.goTo(collections);
    await window.fill("Neue Sammlung", "Wohnungen");
    await window.press("Anlegen");
    await look("leere Sammlung");
    await window.fill("Adressen", Object.keys((await import("./flats.mjs")).FLATS).map((path) => `${places.origin()}${path}`).join("\n"), { within: "main .labelled" });
    await window.press("Hinzufügen", { within: "main form" }).catch(() => window.press("Zur Sammlung hinzufügen"));
    await story.captured(3);
    await look("Quellen");
    for (const tab of await window.run(() => [...document.querySelectorAll(".tabs a")].slice(1).map((one) => String(one.textContent)))) {
      await window.press(tab, { within: ".tabs" });
      await look(tab);
    }
    assert.deepEqual(left, []);
    assert.deepEqual(names.length, VIEWS.length);
  },
};
