/** Marks the title of a tab that Laika works in, so that a person can tell it from their own at a glance. */

import * as dom from "./dom.js";

const MARK_MOST = 80;

let mark = "";
let stop: (() => void) | undefined;

/** Puts words of ours before the title, for as long as they are wanted. */
export function markTitle(wanted: string): void {
  stop?.();
  stop = undefined;
  const plain = plainTitle();
  mark = wanted.slice(0, MARK_MOST);
  apply(plain);
  const root = dom.documentElement(document);
  if (mark === "" || root === null) return;
  stop = dom.watch(root, { subtree: true, childList: true, characterData: true }, () => {
    if (!dom.title(document).startsWith(mark)) apply(dom.title(document));
  });
}

/** The title as the page has it. */
export function plainTitle(): string {
  const title = dom.title(document);
  return mark !== "" && title.startsWith(mark) ? title.slice(mark.length) : title;
}

function apply(plain: string): void {
  const title = mark + plain;
  if (dom.title(document) !== title) dom.setTitle(document, title);
}
