/** Text in the colour of what is behind it. */
import * as dom from "../dom.js";
import { type Look, UNASKED } from "./look.js";
import { contrast, over, parseColour, type Colour } from "./paint.js";

/** Less than this cannot be told apart. */
const LEAST_CONTRAST = 1.1;

/** Whether text right inside the element has the colour of its plain background. */
export function isUnreadable(at: Look): boolean {
  const behind = background(at);
  if (behind === undefined) return false;
  if (standsOut(dom.property(at.style, "-webkit-text-fill-color"), behind.colour)) return false;
  return !isDrawnOtherwise(at.el) && !liesOnSomethingElse(at.el, behind.owner);
}

let lastWritten = "";
let lastBehind: Colour | undefined;
let lastVerdict = false;

/** Most texts of a page have one colour on one background, so the last answer is mostly the next one. */
function standsOut(written: string, behind: Colour): boolean {
  if (written !== lastWritten || behind !== lastBehind) {
    const text = parseColour(written);
    lastVerdict = text === undefined || contrast(over(text, behind), behind) >= LEAST_CONTRAST;
    lastWritten = written;
    lastBehind = behind;
  }
  return lastVerdict;
}

export interface Background {
  colour: Colour;
  /** Whose colour it is; null for the bare page. */
  owner: Element | null;
}

/** How the browser writes what most elements have. */
const CLEAR = "rgba(0, 0, 0, 0)";

/** The plain colour behind an element by its place in the tree; undefined for a picture or a gradient. */
function background(at: Look): Background | undefined {
  if (at.background === UNASKED) at.background = findBackground(at);
  return at.background;
}

function findBackground({ el, above, style }: Look): Background | undefined {
  if (dom.property(style, "background-image") !== "none") return undefined;
  const written = dom.property(style, "background-color");
  const own = written === CLEAR ? undefined : parseColour(written);
  if (own === undefined && written !== CLEAR) return undefined;
  if (own !== undefined && own.alpha >= 1) return { colour: own, owner: el };
  const behind = above === undefined ? { colour: bareColour(document), owner: null } : background(above);
  if (behind === undefined || own === undefined || own.alpha === 0) return behind;
  return { colour: over(own, behind.colour), owner: el };
}

/** The page without any colour of its own. */
const bareColour = dom.remember<Document, Colour>((page) => {
  const root = dom.documentElement(page);
  const scheme = root === null ? "" : dom.style(root, "color-scheme");
  const dark = /\bdark\b/.test(scheme) && (!/\blight\b/.test(scheme) || dom.mediaQuery("(prefers-color-scheme: dark)"));
  const shade = dark ? 18 : 255;
  return { red: shade, green: shade, blue: shade, alpha: 1 };
});

/** A shadow, an outline or a blend makes letters visible whatever their colour. */
function isDrawnOtherwise(el: Element): boolean {
  return (
    dom.style(el, "text-shadow") !== "none" ||
    Number.parseFloat(dom.style(el, "-webkit-text-stroke-width")) > 0 ||
    dom.style(el, "mix-blend-mode") !== "normal"
  );
}

/** How many elements are looked at in search of something painted behind a text. */
const MOST_SEARCHED = 300;

/** A caption on a picture stands beside it in the tree: what is painted at the same place decides. */
function liesOnSomethingElse(el: Element, owner: Element | null): boolean {
  const box = dom.contentRect(el);
  const search = { left: MOST_SEARCHED };
  for (let at: Element | null = el; at !== null; at = dom.parent(at)) {
    if (hasPaintedPseudo(at)) return true;
    if (at === owner) return false;
    const above: Element | null = dom.parent(at);
    if (above === null) return false;
    for (const beside of dom.childElements(above))
      if (beside !== at && isPaintedBelow(beside, box, search)) return true;
  }
  return false;
}

function isPaintedBelow(el: Element, box: dom.Rect, search: { left: number }): boolean {
  search.left -= 1;
  if (search.left < 0 || !dom.checkVisibility(el, { visibilityProperty: true, opacityProperty: true })) return false;
  if (isPainted(el) && overlaps(dom.rect(el), box)) return true;
  return dom.childElements(el).some((child) => isPaintedBelow(child, box, search));
}

const overlaps = (one: dom.Rect, other: dom.Rect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const PICTURES: ReadonlySet<string> = new Set(["canvas", "embed", "iframe", "image", "img", "object", "svg", "video"]);

function isPainted(el: Element): boolean {
  if (PICTURES.has(dom.tag(el))) return true;
  if (dom.style(el, "background-image") !== "none") return true;
  const colour = parseColour(dom.style(el, "background-color"));
  return colour === undefined || colour.alpha > 0.05;
}

function hasPaintedPseudo(el: Element): boolean {
  return ["::before", "::after"].some((pseudo) => {
    const content = dom.pseudoStyle(el, pseudo, "content");
    if (content === "none" || content === "normal") return false;
    if (dom.pseudoStyle(el, pseudo, "background-image") !== "none") return true;
    const colour = parseColour(dom.pseudoStyle(el, pseudo, "background-color"));
    return colour === undefined || colour.alpha > 0.05;
  });
}
