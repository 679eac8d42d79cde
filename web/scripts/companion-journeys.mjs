/**
 * The journeys in Laika's own window, each from a person's first click to what the files, the site and the program say
 * afterwards: with the real `laika serve` and `laika open`, in the Chromium that Laika opens, on small sites of their own.
 * LAIKA names the program to test, a build for development; LAIKA_COMPANION another build of the window.
 *
 * `node scripts/companion-journeys.mjs [--only NAME] [--shots DIR] [--json]`. Without Chromium, `script` or LAIKA nothing is
 * tested, which is said, and is a failure where CI is set.
 */

import { journeys } from "../e2e/companion/index.mjs";
import { tell } from "../e2e/companion/tell.mjs";
import { missingForWindow } from "../e2e/companion/window.mjs";
import { walk } from "../e2e/walk.mjs";
import { missing } from "../e2e/world.mjs";

await walk({ script: "companion-journeys", journeys, lacks: missing() ?? missingForWindow(), tell });
