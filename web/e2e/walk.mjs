/** Walks journeys one after the other and says what came of each; both windows have some. */

import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { Programs } from "./world.mjs";

/** @typedef {{ name: string, title: string, passed: boolean, seconds: number, step?: string | undefined, problem?: unknown }} Walked */

/**
 * `SCRIPT [--only NAME] [--shots DIR] [--json]`. Where something is missing nothing is walked, which is said, and is a
 * failure where CI is set.
 *
 * @template {{ name: string }} J
 * @param {{
 *   script: string,
 *   journeys: readonly J[],
 *   lacks: string | undefined,
 *   tell: (journey: J, programs: Programs, options: { shots: string | undefined }) => Promise<Walked>,
 * }} what
 */
export async function walk({ script, journeys, lacks, tell }) {
  const { only, shots, json } = options(process.argv.slice(2), script);
  const chosen = journeys.filter(({ name }) => only === undefined || name.includes(only));
  if (lacks !== undefined) {
    process.stderr.write(`${script} skipped: ${lacks}\n`);
    if (process.env["CI"]) process.exitCode = 1;
    return;
  }
  if (chosen.length === 0) {
    process.stderr.write(`there is no journey called ${only}\n`);
    process.exitCode = 1;
    return;
  }
  if (shots !== undefined) mkdirSync(shots, { recursive: true });
  const programs = new Programs();
  try {
    const results = [];
    for (const journey of chosen) {
      const result = await tell(journey, programs, { shots });
      results.push(result);
      if (!json) process.stdout.write(line(result));
    }
    const failed = results.filter(({ passed }) => !passed).length;
    const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
    if (json) process.stdout.write(`${JSON.stringify({ n: results.length, failed, results }, null, 2)}\n`);
    else process.stdout.write(`${results.length} journeys, ${failed} failed, ${seconds.toFixed(1)} s\n`);
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    programs.remove();
  }
}

/** @param {Walked} walked */
function line({ name, title, passed, seconds, step, problem }) {
  const head = `${passed ? "pass" : "FAIL"} ${seconds.toFixed(1).padStart(5)} s  ${name.padEnd(22)} ${title}\n`;
  return passed ? head : `${head}     at: ${step}\n${String(problem).replace(/^/gm, "     ")}\n`;
}

/** @param {string[]} args @param {string} script */
function options(args, script) {
  const value = (/** @type {string} */ flag) => {
    const at = args.indexOf(flag);
    if (at < 0) return undefined;
    const [, found] = args.splice(at, 2);
    if (found === undefined) throw new Error(`${flag} needs a value`);
    return found;
  };
  const folder = value("--shots");
  const found = { only: value("--only"), shots: folder === undefined ? undefined : resolve(folder), json: args.includes("--json") };
  const rest = args.filter((arg) => arg !== "--json");
  if (rest.length > 0) throw new Error(`usage: node scripts/${script}.mjs [--only NAME] [--shots DIR] [--json]`);
  return found;
}
