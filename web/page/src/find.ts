/** Finds elements by words for what they are or do, over the whole document. Words are never used as a selector. */

import * as dom from "./dom.js";
import { Rarity, type Wording, score } from "./find/score.js";
import { type Query, readQuery, split } from "./find/words.js";
import { entryAround, words } from "./fingerprint.js";
import { mint, resolve } from "./handles.js";
import { iconName } from "./icons.js";
import { nameOf } from "./names.js";
import { cut, type Line } from "./observe/lines.js";
import { blocks, walk } from "./observe/walk.js";
import { isRefusal, refuse } from "./refusal.js";
import { roleOf } from "./roles.js";
import type { Candidate, Refusal, Request } from "./types.js";
import { isElementHidden } from "./visibility.js";

const USUAL = 5;
const MOST = 20;
const NAME_MOST = 160;
const CONTEXT_MOST = 120;
const PATH_MOST = 100;
/** Of one word in one text. */
const MOST_PLACES = 40;
const LEAST_SCORE = 0.3;
const HINTS = ["placeholder", "title", "aria-placeholder", "alt", "aria-roledescription", "name"];
const FIELDS = new Set(["input", "select", "textarea"]);

interface Found {
  el: Element;
  wording: Wording;
  /** The text, for what is nothing but text. */
  text?: string;
  line: number;
  value: number;
}

export function find({ query: text, within, k = USUAL }: Request & { op: "find" }): Candidate[] | Refusal {
  const root = within === undefined ? dom.documentElement(document) : resolve(within);
  if (root === null) return [];
  if (isRefusal(root)) return root;
  const query = readQuery(text);
  if (query.words.length === 0) return refuse("INVALID_ARGUMENT", "the query has no words; say what to find");
  const { actionable, lines } = walk(root);
  const found: Found[] = [];
  const taken = new Set<Element>();
  for (const { el, line } of actionable) {
    if (el === root) continue;
    taken.add(el);
    found.push({ el, wording: elementWording(el), line, value: 0 });
  }
  for (const el of controlsByLabel(root)) {
    if (!taken.has(el)) found.push({ el, wording: elementWording(el), line: -1, value: 0 });
    taken.add(el);
  }
  const shared = sharedElements(lines);
  lines.forEach((line, at) => {
    const el = shared.has(line.el) ? dom.parent(line.start) ?? line.el : line.el;
    if (!taken.has(el)) found.push({ el, wording: lineWording(line), text: line.body, line: at, value: 0 });
  });
  const headings = headingsBefore(lines);
  const ranked = best(query, found, headings);
  // "sign up" may be written "signup".
  const joined = { ...query, core: [query.core.join("")] };
  return (ranked.length > 0 ? ranked : best(joined, found, headings))
    .slice(0, Math.max(1, Math.min(k, MOST)))
    .map((one) => candidate(query, one, headings[one.line] ?? ""));
}

function best(query: Query, found: Found[], headings: readonly string[]): Found[] {
  const rarity = new Rarity();
  for (const { wording } of found) rarity.add(wording);
  for (const one of found) {
    one.wording.around = split(surroundings(one, headings[one.line] ?? ""));
    one.value = score(query, one.wording, rarity);
  }
  // Sorting keeps the order of the document among equals.
  return distinct(found.filter(({ value }) => value >= LEAST_SCORE).sort((a, b) => b.value - a.value));
}

/** Switches and boxes are often drawn by their label, over a control that cannot be seen. */
function controlsByLabel(root: Element): Element[] {
  const labels = dom.queryAll(root, "label").filter((label) => !isElementHidden(label));
  return labels.map(dom.controlOf).filter((control) => control !== null && isElementHidden(control)) as Element[];
}

/** Elements that several lines lie in, so that none of these is all of it. */
function sharedElements(lines: readonly Line[]): Set<Element> {
  const seen = new Set<Element>();
  return new Set(lines.map(({ el }) => el).filter((el) => dom.is(el, "body") || seen.has(el) || !seen.add(el)));
}

/** One candidate per element, the better one. */
function distinct(found: Found[]): Found[] {
  const seen = new Set<Element>();
  return found.filter(({ el }) => !seen.has(el) && seen.add(el));
}

function elementWording(el: Element): Wording {
  const written = HINTS.map((name) => dom.attr(el, name) ?? "");
  const type = dom.inputType(el);
  const said = [...written, type === "text" ? "" : type];
  const name = split(nameOf(el) || words(el).join(" ") || iconName(el));
  return { role: roleOf(el), name, hints: split(said.join(" ")), around: [], isText: false };
}

function lineWording(line: Line): Wording {
  const role = line.kind === "heading" ? "heading" : "text";
  return { role, name: split(line.body), hints: [], around: [], isText: true };
}

function surroundings(one: Found, heading: string): string {
  if (one.wording.isText) return heading;
  const entry = entryAround(one.el);
  const label = FIELDS.has(dom.tag(one.el)) ? groupName(one.el) : "";
  return `${entry === null ? "" : words(entry).join(" ")} ${label} ${heading} ${pathOf(one.el)}`;
}

/** The words in the path of a link: "/signup" behind "Create account". */
function pathOf(el: Element): string {
  const href = dom.href(el);
  return href !== undefined && /^https?:/.test(href) ? new URL(href).pathname.slice(0, PATH_MOST) : "";
}

function groupName(el: Element): string {
  const group = dom.above(el, (at) => ["group", "radiogroup", "form"].includes(roleOf(at)));
  return group === null ? "" : nameOf(group);
}

/** What a person can read in an element. */
function visibleText(el: Element): string {
  return blocks(el).map(({ text }) => text).join(" ");
}

/** The heading that each line stands under. */
function headingsBefore(lines: readonly Line[]): string[] {
  let last = "";
  return lines.map((line) => (last = line.kind === "heading" ? line.body : last));
}

function candidate(query: Query, { el, wording, text: line, value }: Found, heading: string): Candidate {
  const name = line === undefined ? cut(nameOf(el) || visibleText(el) || iconName(el), NAME_MOST) : around(query, line);
  const entry = entryAround(el);
  const text = entry === null ? heading : visibleText(entry);
  const context = cut(text === line ? heading : text, CONTEXT_MOST);
  const confidence = Math.round(Math.min(1, value) * 100) / 100;
  return { handle: mint(el), role: wording.role, name, context, confidence };
}

/** The part of a long text that the question is about: where most of its words stand together, in the middle. */
function around(query: Query, text: string): string {
  if (text.length <= NAME_MOST) return text;
  const { at, end } = densest(query.core.flatMap((word) => placesOf(word, text.toLowerCase())));
  const from = Math.max(0, Math.min(at - Math.floor((NAME_MOST - (end - at)) / 2), text.length - NAME_MOST));
  if (from === 0) return cut(text, NAME_MOST);
  const word = text.indexOf(" ", from);
  return `…${cut(text.slice(word < 0 || word > at ? from : word + 1), NAME_MOST - 1)}`;
}

interface Span {
  word: string;
  at: number;
  end: number;
}

function placesOf(word: string, text: string): Span[] {
  const places: Span[] = [];
  for (let at = text.indexOf(word); at >= 0 && places.length < MOST_PLACES; at = text.indexOf(word, at + word.length)) {
    places.push({ word, at, end: at + word.length });
  }
  return places;
}

/** The span that fits and holds the most different words; the first of equals. */
function densest(places: Span[]): { at: number; end: number } {
  places.sort((a, b) => a.at - b.at);
  let best = { at: 0, end: 0, words: 0 };
  places.forEach(({ at }, first) => {
    const near = places.slice(first).filter((place) => place.end - at <= NAME_MOST - 2);
    const words = new Set(near.map(({ word }) => word)).size;
    if (words > best.words) best = { at, end: Math.max(...near.map(({ end }) => end)), words };
  });
  return best;
}
