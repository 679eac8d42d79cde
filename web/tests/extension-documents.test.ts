/** Who a page is, is what the browser says; and only a page that is waited for is talked to (S14). */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Browse } from "../shared/daemon.js";
import { askPage } from "../extension/src/worker/asking.js";
import { type Attached, Documents } from "../extension/src/worker/documents.js";
import { takeover } from "../extension/src/worker/notice.js";
import { Refusal } from "../extension/src/worker/refusal.js";
import { FakePort, settle } from "./extension-fake.js";

const ORIGIN = "https://shop.example";

function sender(more: object = {}): object {
  return { tab: { id: 7 }, frameId: 0, documentId: "D1", documentLifecycle: "active", url: `${ORIGIN}/a`, origin: ORIGIN, ...more };
}

function documents(): { documents: Documents; gone: string[]; notices: unknown[] } {
  const gone: string[] = [];
  const notices: unknown[] = [];
  const owner = {
    expects: (tabId: number) => tabId === 7,
    noticed: (_: Attached, notice: unknown) => notices.push(notice),
    gone: (document: Attached) => gone.push(document.documentId),
  };
  return { documents: new Documents(owner), gone, notices };
}

function ask(more: object = {}, request: object = { op: "observe", options: {} }): Extract<Browse, { do: "ask" }> {
  const context = { tabId: 7, frameId: 0, documentId: "D1", origin: ORIGIN, navigationGeneration: 0, ...more };
  return { do: "ask", context, tool: "browser.observe_dom", token: "t", request } as Extract<Browse, { do: "ask" }>;
}

const never = new AbortController().signal;
const token = { token: "t", expiresAtMs: 1_000, tools: ["browser.observe_dom", "browser.scroll"] };

async function reason(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "",
    (error: unknown) => (error instanceof Refusal ? error.reason : String(error)),
  );
}

for (const [name, more] of [
  ["of a tab that is not waited for", { tab: { id: 8 } }],
  ["without a tab", { tab: undefined }],
  ["without a frame", { frameId: undefined }],
  ["of a page that is not shown", { documentLifecycle: "prerender" }],
] as [string, object][]) {
  test(`a port ${name} is closed`, () => {
    const { documents: all } = documents();
    const port = new FakePort("page", sender(more));
    all.accept(port.port);
    assert.equal(port.isOpen, false);
    assert.deepEqual(all.all(), []);
  });
}

test("a page does not say who it is", () => {
  const { documents: all } = documents();
  const port = new FakePort("page", sender());
  all.accept(port.port);
  port.hear({ path: [0, "x"], documentId: "D9", origin: "https://bank.example", tabId: 1 });
  assert.deepEqual(all.at(7, 0)?.told(), {
    ...{ tabId: 7, frameId: 0, documentId: "D1", origin: ORIGIN, url: `${ORIGIN}/a`, path: null },
  });
  port.hear({ path: [0, 2] });
  assert.deepEqual(all.at(7, 0)?.path, [0, 2]);
});

test("a browser that names no document gets a new name for each port", () => {
  const { documents: all } = documents();
  all.accept(new FakePort("page", sender({ documentId: undefined, origin: undefined })).port);
  const first = all.at(7, 0);
  all.accept(new FakePort("page", sender({ documentId: undefined })).port);
  assert.equal(first?.origin, ORIGIN);
  assert.match(first?.documentId ?? "", /^[0-9a-f-]{36}$/);
  assert.notEqual(first?.documentId, all.at(7, 0)?.documentId);
});

test("a question goes to exactly its document, with exactly its token", async () => {
  const { documents: all } = documents();
  const port = new FakePort("page", sender());
  all.accept(port.port);
  assert.equal(await reason(askPage(all, ask(), 0, never)), "E_TOKEN");
  (all.at(7, 0) as Attached).capability = token;
  for (const [more, expected] of [
    [{ documentId: "D2" }, "E_DOCUMENT_CHANGED"],
    [{ origin: "https://bank.example" }, "E_DOCUMENT_CHANGED"],
    [{ frameId: 1 }, "E_DOCUMENT_CHANGED"],
    [{ tabId: 8 }, "E_DOCUMENT_CHANGED"],
  ] as [object, string][]) {
    assert.equal(await reason(askPage(all, ask(more), 0, never)), expected);
  }
  assert.equal(await reason(askPage(all, { ...ask(), token: "u" }, 0, never)), "E_TOKEN");
  assert.equal(await reason(askPage(all, ask(), 1_000, never)), "E_TOKEN_EXPIRED");
  assert.equal(await reason(askPage(all, ask({}, { op: "scroll", pages: 1 }), 0, never)), "E_TOOL");
  assert.deepEqual(port.posted, []);
  const answer = askPage(all, ask(), 0, never);
  assert.deepEqual(port.posted, [{ n: 1, request: { op: "observe", options: {} } }]);
  port.hear({ n: 1, response: '{"ok":true,"value":{"reading":1}}' });
  assert.deepEqual(await answer, { ok: true, value: { reading: 1 } });
});

test("one act at a time in a document", async () => {
  const { documents: all } = documents();
  const port = new FakePort("page", sender());
  all.accept(port.port);
  (all.at(7, 0) as Attached).capability = token;
  const scroll = { ...ask({}, { op: "scroll", pages: 1 }), tool: "browser.scroll" };
  const first = askPage(all, scroll, 0, never);
  assert.equal(await reason(askPage(all, scroll, 0, never)), "E_BUSY");
  port.hear({ n: 1, response: '{"ok":true,"value":{}}' });
  await first;
  void askPage(all, scroll, 0, never);
  assert.equal(port.posted.length, 2);
});

test("what is no answer is none", async () => {
  const { documents: all } = documents();
  const port = new FakePort("page", sender());
  all.accept(port.port);
  (all.at(7, 0) as Attached).capability = token;
  for (const response of ["{", "null", '"ok"', "{}", '{"ok":1}', { ok: true }, undefined]) {
    const answer = reason(askPage(all, ask(), 0, never));
    port.hear({ n: port.posted.length, response });
    assert.equal(await answer, "E_PAGE_SCRIPT");
  }
});

test("a document that leaves takes its token and its questions with it", async () => {
  const { documents: all, gone } = documents();
  const port = new FakePort("page", sender());
  all.accept(port.port);
  const document = all.at(7, 0) as Attached;
  document.capability = token;
  const answer = reason(askPage(all, ask(), 0, never));
  port.leave();
  assert.equal(await answer, "E_DOCUMENT_CHANGED");
  assert.deepEqual([gone, document.capability, all.all()], [["D1"], undefined, []]);
});

test("what the daemon lets go of is not told as gone", () => {
  const { documents: all, gone } = documents();
  const port = new FakePort("page", sender());
  all.accept(port.port);
  all.release(7);
  port.leave();
  assert.deepEqual([gone, port.isOpen], [[], false]);
});

test("of what a page says unasked only a takeover counts, and only so often", async () => {
  const { documents: all, notices } = documents();
  const port = new FakePort("page", sender());
  all.accept(port.port);
  for (const notice of ['{"kind":"takeover","input":"key"}', "{", "1", `{"x":"${"y".repeat(1_000)}"}`]) port.hear({ notice });
  await settle();
  assert.deepEqual(notices, [{ kind: "takeover", input: "key" }]);
  const told: unknown[] = [];
  for (const [input, now] of [["key", 0], ["key", 100], ["mind", 900], ["wheel", 1_000]] as [string, number][]) {
    takeover(1, { kind: "takeover", input }, (event) => told.push(event), now);
  }
  takeover(1, { kind: "approve", input: "key" }, (event) => told.push(event), 9_000);
  assert.deepEqual(told, [
    { kind: "takeover", tabId: 1, input: "key" },
    { kind: "takeover", tabId: 1, input: "wheel" },
  ]);
});
