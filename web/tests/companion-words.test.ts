/** What the window says, in both of its languages. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { german } from "../companion/src/words/de.js";
import { english } from "../companion/src/words/en.js";
import {
  bytes,
  chooseLocale,
  duration,
  localeOf,
  named,
  said,
  sentenceOf,
  w,
  whySaid,
} from "../companion/src/words/index.js";
import { wendungen } from "../companion/src/words/phrases.de.js";
import { gruende } from "../companion/src/words/reasons.de.js";
import { reasons } from "../companion/src/words/reasons.en.js";
import { english as both } from "../shared/words/english.js";
import { german as bothGerman } from "../shared/words/german.js";
import { reason, source, statuses, words } from "../shared/words/index.js";

/** Every key with its path, and every text; a function counts with what it says about 2 and about 1. */
function flat(value: unknown, path = ""): Map<string, string[]> {
  const all = new Map<string, string[]>();
  if (typeof value === "string") all.set(path, [value]);
  else if (typeof value === "function") {
    const say = value as (...args: unknown[]) => string;
    all.set(path, [say(2, 2, 2, 2), say(1, 1, 1, 1)]);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value))
      for (const [at, texts] of flat(inner, `${path}.${key}`)) all.set(at, texts);
  }
  return all;
}

test("both languages say everything, and nothing is left empty", () => {
  for (const [one, other, least] of [
    [english, german, 380],
    [both, bothGerman, 150],
    [reasons, gruende, 100],
  ] as const) {
    const [here, there] = [flat(one), flat(other)];
    assert.deepEqual([...there.keys()].sort(), [...here.keys()].sort());
    assert.ok(here.size > least, String(here.size));
    for (const [path, texts] of [...here, ...there])
      for (const text of texts)
        assert.ok(text.trim() !== "" && !/undefined|NaN|\[object/.test(text), `${path}: ${text}`);
  }
});

test("German is German", () => {
  const [here, there] = [flat(english), flat(german)];
  const same = [...here]
    .filter(([path, texts]) => texts[0]?.includes(" ") && there.get(path)?.[0] === texts[0])
    .map(([path]) => path);
  assert.deepEqual(same, [".shell.version", ".policy.verbTimes"]);
});

test("internal terms are in no copy (UI-048), and the modes are called by their names (UI-034)", () => {
  for (const table of [english, german, reasons, gruende, bothGerman]) {
    for (const [path, texts] of flat(table)) {
      for (const text of texts)
        assert.doesNotMatch(text, /\b(surface|tokens?|agentflow|isolated|observe|assist|autopilot|connector)\b/i, path);
    }
  }
  assert.equal(both.modes.observe.name, "Read-only");
  assert.equal(english.fresh.workspace, "Workspace");
  assert.equal(english.fresh.privateText, "No logs, no saved artifacts, no cloud calls unless opted in for Private.");
});

test("reasons are those of the gate, with the modes as this window calls them (UI-044)", () => {
  const rust = readFileSync("../core/policy/src/reason.rs", "utf8");
  const said = [...rust.matchAll(/^ {4}\w+ = "([A-Z_]+)", \w+, "((?:[^"\\]|\\.)*)"/gm)].map((one): [string, string] => {
    const sentence = (one[2] ?? "").replace("In Observe", "In Read-only").replace(/([Ii])n Autopilot/, "$1n Auto");
    return [one[1] ?? "", sentence];
  });
  assert.ok(said.length > 90);
  assert.deepEqual(reasons, Object.fromEntries(said));
});

/** The places in a phrase where something else comes in. */
const places = (phrase: string): string[] => [...new Set(phrase.match(/\{\d\}/g))].sort();

test("what is made says its own words in the language of the window, and a source's as they are", () => {
  const rust = readFileSync("../core/protocol/src/collection/phrase.rs", "utf8");
  const table = [...rust.matchAll(/^ {4}\w+ = "([a-z_]+)", "(.+)";$/gm)].map(([, code = "", english = ""]) => ({
    code,
    english,
  }));
  assert.ok(table.length > 50);
  assert.deepEqual(
    Object.keys(wendungen),
    table.map((one) => one.code),
  );
  for (const { code, english } of table) assert.deepEqual(places(wendungen[code] ?? ""), places(english), code);
  const made = { text: "Quay {0} has no headings.", citations: [], ours: { code: "no_headings", args: ["Quay {0}"] } };
  chooseLocale("de");
  assert.equal(said(made), "Quay {0} hat keine Überschriften.");
  for (const ours of [null, { code: "of_a_newer_program", args: [] }]) assert.equal(said({ ...made, ours }), made.text);
  chooseLocale("en");
  assert.equal(said(made), made.text);
});

test("the columns that are ours have a name in both languages", () => {
  const folder = "../core/collect/src/transform";
  const found = ["comparison/mod", "evidence", "glossary", "spending/mod", "timeline"].map((file) => {
    const rust = readFileSync(`${folder}/${file}.rs`, "utf8");
    const lists = [...rust.matchAll(/columns = \[([^\]]*)\]|once\(([^)]*)\.to_string|table\(draft, &\[([^\]]*)\]/g)];
    const names = lists.flatMap((list) =>
      [
        ...list
          .slice(1)
          .join("")
          .matchAll(/"([^"]*)"/g),
      ].map((name) => name[1]),
    );
    return [file.replace("/mod", ""), [...new Set(names)]];
  });
  for (const table of [english, german])
    assert.deepEqual(
      Object.entries(table.made.columns)
        .map(([transform, names]) => [transform, Object.keys(names)])
        .sort(),
      found,
    );
});

test("a language is chosen, and everything speaks it", () => {
  assert.deepEqual(["de", "de-AT", "DE", "en-GB", "fr", "den"].map(localeOf), ["de", "de", "de", "en", "en", "en"]);
  chooseLocale("de");
  assert.deepEqual([w.nav.runs, words.deny, statuses.completed.name], ["Läufe", "Ablehnen", "Fertig"]);
  assert.match(reason("P_ASK_CLICK", "Laika asks before it clicks."), /klickt/);
  assert.equal(sentenceOf("P_ASK_CLICK"), gruende["P_ASK_CLICK"]);
  assert.equal(bytes(1_830_000_000), "1,8 GB");
  chooseLocale("en");
  assert.deepEqual([w.nav.runs, words.deny, duration(61_000)], ["Runs", "Deny", "1 min 1 s"]);
  assert.deepEqual([named({ a: "b" }, "a"), named({}, "c"), named({}, null)], ["b", "c", "unknown"]);
  assert.equal(source("carried:https://mail.example"), "https://mail.example");
});

test("why a step is done is said in the language of the window; the words of a person in it stay theirs", () => {
  chooseLocale("de");
  assert.equal(whySaid("you said: press “Send”"), "du hast gesagt: press “Send”");
  assert.equal(whySaid("a reason of a model"), "a reason of a model");
  chooseLocale("en");
  for (const why of Object.keys(english.whys)) assert.equal(whySaid(why), why);
});

test("the window holds no inline code, no cookie, and keeps nothing but its look and language", () => {
  const page = readFileSync("companion/static/index.html", "utf8");
  assert.doesNotMatch(page, /<script(?![^>]*\bsrc=)|<style| style=| on\w+=/i);
  const files = readdirSync("companion/src", { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  assert.ok(files.length > 30);
  for (const name of files) {
    const text = readFileSync(`companion/src/${name}`, "utf8");
    assert.doesNotMatch(
      text,
      /document\.cookie|sessionStorage|indexedDB|XMLHttpRequest|dangerouslySet|\bstyle=|setAttribute\("style/,
      name,
    );
    if (name !== "choices.ts") assert.doesNotMatch(text, /localStorage/, name);
    if (name !== "api.ts") assert.doesNotMatch(text, /\bfetch\(/, name);
  }
});
