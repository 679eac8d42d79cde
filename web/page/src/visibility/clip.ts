/** Boxes that cut off everything in them. */
import * as dom from "../dom.js";
import type { Look } from "./look.js";

/** A pixel shows nothing of a text. */
const SMALLEST = 1;

/** Whether the element clips its content down to nothing. Overflow and `clip` are for boxes, not for inline text. */
export function showsNothing(at: Look): boolean {
  return (!at.inline && (isCutByOverflow(at) || isCutByClip(at))) || isCutByClipPath(at);
}

/** The viewport takes over what these two say. */
const isPage = (el: Element): boolean => dom.is(el, "body") || dom.is(el, "html");

function isCutByOverflow({ el, style }: Look): boolean {
  if (dom.property(style, "overflow") === "visible" || isPage(el)) return false;
  const box = dom.rect(el);
  const cut =
    (box.width <= SMALLEST && dom.style(el, "overflow-x") !== "visible") ||
    (box.height <= SMALLEST && dom.style(el, "overflow-y") !== "visible");
  return cut && !hasEscaped(el);
}

/** How many elements are looked through for one that is placed outside. */
const MOST_SEARCHED = 200;

/** A box that is not positioned does not clip what is positioned against something above it. */
function hasEscaped(el: Element): boolean {
  if (dom.style(el, "position") !== "static" || dom.style(el, "transform") !== "none") return false;
  let left = MOST_SEARCHED;
  const search = (at: Element): boolean =>
    dom.childElements(at).some((child) => {
      left -= 1;
      if (left < 0) return false;
      const position = dom.style(child, "position");
      if (position === "fixed" || position === "absolute") return dom.checkVisibility(child, { visibilityProperty: true });
      return position === "static" && search(child);
    });
  return search(el);
}

function isCutByClip({ el, style }: Look): boolean {
  const clip = dom.property(style, "clip");
  if (clip === "auto" || clip === "") return false;
  const position = dom.property(style, "position");
  if (position !== "absolute" && position !== "fixed") return false;
  const sides = clip.slice(clip.indexOf("(") + 1).split(/[\s,]+/, 4);
  const box = dom.rect(el);
  const [top, right, bottom, left] = sides.map((side) => Number.parseFloat(side));
  const width = orElse(right, box.width) - orElse(left, 0);
  const height = orElse(bottom, box.height) - orElse(top, 0);
  return width <= SMALLEST || height <= SMALLEST;
}

const orElse = (value: number | undefined, otherwise: number): number =>
  value === undefined || Number.isNaN(value) ? otherwise : value;

function isCutByClipPath({ el, style }: Look): boolean {
  const path = dom.property(style, "clip-path");
  if (path === "none" || path === "") return false;
  const shape = /^([a-z]+)\((.*)\)/s.exec(path);
  const body = shape?.[2] ?? "";
  switch (shape?.[1]) {
    case "inset":
      return isInsetAway(el, body);
    case "circle":
    case "ellipse":
      return isRadiusNothing(body);
    case "polygon":
      return isFlat(el, body);
    default:
      return false;
  }
}

const length = (written: string, whole: number): number => {
  const value = Number.parseFloat(written);
  return written.endsWith("%") ? (value / 100) * whole : value;
};

function isInsetAway(el: Element, body: string): boolean {
  const box = dom.rect(el);
  const written = (body.split("round", 1)[0] ?? "").trim().split(/\s+/);
  const top = written[0] ?? "0px";
  const right = written[1] ?? top;
  const bottom = written[2] ?? top;
  const left = written[3] ?? right;
  const width = box.width - length(left, box.width) - length(right, box.width);
  const height = box.height - length(top, box.height) - length(bottom, box.height);
  return width <= SMALLEST || height <= SMALLEST;
}

function isRadiusNothing(body: string): boolean {
  const radii = (body.split(/\bat\b/, 1)[0] ?? "").trim().split(/\s+/);
  return radii.some((radius) => Number.parseFloat(radius) === 0);
}

function isFlat(el: Element, body: string): boolean {
  const box = dom.rect(el);
  const points = body.replace(/^\s*(?:nonzero|evenodd)\s*,/, "").split(",");
  const xs = points.map((point) => length(point.trim().split(/\s+/)[0] ?? "", box.width));
  const ys = points.map((point) => length(point.trim().split(/\s+/)[1] ?? "", box.height));
  if ([...xs, ...ys].some(Number.isNaN)) return false;
  const extent = (all: number[]): number => Math.max(...all) - Math.min(...all);
  return extent(xs) <= SMALLEST || extent(ys) <= SMALLEST;
}
