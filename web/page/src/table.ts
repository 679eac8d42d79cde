/** A table of the page as columns with names and rows of text. */

import * as dom from "./dom.js";
import { resolve } from "./handles.js";
import { cut } from "./observe/lines.js";
import { isRefusal, refuse } from "./refusal.js";
import { captionOf, cellsOf, isColumnHeader, rowsOf, type Row, span, tableAround, textOf } from "./table/parts.js";
import type { Refusal, Table } from "./types.js";

const COLUMNS_MOST = 200;
const ROWS_MOST = 2_000;
const TEXT_MOST = 500;
const CAPTION_MOST = 300;
/** An answer must stay small enough to be sent. */
const BYTES_MOST = 180_000;

interface Line {
  cells: string[];
  isHeader: boolean;
}

const encoder = new TextEncoder();

export function extractTable(handle: string, maxRows = ROWS_MOST): Table | Refusal {
  const el = resolve(handle);
  if (isRefusal(el)) return el;
  const table = tableAround(el);
  if (table === null) {
    return refuse("NOT_FOUND", "there is no table here; use the handle of a table or of something in it", "E_NO_TABLE");
  }
  const rows = rowsOf(table);
  const heads = headRows(rows);
  const most = Math.min(Math.max(maxRows, 1), ROWS_MOST);
  const lines = expand(rows.slice(0, heads + most), heads, columnBase(rows));
  const width = Math.max(0, ...lines.map(({ cells }) => cells.length));
  const headers = names(lines.filter(({ isHeader }) => isHeader), width);
  const body = withinBytes(lines.filter(({ isHeader }) => !isHeader).map(({ cells }) => padded(cells, width)), headers);
  return {
    caption: cut(captionOf(table), CAPTION_MOST),
    headers,
    rows: body,
    omittedRows: rows.length - heads - body.length,
  };
}

/** How many rows at the top name the columns. */
function headRows(rows: readonly Row[]): number {
  const inHead = rows.findIndex(({ section }) => section !== "head");
  const count = inHead < 0 ? rows.length : inHead;
  // A head alone is a table of one row, not the names of nothing.
  if (count > 0) return count === rows.length && !isHeaderRow(rows[0]!) ? 0 : count;
  const first = rows.findIndex((row) => !isHeaderRow(row));
  return first < 0 ? Math.min(rows.length, 1) : first;
}

function isHeaderRow({ el }: Row): boolean {
  const cells = cellsOf(el);
  return cells.length > 0 && cells.every((cell, at) => isColumnHeader(cell) || (at === 0 && textOf(cell) === ""));
}

/** The lowest column number that cells of a partly loaded grid carry. */
function columnBase(rows: readonly Row[]): number {
  const numbers = rows.slice(0, ROWS_MOST).flatMap(({ el }) => cellsOf(el).map(columnNumber));
  const known = numbers.filter((number) => number !== undefined);
  return known.reduce((least, number) => Math.min(least, number), Number.MAX_SAFE_INTEGER);
}

function columnNumber(cell: Element): number | undefined {
  const number = Number.parseInt(dom.attr(cell, "aria-colindex") ?? "", 10);
  return number >= 1 ? number : undefined;
}

/** Puts every cell where it is shown: one that covers several columns or rows is repeated in each. */
function expand(rows: readonly Row[], heads: number, base: number): Line[] {
  const lines: Line[] = [];
  let waiting: { text: string; left: number; section: Row["section"] }[] = [];
  rows.forEach(({ el, section }, at) => {
    const cells: string[] = [];
    // What covers several rows ends with its part of the table.
    waiting = waiting.map((one) => (one?.section === section ? one : { text: "", left: 0, section }));
    let column = 0;
    const fill = (): void => {
      for (let above = waiting[column]; above !== undefined && above.left > 0; above = waiting[column]) {
        cells[column] = above.text;
        above.left -= 1;
        column += 1;
      }
    };
    for (const cell of cellsOf(el)) {
      fill();
      const number = columnNumber(cell);
      if (number !== undefined) column = Math.max(column, number - base);
      if (column >= COLUMNS_MOST) break;
      const text = cut(textOf(cell), TEXT_MOST);
      const left = span(cell, "row", rows.length - at) - 1;
      for (let across = span(cell, "col", COLUMNS_MOST - column); across > 0; across -= 1) {
        cells[column] = text;
        waiting[column] = { text, left, section };
        column += 1;
      }
    }
    while (column < waiting.length) {
      if ((waiting[column]?.left ?? 0) > 0) fill();
      else column += 1;
    }
    lines.push({ cells: Array.from(cells, (cell) => cell ?? ""), isHeader: at < heads });
  });
  return lines;
}

/** One name per column: rows of headers joined, what is empty numbered, what is the same told apart. */
function names(heads: readonly Line[], width: number): string[] {
  const used = new Map<string, number>();
  return Array.from({ length: width }, (_, column) => {
    const parts = heads.map(({ cells }) => cells[column] ?? "");
    const distinct = parts.filter((part, at) => part !== "" && parts.indexOf(part) === at);
    const name = cut(distinct.join(" / "), TEXT_MOST) || `Column ${column + 1}`;
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    if (times === 1) return name;
    const unique = `${name} (${times})`;
    used.set(unique, 1);
    return unique;
  });
}

function padded(cells: readonly string[], width: number): string[] {
  return Array.from({ length: width }, (_, column) => cells[column] ?? "");
}

function withinBytes(rows: string[][], headers: readonly string[]): string[][] {
  let bytes = encoder.encode(JSON.stringify(headers)).length;
  const end = rows.findIndex((row) => (bytes += encoder.encode(JSON.stringify(row)).length + 1) > BYTES_MOST);
  return end < 0 ? rows : rows.slice(0, end);
}
