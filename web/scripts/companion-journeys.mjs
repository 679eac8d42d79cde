/**
 * The journeys in Laika's own window, each from a person's first click to what the files, the site and the program say
 * afterwards: with the real `laika serve` and `laika open`, in the Chromium that Laika opens, on small sites of their own.
 * LAIKA names the program to test, a build for development; LAIKA_COMPANION another build of the window.
 *
 * `node scripts/companion-journeys.mjs [--only NAME] [--shots DIR] [--json]`. Without Chromium, `script` or LAIKA nothing is
 * tested, which is said, and is a failure where CI is set.
 */

import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { journeys } from "../e2e/companion/index.mjs";
import { tell } from "../e2e/companion/tell.mjs";
import { missingForWindow } from "../e2e/companion/window.mjs";
import { Programs, missing } from "../e2e/world.mjs";

const { only, shots, json } = options(process.argv.slice(2));
const chosen = journeys.filter(({ name }) => only === undefined || name.includes(only));
const lacks = missing() ?? missingForWindow();
if (lacks !== undefined) {
  process.stderr.write(`companion-journeys skipped: ${lacks}\n`);
  if (process.env["CI"]) process.exitCode = 1;
} else if (chosen.length === 0) {
  process.stderr.write(`there is no journey called ${only}\n`);
  process.exitCode = 1;
} else {
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

/** @param {import("../e2e/companion/tell.mjs").Result} result */
function line({ name, title, passed, seconds, step, problem }) {
  const head = `${passed ? "pass" : "FAIL"} ${seconds.toFixed(1).padStart(5)} s  ${name.padEnd(12)} ${title}\n`;
  return passed ? head : `${head}     at: ${step}\n${String(problem).replace(/^/gm, "     ")}\n`;
}

/** @param {string[]} args */
function options(args) {
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
  if (rest.length > 0) throw new Error(`usage: node scripts/companion-journeys.mjs [--only NAME] [--shots DIR] [--json]`);
  return found;
}
