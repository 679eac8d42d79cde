/** The accessible name of an element (accname 1.2). What a field holds is never read, so it is in no name (I12). */
import * as dom from "./dom.js";
import { nativeName } from "./names/native.js";
import { pseudoText } from "./names/pseudo.js";
import { collapse, isBlank, rendered } from "./names/text.js";
import { roleOf } from "./roles.js";
import { NAMED_BY_CONTENT } from "./roles/known.js";
import { isPlainlyRendered } from "./visibility/look.js";

/** One computation: a node counts once in it. */
interface Walk {
  visited: Set<Node>;
}

/** Why a node is being asked for its text. */
interface Step {
  /** `aria-labelledby` is not followed from inside what it points at. */
  inLabelledBy: boolean;
  /** Inside a native label: read whatever its role. */
  inLabel: boolean;
  /** What a reference names is read even if it is hidden, and then with all that is in it. */
  hiddenCounts: boolean;
  /** The walk reads this node as part of another one's content. */
  descended: boolean;
}

/** The accessible name, in one line; empty when there is none. */
export const nameOf = dom.remember<Element, string>((el) =>
  collapse(
    textOf(
      el,
      { visited: new Set() },
      { inLabelledBy: false, inLabel: false, hiddenCounts: !isRendered(el), descended: false },
    ),
  ),
);

const naming = new Set<Element>();

/** Named by `aria-labelledby` or `aria-label`, with more than blanks. */
export function hasAriaName(el: Element): boolean {
  if (!isBlank(dom.attr(el, "aria-label") ?? "")) return true;
  // A reference back to this element would ask the same again.
  if (naming.has(el) || dom.labelledBy(el) === null) return false;
  naming.add(el);
  try {
    return collapse(labelledByText(el, { visited: new Set() })) !== "";
  } finally {
    naming.delete(el);
  }
}

/** Named by ARIA or by a `title`. */
export const hasAuthorName = (el: Element): boolean =>
  !isBlank(dom.attr(el, "title") ?? "") || hasAriaName(el);

/** Whether a name may use the element: rendered, and not taken out by `aria-hidden`. */
function isNameable(el: Element): boolean {
  return (dom.attr(el, "aria-hidden") ?? "").toLowerCase() !== "true" && isRendered(el);
}

const isRendered = dom.remember<Element, boolean>(
  (el) =>
    isPlainlyRendered(el) ||
    dom.checkVisibility(el, { visibilityProperty: true }) ||
    // A box of its own is missing, but its children have theirs.
    (dom.style(el, "display") === "contents" && dom.style(el, "visibility") === "visible"),
);

/** Not rendered, or below something `aria-hidden`: a reference to it takes all of it. */
const isHiddenReference = (el: Element): boolean =>
  !isNameable(el) || dom.above(el, (up) => (dom.attr(up, "aria-hidden") ?? "").toLowerCase() === "true") !== null;

function textOf(el: Element, walk: Walk, step: Step): string {
  if (step.descended && !step.hiddenCounts && !isNameable(el)) return hiddenText(el, walk, step);
  walk.visited.add(el);
  if (!step.inLabelledBy) {
    const text = labelledByText(el, walk);
    if (!isBlank(text)) return text;
  }
  const role = roleOf(el);
  const holdsValue = HOLDS_VALUE.has(role);
  if (step.descended && holdsValue) return "";
  const label = dom.attr(el, "aria-label") ?? "";
  if (!isBlank(label)) return label;
  if (role !== "none") {
    const native = nativeName(el, (label_) => referenceText(label_, walk, { ...step, inLabel: true }));
    if (native !== undefined && !isBlank(native)) return native;
  }
  if (!holdsValue && (step.descended || step.inLabel || step.inLabelledBy || NAMED_BY_CONTENT.has(role))) {
    const text = contentOf(el, walk, { ...step, descended: true });
    // Blanks between two words count, though they are no name for the element itself.
    if (!isBlank(text) || (step.descended && text !== "")) return text;
  }
  if (role === "none" && dom.is(el, "img")) return "";
  return tooltip(el);
}

/** `visibility` can be taken back further down, in what is hidden by it. */
function hiddenText(el: Element, walk: Walk, step: Step): string {
  if ((dom.attr(el, "aria-hidden") ?? "").toLowerCase() === "true") return "";
  if (!dom.checkVisibility(el) || dom.style(el, "visibility") === "visible") return "";
  let text = "";
  for (const child of dom.children(el)) if (dom.isElement(child)) text += childText(child, walk, step);
  return text;
}

/** Roles whose text is what somebody chose or wrote. */
const HOLDS_VALUE: ReadonlySet<string> = new Set([
  "combobox",
  "listbox",
  "scrollbar",
  "searchbox",
  "slider",
  "spinbutton",
  "textbox",
]);

/** Attributes that are shown in a field or beside an element when nothing else names it. */
function tooltip(el: Element): string {
  const title = dom.attr(el, "title") ?? "";
  if (!isBlank(title)) return title;
  return dom.attr(el, "placeholder") ?? dom.attr(el, "aria-placeholder") ?? "";
}

function labelledByText(el: Element, walk: Walk): string {
  const referenced = dom.labelledBy(el);
  if (referenced === null) return "";
  const step: Step = { inLabelledBy: true, inLabel: false, hiddenCounts: false, descended: false };
  return referenced.map((label) => referenceText(label, walk, step)).join(" ");
}

function referenceText(label: Element, walk: Walk, step: Step): string {
  return textOf(label, walk, { ...step, descended: false, hiddenCounts: isHiddenReference(label) });
}

function contentOf(el: Element, walk: Walk, step: Step): string {
  if (dom.isHtml(el) && (KEEPS_TO_ITSELF.has(dom.tag(el)) || dom.isContentEditable(el))) return "";
  let text = pseudoText(el, "::before");
  if (!dom.keepsOwnChildren(el)) for (const child of dom.children(el)) text += nodeText(child, el, walk, step);
  else for (let at = dom.firstChild(el); at !== null; at = dom.nextSibling(at)) text += nodeText(at, el, walk, step);
  return text + pseudoText(el, "::after");
}

function nodeText(node: Node, inside: Element, walk: Walk, step: Step): string {
  if (dom.isElement(node)) return childText(node, walk, step);
  return dom.isText(node) ? rendered(dom.data(node), inside) : "";
}

/** What is in these is not shown, or is what somebody wrote or chose, as is all that can be edited. */
const KEEPS_TO_ITSELF: ReadonlySet<string> = new Set([
  "audio",
  "canvas",
  "iframe",
  "input",
  "noscript",
  "object",
  "script",
  "select",
  "style",
  "template",
  "textarea",
  "video",
]);

/** No name is that long; a page must not make one the work of reading all of it again and again. */
const MOST_ELEMENTS = 2000;

function childText(child: Element, walk: Walk, step: Step): string {
  if (walk.visited.has(child) || walk.visited.size > MOST_ELEMENTS) return "";
  if (dom.is(child, "br")) return " ";
  const text = textOf(child, walk, step);
  if (text === "") return "";
  const display = dom.style(child, "display");
  const runsOn = (display === "inline" || display === "contents") && roleOf(child) !== "image";
  return runsOn ? text : ` ${text} `;
}
