/** What regions and lines look like when they are not the main content. */
import * as dom from "../dom.js";
import type { Line, Region, Walk } from "./lines.js";
import { Sums, hasAny, list, wordsOf } from "./regions.js";

const CHROME_TAGS = list("nav aside footer dialog menu");
const CHROME_ROLES = list(
  "navigation complementary contentinfo search banner dialog alertdialog alert menu menubar toolbar tablist status",
);
/** Names that leave no doubt. */
const CHROME_WORDS = list(
  `advertisement advertising advertorial adsense adbox adunit adslot sponsored breadcrumb breadcrumbs comment comments
   commentlist disqus respond replies sharedaddy sharebar addthis addtoany newsletter signup related recommended
   recommendation recommendations recirc trending mostread outbrain taboola zergnet sidebar footer navbar navigation
   pagination taglist cookie cookies consent gdpr copyright upnext readmore readnext skiplink crosslink crosslinks byline
   authorbox dateline livefyre shoutbox optin teaser teasers postmeta disclosure`,
);
/** Names that other things carry too. */
const LIKELY_CHROME_WORDS = list(
  `ad ads adv advert sponsor sponsors promo promos promoted promotion banner reply share shares sharing follow subscribe
   subscription login recommend popular rail widget widgets nav menu toolbar pager paging tags modal popup overlay lightbox
   upsell donate donation feedback poll noprint metadata bio timestamp print email whatsapp pinterest disclaimer correction
   tagline postinfo`,
);
/** An embedded post of a social network is part of the text; the buttons of one are not. */
const SOCIAL_WORDS = list("social socials facebook twitter instagram");
const PICTURE_WORDS = list("caption captions credit credits figcaption wpcaption imagecaption photocredit");
const BODY_NAMES = list(
  "articlebody storybody storycontent postbody postcontent entrycontent bodytext articletext articlecontent",
);
const SUBJECT = list("article story post entry news blog text page single hentry main");
const BODY = list("body content text copy main inner entry");
const SENTENCE = /[.!?;:…。！？][”"’')\]]?(?:\s|$)/;

/** Navigation, asides, footers and the like, by tag or role. */
export function isChrome(region: Region): boolean {
  if (CHROME_TAGS.has(region.tag)) return true;
  const role = dom.attr(region.el, "role");
  return role !== null && CHROME_ROLES.has(role);
}

/** The page calls it the body of an article. */
export function isNamedBody(region: Region): boolean {
  if ((dom.attr(region.el, "itemprop") ?? "").toLowerCase().includes("articlebody")) return true;
  const words = wordsOf(region);
  return hasAny(words, BODY_NAMES) || (hasAny(words, SUBJECT) && hasAny(words, BODY));
}

export function linkShare(line: Line): number {
  return line.linkChars / Math.max(1, line.body.length);
}

export function isSentence(line: Line): boolean {
  return SENTENCE.test(line.body);
}

export function isOnlyImage(line: Line): boolean {
  return line.body.startsWith("[image: ") && /^(?:\[image: [^\]]*\]\s*)+$/.test(line.body);
}

/** How much a line is worth as running text; below zero for what looks like chrome. */
export function worth(line: Line): number {
  const { length } = line.body;
  const linked = linkShare(line);
  if (line.level > 0) return linked > 0.5 ? -10 : 0;
  if (line.kind === "code") return length / 2;
  if (line.kind === "caption" || isOnlyImage(line)) return 0;
  if (linked > 0.6) return -Math.min(length, 80) / 2 - 5;
  const sentence = isSentence(line);
  if (length >= 80 || (length >= 40 && sentence)) return Math.min(length, 1000) * (1 - linked) * (sentence ? 1 : 0.6);
  if (line.kind === "row") return 0;
  return sentence ? length / 2 : -5;
}

/** Running text of a paragraph's length. */
export function isParagraph(line: Line): boolean {
  return (
    line.level === 0 && line.kind !== "caption" && line.body.length >= 60 && linkShare(line) < 0.5 && isSentence(line)
  );
}

/** Marks the lines of regions whose kind, name or make says they are not main content. */
export function markChrome(walk: Walk): Uint8Array {
  const { lines } = walk;
  const chrome = new Uint8Array(lines.length);
  const prose = new Sums(lines, (line) => Math.max(0, worth(line)));
  const chars = new Sums(lines, (line) => (isOnlyImage(line) ? 0 : line.body.length));
  const total = Math.max(1, prose.in(walk.root));
  const alike = new Map<string, number>();
  for (const region of walk.regions) {
    const text = prose.in(region);
    if (text <= 0) continue;
    const make = makeOf(region);
    alike.set(make, (alike.get(make) ?? 0) + text);
  }
  const mark = (region: Region): void => {
    chrome.fill(1, region.first, region.end);
  };
  const visit = (region: Region): void => {
    if (region.first === region.end) return;
    const share = prose.in(region) / total;
    if (isChrome(region) && share < 0.6) return mark(region);
    const words = wordsOf(region);
    if (words.size > 0 && !isNamedBody(region)) {
      if (hasAny(words, CHROME_WORDS) && (share < 0.35 || (share < 0.85 && !holdsTitle(lines, region))))
        return mark(region);
      // A name that all parts of the text carry says nothing about one of them.
      const few = share < 0.35 && (alike.get(makeOf(region)) ?? 0) / total < 0.6;
      if (few && hasAny(words, LIKELY_CHROME_WORDS) && !isMostlyQuoted(lines, region)) return mark(region);
      if (few && hasAny(words, SOCIAL_WORDS) && !holdsQuote(lines, region)) return mark(region);
      if (few && hasAny(words, PICTURE_WORDS)) return mark(region);
    }
    if (region.tag === "figure" && share < 0.35 && chars.in(region) < 600 && !holdsQuote(lines, region))
      return mark(region);
    for (const cards of cardsIn(lines, region, chars)) {
      const text = cards.reduce((sum, card) => sum + prose.in(card), 0);
      if (text / total < 0.85) cards.forEach(mark);
    }
    for (const child of region.children) visit(child);
  };
  for (const child of walk.root.children) visit(child);
  return chrome;
}

function holdsTitle(lines: readonly Line[], region: Region): boolean {
  for (let at = region.first; at < region.end; at += 1) if ((lines[at] as Line).level === 1) return true;
  return false;
}

function isMostlyQuoted(lines: readonly Line[], region: Region): boolean {
  let quoted = 0;
  for (let at = region.first; at < region.end; at += 1) if ((lines[at] as Line).quoted) quoted += 1;
  return quoted * 2 >= region.end - region.first;
}

function makeOf(region: Region): string {
  return `${region.tag}.${dom.attr(region.el, "class") ?? ""}`;
}

function holdsQuote(lines: readonly Line[], region: Region): boolean {
  for (let at = region.first; at < region.end; at += 1) {
    const line = lines[at] as Line;
    if (line.quoted || line.kind === "code" || line.kind === "row") return true;
  }
  return false;
}

const CARD_TAGS = list("div li article section a td tr");

/** Groups of at least three children of the same make that are each a title that leads elsewhere, and a little text. */
function cardsIn(lines: readonly Line[], region: Region, chars: Sums): Region[][] {
  if (region.children.length < 3) return [];
  const groups = new Map<string, Region[]>();
  for (const child of region.children) {
    if (child.first === child.end || !CARD_TAGS.has(child.tag)) continue;
    const name = `${child.tag}.${(dom.attr(child.el, "class") ?? "").trim().split(/\s+/, 1)[0]?.replace(/\d+/g, "") ?? ""}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [child]);
    else group.push(child);
  }
  return [...groups.values()].filter(
    (group) => group.length >= 3 && group.filter((child) => isCard(lines, child, chars)).length >= group.length * 0.7,
  );
}

function isCard(lines: readonly Line[], region: Region, chars: Sums): boolean {
  const length = chars.in(region);
  if (length > 700) return false;
  for (let at = region.first; at < region.end; at += 1) {
    const line = lines[at] as Line;
    if (isOnlyImage(line)) continue;
    const title = linkShare(line) > 0.8 || line.linkChars >= 40;
    if (title && line.linkChars >= 12 && line.linkChars >= length * 0.15) return true;
  }
  return false;
}
