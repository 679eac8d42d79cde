/**
 * Lets a person choose a part of the page (UI-007). They click a block, drag a frame, or go from block to block by keys;
 * what they chose becomes what is selected in the page. Only what the browser says a person did counts, nothing of it
 * reaches the page, and nothing is approved by it: a selection is no yes to anything.
 */

import * as dom from "./dom.js";
import { onRaise } from "./identity.js";
import { refuse } from "./refusal.js";
import { blockAt, blocks } from "./region/blocks.js";
import { type Area, around, between } from "./region/lines.js";
import { Overlay } from "./region/overlay.js";
import { type Span, charsOf, select, spanIn, spanOf } from "./region/span.js";
import type { Picked, Refusal } from "./types.js";

/** How long it stays without any input, and how long at most. */
const IDLE_MS = 30_000;
const MOST_MS = 120_000;
/** A press that moved less is a click. */
const DRAG_PX = 6;
/** The click that follows a press comes within this, or not at all. */
const CLICK_MS = 250;
const POINTER = ["pointerdown", "pointermove", "pointerup", "pointercancel"];
/** Those come with the ones above, and the page is not to take them for its own. */
const KEPT_BACK = [
  ...["mousedown", "mousemove", "mouseup", "click", "dblclick", "auxclick", "contextmenu"],
  ...["touchstart", "touchend"],
];
const SEEN = ["wheel", "scroll", "resize"];

let current: Picking | undefined;

onRaise(() => dropRegion());

export function pickRegion(): Promise<Picked | Refusal> {
  dropRegion();
  return new Promise((resolve) => {
    const picking = new Picking((result) => {
      if (current === picking) current = undefined;
      resolve(result);
    });
    current = picking;
    picking.start();
  });
}

/** Ends what is under way, with nothing chosen. */
export function dropRegion(): void {
  current?.end(notChosen());
}

class Picking {
  readonly #overlay = new Overlay();
  readonly #began = performance.now();
  /** Where a press began, in the page: it may be scrolled meanwhile. */
  #pressed: { x: number; y: number } | undefined;
  #isDragged = false;
  /** Chosen, and about to be so once the press is over. */
  #chosen: Span | undefined;
  /** What the frame is around. */
  #marked: Element[] = [];
  #blocks: Element[] | undefined;
  /** The block at which a stretch of blocks was begun by keys. */
  #anchor = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: (() => void) | undefined;

  constructor(readonly done: (result: Picked | Refusal) => void) {}

  start(): void {
    if (!this.#overlay.show()) return this.done(notChosen());
    const options = { capture: true, passive: false };
    for (const type of [...POINTER, ...KEPT_BACK, "keydown"]) dom.listen(window, type, this.#meet, options);
    for (const type of SEEN) dom.listen(window, type, this.#moved, { capture: true, passive: true });
    dom.listen(document, "visibilitychange", dropRegion);
    // A page that takes it away ends it.
    this.#watch = dom.watch(document, { childList: true, subtree: true }, () => {
      if (!dom.isConnected(this.#overlay.host)) this.end(notChosen());
    });
    this.#stay();
  }

  end(result: Picked | Refusal): void {
    clearTimeout(this.#timer);
    for (const type of [...POINTER, ...KEPT_BACK, "keydown"]) dom.unlisten(window, type, this.#meet, { capture: true });
    for (const type of SEEN) dom.unlisten(window, type, this.#moved, { capture: true });
    dom.unlisten(document, "visibilitychange", dropRegion);
    this.#watch?.();
    this.#overlay.remove();
    this.done(result);
  }

  #cancel(): void {
    this.end(notChosen());
    this.#overlay.giveFocusBack();
  }

  readonly #meet = (event: Event): void => {
    // What a script of the page made is the page's own affair.
    if (!dom.isTrusted(event)) return;
    dom.forget();
    const type = dom.eventType(event);
    if (type === "keydown") return this.#key(event as KeyboardEvent);
    dom.preventDefault(event);
    dom.stopImmediately(event);
    if (this.#chosen !== undefined) {
      if (type === "click") this.#finish(this.#chosen);
    } else if (POINTER.includes(type)) {
      this.#stay();
      this.#point(type, event as PointerEvent);
    }
  };

  #point(type: string, event: PointerEvent): void {
    const at = { x: dom.eventX(event), y: dom.eventY(event) };
    const start = this.#pressed && { x: this.#pressed.x - dom.scrollX(), y: this.#pressed.y - dom.scrollY() };
    if (type === "pointerdown") {
      if (dom.eventButton(event) === 0) this.#pressed = { x: at.x + dom.scrollX(), y: at.y + dom.scrollY() };
      this.#isDragged = false;
    } else if (type === "pointercancel") {
      this.#pressed = undefined;
    } else if (start === undefined) {
      this.#mark(blockAt(at.x, at.y));
    } else {
      this.#isDragged ||= Math.hypot(at.x - start.x, at.y - start.y) > DRAG_PX;
      const area = between(start, at);
      if (type === "pointermove") {
        if (this.#isDragged) this.#overlay.frame(area);
      } else {
        this.#pressed = undefined;
        this.#choose(this.#isDragged ? spanIn(area) : spanOf(listed(blockAt(at.x, at.y))));
      }
    }
  }

  #key(event: KeyboardEvent): void {
    const key = dom.eventKey(event);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
    if (dom.isComposing(event) || (step === undefined && key !== "Enter" && key !== "Escape")) return;
    dom.preventDefault(event);
    dom.stopImmediately(event);
    this.#stay();
    if (key === "Escape") this.#cancel();
    else if (step !== undefined) this.#step(step, dom.isShiftHeld(event));
    else {
      const span = spanOf(this.#marked);
      if (span === undefined) this.#overlay.sayNothing();
      else this.#finish(span);
    }
  }

  /** To the next block, or further with the ones before. */
  #step(by: number, further: boolean): void {
    const all = (this.#blocks ??= blocks());
    if (all.length === 0) return this.#overlay.sayNothing();
    const last = all.indexOf(this.#marked.at(-1) as Element);
    const first = all.indexOf(this.#marked[0] as Element);
    // The end that moves is the one away from where it was begun.
    const moving = further && first !== this.#anchor ? first : last;
    const isFirst = this.#marked.length === 0;
    const wanted = isFirst ? (by > 0 ? 0 : all.length - 1) : moving + by;
    const at = Math.max(0, Math.min(all.length - 1, wanted));
    if (!further || isFirst) this.#anchor = at;
    const [from, to] = [Math.min(this.#anchor, at), Math.max(this.#anchor, at)];
    const here = all[at] as Element;
    dom.scrollIntoView(here, { behavior: "instant", block: "nearest", inline: "nearest" });
    dom.forget();
    this.#marked = all.slice(from, to + 1);
    this.#draw();
    this.#overlay.say(`${at + 1} / ${all.length}: ${(dom.textContent(here) ?? "").trim()}`);
  }

  #mark(block: Element | undefined): void {
    if (block === this.#marked[0] && this.#marked.length <= 1) return;
    this.#marked = listed(block);
    // Keys go on from where the pointer is.
    const at = block === undefined ? -1 : (this.#blocks ??= blocks()).indexOf(block);
    this.#anchor = Math.max(0, at);
    this.#draw();
  }

  #draw(): void {
    const areas: Area[] = this.#marked.filter(dom.isConnected).map((el) => dom.rect(el));
    this.#overlay.frame(areas.length === 0 ? undefined : around(areas));
  }

  readonly #moved = (event: Event): void => {
    dom.forget();
    if (dom.isTrusted(event) && dom.eventType(event) === "wheel") this.#stay();
    if (this.#pressed === undefined) this.#draw();
  };

  #choose(span: Span | undefined): void {
    if (span === undefined) return this.#overlay.sayNothing();
    this.#chosen = span;
    // What the browser still makes of the press is kept from the page, and must not undo what is selected.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#finish(span), CLICK_MS);
  }

  #finish(span: Span): void {
    dom.forget();
    const chars = dom.isConnected(span.first) && dom.isConnected(span.last) ? charsOf(span) : 0;
    // Behind the overlay: with it goes the focus, and with that what was selected.
    this.#overlay.remove();
    this.end(chars > 0 && select(span) ? { chars } : notChosen());
  }

  /** The person is there. */
  #stay(): void {
    clearTimeout(this.#timer);
    const left = this.#began + MOST_MS - performance.now();
    this.#timer = setTimeout(dropRegion, Math.max(0, Math.min(IDLE_MS, left)));
  }
}

function listed(block: Element | undefined): Element[] {
  return block === undefined ? [] : [block];
}

function notChosen(): Refusal {
  return refuse("PRECONDITION_FAILED", "no part of the page was chosen", "E_NOT_CHOSEN");
}
