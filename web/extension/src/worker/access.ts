/** What the browser lets Laika see for good, beyond a click in the toolbar. */

import type { Api } from "./api.js";

/** Those of these origins that are not granted, each once. */
export async function withoutAccess(api: Api, origins: readonly string[]): Promise<string[]> {
  const lost: string[] = [];
  for (const origin of new Set(origins)) {
    const pattern = patternOf(origin);
    const granted = pattern !== null && (await api.permissions.contains({ origins: [pattern] }).catch(() => false));
    if (pattern !== null && !granted) lost.push(origin);
  }
  return lost;
}

/** Sites are granted by host; a document without an origin of its own has none. */
function patternOf(origin: string): string | null {
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return null;
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}/*`;
}
