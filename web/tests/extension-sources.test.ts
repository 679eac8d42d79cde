/** What a panel can add to a collection: what the browser lets Laika see, nothing of a private window, and only the web. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { PanelAsk } from "../shared/daemon.js";
import { type Message, type State, asksAfter, reduce, start } from "../extension/src/panel/model.js";
import { chosenSources } from "../extension/src/panel/gathering.js";
import type { Front, Offered } from "../extension/src/shared/panel-port.js";
import { offerSources, readLinks } from "../extension/src/worker/sources.js";
import { fakeApi } from "./extension-fake.js";

function tab(tabId: number, over: Partial<Front> = {}): Front {
  const url = `https://a.example/${tabId}`;
  return { tabId, windowId: 1, url, origin: "https://a.example", title: `Page ${tabId}`, access: "granted", incognito: false, ...over };
}

const unseen = tab(3, { url: "", origin: "", access: "needed" });
const restricted = tab(4, { url: "chrome://settings/", origin: "", access: "restricted" });
const secret = tab(5, { incognito: true });

/** A browser in whose page these links are selected. */
function browser(links: unknown): ReturnType<typeof fakeApi> {
  return fakeApi({ scripting: { executeScript: async () => [{ result: links }] } });
}

test("a page is offered as it is, tabs only where several are selected, and those without an address are counted", async () => {
  const offers = async (front: Front | null, selected: Front[]): Promise<unknown> => {
    const { page, tabs, unseen } = await offerSources(browser([]), front, selected);
    return [page?.tabId ?? null, tabs.map(({ tabId }) => tabId), unseen];
  };
  assert.deepEqual(await offers(tab(1), [tab(1)]), [1, [], 0]);
  assert.deepEqual(await offers(tab(1), [tab(1), tab(2), unseen, restricted]), [1, [1, 2], 2]);
  assert.deepEqual(await offers(unseen, [unseen]), [null, [], 0]);
  assert.deepEqual(await offers(restricted, [restricted, tab(2)]), [null, [2], 1]);
  assert.deepEqual(await offers(null, []), [null, [], 0]);
});

test("nothing of a private window is offered", async () => {
  const asked: unknown[] = [];
  const api = fakeApi({ scripting: { executeScript: async () => asked.push("script") } });
  assert.deepEqual(await offerSources(api, secret, [secret, tab(1)]), { page: null, tabs: [], unseen: 0, links: [] });
  assert.deepEqual(asked, []);
});

test("a page's links are addresses of the web, each once, or they are nothing", () => {
  const links = [
    { url: "https://b.example/x#one", text: "B" },
    { url: "https://b.example/x#two", text: "B again" },
    { url: "javascript:alert(1)", text: "no" },
    { url: "file:///etc/passwd", text: "no" },
    { url: "chrome://settings", text: "no" },
    { url: `https://b.example/${"x".repeat(3_000)}`, text: "no" },
    { url: 7 },
    null,
    { url: "http://c.example/", text: { toString: "no" } },
  ];
  assert.deepEqual(readLinks(links), [
    { url: "https://b.example/x", text: "B" },
    { url: "http://c.example/", text: "" },
  ]);
  for (const nonsense of [undefined, null, "x", { length: 9 }]) assert.deepEqual(readLinks(nonsense), []);
  const many = Array.from({ length: 400 }, (_, at) => ({ url: `https://b.example/${at}`, text: "" }));
  assert.equal(readLinks(many).length, 50);
});

const offered: Offered = {
  page: { tabId: 1, url: "https://a.example/1", title: "One" },
  tabs: [
    { tabId: 1, url: "https://a.example/1", title: "One" },
    { tabId: 2, url: "https://a.example/2", title: "Two" },
  ],
  unseen: 0,
  links: [
    { url: "https://b.example/", text: "B" },
    { url: "https://c.example/", text: "C" },
  ],
};

test("tabs are read in their tabs, and links elsewhere; one that was left out is not added", () => {
  assert.deepEqual(chosenSources(offered, { what: "page" }), [{ type: "tab", ...offered.page }]);
  assert.deepEqual(chosenSources(offered, { what: "tabs" }).map(({ type, url }) => [type, url]), [
    ["tab", "https://a.example/1"],
    ["tab", "https://a.example/2"],
  ]);
  const urls = new Set(["https://c.example/"]);
  assert.deepEqual(chosenSources(offered, { what: "links", urls }), [{ type: "url", url: "https://c.example/", title: "C" }]);
});

/** Plays messages and notes what is asked because of them. */
function play(messages: Message[]): { state: State; asks: PanelAsk[] } {
  const asks: PanelAsk[] = [];
  let state = reduce(start, { kind: "link", link: { state: "online" } });
  for (const message of messages) {
    const next = reduce(state, message);
    asks.push(...asksAfter(state, next));
    state = next;
  }
  return { state, asks: asks.filter(({ say }) => say === "collect") };
}

test("a collection that is made gets what waits for it, and what came of it is told", () => {
  const sources = chosenSources(offered, { what: "page" });
  const create: PanelAsk = { say: "collect", what: { do: "create", title: "Lamps" } };
  const add: PanelAsk = { say: "collect", what: { do: "add", collection: "col:1", sources } };
  const { state, asks } = play([
    { kind: "view", view: "gather" },
    { kind: "offered", offered },
    { kind: "down", down: { says: "collected", id: 1, value: { collections: [] } }, ask: { say: "collect", what: { do: "titles" } } },
    { kind: "gather", sources, into: null },
    { kind: "down", down: { says: "collected", id: 2, value: { collection: { id: "col:1", title: "Lamps" } } }, ask: create },
    { kind: "down", down: { says: "collected", id: 3, value: { added: ["src:1"], again: ["src:2"], known: ["x"], refused: [] } }, ask: add },
  ]);
  assert.deepEqual(asks, [{ say: "collect", what: { do: "titles" } }, add]);
  assert.deepEqual(state.gathering.came, { added: 2, known: 1, refused: [] });
  const refused = play([
    { kind: "view", view: "gather" },
    { kind: "gather", sources, into: "col:1" },
    { kind: "down", down: { says: "error", id: 4, code: "E_NO_COLLECTION", sentence: "there is none" }, ask: add },
  ]);
  assert.deepEqual([refused.state.gathering.waiting, refused.state.failure?.code], [null, "E_NO_COLLECTION"]);
});
