/** Shows a person which elements are meant. It lies in a closed shadow root, takes no input and is read by nobody. */

import * as dom from "./dom.js";
import { COLOUR, paint } from "./drawing.js";
import { resolve } from "./handles.js";
import { own } from "./own.js";
import { isRefusal } from "./refusal.js";
import type { Box, Refusal } from "./types.js";

const HANDLES_MOST = 20;
const LABEL_MOST = 80;

let shown: Element | undefined;

export function highlight(handles: string[], label: string): { shown: number } | Refusal {
  clearHighlight();
  const boxes: Box[] = [];
  for (const handle of handles.slice(0, HANDLES_MOST)) {
    const el = resolve(handle);
    if (isRefusal(el)) return el;
    // What is out of sight cannot be pointed at.
    if (boxes.length === 0) dom.scrollIntoView(el, { behavior: "instant", block: "center", inline: "nearest" });
    dom.forget();
    boxes.push(dom.rect(el));
  }
  const root = dom.documentElement(document);
  if (root === null || boxes.length === 0) return { shown: 0 };
  const host = dom.createElement(document, "div");
  own(host);
  paint(host, { position: "fixed", inset: "0", "z-index": "2147483647" });
  const shadow = dom.attachShadow(host, { mode: "closed" });
  boxes.forEach((box, at) => dom.appendChild(shadow, frame(box, at === 0 ? label : "")));
  dom.appendChild(root, host);
  shown = host;
  return { shown: boxes.length };
}

export function clearHighlight(): void {
  if (shown !== undefined) dom.removeElement(shown);
  shown = undefined;
}

function frame(box: Box, label: string): HTMLElement {
  const ring = dom.createElement(document, "div");
  paint(ring, {
    position: "fixed",
    left: `${box.x - 3}px`,
    top: `${box.y - 3}px`,
    width: `${box.width + 6}px`,
    height: `${box.height + 6}px`,
    "box-sizing": "border-box",
    border: `3px solid ${COLOUR}`,
    "border-radius": "6px",
  });
  if (label === "") return ring;
  const tag = dom.createElement(document, "div");
  dom.setTextContent(tag, label.slice(0, LABEL_MOST));
  paint(tag, {
    position: "absolute",
    left: "-3px",
    [box.y > 30 ? "bottom" : "top"]: "100%",
    padding: "2px 6px",
    background: COLOUR,
    color: "#fff",
    font: "600 12px/1.4 system-ui, sans-serif",
    "white-space": "nowrap",
  });
  dom.appendChild(ring, tag);
  return ring;
}
