/** Reads what the program says, loosely: what is missing or of another kind is nothing, and never a crash. */

export type Thing = Record<string, unknown>;

export function thing(value: unknown): Thing {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Thing) : {};
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function things(value: unknown): Thing[] {
  return list(value).map(thing);
}

export function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

export function texts(value: unknown): string[] {
  return list(value).filter((one) => typeof one === "string");
}

export function number(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function flag(value: unknown): boolean {
  return value === true;
}

/** The list under a name, or the value itself where it is the list. */
export function listed(value: unknown, name: string): Thing[] {
  return Array.isArray(value) ? things(value) : things(thing(value)[name]);
}

/** A time in milliseconds, or as RFC 3339 says it. */
export function time(value: unknown): number | null {
  if (typeof value === "number") return number(value);
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
