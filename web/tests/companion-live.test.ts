/** What goes on in the companion window, by what it was told. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Live,
  type Message,
  announce,
  reduce,
  start,
  underWay,
  waiting,
  waitingCount,
} from "../companion/src/live.js";
import type { Card, News } from "../shared/daemon.js";
import { faceOf } from "../shared/run.js";

const card: Card = {
  requestId: "r1",
  digest: "d1",
  tool: "browser.type",
  origin: "https://a.example",
  target: null,
  values: [],
  sends: null,
  reasonCode: "P_ASK_TYPE",
  reason: "why",
  more: [],
  untrusted: false,
  leavesAtOnce: true,
  offer: null,
};
const told = (value: unknown): Message => ({ kind: "told", told: value });
const news = (what: News, run: string | null = "run-1", event?: number): Message =>
  told({ says: "news", run, news: what, ...(event === undefined ? {} : { event }) });
const stands = (status: string, run = "run-1"): Message =>
  news({ news: "state", app: "online", state: { runId: run, status } } as News, run);
const after = (live: Live, ...messages: Message[]): Live => messages.reduce(reduce, live);
const agent: News = {
  news: "agent_ask",
  id: "q1",
  digest: "x",
  agent: "writer",
  what: { kind: "know", places: ["https://a.example"] },
};

test("what waits for the person is counted until it is answered", () => {
  const asked = after(
    start,
    told({ says: "connected" }),
    stands("awaiting_approval"),
    news({ news: "ask", ...card }, "run-1", 1),
    news(agent, null),
  );
  assert.equal(waitingCount(asked), 2);
  assert.equal(waiting(asked)[0]?.card?.card.digest, "d1");
  assert.equal(waitingCount(after(asked, news({ news: "agent_answered", id: "q1" }, null))), 1);
  assert.equal(waitingCount(after(asked, stands("executing"), news({ news: "agent_answered", id: "q1" }, null))), 0);
  assert.equal(underWay(after(asked, stands("completed"))).length, 0);
});

test("news that were heard are not heard again", () => {
  const denied = { news: "denied", tool: "browser.click", code: "P_DENY_CLICK", sentence: "no" } as const;
  const once = after(start, news(denied, "run-1", 5), news(denied, "run-1", 5), news(denied, "run-1", 4));
  assert.equal(once.runs["run-1"]?.steps.length, 1);
});

test("S18: an answer that was not taken makes the card another one, which has to stand still again", () => {
  const asked = after(start, stands("awaiting_approval"), news({ news: "ask", ...card }));
  const said = after(asked, { kind: "said", run: "run-1" });
  assert.equal(said.runs["run-1"]?.card?.said, true);
  const back = after(said, { kind: "unsaid", run: "run-1" });
  const face = (live: Live): string => faceOf("run-1", live.runs["run-1"]?.card ?? assert.fail("no card"));
  assert.equal(back.runs["run-1"]?.card?.said, false);
  assert.notEqual(face(back), face(asked));
  const agents = after(start, news(agent, null), { kind: "agent_said", id: "q1" }, { kind: "agent_unsaid", id: "q1" });
  assert.deepEqual([agents.agents[0]?.said, agents.agents[0]?.round], [false, 1]);
});

test("when Laika goes away and comes back, the window says so and asks anew", () => {
  const words = { status: (name: string) => name, asks: "asks", gone: "gone", back: "back" };
  const there = after(start, told({ says: "connected" }), news(agent, null));
  const away = after(there, told({ says: "gone" }));
  const again = after(away, told({ says: "connected" }));
  assert.equal(away.link, "gone");
  assert.equal(announce(there, away, words).assertive, "gone");
  assert.equal(announce(away, again, words).polite, "back");
  // A question that was answered meanwhile must not stand here any more; one that was not is told again.
  assert.deepEqual([again.link, again.found, again.agents.length], ["connected", 2, 0]);
  const asked = after(again, stands("awaiting_approval"), news({ news: "ask", ...card }));
  assert.equal(announce(again, asked, words).assertive, "asks");
});

test("a run that ended while Laika was away is not under way any more", () => {
  const before = after(start, told({ says: "connected" }), stands("planning"), stands("paused", "run-2"));
  const again = after(before, told({ says: "gone" }), told({ says: "connected" }), stands("paused", "run-2"));
  const settled = after(again, told({ says: "status", id: 1, standing: { app: "online", runs: [] } }));
  assert.deepEqual(
    underWay(settled).map((run) => run.id),
    ["run-2"],
  );
});

test("long work and changed sources", () => {
  const live = after(
    start,
    told({ says: "progress", verb: "transform.run", done: 3, all: 20, what: "reading" }),
    told({ says: "sources", collection: "c" }),
    told({ says: "sources", collection: "c" }),
  );
  assert.deepEqual(live.progress["transform.run"], { done: 3, all: 20, what: "reading" });
  assert.equal(live.changed["c"], 2);
  assert.deepEqual(after(live, { kind: "over", verb: "transform.run" }).progress, {});
});

test("a picture is kept, the last one of each run", () => {
  const live = after(start, news({ news: "picture", png: [1, 2] }), news({ news: "picture", png: [3] }));
  assert.deepEqual([...(live.pictures["run-1"] ?? [])], [3]);
});

test("what nobody can read changes nothing", () => {
  for (const value of [
    null,
    7,
    "x",
    [],
    {},
    { says: "dance" },
    { says: "news" },
    { says: "news", run: 3, news: null },
    { says: "status" },
  ]) {
    const live = reduce(start, told(value));
    assert.deepEqual({ ...live, found: 0 }, start, JSON.stringify(value));
  }
});
