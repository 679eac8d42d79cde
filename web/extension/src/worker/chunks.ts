/** Joins pieces of a message that was too long for one, and takes it only whole. */

import { sha256 } from "../../../page/src/sha256.js";

/** No message is longer, in characters. */
const MOST_CHARS = 16 * 1024 * 1024;
const MOST_PIECES = 1_000;
/** So many messages may be under way at once. */
const MOST_OPEN = 4;

interface Open {
  sha256: string;
  total: number;
  pieces: string[];
  chars: number;
}

export class Chunks {
  readonly #open = new Map<string | number, Open>();

  /** The text once it is whole; undefined before. Throws where a piece does not fit: the connection is then dropped. */
  take(piece: unknown): string | undefined {
    const { id, index, total, sha256: hash, data } = checked(piece);
    const known = this.#open.get(id);
    const open = known ?? { sha256: hash, total, pieces: [], chars: 0 };
    if (known === undefined && this.#open.size >= MOST_OPEN) throw new Error("too many messages in pieces at once");
    if (open.sha256 !== hash || open.total !== total || open.pieces.length !== index) {
      throw new Error("a piece of a message does not fit");
    }
    open.chars += data.length;
    if (open.chars > MOST_CHARS) throw new Error("a message in pieces is too long");
    open.pieces.push(data);
    this.#open.set(id, open);
    if (open.pieces.length < total) return undefined;
    this.#open.delete(id);
    const text = open.pieces.join("");
    if (sha256(text) !== hash) throw new Error("a message in pieces is not what was sent");
    return text;
  }
}

function checked(piece: unknown): { id: string | number; index: number; total: number; sha256: string; data: string } {
  const { id, index, total, sha256: hash, data } = Object(piece) as Record<string, unknown>;
  const isId = typeof id === "string" || typeof id === "number";
  if (!isId || !isCount(index, 0, MOST_PIECES - 1) || !isCount(total, 1, MOST_PIECES) || typeof data !== "string") {
    throw new Error("a piece of a message cannot be read");
  }
  if (typeof hash !== "string") throw new Error("a piece of a message cannot be read");
  return { id, index, total, sha256: hash.startsWith("sha256:") ? hash : `sha256:${hash}`, data };
}

function isCount(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}
