/**
 * Builds the extension into `extension/dist`, so that building the Rust side needs no Node: `laika extension install`
 * writes these files, one of the manifests and the page script into a folder that browsers load.
 * `--check` writes nothing and fails when what is committed is not what the sources give.
 */

import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

import { BUILDS, manifest } from "../extension/manifest.mjs";

const web = fileURLToPath(new URL("..", import.meta.url));
const extension = join(web, "extension");
const dist = join(extension, "dist");
const fixed = join(extension, "static");

const files = await built();
if (process.argv.includes("--check")) {
  if (!isSame(files)) {
    process.stderr.write("extension/dist is not what extension/src gives; run `node scripts/extension.mjs`\n");
    process.exitCode = 1;
  }
} else {
  write(files);
}

/** Every file, by its path in the folder. The builds differ in their manifests only. */
async function built() {
  /** @type {Map<string, Uint8Array>} */
  const made = new Map();
  for (const name of BUILDS) {
    const path = name === "plain" ? "manifest.json" : `manifest.${name}.json`;
    made.set(path, Buffer.from(`${JSON.stringify(manifest(name), null, 2)}\n`));
  }
  for (const { path, contents } of await bundled()) made.set(path.slice(dist.length + 1), contents);
  for (const path of listed(fixed)) made.set(path, readFileSync(join(fixed, path)));
  return made;
}

async function bundled() {
  const { outputFiles } = await build({
    // Wherever it is started, names of sources are written in one way.
    absWorkingDir: join(web, ".."),
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
    minify: true,
    legalComments: "none",
    define: { PAGE_SCRIPT_HASH: JSON.stringify(pageScriptHash()) },
  });
  return outputFiles;
}

/** As the page script names itself in its first line. */
function pageScriptHash() {
  const page = readFileSync(join(web, "page/dist/page.js"));
  const [hash] = /sha256:[0-9a-f]{64}/.exec(page.subarray(0, 200).toString("utf8")) ?? [];
  if (hash === undefined) throw new Error("page/dist/page.js does not say what it was made from");
  return hash;
}

/** @param {Map<string, Uint8Array>} made */
function write(made) {
  for (const path of there()) if (!made.has(path)) rmSync(join(dist, path));
  for (const [path, contents] of made) {
    const to = join(dist, path);
    mkdirSync(dirname(to), { recursive: true });
    // Renamed into place: a build that reads it meanwhile sees the old file or the new one, never half of one.
    writeFileSync(`${to}.new`, contents);
    renameSync(`${to}.new`, to);
  }
}

/** @param {Map<string, Uint8Array>} made */
function isSame(made) {
  const found = there();
  return found.length === made.size && found.every((path) => made.get(path) !== undefined && readFileSync(join(dist, path)).equals(/** @type {Uint8Array} */ (made.get(path))));
}

function there() {
  return existsSync(dist) ? listed(dist) : [];
}

/** @param {string} folder */
function listed(folder) {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return found.map((one) => join(one.parentPath, one.name).slice(folder.length + 1).replaceAll("\\", "/"));
}
