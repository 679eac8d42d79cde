/**
 * What was answered to which request. One that comes again is answered as before, or as cancelled when its answer is
 * no longer here; it is never done a second time.
 */

import type { TabAnswer } from "../../../shared/daemon.js";

const MOST_ANSWERS = 200;
/** In characters. */
const MOST_CHARS = 8 * 1024 * 1024;
const MOST_IDS = 20_000;

export class Seen {
  readonly #ids = new Set<string>();
  readonly #answers = new Map<string, { answer: TabAnswer; chars: number }>();
  #chars = 0;

  /** Whether the request is new. From now on it is not. */
  begin(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size > MOST_IDS) this.#ids.delete(first(this.#ids));
    return true;
  }

  end(id: string, answer: TabAnswer): void {
    const chars = JSON.stringify(answer).length;
    this.#answers.set(id, { answer, chars });
    this.#chars += chars;
    while (this.#answers.size > MOST_ANSWERS || this.#chars > MOST_CHARS) {
      const oldest = first(this.#answers.keys());
      this.#chars -= this.#answers.get(oldest)?.chars ?? 0;
      this.#answers.delete(oldest);
    }
  }

  answer(id: string): TabAnswer | undefined {
    return this.#answers.get(id)?.answer;
  }
}

function first(keys: Iterable<string>): string {
  for (const key of keys) return key;
  return "";
}
