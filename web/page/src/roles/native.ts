/** What an element is without a written role, by HTML-AAM; for SVG and MathML the parts that matter to a reader. */
import * as dom from "../dom.js";
import { hasAriaName, hasAuthorName } from "../names.js";
import { isEditingHost, isSummaryOfDetails, roleOf } from "../roles.js";
import { headerRole } from "./table.js";

/** Elements with one role wherever they stand. */
const FIXED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    address: "group",
    article: "article",
    blockquote: "blockquote",
    button: "button",
    caption: "caption",
    code: "code",
    datalist: "listbox",
    dd: "definition",
    del: "deletion",
    details: "group",
    dfn: "term",
    dialog: "dialog",
    dt: "term",
    em: "emphasis",
    fieldset: "group",
    figure: "figure",
    form: "form",
    h1: "heading",
    h2: "heading",
    h3: "heading",
    h4: "heading",
    h5: "heading",
    h6: "heading",
    hgroup: "group",
    hr: "separator",
    html: "document",
    ins: "insertion",
    main: "main",
    mark: "mark",
    menu: "list",
    meter: "meter",
    nav: "navigation",
    ol: "list",
    optgroup: "group",
    option: "option",
    output: "status",
    p: "paragraph",
    progress: "progressbar",
    s: "deletion",
    search: "search",
    strong: "strong",
    sub: "subscript",
    sup: "superscript",
    textarea: "textbox",
    time: "time",
    ul: "list",
  }),
);

/** HTML-AAM leaves some inputs without a role; a reader needs one to know what can be done with them. */
const INPUTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    button: "button",
    checkbox: "checkbox",
    file: "button",
    hidden: "none",
    image: "button",
    number: "spinbutton",
    radio: "radio",
    range: "slider",
    reset: "button",
    search: "searchbox",
    submit: "button",
  }),
);

const SUGGESTING: ReadonlySet<string> = new Set(["text", "search", "tel", "url", "email"]);

export function nativeRole(el: Element): string {
  if (!dom.isHtml(el)) {
    if (dom.isSvg(el)) return svgRole(el);
    return dom.isMathMl(el) && dom.tag(el) === "math" ? "math" : "generic";
  }
  const name = dom.tag(el);
  const role = FIXED.get(name) ?? contextualRole(el, name);
  return role === "generic" && isEditingHost(el) ? "textbox" : role;
}

function contextualRole(el: Element, name: string): string {
  switch (name) {
    case "a":
    case "area":
      return dom.hasAttr(el, "href") ? "link" : "generic";
    case "aside":
      return isInside(el, ASIDE_SCOPES) && !hasAuthorName(el) ? "generic" : "complementary";
    case "footer":
      return isInside(el, PAGE_PARTS, PAGE_PART_ROLES) ? "sectionfooter" : "contentinfo";
    case "header":
      return isInside(el, PAGE_PARTS, PAGE_PART_ROLES) ? "sectionheader" : "banner";
    case "img":
      return dom.attr(el, "alt") === "" && !hasAriaName(el) ? "none" : "image";
    case "input":
      return inputRole(el);
    case "li":
      return isListItem(el) ? "listitem" : "generic";
    case "section":
      return hasAuthorName(el) ? "region" : "generic";
    case "select":
      return dom.isMultiple(el) || dom.displaySize(el) > 1 ? "listbox" : "combobox";
    case "summary":
      return isSummaryOfDetails(el) ? "button" : "generic";
    case "table":
      return "table";
    case "thead":
    case "tbody":
    case "tfoot":
      return tableOf(el) === null ? "generic" : "rowgroup";
    case "tr":
      return tableOf(el) === null ? "generic" : "row";
    case "td":
    case "th":
      return cellRole(el, name);
    default:
      return "generic";
  }
}

function inputRole(el: Element): string {
  const type = dom.inputType(el);
  if (type === "checkbox" && dom.hasAttr(el, "switch")) return "switch";
  if (SUGGESTING.has(type) && dom.hasSuggestions(el)) return "combobox";
  return INPUTS.get(type) ?? "textbox";
}

function isListItem(el: Element): boolean {
  const list = dom.parent(el);
  return list !== null && roleOf(list) === "list";
}

const tableOf = (el: Element): Element | null => dom.above(el, (candidate) => dom.is(candidate, "table"));

function cellRole(el: Element, name: string): string {
  const table = tableOf(el);
  if (table === null) return "generic";
  const role = roleOf(table);
  const plain = role === "grid" || role === "treegrid" ? "gridcell" : role === "table" ? "cell" : "generic";
  if (name === "td" || plain === "generic") return plain;
  return headerRole(el, table) ?? plain;
}

const ASIDE_SCOPES: ReadonlySet<string> = new Set(["article", "aside", "nav", "section"]);
const PAGE_PARTS: ReadonlySet<string> = new Set(["article", "aside", "main", "nav", "section"]);
const PAGE_PART_ROLES: ReadonlySet<string> = new Set(["article", "complementary", "main", "navigation", "region"]);

/** Whether a part of the page is around the element, by its tag or by a written role. */
function isInside(el: Element, tags: ReadonlySet<string>, roles?: ReadonlySet<string>): boolean {
  const found = dom.above(
    el,
    (part) =>
      (dom.isHtml(part) && tags.has(dom.tag(part))) ||
      (roles !== undefined && dom.hasAttr(part, "role") && roles.has(roleOf(part))),
  );
  return found !== null;
}

function svgRole(el: Element): string {
  switch (dom.tag(el)) {
    case "svg":
      return hasAuthorName(el) || hasTitleChild(el) ? "image" : "none";
    case "a":
      return dom.href(el) === undefined ? "generic" : "link";
    case "image":
      return "image";
    case "g":
      return hasAuthorName(el) || hasTitleChild(el) ? "group" : "generic";
    default:
      return "generic";
  }
}

const hasTitleChild = (el: Element): boolean =>
  dom.childElements(el).some((child) => dom.isSvg(child) && dom.tag(child) === "title");
