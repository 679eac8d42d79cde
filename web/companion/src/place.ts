/** A quote in its place. Places are counted in characters of Unicode, as the program counts them, not in units of UTF-16. */

export interface Placed {
  before: string;
  quote: string;
  after: string;
  /** Whether the words there are those that are cited; else they are looked for, or nothing is marked. */
  exact: boolean;
}

export function placeQuote(text: string, quote: string, start: number, end: number): Placed {
  const letters = [...text];
  const there = letters.slice(start, end).join("");
  if (quote !== "" && there === quote) {
    return { before: letters.slice(0, start).join(""), quote, after: letters.slice(end).join(""), exact: true };
  }
  const at = quote === "" ? -1 : text.indexOf(quote);
  if (at === -1) return { before: text, quote: "", after: "", exact: false };
  return { before: text.slice(0, at), quote, after: text.slice(at + quote.length), exact: false };
}
