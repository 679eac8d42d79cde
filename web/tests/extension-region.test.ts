/** Choosing a part of the page: only where reading is allowed and no run works, and what comes back is a number. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Front } from "../extension/src/shared/panel-port.js";
import { Refusal } from "../extension/src/worker/refusal.js";
import { pickRegion } from "../extension/src/worker/region.js";
import { around, between, isMeant, meet } from "../page/src/region/lines.js";
import { fakeApi } from "./extension-fake.js";

const front: Front = {
  ...{ tabId: 7, windowId: 1, url: "https://a.example/x", origin: "https://a.example", title: "A" },
  ...{ access: "granted", incognito: false },
};

/** A browser whose page script gives this answer. */
function page(answer: unknown): { api: ReturnType<typeof fakeApi>; injected: unknown[] } {
  const injected: unknown[] = [];
  const executeScript = async ({ target, files }: { target: unknown; files?: string[] }): Promise<unknown> => {
    injected.push([target, files]);
    if (answer instanceof Error) throw answer;
    return [{ result: files === undefined ? answer : undefined }];
  };
  return { api: fakeApi({ scripting: { executeScript } }), injected };
}

async function outcome(answer: unknown, at: Front | null = front, busy = false): Promise<unknown> {
  const { api, injected } = page(answer);
  try {
    return await pickRegion(api, at, () => busy);
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return [error.reason, injected.length];
  }
}

test("what is chosen is a number of letters, in the top document of the tab in front", async () => {
  const { api, injected } = page({ ok: true, value: { chars: 42, text: "secret" } });
  assert.deepEqual(await pickRegion(api, front, () => false), { tabId: 7, chars: 42 });
  const target = { tabId: 7, frameIds: [0] };
  assert.deepEqual(injected, [[target, ["page.js"]], [target, undefined]]);
});

test("an answer that is no such number chooses nothing", async () => {
  const answers = [undefined, null, "x", {}, { ok: true, value: "many" }, { ok: false, reason: "E_NOT_CHOSEN" }];
  const numbers = [0, -1, 1.5, NaN, Infinity, "7", null].map((chars) => ({ ok: true, value: { chars } }));
  for (const answer of [...answers, ...numbers]) assert.deepEqual(await outcome(answer), ["E_NOT_CHOSEN", 2]);
  assert.deepEqual(await outcome({ ok: true, value: { chars: 1e12 } }), { tabId: 7, chars: 10_000_000 });
});

test("nothing is put into a page that may not be read, or in which a run works", async () => {
  const good = { ok: true, value: { chars: 1 } };
  assert.deepEqual(await outcome(good, null), ["E_RESTRICTED_PAGE", 0]);
  assert.deepEqual(await outcome(good, { ...front, access: "restricted" }), ["E_RESTRICTED_PAGE", 0]);
  assert.deepEqual(await outcome(good, { ...front, access: "needed" }), ["E_NO_SITE_ACCESS", 0]);
  assert.deepEqual(await outcome(good, front, true), ["E_TAB_BUSY", 0]);
  assert.deepEqual(await outcome(new Error("Cannot access contents of the page")), ["E_NO_SITE_ACCESS", 1]);
});

const line = { left: 10, top: 100, right: 200, bottom: 120 };

test("a line is meant by half of its height, or by half of a flatter frame", () => {
  const areas: [area: [number, number, number, number], meant: boolean][] = [
    [[0, 90, 300, 130], true],
    [[0, 90, 300, 111], true],
    [[0, 90, 300, 108], false],
    [[0, 112, 300, 200], false],
    [[50, 108, 60, 112], true],
    [[201, 90, 300, 130], false],
    [[0, 121, 300, 130], false],
  ];
  for (const [[left, top, right, bottom], meant] of areas) {
    assert.equal(isMeant(line, { left, top, right, bottom }), meant, `${left} ${top} ${right} ${bottom}`);
  }
});

test("a frame is the same in whatever direction it was drawn", () => {
  const area = { left: 1, top: 2, right: 9, bottom: 8 };
  assert.deepEqual(between({ x: 9, y: 2 }, { x: 1, y: 8 }), area);
  assert.deepEqual(between({ x: 1, y: 8 }, { x: 9, y: 2 }), area);
  assert.ok(meet(area, { left: 8, top: 7, right: 20, bottom: 20 }) && !meet(area, { left: 9, top: 2, right: 12, bottom: 8 }));
  assert.deepEqual(around([area, { left: 0, top: 5, right: 3, bottom: 12 }]), { left: 0, top: 2, right: 9, bottom: 12 });
});
