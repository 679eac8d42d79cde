/** What the names and tags of a region say about it, and sums over its lines. */
import * as dom from "../dom.js";
import type { Line, Region, Walk } from "./lines.js";

/** Running sums, so that any range of lines is measured at once. */
export class Sums {
  private readonly at: Float64Array;

  constructor(lines: readonly Line[], value: (line: Line, index: number) => number) {
    this.at = new Float64Array(lines.length + 1);
    lines.forEach((line, index) => {
      this.at[index + 1] = (this.at[index] as number) + value(line, index);
    });
  }

  of(first: number, end: number): number {
    return (this.at[end] as number) - (this.at[first] as number);
  }

  in(region: Region): number {
    return this.of(region.first, region.end);
  }
}

/** By region, and by what is written: pages write the same names again and again. */
const known = new WeakMap<Region, ReadonlySet<string>>();
const spelled = new Map<string, ReadonlySet<string>>();
const MOST_SPELLED = 2000;

/** The words of a region's class and id: `articleBody--wide` is `article`, `body`, `wide`. */
export function wordsOf(region: Region): ReadonlySet<string> {
  let words = known.get(region);
  if (words === undefined) {
    words = namesOf(region.el);
    known.set(region, words);
  }
  return words;
}

const TOPIC = /(?:^|\s)(?:category|tag|tax|author|post|postid|page|format|type|status|topic|section)-\S*/g;

function namesOf(el: Element): ReadonlySet<string> {
  if (!dom.hasAttributes(el)) return NONE;
  const written = `${dom.attr(el, "class") ?? ""} ${dom.attr(el, "id") ?? ""}`;
  if (written === " ") return NONE;
  let words = spelled.get(written);
  if (words === undefined) {
    words = wordsIn(written);
    if (spelled.size >= MOST_SPELLED) spelled.clear();
    spelled.set(written, words);
  }
  return words;
}

function wordsIn(written: string): ReadonlySet<string> {
  // Blog software names topics of a post in its classes; they say nothing about the region.
  const cleaned = written.length > 120 ? written.replace(TOPIC, " ") : written;
  const words = new Set<string>();
  for (const part of cleaned.split(/[^A-Za-z\d]+/)) {
    // Names made by tools are letters without meaning; camel case is told from them by the length of its words.
    const split = /^[A-Za-z]?[a-z]+(?:[A-Z][a-z]{2,})+$/.test(part) ? part.replace(/([a-z])([A-Z])/g, "$1 $2") : part;
    for (const word of split.toLowerCase().split(/[^a-z]+/)) if (word !== "") words.add(word);
  }
  return words;
}

const NONE: ReadonlySet<string> = new Set();

export function hasAny(words: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  if (words.size === 0) return false;
  for (const word of words) if (wanted.has(word)) return true;
  return false;
}

export function list(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

/** Calls `enter` for every region from the top; where it answers false, what is below is passed over. */
export function descend(walk: Walk, enter: (region: Region) => boolean): void {
  const visit = (region: Region): void => {
    if (enter(region)) for (const child of region.children) visit(child);
  };
  visit(walk.root);
}

export function isInside(region: Region, outer: Region): boolean {
  for (let at: Region | null = region; at !== null; at = at.parent) if (at === outer) return true;
  return false;
}
