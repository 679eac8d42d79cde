/** From what stands in the form to what is asked for. */

import { webAddress } from "../../shared/document.js";
import type { Order, SiteMode } from "../../shared/daemon.js";

export interface Filled {
  goal: string;
  addresses: string;
  mode: SiteMode;
  place: "workspace" | "mine";
  isPrivate: boolean;
}

/** The order, and the addresses that are none. Addresses that the goal names count as well: they are the person's words. */
export function orderOf({ goal, addresses, mode, place, isPrivate }: Filled): { order: Order; wrong: string[] } {
  const typed = addresses.split(/\s+/).filter((one) => one !== "" && one !== "https://");
  const wrong = typed.filter((one) => webAddress(one) === null);
  const named = (goal.match(/https?:\/\/[^\s<>"')\]]+/g) ?? []).map((one) => one.replace(/[.,;:!?]+$/, ""));
  const urls = [...new Set([...typed, ...named])].filter((one) => webAddress(one) !== null);
  const order: Order = { goal: goal.trim(), urls, mode, asks: "person", surface: { kind: place } };
  return { order: isPrivate ? { ...order, private: true } : order, wrong };
}

/** The addresses in a text, one a line or with spaces between them. */
export function addressesIn(text: string): { urls: string[]; wrong: string[] } {
  const all = [...new Set(text.split(/\s+/).filter((one) => one !== ""))];
  return { urls: all.filter((one) => webAddress(one) !== null), wrong: all.filter((one) => webAddress(one) === null) };
}
