/** How likely an element is the one that was asked for. */

import { type Query, best, isFiller } from "./words.js";

/** The words of one candidate, by where they stand. */
export interface Wording {
  role: string;
  /** Its name, or the text itself. */
  name: readonly string[];
  /** Placeholder, title and the like. */
  hints: readonly string[];
  /** Row, card, label or heading around it. */
  around: readonly string[];
  isText: boolean;
}

const HINT_WEIGHT = 0.9;
const AROUND_WEIGHT = 0.7;
/** "Delete" in Bob's row, when "delete Bob" was asked for: the row tells it from its twins. */
const AROUND_NAMED_WEIGHT = 0.93;
/** An element can be acted on; text of the same words only read. */
const TEXT_WEIGHT = 0.88;
const WRONG_ROLE = 0.55;
const WRONG_ROLE_TEXT = 0.8;
/** People say first what to do and then with what: "add to cart the red shoes". */
const LATER_WORD = 0.97;
const IN_NAME = 0.7;
const ABSENT_WORD = 0.6;

/** How much a word tells, by how few candidates have it. */
export class Rarity {
  private readonly counts = new Map<string, number>();
  private total = 0;

  add({ name, hints }: Wording): void {
    this.total += 1;
    for (const word of new Set([...name, ...hints])) this.counts.set(word, (this.counts.get(word) ?? 0) + 1);
  }

  of(word: string): number {
    const count = this.counts.get(word);
    // What no candidate says cannot tell one from another.
    return count === undefined ? ABSENT_WORD : 1 + Math.log((1 + this.total) / (1 + count));
  }
}

/** From 0 to 1. */
export function score(query: Query, wording: Wording, rarity: Rarity): number {
  const { share, inName, leads } = coverage(query.core, wording, rarity);
  if (share === 0) return roleOnly(query, wording);
  // Words of the name that nobody asked for make it less likely to be meant.
  const told = wording.name.reduce((count, word) => count + (isFiller(word) ? 0 : 1), 0);
  const asked = told === 0 ? 0 : Math.min(1, inName / told);
  let value = share * (0.82 + 0.18 * asked) * (leads ? 1 : LATER_WORD);
  const name = wording.name.join(" ");
  if (name !== "" && [query.text, query.words.join(" "), query.core.join(" ")].includes(name)) value = 1;
  if (query.roles.size > 0 && !query.roles.has(wording.role)) value *= wording.isText ? WRONG_ROLE_TEXT : WRONG_ROLE;
  return wording.isText ? value * TEXT_WEIGHT : value;
}

/** "the search box": nothing but a kind of element was asked for. */
function roleOnly(query: Query, wording: Wording): number {
  const onlyRole = query.roles.size > 0 && query.core.length === query.words.length;
  return onlyRole && query.roles.has(wording.role) ? 0.5 : 0;
}

/** How much of the question is met, a rare word counting more, and how near to the element itself. */
function coverage(
  core: readonly string[],
  { name, hints, around, isText }: Wording,
  rarity: Rarity,
): { share: number; inName: number; leads: boolean } {
  const own = core.map((word) => best(word, name));
  const inName = own.filter((value) => value >= IN_NAME).length;
  const aroundWeight = inName > 0 && !isText ? AROUND_NAMED_WEIGHT : AROUND_WEIGHT;
  let total = 0;
  let met = 0;
  let nearness = 0;
  core.forEach((word, at) => {
    const weight = rarity.of(word);
    const places = [
      [own[at]!, 1],
      [best(word, hints), HINT_WEIGHT],
      [best(word, around), aroundWeight],
    ] as const;
    const [value, near] = places.reduce((a, b) => (b[0] * b[1] > a[0] * a[1] ? b : a));
    total += weight;
    met += weight * value;
    nearness += near;
  });
  const share = total === 0 ? 0 : (met / total) * (nearness / core.length);
  return { share, inName, leads: (own[0] ?? 0) >= IN_NAME };
}
