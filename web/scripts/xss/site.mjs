/** A bare web site on loopback for the pages under test: no CSP, no cache, and a record of what else was asked for. */

import { createServer } from "node:http";

/**
 * @typedef {object} Site
 * @property {(path: string) => string} url the address of a page
 * @property {() => string[]} strays every request so far that was not for a page
 * @property {() => void} close
 */

/**
 * Serves `pages` (path to HTML) on a free port of 127.0.0.1.
 * @param {Map<string, string>} pages
 * @returns {Promise<Site>}
 */
export async function serve(pages) {
  /** @type {string[]} */
  const strays = [];
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? "");
    if (page === undefined || request.method !== "GET") strays.push(`${request.method} ${request.url}`);
    response.writeHead(page === undefined ? 404 : 200, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
    });
    response.end(page ?? "");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(undefined)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the loopback server has no port");
  return {
    url: (path) => `http://127.0.0.1:${address.port}${path}`,
    strays: () => strays,
    close: () => void server.close(),
  };
}
