/** The words of this window, in the language that is spoken now. Everything is drawn again after `chooseLocale`. */

import { english as both } from "../../../shared/words/english.js";
import { german as bothGerman } from "../../../shared/words/german.js";
import { speak } from "../../../shared/words/index.js";
import type { Cited } from "../types/collections.js";
import { german } from "./de.js";
import { type Words, english } from "./en.js";
import { wendungen } from "./phrases.de.js";
import { reasons } from "./reasons.en.js";
import { gruende } from "./reasons.de.js";

export const LOCALES = ["en", "de"] as const;
export type Locale = (typeof LOCALES)[number];

export let w: Words = english;
let spoken: Locale = "en";
let because: Record<string, string> = reasons;
/** What was made says it in English itself. */
let phrases: Record<string, string> = {};

export function chooseLocale(locale: Locale): void {
  spoken = locale;
  w = locale === "de" ? german : english;
  because = locale === "de" ? gruende : reasons;
  phrases = locale === "de" ? wendungen : {};
  const copy = locale === "de" ? bothGerman : both;
  const sentences = Object.fromEntries(Object.entries(reasons).map(([code, said]) => [said, because[code] ?? said]));
  speak({ ...copy, reasons: { ...because, ...copy.reasons }, sentences });
}

/** The language that a browser's own comes nearest to. */
export function localeOf(language: string): Locale {
  return /^de\b/i.test(language) ? "de" : "en";
}

/** What a reason code says; nothing where this window has no sentence for it. */
export function sentenceOf(code: string): string | null {
  return because[code] ?? null;
}

/** Why Laika does a step. What this window has no words for stays as it was said. */
export function whySaid(said: string): string {
  const known = Object.keys(w.whys).find((start) => said.startsWith(start));
  return known === undefined ? said : `${w.whys[known]}${said.slice(known.length)}`;
}

/** Words in what was made: ours in this window's language; those of others, and what it has no words for, as they are. */
export function said({ text, ours }: Cited): string {
  const phrase = phrases[ours?.code ?? ""];
  return phrase === undefined ? text : phrase.replace(/\{(\d)\}/g, (_, at) => ours?.args[Number(at)] ?? "");
}

export function when(at: number | null): string {
  if (at === null) return w.common.unknown;
  return new Date(at).toLocaleString(spoken, { dateStyle: "medium", timeStyle: "short" });
}

export function hour(at: number | null): string {
  return at === null ? "" : new Date(at).toLocaleTimeString(spoken, { timeStyle: "medium" });
}

export function count(n: number | null): string {
  return n === null ? w.common.unknown : n.toLocaleString(spoken);
}

export function bytes(n: number | null): string {
  if (n === null) return w.common.unknown;
  const units = ["B", "kB", "MB", "GB"];
  const at = n < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(n) / 3));
  const value = n / 1000 ** at;
  return `${value.toLocaleString(spoken, { maximumFractionDigits: value < 10 && at > 0 ? 1 : 0 })} ${units[at]}`;
}

export function duration(ms: number | null): string {
  if (ms === null) return w.common.unknown;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toLocaleString(spoken, { maximumFractionDigits: 1 })} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** A name from a table, or the name itself where the table has none. */
export function named(table: Record<string, string>, name: string | null): string {
  return name === null ? w.common.unknown : (table[name] ?? name);
}
