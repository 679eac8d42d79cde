/** Bundles every test with esbuild into a temporary folder and runs Node's own test runner on the result. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const web = fileURLToPath(new URL("..", import.meta.url));
const tests = readdirSync(join(web, "tests")).filter((name) => name.endsWith(".test.ts"));
if (tests.length === 0) throw new Error("no test files in web/tests");

const outdir = mkdtempSync(join(tmpdir(), "laika-web-tests-"));
try {
  const entryPoints = tests.map((name) => join(web, "tests", name));
  const outExtension = { ".js": ".mjs" };
  await build({
    entryPoints,
    outdir,
    outExtension,
    bundle: true,
    platform: "node",
    format: "esm",
    sourcemap: "inline",
  });
  const files = tests.map((name) => join(outdir, name.replace(/\.ts$/, ".mjs")));
  // The folder is fixed here, not in each test, so that a test can name a repository file from `web/`.
  const flags = ["--enable-source-maps", "--test", "--test-reporter=spec"];
  const { status } = spawnSync(process.execPath, [...flags, ...files], { cwd: web, stdio: "inherit" });
  process.exitCode = status ?? 1;
} finally {
  rmSync(outdir, { recursive: true, force: true });
}
