/** What the panel does on a click, without a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { commands } from "../extension/src/panel/commands.js";
import { matching } from "../shared/matching.js";
import { type Outside, control } from "../extension/src/panel/control.js";
import type { Deeds } from "../extension/src/panel/deeds.js";
import { type Message, type State, reduce, start } from "../extension/src/panel/model.js";
import type { Front } from "../extension/src/shared/panel-port.js";

const front: Front = {
  tabId: 7,
  windowId: 1,
  url: "https://a.example/x",
  origin: "https://a.example",
  title: "A",
  access: "granted",
  incognito: false,
};

interface World {
  deeds: Deeds;
  log: string[];
  asks: unknown[];
  state: () => State;
}

function world(over: Partial<Outside> = {}, first: Message[] = []): World {
  const log: string[] = [];
  const asks: unknown[] = [];
  const begun: Message[] = [
    { kind: "link", link: { state: "online" } },
    { kind: "front", front },
    { kind: "prefs", onboarded: true },
  ];
  let state = [...begun, ...first].reduce(reduce, start);
  const outside: Outside = {
    ask: (ask) => {
      log.push(`ask ${ask.say}`);
      asks.push(ask);
    },
    openLaika: () => log.push("open"),
    pickRegion: () => log.push("pick"),
    dropRegion: () => log.push("drop"),
    offerSources: () => log.push("offer"),
    requestAccess: (origins) => {
      log.push(`request ${origins.join(" ")}`);
      return Promise.resolve(true);
    },
    removeAccess: (origin) => log.push(`remove ${origin}`),
    openTab: (url) => {
      log.push(`open ${url}`);
      return Promise.resolve(9);
    },
    writeClipboard: () => Promise.resolve(),
    keepOnboarded: (incognito) => log.push(`keep ${incognito}`),
    copied: () => log.push("copied"),
    ...over,
  };
  const deeds = control(
    () => state,
    (message) => (state = reduce(state, message)),
    outside,
  );
  return { deeds, log, asks, state: () => state };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test("the browser is asked for the site inside the click, and Laika only after its yes", async () => {
  const { deeds, log, asks } = world();
  deeds.authorise("run-1", "d1", ["https://a.example"]);
  // Nothing was waited for before the browser was asked.
  assert.deepEqual(log, ["request https://a.example"]);
  await settled();
  assert.deepEqual(asks, [{ say: "authorise", run: "run-1", digest: "d1" }]);
});

test("where the browser says no, nothing is authorised", async () => {
  const { deeds, asks, state } = world({ requestAccess: () => Promise.resolve(false) });
  deeds.authorise("run-1", "d1", ["https://a.example"]);
  await settled();
  assert.deepEqual(asks, []);
  assert.equal(state().failure?.code, "E_NO_SITE_ACCESS");
});

test("a question reads; a request to act waits for Connect", () => {
  const { deeds, asks, state } = world();
  deeds.ask("How deep is the lake?");
  assert.deepEqual(asks, [
    {
      say: "begin",
      order: {
        goal: "How deep is the lake?",
        urls: ["https://a.example/x"],
        mode: "observe",
        asks: "person",
        surface: { kind: "mine", tabId: 7 },
      },
    },
  ]);
  deeds.ask("Book a table");
  assert.equal(asks.length, 1);
  assert.equal(state().wantsToAct, "Book a table");
  deeds.connect("Book a table");
  assert.deepEqual((asks[1] as { order: { mode: string; surface: unknown } }).order.mode, "assist");
});

test("a gesture happens inside the click, once, and carries its nonce", async () => {
  const { deeds, log, asks } = world();
  deeds.gesture("run-1", {
    requestId: "r",
    nonce: "n",
    kind: "download",
    origin: "o",
    expiresAtMs: 1,
    url: "https://a.example/file",
    used: false,
  });
  assert.deepEqual(log, ["open https://a.example/file"]);
  await settled();
  assert.deepEqual(asks, [{ say: "gesture", run: "run-1", requestId: "r", nonce: "n" }]);
});

test("a gesture that fails is told, and not tried again", async () => {
  const { deeds, asks, state } = world({ openTab: () => Promise.reject(new Error("no")) });
  deeds.gesture("run-1", {
    requestId: "r",
    nonce: "n",
    kind: "download",
    origin: "o",
    expiresAtMs: 1,
    url: "https://a.example/file",
    used: false,
  });
  await settled();
  assert.deepEqual(asks, []);
  assert.equal(state().failure?.code, "E_GESTURE");
});

test("what opens nothing is not said to have been done", async () => {
  const { deeds, asks, state } = world({ openTab: () => Promise.resolve(null) });
  const offer = { requestId: "r", nonce: "n", origin: "o", expiresAtMs: 1, used: false };
  deeds.gesture("run-1", { ...offer, kind: "download", url: "javascript:alert(1)" });
  deeds.gesture("run-1", { ...offer, kind: "paste", url: null });
  await settled();
  assert.deepEqual(asks, []);
  assert.equal(state().failure?.code, "E_GESTURE");
});

test("a second click on a gesture opens nothing more", async () => {
  const gesture = { news: "gesture", request_id: "r", nonce: "n", kind: "download", origin: "o" } as const;
  const told = { ...gesture, url: "https://a.example/file", expires_at_ms: 1 };
  const { deeds, log, state } = world({}, [
    { kind: "down", ask: null, down: { says: "news", run: "run-1", news: told } },
  ]);
  const drawn = state().runs["run-1"]?.gesture;
  assert.ok(drawn);
  deeds.gesture("run-1", drawn);
  deeds.gesture("run-1", drawn);
  await settled();
  assert.deepEqual(log, ["open https://a.example/file", "ask gesture"]);
});

test("SURF-008: continuing in this browser is said once, and the new run is shown with what was asked for", () => {
  const offer = { news: "offer", what: "my_browser", url: "https://a.example/x", why: "It needs a login." } as const;
  const { deeds, asks, state } = world({}, [
    { kind: "down", ask: null, down: { says: "news", run: "run-1", news: offer } },
  ]);
  deeds.continueHere("run-1");
  assert.deepEqual(asks, [{ say: "continue", run: "run-1" }]);
  assert.deepEqual(state().runs["run-1"]?.offers.map(({ taken }) => taken), [true]);
});

test("UI-007: a part that was chosen is what is explained and asked about, once", () => {
  const { deeds, log, asks, state } = world();
  deeds.pickRegion();
  assert.deepEqual([log, state().picking], [["pick"], true]);
  const parts = (): unknown[] => asks.map((ask) => (ask as { order: { goal: string; part?: string } }).order.part);
  const chosen = world({}, [{ kind: "picked", picked: { tabId: 7, chars: 120 } }]);
  chosen.deeds.explain();
  assert.deepEqual(
    chosen.asks.map((ask) => (ask as { order: unknown }).order),
    [
      {
        goal: "Summarize and explain this part of the page.",
        urls: ["https://a.example/x"],
        mode: "observe",
        asks: "person",
        surface: { kind: "mine", tabId: 7 },
        part: "selection",
      },
    ],
  );
  chosen.deeds.ask("What does it cost?");
  assert.equal((chosen.asks[1] as { order: { part?: string } }).order.part, "selection");
  // What is about the page stays about the page.
  chosen.deeds.summarize();
  assert.equal((chosen.asks[2] as { order: { part?: string } }).order.part, undefined);
  deeds.ask("What does it cost?");
  assert.deepEqual(parts(), [undefined]);
});

test("choosing can be ended in the panel, and what was chosen be dropped", () => {
  const { deeds, log, state } = world({}, [{ kind: "picking", picking: true }]);
  deeds.dropRegion();
  assert.deepEqual([log, state().picking], [["drop"], false]);
  const chosen = world({}, [{ kind: "picked", picked: { tabId: 7, chars: 120 } }]);
  chosen.deeds.dropPart();
  assert.equal(chosen.state().part, null);
});

test("an answer carries the digest that was drawn", () => {
  const { deeds, asks } = world();
  deeds.answer("run-1", "r1", "d1", "once");
  assert.deepEqual(asks, [{ say: "answer", run: "run-1", requestId: "r1", digest: "d1", reply: "once" }]);
});

test("disconnecting takes the browser's permission back as well", () => {
  const { deeds, log } = world();
  deeds.disconnect();
  assert.deepEqual(log, ["ask disconnect", "remove https://a.example"]);
});

test("a private window keeps nothing", () => {
  const { deeds, log } = world({}, [{ kind: "front", front: { ...front, incognito: true } }]);
  deeds.onboarded();
  assert.deepEqual(log, ["keep true"]);
});

test("the palette finds by the beginnings of words and holds no yes", () => {
  const { deeds, state } = world();
  const list = commands(state(), deeds);
  assert.deepEqual(
    matching(list, "ext ta").map((one) => one.id),
    ["table"],
  );
  assert.deepEqual(
    matching(list, "choose part").map((one) => one.id),
    ["region"],
  );
  assert.ok(matching(list, "panic").length === 0 && matching(list, "lock").some((one) => one.id === "panic"));
  assert.ok(!list.some((one) => /allow|approve|authori/i.test(one.label)));
});
