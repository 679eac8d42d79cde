/**
 * Builds the companion window into `companion/dist`, so that building the Rust side needs no Node: `laika open` serves
 * these files. Says how large they are, and fails where the whole window is larger than it may be.
 * `--check` writes nothing and fails when what is committed is not what the sources give.
 */

import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Bytes of everything that the window loads, each file as gzip at its best. */
const MOST_GZIPPED = 100 * 1024;

const web = fileURLToPath(new URL("..", import.meta.url));
const companion = join(web, "companion");
const dist = join(companion, "dist");
const fixed = join(companion, "static");

const files = await built();
const sizes = [...files].map(([name, contents]) => ({ name, bytes: contents.length, gzipped: gzipSync(contents, { level: 9 }).length }));
const whole = sizes.reduce((all, one) => all + one.gzipped, 0);
for (const { name, bytes, gzipped } of sizes) process.stdout.write(`${name}: ${bytes} bytes, ${gzipped} gzipped\n`);
process.stdout.write(`companion: ${(whole / 1024).toFixed(1)} KB gzipped (at most ${MOST_GZIPPED / 1024} KB)\n`);
if (whole > MOST_GZIPPED) {
  process.stderr.write("the companion is larger than it may be\n");
  process.exitCode = 1;
} else if (process.argv.includes("--check")) {
  if (!isSame(files)) {
    process.stderr.write("companion/dist is not what companion/src gives; run `node scripts/companion.mjs`\n");
    process.exitCode = 1;
  }
} else {
  write(files);
}

/** Every file, by its name in the folder. */
async function built() {
  const { outputFiles } = await build({
    // Wherever it is started, names of sources are written in one way.
    absWorkingDir: join(web, ".."),
    entryPoints: { companion: join(companion, "src/main.tsx") },
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
  });
  /** @type {Map<string, Uint8Array>} */
  const made = new Map();
  for (const { path, contents } of outputFiles) made.set(path.slice(dist.length + 1), contents);
  for (const name of readdirSync(fixed)) made.set(name, readFileSync(join(fixed, name)));
  return made;
}

/** @param {Map<string, Uint8Array>} made */
function write(made) {
  mkdirSync(dist, { recursive: true });
  for (const name of there()) if (!made.has(name)) rmSync(join(dist, name));
  for (const [name, contents] of made) {
    // Renamed into place: a build that reads it meanwhile sees the old file or the new one, never half of one.
    writeFileSync(join(dist, `${name}.new`), contents);
    renameSync(join(dist, `${name}.new`), join(dist, name));
  }
}

/** @param {Map<string, Uint8Array>} made */
function isSame(made) {
  const found = there();
  return found.length === made.size && found.every((name) => readFileSync(join(dist, name)).equals(made.get(name) ?? new Uint8Array()));
}

function there() {
  return existsSync(dist) ? readdirSync(dist) : [];
}
