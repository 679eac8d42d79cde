/** The links in what the person selected, in this frame. */

import * as dom from "./dom.js";
import { mint } from "./handles.js";
import { nameOf } from "./names.js";
import { cut } from "./observe/lines.js";
import { Addresses } from "./observe/urls.js";
import { openRoots } from "./roots.js";
import type { Link } from "./types.js";
import { isElementHidden } from "./visibility.js";

const USUAL = 100;
const MOST = 300;
const TEXT_MOST = 160;

export function selectionLinks(maxLinks = USUAL): Link[] {
  const roots = openRoots();
  const range = selected(roots.slice(1) as ShadowRoot[]);
  if (range === undefined) return [];
  const addresses = new Addresses();
  const links: Link[] = [];
  for (const root of roots) {
    for (const el of dom.queryAll(root, "a, area")) {
      if (links.length >= Math.min(Math.max(maxLinks, 1), MOST)) return links;
      if (dom.href(el) === undefined || isElementHidden(el) || !touches(range, el)) continue;
      const url = addresses.web(el);
      if (url !== "") links.push({ url, text: cut(nameOf(el), TEXT_MOST), handle: mint(el) });
    }
  }
  return links;
}

interface Place {
  node: Node;
  offset: number;
}

function selected(shadowRoots: ShadowRoot[]): { start: Place; end: Place } | undefined {
  const selection = dom.selection();
  if (selection === null || dom.rangeCount(selection) === 0) return undefined;
  // Plain ranges end at the host of a shadow root.
  const composed = "getComposedRanges" in selection ? selection.getComposedRanges({ shadowRoots })[0] : undefined;
  const { startContainer, startOffset, endContainer, endOffset } = composed ?? dom.rangeAt(selection, 0);
  if (startContainer === endContainer && startOffset === endOffset) return undefined;
  return { start: { node: startContainer, offset: startOffset }, end: { node: endContainer, offset: endOffset } };
}

/** Whether some of a link's content lies in the selection. */
function touches({ start, end }: { start: Place; end: Place }, link: Element): boolean {
  const [from, to] = [side(start, link), side(end, link)];
  if (from > 0 || to < 0) return false;
  // A selection that only begins where the link ends, or the other way round, holds nothing of it.
  if (from === 0 && to > 0) return hasContent(link, start, undefined);
  if (from < 0 && to === 0) return hasContent(link, undefined, end);
  return true;
}

function hasContent(link: Element, start: Place | undefined, end: Place | undefined): boolean {
  const edge = start ?? end;
  if (edge === undefined || !dom.contains(link, edge.node)) return true;
  const part = dom.createRange(document);
  dom.setRangeStart(part, start?.node ?? link, start?.offset ?? 0);
  dom.setRangeEnd(part, end?.node ?? link, end?.offset ?? childCount(link));
  return dom.rangeText(part).trim() !== "" || dom.query(link, "img, svg") !== null;
}

/** Whether a place comes before an element (-1), in it (0) or after it (1), in whatever tree either lies. */
function side({ node, offset }: Place, el: Element): number {
  if (dom.isElement(node) || dom.isText(node) ? dom.holds(el, node) : false) return 0;
  const hosts = new Map<Node, Node>();
  for (const at of lifted(el)) hosts.set(dom.rootOf(at), at);
  for (const at of lifted(node)) {
    const other = hosts.get(dom.rootOf(at));
    if (other === undefined) continue;
    const order = dom.comparePosition(other, at);
    if ((order & 16) !== 0 || other === at) return 0;
    if ((order & 8) !== 0) return at === node && childIndex(node, other) < offset ? 1 : -1;
    return (order & 4) !== 0 ? 1 : -1;
  }
  return 1;
}

/** A node, the host of the shadow tree it is in, the host of that one's, and so on. */
function lifted(node: Node): Node[] {
  const chain = [node];
  for (let root = dom.rootOf(node); dom.nodeType(root) === 11; root = dom.rootOf(chain.at(-1)!)) {
    if (!(root instanceof ShadowRoot)) break;
    chain.push(dom.host(root));
  }
  return chain;
}

/** Which child of `above` holds `node`. */
function childIndex(above: Node, node: Node): number {
  let at = node;
  for (let next = dom.parentNode(at); next !== null && next !== above; next = dom.parentNode(at)) at = next;
  return indexOf(at);
}

function indexOf(node: Node): number {
  let index = 0;
  for (let at = dom.previousSibling(node); at !== null; at = dom.previousSibling(at)) index += 1;
  return index;
}

function childCount(node: Node): number {
  const last = dom.lastChild(node);
  return last === null ? 0 : indexOf(last) + 1;
}
