/** Where the window is, with which word it came, and what its forms say. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { grantOf } from "../companion/src/grants.js";
import { addressesIn, orderOf } from "../companion/src/order.js";
import { VIEWS, hrefOf, parseRoute } from "../companion/src/route.js";
import { takeSecret } from "../companion/src/secret.js";
import { TRANSFORMS, USUAL, configOf, isFilled } from "../companion/src/settings.js";
import { keptAs, readMade, readTypes } from "../companion/src/types/collections.js";

test("every view has an address, and an address that is none leads home", () => {
  for (const view of VIEWS) assert.deepEqual(parseRoute(hrefOf(view)), { view, id: null, part: null, of: null });
  assert.deepEqual(parseRoute(hrefOf("collections", "a/b c", "kept", "ü")), {
    view: "collections",
    id: "a/b c",
    part: "kept",
    of: "ü",
  });
  for (const hash of ["", "#", "#/", "#/nowhere", "#main", "#/%E0%A4%A", "#view=x"])
    assert.equal(parseRoute(hash).view, "new", hash);
});

test("S2: the word is taken once, out of the window and out of its address", () => {
  const holder = (hash: string, laikaSecret?: unknown) => {
    const replaced: string[] = [];
    return {
      laikaSecret,
      location: { hash, pathname: "/" },
      history: { replaceState: (_: unknown, __: string, url: string) => void replaced.push(url) },
      replaced,
    };
  };
  const own = holder("#/runs", "abc");
  assert.deepEqual(takeSecret(own), { token: "abc", viewOnly: false });
  assert.ok(!("laikaSecret" in own));
  assert.equal(takeSecret(own), null);
  const other = holder("#view=tok-1_A");
  assert.deepEqual(takeSecret(other), { token: "tok-1_A", viewOnly: true });
  assert.deepEqual(other.replaced, ["/"]);
  for (const [hash, given] of [
    ["", undefined],
    ["", ""],
    ["", 7],
    ["#view=a b", undefined],
    ["#view=", undefined],
  ] as const) {
    assert.equal(takeSecret(holder(hash, given)), null, `${hash} ${given}`);
  }
});

test("an order begins where the person said, in the form or in their words", () => {
  const filled = {
    goal: " Compare https://a.example/x, and http://b.example. ",
    addresses: "https://c.example https://a.example/x",
    mode: "assist",
    place: "workspace",
    isPrivate: false,
  } as const;
  const { order, wrong } = orderOf(filled);
  assert.deepEqual(order.urls, ["https://c.example", "https://a.example/x", "http://b.example"]);
  assert.deepEqual(
    [order.goal.startsWith("Compare"), order.private, order.surface, wrong],
    [true, undefined, { kind: "workspace" }, []],
  );
  assert.equal(orderOf({ ...filled, isPrivate: true }).order.private, true);
  assert.deepEqual(orderOf({ ...filled, addresses: "javascript:alert(1) https://u:p@a.example" }).wrong, [
    "javascript:alert(1)",
    "https://u:p@a.example",
  ]);
  assert.deepEqual(addressesIn("https://a.example\nhttps://a.example  file:///etc/passwd"), {
    urls: ["https://a.example"],
    wrong: ["file:///etc/passwd"],
  });
});

test("a grant names everything or is none", () => {
  const form = {
    title: "Weekly order",
    origins: "https://shop.example/x",
    pages: "/order\n",
    may: { type: "2", click: "0", submit: "x" },
    fields: "name=Ada",
    buttons: "",
    forms: "",
    life: "1d",
  };
  assert.deepEqual(grantOf(form), {
    title: "Weekly order",
    origins: ["https://shop.example"],
    pages: ["/order"],
    may: ["type=2"],
    fields: ["name=Ada"],
    buttons: [],
    forms: [],
    for: "1d",
  });
  for (const missing of [
    { title: " " },
    { origins: "" },
    { origins: "file:///x" },
    { pages: "" },
    { pages: "order" },
    { may: {} },
    { may: { type: "1.5" } },
  ]) {
    assert.equal(grantOf({ ...form, ...missing }), null, JSON.stringify(missing));
  }
});

test("settings say what was filled in, and no more", () => {
  assert.deepEqual(Object.keys(USUAL), [...TRANSFORMS]);
  assert.deepEqual(configOf(USUAL.comparison, { columns: "price\n\n size " }), { columns: ["price", "size"] });
  assert.deepEqual(configOf(USUAL.brief, {}), { points: 7 });
  assert.deepEqual(configOf(USUAL.brief, { points: "many" }), {});
  assert.deepEqual([isFilled(USUAL.evidence, {}), isFilled(USUAL.evidence, { claim: "x" })], [false, true]);
});

test("settings are those of the program: a wish is one text, and what this window has no words for brings its own", () => {
  const config = [
    { key: "columns", kind: "list", about: "What is compared." },
    { key: "most_rows", kind: "number", about: "The most rows.", default: 6 },
    { key: "preferences", kind: "text", about: "What matters to you." },
  ];
  const settings = readTypes({ types: [{ type: "comparison", config }] }).get("comparison") ?? [];
  assert.deepEqual(configOf(settings, { columns: "rent\nsize", preferences: "cheapest first" }), {
    columns: ["rent", "size"],
    most_rows: 6,
    preferences: "cheapest first",
  });
  assert.equal(settings[1]?.about, "The most rows.");
});

test("an answer tells its sides, and what was made is found by its name", () => {
  const cited = { text: "The rent is 840 euros.", citations: [], ours: null };
  const side = { values: ["840"], said: [{ source: "src:1", cited }] };
  const { disagreement, parts } = readMade({ answer: { sentences: [cited], disagreement: [side] } });
  assert.deepEqual(disagreement, [{ values: ["840"], said: [{ sourceId: "src:1", cited }] }]);
  assert.equal(parts.length, 1);
  assert.deepEqual(readMade({ answer: { sentences: [], disagreement: null } }).disagreement, []);
  assert.deepEqual([{ artifact: "art:1" }, { artifact: { id: "art:1" } }, {}].map(keptAs), ["art:1", "art:1", null]);
});
