/**
 * What is drawn while a person chooses: a frame around what would be chosen, and one line that says how. It lies in a
 * closed shadow root over the whole view, so that a press reaches nothing of the page.
 */

import * as dom from "../dom.js";
import { COLOUR, paint } from "../drawing.js";
import { own } from "../own.js";
import type { Area } from "./lines.js";

const HOW = "Choose a part of the page: click it, or drag a frame. Arrow keys and Enter work too. Escape ends it.";
const NOTHING = "There is no text here.";
const SAID_MOST = 120;

const showPopover = (HTMLElement.prototype as { showPopover?: (this: HTMLElement) => void }).showPopover;

export class Overlay {
  readonly host = dom.createElement(document, "div");
  readonly #ring = dom.createElement(document, "div");
  readonly #bar = dom.createElement(document, "div");
  readonly #said = dom.createElement(document, "div");
  readonly #focused = dom.activeElement();

  /** False where there is nothing to put it into. */
  show(): boolean {
    const root = dom.documentElement(document);
    if (root === null) return false;
    own(this.host);
    const place = { position: "fixed", inset: "0", width: "100%", height: "100%", "z-index": "2147483647" };
    paint(this.host, { ...place, "pointer-events": "auto", cursor: "crosshair", outline: "none" });
    // Readers of the screen hand the keys on only to what says that it takes them.
    const says = { tabindex: "-1", role: "application", "aria-label": HOW, popover: "manual" };
    for (const [name, value] of Object.entries(says)) dom.setAttr(this.host, name, value);
    const shadow = dom.attachShadow(this.host, { mode: "closed" });
    this.#drawBar();
    dom.setAttr(this.#said, "role", "status");
    paint(this.#said, { position: "fixed", width: "1px", height: "1px", overflow: "hidden", "clip-path": "inset(50%)" });
    for (const part of [this.#ring, this.#bar, this.#said]) dom.appendChild(shadow, part);
    dom.appendChild(root, this.host);
    // Above dialogs and whatever fills the screen, where the browser can do that.
    try {
      showPopover?.call(this.host);
    } catch {
      // It is drawn where it is.
    }
    dom.focus(this.host, { preventScroll: true });
    return true;
  }

  /** Frames an area of the view; nothing where there is none. */
  frame(area: Area | undefined): void {
    if (area === undefined) return paint(this.#ring, { display: "none" });
    paint(this.#ring, {
      position: "fixed",
      left: `${area.left - 3}px`,
      top: `${area.top - 3}px`,
      width: `${area.right - area.left + 6}px`,
      height: `${area.bottom - area.top + 6}px`,
      "box-sizing": "border-box",
      border: `3px solid ${COLOUR}`,
      "border-radius": "6px",
      background: "rgb(208 0 111 / 12%)",
    });
  }

  /** For those who do not see the frame. */
  say(words: string): void {
    dom.setTextContent(this.#said, words.slice(0, SAID_MOST));
  }

  /** Nothing was chosen by this, so it goes on. */
  sayNothing(): void {
    dom.setTextContent(this.#bar, NOTHING);
    this.say(NOTHING);
  }

  remove(): void {
    dom.removeElement(this.host);
  }

  /** Where the person was before; a field that gets the focus has its own selection, so not after something was chosen. */
  giveFocusBack(): void {
    if (this.#focused !== null && dom.isConnected(this.#focused)) dom.focus(this.#focused, { preventScroll: true });
  }

  #drawBar(): void {
    dom.setTextContent(this.#bar, HOW);
    paint(this.#bar, {
      position: "fixed",
      left: "50%",
      top: "12px",
      transform: "translateX(-50%)",
      "max-width": "calc(100% - 48px)",
      padding: "8px 14px",
      "border-radius": "10px",
      background: COLOUR,
      color: "#fff",
      font: "600 14px/1.4 system-ui, sans-serif",
    });
  }
}
