/** What an element's tag means to the text walk. */

/** Never text a person sees on the page. */
export const SILENT = 1;
/** Holds what a person enters, or pictures: nothing to read inside. */
export const OPAQUE = 2;
/** Starts a line of its own, whatever its style. */
export const BLOCK = 3;
/** Starts a line of its own unless its style says it flows with the text. */
export const SOFT_BLOCK = 4;
export const HEADING = 5;
export const ITEM = 6;
export const LIST = 7;
export const TABLE = 8;
export const LINK = 9;
export const BREAK = 10;
export const IMAGE = 11;
export const FRAME = 12;
export const PREFORMATTED = 13;
export const LEAD = 14;
export const QUOTE = 15;
export const DETAILS = 16;
export const VECTOR = 17;
export const NOSCRIPT = 18;
/** Part of a sentence unless its style says otherwise; too common to ask the style of each. */
export const PHRASE = 19;

const TRAITS = new Map<string, number>();
function put(trait: number, tags: string): void {
  for (const tag of tags.split(" ")) TRAITS.set(tag, trait);
}
put(SILENT, "script style template head link meta title base param source track area datalist rp");
put(OPAQUE, "input textarea select option optgroup canvas video audio object embed progress meter map");
put(BLOCK, "p section article main nav header footer aside form fieldset legend address figure hr body html");
put(BLOCK, "tbody thead tfoot tr td th center dir search hgroup dialog");
put(SOFT_BLOCK, "div dl");
put(HEADING, "h1 h2 h3 h4 h5 h6");
put(ITEM, "li");
put(LIST, "ul ol menu");
put(TABLE, "table");
put(LINK, "a");
put(BREAK, "br");
put(IMAGE, "img");
put(FRAME, "iframe frame");
put(PREFORMATTED, "pre listing xmp plaintext");
put(LEAD, "summary figcaption caption dt dd");
put(QUOTE, "blockquote");
put(DETAILS, "details");
put(VECTOR, "svg");
put(NOSCRIPT, "noscript noframes noembed");
put(
  PHRASE,
  "b i em strong u s small sub sup code kbd samp var cite q abbr dfn time mark bdi bdo wbr tt font big strike ruby rt rb del ins data",
);

export function traitOf(tag: string): number {
  return TRAITS.get(tag) ?? 0;
}

/** What stands before the first line of these, and the kind of that line. */
export const LEADS: Record<string, { text: string; kind: "summary" | "caption" | "term" | "definition" }> = {
  summary: { text: "Summary: ", kind: "summary" },
  figcaption: { text: "Caption: ", kind: "caption" },
  caption: { text: "Caption: ", kind: "caption" },
  dt: { text: "Term: ", kind: "term" },
  dd: { text: "Definition: ", kind: "definition" },
};
