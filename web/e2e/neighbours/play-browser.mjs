/** Run by a program that is no browser: starts the native host as its own child, and passes everything on. */

import { spawn } from "node:child_process";

const [program, ...words] = process.argv.slice(2);
if (program === undefined) throw new Error("usage: play-browser.mjs PROGRAM [WORD]...");
const host = spawn(program, words, { stdio: "inherit" });
host.on("exit", (code) => process.exit(code ?? 1));
