/**
 * A model's document as it may be shown, after the rules of Laika's renderer: unknown nodes are dropped, every size is
 * bounded, text is text, and a link stays one only if it leads to the web and was named in what was read (S19).
 */

import { isVisible, manyLines, oneLine } from "./text.js";

export type Shown =
  | { kind: "heading"; level: number; line: Line }
  | { kind: "paragraph"; line: Line }
  | { kind: "list"; ordered: boolean; items: Shown[][] }
  | { kind: "quote"; blocks: Shown[] }
  | { kind: "code"; text: string }
  | { kind: "table"; head: Cell[][]; body: Cell[][] };

export type Line = Inline[];
export type Inline = { kind: "text"; text: string } | { kind: "link"; href: string; label: string; to: string };
export interface Cell {
  header: boolean;
  line: Line;
}

const MOST_NODES = 20_000;
const MOST_DEPTH = 16;
const MOST_TEXT = 524_288;
const MOST_COLUMNS = 64;
const LONGEST_HREF = 8192;

/** An address that may be opened: http or https, written plainly, without a user name or password. */
export function webAddress(href: unknown): URL | null {
  // The parser silently drops tabs and line breaks; an address that needs that is a trick.
  if (typeof href !== "string" || href.length > LONGEST_HREF || /[\s\p{Cc}]/u.test(href)) return null;
  try {
    const url = new URL(href);
    const web = url.protocol === "http:" || url.protocol === "https:";
    return web && url.host !== "" && url.username === "" && url.password === "" ? url : null;
  } catch {
    return null;
  }
}

/** Makes a document fit to be shown. `known` are the addresses that were read. */
export function shown(document: unknown, known: Iterable<string | null>): Shown[] {
  const addresses = new Set<string>();
  for (const one of known) {
    const address = webAddress(one);
    if (address !== null) addresses.add(address.href);
  }
  const root = node(document);
  return root?.["type"] === "doc" ? new Gate(addresses).blocks(root["children"], 1) : [];
}

type Node = Record<string, unknown>;

function node(value: unknown): Node | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Node) : null;
}

class Gate {
  readonly #known: ReadonlySet<string>;
  #nodes = MOST_NODES;
  #text = MOST_TEXT;

  constructor(known: ReadonlySet<string>) {
    this.#known = known;
  }

  blocks(list: unknown, depth: number): Shown[] {
    return this.#each(list, depth, (one) => this.#block(one, depth));
  }

  #each<T>(list: unknown, depth: number, take: (one: Node) => T | null): T[] {
    if (!Array.isArray(list) || depth > MOST_DEPTH) return [];
    const kept: T[] = [];
    for (const value of list) {
      if (this.#nodes <= 0 || this.#text <= 0) break;
      this.#nodes -= 1;
      const one = node(value);
      const taken = one === null ? null : take(one);
      if (taken !== null) kept.push(taken);
    }
    return kept;
  }

  #block(one: Node, depth: number): Shown | null {
    switch (one["type"]) {
      case "heading": {
        const level = one["level"];
        const line = this.#line(one["children"], depth + 1);
        const whole = typeof level === "number" && Number.isInteger(level) && level >= 1 && level <= 6 ? level : 2;
        return line && { kind: "heading", level: whole, line };
      }
      case "paragraph": {
        const line = this.#line(one["children"], depth + 1);
        return line && { kind: "paragraph", line };
      }
      case "list": {
        const items = this.#each(one["items"], depth + 1, (item) => {
          const blocks = item["type"] === "list_item" ? this.blocks(item["children"], depth + 2) : [];
          return blocks.length > 0 ? blocks : null;
        });
        return items.length > 0 ? { kind: "list", ordered: one["ordered"] === true, items } : null;
      }
      case "blockquote": {
        const blocks = this.blocks(one["children"], depth + 1);
        return blocks.length > 0 ? { kind: "quote", blocks } : null;
      }
      case "code_block": {
        const text = manyLines(this.#cut(one["text"])).replace(/\n+$/, "");
        return isVisible(text) ? { kind: "code", text } : null;
      }
      case "table":
        return this.#table(one, depth);
      default:
        return null;
    }
  }

  #table(one: Node, depth: number): Shown | null {
    const rows = this.#each(one["rows"], depth + 1, (row) => {
      if (row["type"] !== "table_row" || !Array.isArray(row["cells"])) return null;
      const cells = this.#each(row["cells"].slice(0, MOST_COLUMNS), depth + 2, (cell) =>
        cell["type"] === "table_cell"
          ? { header: cell["header"] === true, line: this.#line(cell["children"], depth + 3) ?? [] }
          : null,
      );
      return cells.some((cell) => cell.line.length > 0) ? cells : null;
    });
    const from = rows.findIndex((row) => !row.every((cell) => cell.header));
    const split = from === -1 ? rows.length : from;
    return rows.length > 0 ? { kind: "table", head: rows.slice(0, split), body: rows.slice(split) } : null;
  }

  #line(children: unknown, depth: number): Line | null {
    const line = this.#each(children, depth, (one) => this.#inline(one, depth)).flat();
    const any = line.some((piece) => piece.kind === "link" || isVisible(piece.text));
    return any ? line : null;
  }

  #inline(one: Node, depth: number): Line | null {
    if (one["type"] === "text") return [{ kind: "text", text: oneLine(this.#cut(one["text"])) }];
    if (one["type"] !== "link") return null;
    const label = this.#each(one["children"], depth + 1, (text) =>
      text["type"] === "text" ? oneLine(this.#cut(text["text"])) : null,
    ).join("");
    const address = webAddress(one["href"]);
    if (address !== null && this.#known.has(address.href)) {
      this.#text -= address.href.length;
      return [{ kind: "link", href: address.href, label: isVisible(label) ? label : address.host, to: address.host }];
    }
    // Nothing that was read names it: it is shown as what it is, an address in plain words.
    const plain = oneLine(this.#cut(one["href"]));
    const said = isVisible(label) ? (plain === "" || plain === label ? label : `${label} (${plain})`) : plain;
    return [{ kind: "text", text: said }];
  }

  #cut(text: unknown): string {
    if (typeof text !== "string") return "";
    const kept = text.slice(0, Math.max(0, this.#text));
    this.#text -= kept.length;
    return kept;
  }
}
