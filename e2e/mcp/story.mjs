// Records the story of an agent that borrows Laika, from a real run: it opens a page of this machine, reads it, fills in a
// form, and a person at a terminal of their own decides. The person's letters are typed by this script; everything else
// is what the programs print.
//
//   node e2e/mcp/story.mjs PROGRAM > docs/images/mcp-story.svg

import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PROGRAM = process.argv[2];
const PAGE = `<!doctype html><html lang=en><title>Sign up</title><main><h1>Sign up for the beta</h1>
<p>The beta opens on 1 December. One account for each address.</p>
<form method=post action=/join><label>Email <input name=email type=email></label><button>Join</button></form></main></html>`;
const THANKS = "<!doctype html><html lang=en><title>Thanks</title><main><h1>You are on the list</h1></main></html>";

const began = Date.now();
/** When each line appears, as a share of the whole. */
const frames = new Map();
/** What each side saw, with when. */
const agent = [];
const person = [];
const note = (side, kind, text) => side.push({ at: Date.now() - began, kind, text });
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

const site = createServer((request, response) => {
  if (request.method === "POST") request.resume();
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(request.url === "/join" ? THANKS : PAGE);
});
await new Promise((done) => site.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${site.address().port}/`;
const home = mkdtempSync(join(tmpdir(), "laika-story-"));

// The person: `laika approvals` at a terminal.
const approvals = spawn("script", ["--quiet", "--return", "--command", `${PROGRAM} approvals --home ${home}`, "/dev/null"], {
  stdio: ["pipe", "pipe", "inherit"],
});
createInterface({ input: approvals.stdout }).on("line", (line) => {
  const text = line.replace(/\r/g, "");
  if (/^(y|n|a|p)$/.test(text) || text.startsWith("laika: is running")) return;
  note(person, "told", text);
});
/** How far the person has read. */
let read = 0;
async function sees(what) {
  for (;;) {
    for (; read < person.length; read += 1) {
      if (person[read].text.includes(what)) return;
    }
    await wait(50);
  }
}
async function answers(what, letter) {
  await sees(what);
  await sees("answer: ");
  await wait(2_000);
  note(person, "typed", letter);
  approvals.stdin.write(`${letter}\n`);
}

// The agent: a client that speaks MCP, in processes of its own.
await sees("everything that waits for you");
const server = spawn("setsid", ["--fork", "--wait", PROGRAM, "mcp", "serve", "--as", "editor", "--home", home], {
  stdio: ["pipe", "pipe", "ignore"],
});
const answersTo = new Map();
createInterface({ input: server.stdout }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.method === "notifications/progress") note(agent, "note", message.params.message);
  answersTo.get(message.id)?.(message);
});
let last = 0;
function ask(method, params) {
  last += 1;
  const id = last;
  const answer = new Promise((done) => answersTo.set(id, done));
  server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  return answer;
}
async function call(name, args) {
  note(agent, "call", `${name} ${JSON.stringify(args)}`);
  const answer = await ask("tools/call", { name, arguments: args, _meta: { progressToken: last + 1 } });
  const text = answer.result.content[0].text;
  note(agent, answer.result.isError ? "refused" : "result", text);
  return text;
}
const ref = (look, name) => JSON.parse(look).elements.find((line) => line.includes(name)).split(" ")[0];

await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "story", version: "1" } });
server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
const [look] = await Promise.all([call("open_page", { url: address }), answers("may agent:editor open", "y")]);
const [typed] = await Promise.all([
  call("type_text", { ref: ref(look, "Email"), text: "mara@example.org" }),
  answers('text = "mara@example.org"', "y"),
]);
await Promise.all([call("click", { ref: ref(typed, "Join") }), answers("sends: POST", "y")]);
await wait(500);
server.stdin.end();
approvals.kill();
spawn(PROGRAM, ["serve", "--end", "--home", home], { stdio: "ignore" }).on("exit", () => {
  rmSync(home, { recursive: true, force: true });
  process.stdout.write(drawn());
  site.close();
  process.exit(0);
});

/** Both terminals, one under the other, each line appearing when it did. */
function drawn() {
  const [columns, lineHeight, margin, width] = [108, 18, 14, 900];
  const colours = { told: "#c9d1d9", typed: "#7ee787", call: "#79c0ff", note: "#8b949e", result: "#c9d1d9", refused: "#ff7b72" };
  const escape = (text) => text.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);
  const cut = (text) => (text.length > columns * 2 ? `${text.slice(0, columns * 2 - 1)}…` : text);
  const broken = (text) => cut(text).match(new RegExp(`.{1,${columns}}`, "gu")) ?? [""];
  const prefix = { told: "", typed: "> ", call: "→ ", note: "  … ", result: "← ", refused: "✗ " };
  const rows = (side) =>
    side.flatMap(({ at, kind, text }) => broken(prefix[kind] + text).map((line) => ({ at, kind, line })));
  const end = Math.max(...[...agent, ...person].map(({ at }) => at)) + 4_000;
  let y = 0;
  const parts = [];
  for (const [title, side] of [["the agent: calls of Laika over MCP", agent], ["you, in a terminal of your own: laika approvals", person]]) {
    const lines = rows(side);
    const height = (lines.length + 2) * lineHeight + margin;
    parts.push(`<rect x="0" y="${y}" width="${width}" height="${height}" rx="8" fill="#0d1117"/>`);
    parts.push(`<text x="${margin}" y="${y + 22}" fill="#8b949e" font-weight="bold">${title}</text>`);
    lines.forEach(({ at, kind, line }, index) => {
      const share = ((at / end) * 100).toFixed(2);
      const name = `t${share.replace(".", "_")}`;
      parts.push(`<text class="${name}" x="${margin}" y="${y + 46 + index * lineHeight}" fill="${colours[kind]}" xml:space="preserve">${escape(line)}</text>`);
      frames.set(name, share);
    });
    y += height + 10;
  }
  const styles = [...frames].map(
    ([name, share]) => `.${name}{animation:${name} ${end}ms step-end infinite}@keyframes ${name}{0%{opacity:0}${share}%{opacity:1}100%{opacity:1}}`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" font-family="ui-monospace,monospace" font-size="13">
<title>An agent opens a local page, reads it and fills in a form; a person decides about each step in a terminal of their own</title>
<style>${styles.join("")}@media (prefers-reduced-motion:reduce){text{animation:none!important}}</style>
${parts.join("\n")}
</svg>
`;
}
