/** One reading of the page: its text and structure, and what a person could act on. */
import * as dom from "../dom.js";
import { mint, nodeId, resolve } from "../handles.js";
import { identity } from "../identity.js";
import { nameOf } from "../names.js";
import { isRefusal, refuse } from "../refusal.js";
import { roleOf } from "../roles.js";
import type {
  Chunk,
  Comment,
  Frame,
  Heading,
  Item,
  ObserveOptions,
  Reading,
  RedactionKind,
  Refusal,
} from "../types.js";
import { budgets, settleTime } from "./budgets.js";
import type { Budgets } from "./budgets.js";
import { compare, nextReading } from "./changes.js";
import { findComments } from "./comments.js";
import type { Thread } from "./comments.js";
import { isNamedBody } from "./content.js";
import { findRepeats } from "./duplicates.js";
import { boxOf, describe, pick, rank } from "./elements.js";
import { readForms, withheld } from "./fields.js";
import { commentCount, entryText, findEntries, furtherLinks } from "./items.js";
import type { EntryList } from "./items.js";
import { cut } from "./lines.js";
import type { Line, Region, Walk } from "./lines.js";
import { findPrimary } from "./primary.js";
import type { Primary } from "./primary.js";
import { readVisible } from "./glance.js";
import { inScope } from "./scope.js";
import type { Scope } from "./scope.js";
import { settled } from "./settle.js";
import { findSignals } from "./signals.js";
import { Addresses } from "./urls.js";
import { sketch } from "./walk.js";
import { chooseSpan } from "./window.js";
import type { Span } from "./window.js";

/** Reads the page now, or when it has settled. */
export function observe(options: ObserveOptions): Reading | Refusal | Promise<Reading | Refusal> {
  const wait = settleTime(options);
  return wait === 0 ? read(options) : settled(wait).then(() => read(options));
}

function pageRoot(): Element {
  return dom.body(document) ?? (dom.documentElement(document) as Element);
}

/** So much running text is an article, however long the lists beside it are. */
const ARTICLE_LEAST = 1200;
/** And so little may stand above a list. */
const INTRODUCTION_MOST = 250;

/** On a page that is a list, the list is the main content. */
function mainContent(page: Walk, entries: EntryList | undefined, thread: Thread | undefined): Primary | undefined {
  const primary = findPrimary(page, thread?.root);
  if (entries === undefined) return primary;
  const prose = primary === undefined ? 0 : keptChars(page, primary);
  if (primary !== undefined) {
    if (prose >= ARTICLE_LEAST || (prose >= INTRODUCTION_MOST && prose * 6 >= entries.chars)) return primary;
    if (isArticle(primary.region) && !holdsRegion(primary.region, entries.region)) return primary;
  }
  const first = entries.entries[0]?.first ?? entries.region.first;
  const end = entries.entries[entries.entries.length - 1]?.end ?? entries.region.end;
  const keep = new Uint8Array(page.lines.length);
  keep.fill(1, first, end);
  return { region: entries.region, first, end, keep };
}

/** The page itself calls it an article, or the body of one. */
function isArticle(region: Region): boolean {
  for (let at: Region | null = region; at !== null; at = at.parent)
    if (at.tag === "article" || isNamedBody(at)) return true;
  return false;
}

function holdsRegion(outer: Region, inner: Region): boolean {
  return inner.first >= outer.first && inner.end <= outer.end;
}

function keptChars(page: Walk, primary: Primary): number {
  let chars = 0;
  for (let at = primary.first; at < primary.end; at += 1)
    if (primary.keep[at] === 1) chars += (page.lines[at] as Line).body.length;
  return chars;
}

interface Parts {
  entries: EntryList | undefined;
  thread: Thread | undefined;
  primary: Primary | undefined;
}

/** The list, the discussion and the main content of a page. */
function parts(page: Walk, maxComments: number): Parts {
  const thread = findComments(page, maxComments);
  const discussion = thread !== undefined && isThread(thread) ? thread : undefined;
  const listed = findEntries(page);
  // Comments are a list too, and are told apart better as comments.
  const isDiscussion = discussion !== undefined && listed !== undefined && holdsRegion(discussion.root, listed.region);
  const entries = isDiscussion ? undefined : listed;
  return { entries, thread, primary: mainContent(page, entries, discussion) };
}

/** Several posts, most of them with a name or a date. */
function isThread(thread: Thread): boolean {
  const signed = thread.posts.filter((post) => post.author !== "" || post.age !== "").length;
  return thread.posts.length >= 2 && signed * 2 >= thread.posts.length;
}

/** What one walk makes of the page, before anything is sent. */
interface Plan extends Parts {
  page: Walk;
  duplicates: number;
  /** Indexes of the lines in scope, and their texts. */
  sentLines: number[];
  texts: string[];
  span: Span;
}

function plan(page: Walk, options: ObserveOptions, limits: Budgets, scope: Scope): Plan {
  const { entries, thread, primary } = parts(page, limits.maxComments);
  // What each comment or each entry of a list says is its own, however often it is said.
  const lists = [thread?.root, entries?.region].filter((region) => region !== undefined);
  const repeats = findRepeats(page, (line) => lists.some((region) => holdsRegion(region, line.region)));
  const within = inScope(page, scope);
  const sentLines: number[] = [];
  const texts: string[] = [];
  let duplicates = 0;
  page.lines.forEach((line, index) => {
    if (repeats[index] === 1) duplicates += 1;
    else {
      const text = within(line, index);
      if (text === undefined) return;
      sentLines.push(index);
      texts.push(text);
    }
  });
  const begin =
    primary === undefined
      ? -1
      : titled(
          page,
          sentLines,
          sentLines.findIndex((index) => index >= primary.first && primary.keep[index] === 1),
        );
  const span = chooseSpan(texts, limits.maxChars, options.cursor, begin < 0 ? undefined : begin);
  return { page, entries, thread, primary, duplicates, sentLines, texts, span };
}

const TITLE_WITHIN = 12;

/** Where a window on the main content begins: at its title, if that stands shortly before it. */
function titled(page: Walk, sentLines: readonly number[], begin: number): number {
  for (let at = begin; at >= 0 && at > begin - TITLE_WITHIN; at -= 1)
    if ((page.lines[sentLines[at] as number] as Line).level === 1) return at;
  return begin;
}

/** The lines a reading shows anything of, and those before them: they decide at which character it stands. */
function* neededLines({ page, entries, thread, sentLines, span }: Plan, limits: Budgets): Generator<Line> {
  const { lines } = page;
  for (const index of sentLines.slice(0, span.end)) yield lines[index] as Line;
  yield* lines.filter((line) => line.level > 0).slice(0, limits.maxOutline);
  for (const entry of entries?.entries.slice(0, limits.maxItems) ?? []) yield* lines.slice(entry.first, entry.end);
  for (const post of thread?.posts.slice(0, limits.maxComments) ?? []) yield* post.lines;
}

class Timer {
  private at = performance.now();
  readonly spent: Record<string, string> = {};

  lap(name: string): void {
    const now = performance.now();
    this.spent[name] = `${(now - this.at).toFixed(2)} ms`;
    this.at = now;
  }
}

function read(options: ObserveOptions): Reading | Refusal {
  const timer = new Timer();
  const limits = budgets(options);
  const scope: Scope = options.scope?.kind ?? "document";
  let root = pageRoot();
  if (scope === "container") {
    const handle = options.scope?.containerHandle;
    if (handle === undefined) return refuse("INVALID_ARGUMENT", "scope container needs a containerHandle");
    const container = resolve(handle);
    if (isRefusal(container)) return container;
    root = container as Element;
  }
  const { page, entries, thread, primary, duplicates, sentLines, texts, span } = readVisible(
    (unseen) => plan(sketch(root, unseen), options, limits, scope),
    (found) => neededLines(found, limits),
  );
  timer.lap("text");
  const addresses = new Addresses();
  const chars = page.lines.reduce((sum, line) => sum + line.body.length, 0);
  const { signals, top } = findSignals(page, chars);
  timer.lap("signals");

  const omissions: Reading["omissions"] = [];
  const omit = (part: string, count: number, handle?: string): void => {
    const known = omissions.find((omission) => omission.part === part);
    if (known !== undefined) known.count += Math.max(0, count);
    else if (count > 0) omissions.push(handle === undefined ? { part, count } : { part, count, handle });
  };

  const ranked = rank(page.actionable, {
    isPrimary: (line) => primary !== undefined && line >= primary.first && line < primary.end,
    top,
    onlyInView: scope === "viewport",
  });
  const { chosen, more } = pick(ranked, limits.maxElements);
  const elements = chosen.map((candidate) => describe(candidate, page, addresses));
  const handles = new Map<Element, string>();
  elements.forEach((element, index) => handles.set((chosen[index] as { el: Element }).el, element.handle));
  omit("elements", more);
  timer.lap("elements");

  const soleLinks = new Map<number, string>();
  for (const link of page.links) {
    const handle = handles.get(link.el);
    if (handle !== undefined && page.lines[link.line]?.body === link.text) soleLinks.set(link.line, handle);
  }
  const named = new Set<Node>();
  const chunks: Chunk[] = [];
  for (let at = span.first; at < span.end; at += 1) {
    const index = sentLines[at] as number;
    const line = page.lines[index] as Line;
    const node = named.has(line.el) ? line.start : line.el;
    named.add(node);
    const chunk: Chunk = { node: nodeId(node), tag: line.tag, role: roleOf(line.el), text: texts[at] as string };
    const handle = soleLinks.get(index);
    if (handle !== undefined) chunk.handle = handle;
    chunks.push(chunk);
  }
  omit("text before", span.before);
  omit("text after", span.after);
  omit("duplicates", duplicates);
  if (page.partial) omit("tree", 1);
  timer.lap("chunks");

  const reading: Reading = {
    reading: nextReading(),
    identity: identity(),
    chunks,
    totalChars: span.total,
    outline: readOutline(page, limits, omit),
    items: scope === "selection" ? [] : readItems(page, entries, primary, limits, addresses, handles, omit),
    comments: readComments(thread, limits, omit),
    signals,
    elements,
    forms: [],
    frames: [],
    redactions: [],
    omissions,
  };
  if (span.nextCursor !== undefined) reading.nextCursor = span.nextCursor;
  timer.lap("lists");
  const forms = readForms(page, addresses);
  reading.forms = forms.forms;
  omit("forms", forms.omittedForms);
  omit("fields", forms.omittedFields);
  timer.lap("forms");
  const position = new Map<number, number>();
  for (let at = span.first; at < span.end; at += 1) position.set(sentLines[at] as number, at - span.first);
  reading.frames = readFrames(page, addresses, position);
  if (primary !== undefined) setPrimary(reading, primary, sentLines, span);
  reading.redactions = redactions(page, addresses);
  if (options.maxElements === undefined) omit("elements", trim(reading));
  compare(reading, options.since);
  timer.lap("rest");
  if (options.debug === true) {
    reading.debug = timer.spent;
    reading.debug.primaryRoot = primary === undefined ? "" : rootName(primary.region.el);
    reading.debug.itemsRoot = entries === undefined ? "" : rootName(entries.region.el);
    reading.debug.commentsRoot = thread === undefined ? "" : rootName(thread.root.el);
  }
  return reading;
}

function rootName(el: Element): string {
  const name = dom.attr(el, "class")?.trim().split(/\s+/, 1)[0] ?? "";
  const id = dom.attr(el, "id") ?? "";
  return cut(dom.tag(el) + (id === "" ? "" : `#${id}`) + (name === "" ? "" : `.${name}`), 80);
}

type Omit = (part: string, count: number, handle?: string) => void;

function readOutline(page: Walk, limits: Budgets, omit: Omit): Heading[] {
  const headings = page.lines.filter((line) => line.level > 0);
  omit("outline", headings.length - limits.maxOutline);
  return headings.slice(0, limits.maxOutline).map((line) => ({
    level: line.level,
    tag: line.tag,
    role: "heading",
    text: cut(line.body, limits.maxOutlineChars),
    node: nodeId(line.el),
  }));
}

function readItems(
  page: Walk,
  entries: EntryList | undefined,
  primary: Primary | undefined,
  limits: Budgets,
  addresses: Addresses,
  handles: ReadonlyMap<Element, string>,
  omit: Omit,
): Item[] {
  if (entries === undefined) return [];
  // Beside an article a list of other articles is not what the page is about.
  const first = entries.entries[0]?.first ?? 0;
  const inside = primary === undefined || primary.region === entries.region || primary.keep[first] === 1;
  if (!inside && entries.chars < keptChars(page, primary as Primary) * 0.5) return [];
  const items: Item[] = [];
  for (const entry of entries.entries.slice(0, limits.maxItems)) {
    const { title, rest } = entryText(page, entry);
    const item: Item = {
      title: cut(title, limits.maxItemChars),
      url: addresses.web(entry.main.el),
      snippet: cut(rest, limits.maxItemChars),
      node: nodeId(entry.el),
      handle: handles.get(entry.main.el) ?? mint(entry.main.el),
      links: furtherLinks(entry).map((link) => {
        const handle = handles.get(link.el);
        const shown = { url: addresses.web(link.el), text: cut(link.text, 80) };
        return handle === undefined ? shown : { ...shown, handle };
      }),
    };
    const count = commentCount(rest);
    if (count !== undefined) item.commentCount = count;
    items.push(item);
  }
  omit("items", entries.entries.length - items.length);
  return items;
}

function readComments(thread: Thread | undefined, limits: Budgets, omit: Omit): Comment[] {
  if (thread === undefined) return [];
  const comments = thread.posts.slice(0, limits.maxComments).map((post) => ({
    text: cut(post.text, limits.maxCommentChars),
    author: cut(post.author, 80),
    age: cut(post.age, 60),
    score: cut(post.score, 20),
    depth: post.depth,
    node: nodeId(post.region.el),
  }));
  const left = thread.posts.length - comments.length + thread.more;
  if (left > 0) omit("comments", left, mint(thread.root.el));
  return comments;
}

function readFrames(page: Walk, addresses: Addresses, position: ReadonlyMap<number, number>): Frame[] {
  return page.frames.slice(0, 50).map(({ el, after }) => {
    let at = after;
    while (at >= 0 && !position.has(at)) at -= 1;
    const frame: Frame = {
      title: cut(nameOf(el), 120),
      box: boxOf(dom.rect(el)),
      node: nodeId(el),
      after: position.get(at) ?? -1,
    };
    const src = dom.attr(el, "src") === null ? undefined : addresses.show(dom.frameSrc(el));
    if (src !== undefined) frame.src = src;
    return frame;
  });
}

function setPrimary(
  reading: Reading,
  primary: Primary,
  sentLines: readonly number[],
  span: { first: number; end: number },
): void {
  let first = -1;
  let last = -1;
  for (let at = span.first; at < span.end; at += 1) {
    const index = sentLines[at] as number;
    if (index < primary.first || index >= primary.end || primary.keep[index] === 0) continue;
    if (first < 0) first = at - span.first;
    last = at - span.first;
  }
  if (first < 0) return;
  const { el, tag } = primary.region;
  reading.primary = { first, last, tag, role: roleOf(el), handle: mint(el) };
}

/** A usual reading stays below this; a larger one is slow to carry and more than a model reads well. */
const USUAL_SIZE = 60_000;
const ELEMENTS_LEAST = 60;

/** Leaves out the least useful elements of a reading that got too large; answers how many. */
function trim(reading: Reading): number {
  let size = JSON.stringify(reading).length;
  let left = 0;
  while (size > USUAL_SIZE && reading.elements.length > ELEMENTS_LEAST) {
    size -= JSON.stringify(reading.elements.pop()).length + 1;
    left += 1;
  }
  return left;
}

function redactions(page: Walk, addresses: Addresses): Reading["redactions"] {
  const counts: Partial<Record<RedactionKind, number>> = {
    ...withheld(page.actionable),
    editableText: page.editable,
    hiddenNodes: page.hiddenNodes,
    urlSecrets: addresses.secrets,
    crossOriginFrames: page.frames.filter(({ el }) => isOtherOrigin(el)).length,
  };
  return (Object.entries(counts) as [RedactionKind, number][])
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => ({ kind, count }));
}

function isOtherOrigin(frame: Element): boolean {
  const sandbox = dom.attr(frame, "sandbox");
  if (sandbox !== null && !/\ballow-same-origin\b/i.test(sandbox)) return true;
  if (dom.hasAttr(frame, "srcdoc")) return false;
  const src = dom.frameSrc(frame);
  return /^(?:https?|data|blob):/i.test(src) && (!URL.canParse(src) || new URL(src).origin !== globalThis.origin);
}
