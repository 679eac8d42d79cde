/** Reads what is visible of a tree in one pass: lines of text, the regions they lie in, links, fields and frames. */
import * as dom from "../dom.js";
import { roleOf } from "../roles.js";
import { isElementHidden } from "../visibility.js";
import { isGone, readVisible } from "./glance.js";
import { nodeId } from "../handles.js";
import { PICTURES, drawnControl, isActionable } from "./actionable.js";
import { collapse, seen } from "./lines.js";
import type { Anchor, Kind, Line, Region, Walk } from "./lines.js";
import { hasTableRole, isCell, isDataTable } from "./tables.js";
import * as tags from "./tags.js";

/** Deeper or larger trees are read in part: a page must not be able to exhaust the script. */
const MAX_DEPTH = 900;
const MAX_NODES = 400_000;

interface Lead {
  text: string;
  kind: Kind;
}

class Walker {
  readonly lines: Line[] = [];
  readonly regions: Region[] = [];
  readonly found: Walk;
  private region: Region;
  private holder: Element;
  private buffer = "";
  private start: Node | null = null;
  private linkChars = 0;
  /** Where in the buffer the last link ended, and in which line. */
  private linkEnd = -1;
  private linkEndLine = -1;
  private images: string[] = [];
  private nodes = 0;
  private depth = 0;
  private links = 0;
  private linked = 0;
  private figures = 0;
  /** Block boundaries and line breaks are spaces: in a heading, a cell, a summary. */
  private flat = 0;
  private softBreaks = 0;
  private indent = "";
  private listDepth = 0;
  private quotes = 0;
  private level = 0;
  private lead: Lead | null = null;
  private code = false;
  private acting = false;
  private pointer = false;
  private holders: Element[] = [];
  /** The element whose own text was last left out. */
  private omitted: Element | null = null;
  private drawnControls = new Set<Element>();
  private inRow = false;
  private afterRow: Element[] = [];

  constructor(
    root: Element,
    private readonly complete: boolean,
    private readonly unseen: ReadonlySet<Element>,
  ) {
    this.holder = root;
    this.region = newRegion(root, dom.tag(root), null, 0, 0);
    this.regions.push(this.region);
    this.found = {
      lines: this.lines,
      root: this.region,
      regions: this.regions,
      links: [],
      actionable: [],
      forms: [],
      frames: [],
      hiddenNodes: 0,
      editable: 0,
      partial: false,
    };
  }

  run(root: Element): Walk {
    this.element(root);
    this.flush();
    this.region.end = this.lines.length;
    this.region.endLink = this.found.links.length;
    return this.found;
  }

  private children(el: Element): void {
    if (this.depth >= MAX_DEPTH) {
      this.found.partial = true;
      return;
    }
    this.depth += 1;
    const outer = this.holder;
    this.holder = el;
    if (dom.shadowRoot(el) !== null || dom.tag(el) === "slot") {
      for (const child of dom.children(el)) {
        // Text put into a slot belongs to where it was written.
        this.holder = dom.parentElement(child) ?? el;
        this.node(child);
      }
    } else for (let child = dom.firstChild(el); child !== null; child = dom.nextSibling(child)) this.node(child);
    this.holder = outer;
    this.depth -= 1;
  }

  private node(node: Node): void {
    const type = dom.nodeType(node);
    if (type === 3 || type === 4) this.text(node);
    else if (type === 1) {
      this.nodes += 1;
      if (this.nodes > MAX_NODES) this.found.partial = true;
      else this.element(node as Element);
    }
  }

  private text(node: Node): void {
    const data = dom.data(node);
    if (!/\S/.test(data)) {
      this.buffer += this.code ? data : " ";
      return;
    }
    const { holder, holders } = this;
    if (this.unseen.size > 0 && this.unseen.has(holder)) {
      if (this.omitted !== holder) this.found.hiddenNodes += 1;
      this.omitted = holder;
      return;
    }
    if (holders.length === 0 || holders[holders.length - 1] !== holder) holders.push(holder);
    this.buffer += data;
    this.start ??= node;
    if (this.linked > 0 || (this.acting && this.links === 0)) this.linkChars += data.trim().length;
  }

  private element(el: Element): void {
    const tag = dom.tag(el);
    const trait = tags.traitOf(tag);
    if (trait === tags.SILENT) return;
    if (trait === tags.NOSCRIPT) {
      if (dom.firstChild(el) !== null) this.found.hiddenNodes += 1;
      return;
    }
    if (trait === tags.BREAK) {
      this.lineBreak();
      return;
    }
    if (isGone(el) || (this.unseen.size > 0 && this.unseen.has(el) && dom.firstElementChild(el) === null)) {
      this.hidden(el);
      return;
    }
    const acting = this.acting;
    const pointer = this.pointer;
    if (this.complete) this.act(el, tag, trait);
    if (trait === tags.LINK) this.link(el);
    else this.content(el, tag, trait);
    this.acting = acting;
    this.pointer = pointer;
  }

  private hidden(el: Element): void {
    const text = dom.textContent(el);
    if (text !== null && /\S/.test(text)) this.found.hiddenNodes += 1;
  }

  /** Notes what a person can act on; what lies inside it is part of it. */
  private act(el: Element, tag: string, trait: number): void {
    if (tag === "form") this.found.forms.push(el);
    if (this.acting || (trait === tags.PHRASE && !(PICTURES.has(tag) && dom.hasAttributes(el)))) return;
    if (tag === "label") this.drawn(el);
    const verdict = isActionable(el, tag, this.pointer);
    if (verdict === "no") return;
    this.pointer = verdict === "pointer" || this.pointer;
    this.found.actionable.push({ el, tag, line: this.lines.length });
    // A card or a list of options may hold other things to act on; a button may not.
    this.acting = verdict === "yes";
  }

  private drawn(label: Element): void {
    const control = drawnControl(label);
    if (control === undefined || this.drawnControls.has(control)) return;
    this.drawnControls.add(control);
    this.found.actionable.push({ el: control, tag: "input", line: this.lines.length, label });
  }

  private content(el: Element, tag: string, trait: number): void {
    switch (trait) {
      case tags.OPAQUE:
        this.opaque(el, tag);
        return;
      case tags.IMAGE:
        this.image(dom.attr(el, "alt"));
        return;
      case tags.VECTOR:
        this.image(vectorTitle(el));
        return;
      case tags.FRAME:
        this.found.frames.push({ el, after: this.lines.length - (this.pending() ? 0 : 1) });
        return;
      case tags.PHRASE:
        if (dom.hasAttr(el, "role")) break;
        this.inline(el);
        return;
    }
    if (dom.hasAttributes(el) && this.byAttribute(el, tag)) return;
    switch (trait) {
      case tags.HEADING:
        this.heading(el, Number(tag.slice(1)));
        return;
      case tags.ITEM:
        this.item(el);
        return;
      case tags.LIST:
        this.list(el);
        return;
      case tags.TABLE:
        this.table(el, tag);
        return;
      case tags.PREFORMATTED:
        this.preformatted(el);
        return;
      case tags.LEAD:
        this.leading(el, tag);
        return;
      case tags.QUOTE:
        this.quotes += 1;
        this.block(el, tag);
        this.quotes -= 1;
        return;
      case tags.DETAILS:
        this.details(el);
        return;
      case tags.BLOCK:
        if (tag === "figure") {
          this.figures += 1;
          this.block(el, tag);
          this.figures -= 1;
        } else this.block(el, tag);
        return;
    }
    this.styled(el, tag);
  }

  /** What can be edited is not read; what has a role is read as that. */
  private byAttribute(el: Element, tag: string): boolean {
    const editable = dom.attr(el, "contenteditable");
    if (editable !== null && editable !== "false" && dom.isContentEditable(el)) {
      this.boundary();
      if (/\S/.test(dom.textContent(el) ?? "")) this.found.editable += 1;
      return true;
    }
    const role = dom.attr(el, "role");
    return role !== null && this.byRole(el, tag, role);
  }

  /** What a role makes of an element, where that differs from its tag. */
  private byRole(el: Element, tag: string, role: string): boolean {
    if (role === "heading" && !/^h[1-6]$/.test(tag)) {
      const level = Number(dom.attr(el, "aria-level") ?? "2");
      this.heading(el, level >= 1 && level <= 6 ? Math.trunc(level) : 2);
    } else if (role === "listitem" && tag !== "li") this.item(el);
    else if (role === "list" && tag !== "ul" && tag !== "ol" && tag !== "menu") this.list(el);
    else if (hasTableRole(role) && tag !== "table") this.dataTable(el, tag);
    else if (role === "img" && !/\S/.test(dom.textContent(el) ?? "")) this.image(dom.attr(el, "aria-label"));
    else return false;
    return true;
  }

  private styled(el: Element, tag: string): void {
    const display = dom.style(el, "display");
    if (display === "inline" || display === "contents") this.inline(el);
    else if (display.startsWith("inline") || (tag !== "div" && isPartOfInlineBox(el))) {
      this.buffer += " ";
      this.inline(el);
      this.buffer += " ";
    } else this.block(el, tag);
  }

  private link(el: Element): void {
    const line = this.lines.length;
    // Links that stand right beside each other are kept apart by their style.
    if (this.linkEnd === this.buffer.length && this.linkEndLine === line) this.buffer += " ";
    const from = this.buffer.length;
    const anchor: Anchor = { el, text: "", line, region: this.region };
    this.found.links.push(anchor);
    // A link to another part of the page, such as a note, leads nowhere else.
    const away = !(dom.attr(el, "href") ?? "#").startsWith("#");
    if (away) this.linked += 1;
    this.links += 1;
    this.softBreaks += 1;
    if (dom.attr(el, "role") === "heading") this.content(el, "a", tags.LINK);
    else this.styled(el, "a");
    this.softBreaks -= 1;
    this.links -= 1;
    if (away) this.linked -= 1;
    if (this.lines.length === line) anchor.text = collapse(this.buffer.slice(from));
    else {
      const parts: string[] = [];
      for (let at = line; at < this.lines.length; at += 1) parts.push((this.lines[at] as Line).body);
      parts.push(collapse(this.buffer));
      anchor.text = parts.join(" ").trim();
    }
    this.linkEnd = this.buffer.length;
    this.linkEndLine = this.lines.length;
  }

  /** Flows with the text around it, unless something in it does not: then it is a region like any other. */
  private inline(el: Element): void {
    const before = this.lines.length;
    const siblings = this.region.children.length;
    const at = this.regions.length;
    const firstLink = this.linkIndex(el);
    this.children(el);
    if (this.lines.length === before || this.flat > 0) return;
    const outer = this.region;
    const region: Region = {
      el,
      tag: dom.tag(el),
      parent: outer,
      children: outer.children.splice(siblings),
      first: before,
      end: this.lines.length,
      firstLink,
      endLink: this.found.links.length,
      depth: outer.depth + 1,
    };
    for (const child of region.children) child.parent = region;
    outer.children.push(region);
    this.regions.splice(at, 0, region);
    for (let index = before; index < this.lines.length; index += 1) {
      const line = this.lines[index] as Line;
      if (line.region === outer) line.region = region;
    }
  }

  private block(el: Element, tag: string): void {
    if (this.flat > 0) {
      this.buffer += " ";
      this.children(el);
      this.buffer += " ";
      return;
    }
    this.flush();
    this.enter(el, tag);
    this.children(el);
    this.leave();
  }

  private enter(el: Element, tag: string): void {
    const parent = this.region;
    const region = newRegion(el, tag, parent, this.lines.length, this.linkIndex(el));
    parent.children.push(region);
    this.regions.push(region);
    this.region = region;
  }

  /** Where the links of an element begin; a link that is a region is a link of it. */
  private linkIndex(el: Element): number {
    const { links } = this.found;
    return links.length > 0 && links[links.length - 1]?.el === el ? links.length - 1 : links.length;
  }

  private leave(): void {
    this.flush();
    const region = this.region;
    region.end = this.lines.length;
    region.endLink = this.found.links.length;
    this.region = region.parent as Region;
  }

  private boundary(): void {
    if (this.flat > 0) this.buffer += " ";
    else this.flush();
  }

  private lineBreak(): void {
    if (this.code) this.buffer += "\n";
    else if (this.softBreaks > 0) this.buffer += " ";
    else this.boundary();
  }

  private heading(el: Element, level: number): void {
    if (this.flat > 0) {
      this.block(el, dom.tag(el));
      return;
    }
    this.flush();
    this.enter(el, dom.tag(el));
    this.level = level;
    this.flat += 1;
    this.children(el);
    this.flat -= 1;
    this.leave();
    this.level = 0;
  }

  private list(el: Element): void {
    this.listDepth += 1;
    this.block(el, dom.tag(el));
    this.listDepth -= 1;
  }

  private item(el: Element): void {
    if (this.flat > 0) {
      this.block(el, "li");
      return;
    }
    this.flush();
    const { lead, indent } = this;
    const base = "  ".repeat(Math.max(0, this.listDepth - 1));
    this.lead = { text: base + itemMarker(el), kind: "item" };
    this.indent = base + "  ";
    this.softBreaks += 1;
    this.block(el, dom.tag(el));
    this.softBreaks -= 1;
    this.indent = indent;
    this.lead = lead;
  }

  private leading(el: Element, tag: string): void {
    const as = tags.LEADS[tag];
    if (as === undefined || this.flat > 0) {
      this.block(el, tag);
      return;
    }
    this.flush();
    const { lead, indent } = this;
    this.lead = { text: (lead?.text ?? indent) + as.text, kind: as.kind };
    if (tag === "dd" || tag === "figcaption") this.indent = indent;
    if (tag === "summary" || tag === "caption") this.flat += 1;
    this.enter(el, tag);
    this.children(el);
    if (tag === "summary" || tag === "caption") this.flat -= 1;
    this.leave();
    this.indent = indent;
    const used = this.lead === null;
    this.lead = used ? null : lead;
  }

  private details(el: Element): void {
    if (dom.isOpen(el)) {
      this.block(el, "details");
      return;
    }
    this.boundary();
    this.enter(el, "details");
    let closed = false;
    let summarised = false;
    for (const child of dom.childElements(el)) {
      if (!summarised && dom.tag(child) === "summary") {
        summarised = true;
        this.node(child);
      } else closed ||= /\S/.test(dom.textContent(child) ?? "");
    }
    // A closed one keeps its slots in a shadow tree of the browser; its own children are those of the page.
    if (!summarised) {
      for (let child = dom.firstElementChild(el); child !== null && !summarised; child = dom.nextElement(child)) {
        if (dom.tag(child) === "summary") {
          summarised = true;
          this.node(child);
        }
      }
    }
    if (closed) this.found.hiddenNodes += 1;
    this.leave();
  }

  private preformatted(el: Element): void {
    if (this.flat > 0) {
      this.block(el, "pre");
      return;
    }
    this.flush();
    this.enter(el, "pre");
    const flat = this.flat;
    this.code = true;
    this.flat = 1;
    this.children(el);
    this.flat = flat;
    this.leave();
    this.code = false;
  }

  private table(el: Element, tag: string): void {
    if (this.inRow && this.flat > 0) this.afterRow.push(el);
    else if (this.flat === 0 && isDataTable(el)) this.dataTable(el, tag);
    else this.block(el, tag);
  }

  private dataTable(el: Element, tag: string): void {
    if (this.flat > 0) {
      this.block(el, tag);
      return;
    }
    this.flush();
    this.enter(el, tag);
    this.rows(el);
    this.leave();
  }

  private rows(el: Element): void {
    if (this.depth >= MAX_DEPTH) {
      this.found.partial = true;
      return;
    }
    this.depth += 1;
    for (const child of dom.children(el)) {
      if (!dom.isElement(child)) {
        this.node(child);
        continue;
      }
      const tag = dom.tag(child);
      if (tag === "tr" || dom.attr(child, "role") === "row") this.row(child, tag);
      else if (tag === "tbody" || tag === "thead" || tag === "tfoot" || (tag !== "caption" && hasRows(child))) {
        if (isGone(child)) this.hidden(child);
        else this.rows(child);
      } else this.node(child);
    }
    this.depth -= 1;
  }

  private row(el: Element, tag: string): void {
    this.nodes += 1;
    if (this.nodes > MAX_NODES) {
      this.found.partial = true;
      return;
    }
    if (isGone(el)) {
      this.hidden(el);
      return;
    }
    this.flush();
    this.enter(el, tag);
    const outer = { inRow: this.inRow, afterRow: this.afterRow, pointer: this.pointer };
    this.inRow = true;
    this.afterRow = [];
    this.flat += 1;
    if (this.complete && !this.acting) this.act(el, tag, tags.BLOCK);
    const acting = this.acting;
    const cells: string[] = [];
    let filled = false;
    let linkChars = 0;
    let start: Node | null = null;
    const close = (): void => {
      const text = collapse(this.buffer);
      this.buffer = "";
      filled ||= text !== "";
      linkChars += this.linkChars;
      start ??= this.start;
      cells.push(text === "" && this.images.length > 0 ? `[image: ${this.images[0]}]` : text);
      this.images = [];
    };
    for (const child of dom.children(el)) {
      if (!dom.isElement(child)) continue;
      const childTag = dom.tag(child);
      this.node(child);
      if (isCell(child, childTag)) close();
    }
    if (collapse(this.buffer) !== "") close();
    this.acting = acting;
    this.flat -= 1;
    this.inRow = outer.inRow;
    const nested = this.afterRow;
    this.afterRow = outer.afterRow;
    this.linkChars = linkChars;
    this.start = start;
    if (filled) this.emit(cells.join(" | "), "row");
    this.reset();
    this.acting = false;
    for (const table of nested) this.node(table);
    this.leave();
    this.pointer = outer.pointer;
    this.acting = false;
  }

  private opaque(el: Element, tag: string): void {
    if (tag !== "input") return;
    const type = dom.inputType(el);
    if (type !== "submit" && type !== "button" && type !== "reset") return;
    const label = dom.attr(el, "value");
    if (label === null) return;
    this.start ??= el;
    this.holders.push(el);
    this.linkChars += label.length;
    this.buffer += ` ${label} `;
  }

  private image(alt: string | null): void {
    const text = alt === null ? "" : collapse(alt);
    if (text === "") return;
    if (this.links > 0 || this.figures > 0) {
      this.buffer += ` [image: ${text}] `;
    } else this.images.push(text);
  }

  private pending(): boolean {
    return /\S/.test(this.buffer);
  }

  private reset(): void {
    this.buffer = "";
    this.holders = [];
    this.start = null;
    this.linkChars = 0;
    this.images = [];
  }

  private flush(): void {
    if (this.buffer === "" && this.images.length === 0) return;
    if (this.code) {
      const text = seen(this.buffer)
        .replace(/\r\n?/g, "\n")
        .replace(/[ \t]+$/gm, "")
        .replace(/^\n+|\s+$/g, "");
      if (text !== "") this.emit(text, "code");
    } else {
      let text = collapse(this.buffer);
      if (text === "" && this.images.length > 0) text = this.images.map((alt) => `[image: ${alt}]`).join(" ");
      if (text !== "") this.emit(text, "text");
    }
    this.reset();
  }

  private emit(body: string, as: Kind): void {
    const lead = this.lead;
    let kind = as;
    let prefix = lead?.text ?? this.indent;
    if (lead !== null) kind = lead.kind;
    else if (this.level > 0) {
      kind = "heading";
      prefix += `H${this.level}: `;
    }
    if (as === "code") {
      kind = "code";
      prefix += "Code: ";
    }
    this.lead = null;
    this.lines.push({
      el: this.region.el,
      start: this.start ?? this.region.el,
      holders: this.holders,
      tag: this.region.tag,
      kind,
      level: this.level,
      text: (this.quotes > 0 ? "> " : "") + prefix + body,
      body,
      linkChars: Math.min(this.linkChars, body.length),
      quoted: this.quotes > 0,
      region: this.region,
    });
  }
}

function newRegion(el: Element, tag: string, parent: Region | null, line: number, link: number): Region {
  const depth = parent === null ? 0 : parent.depth + 1;
  return { el, tag, parent, children: [], first: line, end: line, firstLink: link, endLink: link, depth };
}

/** Parts of an inline box are blocks to the browser, whatever they are; to a reader they are words of one line. */
function isPartOfInlineBox(el: Element): boolean {
  const box = dom.parent(el);
  return box !== null && /^inline-(?:flex|grid)/.test(dom.style(box, "display"));
}

function hasRows(el: Element): boolean {
  return dom.attr(el, "role") === "rowgroup" || dom.query(el, "[role=row]") !== null;
}

function vectorTitle(el: Element): string | null {
  for (let child = dom.firstElementChild(el); child !== null; child = dom.nextElement(child))
    if (dom.tag(child) === "title") return dom.textContent(child);
  return null;
}

function itemMarker(el: Element): string {
  const list = dom.parent(el);
  if (list === null || dom.tag(list) !== "ol") return "- ";
  return `${ordinal(el, list)}. `;
}

const counters = new WeakMap<Element, { last: Element; value: number }>();

/** The number an item of an ordered list shows. */
function ordinal(el: Element, list: Element): number {
  const own = integer(dom.attr(el, "value"));
  const reversed = dom.hasAttr(list, "reversed");
  const step = reversed ? -1 : 1;
  let value: number;
  const before = counters.get(list);
  if (own !== null) value = own;
  else if (before !== undefined && dom.previousElement(el) === before.last) value = before.value + step;
  else {
    const start = integer(dom.attr(list, "start"));
    const items = dom.childElements(list).filter((item) => dom.tag(item) === "li");
    value = start ?? (reversed ? items.length : 1);
    for (const item of items) {
      value = integer(dom.attr(item, "value")) ?? value;
      if (item === el) break;
      value += step;
    }
  }
  counters.set(list, { last: el, value });
  return value;
}

function integer(written: string | null): number | null {
  if (written === null || !/^\s*[+-]?\d{1,9}/.test(written)) return null;
  return Number.parseInt(written, 10);
}

/**
 * Everything a reading needs, in one pass. Text right inside the `unseen` elements is left out; what else cannot be
 * seen is still to be asked (see `readVisible`).
 */
export function sketch(root: Element, unseen: ReadonlySet<Element>): Walk {
  return new Walker(root, true, unseen).run(root);
}

/** The same, with nothing in it that cannot be seen. */
export function walk(root: Element): Walk {
  const { page } = readVisible(
    (unseen) => ({ page: sketch(root, unseen) }),
    (found) => found.page.lines,
  );
  page.actionable = page.actionable.filter(({ el, label }) => !isElementHidden(label ?? el));
  return page;
}

/** A line of text and the element it is the text of. */
export interface Block {
  el: Element;
  node: string;
  tag: string;
  role: string;
  text: string;
  kind: Kind;
}

/** The visible lines below `root`. */
export function blocks(root: Element): Block[] {
  const { page } = readVisible(
    (unseen) => ({ page: new Walker(root, false, unseen).run(root) }),
    (found) => found.page.lines,
  );
  return page.lines.map((line) => ({
    el: line.el,
    node: nodeId(line.el),
    tag: line.tag,
    role: roleOf(line.el),
    text: line.text,
    kind: line.kind,
  }));
}
