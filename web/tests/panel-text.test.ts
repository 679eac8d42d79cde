/** Texts of others are shown as what they are. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { atQuote, exactText, exactly, manyLines, oneLine } from "../shared/text.js";
import * as copy from "../extension/src/panel/words.js";

const at = (code: number): string => String.fromCodePoint(code);

test("S18: what cannot be seen in a bound value is named, and nothing is left out", () => {
  const cases: [string, string][] = [
    ["plain", "plain"],
    [`a${at(0x202e)}gnp.exe`, "a⟨U+202E⟩gnp.exe"],
    [`4${at(0x200b)}2`, "4⟨U+200B⟩2"],
    [`${at(0x1b)}[31m`, "⟨U+001B⟩[31m"],
    [`tag${at(0xe0041)}`, "tag⟨U+E0041⟩"],
    [`soft${at(0xad)}hyphen`, "soft⟨U+00AD⟩hyphen"],
    ["a\tb\r\nc", "a⟨U+0009⟩b⟨U+000D⟩⏎\nc"],
    [`exam${at(0x200c)}ple.com`, "exam⟨U+200C⟩ple.com"],
    [`a${at(0xfe0f)}b`, "a⟨U+FE0F⟩b"],
    [`${at(0xd800)}x`, "⟨U+D800⟩x"],
  ];
  for (const [value, shown] of cases) assert.equal(exactText(value), shown);
});

test("scripts and emoji that need joiners stay whole", () => {
  for (const text of [
    `می${at(0x200c)}خواهم`,
    `👩${at(0x200d)}🚀`,
    `1${at(0xfe0f)}${at(0x20e3)}`,
    "العربية",
    "Größe, naïve, 東京",
  ]) {
    assert.equal(exactText(text), text);
  }
});

test("a value cannot pretend to hold a named character", () => {
  assert.notEqual(exactText("⟨U+202E⟩"), exactText(at(0x202e)));
  assert.notEqual(exactText("⏎"), exactText("\n"));
  const seen = new Set(["\n", "⏎", "⟨U+000A⟩", at(0x202e), "⟨U+202E⟩", "", " "].map(exactText));
  assert.equal(seen.size, 7);
});

test("a long value is whole", () => {
  const value = "x".repeat(100_000);
  assert.equal(
    exactly(value)
      .map((piece) => piece.text)
      .join("").length,
    100_000,
  );
});

test("prose is shown as the other printers show it", () => {
  assert.equal(oneLine(`a${at(0x202e)}b\nc`), "a\u{fffd}b c");
  assert.equal(manyLines("a\r\nb\u{0}"), "a\n\nb\u{fffd}");
});

test("the characters that deceive are those of the protocol", () => {
  const rust = readFileSync("../core/protocol/src/text.rs", "utf8");
  const body = /is_deceptive[\s\S]*?matches!\(c,([\s\S]*?)\)\n/.exec(rust)?.[1] ?? "";
  const ranges = [...body.matchAll(/'\\u\{([0-9a-f]+)\}'(?:\.\.='\\u\{([0-9a-f]+)\}')?/g)];
  assert.ok(ranges.length > 15);
  for (const [, from, to] of ranges) {
    const first = Number.parseInt(from ?? "", 16);
    const last = to === undefined ? first : Number.parseInt(to, 16);
    for (const code of [first, last]) assert.match(exactText(at(code)), /^⟨U\+/, code.toString(16));
  }
});

test("why a run waits is said in the words of the log", () => {
  const rust = readFileSync("../core/protocol/src/run/control.rs", "utf8");
  const said = Object.fromEntries([...rust.matchAll(/^ {4}\w+ = "(\w+)", "(.+)";$/gm)].map((one) => [one[1], one[2]]));
  assert.deepEqual(copy.pauses, said);
});

test("internal terms are in no copy (UI-048)", () => {
  const all: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === "string") all.push(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  Object.values(copy).forEach(collect);
  assert.ok(all.length > 150);
  for (const text of all)
    assert.doesNotMatch(text, /\b(surface|tokens?|agentflow|isolated|observe|assist|autopilot|connector)\b/i);
});

test("nothing is put on the screen as markup", () => {
  const folders = ["extension/src/panel", "shared", "companion/src"];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  assert.ok(files.length > 30);
  for (const name of files) {
    const source = readFileSync(name, "utf8");
    assert.doesNotMatch(
      source,
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc/i,
      name,
    );
    if (!name.endsWith("/port.ts"))
      assert.doesNotMatch(source, /\bchrome\.(?!runtime\.Port)|\bbrowser\.(?:runtime|tabs)/, name);
  }
});

test("a source is opened where its words stand", () => {
  assert.equal(atQuote("https://a.example/x#y", "Price is 42"), "https://a.example/x#:~:text=Price%20is%2042");
  assert.equal(atQuote("https://a.example/", "well-known, safe"), "https://a.example/#:~:text=well%2Dknown%2C%20safe");
  const long = "one two three four five six seven eight nine ten eleven twelve";
  assert.equal(atQuote("https://a.example/", long), "https://a.example/#:~:text=one%20two%20three%20four%20five,eight%20nine%20ten%20eleven%20twelve");
  assert.equal(atQuote("https://a.example/#top", "  "), "https://a.example/#top");
});
