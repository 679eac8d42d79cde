/** The text that style sheets put before and after an element. */
import * as dom from "../dom.js";
import { counterText } from "./counters.js";

export type Pseudo = "::before" | "::after";

/** What `::before` or `::after` adds to a name: its alternative text if it has one, else its strings. */
export function pseudoText(el: Element, pseudo: Pseudo): string {
  const content = dom.pseudoStyle(el, pseudo, "content");
  if (content === "none" || content === "normal" || content === "") return "";
  const text = contentText(content, el, pseudo);
  if (text === "") return "";
  const display = dom.pseudoStyle(el, pseudo, "display");
  if (display === "none" || dom.pseudoStyle(el, pseudo, "visibility") !== "visible") return "";
  return display === "inline" || display === "contents" ? text : ` ${text} `;
}

const TOKEN = /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|(\/)|([a-z-]+)\(((?:[^()"']|"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')*)\)|[^\s"'/]+/g;

function contentText(content: string, el: Element, pseudo: Pseudo): string {
  let text = "";
  let alternative = false;
  for (const [, double, single, slash, name, args] of content.matchAll(TOKEN)) {
    if (slash !== undefined) {
      text = "";
      alternative = true;
    } else if (double !== undefined || single !== undefined) text += unescape(double ?? single ?? "");
    else if (name === "attr") text += dom.attr(el, (args ?? "").split(/[\s,]/, 1)[0] ?? "") ?? "";
    else if (name === "counter" || name === "counters") text += counterText(el, pseudo, name, args ?? "");
  }
  // An alternative is spoken in place of what is shown, so it does not run into the word beside it.
  return alternative && text !== "" ? ` ${text} ` : text;
}

const unescape = (text: string): string =>
  text.replace(/\\(?:([0-9a-f]{1,6})\s?|([^]))/gi, (_, hex: string | undefined, other: string | undefined) => {
    if (hex === undefined) return other === "\n" ? "" : (other ?? "");
    const code = Number.parseInt(hex, 16);
    return code === 0 || code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
  });
