/** What the browser lets the extension see: sites that were taken back, and pages that nobody can grant. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { withoutAccess } from "../extension/src/worker/access.js";
import type { Api } from "../extension/src/worker/api.js";
import { frontFrom } from "../extension/src/worker/front.js";
import { OutOfReach } from "../extension/src/worker/reach.js";
import { FakeEvent } from "./extension-fake.js";

test("sites that are not granted are named as origins, each once", async () => {
  const contains = async ({ origins }: { origins: string[] }): Promise<boolean> => origins[0] === "https://kept.example/*";
  const api = { permissions: { contains } } as unknown as Api;
  const origins = ["https://kept.example", "http://127.0.0.1:8080", "http://127.0.0.1:8080", "null"];
  assert.deepEqual(await withoutAccess(api, origins), ["http://127.0.0.1:8080"]);
});

test("S2: a page that shows no address although Laika was called on it is out of reach, until another is loaded", () => {
  const [onUpdated, onRemoved] = [new FakeEvent(), new FakeEvent()];
  const reach = new OutOfReach({ tabs: { onUpdated, onRemoved } } as unknown as Api);
  const tab = { id: 7, windowId: 1, incognito: false } as chrome.tabs.Tab;
  const access = (): string => frontFrom(tab, new Set(), reach.has(7)).access;
  assert.equal(access(), "needed");
  reach.called(tab);
  assert.equal(access(), "restricted");
  onUpdated.fire(7, { status: "loading" });
  assert.equal(access(), "needed");
  reach.called(tab);
  reach.called({ ...tab, url: "https://a.example/" });
  assert.equal(reach.has(7), false);
});
