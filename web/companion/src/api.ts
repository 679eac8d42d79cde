/** What this window says to the program behind it: one question, one command, and the news that come by themselves. */

import { flag, list, text, thing } from "./read.js";

/** Why something is not done: a code that stays, and one sentence. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.name = "Refused";
    this.code = code;
  }
}

/** The program is not there. */
export const GONE = "E_COMPANION_GONE";
/** The word of this window does not count any more. */
export const NOT_KNOWN = "E_COMPANION_TOKEN";

/** Whether the program and Laika behind it are there. */
export type Link = "connecting" | "connected" | "gone" | "lost" | "refused";

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8_000;
/** No line is longer; a program that says more is not ours. */
const LONGEST_LINE = 16 * 1024 * 1024;

export class Api {
  readonly #token: string;
  readonly #fetch: Fetch;

  constructor(token: string, fetcher: Fetch = (path, init) => fetch(path, init)) {
    this.#token = token;
    this.#fetch = fetcher;
  }

  /** A question to the daemon. What it answers comes back in order; a refusal is thrown. */
  async ask(ask: object): Promise<unknown[]> {
    const told = list(await this.#post("/api/ask", { ask }));
    for (const one of told.map(thing)) {
      if (one["says"] === "error") throw new Refused(text(one["code"]) ?? "E_UNKNOWN", text(one["sentence"]) ?? "");
    }
    return told;
  }

  /** A command of the program; what it would print as JSON. */
  async call(verb: string, given: object = {}): Promise<unknown> {
    const answer = thing(await this.#post("/api/laika", { verb, with: given }));
    if (flag(answer["ok"])) return answer["value"];
    throw new Refused(text(answer["code"]) ?? "E_UNKNOWN", text(answer["sentence"]) ?? "");
  }

  /** Hears news until `over`; comes back by itself when they stop. */
  async listen(hear: (told: unknown) => void, link: (link: Link) => void, over: AbortSignal): Promise<void> {
    let wait = FIRST_WAIT_MS;
    while (!over.aborted) {
      try {
        const response = await this.#fetch("/api/news", { headers: this.#headers(), signal: over, cache: "no-store" });
        if (response.status === 401 || response.status === 403) return link("refused");
        if (response.ok && response.body !== null) {
          for await (const line of lines(response.body)) {
            wait = FIRST_WAIT_MS;
            hear(parsed(line));
          }
        }
      } catch {
        // It is tried again below, whatever the reason.
      }
      if (over.aborted) return;
      link("lost");
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }

  async #post(path: string, body: object): Promise<unknown> {
    let response: Response;
    try {
      response = await this.#fetch(path, {
        method: "POST",
        headers: { ...this.#headers(), "Content-Type": "application/json" },
        body: JSON.stringify(body),
        cache: "no-store",
      });
    } catch {
      throw new Refused(GONE, "");
    }
    if (response.status === 401) throw new Refused(NOT_KNOWN, "");
    const answer = parsed(await response.text().catch(() => ""));
    if (answer === null) throw new Refused(GONE, "");
    return answer;
  }

  #headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.#token}` };
  }
}

/** The lines of a stream, as they come. */
export async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const found = rest.split("\n");
      rest = found.pop() ?? "";
      for (const line of found) if (line.trim() !== "") yield line;
      if (done || rest.length > LONGEST_LINE) return;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
