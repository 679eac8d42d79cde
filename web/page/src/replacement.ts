/**
 * Notices that most of what was read is gone without any change of address: then it is another page, and the
 * generation rises. Text is compared only after enough of it was removed, so an ordinary page costs a counter.
 */

import * as dom from "./dom.js";
import { onRaise, raise } from "./identity.js";
import { isOwnChange } from "./own.js";
import { openRoots, textNodes } from "./roots.js";

/** Share of the text whose replacement makes it another page; the table of limits has the same number. */
const REPLACED_PERCENT = 50;
/** Less text than this comes and goes on any page. */
const LEAST_CHARS = 80;
const CHARS_MOST = 2_000_000;

interface Baseline {
  /** Every piece of text that was read, and how often it was there. */
  pieces: Map<string, number>;
  chars: number;
}

let baseline: Baseline | undefined;
let removed = 0;
let changed = true;
let observer: MutationObserver | undefined;
const watched = new WeakSet<Node>();

onRaise(() => {
  baseline = undefined;
  changed = true;
});

/** Called after a reading: this is the text that handles belong to. */
export function rememberText(): void {
  checkReplacement();
  if (!changed && baseline !== undefined) return;
  observer ??= new MutationObserver(note);
  for (const root of openRoots()) {
    if (watched.has(root)) continue;
    watched.add(root);
    observer.observe(root, { subtree: true, childList: true, characterData: true, characterDataOldValue: true });
  }
  baseline = { pieces: new Map(), chars: 0 };
  for (const piece of pieces()) {
    baseline.pieces.set(piece, (baseline.pieces.get(piece) ?? 0) + 1);
    baseline.chars += piece.length;
    if (baseline.chars > CHARS_MOST) break;
  }
  removed = 0;
  changed = false;
}

/** Looks at changes that were made in this very task too. */
export function checkReplacement(): void {
  const records = observer?.takeRecords() ?? [];
  if (records.length > 0) note(records);
}

function note(records: MutationRecord[]): void {
  for (const record of records) {
    if (isOwnChange(record)) continue;
    changed = true;
    if (record.type === "characterData") removed += record.oldValue?.trim().length ?? 0;
    else record.removedNodes.forEach((node) => (removed += dom.textContent(node)?.trim().length ?? 0));
  }
  if (baseline !== undefined && isMost(removed, baseline.chars)) compare(baseline);
}

function compare(was: Baseline): void {
  const left = new Map(was.pieces);
  let kept = 0;
  for (const piece of pieces()) {
    const times = left.get(piece) ?? 0;
    if (times === 0) continue;
    left.set(piece, times - 1);
    kept += piece.length;
  }
  const missing = was.chars - kept;
  if (isMost(missing, was.chars)) raise();
  // A page just below the mark must not be compared again at every change.
  else removed = Math.min(missing, (was.chars * (REPLACED_PERCENT - 5)) / 100);
}

function isMost(chars: number, of: number): boolean {
  return of >= LEAST_CHARS && chars * 100 > of * REPLACED_PERCENT;
}

function* pieces(): Generator<string> {
  for (const node of textNodes()) {
    const piece = dom.data(node).trim();
    if (piece !== "") yield piece;
  }
}
