/** Finds the main repeated list of a page: search results, product cards, entries of a feed. */
import * as dom from "../dom.js";
import { nameOf } from "../names.js";
import { even } from "./lines.js";
import type { Anchor, Line, Region, Walk } from "./lines.js";
import { isChrome } from "./content.js";
import { linkHref } from "./urls.js";

/** One entry: neighbouring regions, and which of the page's links and lines they hold. */
export interface Entry {
  el: Element;
  first: number;
  end: number;
  main: Anchor;
  links: Anchor[];
}

export interface EntryList {
  region: Region;
  entries: Entry[];
  chars: number;
}

const LEAST = 3;
const ASIDE_WORDS =
  /^(?:\d[\d.,]*\s*)?(?:comments?|repl(?:y|ies)|share|save|hide|report|discuss|more|read more|see more|details|buy|add to (?:cart|basket|bag)|view|.{0,12}\bago|flag|past|favou?rite|next|prev(?:ious)?)\W*$/i;
const MORE_IN_ENTRY = 8;

/** What an entry can be; paragraphs and headings of a text are none. */
const ENTRY_TAGS = new Set([
  "div",
  "li",
  "article",
  "section",
  "tr",
  "td",
  "a",
  "dt",
  "dl",
  "figure",
  "span",
  "ul",
  "table",
  "tbody",
]);

function shape(region: Region): string {
  const name = (dom.attr(region.el, "class") ?? "").trim().split(/\s+/, 1)[0] ?? "";
  const cells = region.tag === "tr" ? `/${dom.childElementCount(region.el)}` : "";
  return `${region.tag}${cells}.${name.replace(/\d+/g, "")}`;
}

function linksIn(walk: Walk, region: Region): Anchor[] {
  return walk.links.slice(region.firstLink, region.endLink);
}

/** The link an entry is about: that of its heading, or the one that says most. */
function mainLink(walk: Walk, lead: Region, links: readonly Anchor[]): Anchor | undefined {
  let best: Anchor | undefined;
  let most = 0;
  links.forEach((link, index) => {
    if (!dom.hasAttr(link.el, "href")) return;
    const text = (link.text.includes("[image: ") ? link.text.replace(IMAGE_NOTE, "") : link.text).trim();
    let score = Math.min(text.length, 80) + (text === "" ? (link.text === "" ? 0 : 2) : 4);
    const line = walk.lines[link.line];
    if (line !== undefined && line.level > 0 && line.region.first >= lead.first) score += 200;
    else if (dom.query(link.el, "h1,h2,h3,h4,h5,h6") !== null) score += 200;
    if (ASIDE_WORDS.test(text)) score = Math.min(score, 1);
    score -= Math.min(index, 6) * 2;
    if (best === undefined || score > most) {
      best = link;
      most = score;
    }
  });
  return best;
}

/** The children of a region that look alike, each with the other children that follow it where they do so regularly. */
function entriesOf(walk: Walk, members: readonly Region[], siblings: readonly Region[]): Entry[] {
  const places = members.map((member) => siblings.indexOf(member));
  const spans = places.map((place, index) => (places[index + 1] ?? siblings.length) - place);
  const usual = median(spans.slice(0, -1));
  const regular =
    usual > 1 && usual <= 4 && spans.slice(0, -1).filter((span) => span === usual).length >= (spans.length - 1) * 0.7;
  const entries: Entry[] = [];
  members.forEach((member, index) => {
    const place = places[index] as number;
    const last = regular
      ? (siblings[Math.min(siblings.length, place + Math.min(spans[index] as number, usual)) - 1] as Region)
      : member;
    const links = walk.links.slice(member.firstLink, Math.max(member.endLink, last.endLink));
    const main = mainLink(walk, member, linksIn(walk, member)) ?? mainLink(walk, member, links);
    const end = Math.max(member.end, last.end);
    if (main === undefined || end === member.first || !leads(walk, member, main, end)) return;
    entries.push({ el: member.el, first: member.first, end, main, links: links.filter((link) => link !== main) });
  });
  return entries;
}

/**
 * Rows that look alike may still be of two sorts: a title, and what is said about it. Then the titles are the entries,
 * and what follows belongs to them.
 */
function headsOf(walk: Walk, members: readonly Region[], siblings: readonly Region[]): readonly Region[] {
  if (members.length < LEAST * 2) return members;
  const heads = members.filter((member) => isHead(walk, member));
  if (heads.length < LEAST || heads.length === members.length || heads[0] !== members[0]) return members;
  const places = heads.map((head) => siblings.indexOf(head));
  const gaps = places.slice(1).map((place, index) => place - (places[index] as number));
  const usual = median(gaps);
  if (usual < 2 || usual > 4) return members;
  return gaps.filter((gap) => gap === usual).length >= gaps.length * 0.7 ? heads : members;
}

/** Begins with a link that says most of what it says. */
function isHead(walk: Walk, member: Region): boolean {
  const main = mainLink(walk, member, linksIn(walk, member));
  if (main === undefined || ASIDE_WORDS.test(main.text)) return false;
  let chars = 0;
  for (let at = member.first; at < member.end; at += 1) chars += (walk.lines[at] as Line).body.length;
  return main.text.length * 2 >= chars;
}

/** Whether an entry begins with its link, or is short enough to be about it; a link somewhere in a text is not a title. */
function leads(walk: Walk, member: Region, main: Anchor, end: number): boolean {
  const line = walk.lines[main.line];
  if (line === undefined || line.level > 0 || main.line >= end) return true;
  if (main.line > member.first + 3) return false;
  return line.body.length <= main.text.length * 3 + 40;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}

export function findEntries(walk: Walk): EntryList | undefined {
  let best: EntryList | undefined;
  let most = 0;
  const visit = (region: Region): void => {
    if (isChrome(region)) return;
    if (region.children.length >= LEAST && region.endLink - region.firstLink >= LEAST) {
      const groups = new Map<string, Region[]>();
      for (const child of region.children) {
        if (!ENTRY_TAGS.has(child.tag) && !child.tag.includes("-")) continue;
        if (child.end === child.first && child.endLink === child.firstLink) continue;
        const name = shape(child);
        const group = groups.get(name);
        if (group === undefined) groups.set(name, [child]);
        else group.push(child);
      }
      for (const members of groups.values()) {
        if (members.length < LEAST) continue;
        const linked = members.filter((member) => member.endLink > member.firstLink).length;
        if (linked < members.length * 0.6) continue;
        const heads = headsOf(walk, members, region.children);
        const entries = entriesOf(walk, heads, region.children);
        const score = weigh(walk, entries, heads.length);
        if (score > most) {
          most = score;
          best = { region, entries, chars: charsOf(walk, entries) };
        }
      }
    }
    for (const child of region.children) visit(child);
  };
  visit(walk.root);
  return best;
}

function charsOf(walk: Walk, entries: readonly Entry[]): number {
  let sum = 0;
  for (const entry of entries)
    for (let at = entry.first; at < entry.end; at += 1) sum += (walk.lines[at] as Line).body.length;
  return sum;
}

const ENTRY_MOST = 1200;

/** How much a list looks like content; 0 for a menu. */
function weigh(walk: Walk, entries: readonly Entry[], members: number): number {
  if (entries.length < LEAST || entries.length < members * 0.6) return 0;
  const places = new Set<string>();
  let titles = 0;
  let text = 0;
  let headed = 0;
  for (const entry of entries) {
    places.add(linkHref(entry.main.el) ?? "");
    titles += Math.min(60, entry.main.text.length);
    let own = 0;
    for (let at = entry.first; at < entry.end; at += 1) own += (walk.lines[at] as Line).body.length;
    text += Math.min(own, 500);
    if (own <= ENTRY_MOST || (walk.lines[entry.main.line]?.level ?? 0) > 0) headed += 1;
  }
  // Parts of one long text are no entries, unless each has a title that leads elsewhere.
  if (headed * 2 < entries.length) return 0;
  const average = text / entries.length;
  const title = titles / entries.length;
  if (places.size < entries.length * 0.6) return 0;
  // Entries of a menu are a word or two and nothing besides.
  if (average < 12 || (average - title < 8 && title < 22 && !areWares(walk, entries))) return 0;
  return text;
}

const PRICE = /\p{Sc}\s?\d|\d\s?(?:\p{Sc}|(?:EUR|USD|GBP|CHF|kr|zł|Kč)\b)|\b(?:EUR|USD|GBP|CHF)\s?\d/u;

/** A name and a price each, or a heading and something below it. */
function areWares(walk: Walk, entries: readonly Entry[]): boolean {
  const wares = entries.filter(({ first, end }) => {
    const lines = walk.lines.slice(first, end);
    return lines.some((line) => PRICE.test(line.body)) || (lines.length > 1 && lines.some((line) => line.level > 0));
  });
  return wares.length >= entries.length * 0.6;
}

const COMMENTS =
  /(\d[\d.,]*)\s*(k)?\s+?(?:comments?|replies|responses|kommentare?|commentaires?|comentarios|commenti)\b/i;

/** The number in "123 comments", if an entry says one. */
export function commentCount(text: string): number | undefined {
  const match = COMMENTS.exec(text);
  if (match === null) return undefined;
  const digits = (match[1] as string).replace(/[.,](?=\d{3}\b)/g, "").replace(",", ".");
  const count = Math.round(Number(digits) * (match[2] === undefined ? 1 : 1000));
  return Number.isSafeInteger(count) ? count : undefined;
}

const IMAGE_NOTE = /\[image: [^\]]*\]/g;

const withoutImages = (text: string): string =>
  text.includes("[image: ") ? text.replace(IMAGE_NOTE, " ") : text;

/** Title and the rest of an entry's text, each on one line. */
export function entryText(walk: Walk, entry: Entry): { title: string; rest: string } {
  let title = even(withoutImages(entry.main.text));
  const heading = headingIn(walk, entry);
  // A card that is one link as a whole has its title in its heading or first line.
  const whole =
    entry.main.line < entry.end && walk.lines[entry.main.line + 1]?.region !== undefined && title.length > 120;
  if (heading !== undefined && (title === "" || whole || title.includes(heading))) title = heading;
  else if (title === "" || whole) title = firstText(walk, entry) || title;
  if (title === "") title = nameOf(entry.main.el) || (/\[image: ([^\]]*)\]/.exec(entry.main.text)?.[1] ?? "");
  const parts: string[] = [];
  let taken = false;
  for (let at = entry.first; at < entry.end; at += 1) {
    let body = even(withoutImages((walk.lines[at] as Line).body));
    if (!taken && title !== "" && body.includes(title)) {
      body = even(body.replace(title, " "));
      taken = true;
    }
    if (body !== "") parts.push(body);
  }
  return {
    title,
    rest: parts
      .join(" ")
      .replace(/(?:^|\s)\|(?=\s*(?:\||$))/g, "")
      .replace(/^[\s|]+|^\d{1,3}\.(?=\s|$)/g, "")
      .trim(),
  };
}

function headingIn(walk: Walk, entry: Entry): string | undefined {
  for (let at = entry.first; at < entry.end; at += 1) {
    const line = walk.lines[at] as Line;
    if (line.level > 0) return line.body;
  }
  return undefined;
}

function firstText(walk: Walk, entry: Entry): string {
  for (let at = entry.first; at < entry.end; at += 1) {
    const body = (walk.lines[at] as Line).body.replace(IMAGE_NOTE, "").trim();
    if (body.length >= 3) return body;
  }
  return "";
}

/** Further links of an entry, each place once. */
export function furtherLinks(entry: Entry): Anchor[] {
  const seen = new Set<string>([linkHref(entry.main.el) ?? ""]);
  const further: Anchor[] = [];
  for (const link of entry.links) {
    const href = linkHref(link.el);
    if (href === undefined || !/^https?:/i.test(href) || link.text === "" || seen.has(href)) continue;
    seen.add(href);
    further.push(link);
    if (further.length === MORE_IN_ENTRY) break;
  }
  return further;
}
