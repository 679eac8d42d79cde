/**
 * What a server's list of tools costs a model that reads it: `node cost.mjs PROGRAM ARGUMENT...` starts the server,
 * speaks the protocol over its pipes, asks for the list and nothing else, and prints one line of JSON. Tokens are those
 * of o200k_base over the list as it comes over the wire.
 */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

const [program, ...words] = process.argv.slice(2);
const server = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map();
let last = 0;

server.on("error", (error) => fail(`${program} did not start: ${error.message}`));
server.on("exit", (code) => fail(`${program} ended with ${code} before it answered`));
const limit = setTimeout(() => fail(`${program} did not answer in time`), 60_000);

createInterface({ input: server.stdout }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.error && waiting.has(message.id)) fail(JSON.stringify(message.error));
  waiting.get(message.id)?.(message.result);
});

function say(message) {
  server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function ask(method, params) {
  const id = ++last;
  say({ id, method, params });
  return new Promise((answer) => waiting.set(id, answer));
}

function fail(why) {
  process.stderr.write(`${why}\n`);
  server.kill();
  process.exit(1);
}

await ask("initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "inspector", version: "1" },
});
say({ method: "notifications/initialized" });
const tools = [];
for (let cursor; ; ) {
  const page = await ask("tools/list", cursor === undefined ? {} : { cursor });
  tools.push(...page.tools);
  cursor = page.nextCursor;
  if (cursor === undefined) break;
}
clearTimeout(limit);
server.removeAllListeners("exit");
const text = JSON.stringify(tools);
const cost = { tools: tools.length, bytes: Buffer.byteLength(text), tokens: countTokens(text) };
process.stdout.write(`${JSON.stringify(cost)}\n`);
server.stdin.end();
server.kill();
