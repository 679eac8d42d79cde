/** The lines of a reading and the tree of regions they lie in. */

export type Kind = "heading" | "item" | "code" | "summary" | "caption" | "term" | "definition" | "row" | "text";

/** One line of text: one block of the page. */
export interface Line {
  el: Element;
  /** Where its text begins; tells apart several lines of one element. */
  start: Node;
  /** The elements its text stands right in. */
  holders: readonly Element[];
  tag: string;
  kind: Kind;
  /** Level of a heading, else 0. */
  level: number;
  /** With prefix and indentation. */
  text: string;
  /** Without. */
  body: string;
  /** Characters of `body` that are links or buttons. */
  linkChars: number;
  quoted: boolean;
  region: Region;
}

/** An element that holds whole lines: `first` included, `end` not. */
export interface Region {
  el: Element;
  tag: string;
  parent: Region | null;
  children: Region[];
  first: number;
  end: number;
  /** The same for the links in it. */
  firstLink: number;
  endLink: number;
  depth: number;
}

export interface Anchor {
  el: Element;
  text: string;
  /** Index of the line it begins in. */
  line: number;
  region: Region;
}

export interface FrameSpot {
  el: Element;
  after: number;
}

/** What one pass over the page found. */
export interface Walk {
  lines: Line[];
  root: Region;
  /** In document order, the root first. */
  regions: Region[];
  links: Anchor[];
  /** Elements a person can act on, in document order. */
  actionable: Actionable[];
  forms: Element[];
  frames: FrameSpot[];
  hiddenNodes: number;
  editable: number;
  /** The tree was too large or too deep, and a part was left out. */
  partial: boolean;
}

export interface Actionable {
  el: Element;
  tag: string;
  /** Index of the line it stands in or before. */
  line: number;
  /** The label a person sees and clicks on in place of a box that cannot be seen. */
  label?: Element;
}

const UNSEEN = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;
const MAYBE_UNSEEN = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uDB40]/;

/** Characters that show nothing carry no meaning for a reader, and can smuggle text past one. */
export function seen(text: string): string {
  return MAYBE_UNSEEN.test(text) ? text.replace(UNSEEN, "") : text;
}

/** Most texts are one line with single spaces already; finding that out is cheaper than writing them anew. */
const UNEVEN = /[^\S ]| {2}/;

/** One space for every run of blanks and none at the ends. */
export function even(text: string): string {
  return (UNEVEN.test(text) ? text.replace(/\s+/g, " ") : text).trim();
}

/** The same, without characters that show nothing. */
export function collapse(text: string): string {
  return even(seen(text));
}

export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = Math.max(0, max - 1);
  // Half of a pair is not a character.
  if (end > 0 && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
  return text.slice(0, end).trimEnd() + "…";
}
