/** One comment: its words, and what the page says about them. */
import * as dom from "../dom.js";
import { isOnlyImage, isSentence, linkShare } from "./content.js";
import { collapse } from "./lines.js";
import type { Line, Region, Walk } from "./lines.js";
import { list } from "./regions.js";

export interface Post {
  region: Region;
  /** Its lines without those of its answers. */
  lines: readonly Line[];
  text: string;
  author: string;
  age: string;
  score: string;
  depth: number;
}

const AUTHOR = list("author user username hnuser fn nick nickname poster commenter byline");

/** The element itself or the nearest above it. */
type Nearest = (el: Element) => Element | null;

/** Comments share most of what is above them, so every element is asked once. */
function nearest(selector: string): Nearest {
  const find: Nearest = dom.remember((el: Element) => {
    if (dom.matches(el, selector)) return el;
    const above = dom.parentElement(el);
    return above === null ? null : find(above);
  });
  return find;
}

const AUTHOR_MARKED = nearest("[itemprop=author],[rel~=author]");
const AUTHOR_NAMED = nearest("[class*=author i],[class*=username i],[class*=user-name i],cite");
const AGE_MARKED = nearest(
  "time,[itemprop=dateCreated],[itemprop=datePublished],[class~=age],[class~=date],[class~=when],[class*=timestamp i],[class*=time-ago i],[class*=timeago i]",
);
const SCORE_MARKED = nearest(
  "[itemprop=upvoteCount],[class~=score],[class~=points],[class*=vote-count i],[class*=like-count i]",
);

const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";
const CLOCK = "(?:,? (?:at )?\\d{1,2}:\\d\\d(?: ?[ap]\\.?m\\.?)?)?";
const AGE = new RegExp(
  "\\b(?:\\d+\\s*(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|[smhdwy])\\s+ago|yesterday|just now|" +
    "an? (?:minute|hour|day|week|month|year) ago)\\b|" +
    `\\b${MONTH} \\d{1,2},? \\d{4}${CLOCK}|\\b\\d{1,2}\\.? ${MONTH} \\d{4}|\\b\\d{4}-\\d\\d-\\d\\d\\b`,
  "i",
);
/** Words that are a date only where one is expected: beside the author. */
const DAY = new RegExp(
  "\\b(?:today|(?:last )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|\\d+ ?(?:min|mo|hr|[mhdwy]))\\b|" +
    `\\b\\d{1,2}\\.? ${MONTH}\\b${CLOCK}|\\b${MONTH} \\d{1,2}\\b${CLOCK}`,
  "i",
);
const SHORT_AGE = /(?:^|\s)\d+ ?(?:min|mo|hr|[mhdwy])(?: ago)?\.?$/;
const SCORE = /(?:^|\s)([+\-−]?\d[\d.,]*k?\s*(?:points?|likes?|upvotes?|votes?))\b/i;
const VOTED = /[▲△⬆⇧↑]\s*([+\-−]?\d[\d.,]*k?)(?=\s|$)/i;
const SCORE_ALONE = /^[+\-−]?\d[\d.,]*k?(?:\s+[a-z]+)?$/i;
const ACTION = /^(?:reply|share|report|save|flag|like|dislike|edit|delete|permalink|parent|link|more|quote|\W|\d)+$/i;
const NAME_MOST = 60;
const ABOUT_MOST = 40;
const LINES_ASKED = 40;
const BYLINE_MOST = 100;

/** The words of a comment without those of the comments among `members` that answer it. */
export function readPost(walk: Walk, region: Region, members: ReadonlySet<Region>): Post {
  const answers: Region[] = [];
  collectAnswers(region, members, answers);
  const own: Line[] = [];
  for (let at = region.first; at < region.end; at += 1)
    if (!answers.some(({ first, end }) => at >= first && at < end)) own.push(walk.lines[at] as Line);
  const said = (mark: Nearest, most: number): string => marked(own, region, mark, most);
  const post: Post = {
    region,
    lines: own,
    text: "",
    author: "",
    age: said(AGE_MARKED, ABOUT_MOST),
    score: "",
    depth: 0,
  };
  const score = said(SCORE_MARKED, ABOUT_MOST);
  if (SCORE_ALONE.test(score)) post.score = score;
  post.author =
    said(AUTHOR_MARKED, NAME_MOST) ||
    linkedAuthor(walk, region, answers, true) ||
    said(AUTHOR_NAMED, NAME_MOST).replace(/\s+says:?$/i, "") ||
    linkedAuthor(walk, region, answers, false);
  const { from, to } = wordsOf(own, post);
  for (const line of [...own.slice(0, from), ...own.slice(to)]) learn(post, line.body);
  post.text = own
    .slice(from, to)
    .map((line) => line.body)
    .join(" ");
  if (post.text === "") post.text = besideAuthor(own, post);
  return post;
}

/** A short line that says who wrote something, and when. */
export function isByline(walk: Walk, index: number): boolean {
  const line = walk.lines[index] as Line;
  if (line.level > 0 || line.body.length > BYLINE_MOST || !(AGE.test(line.body) || SHORT_AGE.test(line.body)))
    return false;
  return line.holders.some((holder) => {
    const link = dom.closest(holder, "a[href]");
    return link !== null && namesAuthor(link);
  });
}

function collectAnswers(region: Region, members: ReadonlySet<Region>, into: Region[]): void {
  for (const child of region.children) {
    if (members.has(child)) into.push(child);
    else collectAnswers(child, members, into);
  }
}

/** The text of the first element the page marks so. Asked of the elements the lines stand in: those can be seen. */
function marked(own: readonly Line[], region: Region, mark: Nearest, most: number): string {
  for (const { body, holders } of own.slice(0, LINES_ASKED)) {
    for (const holder of holders) {
      const el = mark(holder);
      if (el === null || el === region.el || !dom.contains(region.el, el)) continue;
      const text = collapse(dom.textContent(el) ?? "");
      if (text !== "" && text.length <= most && body.includes(text)) return text;
    }
  }
  return "";
}

/** A link that leads to its author, or else the first short one at the top. */
function linkedAuthor(walk: Walk, region: Region, answers: readonly Region[], sure: boolean): string {
  for (const link of walk.links.slice(region.firstLink, region.endLink)) {
    const { text, line } = link;
    if (text === "" || text.length >= ABOUT_MOST || text.startsWith("[image: ")) continue;
    if (answers.some(({ first, end }) => line >= first && line < end)) continue;
    if (sure ? namesAuthor(link.el) : line <= region.first + 1 && !AGE.test(text) && !ACTION.test(text)) return text;
  }
  return "";
}

function namesAuthor(el: Element): boolean {
  for (let at: Element | null = el, up = 0; at !== null && up < 3; at = dom.parent(at), up += 1) {
    const words = `${dom.attr(at, "class") ?? ""} ${dom.attr(at, "id") ?? ""}`.toLowerCase().split(/[^a-z]+/);
    if (words.some((word) => AUTHOR.has(word))) return true;
  }
  return /\/(?:user|users|u|profile|member|author)s?[/?]/i.test(dom.attr(el, "href") ?? "");
}

/** Which of its lines are the words themselves: those between what stands above and below them. */
function wordsOf(own: readonly Line[], post: Post): { from: number; to: number } {
  let from = 0;
  while (from < own.length && isAboutPost(own[from] as Line, post)) from += 1;
  // Names and menus may stand above the words in any number; the words begin with the first real line.
  let begin = own.findIndex((line, at) => at >= from && isWritten(line));
  while (begin > from && belongTogether(own[begin - 1] as Line, own[begin] as Line)) begin -= 1;
  if (begin > from) from = begin;
  let to = own.length;
  while (to > from && isBar(own[to - 1] as Line, post)) to -= 1;
  return { from, to };
}

/** Two paragraphs, or two lines of one. */
function belongTogether(one: Line, other: Line): boolean {
  if (linkShare(one) > 0.5) return false;
  return one.region === other.region || (one.tag === "p" && one.region.parent === other.region.parent);
}

function isWritten(line: Line): boolean {
  return linkShare(line) < 0.5 && !isOnlyImage(line) && (line.body.length >= 40 || isSentence(line));
}

/** A short line above the words of a comment: who, when, how many points. */
function isAboutPost(line: Line, post: Post): boolean {
  const { body } = line;
  if (body.length > 120) return false;
  for (const part of [post.author, post.age, post.score])
    if (part !== "" && body.includes(part) && body.length < part.length + 60) return true;
  if (line.linkChars >= body.length * 0.6 || body.length < 4) return true;
  return (AGE.test(body) || SCORE.test(body)) && body.length < 60;
}

/** A row of things to do below a comment. */
function isBar(line: Line, post: Post): boolean {
  const { body } = line;
  if (body.length > 80) return false;
  if (line.linkChars >= body.length * 0.6) return true;
  if (/^\d{1,2}:\d\d(?:\s*[ap]\.?m\.?)?$/i.test(body)) return true;
  if (ACTION.test(body)) return true;
  if (AGE.test(body) && body.length < 40) return true;
  return body === post.author || body === post.age || body === post.score;
}

function learn(post: Post, text: string): void {
  if (post.age === "") post.age = (AGE.exec(text) ?? DAY.exec(text.replace(post.author, " ")))?.[0] ?? "";
  if (post.score === "") post.score = (SCORE.exec(text) ?? VOTED.exec(text))?.[1] ?? "";
}

/** Of a comment in one line with its author, what follows the author. */
function besideAuthor(own: readonly Line[], post: Post): string {
  const line = own.find(({ body }) => post.author !== "" && body.startsWith(post.author));
  if (line === undefined || line.linkChars > line.body.length / 2) return "";
  let rest = line.body.slice(post.author.length);
  for (const part of [post.age, post.score]) if (part !== "") rest = rest.replace(part, " ");
  rest = collapse(rest.replace(/^[\s:,–—·|•-]+/, ""));
  return /\p{L}\S*\s+\S*\p{L}/u.test(rest) ? rest : "";
}
