/** How HTML and SVG name their own elements, before `title` and after ARIA (HTML-AAM, SVG-AAM). */
import * as dom from "../dom.js";
import { collapse } from "./text.js";

/** The name markup gives, read with `textOf` where it is other elements; undefined where markup gives none. */
export function nativeName(el: Element, textOf: (label: Element) => string): string | undefined {
  if (!dom.isHtml(el)) {
    if (dom.isSvg(el)) return svgName(el, textOf);
    return dom.isMathMl(el) ? (dom.attr(el, "alttext") ?? undefined) : undefined;
  }
  switch (dom.tag(el)) {
    case "input":
      return inputName(el, textOf);
    case "button":
    case "meter":
    case "output":
    case "progress":
    case "select":
    case "textarea":
      return labelsText(el, textOf);
    case "area":
    case "img":
      return dom.attr(el, "alt") ?? undefined;
    case "fieldset":
      return childText(el, "legend", textOf);
    case "table":
      return childText(el, "caption", textOf);
    case "optgroup":
    case "option":
      return dom.attr(el, "label") ?? undefined;
    default:
      return undefined;
  }
}

function inputName(el: Element, textOf: (label: Element) => string): string | undefined {
  const text = labelsText(el, textOf);
  if (text !== undefined && collapse(text) !== "") return text;
  switch (dom.inputType(el)) {
    // Here `value` is the text on the button, not something anybody entered.
    case "button":
      return dom.attr(el, "value") ?? undefined;
    case "submit":
      return dom.attr(el, "value") ?? "Submit";
    case "reset":
      return dom.attr(el, "value") ?? "Reset";
    case "image":
      return firstOf(dom.attr(el, "alt"), dom.attr(el, "title")) ?? "Submit";
    default:
      return undefined;
  }
}

const firstOf = (...texts: (string | null)[]): string | undefined =>
  texts.find((text): text is string => text !== null && collapse(text) !== "");

function labelsText(el: Element, textOf: (label: Element) => string): string | undefined {
  const labels = dom.labels(el);
  return labels.length === 0 ? undefined : labels.map(textOf).join(" ");
}

function childText(el: Element, name: string, textOf: (label: Element) => string): string | undefined {
  const child = dom.childElements(el).find((candidate) => dom.is(candidate, name));
  return child === undefined ? undefined : textOf(child);
}

function svgName(el: Element, textOf: (label: Element) => string): string | undefined {
  const title = dom.childElements(el).find((child) => dom.isSvg(child) && dom.tag(child) === "title");
  if (title !== undefined) return textOf(title);
  return dom.tag(el) === "a" ? (dom.attr(el, "xlink:title") ?? undefined) : undefined;
}
