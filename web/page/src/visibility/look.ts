/** What the rules about visibility build on, read once per element: asking the browser is what takes time. */
import * as dom from "../dom.js";
import type { Background } from "./colour.js";
import type { Misplaced } from "./place.js";

/** Why something cannot be seen. */
export type Hidden =
  | "notContent"
  | "ariaHidden"
  | "inert"
  | "notRendered"
  | "transparent"
  | "clipped"
  | "invisible"
  | "offScreen"
  | "zeroSize"
  | "tinyText"
  | "indented"
  | "sameColour";

/** What is not asked yet, where undefined is an answer. */
export const UNASKED = null;

export interface Look {
  readonly el: Element;
  readonly above: Look | undefined;
  readonly style: CSSStyleDeclaration;
  readonly display: string;
  /** Has no box to measure or indent of its own. */
  readonly inline: boolean;
  /** The product over all elements above, as it is painted. */
  readonly opacity: number;
  /** By which rule, its own or one from above, all of it is hidden. */
  hidden: Hidden | undefined;
  /** Why text right inside it cannot be read. */
  textHidden: Hidden | undefined | typeof UNASKED;
  placement: Misplaced | undefined | typeof UNASKED;
  background: Background | undefined | typeof UNASKED;
  isFarIndented: boolean | undefined;
}

export function newLook(el: Element, above: Look | undefined): Look {
  const style = dom.styleOf(el);
  const display = dom.property(style, "display");
  const own = Number.parseFloat(dom.property(style, "opacity"));
  return {
    el,
    above,
    style,
    display,
    inline: display === "inline" || display === "contents",
    opacity: (above === undefined ? 1 : above.opacity) * (Number.isNaN(own) ? 1 : own),
    hidden: undefined,
    textHidden: UNASKED,
    placement: UNASKED,
    background: UNASKED,
    isFarIndented: undefined,
  };
}

const AT_ONCE = { opacityProperty: true, visibilityProperty: true } as const;

/**
 * Rendered, with `visibility: visible` and nothing around it at opacity 0. One answer of the browser to what most
 * elements are asked several times; where it is no, the single questions tell why.
 */
export const isPlainlyRendered = dom.remember<Element, boolean>((el) => dom.checkVisibility(el, AT_ONCE));
