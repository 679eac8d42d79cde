/** A hostile site: its pages are handed in, and everything that reaches it is kept. */

import { createServer } from "node:http";

/** @typedef {{ method: string, host: string, path: string, body: string, origin: string }} Got */

const SERVICE_WORKER = `
  self.addEventListener("install", () => skipWaiting());
  self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));
  self.addEventListener("message", (event) => event.waitUntil(fetch(event.data, { method: "POST", body: "sw" }).catch(() => 0)));`;
const WORKER = `onmessage = (event) => fetch(event.data, { method: "POST", body: "w" }).catch(() => 0);`;
const SHARED = `onconnect = (event) => event.ports[0].onmessage = (m) => fetch(m.data, { method: "POST", body: "s" }).catch(() => 0);`;

/** @param {Record<string, string>} pages by their paths */
export async function hostileSite(pages) {
  /** @type {Got[]} */
  const got = [];
  const scripts = /** @type {Record<string, string>} */ ({ "/sw.js": SERVICE_WORKER, "/w.js": WORKER, "/s.js": SHARED });
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (data) => (body += data));
    request.on("end", () => {
      const path = request.url ?? "";
      const { host = "", origin = "" } = request.headers;
      got.push({ method: request.method ?? "", host, path, body, origin });
      response.setHeader("access-control-allow-origin", "*");
      const script = scripts[path];
      if (script !== undefined) response.setHeader("content-type", "text/javascript").end(script);
      else if (path.startsWith("/away")) response.writeHead(302, { location: `http://localhost:${port}/evil` }).end();
      else response.setHeader("content-type", "text/html").end(pages[path] ?? `<title>Page</title><h1>${path === "/thanks" ? "Thank you" : "A page"}</h1>`);
    });
  });
  server.on("upgrade", (request, socket) => {
    got.push({ method: "GET", host: request.headers.host ?? "", path: request.url ?? "", body: "", origin: "" });
    socket.destroy();
  });
  await new Promise((resolve) => server.listen(0, "0.0.0.0", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { got, port, url: `http://127.0.0.1:${port}`, other: `http://localhost:${port}`, close: () => (server.closeAllConnections(), server.close()) };
}
