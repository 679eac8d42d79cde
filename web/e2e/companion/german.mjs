/** The window in German: no English word of ours is left in what can be read or pressed, and reasons are German too. */

import assert from "node:assert/strict";
import { until } from "../wait.mjs";
import { FLATS, pages } from "./flats.mjs";

const VIEWS = ["Neuer Lauf", "Läufe", "Anfragen", "Sammlungen", "Richtlinien", "Privatsphäre", "Modelle", "Werkzeuge", "Diagnose"];
/** Words that stand in English sentences of ours, and in no German ones. */
const ENGLISH = /\b(the|and|with|what|which|your|this|from|are|is|run|runs|save|make|made|ask|asks|add|search|remove|source|sources|unknown|captured|allow|allowed|deny|denied|settings|language|new|reading|page)\b/i;

const GOAL = 'Fill in the form with Frage: "Ist das Glas neu". Then press "Senden".';

/** @type {import("./tell.mjs").Journey} */
export const german = {
  name: "german",
  title: "In German no heading, button or reason is left in English",
  pages: (path) => (path === "/ask" ? `<title>Frage</title><h1>Frage</h1><form method="post"><label>Frage <input name="q"></label><button>Senden</button></form>` : pages(path)),
  async go(story) {
    const { window, places } = story;
    story.at("switches to German");
    await window.key("k", { ctrl: true });
    await until("the palette is open", async () => (await window.focused()).kind === "input");
    await window.type("Deutsch");
    await window.key("Enter");
    await window.says("Verbunden");
    const names = await window.run(() => [...document.querySelectorAll("#places a span:first-of-type")].map((one) => /** @type {HTMLElement} */ (one).innerText));
    assert.deepEqual(names, VIEWS);
    assert.equal(await window.run(() => document.documentElement.lang), "de");
    /** @type {string[]} */
    const left = [];
    const look = async (/** @type {string} */ where) => {
      await until("the view is there", () => window.run(() => document.querySelector(".page h1") !== null && document.querySelector(".loading") === null), { ms: 60_000 });
      const words = await window.run(() =>
        [...document.querySelectorAll("h1, h2, h3, .live-plan dd, button, label, legend, summary, th, dt, .tabs a, .lead, .note, .blank, .option small, .hint, .tag, .switch small")]
          .filter((one) => one.checkVisibility() && one.closest("[lang]") === document.documentElement && one.closest(".document, .source-title, .locale, .origin, code, .own-words") === null)
          .map((one) => `${/** @type {HTMLElement} */ (one).innerText} ${one.ariaLabel ?? ""}`.trim()),
      );
      // What the person said, and the names of runs, are nobody's to translate.
      left.push(...words.filter((one) => ENGLISH.test(one) && !one.includes(GOAL) && !/^run-\w+$/.test(one)).map((one) => `${where}: ${one.replaceAll("\n", " / ")}`));
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
    await window.fill("Adressen", Object.keys(FLATS).map((path) => `${places.origin()}${path}`).join("\n"), { within: "main .labelled" });
    await window.press("Zur Sammlung hinzufügen");
    await story.captured(3);
    await look("Quellen");
    for (const tab of await window.run(() => [...document.querySelectorAll(".tabs a")].slice(1).map((one) => String(one.textContent)))) {
      await window.press(tab, { within: ".tabs" });
      await look(tab);
    }
    story.at("makes a glossary of sources that explain nothing, and is told so in German");
    await window.press("Erstellen", { within: ".tabs" });
    await window.press("Glossar", { of: ".option" });
    await window.press("Aus 3 Quellen erstellen");
    await window.says("Keine Quelle sagt ausdrücklich, was etwas bedeutet.", 30_000);
    story.at("begins a run that asks, and reads why");
    await window.goTo("Neuer Lauf");
    await window.press("Vor dem Handeln fragen", { of: "label" });
    await window.fill("Was soll Laika tun?", GOAL);
    await window.fill("Wo anfangen", `${places.origin()}/ask`);
    await window.press("Los");
    await window.goTo("Anfragen");
    await window.says("P_ASK_TYPE");
    await look("Karte");
    const why = await window.run(() => [...document.querySelectorAll(".asks dd")].map((one) => /** @type {HTMLElement} */ (one).innerText).find((one) => one.includes("P_ASK_TYPE")) ?? "");
    assert.doesNotMatch(why.replace("P_ASK_TYPE", ""), ENGLISH);
    await window.press("Ablehnen");
    await window.goTo("Läufe");
    await window.press("", { within: ".run-list", of: "a" });
    await look("ein Lauf");
    assert.deepEqual(left, []);
  },
};
