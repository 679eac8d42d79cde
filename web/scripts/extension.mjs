/**
 * Builds the extension into `extension/dist/<build>/`, ready to be loaded. The same sources give the same bytes.
 * `--check` writes nothing and fails when what is there is not what the sources give.
 */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

import { BUILDS, manifest } from "../extension/manifest.mjs";

/** @typedef {import("../extension/manifest.mjs").Build} Build */

const web = fileURLToPath(new URL("..", import.meta.url));
const extension = join(web, "extension");
const dist = join(extension, "dist");
const page = readFileSync(join(web, "page/dist/page.js"));

for (const name of BUILDS) {
  const files = await built(name);
  if (process.argv.includes("--check")) check(name, files);
  else write(name, files);
}

/**
 * Every file of a build.
 * @param {Build} name
 * @returns {Promise<Map<string, Uint8Array>>}
 */
async function built(name) {
  const files = new Map();
  files.set("manifest.json", Buffer.from(`${JSON.stringify(manifest(name), null, 2)}\n`));
  // Byte for byte: the daemon compares its hash.
  files.set("page.js", page);
  for (const { path, contents } of await bundled(name)) files.set(path.slice(dist.length + 1), contents);
  const fixed = readdirSync(join(extension, "static"), { recursive: true, withFileTypes: true });
  for (const file of fixed.filter((one) => one.isFile())) {
    const path = join(file.parentPath, file.name);
    files.set(path.slice(join(extension, "static").length + 1).replaceAll("\\", "/"), readFileSync(path));
  }
  return files;
}

/** @param {Build} name */
async function bundled(name) {
  const { outputFiles } = await build({
    entryPoints: {
      glue: join(extension, "src/glue.ts"),
      panel: join(extension, "src/panel/main.tsx"),
      worker: join(extension, "src/worker/main.ts"),
    },
    outdir: dist,
    bundle: true,
    write: false,
    format: "iife",
    target: "es2023",
    charset: "utf8",
    jsx: "automatic",
    jsxImportSource: "preact",
    minifySyntax: true,
    legalComments: "none",
    define: {
      HAS_DEBUGGER: JSON.stringify(name === "debugger"),
      PAGE_SCRIPT_HASH: JSON.stringify(pageScriptHash()),
    },
  });
  return outputFiles;
}

/** As the page script names itself in its first line. */
function pageScriptHash() {
  const [hash] = /sha256:[0-9a-f]{64}/.exec(page.subarray(0, 200).toString("utf8")) ?? [];
  if (hash === undefined) throw new Error("page/dist/page.js does not say what it was made from");
  return hash;
}

/**
 * @param {string} name
 * @param {Map<string, Uint8Array>} files
 */
function write(name, files) {
  // Renamed into place: a browser that reads it meanwhile never sees half of a build.
  const [fresh, place, old] = [`${name}.new`, name, `${name}.old`].map((part) => join(dist, part));
  for (const path of [fresh, old]) rmSync(/** @type {string} */ (path), { recursive: true, force: true });
  for (const [path, contents] of files) {
    const to = join(/** @type {string} */ (fresh), path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, contents);
  }
  if (existsSync(/** @type {string} */ (place))) renameSync(/** @type {string} */ (place), /** @type {string} */ (old));
  renameSync(/** @type {string} */ (fresh), /** @type {string} */ (place));
  rmSync(/** @type {string} */ (old), { recursive: true, force: true });
}

/**
 * @param {string} name
 * @param {Map<string, Uint8Array>} files
 */
function check(name, files) {
  const folder = join(dist, name);
  const there = existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length
    : 0;
  const isSame = [...files].every(([path, contents]) => {
    const file = join(folder, path);
    return existsSync(file) && hash(readFileSync(file)) === hash(contents);
  });
  if (isSame && there === files.size) return;
  process.stderr.write(`extension/dist/${name} is not what the sources give; run "node scripts/extension.mjs"\n`);
  process.exitCode = 1;
}

/** @param {Uint8Array} bytes */
function hash(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}
