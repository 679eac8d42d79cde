/** Finds the comments of a discussion, with who wrote them and how deep they stand. */
import * as dom from "../dom.js";
import type { Line, Region, Walk } from "./lines.js";
import { hasAny, list, wordsOf } from "./regions.js";

export interface Post {
  region: Region;
  text: string;
  author: string;
  age: string;
  score: string;
  depth: number;
}

const WORDS = list("comment comments commentlist comtr reply replies response responses thread discussion message");
const ONE = list("comment comtr reply message");
/** Parts of a comment that carry the word too. */
const PART = list("body content text author meta header footer form avatar date time actions links count counter box wrap wrapper inner toolbar button link title editor");
const AUTHOR = list("author user username hnuser fn nick nickname poster commenter byline");
const AGE = /\b(?:\d+\s*(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|[smhdwy])\s+ago|yesterday|just now|an? (?:minute|hour|day|week|month|year) ago)\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2},? \d{4}(?:,? (?:at )?\d{1,2}:\d\d(?: ?[ap]\.?m\.?)?)?|\b\d{1,2}\.? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{4}|\b\d{4}-\d\d-\d\d\b/i;
const SCORE = /(?:^|\s)([+\-−]?\d[\d.,]*k?)\s*(?:points?|likes?|upvotes?|votes?)\b/i;

function isMarked(region: Region): boolean {
  return dom.attr(region.el, "role") === "comment" || (dom.attr(region.el, "itemtype") ?? "").endsWith("/Comment");
}

function group(region: Region): string | undefined {
  if (isMarked(region)) return "marked";
  const words = wordsOf(region);
  const name = (dom.attr(region.el, "class") ?? "").trim().replace(/\d+/g, "");
  if (hasAny(words, ONE) && !hasAny(words, PART)) return `${region.tag}.${stem(name)}`;
  // Entries of a list that is called comments need no name of their own.
  const above = region.parent;
  if (above !== null && region.tag === "li" && hasAny(wordsOf(above), WORDS)) return "li";
  if (above?.parent !== undefined && above.parent !== null && region.tag === "li" && above.children.length > 1)
    if (hasAny(wordsOf(above.parent), WORDS) || group(above.parent) === "li") return "li";
  return undefined;
}

/** The part of a class all comments share: the first word that says so. */
function stem(name: string): string {
  return name.split(/\s+/).find((word) => /comment|comtr|reply|message/i.test(word)) ?? name;
}

export function findComments(walk: Walk): { root: Region; posts: Post[] } | undefined {
  const groups = new Map<string, Region[]>();
  for (const region of walk.regions) {
    if (region.first === region.end) continue;
    const name = group(region);
    if (name === undefined) continue;
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [region]);
    else members.push(region);
  }
  let best: Region[] | undefined;
  let most = 0;
  for (const [name, members] of groups) {
    if (members.length < (name === "marked" ? 1 : 2)) continue;
    let chars = 0;
    let reach = 0;
    for (const member of members) {
      if (member.first < reach) continue;
      for (let at = member.first; at < member.end; at += 1) chars += (walk.lines[at] as Line).body.length;
      reach = member.end;
    }
    // Of two readings of the same comments the one with more parts tells them apart better.
    const score = chars * (1 + Math.log2(members.length) / 4);
    if (score > most) {
      most = score;
      best = members;
    }
  }
  if (best === undefined) return undefined;
  const members = new Set(best);
  const posts = best.map((region) => readPost(walk, region, members));
  const written = posts.filter((post) => post.text !== "");
  if (written.length === 0) return undefined;
  setDepths(written, members);
  return { root: common(best), posts: written };
}

function common(regions: readonly Region[]): Region {
  let root = regions[0] as Region;
  for (const region of regions) {
    while (region.first < root.first || region.end > root.end) {
      if (root.parent === null) return root;
      root = root.parent;
    }
  }
  return root === regions[0] && root.parent !== null ? root.parent : root;
}

function readPost(walk: Walk, region: Region, members: ReadonlySet<Region>): Post {
  const own: Line[] = [];
  const below: [number, number][] = [];
  collectNested(region, members, below);
  for (let at = region.first; at < region.end; at += 1)
    if (!below.some(([first, end]) => at >= first && at < end)) own.push(walk.lines[at] as Line);
  const post: Post = { region, text: "", author: "", age: "", score: "", depth: 0 };
  const author = authorOf(walk, region, below);
  if (author !== undefined) post.author = author;
  let from = 0;
  while (from < own.length && isAboutPost(own[from] as Line, post)) from += 1;
  let to = own.length;
  while (to > from && isBar(own[to - 1] as Line, post)) to -= 1;
  for (const line of [...own.slice(0, from), ...own.slice(to)]) learn(post, line.body);
  post.text = own.slice(from, to).map((line) => line.body).join("\n");
  return post;
}

function collectNested(region: Region, members: ReadonlySet<Region>, into: [number, number][]): void {
  for (const child of region.children) {
    if (members.has(child)) into.push([child.first, child.end]);
    else collectNested(child, members, into);
  }
}

function authorOf(walk: Walk, region: Region, below: readonly [number, number][]): string | undefined {
  const marked = dom.query(region.el, "[itemprop=author],[rel~=author]");
  if (marked !== null) {
    const name = dom.textContent(marked)?.trim().replace(/\s+/g, " ") ?? "";
    if (name !== "" && name.length < 60) return name;
  }
  let named: string | undefined;
  for (const link of walk.links.slice(region.firstLink, region.endLink)) {
    if (below.some(([first, end]) => link.line >= first && link.line < end) || link.text === "") continue;
    if (link.text.length < 40 && namesAuthor(link.el)) return link.text;
    if (link.line <= region.first + 1 && link.text.length < 40) named ??= AGE.test(link.text) ? undefined : link.text;
  }
  if (named !== undefined) return named;
  const named_ = dom.query(region.el, "[class*=author i],[class*=username i],[class*=user-name i],cite");
  const name = named_ === null ? "" : (dom.textContent(named_) ?? "").trim().replace(/\s+/g, " ");
  return name !== "" && name.length < 60 ? name.replace(/\s+says:?$/i, "") : undefined;
}

function namesAuthor(el: Element): boolean {
  for (let at: Element | null = el, up = 0; at !== null && up < 3; at = dom.parent(at), up += 1) {
    const words = `${dom.attr(at, "class") ?? ""} ${dom.attr(at, "id") ?? ""}`.toLowerCase().split(/[^a-z]+/);
    if (words.some((word) => AUTHOR.has(word))) return true;
  }
  return /\/(?:user|users|u|profile|member|author)s?[/?]/i.test(dom.attr(el, "href") ?? "");
}

/** A short line above the words of a comment: who, when, how many points. */
function isAboutPost(line: Line, post: Post): boolean {
  const { body } = line;
  if (body.length > 120) return false;
  if (post.author !== "" && body.includes(post.author) && body.length < post.author.length + 60) return true;
  if (line.linkChars >= body.length * 0.6 || body.length < 4) return true;
  return (AGE.test(body) || SCORE.test(body)) && body.length < 60;
}

/** A row of things to do below a comment. */
function isBar(line: Line, post: Post): boolean {
  const { body } = line;
  if (body.length > 80) return false;
  if (line.linkChars >= body.length * 0.6) return true;
  if (/^(?:reply|share|report|save|flag|like|edit|delete|permalink|parent|link|\W|\d)+$/i.test(body)) return true;
  return (AGE.test(body) && body.length < 40) || (post.author !== "" && body === post.author);
}

function learn(post: Post, text: string): void {
  if (post.age === "") post.age = AGE.exec(text)?.[0] ?? "";
  if (post.score === "") post.score = SCORE.exec(text)?.[1] ?? "";
}

/** By nesting, by what the page writes, or by how far to the right a comment stands. */
function setDepths(posts: Post[], members: ReadonlySet<Region>): void {
  let nested = false;
  for (const post of posts) {
    let depth = 0;
    for (let at = post.region.parent; at !== null; at = at.parent) if (members.has(at)) depth += 1;
    post.depth = depth;
    nested ||= depth > 0;
  }
  if (nested) return;
  const written = posts.map((post) => writtenDepth(post.region.el));
  if (written.every((depth) => depth !== undefined)) {
    const least = Math.min(...(written as number[]));
    posts.forEach((post, index) => (post.depth = (written[index] as number) - least));
    return;
  }
  const lefts = posts.map((post) => Math.round(left(post)));
  const steps = [...new Set(lefts)].sort((one, other) => one - other).filter((value, at, all) => at === 0 || value - (all[at - 1] as number) > 3);
  posts.forEach((post, index) => {
    let depth = 0;
    while (depth + 1 < steps.length && (steps[depth + 1] as number) <= (lefts[index] as number)) depth += 1;
    post.depth = depth;
  });
}

function writtenDepth(el: Element): number | undefined {
  for (const name of ["aria-level", "data-depth", "data-level", "data-indent", "depth", "indent"]) {
    const own = dom.attr(el, name) ?? dom.attr(dom.query(el, `[${name}]`) ?? el, name);
    if (own !== null && /^\d{1,3}$/.test(own.trim())) return Number(own);
  }
  return undefined;
}

function left(post: Post): number {
  let deepest = post.region;
  while (deepest.children.length > 0) {
    const fullest = deepest.children.reduce((one, other) => (other.end - other.first >= one.end - one.first ? other : one));
    if (fullest.end === fullest.first) break;
    deepest = fullest;
  }
  return dom.rect(deepest.el).left;
}
