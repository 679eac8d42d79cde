/**
 * Pages that Laika never touches (S2): everything that is not the web, the stores where extensions come from, and
 * Laika's own ports on this machine, in whatever way they are written.
 */

/** A host, and where its restricted part begins. */
const STORES: [host: string, path: string][] = [
  ["chromewebstore.google.com", "/"],
  ["chrome.google.com", "/webstore"],
  ["microsoftedge.microsoft.com", "/addons"],
  ["addons.opera.com", "/"],
  ["addons.mozilla.org", "/"],
  ["discovery.addons.mozilla.org", "/"],
  ["accounts.firefox.com", "/"],
];

const DEFAULT_PORT: Record<string, string> = { "http:": "80", "https:": "443" };

/** `ports` are the daemon's own, as it names them in its welcome. */
export function isRestricted(address: string, ports: ReadonlySet<string>): boolean {
  if (!URL.canParse(address)) return true;
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") return true;
  // A name with a dot at its end is the same name.
  const host = url.hostname.replace(/\.$/, "");
  if (STORES.some(([store, path]) => host === store && isUnder(url.pathname, path))) return true;
  return ports.has(url.port || (DEFAULT_PORT[url.protocol] as string)) && mayBeThisMachine(host);
}

/** The same for a document: one without an address of its own (`about:blank`, `srcdoc`, `blob:`) is its origin's. */
export function isRestrictedDocument(url: string, origin: string, ports: ReadonlySet<string>): boolean {
  const isWeb = /^https?:/.test(url);
  return isRestricted(isWeb ? url : origin, ports) || isRestricted(origin, ports);
}

function isUnder(path: string, folder: string): boolean {
  return folder === "/" || path === folder || path.startsWith(`${folder}/`);
}

/**
 * The parser has written numbers of every kind as an address already. A name may point anywhere, and at another place
 * the next time it is looked up; so on our ports only addresses that are surely elsewhere are let through.
 */
function mayBeThisMachine(host: string): boolean {
  const v4 = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host);
  if (v4 !== null) return v4[1] === "127" || v4[1] === "0";
  if (!host.startsWith("[")) return true;
  return host === "[::1]" || host === "[::]" || /^\[::ffff:(7f|0:)/.test(host) || /^\[::7f/.test(host);
}

/** The ports that a welcome names: `port:NNNN`. */
export function portsOf(features: readonly string[]): Set<string> {
  return new Set(features.flatMap((feature) => /^port:(\d{1,5})$/.exec(feature)?.[1] ?? []));
}
