/** Telling tables of data from tables that only arrange things. */

import * as dom from "../dom.js";

const ROWS_LOOKED_AT = 40;
const TABLE_ROLES = new Set(["table", "grid", "treegrid"]);
const CELL_ROLES = new Set(["cell", "gridcell", "columnheader", "rowheader"]);
const BLOCKS_IN_CELL = "table,p,div,ul,ol,dl,h1,h2,h3,h4,h5,h6,form,article,section,blockquote,center";

export function hasTableRole(role: string | null): boolean {
  return role !== null && TABLE_ROLES.has(role);
}

export function isCell(el: Element, tag: string): boolean {
  if (tag === "td" || tag === "th") return true;
  const role = dom.attr(el, "role");
  return role !== null && CELL_ROLES.has(role);
}

/** Rows of a table in the order they are written, at most `max`. */
function rowsOf(table: Element, max: number): Element[] {
  const rows: Element[] = [];
  for (const part of dom.childElements(table)) {
    const tag = dom.tag(part);
    if (tag === "tr") rows.push(part);
    else if (tag === "tbody" || tag === "thead" || tag === "tfoot") {
      for (let row = dom.firstElementChild(part); row !== null && rows.length < max; row = dom.nextElement(row))
        if (dom.tag(row) === "tr") rows.push(row);
    }
    if (rows.length >= max) break;
  }
  return rows;
}

/** Whether a `table` holds data, row by row, and not just the layout of a page. */
export function isDataTable(table: Element): boolean {
  const role = dom.attr(table, "role");
  if (role === "presentation" || role === "none") return false;
  if (hasTableRole(role)) return true;
  for (const part of dom.childElements(table)) {
    const tag = dom.tag(part);
    if (tag === "caption" || (tag === "thead" && dom.firstElementChild(part) !== null)) return true;
  }
  const rows = rowsOf(table, ROWS_LOOKED_AT);
  let widest = 0;
  let blocks = false;
  for (const row of rows) {
    let cells = 0;
    for (let cell = dom.firstElementChild(row); cell !== null; cell = dom.nextElement(cell)) {
      if (dom.tag(cell) === "th") return true;
      cells += 1;
      if (!blocks && dom.firstElementChild(cell) !== null) blocks = dom.query(cell, BLOCKS_IN_CELL) !== null;
    }
    widest = Math.max(widest, cells);
  }
  return !blocks && widest > 1 && rows.length > 1;
}
