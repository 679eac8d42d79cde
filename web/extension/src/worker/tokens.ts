/**
 * The capability of each document, in memory only. The worker cannot make one and cannot read one: it compares the
 * bytes of a call with those that the daemon set for exactly this document (S14).
 */

import { Refusal } from "./refusal.js";

const MOST_CHARS = 8_192;

export interface Capability {
  token: string;
  expiresAtMs: number;
  tools: readonly string[];
}

export function checkToken(held: Capability | undefined, token: unknown, tool: string, now: number): void {
  if (held === undefined || typeof token !== "string" || !sameBytes(held.token, token)) {
    throw new Refusal("PRECONDITION_FAILED", "E_TOKEN", "the token is not the one of this document");
  }
  if (now >= held.expiresAtMs) {
    throw new Refusal("PRECONDITION_FAILED", "E_TOKEN_EXPIRED", "the token of this document has expired");
  }
  if (!held.tools.includes(tool)) {
    throw new Refusal("PRECONDITION_FAILED", "E_TOOL", "the token of this document is not for this tool");
  }
}

export function capability(token: unknown, expiresAtMs: unknown, tools: unknown): Capability {
  const isToken = typeof token === "string" && token !== "" && token.length <= MOST_CHARS;
  if (!isToken || typeof expiresAtMs !== "number" || !Array.isArray(tools)) {
    throw new Refusal("INVALID_ARGUMENT", "E_ARGUMENT", "the token cannot be read");
  }
  return { token, expiresAtMs, tools: tools.filter((tool) => typeof tool === "string") };
}

/** Looks at every character, so that how long it takes does not tell where two tokens part. */
function sameBytes(a: string, b: string): boolean {
  let differs = a.length ^ b.length;
  for (let at = 0; at < a.length; at++) differs |= a.charCodeAt(at) ^ b.charCodeAt(at % (b.length || 1));
  return differs === 0;
}
