/** Serves the built companion window with the policy that `laika open` sets, and recorded answers behind it. A test tool. */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { asked, news, verbs } from "./answers.mjs";

export const TOKEN = "test-word-1";
export const VIEW_TOKEN = "test-word-2";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };

/**
 * @param {string} dist
 * @returns {Promise<{ url: string, asks: any[], say: (told: object) => void, close: () => Promise<void>, empty: (on: boolean) => void, refuse: (on: boolean) => void, lack: (verbs: string[]) => void }>}
 */
export async function serve(dist) {
  /** @type {any[]} */
  const asks = [];
  /** @type {Set<import("node:http").ServerResponse>} */
  const listeners = new Set();
  let [isEmpty, refuses] = [false, false];
  /** @type {string[]} What this program cannot do. */
  let lacking = [];
  const say = (/** @type {object} */ told) => {
    for (const one of listeners) one.write(`${JSON.stringify(told)}\n`);
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://x").pathname;
    if (!path.startsWith("/api/")) {
      const name = path === "/" ? "index.html" : path.slice(1);
      const type = TYPES[/** @type {"html"} */ (name.split(".").at(-1))];
      if (!/^(?:index\.html|companion\.(?:js|css)|icon\.svg)$/.test(name)) return void response.writeHead(404).end();
      response.writeHead(200, { "Content-Type": type, "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store" });
      return void response.end(readFileSync(join(dist, name)));
    }
    const word = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    if (word !== TOKEN && word !== VIEW_TOKEN) return void response.writeHead(401).end("{}");
    if (path === "/api/news") {
      response.writeHead(200, { "Content-Type": "application/x-ndjson" });
      listeners.add(response);
      request.once("close", () => listeners.delete(response));
      for (const told of [{ says: "connected" }, ...(isEmpty ? [] : news)]) response.write(`${JSON.stringify(told)}\n`);
      return;
    }
    let body = "";
    request.on("data", (piece) => (body += piece));
    request.on("end", () => {
      const given = JSON.parse(body);
      asks.push(given);
      const answer = path === "/api/ask" ? asked(given.ask) : command(given, word === TOKEN);
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  const command = (/** @type {any} */ { verb, with: given }, /** @type {boolean} */ mayAct) => {
    if (verb === "session") return { ok: true, value: { .../** @type {any} */ (verbs["session"]?.({})), mayAct } };
    if (refuses) return { ok: false, code: "E_STORE_BUSY", sentence: "Another program writes the log. Try again in a moment." };
    if (isEmpty) return { ok: true, value: {} };
    const answer = verbs[verb];
    return answer === undefined || lacking.includes(verb) ? { ok: false, code: "E_NO_VERB", sentence: `there is no ${verb}` } : { ok: true, value: answer(given) };
  };
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}/`,
    asks,
    say,
    empty: (on) => (isEmpty = on),
    refuse: (on) => (refuses = on),
    lack: (verbs) => void (lacking = verbs),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
