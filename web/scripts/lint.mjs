/**
 * Mozilla's linter on the extension, as it is put into a folder for browsers: no error, and no warning but those that are
 * known and say why they are there.
 *
 * `node scripts/lint.mjs [--json]`. The linter is no part of the dependencies: with everything it needs it has 328 packages
 * and takes 86 MB. It is fetched by npx in the version below, or `WEB_EXT` names the program; where neither is there,
 * nothing is looked at, which is a failure only where `WEB_EXT` names one.
 */

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { BUILDS } from "../extension/manifest.mjs";

const VERSION = "10.7.0";
const web = fileURLToPath(new URL("..", import.meta.url));

/** @typedef {{ code: string, message: string, description: string, file?: string, line?: number }} Finding */
/** @typedef {{ code: string, about: RegExp, file: string, why: string }} Known */

/** @type {Known[]} */
const KNOWN = [
  { code: "MANIFEST_PERMISSIONS", about: /"(sidePanel|debugger)"/, file: "manifest.json", why: "Chromium's own; Firefox leaves it out" },
  { code: "BACKGROUND_SERVICE_WORKER_IGNORED", about: /service_worker/, file: "manifest.json", why: "Chromium's; Firefox runs the same file as an event page" },
  { code: "INCOGNITO_SPLIT_UNSUPPORTED", about: /split/, file: "manifest.json", why: "Chromium's; Firefox then has the extension in no private window, as we want it" },
  { code: "KEY_FIREFOX_UNSUPPORTED_BY_MIN_VERSION", about: /data_collection_permissions/, file: "manifest.json", why: "an older Firefox does not ask for it" },
  { code: "KEY_FIREFOX_ANDROID_UNSUPPORTED_BY_MIN_VERSION", about: /data_collection_permissions/, file: "manifest.json", why: "there is no native host on Android" },
  { code: "UNSAFE_VAR_ASSIGNMENT", about: /innerHTML/, file: "panel.js", why: "Preact's own; no source of ours uses it (a test looks), and the policy of the page lets no text become markup" },
];

const linter = findLinter();
if (linter === undefined) {
  console.log(`lint: nothing was looked at: web-ext ${VERSION} could not be fetched, and WEB_EXT names no program`);
  process.exit(process.env["WEB_EXT"] === undefined ? 0 : 1);
}
const results = BUILDS.map((build) => look(build, linter));
const unknown = results.flatMap((one) => one.unknown);
if (process.argv.includes("--json")) console.log(JSON.stringify(results, null, 2));
else {
  for (const { build, code, file, line, message } of unknown) console.log(`${build}: ${code} ${file ?? ""}${line === undefined ? "" : `:${line}`}: ${message}`);
  const counts = results.map(({ build, errors, known }) => `${build}: ${errors} errors, ${known} known warnings`);
  console.log(`lint: ${counts.join("; ")}; ${unknown.length} findings that are not known`);
}
process.exit(unknown.length > 0 ? 1 : 0);

/** The command and its first words. @returns {string[] | undefined} */
function findLinter() {
  const named = process.env["WEB_EXT"];
  const ways = named === undefined ? [["npx", "--yes", `web-ext@${VERSION}`]] : [[named]];
  return ways.find(([command = "", ...words]) => spawnSync(command, [...words, "--version"]).status === 0);
}

/** Lints one build, in a folder like the one that `laika extension install` writes. @param {string} build @param {string[]} linter */
function look(build, [command = "", ...words]) {
  const folder = mkdtempSync(join(tmpdir(), "laika-lint-"));
  try {
    const dist = join(web, "extension/dist");
    const manifest = build === "plain" ? "manifest.json" : `manifest.${build}.json`;
    const extension = join(folder, "extension");
    mkdirSync(extension);
    for (const name of readdirSync(dist)) {
      if (!name.startsWith("manifest")) cpSync(join(dist, name), join(extension, name), { recursive: true });
    }
    cpSync(join(dist, manifest), join(extension, "manifest.json"));
    cpSync(join(web, "page/dist/page.js"), join(extension, "page.js"));
    const asked = ["lint", "--source-dir", extension, "--output", "json", "--no-config-discovery"];
    const { stdout, stderr } = spawnSync(command, [...words, ...asked], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
    const start = stdout.indexOf("{");
    if (start < 0) throw new Error(`the linter says nothing that can be read: ${stderr.slice(-500)}`);
    const { errors, warnings, notices } = JSON.parse(stdout.slice(start));
    /** @type {Finding[]} */
    const all = [...errors, ...warnings, ...notices];
    const unknown = all.filter((one) => !isKnown(one)).map((one) => ({ build, ...one }));
    return { build, errors: errors.length, known: all.length - unknown.length, unknown };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Finding} finding */
function isKnown({ code, message, description, file }) {
  return KNOWN.some((one) => one.code === code && one.file === file && one.about.test(`${message} ${description}`));
}
