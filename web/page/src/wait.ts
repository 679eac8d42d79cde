/** Waits for something to be so, for a bounded time. */

import * as dom from "./dom.js";
import { resolve } from "./handles.js";
import { generation } from "./identity.js";
import { blocks } from "./observe/walk.js";
import { isOwnChange } from "./own.js";
import { isRefusal } from "./refusal.js";
import { openRoots } from "./roots.js";
import { isDisabled } from "./states.js";
import type { Condition, Refusal, Waited } from "./types.js";
import { isElementHidden } from "./visibility.js";

const TIMEOUT_MOST = 30_000;
/** Styles and timers change what can be seen without any change of the tree. */
const LOOK_MS = 100;
const QUIET_MS = 500;

type Test = () => boolean | Refusal;

export function waitFor(condition: Condition, timeoutMs: number): Promise<Waited | Refusal> {
  const began = performance.now();
  const limit = Math.min(Math.max(timeoutMs, 0), TIMEOUT_MOST);
  const changes = watchChanges();
  const test = testOf(condition, changes);
  return new Promise((settle, fail) => {
    const look = (): void => {
      const waited = performance.now() - began;
      try {
        dom.forget();
        const met = test();
        if (met === false && waited < limit) {
          setTimeout(look, Math.min(LOOK_MS, limit - waited));
          return;
        }
        changes.stop();
        settle(typeof met === "boolean" ? { met, waitedMs: Math.round(performance.now() - began) } : met);
      } catch (error) {
        changes.stop();
        fail(error);
      }
    };
    look();
  });
}

interface Changes {
  /** How many there were. */
  count(): number;
  /** When the last one was. */
  last(): number;
  stop(): void;
}

function watchChanges(): Changes {
  let count = 0;
  let last = performance.now();
  const note = (records: MutationRecord[]): void => {
    if (records.every(isOwnChange)) return;
    count += 1;
    last = performance.now();
  };
  const options = { subtree: true, childList: true, characterData: true, attributes: true };
  const stops = openRoots().map((root) => dom.watch(root, options, note));
  return { count: () => count, last: () => last, stop: () => stops.forEach((stop) => stop()) };
}

function testOf(condition: Condition, changes: Changes): Test {
  switch (condition.kind) {
    case "text_appears":
      return textTest(condition.text, true, changes);
    case "text_gone":
      return textTest(condition.text, false, changes);
    case "element_ready":
      return () => {
        const el = resolve(condition.handleId);
        return isRefusal(el) ? el : !isElementHidden(el) && !isDisabled(el);
      };
    case "element_gone":
      return () => {
        const el = resolve(condition.handleId);
        if (!isRefusal(el)) return isElementHidden(el);
        return el.code === "STALE_HANDLE" ? true : el;
      };
    case "page_changed": {
      const before = generation();
      return () => generation() !== before;
    }
    case "page_settled":
      return () => dom.readyState(document) === "complete" && performance.now() - changes.last() >= QUIET_MS;
  }
}

/** Reads the page again only when something changed, and at times when a style may have. */
function textTest(text: string, wanted: boolean, changes: Changes): Test {
  const needle = plain(text);
  let seen = -1;
  let looks = 0;
  return () => {
    looks += 1;
    if (changes.count() === seen && looks % 5 !== 0) return false;
    seen = changes.count();
    return isVisible(needle) === wanted;
  };
}

function isVisible(needle: string): boolean {
  const root = dom.documentElement(document);
  if (root === null) return false;
  const lines = blocks(root).map(({ text }) => plain(text));
  return lines.some((line) => line.includes(needle)) || lines.join(" ").includes(needle);
}

const plain = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();
