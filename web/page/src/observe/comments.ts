/** Finds the comments of a discussion, with who wrote them and how deep they stand. */
import * as dom from "../dom.js";
import type { Line, Region, Walk } from "./lines.js";
import { isByline, readPost } from "./posts.js";
import type { Post } from "./posts.js";
import { hasAny, list, wordsOf } from "./regions.js";

const WORDS = list("comment comments commentlist comtr reply replies response responses thread discussion message");
const ONE = list("comment comtr reply message");
const MAYBE = /comment|comtr|reply|message/i;
/** Parts of a comment that carry the word too. */
const PART = list(
  "body content text author meta header footer form avatar date time actions links count counter box wrap wrapper inner toolbar button link title editor",
);

function isMarked(region: Region): boolean {
  return dom.attr(region.el, "role") === "comment" || (dom.attr(region.el, "itemtype") ?? "").endsWith("/Comment");
}

function group(region: Region): string | undefined {
  if (isMarked(region)) return "marked";
  if (region.tag !== "li" && !MAYBE.test(dom.attr(region.el, "class") ?? "")) return undefined;
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

const IMAGES_ONLY = /^(?:\[image: [^\]]*\]\s*)+$/;

export interface Thread {
  root: Region;
  posts: Post[];
  /** How many more there are that were not read. */
  more: number;
}

/** So many are read to tell whether it is a discussion at all. */
const READ_LEAST = 10;

/** The discussion of a page; only its first `most` comments are read. */
export function findComments(walk: Walk, most: number): Thread | undefined {
  const best = fullest(walk, namedGroups(walk)) ?? fullest(walk, signedGroups(walk));
  if (best === undefined) return undefined;
  const members = new Set(best);
  const written: Post[] = [];
  let at = 0;
  for (; at < best.length && written.length < Math.max(most, READ_LEAST); at += 1) {
    const post = readPost(walk, best[at] as Region, members);
    if (post.text !== "" && (post.author !== "" || !IMAGES_ONLY.test(post.text))) written.push(post);
  }
  if (!areComments(written)) return undefined;
  setDepths(written, members);
  return { root: common(best), posts: written, more: best.length - at };
}

const UNSIGNED_LEAST = 30;

/** The word comment stands on buttons and titles too: those are short, and nobody has signed them. */
function areComments(posts: readonly Post[]): boolean {
  if (posts.some((post) => post.author !== "" || post.age !== "" || isMarked(post.region))) return true;
  return posts.reduce((sum, post) => sum + post.text.length, 0) >= UNSIGNED_LEAST * Math.max(1, posts.length);
}

type Groups = Map<string, Region[]>;

/** Regions that the page calls comments. */
function namedGroups(walk: Walk): Groups {
  const groups = new Map<string, Region[]>();
  for (const region of walk.regions) {
    if (region.first === region.end) continue;
    const name = group(region);
    if (name === undefined) continue;
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [region]);
    else members.push(region);
  }
  // A newspaper calls its opinion pages comment too; a linked heading leads to one.
  for (const [name, members] of groups)
    if (members.filter((member) => hasLinkedHeading(walk, member)).length * 2 > members.length) groups.delete(name);
  return groups;
}

function hasLinkedHeading(walk: Walk, region: Region): boolean {
  for (let at = region.first; at < region.end; at += 1) {
    const line = walk.lines[at] as Line;
    if (line.level > 0 && line.linkChars > line.body.length / 2) return true;
  }
  return false;
}

/** Regions of the same make that each begin with who wrote them and when, and are no entries of a feed: those have titles. */
function signedGroups(walk: Walk): Groups {
  const groups: Groups = new Map();
  const bylines: (boolean | undefined)[] = [];
  for (const region of walk.regions) {
    if (region.end - region.first < 2 || isTitled(walk, region)) continue;
    // Regions in each other begin with the same line.
    if (!(bylines[region.first] ??= isByline(walk, region.first))) continue;
    const name = `${region.tag}.${dom.attr(region.el, "class") ?? ""}`;
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [region]);
    else members.push(region);
  }
  for (const [name, members] of groups) if (members.length < SIGNED_LEAST) groups.delete(name);
  return groups;
}

const SIGNED_LEAST = 3;

/** The words below the byline are a heading, or a link. */
function isTitled(walk: Walk, region: Region): boolean {
  const line = walk.lines[region.first + 1] as Line;
  return line.level > 0 || line.linkChars > line.body.length / 2;
}

/** The group that holds most text. */
function fullest(walk: Walk, groups: Groups): Region[] | undefined {
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
  return best;
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
  const spacers = posts.map((post) => spacerWidth(post.region.el));
  const measured = spacers.every((width) => width !== undefined);
  const lefts = measured ? (spacers as number[]) : posts.map((post) => Math.round(left(post)));
  const steps = [...new Set(lefts)]
    .sort((one, other) => one - other)
    .filter((value, at, all) => at === 0 || value - (all[at - 1] as number) > 3);
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

/** How wide the empty picture is that pushes a comment to the right, if there is one. */
function spacerWidth(el: Element): number | undefined {
  const picture = dom.query(el, "img[width]");
  if (picture === null || (dom.attr(picture, "alt") ?? "") !== "") return undefined;
  const holder = dom.parent(picture);
  if (holder === null || dom.childElementCount(holder) > 1 || /\S/.test(dom.textContent(holder) ?? ""))
    return undefined;
  const height = dom.attr(picture, "height");
  const width = dom.attr(picture, "width") ?? "";
  return /^\d{1,4}$/.test(width) && (height === null || Number(height) <= 2) ? Number(width) : undefined;
}

function left(post: Post): number {
  let deepest = post.region;
  while (deepest.children.length > 0) {
    const fullest = deepest.children.reduce((one, other) =>
      other.end - other.first >= one.end - one.first ? other : one,
    );
    if (fullest.end === fullest.first) break;
    deepest = fullest;
  }
  return dom.rect(deepest.el).left;
}
