/** CSS counters as `content` shows them. No interface of the browser tells their values, so the document is counted. */
import * as dom from "../dom.js";
import type { Pseudo } from "./pseudo.js";

/** Pages beyond this size are not counted through for a number in a name. */
const MOST_ELEMENTS = 20_000;

interface Instance {
  /** A counter lives as long as the parent of the element that made it. */
  scope: Element | null;
  value: number;
}

type Values = ReadonlyMap<string, readonly number[]>;

/** The text of `counter(name, style)` or `counters(name, "separator", style)` in a pseudo-element. */
export function counterText(el: Element, pseudo: Pseudo, kind: "counter" | "counters", args: string): string {
  const parts = /^\s*([^\s,]+)\s*(?:,\s*("(?:[^"\\]|\\.)*")\s*)?(?:,\s*([^\s,]+)\s*)?$/.exec(args);
  const name = parts?.[1];
  if (name === undefined) return "";
  const values = counted(document).get(el)?.[pseudo]?.get(name) ?? [0];
  const style = parts?.[3] ?? "decimal";
  const shown = kind === "counter" ? values.slice(-1) : values;
  return shown.map((value) => inStyle(value, style)).join((parts?.[2] ?? '""').slice(1, -1));
}

const counted = dom.remember<Document, Map<Element, Partial<Record<Pseudo, Values>>>>((page) => {
  const found = new Map<Element, Partial<Record<Pseudo, Values>>>();
  const living = new Map<string, Instance[]>();
  let left = MOST_ELEMENTS;

  const instance = (name: string, scope: Element | null): Instance => {
    const stack = living.get(name) ?? [];
    living.set(name, stack);
    const top = stack.at(-1);
    if (top !== undefined) return top;
    const made = { scope, value: 0 };
    stack.push(made);
    return made;
  };
  const reset = (name: string, scope: Element | null, value: number): void => {
    const stack = living.get(name) ?? [];
    living.set(name, stack);
    const top = stack.at(-1);
    if (top !== undefined && top.scope === scope) top.value = value;
    else stack.push({ scope, value });
  };
  const apply = (read: (property: string) => string, scope: Element | null): void => {
    for (const [name, value] of pairs(read("counter-reset"), 0)) reset(name, scope, value);
    for (const [name, value] of pairs(read("counter-increment"), 1)) instance(name, scope).value += value;
    for (const [name, value] of pairs(read("counter-set"), 0)) instance(name, scope).value = value;
  };
  const visitPseudo = (el: Element, pseudo: Pseudo): void => {
    const content = dom.pseudoStyle(el, pseudo, "content");
    if (content === "none" || content === "normal") return;
    apply((property) => dom.pseudoStyle(el, pseudo, property), el);
    if (!content.includes("counter")) return;
    const values = new Map([...living].map(([name, stack]) => [name, stack.map(({ value }) => value)] as const));
    found.set(el, { ...found.get(el), [pseudo]: values });
  };
  const visit = (el: Element, scope: Element | null): void => {
    left -= 1;
    if (left < 0 || dom.style(el, "display") === "none") return;
    apply((property) => dom.style(el, property), scope);
    visitPseudo(el, "::before");
    for (const child of dom.childElements(el)) visit(child, el);
    visitPseudo(el, "::after");
    for (const stack of living.values()) while (stack.length > 0 && stack.at(-1)?.scope === el) stack.pop();
  };

  const root = dom.documentElement(page);
  if (root !== null) visit(root, null);
  return found;
});

/** `"a 1 b"` as names with numbers; `reversed(a)` counts as `a`. */
function pairs(property: string, otherwise: number): [string, number][] {
  if (property === "none" || property === "") return [];
  const found: [string, number][] = [];
  for (const word of property.split(/\s+/)) {
    const last = found.at(-1);
    if (/^[+-]?\d+$/.test(word) && last !== undefined) last[1] = Number.parseInt(word, 10);
    else found.push([word.replace(/^reversed\((.*)\)$/, "$1"), otherwise]);
  }
  return found;
}

const ROMAN: readonly [number, string][] = [
  [1000, "m"], [900, "cm"], [500, "d"], [400, "cd"], [100, "c"], [90, "xc"],
  [50, "l"], [40, "xl"], [10, "x"], [9, "ix"], [5, "v"], [4, "iv"], [1, "i"],
];

function inStyle(value: number, style: string): string {
  switch (style) {
    case "none":
      return "";
    case "decimal-leading-zero":
      return value >= 0 && value < 10 ? `0${value}` : `${value}`;
    case "lower-alpha":
    case "lower-latin":
      return letters(value);
    case "upper-alpha":
    case "upper-latin":
      return letters(value).toUpperCase();
    case "lower-roman":
      return roman(value);
    case "upper-roman":
      return roman(value).toUpperCase();
    default:
      return `${value}`;
  }
}

function letters(value: number): string {
  if (value < 1) return `${value}`;
  let text = "";
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  return text;
}

function roman(value: number): string {
  if (value < 1 || value > 3999) return `${value}`;
  let text = "";
  let rest = value;
  for (const [size, sign] of ROMAN)
    while (rest >= size) {
      text += sign;
      rest -= size;
    }
  return text;
}
