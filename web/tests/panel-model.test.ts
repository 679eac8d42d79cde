/** What the panel shows, by what it was told. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ARMED_AFTER_MS, armedIn, isArmed, isPersons, stand } from "../shared/arming.js";
import {
  type Message,
  type State,
  announce,
  asksAfter,
  canStop,
  isLockedOut,
  orderHere,
  otherRuns,
  reduce,
  screen,
  shownRun,
  soundsLikeActing,
  start,
} from "../extension/src/panel/model.js";
import { faceOf } from "../shared/run.js";
import type { Card, News, Order, PanelAsk, RunState, RunStatus } from "../shared/daemon.js";
import type { Front } from "../extension/src/shared/panel-port.js";

export const front: Front = {
  tabId: 7,
  windowId: 1,
  url: "https://a.example/x",
  origin: "https://a.example",
  title: "A",
  access: "granted",
  incognito: false,
};
const RUN = "run-1";
const card: Card = {
  requestId: "r1",
  digest: "d1",
  tool: "browser.type",
  origin: "https://a.example",
  target: "Name",
  values: [{ name: "text", value: "Mara", source: "user" }],
  sends: null,
  reasonCode: "P_ASK_TYPE",
  reason: "why",
  more: [],
  untrusted: false,
  leavesAtOnce: true,
  offer: null,
};

const after = (state: State, ...messages: Message[]): State => messages.reduce(reduce, state);
const news = (told: News, run: string | null = RUN): Message => ({
  kind: "down",
  ask: null,
  down: { says: "news", run, news: told },
});
const stands = (status: RunStatus, more: Partial<RunState> = {}, run = RUN): Message =>
  news({ news: "state", app: "online", state: { runId: run, status, ...more } }, run);
const online: Message = { kind: "link", link: { state: "online" } };
const ready = after(start, online, { kind: "front", front }, { kind: "prefs", onboarded: true });

test("the strongest state of the whole panel wins", () => {
  assert.equal(screen(start), "connecting");
  assert.equal(screen(after(ready, { kind: "link", link: { state: "offline" } })), "offline");
  assert.equal(screen(after(ready, { kind: "link", link: { state: "locked" } })), "locked");
  assert.equal(screen(after(ready, { kind: "link", link: { state: "locked" } }, online)), "ready");
  assert.equal(screen(after(ready, news({ news: "state", app: "locked", state: null }, null))), "locked");
  assert.equal(screen(after(ready, { kind: "link", link: { state: "update" } })), "update");
  assert.equal(screen(after(ready, { kind: "prefs", onboarded: false })), "onboarding");
  assert.equal(screen(after(ready, { kind: "front", front: { ...front, access: "needed" } })), "needed");
  assert.equal(screen(after(ready, { kind: "front", front: { ...front, access: "restricted" } })), "restricted");
  assert.equal(screen(after(ready, { kind: "front", front: null })), "restricted");
  // A run that is at work is shown whatever page is in front.
  const away = {
    attachedTarget: { tabId: 99, frameId: 0, origin: front.origin, documentId: "D", navigationGeneration: 1 },
  };
  assert.equal(
    screen(after(ready, stands("executing", away), { kind: "front", front: { ...front, access: "restricted" } })),
    "restricted",
  );
  assert.equal(
    screen(after(ready, stands("paused"), { kind: "front", front: { ...front, access: "restricted" } })),
    "ready",
  );
  assert.equal(screen(ready), "ready");
});

test("a connection that is gone takes its cards with it", () => {
  const asked = after(ready, stands("awaiting_approval"), news({ news: "ask", ...card }));
  assert.ok(shownRun(asked)?.card);
  for (const state of ["connecting", "offline", "locked", "update"] as const) {
    assert.equal(shownRun(after(asked, { kind: "link", link: { state } })), null);
  }
});

test("a card goes when its question is void, and stays when it is told twice", () => {
  const asked = after(ready, stands("awaiting_approval"), news({ news: "ask", ...card }));
  const said = after(asked, { kind: "said", run: RUN });
  assert.equal(shownRun(said)?.card?.said, true);
  assert.equal(shownRun(after(said, news({ news: "ask", ...card })))?.card?.said, true);
  assert.equal(shownRun(after(said, stands("executing")))?.card, null);
  assert.equal(shownRun(after(asked, news({ news: "answered", card, grant: null })))?.card, null);
  // The card may be told before the state that goes with it.
  const early = after(ready, news({ news: "ask", ...card }), stands("awaiting_approval"));
  assert.ok(shownRun(early)?.card);
});

test("S18: another value, target, digest or request is another face, and so is a second round", () => {
  const face = faceOf(RUN, { card, said: false, round: 0 });
  const others: Card[] = [
    { ...card, digest: "d2" },
    { ...card, requestId: "r2" },
    { ...card, target: "Password" },
    { ...card, values: [{ name: "text", value: "Mara ", source: "user" }] },
    { ...card, origin: "https://b.example" },
    { ...card, offer: { what: "click", uses: 5, minutes: 5 } },
    { ...card, requests: ["POST https://b.example/"] },
  ];
  for (const other of others) assert.notEqual(faceOf(RUN, { card: other, said: false, round: 0 }), face);
  assert.notEqual(faceOf("run-2", { card, said: false, round: 0 }), face);
  assert.notEqual(faceOf(RUN, { card, said: false, round: 1 }), face);
  assert.equal(faceOf(RUN, { card: { ...card }, said: true, round: 0 }), face);
});

test("S18: a yes counts 700 ms after any change, and only a person's", () => {
  const first = stand(null, "a", 1000);
  assert.equal(isArmed(null, 9999), false);
  assert.equal(isArmed(first, 1000 + ARMED_AFTER_MS - 1), false);
  assert.equal(isArmed(first, 1000 + ARMED_AFTER_MS), true);
  assert.equal(stand(first, "a", 1500), first);
  const swapped = stand(first, "b", 1699);
  assert.equal(isArmed(swapped, 1700), false);
  assert.equal(armedIn(swapped, 1700), ARMED_AFTER_MS - 1);
  assert.equal(isArmed(stand(swapped, "a", 1700), 1701), false);
  assert.equal(isPersons({ isTrusted: true }), true);
  assert.equal(isPersons({ isTrusted: false }), false);
});

test("an answer that was not taken may be given again, after another wait", () => {
  const asked = after(ready, stands("awaiting_approval"), news({ news: "ask", ...card }), { kind: "said", run: RUN });
  const ask = { say: "answer", run: RUN, requestId: "r1", digest: "d1", reply: "once" } as const;
  const again = after(asked, { kind: "down", ask, down: { says: "error", id: 4, code: "E_BUSY", sentence: "busy" } });
  const shown = shownRun(again)?.card;
  assert.deepEqual([shown?.said, shown?.round, again.failure?.code], [false, 1, "E_BUSY"]);
});

test("steps are kept with how they ended", () => {
  const run = shownRun(
    after(
      ready,
      stands("executing", {
        attachedTarget: { tabId: 7, frameId: 0, origin: front.origin, documentId: "D", navigationGeneration: 1 },
      }),
      news({ news: "step", tool: "browser.click", target: "Next", role: "button", why: "it goes on" }),
      news({ news: "ended", done: true, how: "the page changed" }),
      news({ news: "denied", tool: "browser.type", code: "P_DENY_TYPE", sentence: "no" }),
      news({ news: "doing", what: "reading part 1 of 2" }),
    ),
  );
  assert.equal(run?.doing, "reading part 1 of 2");
  assert.deepEqual(
    run?.steps.map((line) => (line.kind === "step" ? line.end : line.kind)),
    [{ done: true, how: "the page changed" }, "denied"],
  );
});

test("a run that waits shows why, and forgets it when it goes on", () => {
  const waiting = after(
    ready,
    stands("paused", { pause: "clarify" }),
    news({ news: "question", text: "How many?" }),
    news({ news: "offer", what: "copy_url", url: front.url, why: "" }),
    news({ news: "conflict", tab: 7, holder: "run-2" }),
    news({ news: "candidates", tabs: [{ tabId: 8, title: "A", origin: front.origin }] }),
  );
  const run = shownRun(waiting);
  assert.deepEqual(
    [run?.question, run?.offers.length, run?.conflict?.holder, run?.candidates.length],
    ["How many?", 1, "run-2", 1],
  );
  const on = after(waiting, stands("planning")).runs[RUN];
  assert.deepEqual([on?.question, on?.offers, on?.conflict, on?.candidates], [null, [], null, []]);
});

test("what a run will wait for may be told before it waits, and still stands then", () => {
  const told = after(
    ready,
    stands("planning"),
    news({ news: "handoff", need: "login", what: "Log in." }),
    stands("planning"),
    news({ news: "offer", what: "my_browser", url: front.url, why: "" }),
    stands("planning"),
    stands("paused", { pause: "handoff" }),
  );
  assert.deepEqual([told.runs[RUN]?.handoff?.need, told.runs[RUN]?.offers.length], ["login", 1]);
  const on = after(told, stands("observing")).runs[RUN];
  assert.deepEqual([on?.handoff, on?.offers], [null, []]);
});

test("SURF-008: a run that goes on in this browser is another one, and that one is shown", () => {
  const order: Order = { goal: "g", urls: [front.url], mode: "assist", asks: "person", surface: { kind: "workspace" } };
  const begun: Message = { kind: "down", down: { says: "done", id: 1, runs: [RUN] }, ask: { say: "begin", order } };
  const offer = news({ news: "offer", what: "my_browser", url: front.url, why: "" });
  const taken: Message = { kind: "offer_taken", run: RUN, what: "my_browser", taken: true };
  const offered = after(ready, begun, stands("paused", { pause: "handoff" }), offer, taken);
  const ask = { say: "continue", run: RUN } as const;
  const summary = { target: { tabId: null, origin: front.origin }, origins: [front.origin] } as never;
  const next = after(
    offered,
    { kind: "down", down: { says: "done", id: 2, runs: ["run-2"] }, ask },
    stands("authorizing", {}, "run-2"),
    news({ news: "authorise", run: "run-2", digest: "d2", summary }, "run-2"),
  );
  assert.deepEqual([shownRun(next)?.id, shownRun(next)?.authorise?.digest], ["run-2", "d2"]);
  assert.deepEqual(shownRun(next)?.order, { ...order, surface: { kind: "mine" } });
  // Told again, it stays taken; refused, it can be taken again.
  assert.equal(after(offered, offer).runs[RUN]?.offers[0]?.taken, true);
  const refused = after(offered, { kind: "down", down: { says: "error", id: 2, code: "E_X", sentence: "No." }, ask });
  assert.deepEqual([refused.runs[RUN]?.offers[0]?.taken, refused.failure?.code], [false, "E_X"]);
});

test("UI-007: a part belongs to the page it was chosen in", () => {
  const picked: Message = { kind: "picked", picked: { tabId: 7, chars: 1 } };
  const chosen = after(ready, { kind: "picking", picking: true }, picked);
  assert.deepEqual([chosen.part, chosen.picking, chosen.draft], [{ tabId: 7, chars: 1 }, false, ""]);
  assert.equal(announce(ready, chosen).polite, "You chose a part of the page (1 character)");
  const at = (change: Partial<Front>): State => after(chosen, { kind: "front", front: { ...front, ...change } });
  assert.notEqual(at({ title: "B" }).part, null);
  assert.equal(at({ url: "https://a.example/y" }).part, null);
  assert.equal(at({ tabId: 8 }).part, null);
  assert.equal(after(chosen, { kind: "link", link: { state: "offline" } }).part, null);
  const order = orderHere(front, "Why?", "observe", chosen.part);
  assert.equal(order.part, "selection");
  // It is asked about once; the next question is about the page again.
  assert.equal(after(chosen, { kind: "down", down: { says: "done", id: 1, runs: [RUN] }, ask: { say: "begin", order } }).part, null);
  // Chosen in a tab that was left meanwhile.
  assert.equal(after(ready, { kind: "picked", picked: { tabId: 8, chars: 9 } }).part, null);
});

test("UI-007: the entry of the context menu asks about what is selected", () => {
  const unknown = after(ready, { kind: "front", front: { ...front, url: "", origin: "", access: "needed" } });
  const asked = after(unknown, { kind: "menu", menu: { what: "ask_selection", tabId: 7 } }, { kind: "front", front });
  assert.deepEqual([asked.part, asked.draft], [{ tabId: 7, chars: null }, ""]);
});

test("nothing chosen is no failure, and ends the choosing", () => {
  const picking = after(ready, { kind: "picking", picking: true });
  const ended = after(picking, { kind: "failed", code: "E_NOT_CHOSEN", sentence: "Nothing was chosen." });
  assert.deepEqual([ended.picking, ended.failure], [false, null]);
  const failed = after(picking, { kind: "failed", code: "E_TAB_BUSY", sentence: "A run works in this tab." });
  assert.deepEqual([failed.picking, failed.failure?.code], [false, "E_TAB_BUSY"]);
  assert.equal(after(picking, { kind: "front", front: { ...front, tabId: 8 } }).picking, false);
});

test("a gesture is offered once", () => {
  const told: News = {
    news: "gesture",
    request_id: "r",
    nonce: "n1",
    kind: "download",
    origin: front.origin,
    url: null,
    expires_at_ms: 5,
  };
  const used = after(ready, stands("awaiting_approval"), news(told), { kind: "gesture_used", run: RUN }, news(told));
  assert.equal(shownRun(used)?.gesture?.used, true);
  assert.equal(shownRun(after(used, news({ ...told, nonce: "n2" })))?.gesture?.used, false);
  // What was asked before another question is over, whatever is said to that one.
  assert.equal(shownRun(after(ready, news(told), news({ news: "ask", ...card })))?.gesture, null);
});

test("the run of the tab in front is shown, others are listed", () => {
  const target = (tabId: number): Partial<RunState> => ({
    attachedTarget: { tabId, frameId: 0, origin: front.origin, documentId: "D", navigationGeneration: 1 },
  });
  const two = after(ready, stands("executing", target(7), "run-a"), stands("executing", target(8), "run-b"));
  assert.equal(shownRun(two)?.id, "run-a");
  assert.deepEqual(
    otherRuns(two).map((run) => run.id),
    ["run-b"],
  );
  const chosen = after(two, { kind: "choose", run: "run-b" });
  assert.equal(shownRun(chosen)?.id, "run-b");
  assert.equal(shownRun(after(chosen, { kind: "front", front: { ...front, tabId: 9 } }))?.id, undefined);
  // A tab that only downloads comes and goes; what was looked at stays in sight, also when it ended meanwhile.
  const away: Message = { kind: "front", front: { ...front, tabId: 9 } };
  const back: Message = { kind: "front", front };
  const ended = after(two, { kind: "choose", run: "run-a" }, away, stands("completed", target(7), "run-a"), back);
  assert.equal(shownRun(ended)?.id, "run-a");
  assert.equal(shownRun(after(ended, { kind: "choose", run: null }, away, back))?.id, undefined);
  assert.equal(canStop(two), true);
  assert.equal(canStop(after(two, stands("completed", {}, "run-a"), stands("cancelled", {}, "run-b"))), false);
});

test("a run that opens a tab of its own stays in sight there, also when it is over at once", () => {
  const order: Order = { goal: "g", urls: [front.url], mode: "assist", asks: "person", surface: { kind: "mine" } };
  const ask: PanelAsk = { say: "begin", order };
  const begun = after(ready, { kind: "down", down: { says: "done", id: 1, runs: [RUN] }, ask }, stands("observing"));
  const there: Message = { kind: "front", front: { ...front, tabId: 9 } };
  const attachedTarget = { tabId: 9, frameId: 0, origin: front.origin, documentId: "D", navigationGeneration: 1 };
  const ended = after(begun, there, stands("executing", { attachedTarget }), stands("completed", { attachedTarget }));
  assert.equal(shownRun(ended)?.id, RUN);
  assert.equal(shownRun(after(ended, { kind: "front", front }))?.id, undefined);
});

test("an answer about another site is not taken for this one", () => {
  const site = { origin: "https://b.example", mode: "autopilot", connected: true, sensitive: false } as const;
  const told: Message = { kind: "down", ask: null, down: { says: "site", id: 1, site, history: [] } };
  assert.equal(after(ready, told).site, null);
});

test("what is asked for after a change", () => {
  const began = after(start, { kind: "front", front });
  assert.deepEqual(asksAfter(began, after(began, online)), [{ say: "watch" }, { say: "site", origin: front.origin }]);
  const other = after(ready, { kind: "front", front: { ...front, origin: "https://b.example" } });
  assert.deepEqual(asksAfter(ready, other), [{ say: "site", origin: "https://b.example" }]);
  assert.deepEqual(asksAfter(ready, after(ready, { kind: "view", view: "grants" })), [{ say: "grants" }]);
  assert.deepEqual(asksAfter(ready, after(ready, { kind: "palette", open: true })), []);
  const waiting = after(ready, stands("authorizing"));
  assert.deepEqual(asksAfter(waiting, after(waiting, stands("observing"))), [{ say: "site", origin: front.origin }]);
  assert.deepEqual(asksAfter(waiting, after(waiting, stands("authorizing"))), []);
  const looksBack = after(ready, { kind: "view", view: "history" });
  assert.deepEqual(asksAfter(ready, looksBack), [{ say: "site", origin: front.origin }]);
});

test("SURF-033: a run whose site was taken back is locked out of the tab in front, and knows where it was", () => {
  const { tabId, origin } = front;
  const attachedTarget = { tabId, origin, frameId: 0, documentId: "d_1", navigationGeneration: 0 };
  const there = stands("awaiting_approval", { attachedTarget });
  const lost = after(ready, there, stands("paused", { pause: "connection_lost" }), {
    kind: "front",
    front: { ...front, url: "", origin: "", access: "needed" },
  });
  const [before, run] = [after(ready, there).runs[RUN], lost.runs[RUN]];
  assert(before !== undefined && run !== undefined);
  assert.equal(run.site, origin);
  assert.equal(isLockedOut(lost, { ...run, order: orderHere(front, "g", "assist") }), true);
  assert.equal(isLockedOut(after(ready, there), before), false);
});

test("UI-043: states are announced politely, asks at once", () => {
  const asked = after(ready, stands("awaiting_approval"), news({ news: "ask", ...card }));
  assert.deepEqual(announce(ready, asked), { polite: "Awaiting approval", assertive: "Laika asks" });
  const taken = after(ready, stands("takeover"));
  assert.equal(announce(ready, taken).polite, "Paused due to takeover");
  assert.deepEqual(announce(asked, after(asked, news({ news: "doing", what: "x" }))), {
    polite: null,
    assertive: null,
  });
  const off = after(ready, { kind: "link", link: { state: "offline" } });
  assert.equal(announce(ready, off).polite, "Laika is not running");
});

test("orders: reading needs no more than reading, and a private window says so", () => {
  assert.deepEqual(orderHere(front, "g", "observe"), {
    goal: "g",
    urls: [front.url],
    mode: "observe",
    asks: "person",
    surface: { kind: "mine", tabId: 7 },
  });
  assert.equal(orderHere({ ...front, incognito: true }, "g", "assist").private, true);
  assert.deepEqual(orderHere(front, "g", "assist").surface, { kind: "mine", tabId: 7 });
});

test("which requests are offered to be done", () => {
  for (const goal of [
    "Book the 12:30 ferry",
    "please click Next",
    "Could you fill in the form?",
    "Log in",
    "unsubscribe me",
  ]) {
    assert.equal(soundsLikeActing(goal), true, goal);
  }
  for (const goal of [
    "How deep is the lake?",
    "What does it cost to book?",
    "Summarize this page.",
    "can you tell me the price?",
    "Opening hours?",
  ]) {
    assert.equal(soundsLikeActing(goal), false, goal);
  }
});

test("TOOL-023: news that are told again are heard once, and where a run stands is always believed", () => {
  const step: News = { news: "step", tool: "browser.click", target: null, role: null, why: "" };
  const numbered = (event: number, told: News): Message => ({
    kind: "down",
    ask: null,
    down: { says: "news", run: RUN, event, news: told },
  });
  const once = after(ready, stands("executing"), numbered(7, step), numbered(8, { news: "ended", done: true, how: "x" }));
  const again = after(once, stands("executing"), numbered(7, step), numbered(8, { news: "ended", done: true, how: "x" }));
  assert.equal(again.runs[RUN]?.steps.length, 1);
  assert.equal(after(again, numbered(9, step)).runs[RUN]?.steps.length, 2);
  assert.equal(after(again, stands("paused")).runs[RUN]?.state?.status, "paused");
});
