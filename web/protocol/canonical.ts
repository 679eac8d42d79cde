/**
 * Canonical JSON (RFC 8785): one spelling per value, so that both sides hash the same bytes.
 *
 * A number that two readers could round differently is refused: an integer beyond 2^53-1 would silently collapse
 * with its neighbours, and two payloads would share one hash.
 */

/** The canonical text of a JSON value. Throws a `TypeError` for anything that has no faithful spelling. */
export function canonical(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return text(value);
  if (typeof value === "number") return number(value);
  if (Array.isArray(value)) return `[${Array.from(value, canonical).join(",")}]`;
  if (typeof value === "object") {
    // The default sort compares UTF-16 code units, which is the order that the RFC asks for.
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([key, member]) => `${text(key)}:${canonical(member)}`).join(",")}}`;
  }
  throw new TypeError(`canonical JSON cannot hold a value of type \`${typeof value}\``);
}

function text(value: string): string {
  if (!value.isWellFormed()) throw new TypeError("canonical JSON cannot hold a lone surrogate");
  return JSON.stringify(value);
}

function number(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`canonical JSON cannot hold \`${value}\``);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new TypeError(`canonical JSON cannot hold \`${value}\`, an integer beyond 2^53-1`);
  }
  return JSON.stringify(value);
}
