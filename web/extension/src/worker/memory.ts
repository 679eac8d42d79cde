/** What outlives the worker, until the browser ends: where the panel was. Nothing of a page; in private nothing at all. */

import type { Api } from "./api.js";
import { isPrivate } from "./hello.js";

/** By its type it has room for nothing else. */
export interface Remembered {
  runId?: string;
  lastSeenEventId?: number;
  uiPrefs?: Record<string, string | number | boolean>;
}

export async function remember(api: Api, what: Remembered): Promise<void> {
  if (!isPrivate(api)) await api.storage.session.set(what);
}

export async function remembered(api: Api): Promise<Remembered> {
  if (isPrivate(api)) return {};
  return (await api.storage.session.get(["runId", "lastSeenEventId", "uiPrefs"])) as Remembered;
}
