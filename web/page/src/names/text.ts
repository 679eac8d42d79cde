/** Blanks in names. */

import * as dom from "../dom.js";

/** One space for every run of blanks and none at the ends. A no-break space is no blank. */
export const collapse = (text: string): string =>
  UNEVEN.test(text) ? text.replace(/[\t\n\f\r ]+/g, " ").replace(/^ | $/g, "") : text;

const UNEVEN = /[\t\n\f\r]|^ | $| {2}/;

/** Nothing but blanks, so that `collapse` leaves nothing of it. */
export const isBlank = (text: string): boolean => !/[^\t\n\f\r ]/.test(text);

/** Text as `text-transform` shows it. Changes of width and size are about looks alone. */
export function rendered(text: string, inside: Element): string {
  if (!/\S/.test(text)) return text;
  const transform = dom.style(inside, "text-transform");
  if (transform === "none") return text;
  if (transform.includes("uppercase")) return inLanguage(inside, (lang) => text.toLocaleUpperCase(lang), text);
  if (transform.includes("lowercase")) return inLanguage(inside, (lang) => text.toLocaleLowerCase(lang), text);
  if (!transform.includes("capitalize")) return text;
  return text.replace(/(^|[^\p{L}\p{M}\p{N}'’])(\p{L})/gu, (_, before: string, letter: string) =>
    before + inLanguage(inside, (lang) => letter.toLocaleUpperCase(lang), letter),
  );
}

/** Languages differ in the case of letters; an unknown language is the page's mistake. */
function inLanguage(el: Element, change: (lang: string | undefined) => string, otherwise: string): string {
  const lang = dom.attr(dom.closest(el, "[lang]") ?? el, "lang") ?? "";
  try {
    return change(lang === "" ? undefined : lang);
  } catch {
    return otherwise;
  }
}
