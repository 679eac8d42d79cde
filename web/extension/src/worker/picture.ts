/** A picture of what a tab shows. It is made small enough for one message, and belongs to the tab that was asked for. */

import type { Api } from "./api.js";
import type { Documents } from "./documents.js";
import { OTHER_DOCUMENT, Refusal } from "./refusal.js";
import type { Tabs } from "./tabs.js";

/** In characters of base64: a message of the daemon's is at most a mebibyte. */
const MOST_CHARS = 700_000;
const SMALLER = 0.7;
const TRIES = 8;

export interface Picture {
  png: string;
  width: number;
  height: number;
}

export async function picture(api: Api, tabs: Tabs, documents: Documents, tabId: number): Promise<Picture> {
  const before = documents.at(tabId, 0);
  if (before === undefined) throw OTHER_DOCUMENT();
  const tab = await tabs.get(tabId);
  if (!tab.active) throw notInFront();
  const taken = await take(api, tab.windowId);
  // Meanwhile the person may have gone to another tab: then the picture is not of this one.
  const after = await tabs.get(tabId);
  if (!after.active || after.windowId !== tab.windowId) throw notInFront();
  if (documents.at(tabId, 0) !== before) throw OTHER_DOCUMENT();
  return shrink(taken);
}

async function take(api: Api, windowId: number): Promise<Blob> {
  try {
    const address = await api.tabs.captureVisibleTab(windowId, { format: "png" });
    return fromBase64(address.slice(address.indexOf(",") + 1));
  } catch {
    throw new Refusal("PERMISSION_REQUIRED", "E_NO_SITE_ACCESS", "the browser does not give a picture of this tab");
  }
}

async function shrink(picture: Blob): Promise<Picture> {
  const whole = await createImageBitmap(picture);
  let { width, height } = whole;
  let png = await toBase64(picture);
  for (let left = TRIES; png.length > MOST_CHARS && left > 0; left--) {
    width = Math.round(width * SMALLER);
    height = Math.round(height * SMALLER);
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d")?.drawImage(whole, 0, 0, width, height);
    png = await toBase64(await canvas.convertToBlob({ type: "image/png" }));
  }
  whole.close();
  return { png, width, height };
}

function fromBase64(text: string): Blob {
  return new Blob([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))], { type: "image/png" });
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(""));
}

function notInFront(): Refusal {
  return new Refusal("PRECONDITION_FAILED", "E_TAB_NOT_IN_FRONT", "only the tab in front can be shown");
}
