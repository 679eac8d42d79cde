/**
 * What hostile neighbours try against Laika in the person's own browser: pages, other extensions, processes of the same
 * user, and messages that are not what they should be. Every attempt is really made, in real Chromium with the real
 * extension, native host and daemon.
 *
 * `node scripts/neighbours.mjs [--json] [PATTERN]`: prints the table; fails when anything got through. The program is
 * `LAIKA`, or the one that was built last. A pattern tries only those attempts of pages that fit it.
 */

import { tryExtensions } from "../e2e/neighbours/extensions.mjs";
import { Laika, program } from "../e2e/neighbours/laika.mjs";
import { tryMessages } from "../e2e/neighbours/messages.mjs";
import { tryPages, tryPagesWithRealInput } from "../e2e/neighbours/pages.mjs";
import { tryProcesses } from "../e2e/neighbours/processes.mjs";
import { Table } from "../e2e/neighbours/table.mjs";
import { Chromium } from "../e2e/neighbours/chromium.mjs";

const words = process.argv.slice(2);
const pattern = words.find((word) => !word.startsWith("--"));
const only = pattern === undefined ? undefined : new RegExp(pattern);
const laika = program();
if (laika === undefined) throw new Error("build Laika first (`cargo build`), or name the program in LAIKA");
if (!Chromium.isThere()) throw new Error("there is no Chromium; name it in LAIKA_CHROMIUM");

const table = new Table();
await inWorld(laika, false, async (world) => {
  await tryPages(world, table, only);
  if (only !== undefined) return;
  await tryProcesses(world, table);
  await tryMessages(world, table);
});
// A browser of its own each: the extensions switch ours off, and the other build is another extension.
if (only === undefined) {
  await inWorld(laika, false, async (world) => {
    await world.begin();
    await tryExtensions(world, table);
  });
}
await inWorld(laika, true, (world) => tryPagesWithRealInput(world, table, only));

console.log(words.includes("--json") ? JSON.stringify({ n: table.rows.length, through: table.through().length, rows: table.rows }, null, 2) : table.text());
process.exit(table.through().length > 0 || table.rows.length === 0 ? 1 : 0);

/** @param {string} laika @param {boolean} realInput @param {(world: Laika) => Promise<void>} act */
async function inWorld(laika, realInput, act) {
  const world = new Laika(laika);
  try {
    await world.start({ realInput });
    await act(world);
  } finally {
    await world.end();
  }
}
