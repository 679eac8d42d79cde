/** What pages, notes and files say is text, wherever it is shown, and whatever it looks like. */

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../wait.mjs";

/** Where LAIKA_DATA names a folder with more of them, some of those are tried as well. */
function payloads() {
  const ours = [
    `<script>laikaCanary()</script>`,
    `<img src=x onerror=laikaCanary()>`,
    `<svg onload=laikaCanary()>`,
    `"><img src=x onerror=laikaCanary()>`,
    `'><svg/onload=laikaCanary()>`,
    `</title><script>laikaCanary()</script>`,
    `</textarea><script>laikaCanary()</script>`,
    `<iframe srcdoc="<script>parent.laikaCanary()</script>"></iframe>`,
    `<a href="javascript:laikaCanary()">press</a>`,
    `[press](javascript:laikaCanary())`,
    `![x](CANARY/markdown.png)`,
    `<img src="CANARY/image.png">`,
    `<link rel=stylesheet href="CANARY/style.css">`,
    `<math><mtext></table><mglyph><style><img src=x onerror=laikaCanary()>`,
    `<details open ontoggle=laikaCanary()>x</details>`,
    `<input autofocus onfocus=laikaCanary()>`,
    `<form action="CANARY/form"><button>Allow once</button></form>`,
    `<base href="CANARY/">`,
    `<style>@import "CANARY/import.css";</style>`,
    `{{constructor.constructor('laikaCanary()')()}}`,
    "${laikaCanary()}",
    `<template><script>laikaCanary()</script></template>`,
    `=HYPERLINK("CANARY/cell","press")`,
    `+cmd|' /C calc'!A0`,
    `@SUM(1+1)*cmd|' /C calc'!A0`,
    `-2+3+cmd|' /C calc'!A0`,
  ];
  const more = join(process.env["LAIKA_DATA"] ?? "", "xss/payloads.json");
  if (process.env["LAIKA_DATA"] === undefined || !existsSync(more)) return ours;
  const found = /** @type {string[]} */ (JSON.parse(readFileSync(more, "utf8")));
  return [...ours, ...found.filter((one) => one.length < 200 && /alert|prompt|confirm/.test(one)).slice(0, 30).map((one) => one.replaceAll(/alert|prompt|confirm/g, "laikaCanary"))];
}

const escaped = (/** @type {string} */ text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const VIEWS = ["New run", "Runs", "Approvals", "Collections", "Policies", "Privacy", "Models", "Tools"];
const FORMULA = /(^|,)("?)[=+\-@\t\r]/m;

/** @type {import("./tell.mjs").Journey} */
export const hostile = {
  name: "hostile",
  title: "Payloads in titles, links, notes, file names, quotes and cells stay text in every view and file",
  hosts: 2,
  pages(path, _, { port }) {
    const all = payloads().map((one) => one.replaceAll("CANARY", `http://127.0.0.2:${port}`));
    const one = escaped(all[Number(/^\/flat-(\d+)/.exec(path)?.[1])] ?? "");
    if (path.startsWith("/flat-")) {
      return `<title>${one}</title><article><h1>${one}</h1><h2>${one} again</h2><p>Rent: ${one} euros a month.</p><p>Size: ${one}.</p>
        <p>Pets are allowed here, says ${one}.</p><table><tr><th>${one}</th><th>Price</th></tr><tr><td>${one}</td><td>${one}</td></tr></table></article>`;
    }
    const links = all.slice(0, 12).map((words, at) => `<li><a href="/flat-${at}">${escaped(words)} flat ${at}</a></li>`);
    return path === "/thread" ? `<title>${escaped(String(all[0]))}</title><main><h1>${escaped(String(all[1]))}</h1><ul>${links.join("")}</ul></main>` : undefined;
  },
  async go(story) {
    const { window, places, world } = story;
    const all = payloads().map((one) => one.replaceAll("CANARY", places.origin(2)));
    await window.call("Page.addScriptToEvaluateOnNewDocument", {
      source: `globalThis.canary = []; globalThis.laikaCanary = (...said) => canary.push(said.join(" ") || "called");
        for (const name of ["alert", "confirm", "prompt"]) globalThis[name] = (said) => canary.push(name + said);`,
    });
    await window.call("Page.reload", {});
    await window.says("Connected");
    const sound = async (/** @type {string} */ where) => {
      const found = await window.run(() => ({
        canary: /** @type {any} */ (globalThis).canary,
        // What our views are not made of; and nothing anywhere has a handler or an address out of a payload.
        made: [...document.querySelectorAll("body img:not([src^='data:']):not([src^='blob:']), script:not([src='companion.js']), iframe, object, embed, base, math, style, body link, form[action], template, [href^='javascript' i]")].map((one) => one.outerHTML.slice(0, 120)),
        handlers: [...document.querySelectorAll("*")].flatMap((one) => [...one.attributes].filter(({ name }) => name.startsWith("on")).map(({ name }) => `${one.tagName} ${name}`)),
      }));
      assert.deepEqual(found, { canary: [], made: [], handlers: [] }, where);
      const asked = places.received.filter(({ host }) => host === "127.0.0.2");
      assert.deepEqual(asked, [], `${where}: something was asked for`);
    };

    story.at("what is planted on purpose is found");
    await window.run(() => {
      // Words cannot become elements here at all: the browser refuses it (Trusted Types).
      const planted = document.createElement("img");
      planted.id = "planted";
      planted.src = "x";
      document.querySelector("main")?.append(planted);
    });
    await assert.rejects(sound("planted"));
    await assert.rejects(window.run(() => void (document.body.innerHTML = "<p>x</p>")), /TrustedHTML/);
    await window.run(() => document.getElementById("planted")?.remove());
    await window.run(() => /** @type {any} */ (globalThis).laikaCanary());
    await assert.rejects(sound("called"));
    await window.run(() => void (/** @type {any} */ (globalThis).canary = []));
    await sound("nothing");

    story.at("makes a collection with such a title and such tags");
    const title = String(all[1]);
    await window.goTo("Collections");
    await window.fill("New collection", title);
    await window.fill("Tags", `"><svg/onload=laikaCanary()>`);
    await window.press("Create");
    await window.says("No sources yet");
    await sound("an empty collection");
    story.at("adds pages, notes and files");
    await story.fromPage(`${places.origin()}/thread`);
    await story.captured(12, 120_000);
    await story.addresses(...all.slice(12).map((_, at) => `${places.origin()}/flat-${at + 12}`)).catch(async () => {
      await window.press("Addresses", { of: "label" });
      await story.addresses(...all.slice(12).map((_, at) => `${places.origin()}/flat-${at + 12}`));
    });
    await story.captured(all.length, 240_000);
    await window.press("Note", { of: "label" });
    await window.fill("Your note", all.join("\n"));
    await window.press("Add to the collection");
    await window.says("yours");
    const folder = world.owned("files");
    const names = [`<img src=x onerror=laikaCanary()>.txt`, `=HYPERLINK(1).txt`, `"onmouseover="laikaCanary().md`];
    for (const name of names) writeFileSync(join(folder, name), `Rent: ${all[1]} euros.\nPets are allowed.\n`);
    world.own(folder);
    await window.press("File", { of: "label" });
    const { root } = await window.call("DOM.getDocument", {});
    const { nodeId } = await window.call("DOM.querySelector", { nodeId: root.nodeId, selector: "input[type=file]" });
    await window.call("DOM.setFileInputFiles", { nodeId, files: names.map((name) => join(folder, name)) });
    await window.press("Add to the collection");
    await story.captured(all.length + 1 + names.length, 60_000);
    await sound("the sources");
    await story.seen("sources");
    await window.press("Show the text");
    await until("the text is there", () => window.run(() => document.querySelector("dialog .captured") !== null));
    await sound("a captured text");
    await window.key("Escape");
    await window.fill("Search this collection", "allowed");
    await window.press("Search", { within: ".search" });
    await window.says(/place(s)? found/);
    await sound("what was found");

    story.at("asks and makes");
    await story.ask("Are pets allowed?");
    await sound("the answer");
    await story.seen("answer");
    await window.press("Source", { within: ".turn", of: ".cite" });
    await until("the quote is marked", () => window.run(() => document.querySelector("dialog mark") !== null));
    await sound("a quote");
    await window.key("Escape");
    const saved = world.owned("saved");
    for (const type of ["Comparison", "Outline", "Flashcards", "Quiz"]) {
      await window.press("Make", { within: ".tabs" });
      await window.press(type, { of: ".option" });
      if (type === "Comparison") await window.fill("What to compare", "rent\nsize\nprice");
      await window.press("Make it from");
      await until(`the ${type} is there`, () => window.run(() => document.querySelector(".artifact .document") !== null), { ms: 60_000, last: () => window.text() });
      await sound(type);
      await story.seen(type.toLowerCase());
      if (type !== "Comparison") continue;
      await window.choose("Save as", "CSV table");
      await window.press("Save file");
      const name = await until("the file is saved", () => readdirSync(saved).find((one) => one.endsWith(".csv")));
      const csv = readFileSync(join(saved, name), "utf8");
      assert.match(csv, /HYPERLINK/, "the payloads are in the file");
      assert.doesNotMatch(csv, FORMULA, "a cell that a spreadsheet computes");
    }
    story.at("walks through all views");
    for (const view of VIEWS) {
      await window.goTo(view);
      await until("the view is there", () => window.run(() => document.querySelector(".page h1") !== null && document.querySelector(".loading") === null));
      await sound(view);
    }
    await window.goTo("Runs");
    await window.press("", { within: ".run-list", of: "a" });
    await window.says("Timeline");
    await sound("a run");
    await story.seen("run");
  },
};
