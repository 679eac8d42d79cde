/** The role an element is exposed with: what the author wrote where that counts, else what the element is (HTML-AAM). */
import * as dom from "./dom.js";
import { hasAuthorName } from "./names.js";
import { GLOBAL_PROPERTIES, KNOWN_ROLES, SYNONYMS } from "./roles/known.js";
import { nativeRole } from "./roles/native.js";

/** Roles that have no name by their words, of elements that authors make clickable by script alone. */
const WORDLESS = new Set(
  "generic none presentation listitem cell row paragraph article region figure group term definition".split(" "),
);

/** Whether whoever sees an element takes its words for its name, though its role gives it none. What is written into one that
 * can be edited is what somebody typed, and no name. */
export function isCalledByWords(el: Element): boolean {
  return WORDLESS.has(roleOf(el)) && !dom.isContentEditable(el);
}

/** The computed role; `generic` for an element without one and `none` for one that is taken out. */
export const roleOf: (el: Element) => string = dom.remember(
  (el: Element) => writtenRole(el) ?? inheritedNone(el) ?? nativeRole(el),
);

const LIST_ROLES: ReadonlySet<string> = new Set(["list"]);
const TABLE_ROLES: ReadonlySet<string> = new Set(["grid", "table", "treegrid"]);
/** Parts that mean nothing outside their whole. */
const WHOLES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["cell", TABLE_ROLES],
  ["columnheader", TABLE_ROLES],
  ["gridcell", TABLE_ROLES],
  ["listitem", LIST_ROLES],
  ["row", TABLE_ROLES],
  ["rowgroup", TABLE_ROLES],
  ["rowheader", TABLE_ROLES],
]);

/** The first role the author wrote that exists and may be used here. */
function writtenRole(el: Element): string | undefined {
  const written = dom.attr(el, "role");
  if (written === null) return undefined;
  for (const token of written.toLowerCase().split(/[\t\n\f\r ]+/)) {
    if (!KNOWN_ROLES.has(token)) continue;
    const role = SYNONYMS.get(token) ?? token;
    if (role === "none" && isMeaningful(el)) return undefined;
    // These two are landmarks only with a name.
    if ((role === "region" || role === "form") && !hasAuthorName(el)) continue;
    const whole = WHOLES.get(role);
    if (whole !== undefined && dom.above(el, (candidate) => whole.has(roleOf(candidate))) === null) continue;
    return role;
  }
  return undefined;
}

/** Focusable, or described by a property any element may have: `role=none` must not hide that. */
function isMeaningful(el: Element): boolean {
  return isFocusable(el) || GLOBAL_PROPERTIES.some((name) => (dom.attr(el, name) ?? "") !== "");
}

/** Whether the element can take the focus, by itself or by `tabindex`. */
export function isFocusable(el: Element): boolean {
  if (dom.isDisabled(el)) return false;
  if (/^\s*[+-]?\d/.test(dom.attr(el, "tabindex") ?? "")) return true;
  if (dom.href(el) !== undefined) return true;
  if (!dom.isHtml(el)) return false;
  switch (dom.tag(el)) {
    case "button":
    case "select":
    case "textarea":
    case "iframe":
      return true;
    case "input":
      return dom.inputType(el) !== "hidden";
    case "audio":
    case "video":
      return dom.hasAttr(el, "controls");
    case "summary":
      return isSummaryOfDetails(el);
    default:
      return isEditingHost(el);
  }
}

/** The one `summary` that opens and closes its `details`. */
export function isSummaryOfDetails(el: Element): boolean {
  if (!dom.is(el, "summary")) return false;
  const details = dom.parentElement(el);
  if (details === null || !dom.is(details, "details")) return false;
  for (let before = dom.previousElement(el); before !== null; before = dom.previousElement(before))
    if (dom.is(before, "summary")) return false;
  return true;
}

/** The element a person writes in when it is made editable by attribute. */
export function isEditingHost(el: Element): boolean {
  const written = dom.attr(el, "contenteditable");
  return written !== null && written.toLowerCase() !== "false" && dom.isContentEditable(el);
}

/** Parts of a list or a table that was taken out go with it. */
function inheritedNone(el: Element): "none" | undefined {
  const whole = wholeOf(el);
  if (whole === undefined || !dom.isHtml(el)) return undefined;
  const owner = dom.above(el, (candidate) => dom.isHtml(candidate) && whole.has(dom.tag(candidate)));
  if (owner === null || !dom.hasAttr(owner, "role") || writtenRole(owner) !== "none") return undefined;
  return isMeaningful(el) ? undefined : "none";
}

const LISTS: ReadonlySet<string> = new Set(["ul", "ol", "menu"]);
const TABLES: ReadonlySet<string> = new Set(["table"]);

function wholeOf(el: Element): ReadonlySet<string> | undefined {
  switch (dom.tag(el)) {
    case "li":
      return LISTS;
    case "caption":
    case "thead":
    case "tbody":
    case "tfoot":
    case "tr":
    case "td":
    case "th":
      return TABLES;
    default:
      return undefined;
  }
}
