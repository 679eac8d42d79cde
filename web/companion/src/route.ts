/** Which view stands in the window: written behind the `#` of its address, so that back and forward work. */

export const VIEWS = [
  "new",
  "runs",
  "approvals",
  "collections",
  "policies",
  "privacy",
  "models",
  "tools",
  "doctor",
] as const;
export type ViewName = (typeof VIEWS)[number];

export interface Route {
  view: ViewName;
  /** What of it: a run, a collection. */
  id: string | null;
  /** Which part of that: `sources`, `ask`, and what of it. */
  part: string | null;
  of: string | null;
}

const HOME: Route = { view: "new", id: null, part: null, of: null };

export function parseRoute(hash: string): Route {
  const [, path] = /^#\/(.*)$/.exec(hash) ?? [];
  if (path === undefined) return HOME;
  const [view = "", id, part, of] = path.split("/").map(decoded);
  if (!isView(view)) return HOME;
  return { view, id: id || null, part: part || null, of: of || null };
}

export function hrefOf(view: ViewName, ...rest: (string | null | undefined)[]): string {
  const parts = rest.filter((one) => one !== null && one !== undefined && one !== "");
  return `#/${[view, ...parts].map((one) => encodeURIComponent(String(one))).join("/")}`;
}

function isView(name: string): name is ViewName {
  return (VIEWS as readonly string[]).includes(name);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
