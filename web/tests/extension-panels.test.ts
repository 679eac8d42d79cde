/** Only our own panel is listened to, and only what a panel may say goes on. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Down, PanelAsk } from "../shared/daemon.js";
import { isOurPanel, Panels } from "../extension/src/worker/panels.js";
import { Refusal } from "../extension/src/worker/refusal.js";
import { FakePort, fakeApi, OUR_ID, OUR_ORIGIN, settle } from "./extension-fake.js";

const OURS = { id: OUR_ID, url: `${OUR_ORIGIN}/panel.html`, origin: OUR_ORIGIN };

const senders: [name: string, sender: object | undefined, ours: boolean][] = [
  ["the side panel", OURS, true],
  ["the panel in a tab", { ...OURS, tab: { id: 1 }, frameId: 0 }, true],
  ["a browser that names no origin", { id: OURS.id, url: OURS.url }, true],
  ["nobody", undefined, false],
  ["another extension", { ...OURS, id: "ponmlkjihgfedcbaponmlkjihgfedcba" }, false],
  ["a page with our script in it", { ...OURS, url: "https://evil.example/panel.html", origin: "https://evil.example" }, false],
  ["another page of ours", { ...OURS, url: `${OUR_ORIGIN}/other.html` }, false],
  ["the panel with something behind it", { ...OURS, url: `${OURS.url}?run=1` }, false],
  ["a place in the panel", { ...OURS, url: `${OURS.url}#x` }, false],
  ["another origin at our address", { ...OURS, origin: "null" }, false],
  ["a frame", { ...OURS, tab: { id: 1 }, frameId: 3 }, false],
];
for (const [name, sender, ours] of senders) {
  test(`${name} is ${ours ? "our panel" : "not our panel"}`, () => {
    assert.equal(isOurPanel(fakeApi(), sender as chrome.runtime.MessageSender), ours);
    const { panels } = open();
    const port = new FakePort("panel", sender);
    panels.accept(port.port);
    assert.equal(port.isOpen, ours);
  });
}

function open(): { panels: Panels; asked: PanelAsk[]; opened: string[] } {
  const asked: PanelAsk[] = [];
  const opened: string[] = [];
  const panels = new Panels(fakeApi(), {
    ask: async (ask) => {
      asked.push(ask);
      return { says: "done", id: 5, runs: [] } satisfies Down;
    },
    openLaika: () => opened.push("laika"),
    front: async (windowId) => ({
      ...{ tabId: 1, windowId: windowId ?? 0, url: "https://a.example/", origin: "https://a.example", title: "A" },
      ...{ access: "granted", incognito: false },
    }),
    link: () => ({ state: "online" }),
    pickRegion: async (windowId) => {
      if (windowId === 9) throw new Refusal("PRECONDITION_FAILED", "E_TAB_BUSY", "A run works in this tab.");
      return { tabId: 1, chars: 12 };
    },
    dropRegion: async () => void opened.push("drop"),
    offerSources: async () => ({ page: null, tabs: [], unseen: 1, links: [] }),
    opened: () => opened.push("panel"),
  });
  return { panels, asked, opened };
}

const says: [say: string, may: boolean][] = [
  ...["begin", "answer", "resume", "stop", "panic", "unlock", "status", "watch", "sync"],
  ...["authorise", "decline", "pause", "grants", "revoke", "site_mode", "site", "disconnect", "preview", "gesture", "reattach", "continue", "collect"],
].map((say) => [say, true] as [string, boolean]);
for (const say of ["hello", "extension", "tab_answer", "happened", "quit", "constructor", "__proto__", ""]) says.push([say, false]);

for (const [say, may] of says) {
  test(`a panel ${may ? "may" : "may not"} say ${say || "nothing"}`, async () => {
    const { panels, asked } = open();
    const port = new FakePort("panel", OURS);
    panels.accept(port.port);
    port.hear({ n: 1, ask: { say } });
    await settle();
    assert.equal(asked.length, may ? 1 : 0);
    const reply = port.posted[0]?.["reply"] as { says: string; code?: string };
    assert.deepEqual([reply.says, reply.code], may ? ["done", undefined] : ["error", "INVALID_ARGUMENT"]);
  });
}

test("what is too long does not go on", async () => {
  const { panels, asked } = open();
  const port = new FakePort("panel", OURS);
  panels.accept(port.port);
  port.hear({ n: 1, ask: { say: "begin", order: { goal: "x".repeat(300_000) } } });
  await settle();
  assert.deepEqual(asked, []);
});

test("a panel is told how things stand once it can be drawn, not before", async () => {
  const { panels, opened } = open();
  const port = new FakePort("panel", OURS);
  panels.accept(port.port);
  panels.menu({ what: "ask_selection", tabId: 1 }, 3);
  panels.tellAll({ link: { state: "offline" } });
  assert.deepEqual(port.posted, []);
  port.hear({ n: 1, do: "ready", windowId: 3 });
  await settle();
  assert.deepEqual(opened, ["panel"]);
  assert.deepEqual(port.posted.map((message) => Object.keys(message)), [["link"], ["front"], ["menu"], ["n", "done"]]);
  assert.equal(((port.posted as Record<string, unknown>[])[1]?.["front"] as { windowId: number }).windowId, 3);
  panels.menu({ what: "extract_table", tabId: 9 }, 4);
  assert.equal(port.posted.length, 4);
});

test("what a panel may not do is not done", async () => {
  const { panels, opened } = open();
  const port = new FakePort("panel", OURS);
  panels.accept(port.port);
  for (const wish of ["attach", "constructor", "pick"]) port.hear({ n: 1, do: wish });
  for (const nonsense of [null, 1, "x", { do: "open_laika" }, { n: "1", do: "open_laika" }]) port.hear(nonsense);
  await settle();
  assert.deepEqual(port.posted.map((message) => message["done"]), [false, false, false]);
  assert.deepEqual(opened, []);
});

test("a part of the page is told as a number to the panel that asked, and to no other", async () => {
  const { panels, opened } = open();
  const [one, other] = [new FakePort("panel", OURS), new FakePort("panel", OURS)];
  for (const port of [one, other]) panels.accept(port.port);
  one.hear({ n: 1, do: "pick_region" });
  one.hear({ n: 2, do: "drop_region" });
  await settle();
  assert.deepEqual(one.posted.filter((message) => "picked" in message), [{ picked: { tabId: 1, chars: 12 } }]);
  assert.deepEqual([other.posted, opened], [[], ["drop"]]);
});

test("why nothing can be chosen is told", async () => {
  const { panels } = open();
  const port = new FakePort("panel", OURS);
  panels.accept(port.port);
  port.hear({ n: 1, do: "ready", windowId: 9 });
  await settle();
  port.hear({ n: 2, do: "pick_region" });
  await settle();
  assert.deepEqual(port.posted.at(-1), { n: 2, done: false, code: "E_TAB_BUSY", sentence: "A run works in this tab." });
});
