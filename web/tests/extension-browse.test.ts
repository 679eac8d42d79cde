/** A request of the daemon is answered exactly once, in time, and never done twice. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Browse, TabAnswer } from "../shared/daemon.js";
import { Browsing, type Deed } from "../extension/src/worker/browse.js";
import { settle } from "./extension-fake.js";

const RELEASE: Browse = { do: "release", tabId: 7 };

function browsing(deed: Deed): { browsing: Browsing; said: TabAnswer[] } {
  const said: TabAnswer[] = [];
  return { browsing: new Browsing(deed, (answer) => said.push(answer)), said };
}

function codes(said: TabAnswer[]): string[] {
  return said.map((answer) => (answer.ok ? "ok" : answer.code));
}

test("a request that comes again is answered as before and not done again", async () => {
  let done = 0;
  const { browsing: all, said } = browsing(async () => ({ done: ++done }));
  await all.take("a", 1_000, RELEASE);
  await all.take("a", 1_000, RELEASE);
  assert.equal(done, 1);
  assert.deepEqual(said[1], said[0]);
});

test("one that comes again while it is under way has one answer", async () => {
  let finish = (): void => undefined;
  const { browsing: all, said } = browsing(() => new Promise<void>((resolve) => (finish = resolve)));
  const first = all.take("a", 1_000, RELEASE);
  await all.take("a", 1_000, RELEASE);
  finish();
  await first;
  assert.deepEqual(said, [{ say: "tab_answer", requestId: "a", ok: true, value: {} }]);
});

test("one whose answer is no longer here is cancelled, not done again", async () => {
  let done = 0;
  const { browsing: all, said } = browsing(async () => void ++done);
  for (let id = 0; id <= 200; id++) await all.take(`r${id}`, 1_000, RELEASE);
  await all.take("r0", 1_000, RELEASE);
  await all.take("r1", 1_000, RELEASE);
  assert.equal(done, 201);
  assert.deepEqual(codes(said.slice(-2)), ["CANCELLED", "ok"]);
});

test("what takes too long is answered in time, and told so", async () => {
  let signal: AbortSignal | undefined;
  const { browsing: all, said } = browsing((_, given) => new Promise(() => (signal = given)));
  await all.take("a", 20, RELEASE);
  assert.deepEqual([codes(said), signal?.aborted], [["TIMEOUT"], true]);
});

test("what is cancelled ends, before it came or while it is under way", async () => {
  let done = 0;
  const { browsing: all, said } = browsing(() => new Promise(() => ++done));
  all.cancel("a");
  await all.take("a", 1_000, RELEASE);
  const second = all.take("b", 1_000, RELEASE);
  all.cancel("b");
  await second;
  assert.deepEqual([codes(said), done], [["CANCELLED", "CANCELLED"], 1]);
});

test("a tab that is revoked ends what is under way there, and nowhere else", async () => {
  const { browsing: all, said } = browsing(() => new Promise(() => undefined));
  const asked = { do: "ask", context: { tabId: 7 } } as unknown as Browse;
  const front = (tabId: number): Browse => ({ do: "activate", tabId });
  for (const [id, what] of [["a", front(7)], ["b", asked], ["c", front(8)], ["d", RELEASE]] as [string, Browse][]) {
    void all.take(id, 1_000, what);
  }
  // What lets the tab go is what ended the rest: it goes on.
  all.cancelAll(7);
  await settle();
  assert.deepEqual(said.map((answer) => answer.requestId), ["a", "b"]);
  all.cancelAll();
  await settle();
  assert.deepEqual(codes(said), Array(4).fill("CANCELLED"));
});

test("more than can be under way is refused at once", async () => {
  const { browsing: all, said } = browsing(() => new Promise(() => undefined));
  for (let id = 0; id < 33; id++) void all.take(`r${id}`, 1_000, RELEASE);
  await settle();
  assert.deepEqual(said.map(({ requestId }) => requestId), ["r32"]);
  assert.deepEqual(codes(said), ["RATE_LIMITED"]);
  all.cancelAll();
  await settle();
});

test("what the browser says is not repeated", async () => {
  const { browsing: all, said } = browsing(() => Promise.reject(new Error("Cannot access https://bank.example/secret")));
  await all.take("a", 1_000, RELEASE);
  assert.deepEqual(codes(said), ["INTERNAL"]);
  assert.ok(!JSON.stringify(said).includes("bank"));
});
