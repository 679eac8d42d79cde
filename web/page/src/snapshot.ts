/** How things stood before an act, to tell afterwards what changed. Nothing of it leaves the page. */

import { effectOf } from "./activation.js";
import * as dom from "./dom.js";
import { generation } from "./identity.js";
import { isOwnChange } from "./own.js";
import { openRoots } from "./roots.js";

const TEXT_MOST = 20_000;

export interface Snapshot {
  elementChanged(): boolean;
  surfaceChanged(): boolean;
  viewportMoved(): boolean;
  addressChanged(): boolean;
  stop(): void;
}

export function snapshot(el: Element): Snapshot {
  // A label changes what it stands for, not itself.
  const effect = effectOf(el);
  const parts = effect === null || effect === el ? [el] : [el, effect];
  const looks = parts.map(look).join();
  const place = places(el);
  const href = location.href;
  const count = generation();
  let changed = false;
  const note = (records: MutationRecord[]): void => {
    changed ||= records.some((record) => !isOwnChange(record));
  };
  const observer = new MutationObserver(note);
  for (const root of openRoots()) {
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  }
  // A popover or a modal dialog shows up without any change of the tree.
  const shown = (): void => void (changed = true);
  dom.listen(window, "toggle", shown, { capture: true });
  return {
    elementChanged: () => !dom.isConnected(el) || parts.map(look).join() !== looks,
    surfaceChanged() {
      note(observer.takeRecords());
      return changed;
    },
    viewportMoved: () => places(el) !== place,
    addressChanged: () => location.href !== href || generation() !== count,
    stop() {
      observer.disconnect();
      dom.unlisten(window, "toggle", shown, { capture: true });
    },
  };
}

/** All that can be seen or told of an element. */
function look(el: Element): string {
  const attributes = dom.attributeNames(el).map((name) => [name, dom.attr(el, name)]);
  const chosen = dom.options(el).map((option) => dom.optionSelected(option));
  const marks = [dom.checked(el), dom.indeterminate(el), dom.isOpen(el), dom.isDisabled(el), chosen];
  const details = dom.parentElement(el);
  const open = details !== null && dom.is(el, "summary") && dom.isOpen(details);
  return JSON.stringify([attributes, marks, open, dom.fieldValue(el), dom.textContent(el)?.slice(0, TEXT_MOST)]);
}

/** Where everything that scrolls around an element stands. */
function places(el: Element): string {
  const found = [dom.scrollX(), dom.scrollY()];
  for (let at: Element | null = el; at !== null; at = dom.parent(at)) {
    const [left, top] = [dom.scrollLeft(at), dom.scrollTop(at)];
    if (left !== 0 || top !== 0) found.push(left, top);
  }
  return found.join();
}
