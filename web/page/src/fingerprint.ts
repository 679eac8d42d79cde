/**
 * What an element was when it was read. A framework may put other content into the same nodes, so the words around an
 * element belong to what it is: "Delete" in Alice's row must not act in Bob's.
 */

import { isSubmit } from "./activation.js";
import * as dom from "./dom.js";
import { hiddenEntries } from "./form.js";
import { nameOf } from "./names.js";
import { roleOf } from "./roles.js";

export interface Fingerprint {
  role: string;
  name: string;
  tag: string;
  type: string;
  href: string;
  /** Where its form goes and what it sends unseen, for what sends one. */
  sends: string;
  /** The first words of the element, where it has no name. */
  text: readonly string[];
  /** The row, entry or card it stands in, with its first words. */
  entry?: { element: WeakRef<Element>; text: readonly string[] };
  /** The last words in front of it, where no entry, or only a large one, says what it belongs to. */
  before?: readonly string[];
}

const WORDS_MOST = 24;
const BEFORE_MOST = 8;
const BEFORE_VISITS_MOST = 120;
const CLIMB_MOST = 10;
const VISITS_MOST = 800;
/** What changes by itself while it means the same. */
const PASSING_TIME =
  /\b(\d+|an?) ?(s|m|h|d|secs?|seconds?|mins?|minutes?|hrs?|hours?|days?) ago\b|\bjust now\b/gi;
const CONTROLS = new Set(["a", "button", "input", "select", "textarea", "summary"]);
const WIDGETS = new Set(["button", "link", "checkbox", "radio", "switch", "tab", "menuitem", "option", "textbox", "combobox"]);
const SILENT = new Set(["script", "style", "noscript", "template", "textarea", "select"]);

export const fingerprint = dom.remember<Element, Fingerprint>((el) => {
  const around = entryAround(el);
  const plain = { ...surface(el), text: ownWords(el) };
  if (around === null) return { ...plain, before: wordsBefore(el) };
  const text = words(around, WORDS_MOST + 1);
  const entry = { element: new WeakRef(around), text: text.slice(0, WORDS_MOST) };
  return text.length > WORDS_MOST ? { ...plain, entry, before: wordsBefore(el) } : { ...plain, entry };
});

/** Whether `el` still is what it was. */
export function matches(el: Element, was: Fingerprint): boolean {
  const { role, name, tag, type, href, sends } = surface(el);
  if (role !== was.role || name !== was.name || tag !== was.tag || type !== was.type) return false;
  if (href !== was.href || sends !== was.sends) return false;
  if (was.text.length > 0 && !keeps(was.text, words(el, 2 * WORDS_MOST))) return false;
  return around(el, was, keeps);
}

/** The same while something is typed into it: counters run, and remarks on what was typed come and go. */
export function matchesWhileTyping(el: Element, was: Fingerprint): boolean {
  const { role, tag, type } = surface(el);
  if (role !== was.role || tag !== was.tag || type !== was.type) return false;
  const plain = (list: readonly string[]): string[] => list.filter((word) => !/\d/.test(word));
  return around(el, was, (before, now) => {
    const [old, found] = [plain(before), plain(now)];
    return keeps(old, found) || keeps(found.slice(0, WORDS_MOST), old);
  });
}

function around(
  el: Element,
  { entry, before }: Fingerprint,
  like: (was: readonly string[], is: string[]) => boolean,
): boolean {
  if (before !== undefined) {
    const now = wordsBefore(el, 2 * BEFORE_MOST);
    // The nearest word says most: further away stand the words of other things.
    if (now.at(-1) !== before.at(-1) || !like(before, now)) return false;
  }
  const element = entry?.element.deref();
  if (entry === undefined) return true;
  return element !== undefined && dom.holds(element, el) && like(entry.text, words(element, 2 * WORDS_MOST));
}

function surface(el: Element): Omit<Fingerprint, "text" | "entry" | "before"> {
  const type = dom.inputType(el) || dom.buttonType(el);
  const form = isSubmit(el) ? dom.form(el) : null;
  const sends = form === null ? "" : JSON.stringify([dom.formAction(form), hiddenEntries(form)]);
  return { role: roleOf(el), name: nameOf(el), tag: dom.tag(el), type, href: dom.href(el) ?? "", sends };
}

/** Whether all words are still there in their order. Others may have come, as a hint under the pointer does. */
function keeps(was: readonly string[], is: readonly string[]): boolean {
  let found = 0;
  for (const word of is) if (word === was[found]) found += 1;
  return found === was.length;
}

function ownWords(el: Element): string[] {
  return nameOf(el) === "" && !isSilent(el) ? words(el) : [];
}

/** The row, entry or card an element belongs to: one of several siblings of the same make, with text of its own. */
export function entryAround(el: Element): Element | null {
  let at = dom.parent(el);
  for (let step = 0; step < CLIMB_MOST && at !== null && !dom.is(at, "body"); step += 1) {
    if (hasTwin(at) && hasTextBeside(at, el)) return at;
    at = dom.parent(at);
  }
  return null;
}

function hasTwin(el: Element): boolean {
  return isTwin(el, dom.nextElement(el)) || isTwin(el, dom.previousElement(el));
}

function isTwin(el: Element, other: Element | null): boolean {
  return other !== null && dom.tag(other) === dom.tag(el) && firstClass(other) === firstClass(el);
}

const firstClass = (el: Element): string => (dom.attr(el, "class") ?? "").trim().split(/\s/, 1)[0] ?? "";

function hasTextBeside(entry: Element, inner: Element): boolean {
  return someText(entry, (node) => !dom.contains(inner, node) && dom.data(node).trim() !== "");
}

/**
 * The last words in front of an element, back to the link or control before them. Controls right in front of it are
 * passed over: they belong to the same thing.
 */
function wordsBefore(el: Element, most = BEFORE_MOST): string[] {
  const found: string[] = [];
  let visits = 0;
  /** Reads a node from its end; true when that is enough. */
  const read = (node: Node): boolean => {
    visits += 1;
    if (visits > BEFORE_VISITS_MOST || found.length >= most) return true;
    const type = dom.nodeType(node);
    if (dom.isTextType(type)) {
      found.unshift(...split(lasting(dom.data(node))));
      return false;
    }
    if (type !== 1) return false;
    if (isControl(node as Element) || isSilent(node as Element)) return found.length > 0;
    return dom.keepsOwnChildren(node as Element) ? readBack(dom.lastChild(node)) : dom.children(node).reverse().some(read);
  };
  const readBack = (last: Node | null): boolean => {
    for (let node = last; node !== null; node = dom.previousSibling(node)) if (read(node)) return true;
    return false;
  };
  let at: Element = el;
  for (let step = 0; step < CLIMB_MOST; step += 1) {
    const above = dom.parent(at);
    if (above === null) break;
    if (dom.keepsOwnChildren(above)) {
      if (readBack(dom.previousSibling(at))) break;
    } else {
      const beside = dom.children(above);
      const place = beside.indexOf(at);
      if (beside.slice(0, Math.max(place, 0)).reverse().some(read)) break;
    }
    at = above;
  }
  return found.slice(-most);
}

const isControl = (el: Element): boolean =>
  CONTROLS.has(dom.tag(el)) || WIDGETS.has(dom.attr(el, "role") ?? "");

/** The first words in an element, without what a person wrote. Hidden ones too: not for showing. */
export function words(el: Element, most = WORDS_MOST): string[] {
  return firstWords(el).slice(0, most);
}

/** All elements of one entry ask for the words of the same entry. */
const firstWords = dom.remember<Element, string[]>((el) => {
  const found: string[] = [];
  someText(el, (node) => {
    found.push(...split(dom.data(node)));
    return found.length >= 2 * WORDS_MOST;
  });
  const text = found.join(" ");
  return (MAY_PASS.test(text) ? split(lasting(text)) : found).slice(0, 2 * WORDS_MOST);
});

const split = (text: string): string[] => text.match(/\S+/g) ?? [];

/** Few texts hold words for a time that passes, and these are quick to look for. */
const MAY_PASS = /ago|now/i;
const lasting = (text: string): string => (MAY_PASS.test(text) ? text.replace(PASSING_TIME, "") : text);

/** Whether `accepts` takes a text node below `el`; they are shown to it in order. */
function someText(el: Element, accepts: (node: Text) => boolean): boolean {
  const pending: Node[] = [el];
  for (let visits = 0; pending.length > 0 && visits < VISITS_MOST; visits += 1) {
    const node = pending.pop()!;
    const type = dom.nodeType(node);
    if (dom.isTextType(type)) {
      if (accepts(node as Text)) return true;
    } else if (type === 1 && !isSilent(node as Element)) {
      if (!dom.keepsOwnChildren(node as Element)) pending.push(...dom.children(node).reverse());
      else for (let child = dom.lastChild(node); child !== null; child = dom.previousSibling(child)) pending.push(child);
    }
  }
  return false;
}

function isSilent(el: Element): boolean {
  const tag = dom.tag(el);
  return SILENT.has(tag) || (tag === "input" && dom.isHtml(el)) || dom.isContentEditable(el);
}
