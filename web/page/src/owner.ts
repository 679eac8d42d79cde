/** Where the element of a child frame stands in this document, and whether it is on top at a point of its own. */

import * as dom from "./dom.js";
import { refuse } from "./refusal.js";
import { openRoots } from "./roots.js";
import type { Owner, Refusal, Request } from "./types.js";

export function owner(frame: Element, x: number, y: number): Owner {
  dom.forget();
  const box = dom.rect(frame);
  const width = dom.isHtml(frame) ? dom.offsetWidth(frame) : 0;
  // Transforms and zoom show in the box on the screen, not in the size of the layout.
  const scale = width > 0 && box.width > 0 ? box.width / width : 1;
  const inset = (side: "left" | "top"): number => {
    const border = side === "left" ? dom.clientLeft(frame) : dom.clientTop(frame);
    return (border + (Number.parseFloat(dom.style(frame, `padding-${side}`)) || 0)) * scale;
  };
  const origin = { x: box.left + inset("left"), y: box.top + inset("top") };
  const onTop = dom.elementFromPoint(origin.x + x * scale, origin.y + y * scale) === frame;
  return { origin, scale, onTop };
}

/** The same for the frame at a place among the frames of this window. */
export function ownerAt({ x, y, index }: Request & { op: "owner" }): Owner | Refusal {
  const child = index === undefined ? undefined : (window as unknown as Record<number, Window | undefined>)[index];
  for (const root of child === undefined ? [] : openRoots()) {
    for (const el of dom.queryAll(root, "iframe, frame")) {
      if (dom.frameWindow(el) === child) return owner(el, x, y);
    }
  }
  return refuse("NOT_FOUND", "there is no such frame in this page", "E_NO_FRAME");
}
