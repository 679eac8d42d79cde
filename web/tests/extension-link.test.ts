/** The connection to the daemon: its greeting, its numbers, its bounds, and messages in pieces. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type TestContext, test } from "node:test";

import type { Down, Up } from "../shared/daemon.js";
import type { Link as LinkNews } from "../extension/src/shared/panel-port.js";
import { Chunks } from "../extension/src/worker/chunks.js";
import { Link } from "../extension/src/worker/link.js";
import { FakePort, settle } from "./extension-fake.js";

interface World {
  link: Link;
  ports: FakePort[];
  news: LinkNews[];
  heard: Down[];
  lost(): number;
  port(): FakePort;
  said(): Up[];
}

function world(t: TestContext): World {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const ports: FakePort[] = [];
  const news: LinkNews[] = [];
  const heard: Down[] = [];
  let lost = 0;
  const link = new Link({
    connect: () => {
      ports.push(new FakePort());
      return (ports.at(-1) as FakePort).port;
    },
    introduce: async () => ({ say: "extension", hello: { type: "system.hello" }, profile: "p-0" }) as never,
    stands: (one) => news.push(one),
    welcomed: () => undefined,
    heard: (message) => heard.push(message),
    lost: () => void lost++,
  });
  const port = (): FakePort => ports.at(-1) as FakePort;
  return { link, ports, news, heard, lost: () => lost, port, said: () => port().posted as unknown as Up[] };
}

async function welcome(one: World): Promise<void> {
  one.port().hear({ says: "hello", version: 1, laika: "0.1.0", pid: 1 });
  await settle();
  const id = one.said().at(-1)?.id;
  one.port().hear({ says: "welcome", id, key: "k", message: { features: [] } });
}

test("it greets, introduces itself, and then says the key with everything", async (t) => {
  const one = world(t);
  one.link.start();
  await welcome(one);
  one.link.tell({ say: "happened", event: { kind: "tab_closed", tabId: 1 } });
  const said = one.said();
  assert.deepEqual(said.map(({ id, key, ask }) => [id, key, ask.say]), [
    [1, undefined, "hello"],
    [2, undefined, "extension"],
    [3, "k", "happened"],
  ]);
  assert.deepEqual(one.news, [{ state: "connecting" }, { state: "online", laika: "0.1.0" }]);
});

test("a reply goes to its question, news to everybody", async (t) => {
  const one = world(t);
  one.link.start();
  await welcome(one);
  const reply = one.link.ask({ say: "status" });
  one.port().hear({ says: "news", run: null, news: { news: "doing", what: "x" } });
  one.port().hear({ says: "done", id: 99, runs: [] });
  one.port().hear({ says: "done", id: 3, runs: ["r"] });
  assert.deepEqual(await reply, { says: "done", id: 3, runs: ["r"] });
  assert.deepEqual(one.heard.map((message) => message.says), ["news"]);
});

test("questions have a bound, online and before (TOOL-028)", async (t) => {
  const one = world(t);
  const code = (down: Down): string => (down.says === "error" ? down.code : down.says);
  assert.equal(code(await one.link.ask({ say: "status" })), "UNAVAILABLE");
  one.link.start();
  const early = Array.from({ length: 33 }, () => one.link.ask({ say: "status" }));
  assert.equal(code((await early.at(-1)) as Down), "RATE_LIMITED");
  await welcome(one);
  assert.equal(one.said().length, 2 + 32);
  assert.equal(code(await one.link.ask({ say: "panic" })), "RATE_LIMITED");
  one.port().hear({ says: "done", id: 3, runs: [] });
  await early[0];
  void one.link.ask({ say: "panic" });
  assert.equal(one.said().at(-1)?.ask.say, "panic");
});

test("a daemon that leaves takes everything with it, and is looked for again, ever more slowly", async (t) => {
  const one = world(t);
  one.link.start();
  await welcome(one);
  const reply = one.link.ask({ say: "status" });
  const before = one.lost();
  one.port().leave();
  assert.equal((await reply as { code: string }).code, "UNAVAILABLE");
  assert.equal(one.lost(), before + 1);
  one.link.tell({ say: "happened", event: { kind: "tab_closed", tabId: 1 } });
  for (const [pause, count] of [[999, 1], [1, 2]] as [number, number][]) {
    t.mock.timers.tick(pause);
    assert.equal(one.ports.length, count);
  }
  one.port().leave();
  t.mock.timers.tick(1_999);
  assert.equal(one.ports.length, 2);
  t.mock.timers.tick(1);
  assert.equal(one.ports.length, 3);
  // Nothing that was said before is said again, and there is no key.
  assert.deepEqual(one.said(), [{ id: 1, ask: { say: "hello", version: 1 } }]);
});

test("a daemon that refuses us is not asked again by itself", async (t) => {
  const one = world(t);
  one.link.start();
  one.port().hear({ says: "hello", version: 1, laika: "9", pid: 1 });
  await settle();
  one.port().hear({ says: "error", id: 2, code: "UNSUPPORTED", sentence: "Update the extension." });
  assert.deepEqual(one.news.at(-1), { state: "update", sentence: "Update the extension." });
  t.mock.timers.tick(600_000);
  assert.equal(one.ports.length, 1);
});

test("a profile for which another one speaks is offline, not an update, and tried again ever more slowly", async (t) => {
  const one = world(t);
  const busy = async (): Promise<void> => {
    one.port().hear({ says: "hello", version: 1, laika: "0.1.0", pid: 1 });
    await settle();
    one.port().hear({ says: "error", id: 2, code: "E_PROFILE_BUSY", sentence: "Another window speaks for this profile." });
  };
  one.link.start();
  let tries = 1;
  for (const pause of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    await busy();
    assert.deepEqual(one.news.at(-1), { state: "offline", sentence: "Another window speaks for this profile." });
    assert.deepEqual([one.port().isOpen, one.link.isOnline, one.ports.length], [false, false, tries]);
    t.mock.timers.tick(pause - 1);
    assert.equal(one.ports.length, tries, `nothing is tried before ${pause} ms`);
    t.mock.timers.tick(1);
    assert.equal(one.ports.length, ++tries);
  }
  assert.ok(one.news.every(({ state }) => state !== "update"));
  await welcome(one);
  assert.equal(one.news.at(-1)?.state, "online");
  // Having been let in, it is as patient as at first.
  one.port().leave();
  t.mock.timers.tick(1_000);
  assert.equal(one.ports.length, tries + 1);
});

test("another version is an update", (t) => {
  const one = world(t);
  one.link.start();
  one.port().hear({ says: "hello", version: 2, laika: "9", pid: 1 });
  assert.equal(one.news.at(-1)?.state, "update");
});

test("Laika is started through the host, and greeted behind that", async (t) => {
  const one = world(t);
  one.link.start();
  one.port().hear({ host: "offline" });
  assert.equal(one.news.at(-1)?.state, "offline");
  one.link.open();
  assert.deepEqual(one.port().posted.slice(1), [{ host: "open" }, { id: 2, ask: { say: "hello", version: 1 } }]);
  await welcome(one);
  assert.equal(one.news.at(-1)?.state, "online");
});

test("while Laika is being started, what the host says to earlier greetings changes nothing", async (t) => {
  const one = world(t);
  one.link.start();
  one.port().hear({ host: "offline" });
  one.link.open();
  // To the greeting that was under way already.
  one.port().hear({ host: "offline" });
  assert.equal(one.news.at(-1)?.state, "connecting");
  one.port().hear({ host: "online" });
  assert.equal(one.news.at(-1)?.state, "connecting");
  await welcome(one);
  assert.equal(one.news.at(-1)?.state, "online");
  assert.equal(one.ports.length, 1);
});

test("a Laika that cannot be started is said so, and can be tried again", (t) => {
  const one = world(t);
  one.link.start();
  for (const host of ["offline", "offline"]) one.port().hear({ host });
  one.link.open();
  for (const host of ["offline", "offline"]) one.port().hear({ host });
  assert.deepEqual([one.news.at(-1)?.state, /could not be started/.test(one.news.at(-1)?.sentence ?? "")], ["offline", true]);
  one.link.open();
  assert.equal(one.news.at(-1)?.state, "connecting");
});

test("what the daemon says before it let us in counts for nothing", async (t) => {
  const one = world(t);
  one.link.start();
  one.port().hear({ says: "browse", requestId: "a", deadlineMs: 1, what: { do: "tabs", origin: "x" } });
  one.port().hear({ says: "welcome", id: 1, key: "k", message: { features: [] } });
  one.port().hear({ says: "hello", version: 1, laika: "0.1.0", pid: 1 });
  await settle();
  for (const id of [0, 1, 3]) one.port().hear({ says: "welcome", id, key: "k", message: { features: [] } });
  assert.deepEqual([one.heard, one.link.isOnline], [[], false]);
});

function pieces(text: string, sizes: number, id: string | number = 1): { chunk: Record<string, unknown> }[] {
  const sha256 = `sha256:${createHash("sha256").update(text).digest("hex")}`;
  const total = Math.ceil(text.length / sizes);
  return Array.from({ length: total }, (_, index) => ({
    chunk: { id, index, total, sha256, data: text.slice(index * sizes, (index + 1) * sizes) },
  }));
}

const LONG = JSON.stringify({ says: "news", run: null, news: { news: "doing", what: "räksmörgås ".repeat(500) } });

test("a message in pieces is one message", async (t) => {
  const one = world(t);
  one.link.start();
  await welcome(one);
  for (const piece of pieces(LONG, 700)) one.port().hear(piece);
  assert.deepEqual(one.heard, [JSON.parse(LONG)]);
});

test("two in pieces do not mix", () => {
  const chunks = new Chunks();
  const [a, b] = [pieces(LONG, 4_000, 1), pieces("{}", 1, "b")];
  const order = [a[0], b[0], a[1], b[1]].map((piece) => chunks.take(piece?.chunk));
  assert.deepEqual(order, [undefined, undefined, LONG, "{}"]);
});

const wrong: [name: string, change: (all: Record<string, unknown>[]) => unknown][] = [
  ["another text", (all) => (all[1]!["data"] = "x")],
  ["another order", (all) => all.reverse()],
  ["one twice", (all) => all.splice(1, 0, all[0]!)],
  ["another hash on the way", (all) => (all[1]!["sha256"] = "sha256:00")],
  ["another number of pieces on the way", (all) => (all[1]!["total"] = 9)],
  ["no number", (all) => (all[0]!["index"] = "0")],
  ["far too many", (all) => (all[0]!["total"] = 1e9)],
  ["no text", (all) => (all[0]!["data"] = null)],
];
for (const [name, change] of wrong) {
  test(`pieces that do not fit drop the connection: ${name}`, async (t) => {
    const one = world(t);
    one.link.start();
    await welcome(one);
    const all = pieces(LONG, 2_000).map((piece) => piece.chunk);
    change(all);
    const port = one.port();
    for (const chunk of all) port.hear({ chunk });
    assert.deepEqual([one.heard, port.isOpen, one.link.isOnline], [[], false, false]);
  });
}

test("no more than a few messages are in pieces at once", () => {
  const chunks = new Chunks();
  for (let id = 0; id < 4; id++) chunks.take(pieces("{}", 1, id)[0]?.chunk);
  assert.throws(() => chunks.take(pieces("{}", 1, 9)[0]?.chunk));
});
