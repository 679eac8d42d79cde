/** The badge on the toolbar (UI-021 to UI-027). */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Down, RunStatus } from "../shared/daemon.js";
import type { LinkState } from "../extension/src/shared/panel-port.js";
import { badge } from "../extension/src/worker/badge.js";
import { Standing } from "../extension/src/worker/standing.js";

const table: [text: string, link: LinkState, status: RunStatus | undefined, steps: number, needs: boolean][] = [
  ["", "online", undefined, 0, false],
  ["", "connecting", undefined, 0, false],
  ["×", "offline", undefined, 0, false],
  ["×", "update", undefined, 0, false],
  ["×", "offline", "executing", 3, false],
  ["", "locked", undefined, 0, false],
  ["RUN", "online", "observing", 0, false],
  ["RUN", "online", "planning", 0, false],
  ["3", "online", "executing", 3, false],
  ["3", "online", "verifying", 3, false],
  ["…", "online", "authorizing", 0, false],
  ["…", "online", "awaiting_approval", 3, false],
  ["…", "online", "paused", 3, false],
  ["||", "online", "takeover", 3, false],
  ["", "online", "completed", 3, false],
  ["", "online", "cancelled", 3, false],
  ["", "online", "failed", 3, false],
  ["!", "online", undefined, 0, true],
  ["!", "offline", undefined, 0, true],
  ["!", "online", "takeover", 3, true],
  ["!", "online", "awaiting_approval", 3, true],
];
for (const [text, link, status, steps, needsPermission] of table) {
  test(`badge: ${link}, ${status ?? "no run"}${needsPermission ? ", permission needed" : ""} is "${text}"`, () => {
    const runs = status === undefined ? [] : [{ status, steps }];
    assert.equal(badge({ needsPermission, link, runs }).text, text);
  });
}

test("of several runs the one that needs the person is shown", () => {
  const runs: { status: RunStatus; steps: number }[] = [
    { status: "executing", steps: 9 },
    { status: "awaiting_approval", steps: 0 },
  ];
  assert.equal(badge({ needsPermission: false, link: "online", runs }).text, "…");
  assert.equal(badge({ needsPermission: false, link: "online", runs: [...runs, { status: "takeover", steps: 0 }] }).text, "||");
});

test("how things stand comes from the daemon alone", () => {
  const standing = new Standing();
  const state = (runId: string, status: RunStatus): Down =>
    ({ says: "news", run: runId, news: { news: "state", app: "online", state: { runId, status } } }) as Down;
  const step = { says: "news", run: "a", news: { news: "step", tool: "x", target: null, role: null, why: "" } } as Down;
  standing.hear(step);
  assert.deepEqual(standing.runs(), []);
  standing.hear(state("a", "executing"));
  standing.hear(step);
  standing.hear(step);
  standing.hear(state("b", "paused"));
  assert.deepEqual([standing.runs(), standing.latest()], [[{ status: "executing", steps: 2 }, { status: "paused", steps: 0 }], "b"]);
  standing.hear(state("b", "completed"));
  assert.equal(standing.latest(), "a");
  standing.hear({ says: "status", id: 1, standing: { app: "locked", runs: [] } } as unknown as Down);
  assert.deepEqual([standing.runs(), standing.app], [[], "locked"]);
});
