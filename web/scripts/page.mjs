/**
 * Bundles the page script into `page/dist/page.js`, so that building the Rust side needs no Node.
 * `--check` writes nothing and fails when the committed bundle is not what the sources give.
 */

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const web = fileURLToPath(new URL("..", import.meta.url));
const sources = join(web, "page/src");
const bundle = join(web, "page/dist/page.js");

const hash = sourceHash();
const text = `// laika page script; source sha256:${hash}\n${await bundled(hash)}`;

if (process.argv.includes("--check")) {
  if (committed() !== text) {
    process.stderr.write("page/dist/page.js is not what page/src gives; run `node scripts/page.mjs`\n");
    process.exitCode = 1;
  }
} else {
  // Renamed into place: a build that reads it meanwhile sees the old bundle or the new one, never half of one.
  mkdirSync(dirname(bundle), { recursive: true });
  writeFileSync(`${bundle}.new`, text);
  renameSync(`${bundle}.new`, bundle);
}

/** Over names and contents of all sources, in the order of their names. */
function sourceHash() {
  const hash = createHash("sha256");
  const names = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".ts"))
    .sort();
  for (const name of names) hash.update(`${name}\0${readFileSync(join(sources, name), "utf8")}\0`);
  return hash.digest("hex");
}

/** @param {string} version */
async function bundled(version) {
  const { outputFiles } = await build({
    // Wherever it is started, names of sources are written in one way.
    absWorkingDir: join(web, ".."),
    entryPoints: [join(sources, "main.ts")],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2023",
    charset: "utf8",
    legalComments: "none",
    define: { SOURCE_HASH: JSON.stringify(version) },
  });
  return /** @type {{ text: string }} */ (outputFiles[0]).text;
}

function committed() {
  try {
    return readFileSync(bundle, "utf8");
  } catch {
    return "";
  }
}
