/** A small shop that the journeys visit. It remembers everything that it was sent. */

import { createServer } from "node:http";

/** @typedef {{ method: string, path: string, body: string, known?: boolean }} Received `known`: by somebody who is logged in. */

/** A page by its path. Scripts in it note what happened to them, and whether the browser calls it a person's. */
const PAGES = /** @type {Record<string, string>} */ ({
  "/shop": `<title>Lamp shop</title>
    <h1>The lighthouse lamp</h1>
    <p>The lighthouse lamp was first made in 1921 for the harbour of Brno. It costs 42 crowns.</p>
    <p>The lamp burns for nine hours with one filling of oil. Its glass is blown by hand in a workshop near the river.</p>
    <p>Orders are delivered within three days. The shop is closed on Sundays.</p>
    <table><caption>Sizes</caption><tr><th>Size</th><th>Height</th></tr><tr><td>Small</td><td>20 cm</td></tr><tr><td>Large</td><td>45 cm</td></tr></table>
    <button id="details" onclick="presses.push(event.isTrusted); this.nextElementSibling.hidden = false">Show details</button>
    <p hidden>The wick is made of cotton.</p>
    <script>var presses = [];</script>`,
  "/question": `<title>Ask the shop</title>
    <h1>Ask the shop</h1>
    <form method="post" action="/questions">
      <label>Question <input name="question"></label>
      <label>Topic <select name="topic"><option value="delivery">Delivery</option><option value="repairs">Repairs</option></select></label>
      <button>Send question</button>
    </form>`,
  "/manual": `<title>Manuals</title>
    <h1>Manuals</h1>
    <p>The manual of the lighthouse lamp has eight pages.</p>
    <p><a href="/files/manual.pdf" download>Download the manual</a></p>`,
  "/welcome": `<title>Welcome</title><h1>Welcome, Ada</h1><p>You are logged in to the shop.</p>`,
  "/lamps": `<title>Your lamps</title>
    <h1>Your lamps</h1>
    <p>There is one lamp of yours.</p>
    <button onclick="presses.push(event.isTrusted); this.nextElementSibling.hidden = false">Show details</button>
    <p hidden>It has burned for seven hours.</p>
    <script>var presses = [];</script>`,
  "/list": `<title>Lamps elsewhere</title>
    <h1>Lamps elsewhere</h1>
    <p id="links">Read about <a href="/manual">the manual</a>, <a href="/shop">the lamp itself</a>, and <a href="javascript:void 0">nothing</a>.</p>
    <p>Not about <a href="/thanks">this</a>.</p>`,
  "/login": `<title>Log in</title>
    <h1>Log in to see your lamps</h1>
    <p>Please log in to continue.</p>
    <form method="post" action="/login"><label>Name <input name="name" autocomplete="username"></label>
      <label>Password <input name="password" type="password" autocomplete="current-password"></label><button>Log in</button></form>`,
  "/thanks": `<title>Thank you</title><h1>Thank you</h1><p>Your question has the number 77.</p>`,
});

const STYLE = `<meta charset="utf-8"><style>body { font: 18px/1.5 sans-serif; margin: 3rem; max-width: 40rem }
  label { display: block; margin: 1rem 0 } td, th { padding: 0 1rem 0 0; text-align: left }</style>`;

/** What a browser has to show to be known as Ada's; `/welcome` gives it. */
const SESSION = "session=ada";

export class Site {
  /** @type {Received[]} */
  received = [];

  /** @param {import("node:http").Server} server */
  constructor(server) {
    this.server = server;
    const address = /** @type {import("node:net").AddressInfo} */ (server.address());
    this.port = address.port;
    this.origin = `http://127.0.0.1:${address.port}`;
  }

  static async open() {
    /** @type {Site | undefined} */
    let site;
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (piece) => (body += piece));
      const known = (request.headers.cookie ?? "").includes(SESSION);
      request.on("end", () => site?.answer({ method: request.method ?? "", path: request.url ?? "", body, known }, response));
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
    return (site = new Site(server));
  }

  /**
   * @param {Received} received
   * @param {import("node:http").ServerResponse} response
   */
  answer(received, response) {
    const path = received.path.split("?", 1)[0] ?? "";
    if (path !== "/favicon.ico") this.received.push(received);
    response.setHeader("cache-control", "no-store");
    if (path === "/questions" && received.method === "POST") {
      response.writeHead(303, { location: "/thanks" }).end();
      return;
    }
    if (path === "/files/manual.pdf") {
      const headers = { "content-type": "application/pdf", "content-disposition": 'attachment; filename="manual.pdf"' };
      response.writeHead(200, headers).end("%PDF-1.4");
      return;
    }
    if (path === "/welcome") response.setHeader("set-cookie", `${SESSION}; Path=/`);
    const page = PAGES[path === "/lamps" && received.known !== true ? "/login" : path];
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html" });
    response.end(`<!doctype html><html lang="en">${STYLE}${page ?? "<title>Nothing here</title>"}`);
  }

  /**
   * What was sent besides asking for pages.
   */
  sent() {
    return this.received.filter(({ method }) => method !== "GET");
  }

  async close() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
