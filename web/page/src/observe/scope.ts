/** Which lines a narrower reading holds. */
import * as dom from "../dom.js";
import { collapse } from "./lines.js";
import type { Line, Walk } from "./lines.js";

/** Answers the text to send of a line, or undefined for a line out of scope. */
export type Within = (line: Line, index: number) => string | undefined;

export type Scope = "viewport" | "document" | "container" | "selection";

export function inScope(page: Walk, kind: Scope): Within {
  if (kind === "viewport") return inViewport;
  if (kind === "selection") return inSelection(page);
  return (line) => line.text;
}

function inViewport(line: Line): string | undefined {
  const box = line.start === line.el ? dom.rect(line.el) : dom.contentRect(line.start);
  const shown = touchesView(box) || (line.start !== line.el && touchesView(dom.rect(line.el)) && spansSeveral(line));
  return shown ? line.text : undefined;
}

function touchesView(box: dom.Rect): boolean {
  return box.bottom > 0 && box.right > 0 && box.top < dom.viewportHeight() && box.left < dom.viewportWidth();
}

/** A line made of more than its first piece of text may begin above the view and end in it. */
function spansSeveral(line: Line): boolean {
  return (dom.data(line.start) ?? "").trim().length < line.body.length;
}

function inSelection(page: Walk): Within {
  const selection = dom.selection();
  if (selection === null || dom.rangeCount(selection) === 0) return () => undefined;
  const range = dom.rangeAt(selection, 0);
  if (dom.rangeCollapsed(range)) return () => undefined;
  return (line) => {
    if (!touched(range, line)) return undefined;
    // Of a line that shares its element with others, a part cannot be told from the rest.
    if (
      line.region.children.length > 0 ||
      page.lines[line.region.first] !== line ||
      line.region.end !== line.region.first + 1
    )
      return line.text;
    const part = collapse(dom.rangeText(overlap(range, line.el)));
    if (part === "") return undefined;
    // A range also counts text that cannot be seen; only what was read as visible is sent.
    return line.body.includes(part) && part.length < line.body.length ? part : line.text;
  };
}

function touched(range: Range, line: Line): boolean {
  return line.holders.some((holder) =>
    dom.rangeIntersects(range, holder === line.el && dom.firstElementChild(holder) !== null ? line.start : holder),
  );
}

function overlap(range: Range, node: Node): Range {
  const part = dom.createRange(document);
  const from = dom.rangeStartNode(range);
  const to = dom.rangeEndNode(range);
  if (dom.contains(node, from)) dom.setRangeStart(part, from, dom.rangeStartOffset(range));
  else dom.setRangeStart(part, node, 0);
  if (dom.contains(node, to)) dom.setRangeEnd(part, to, dom.rangeEndOffset(range));
  else dom.setRangeEnd(part, node, lengthOf(node));
  return part;
}

function lengthOf(node: Node): number {
  return dom.isText(node) ? dom.data(node).length : countChildren(node);
}

function countChildren(node: Node): number {
  let count = 0;
  for (let child = dom.firstChild(node); child !== null; child = dom.nextSibling(child)) count += 1;
  return count;
}
