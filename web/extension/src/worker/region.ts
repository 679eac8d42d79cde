/**
 * Lets a person choose a part of the page in front. It needs what reading needs, happens only where no run works, and what
 * comes back is a number: the text stays in the page, where it is selected.
 */

import type { Front, Picked } from "../shared/panel-port.js";
import type { Api } from "./api.js";
import { whyNot } from "./attach.js";
import { Refusal, RESTRICTED } from "./refusal.js";

const MOST_CHARS = 10_000_000;
/** Longer than the page script waits for a person. */
const MOST_MS = 130_000;

const BUSY = (): Refusal => new Refusal("PRECONDITION_FAILED", "E_TAB_BUSY", "A run works in this tab. Stop it first.");
const NO_ACCESS = (): Refusal =>
  new Refusal("PERMISSION_REQUIRED", "E_NO_SITE_ACCESS", "The browser does not let Laika see this site.");
/** No failure: the person did something else. */
export const NOT_CHOSEN = (): Refusal => new Refusal("CANCELLED", "E_NOT_CHOSEN", "Nothing was chosen.");

export async function pickRegion(api: Api, front: Front | null, isBusy: (tabId: number) => boolean): Promise<Picked> {
  if (front === null || front.access === "restricted") throw RESTRICTED();
  if (front.access !== "granted") throw NO_ACCESS();
  const { tabId } = front;
  if (isBusy(tabId)) throw BUSY();
  const target = { tabId, frameIds: [0] };
  try {
    await api.scripting.executeScript({ target, files: ["page.js"], injectImmediately: true });
  } catch (error) {
    throw whyNot(String(error));
  }
  // A page that is left takes the question with it.
  const picking = api.scripting.executeScript({ target, func: pick, injectImmediately: true }).catch(() => undefined);
  const answer = await inTime(picking);
  return { tabId, chars: readChars(answer?.[0]?.result) };
}

async function inTime<T>(coming: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), MOST_MS)));
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}

export async function dropRegion(api: Api, front: Front | null): Promise<void> {
  if (front === null) return;
  await api.scripting.executeScript({ target: { tabId: front.tabId, frameIds: [0] }, func: drop }).catch(() => undefined);
}

/** The answer comes out of a page: it is a number of letters, or it is nothing. */
function readChars(answer: unknown): number {
  const { chars } = Object((Object(answer) as { value?: unknown }).value) as { chars?: unknown };
  if (typeof chars !== "number" || !Number.isInteger(chars) || chars < 1) throw NOT_CHOSEN();
  return Math.min(chars, MOST_CHARS);
}

/** Both run in the isolated world of the page, so nothing around them can be used. */
function pick(): unknown {
  const script = Object.getOwnPropertyDescriptor(globalThis, "laikaPage")?.value as
    | { handle(request: object): unknown }
    | undefined;
  // The guard starts out closed, as a browser of Laika's own needs it. This is a person's.
  script?.handle({ op: "guard", mode: "open" });
  return script?.handle({ op: "pickRegion" });
}

function drop(): void {
  const script = Object.getOwnPropertyDescriptor(globalThis, "laikaPage")?.value as
    | { handle(request: object): unknown }
    | undefined;
  void script?.handle({ op: "dropRegion" });
}
