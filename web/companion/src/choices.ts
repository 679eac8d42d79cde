/** How the window looks and which language it speaks: the only things of it that last. */

import { signal } from "@preact/signals";
import { type Locale, chooseLocale, localeOf } from "./words/index.js";

export type Theme = "system" | "light" | "dark";

const THEME = "laika.theme";
const LOCALE = "laika.locale";

export const theme = signal<Theme>("system");
export const locale = signal<Locale>("en");

export function readChoices(): void {
  const kept = read(THEME);
  setTheme(kept === "light" || kept === "dark" ? kept : "system", false);
  setLocale(localeOf(read(LOCALE) ?? navigator.language), false);
}

export function setTheme(next: Theme, keep = true): void {
  theme.value = next;
  if (next === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = next;
  if (keep) write(THEME, next);
}

export function setLocale(next: Locale, keep = true): void {
  chooseLocale(next);
  document.documentElement.lang = next;
  locale.value = next;
  if (keep) write(LOCALE, next);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Then it lasts as long as the window.
  }
}
