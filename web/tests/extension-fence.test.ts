/** The fence around a tab (S10): its rules, their bound, and that none is left behind. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Happened } from "../shared/daemon.js";
import { type Fence, fence, RULES_A_TAB, rules, stops } from "../extension/src/worker/fence-rules.js";
import { Fences } from "../extension/src/worker/fences.js";
import { FakeEvent, fakeApi } from "./extension-fake.js";

type Rule = chrome.declarativeNetRequest.Rule;

const SHOP = "https://shop.example";
const asked = fence(7, [SHOP, "http://127.0.0.1:8000"], [{ method: "POST", url: `${SHOP}/order?a=1#top` }]);
const wanted: Fence = { ...asked, others: [8] };
const never = new AbortController().signal;

/** As the browser decides: the matching rule of the highest priority. */
function decide(all: Rule[], tabId: number, method: string, url: string, type: string, initiator = "shop.example"): string {
  const matching = all.filter(({ condition: c }) => {
    const filter = c.urlFilter;
    const fits =
      filter === undefined || (filter.endsWith("|") ? url === filter.slice(1, -1) : url.startsWith(filter.slice(1)));
    const methods = (c.requestMethods as string[] | undefined)?.includes(method) ?? true;
    const excluded = (c.excludedRequestMethods as string[] | undefined)?.includes(method) ?? false;
    const from = c.initiatorDomains?.includes(initiator) ?? true;
    const inTab = c.tabIds?.includes(tabId) ?? !c.excludedTabIds?.includes(tabId);
    return inTab && (c.resourceTypes as string[]).includes(type) && fits && methods && !excluded && from;
  });
  matching.sort((a, b) => (b.priority ?? 1) - (a.priority ?? 1));
  return matching[0]?.action.type ?? "allow";
}

const requests: [verdict: string, method: string, url: string, type: string, tabId: number][] = [
  ["allow", "get", `${SHOP}/`, "main_frame", 7],
  ["allow", "get", "http://127.0.0.1:8000/x", "main_frame", 7],
  ["block", "get", "http://127.0.0.1:8001/x", "main_frame", 7],
  ["block", "get", "https://evil.example/", "main_frame", 7],
  ["block", "get", `${SHOP}.evil.example/`, "main_frame", 7],
  ["block", "get", "http://shop.example/", "main_frame", 7],
  ["allow", "get", "https://cdn.example/a.js", "script", 7],
  ["allow", "options", "https://api.example/", "xmlhttprequest", 7],
  ["block", "post", `${SHOP}/`, "main_frame", 7],
  ["block", "post", `${SHOP}/api`, "xmlhttprequest", 7],
  ["block", "post", `${SHOP}/beacon`, "ping", 7],
  ["block", "put", `${SHOP}/order?a=1`, "xmlhttprequest", 7],
  ["block", "delete", `${SHOP}/x`, "xmlhttprequest", 7],
  ["block", "other", `${SHOP}/x`, "xmlhttprequest", 7],
  ["allow", "post", `${SHOP}/order?a=1`, "main_frame", 7],
  ["allow", "post", `${SHOP}/order?a=1`, "xmlhttprequest", 7],
  ["block", "post", `${SHOP}/order?a=12`, "xmlhttprequest", 7],
  ["block", "post", `${SHOP}/api`, "xmlhttprequest", -1],
  ["allow", "post", `${SHOP}/order?a=1`, "xmlhttprequest", -1],
  ["allow", "post", `${SHOP}/api`, "xmlhttprequest", 8],
  ["allow", "get", "https://evil.example/", "main_frame", 8],
  // A window that the page opened.
  ["block", "get", "https://evil.example/", "main_frame", 9],
  ["allow", "get", `${SHOP}/help`, "main_frame", 9],
  ["block", "post", `${SHOP}/api`, "main_frame", 9],
  ["allow", "post", `${SHOP}/order?a=1`, "main_frame", 9],
];
for (const [verdict, method, url, type, tabId] of requests) {
  test(`the fence: ${method} ${url} as ${type} in tab ${tabId}: ${verdict}`, () => {
    assert.equal(decide(rules(wanted, 1), tabId, method, url, type), verdict);
    if (tabId > 0 && tabId !== 7) assert.equal(decide(rules(wanted, 1), tabId, method, url, type, "other.example"), "allow");
    if (tabId === 7) assert.equal(stops(wanted, method, url, type === "main_frame"), verdict === "block");
  });
}

test("an address with signs of its own is meant as it is written", () => {
  const all = rules(fence(7, [], [{ method: "post", url: `${SHOP}/a?x=*|(1)` }]), 1);
  const { regexFilter, urlFilter } = all.at(-1)?.condition ?? {};
  assert.equal(urlFilter, undefined);
  assert.ok(new RegExp(regexFilter as string).test(`${SHOP}/a?x=*|(1)`));
  assert.ok(!new RegExp(regexFilter as string).test(`${SHOP}/a?x=y|(1)`));
});

test("what is no origin or address is not taken", () => {
  for (const [origins, allow] of [
    [["*"], []],
    [["file:///"], []],
    [[SHOP], [{ method: "POST", url: "*" }]],
    ["all", []],
    [Array(51).fill(SHOP), []],
    [[], Array(51).fill({ method: "POST", url: SHOP })],
  ]) {
    assert.throws(() => fence(7, origins, allow));
  }
});

test("a tab has no more rules than numbers", () => {
  const most: Fence = fence(7, Array.from({ length: 50 }, (_, i) => `https://s${i}.example`), Array(50).fill({ method: "POST", url: SHOP }));
  assert.ok(rules(most, 1).length <= RULES_A_TAB);
});

function fences(old: number[] = []): { fences: Fences; held: Map<number, Rule>; seen: FakeEvent; told: Happened[] } {
  const held = new Map<number, Rule>(old.map((id) => [id, { id } as Rule]));
  const seen = new FakeEvent();
  const told: Happened[] = [];
  const declarativeNetRequest = {
    getSessionRules: async () => [...held.values()],
    updateSessionRules: async ({ removeRuleIds = [], addRules = [] }: { removeRuleIds?: number[]; addRules?: Rule[] }) => {
      for (const id of removeRuleIds) held.delete(id);
      for (const rule of addRules) {
        assert.ok(!held.has(rule.id), "two rules with one number");
        held.set(rule.id, rule);
      }
    },
  };
  const permissions = { contains: async ({ origins }: { origins: string[] }) => origins.every((one) => one === `${SHOP}/*`) };
  const tabs = { query: async () => [{ id: 7 }, { id: 8 }] };
  const api = fakeApi({ declarativeNetRequest, permissions, tabs, webRequest: { onBeforeRequest: seen } });
  return { fences: new Fences(api, (event) => told.push(event)), held, seen, told };
}

test("a worker that starts takes down what an earlier one left", async () => {
  const { fences: all, held } = fences([1, 500, 4_999]);
  await all.drop(7);
  assert.equal(held.size, 0);
});

test("fences of several tabs stand side by side, and each goes alone", async () => {
  const { fences: all, held } = fences();
  await Promise.all([all.set(7, [SHOP], [], true, never), all.set(8, [SHOP], [], true, never)]);
  await all.set(7, [SHOP, "https://b.example"], [], true, never);
  const tabs = (): number[] => [...new Set([...held.values()].flatMap((rule) => rule.condition.tabIds ?? []))].sort();
  assert.deepEqual(tabs(), [-1, 7, 8]);
  await all.set(7, [], [], false, never);
  assert.deepEqual(tabs(), [-1, 8]);
  await all.drop(8);
  assert.equal(held.size, 0);
});

test("there are not endlessly many", async () => {
  const { fences: all } = fences();
  for (let tabId = 1; tabId <= 16; tabId++) await all.set(tabId, [SHOP], [], true, never);
  await assert.rejects(all.set(21, [SHOP], [], true, never));
  await all.drop(3);
  await all.set(21, [SHOP], [], true, never);
});

test("a fenced tab that shows something nobody granted was kept from it", async () => {
  const { fences: all } = fences();
  assert.equal(await all.hasLeft(7, undefined), false);
  await all.set(7, [`${SHOP}:8443`], [], true, never);
  assert.equal(await all.hasLeft(7, undefined), true);
  assert.equal(await all.hasLeft(7, `${SHOP}:8443/x`), false);
  assert.equal(await all.hasLeft(7, `${SHOP}/x`), true);
  await all.set(7, ["https://not-granted.example"], [], true, never);
  assert.equal(await all.hasLeft(7, undefined), false);
});

test("a fence that was taken back before it stood does not stand", async () => {
  const { fences: all, held } = fences();
  const gone = new AbortController();
  const set = all.set(7, [SHOP], [], true, gone.signal);
  gone.abort(new Error("cancelled"));
  await assert.rejects(set);
  const up = all.set(7, [SHOP], [], true, never);
  await all.drop(7);
  await up;
  assert.equal(held.size, 0);
});

test("what is stopped is told, while a fence stands", async () => {
  const { fences: all, seen, told } = fences();
  assert.equal(seen.listeners.size, 0);
  await all.set(7, [SHOP], [], true, never);
  const request = { method: "POST", url: `${SHOP}/api`, type: "xmlhttprequest" };
  for (const one of [{ tabId: 7 }, { tabId: 8, initiator: SHOP }, { tabId: 9, initiator: SHOP }, { tabId: 9 }, { tabId: -1, initiator: SHOP }, { tabId: -1, initiator: "https://b.example" }]) {
    seen.fire({ ...request, ...one });
  }
  seen.fire({ ...request, method: "GET", tabId: 7 });
  assert.deepEqual(told, Array(3).fill({ kind: "fenced", tabId: 7, method: "POST", url: `${SHOP}/api`, main: false }));
  await all.drop(7);
  assert.equal(seen.listeners.size, 0);
});
