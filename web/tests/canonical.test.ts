/** Canonical JSON: known vectors, refusals, and the hash that both sides of the tool protocol must agree on. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { TOOL_SCHEMA_HASH } from "../generated/protocol";
import { canonical } from "../protocol/canonical";

const vectors: [name: string, json: string, expected: string][] = [
  ["literals", "[ null, true, false ]", "[null,true,false]"],
  ["nesting and white space", '{ "b" : [ 1, { "d": 4, "c": 3 } ], "a": {} }', '{"a":{},"b":[1,{"c":3,"d":4}]}'],
  ["numbers", "[4.50, 2e-3, 1e-27, -0, 0.0, 1E2, 333333333.33333329]", "[4.5,0.002,1e-27,0,0,100,333333333.3333333]"],
  ["the largest safe integers", "[9007199254740991, -9007199254740991]", "[9007199254740991,-9007199254740991]"],
  ["string escapes", String.raw`"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/"`, String.raw`"€$\u000f\nA'B\"\\\\\"/"`],
  [
    "keys by UTF-16 code unit (a code point sort would put the emoji last)",
    String.raw`{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}`,
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
  ],
  ["a key that is special in JavaScript", '{"b":1,"__proto__":2}', '{"__proto__":2,"b":1}'],
];

for (const [name, json, expected] of vectors) {
  test(`spells ${name}`, () => {
    assert.equal(canonical(JSON.parse(json)), expected);
    assert.equal(canonical(JSON.parse(expected)), expected, "the canonical text is its own canonical text");
  });
}

const refused: [name: string, value: unknown][] = [
  ["an integer beyond 2^53-1", 2 ** 53],
  ["a negative integer beyond 2^53-1", -(2 ** 53)],
  ["infinity", { a: [Infinity] }],
  ["not-a-number", NaN],
  ["a lone surrogate", "\ud800"],
  ["a lone surrogate in a key", { "\udc00": 1 }],
  ["undefined", { a: undefined }],
  ["a hole in an array", new Array(1)],
  ["a big integer", 1n],
];

for (const [name, value] of refused) {
  test(`refuses ${name}`, () => assert.throws(() => canonical(value), TypeError));
}

test("hashes the tool schemas to the value that the Rust side pinned", () => {
  const tools: unknown = JSON.parse(readFileSync("../schema/v1/tools.json", "utf8"));
  const hash = createHash("sha256").update(canonical(tools), "utf8").digest("hex");
  assert.equal(`sha256:${hash}`, TOOL_SCHEMA_HASH);
});
