/**
 * The user journeys, each from a person's first click to what the log and the site say afterwards: with the real
 * `laika serve`, the real native host and the real extension in a real browser. LAIKA names the program to test.
 *
 * `node scripts/journeys.mjs [--only NAME] [--shots DIR] [--json]`. Without Chromium or LAIKA nothing is tested, which
 * is said, and is a failure where CI is set.
 */

import { journeys } from "../e2e/journeys/index.mjs";
import { tell } from "../e2e/tell.mjs";
import { walk } from "../e2e/walk.mjs";
import { missing } from "../e2e/world.mjs";

await walk({ script: "journeys", journeys, lacks: missing(), tell });
