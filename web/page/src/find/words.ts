/** Words of a question and of the page, and how well they fit each other. */

const STOP = new Set(
  "a an the to of for in on at by with and or is are this that my me please click press tap".split(" "),
);

/** What a role is called in plain words. */
const ROLE_WORDS: Record<string, string> = {
  button: "button",
  btn: "button",
  link: "link",
  url: "link",
  field: "textbox searchbox combobox spinbutton",
  input: "textbox searchbox combobox spinbutton",
  textbox: "textbox searchbox combobox",
  textarea: "textbox",
  box: "textbox searchbox combobox checkbox",
  searchbox: "searchbox combobox textbox",
  checkbox: "checkbox switch",
  tickbox: "checkbox switch",
  toggle: "switch checkbox button",
  switch: "switch checkbox",
  radio: "radio",
  option: "option radio menuitem",
  dropdown: "combobox listbox button",
  combobox: "combobox listbox",
  listbox: "listbox combobox",
  tab: "tab",
  menuitem: "menuitem menuitemcheckbox menuitemradio",
  slider: "slider",
  heading: "heading",
  headline: "heading",
};

/** Words that tell nothing by themselves. */
export const isFiller = (word: string): boolean => STOP.has(word);

export interface Query {
  /** The whole question, folded. */
  text: string;
  words: string[];
  /** Without the words that say what kind of element it is. */
  core: string[];
  roles: Set<string>;
}

/** One spelling for what people take for the same. */
export function fold(text: string): string {
  return split(text).join(" ");
}

export function split(text: string): string[] {
  // Most text needs no Unicode, which is slow.
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function readQuery(text: string): Query {
  const all = split(text);
  const meant = all.filter((word) => !isFiller(word));
  const words = meant.length > 0 ? meant : all;
  const roles = new Set(words.flatMap((word) => (Object.hasOwn(ROLE_WORDS, word) ? ROLE_WORDS[word]!.split(" ") : [])));
  const core = words.filter((word) => !Object.hasOwn(ROLE_WORDS, word));
  return { text: fold(text), words, core: core.length > 0 ? core : words, roles };
}

/** 1 for the same word, less for one that begins alike or is off by a letter. */
export function likeness(wanted: string, found: string): number {
  if (wanted === found) return 1;
  const [short, long] = wanted.length < found.length ? [wanted, found] : [found, wanted];
  if (short.length >= 3 && long.startsWith(short)) return 0.6 + (0.35 * short.length) / long.length;
  if (short.length >= 4 && Math.abs(long.length - short.length) <= 1 && isOneOff(short, long)) return 0.7;
  return 0;
}

/** Whether one letter was added, left out or exchanged, or two next to each other were swapped. */
function isOneOff(short: string, long: string): boolean {
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length !== long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}

/** How well each wanted word is met by any of `found`. */
export function best(wanted: string, found: Iterable<string>): number {
  let most = 0;
  for (const word of found) {
    const value = likeness(wanted, word);
    if (value > most) most = value;
    if (most === 1) break;
  }
  return most;
}
