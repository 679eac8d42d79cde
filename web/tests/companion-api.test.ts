/** The way to the program: one word, refusals with a code, and news that come back by themselves. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Api, type Fetch, GONE, type Link, NOT_KNOWN, Refused, lines } from "../companion/src/api.js";
import {
  readArtifacts,
  readCapture,
  readCollections,
  readFound,
  readMade,
  readSource,
  readTypes,
  readWhole,
} from "../companion/src/types/collections.js";
import {
  readAgents,
  readConfig,
  readDoctor,
  readFile,
  readGrants,
  readKeys,
  readMatrix,
  readMetrics,
  readModels,
  readRetention,
  readSession,
  readSites,
  readStored,
  readTools,
} from "../companion/src/types/places.js";
import { readEvents, readRows, readRun, readVerified } from "../companion/src/types/runs.js";

const json = (value: unknown, status = 200): Response => new Response(JSON.stringify(value), { status });
const streamOf = (...pieces: string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

async function code(job: Promise<unknown>): Promise<string> {
  try {
    await job;
    return "";
  } catch (problem) {
    return problem instanceof Refused ? problem.code : String(problem);
  }
}

test("every question carries the word in its header, and nowhere else", async () => {
  const seen: [string, RequestInit][] = [];
  const fetcher: Fetch = async (path, init) => {
    seen.push([path, init]);
    return json(path === "/api/ask" ? [{ says: "done", id: 1, runs: ["run-1"] }] : { ok: true, value: 42 });
  };
  const api = new Api("word", fetcher);
  assert.equal(await api.call("doctor", { a: 1 }), 42);
  assert.deepEqual(await api.ask({ say: "status" }), [{ says: "done", id: 1, runs: ["run-1"] }]);
  for (const [path, init] of seen) {
    assert.equal(new Headers(init.headers).get("authorization"), "Bearer word");
    assert.ok(!path.includes("word") && !String(init.body).includes("word"));
  }
  assert.equal(seen[0]?.[1].body, '{"verb":"doctor","with":{"a":1}}');
});

test("what is refused has a code, whatever went wrong", async () => {
  const api = (answer: () => Promise<Response>): Api => new Api("w", answer);
  assert.equal(await code(api(async () => json({ ok: false, code: "E_X", sentence: "no" })).call("a")), "E_X");
  assert.equal(
    await code(api(async () => json([{ says: "error", id: 1, code: "E_Y", sentence: "no" }])).ask({})),
    "E_Y",
  );
  assert.equal(await code(api(async () => json({}, 401)).call("a")), NOT_KNOWN);
  assert.equal(await code(api(async () => Promise.reject(new TypeError("net"))).call("a")), GONE);
  assert.equal(await code(api(async () => new Response("<html>")).call("a")), GONE);
});

test("news are read line by line, also when a letter is cut in two", async () => {
  const bytes = new TextEncoder().encode('{"a":"ü"}\n\n{"b":1}\n{"c"');
  const cut = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const heard: string[] = [];
  for await (const line of lines(cut)) heard.push(line);
  assert.deepEqual(heard, ['{"a":"ü"}', '{"b":1}']);
});

test("news that end are asked for again; a word that is not known any more is not said again", async () => {
  let times = 0;
  const over = new AbortController();
  const fetcher: Fetch = async () => {
    times += 1;
    if (times === 1) return new Response(streamOf('{"says":"connected"}\n'));
    if (times === 2) throw new TypeError("net");
    return json({}, 401);
  };
  const [heard, links]: [unknown[], Link[]] = [[], []];
  await new Api("w", fetcher).listen(
    (told) => heard.push(told),
    (link) => links.push(link),
    over.signal,
  );
  assert.deepEqual([heard, links, times], [[{ says: "connected" }], ["lost", "lost", "refused"], 3]);
});

test("whatever the program says, nothing breaks: what is missing is missing", () => {
  const readers = [
    readRows,
    readRun,
    readEvents,
    readVerified,
    readCollections,
    readWhole,
    readSource,
    readCapture,
    readMade,
    readArtifacts,
    readFound,
    readTypes,
    readMatrix,
    readSites,
    readGrants,
    readConfig,
    readStored,
    readRetention,
    readKeys,
    readModels,
    readAgents,
    readTools,
    readMetrics,
    readDoctor,
    readSession,
  ];
  const junk = [
    undefined,
    null,
    7,
    "x",
    true,
    [],
    {},
    [null, 7, "x", {}],
    {
      runs: [{}],
      events: [{ payload: 3 }],
      sources: "x",
      parts: [{ part: "table", rows: [{}] }, { part: "dance" }, 3],
      collections: [{ id: 4 }],
      grants: [{}],
      tools: [{ settings: [{}] }],
      checks: [{}],
    },
  ];
  for (const read of readers)
    for (const value of junk) assert.doesNotThrow(() => read(value), `${read.name} ${JSON.stringify(value)}`);
  const [row] = readRows([{ run: "r" }]);
  assert.deepEqual([row?.goal, row?.mode, row?.updatedAt], [null, null, null]);
});

test("a cell that does not say what it holds is unknown, and so is a part of a newer kind left out", () => {
  const { parts } = readMade({
    parts: [
      {
        part: "table",
        columns: ["a"],
        rows: [{ cells: [{ cell: "value", text: "1" }, { cell: "guess", text: "2" }, null] }],
      },
      { part: "hologram" },
    ],
  });
  const [table] = parts;
  assert.equal(parts.length, 1);
  assert.deepEqual(table?.part === "table" && table.rows[0]?.map((cell) => cell.kind), ["value", "unknown", "unknown"]);
});

test("a file is a name and bytes, and its name leads nowhere else", () => {
  const file = readFile({ name: "../../.ssh/key\u0000s", data: btoa("hi") }, "x");
  assert.deepEqual([file?.name, [...(file?.data ?? [])]], ["__.._.ssh_key_s", [104, 105]]);
  assert.equal(readFile({ data: "not base64 €" }, "x"), null);
  assert.equal(readFile({}, "x"), null);
});
