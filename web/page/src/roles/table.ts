/** Which way a header cell of a table points. */
import * as dom from "../dom.js";

interface Grid {
  /** First column and width of every cell. */
  place: Map<Element, { column: number; width: number }>;
  /** Columns in which some cell holds data. */
  dataColumns: Set<number>;
}

const span = (cell: Element, name: string, most: number): number => {
  const written = Number.parseInt(dom.attr(cell, name) ?? "", 10);
  return written >= 1 ? Math.min(written, most) : 1;
};

/** An empty `td`, such as the corner above row headers, holds no data. */
const isData = (cell: Element): boolean => dom.is(cell, "td") && (dom.textContent(cell) ?? "").trim() !== "";

function rows(table: Element): Element[] {
  const found: Element[] = [];
  for (const child of dom.childElements(table)) {
    if (dom.is(child, "tr")) found.push(child);
    else if (dom.is(child, "thead") || dom.is(child, "tbody") || dom.is(child, "tfoot"))
      found.push(...dom.childElements(child).filter((row) => dom.is(row, "tr")));
  }
  return found;
}

const gridOf = dom.remember<Element, Grid>((table) => {
  const grid: Grid = { place: new Map(), dataColumns: new Set() };
  // How many more rows a cell from above still covers, by column.
  const covered: number[] = [];
  for (const row of rows(table)) {
    let column = 0;
    const fresh: [number, number][] = [];
    for (const cell of dom.childElements(row)) {
      while ((covered[column] ?? 0) > 0) column += 1;
      const width = span(cell, "colspan", 1000);
      grid.place.set(cell, { column, width });
      const data = isData(cell);
      const height = span(cell, "rowspan", 65534);
      for (let at = column; at < column + width; at += 1) {
        if (data) grid.dataColumns.add(at);
        if (height > 1) fresh.push([at, height]);
      }
      column += width;
    }
    for (let at = 0; at < covered.length; at += 1) covered[at] = Math.max(0, (covered[at] ?? 0) - 1);
    for (const [at, height] of fresh) covered[at] = height - 1;
  }
  return grid;
});

const hasNoData = (row: Element): boolean => !dom.childElements(row).some(isData);

/** `columnheader`, `rowheader`, or undefined for a `th` that heads nothing. */
export function headerRole(cell: Element, table: Element): "columnheader" | "rowheader" | undefined {
  const scope = (dom.attr(cell, "scope") ?? "").toLowerCase();
  if (scope === "col" || scope === "colgroup") return "columnheader";
  if (scope === "row" || scope === "rowgroup") return "rowheader";
  const row = dom.parent(cell);
  if (row === null || hasNoData(row)) return "columnheader";
  const { place, dataColumns } = gridOf(table);
  const { column, width } = place.get(cell) ?? { column: 0, width: 1 };
  for (let at = column; at < column + width; at += 1) {
    if (!dataColumns.has(at)) continue;
    const group = dom.parent(row);
    return group !== null && dom.is(group, "thead") ? "columnheader" : undefined;
  }
  return "rowheader";
}
