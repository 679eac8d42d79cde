/** What stands between a call of the daemon and a page: the token of this document, and the table of questions. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { mayAsk } from "../extension/src/worker/ops.js";
import { Refusal } from "../extension/src/worker/refusal.js";
import { capability, checkToken } from "../extension/src/worker/tokens.js";

const held = capability("secret-1", 1_000, ["browser.observe_dom", 7]);

function reason(act: () => void): string {
  try {
    act();
  } catch (error) {
    return error instanceof Refusal ? error.reason : String(error);
  }
  return "";
}

const checks: [name: string, token: unknown, tool: string, now: number, reason: string][] = [
  ["the right token", "secret-1", "browser.observe_dom", 999, ""],
  ["another one", "secret-2", "browser.observe_dom", 0, "E_TOKEN"],
  ["the beginning of it", "secret-", "browser.observe_dom", 0, "E_TOKEN"],
  ["more than it", "secret-1secret-1", "browser.observe_dom", 0, "E_TOKEN"],
  ["nothing", "", "browser.observe_dom", 0, "E_TOKEN"],
  ["no text", ["secret-1"], "browser.observe_dom", 0, "E_TOKEN"],
  ["one that just expired", "secret-1", "browser.observe_dom", 1_000, "E_TOKEN_EXPIRED"],
  ["one for other tools", "secret-1", "browser.click", 0, "E_TOOL"],
];
for (const [name, token, tool, now, expected] of checks) {
  test(`a token: ${name}`, () => assert.equal(reason(() => checkToken(held, token, tool, now)), expected));
}

test("a document without a token takes none", () => {
  assert.equal(reason(() => checkToken(undefined, "secret-1", "browser.observe_dom", 0)), "E_TOKEN");
});

test("a token that cannot be read is not set", () => {
  for (const [token, expires, tools] of [["", 1, []], [1, 1, []], ["x".repeat(8_193), 1, []], ["x", "1", []], ["x", 1, "all"]]) {
    assert.equal(reason(() => capability(token, expires, tools)), "E_ARGUMENT");
  }
});

const allowed: [tool: string, op: string, may: boolean][] = [
  ["browser.observe_dom", "observe", true],
  ["browser.observe_dom", "identify", true],
  ["browser.observe_dom", "guard", true],
  ["browser.observe_dom", "scroll", false],
  ["browser.observe_dom", "arm", false],
  ["browser.click", "arm", true],
  ["browser.click", "choose", false],
  ["browser.click", "observe", false],
  ["browser.select", "choose", true],
  ["browser.type", "choose", false],
  ["browser.scroll", "scroll", true],
  ["browser.capture_viewport", "map", true],
  ["browser.navigate", "observe", false],
  ["content.summarize", "observe", true],
  ["search", "observe", false],
  ["constructor", "identify", false],
  ["", "identify", false],
  // These need an element in hand, which nothing over a port has.
  ["browser.click", "owner", true],
  ["browser.observe_dom", "press", false],
  ["browser.observe_dom", "target", true],
  ["browser.click", "enter", false],
  ["browser.type", "enter", true],
  ["browser.click", "describe", false],
  ["browser.observe_dom", "toString", false],
];
for (const [tool, op, may] of allowed) {
  test(`${tool || "no tool"} ${may ? "may" : "may not"} ask ${op}`, () => assert.equal(mayAsk(tool, op), may));
}
