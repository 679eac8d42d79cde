/**
 * Text that somebody else wrote, made fit to be shown. Everything ends as a text node; what is done here keeps it from
 * looking like something it is not.
 */

/** Invisible, or moves its neighbours about. The same characters as `is_deceptive` of the protocol. */
const DECEPTIVE =
  /[\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180e}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{3164}\u{feff}\u{ffa0}\u{fff9}-\u{fffb}\u{1d173}-\u{1d17a}\u{e0000}-\u{e01ef}]/u;
const NONCHARACTER = /[\u{fdd0}-\u{fdef}]|\p{Cn}/u;
const LONE_OR_CONTROL = /\p{Cc}|\p{Cs}|\p{Co}/u;
/** Joiners, variation selectors and the empty Braille cell: some scripts and emoji need them, a value rarely does. */
const QUIET = /[\u{200c}\u{200d}\u{fe00}-\u{fe0f}\u{2800}]/u;
/** A neighbour that gives such a character something to do. */
const NEEDS_QUIET =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{M}|[\u{600}-\u{dff}\u{1000}-\u{109f}\u{1780}-\u{17ff}]/u;

/** What is wrong with a character of a bound value, by its number: `⟨U+202E⟩`. */
export function codePoint(character: string): string {
  const number = character.codePointAt(0) ?? 0xfffd;
  return `⟨U+${number.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

/** A piece of a text: as it stands, or a character that is named because it could not be seen. */
export interface Piece {
  text: string;
  named: boolean;
}

/**
 * A bound value, whole: every character can be seen, line breaks keep their place and are marked (S18). Nothing is
 * left out, and nothing is replaced by something that another value could be replaced by.
 */
export function exactly(value: string): Piece[] {
  const pieces: Piece[] = [];
  const push = (text: string, named: boolean): void => {
    const last = pieces.at(-1);
    if (last !== undefined && last.named === named && !named) last.text += text;
    else pieces.push({ text, named });
  };
  const characters = [...value];
  characters.forEach((character, at) => {
    if (character === "\n") {
      push("⏎", true);
      push("\n", false);
    } else if (character === "⟨" || character === "⏎") {
      // Otherwise a value could pretend to hold a character that it does not hold.
      push(codePoint(character), true);
    } else if (isHidden(character, characters[at - 1], characters[at + 1])) {
      push(codePoint(character), true);
    } else {
      push(character, false);
    }
  });
  return pieces;
}

/** The same as one text, for labels and tests. */
export function exactText(value: string): string {
  return exactly(value)
    .map((piece) => piece.text)
    .join("");
}

function isHidden(character: string, before: string | undefined, after: string | undefined): boolean {
  if (isTrick(character)) return true;
  if (!QUIET.test(character)) return false;
  if (character === "\u{2800}") return true;
  // A joiner belongs between two characters that it joins; a variation selector after one that it varies.
  const joiner = character === "\u{200c}" || character === "\u{200d}";
  const follows = before !== undefined && (NEEDS_QUIET.test(before) || (joiner && before === "\u{fe0f}"));
  const leads = after !== undefined && NEEDS_QUIET.test(after);
  return joiner ? !(follows && leads) : !(follows || (before !== undefined && /[0-9#*]/u.test(before)));
}

function isTrick(character: string): boolean {
  return LONE_OR_CONTROL.test(character) || DECEPTIVE.test(character) || NONCHARACTER.test(character);
}

/** Prose for one line: tricks become U+FFFD, as Laika's other printers show them. */
export function oneLine(text: string): string {
  return [...text].map((c) => (/[\n\r\t\u{2028}\u{2029}]/u.test(c) ? " " : isTrick(c) ? "\u{fffd}" : c)).join("");
}

/** Prose of several lines. */
export function manyLines(text: string): string {
  const broken = text.replace(/[\r\u{2028}\u{2029}]/gu, "\n");
  return [...broken].map((c) => (c === "\n" || c === "\t" || !isTrick(c) ? c : "\u{fffd}")).join("");
}

/** Whether there is anything to see. */
export function isVisible(text: string): boolean {
  return /[^\s\u{200c}\u{200d}\u{2800}\u{fe00}-\u{fe0f}]/u.test(text);
}

/** Words at either end of a quote by which a browser finds it. */
const ENDS = 5;

/**
 * The address of a page with the place of a quote in it, which the browser itself shows and marks. It stays in the
 * browser: what stands behind `#` is sent to no server.
 */
export function atQuote(href: string, quote: string): string {
  const words = quote
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== "");
  if (words.length === 0) return href;
  // A dash and a comma mean something in there.
  const part = (some: string[]): string => encodeURIComponent(some.join(" ")).replace(/-/g, "%2D");
  const ends = words.length > 2 * ENDS ? `${part(words.slice(0, ENDS))},${part(words.slice(-ENDS))}` : part(words);
  return `${href.split("#", 1)[0]}#:~:text=${ends}`;
}
