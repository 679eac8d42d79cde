/** All trees of the document that can be seen: its own and those of open shadow roots. */

import * as dom from "./dom.js";

const NODES_MOST = 400_000;
/** Text that is never shown. */
const SILENT = new Set(["script", "style", "noscript", "template", "textarea", "title"]);

const createWalker = Document.prototype.createTreeWalker;

/** The document and every open shadow root in it, outermost first. */
export function openRoots(): Node[] {
  const roots: Node[] = [document];
  for (const root of roots) {
    for (const el of dom.elementsBelow(root)) {
      const shadow = dom.shadowRoot(el);
      if (shadow !== null) roots.push(shadow);
    }
  }
  return roots;
}

/** All elements in all open trees. */
export function* allElements(): Generator<Element> {
  for (const root of openRoots()) yield* dom.elementsBelow(root);
}

/** All text nodes that are not code, in all open trees. */
export function* textNodes(): Generator<Text> {
  let count = 0;
  for (const root of openRoots()) {
    const walker = createWalker.call(document, root, 4);
    for (let node = walker.nextNode(); node !== null && count < NODES_MOST; node = walker.nextNode()) {
      count += 1;
      const above = dom.parentElement(node);
      if (above === null || !SILENT.has(dom.tag(above))) yield node as Text;
    }
  }
}
