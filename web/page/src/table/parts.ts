/** The parts of a table: rows and cells, made of table elements or of anything with the roles. */

import * as dom from "../dom.js";
import { isDataTable } from "../observe/tables.js";
import { isHidden, isSubtreeHidden } from "../visibility.js";

const TABLES = new Set(["table", "grid", "treegrid"]);
const CELLS = new Set(["cell", "gridcell", "columnheader", "rowheader"]);
const SILENT = new Set(["script", "style", "noscript", "template", "input", "select", "textarea", "iframe"]);
const ROWS_MOST = 20_000;

export interface Row {
  el: Element;
  section: "head" | "body" | "foot";
}

/** The table an element is or lies in, or the only one in it. */
export function tableAround(el: Element): Element | null {
  if (isTable(el)) return el;
  const around = dom.above(el, isTable);
  if (around !== null) return around;
  const inside = dom.queryAll(el, "table, [role=table], [role=grid], [role=treegrid]").filter(isTable);
  const outer = inside.filter((one) => !inside.some((other) => other !== one && dom.contains(other, one)));
  return outer.length === 1 ? outer[0]! : outer.filter(isData).length === 1 ? outer.find(isData)! : null;
}

function isTable(el: Element): boolean {
  const role = dom.attr(el, "role")?.trim() ?? "";
  if (role !== "") return TABLES.has(role);
  return dom.is(el, "table");
}

const isData = (el: Element): boolean => !dom.is(el, "table") || isDataTable(el);

/** Rows in the order they are shown: what is written last may be the head. */
export function rowsOf(table: Element): Row[] {
  const rows: Row[] = [];
  collect(table, "body", rows);
  const of = (section: Row["section"]): Row[] => rows.filter((row) => row.section === section);
  return [...of("head"), ...of("body"), ...of("foot")];
}

function collect(from: Element, section: Row["section"], rows: Row[]): void {
  for (const el of dom.childElements(from)) {
    if (rows.length >= ROWS_MOST) return;
    if (isTable(el) || isSubtreeHidden(el)) continue;
    if (isRow(el)) rows.push({ el, section });
    else collect(el, dom.is(el, "thead") ? "head" : dom.is(el, "tfoot") ? "foot" : section, rows);
  }
}

function isRow(el: Element): boolean {
  const role = dom.attr(el, "role")?.trim() ?? "";
  return role === "row" || (role === "" && dom.is(el, "tr"));
}

export function cellsOf(row: Element): Element[] {
  const cells: Element[] = [];
  for (const el of dom.childElements(row)) {
    if (isSubtreeHidden(el)) continue;
    if (isCell(el)) cells.push(el);
    else if (!isTable(el)) cells.push(...cellsOf(el));
  }
  return cells;
}

function isCell(el: Element): boolean {
  const role = dom.attr(el, "role")?.trim() ?? "";
  return CELLS.has(role) || dom.is(el, "td") || dom.is(el, "th");
}

/** A cell that names its column. */
export function isColumnHeader(cell: Element): boolean {
  const role = dom.attr(cell, "role")?.trim() ?? "";
  if (role !== "") return role === "columnheader";
  return dom.is(cell, "th") && !["row", "rowgroup"].includes(dom.attr(cell, "scope") ?? "");
}

/** How many columns or rows a cell covers. */
export function span(cell: Element, way: "col" | "row", most: number): number {
  const written = Number.parseInt(dom.attr(cell, `${way}span`) ?? dom.attr(cell, `aria-${way}span`) ?? "1", 10);
  // A row span of 0 goes on to the end.
  if (written === 0 && way === "row") return most;
  return Math.min(Math.max(Number.isNaN(written) ? 1 : written, 1), most);
}

export function captionOf(table: Element): string {
  const caption = dom.childElements(table).find((el) => dom.is(el, "caption"));
  if (caption !== undefined) return textOf(caption);
  const label = dom.attr(table, "aria-label")?.trim();
  if (label) return label;
  const named = dom.attr(table, "aria-labelledby")?.split(/\s+/) ?? [];
  return named.map((id) => dom.byId(table, id)).map((el) => (el === null ? "" : textOf(el))).join(" ").trim();
}

/** The visible text of a cell on one line, without nested tables and without what a person wrote. */
export function textOf(el: Element): string {
  if (dom.isContentEditable(el)) return "";
  const parts: string[] = [];
  gather(el, parts);
  return parts.join("").replace(/\s+/g, " ").trim();
}

function gather(el: Element, parts: string[]): void {
  const readable = !isHidden(el);
  for (const node of dom.children(el)) {
    if (dom.isText(node)) {
      if (readable) parts.push(dom.data(node));
    } else if (dom.isElement(node)) {
      if (isTable(node) || isSubtreeHidden(node)) parts.push(" ");
      else inner(node, parts);
    }
  }
}

function inner(el: Element, parts: string[]): void {
  const tag = dom.tag(el);
  if (tag === "br") parts.push(" ");
  else if (tag === "img") parts.push(dom.attr(el, "alt") ?? "");
  else if (!SILENT.has(tag) && !(dom.hasAttr(el, "contenteditable") && dom.isContentEditable(el))) {
    const apart = dom.style(el, "display").startsWith("inline") && !dom.is(el, "button") ? "" : " ";
    parts.push(apart);
    gather(el, parts);
    parts.push(apart);
  }
}
