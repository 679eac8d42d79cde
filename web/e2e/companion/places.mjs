/** Small websites on one machine: each address of 127.0.0.x is a site of its own. They remember what they were sent. */

import { createServer } from "node:http";

/** @typedef {{ method: string, host: string, port: number, path: string, body: string }} Received */
/** @typedef {string | { html?: string, after?: Promise<unknown>, to?: string } | undefined} Page `after`: sent only then. */
/** @typedef {(path: string, host: string, received: Received) => Page} Pages */

export class Places {
  /** @type {Received[]} */
  received = [];

  /**
   * @param {import("node:http").Server[]} servers
   * @param {number} port
   */
  constructor(servers, port) {
    this.servers = servers;
    this.port = port;
  }

  /**
   * @param {Pages} pages
   * @param {number} [hosts]
   */
  static async open(pages, hosts = 1) {
    /** @type {Places | undefined} */
    let places;
    const answer = (/** @type {import("node:http").IncomingMessage} */ request, /** @type {import("node:http").ServerResponse} */ response) => {
      let body = "";
      request.on("data", (piece) => (body += piece));
      request.on("end", () => {
        const { localAddress: host = "", localPort = 0 } = request.socket;
        const received = { method: request.method ?? "", host, port: localPort, path: request.url ?? "", body };
        if (received.path !== "/favicon.ico") places?.received.push(received);
        void send(pages(received.path, host, received), response);
      });
    };
    const servers = [];
    let port = 0;
    for (let n = 1; n <= hosts; n += 1) {
      const server = createServer(answer);
      await new Promise((done, fail) => server.once("error", fail).listen(port, `127.0.0.${n}`, () => done(undefined)));
      port = /** @type {import("node:net").AddressInfo} */ (server.address()).port;
      servers.push(server);
    }
    return (places = new Places(servers, port));
  }

  /** @param {number} [n] */
  origin(n = 1) {
    return `http://127.0.0.${n}:${this.port}`;
  }

  /** What was sent besides asking for pages. */
  sent() {
    return this.received.filter(({ method }) => method !== "GET").map(({ method, path, body }) => `${method} ${path} ${body}`.trim());
  }

  async close() {
    for (const server of this.servers) {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  }
}

/**
 * @param {Page} page
 * @param {import("node:http").ServerResponse} response
 */
async function send(page, response) {
  const { html, after, to } = typeof page === "string" ? { html: page, after: undefined, to: undefined } : (page ?? {});
  await after;
  response.setHeader("cache-control", "no-store");
  if (to !== undefined) response.writeHead(303, { location: to }).end();
  else {
    response.writeHead(html === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang="en"><meta charset="utf-8">${html ?? "<title>Nothing here</title>"}`);
  }
}
