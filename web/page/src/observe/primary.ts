/** Finds the main content of a page: the region with most running text, and what in it is not part of it. */
import * as dom from "../dom.js";
import { isNamedBody, isOnlyImage, isParagraph, isSentence, linkShare, markChrome, worth } from "./content.js";
import type { Line, Region, Walk } from "./lines.js";
import { Sums, hasAny, list, wordsOf } from "./regions.js";

export interface Primary {
  region: Region;
  /** Indexes of lines: first included, end not. */
  first: number;
  end: number;
  /** For each line of the walk, whether it is main content. */
  keep: Uint8Array;
}

const LEAST_WORTH = 140;
const TITLE_WORDS = list(
  "title headline subtitle subhead subheadline dek deck standfirst kicker header meta author date time published updated info",
);
const POINTER =
  /^(?:(?:also |and )?(?:read|see|watch|related|more|recommended|listen|click|follow|subscribe|sign up|share|source|via|tags?|filed under|topics?|categor(?:y|ies)|advertisement|photo|image|credit|posted|published|updated|last updated|by)\b)/i;

const LABEL =
  /^(?:advert(?:isement)?s?|ad|sponsored|share(?: this)?|tweet|print|e-?mail|comments?|related|don.t miss|read more|read next|loading|watch|gallery|video|photos?|more|tags?:?|topics?:?)\W*$/i;

/** A thread with more than this part of the text is what the page is about. */
const THREAD_MOST = 0.85;

export function findPrimary(walk: Walk, thread?: Region): Primary | undefined {
  const { lines } = walk;
  if (lines.length === 0) return undefined;
  const chrome = markChrome(walk);
  if (thread !== undefined) {
    const prose = new Sums(lines, (line) => Math.max(0, worth(line)));
    if (prose.in(thread) < prose.in(walk.root) * THREAD_MOST) chrome.fill(1, thread.first, thread.end);
  }
  const value = new Sums(lines, (line, index) => (chrome[index] === 1 ? Math.min(0, worth(line)) / 4 : worth(line)));
  const best = bestRegion(walk, value) ?? namedMain(walk);
  if (best === undefined) return undefined;
  const keep = new Uint8Array(lines.length);
  for (let at = best.first; at < best.end; at += 1) keep[at] = chrome[at] === 1 ? 0 : 1;
  prune(walk, best, keep);
  const { first, end } = densest(lines, best, keep);
  return first === end ? undefined : { region: best, first, end, keep };
}

/** The stretch that gains most: what is kept counts for it, what was taken out counts against it. */
function densest(lines: readonly Line[], best: Region, keep: Uint8Array): { first: number; end: number } {
  let found = { first: best.first, end: best.first };
  let most = 0;
  let sum = 0;
  let from = best.first;
  for (let at = best.first; at < best.end; at += 1) {
    const { length } = (lines[at] as Line).body;
    sum += keep[at] === 1 ? length : -length;
    if (sum <= 0) {
      sum = 0;
      from = at + 1;
    } else if (sum > most && keep[at] === 1) {
      most = sum;
      found = { first: from, end: at + 1 };
    }
  }
  return found;
}

function signature(region: Region): string {
  return `${region.tag}.${dom.attr(region.el, "class") ?? ""}`;
}

function bestRegion(walk: Walk, value: Sums): Region | undefined {
  // A name that several regions carry is not the name of the one body.
  const signatures = new Map<string, number>();
  for (const region of walk.regions) {
    if (region.first === region.end || !isNamedBody(region)) continue;
    const name = signature(region);
    signatures.set(name, (signatures.get(name) ?? 0) + 1);
  }
  let best: Region | undefined;
  let most = 0;
  for (const region of walk.regions) {
    if (region.first === region.end) continue;
    let score = value.in(region);
    if (score <= 0) continue;
    if (isNamedBody(region) && signatures.get(signature(region)) === 1) score *= 1.3;
    else if (region.tag === "article") score *= 1.15;
    else if (region.tag === "main") score *= 1.05;
    if (score >= most) {
      most = score;
      best = region;
    }
  }
  if (best === undefined || most < LEAST_WORTH) return undefined;
  return narrow(best, value);
}

/** With too little text to tell, what the page itself calls its main part. */
function namedMain(walk: Walk): Region | undefined {
  const filled = walk.regions.filter((region) => region.first < region.end);
  for (const isIt of [
    (region: Region): boolean => region.tag === "main" || dom.attr(region.el, "role") === "main",
    (region: Region): boolean => region.tag === "article" || dom.attr(region.el, "role") === "article",
  ]) {
    const named = filled.filter(isIt);
    if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  }
  return undefined;
}

const NEARLY_ALL = 0.92;

/** Goes down as long as one child holds nearly all of the text. */
function narrow(region: Region, value: Sums): Region {
  const child = region.children.find((inner) => value.in(inner) >= value.in(region) * NEARLY_ALL && inner.tag !== "p");
  return child === undefined ? region : narrow(child, value);
}

/** Takes out of the chosen region what is not running text: link lists, titles, bylines. */
function prune(walk: Walk, best: Region, keep: Uint8Array): void {
  const { lines } = walk;
  dropLinkLists(lines, best, keep);
  for (let at = best.first; at < best.end; at += 1) {
    const line = lines[at] as Line;
    if (line.level === 1 || line.kind === "caption" || isOnlyImage(line) || LABEL.test(line.body)) keep[at] = 0;
    else if (line.kind !== "item" && line.body.length < 160 && linkShare(line) > 0.5 && POINTER.test(line.body))
      keep[at] = 0;
  }
  dropEdges(lines, best, keep);
  dropLonelyHeadings(lines, best, keep);
}

function dropLinkLists(lines: readonly Line[], best: Region, keep: Uint8Array): void {
  const chars = new Sums(lines, (line) => line.body.length);
  const linked = new Sums(lines, (line) => line.linkChars);
  const visit = (region: Region): void => {
    if (region.first === region.end) return;
    const density = linked.in(region) / Math.max(1, chars.in(region));
    if (region !== best && region.end - region.first >= 2 && density > 0.5) keep.fill(0, region.first, region.end);
    else for (const child of region.children) visit(child);
  };
  visit(best);
}

/** Before the first paragraph stand title and byline, after the last one dates, tags and buttons. */
function dropEdges(lines: readonly Line[], best: Region, keep: Uint8Array): void {
  let first = best.first;
  while (first < best.end && !(keep[first] === 1 && isParagraph(lines[first] as Line))) first += 1;
  if (first === best.end) return;
  const opening = lines[first] as Line;
  const home = opening.region.parent;
  for (let at = best.first; at < first; at += 1) {
    const line = lines[at] as Line;
    const near =
      line.region === opening.region || (line.region.parent === home && !hasAny(wordsOf(line.region), TITLE_WORDS));
    const beside = near && (line.level > 1 || isSentence(line) || (line.body.length >= 60 && linkShare(line) < 0.3));
    if (!beside) keep[at] = 0;
  }
  let last = best.end - 1;
  while (last > first && !(keep[last] === 1 && isParagraph(lines[last] as Line))) last -= 1;
  const ending = lines[last] as Line;
  const close = ending.region.parent;
  for (let at = last + 1; at < best.end; at += 1) {
    const line = lines[at] as Line;
    const beside =
      line.region === ending.region ||
      line.region.parent === close ||
      line.kind === "item" ||
      line.kind === "row" ||
      line.kind === "code" ||
      line.quoted;
    if (!beside || (linkShare(line) > 0.5 && line.kind !== "item")) keep[at] = 0;
  }
}

/** A heading with nothing below it announces what was taken out. */
function dropLonelyHeadings(lines: readonly Line[], best: Region, keep: Uint8Array): void {
  let below = false;
  for (let at = best.end - 1; at >= best.first; at -= 1) {
    if (keep[at] === 0) continue;
    if ((lines[at] as Line).level > 0) {
      if (!below) keep[at] = 0;
    } else below = true;
  }
}
