/** Waiting for something to become true. Nothing here waits for a length of time: what is waited for is always named. */

const STEP_MS = 40;
/** Generous: a busy machine must not make a good journey look bad. */
export const PATIENCE_MS = 20_000;

/**
 * Asks again and again until `probe` gives something. What it gave last is in the error.
 *
 * @template T
 * @param {string} what
 * @param {() => T | Promise<T>} probe
 * @param {{ ms?: number, last?: () => unknown }} [options]
 * @returns {Promise<NonNullable<Exclude<T, false | "" | 0>>>}
 */
export async function until(what, probe, { ms = PATIENCE_MS, last } = {}) {
  const end = Date.now() + ms;
  let problem = "";
  for (;;) {
    try {
      const found = await probe();
      if (found) return /** @type {any} */ (found);
      problem = "";
    } catch (error) {
      problem = `\n${error instanceof Error ? error.message : String(error)}`;
    }
    if (Date.now() > end) {
      const seen = last === undefined ? "" : `\n${String(await Promise.resolve(last()).catch(() => ""))}`;
      throw new Error(`in vain: ${what}${problem}${seen}`);
    }
    await pause(STEP_MS);
  }
}

/** @param {number} ms */
export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
