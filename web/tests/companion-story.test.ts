/** A run as a story, texts side by side, and a quote in its place. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { diffLines } from "../companion/src/diff.js";
import { placeQuote } from "../companion/src/place.js";
import { stoodAt, tabsOf, timeline } from "../companion/src/timeline.js";
import { type LogEvent, readEvents } from "../companion/src/types/runs.js";

const event = (seq: number, kind: string, payload: object = {}, erased: string | null = null): object => ({
  seq,
  kind,
  atMs: 1000 * seq,
  payload,
  erased,
});
const step = { requestId: "q", step: 1 };
const page = (seq: number, excerpt: string): object =>
  event(seq, "page.observe", {
    context: { origin: "https://a.example", tabId: 3 },
    url: "https://a.example/x",
    title: "A",
    elements: 4,
    excerpt,
  });

const events: LogEvent[] = readEvents({
  events: [
    event(1, "run.started"),
    event(2, "user.message", { text: "Read it" }),
    page(3, "one\ntwo"),
    event(4, "model.prompt", { model: "m", tokens: 100 }),
    event(5, "model.output", { model: "m", tokens: 7, outcome: "call" }),
    event(6, "browser.tool.request", { ...step, tool: "browser.click", arguments: { handleId: "h" } }),
    event(7, "policy.decision", {
      ...step,
      decision: "ask",
      reasonCode: "P_ASK_CLICK",
      reasons: ["P_ASK_CLICK", "P_ASK_CARRY"],
    }),
    event(8, "ui.approval", { ...step, approved: true, approvedIn: "companion" }),
    event(9, "browser.tool.result", { ...step, outcome: "done" }),
    event(10, "run.verify", { step: 1, confirmed: true }),
    page(11, "one\nthree"),
    event(12, "tab.lock"),
    event(13, "page.extract", {}, "retention"),
    event(14, "run.ended", { status: "completed" }),
  ],
});

test("what belongs to one step is one entry: verdict, approval, result and how long it took", () => {
  const entries = timeline(events);
  assert.deepEqual(
    entries.map((entry) => entry.kind),
    [
      "run.started",
      "user.message",
      "page.observe",
      "model.prompt",
      "step",
      "page.observe",
      "page.extract",
      "run.ended",
    ],
  );
  const done = entries[4] ?? assert.fail();
  assert.deepEqual(
    [done.step, done.tool, done.outcome, done.confirmed, done.ms, done.through],
    [1, "browser.click", "done", true, 4000, 10],
  );
  assert.deepEqual(done.verdicts, [{ decision: "ask", code: "P_ASK_CLICK", also: ["P_ASK_CARRY"] }]);
  assert.deepEqual(done.approval, { approved: true, where: "companion" });
  assert.deepEqual(entries[3]?.model, { name: "m", read: 100, wrote: 7, leftTo: null });
  assert.equal(entries[6]?.erased, true);
});

test("a page that is read again shows what changed", () => {
  const [first, second] = timeline(events).filter((entry) => entry.page !== null);
  assert.equal(first?.page?.changes, null);
  assert.deepEqual(second?.page?.changes, [
    { kind: "same", text: "one" },
    { kind: "goes", text: "two" },
    { kind: "comes", text: "three" },
  ]);
  assert.deepEqual(
    tabsOf(timeline(events)).map((tab) => tab.url),
    ["https://a.example/x"],
  );
});

test("the run stood somewhere at each of its events", () => {
  const at = (seq: number): unknown[] => {
    const { status, steps, read, wrote, asked, ms } = stoodAt(events, seq);
    return [status, steps, read, wrote, asked, ms];
  };
  assert.deepEqual(at(1), ["idle", 0, 0, 0, 0, 0]);
  assert.deepEqual(at(5), ["planning", 0, 100, 7, 0, 4000]);
  assert.deepEqual(at(7), ["awaiting_approval", 1, 100, 7, 1, 6000]);
  assert.deepEqual(at(14), ["completed", 1, 100, 7, 1, 13000]);
});

test("texts are compared line by line, and nothing of them is lost", () => {
  const cases: [string, string][] = [
    ["", ""],
    ["a", ""],
    ["", "b"],
    ["a\nb\nc", "a\nc"],
    ["a\nb", "b\na"],
    ["x\n".repeat(500), "y\n".repeat(500)],
  ];
  for (const [before, after] of cases) {
    const lines = diffLines(before, after);
    const side = (kind: string): string =>
      lines
        .filter((line) => line.kind === "same" || line.kind === kind)
        .map((line) => line.text)
        .join("\n");
    assert.deepEqual([side("goes"), side("comes")], [before, after]);
  }
});

test("a quote is marked where it was cited, in characters and not in halves of them", () => {
  const text = "🐕🐕 The rent is 890 €.";
  const start = 3;
  assert.deepEqual(placeQuote(text, "The rent", start, start + 8), {
    before: "🐕🐕 ",
    quote: "The rent",
    after: " is 890 €.",
    exact: true,
  });
  assert.deepEqual(placeQuote(text, "890 €", 0, 5), {
    before: "🐕🐕 The rent is ",
    quote: "890 €",
    after: ".",
    exact: false,
  });
  assert.deepEqual(placeQuote(text, "not there", 0, 9), { before: text, quote: "", after: "", exact: false });
});
