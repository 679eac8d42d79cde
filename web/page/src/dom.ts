/**
 * Every DOM property and method the page script uses, taken from the prototypes before the page can put anything
 * before them: a form control called "action" or an image called "body" must not change what is read.
 * Use as `import * as dom from "./dom.js"`.
 */

const describe = Object.getOwnPropertyDescriptor;

/** A mixin member may sit on the prototype or on one it inherits from. */
function find(proto: object, name: string): PropertyDescriptor {
  for (let at: object | null = proto; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const found = describe(at, name);
    if (found !== undefined) return found;
  }
  return {};
}

function getter<Self, Value>(proto: object, name: string): (self: Self) => Value {
  const get = find(proto, name).get as (this: Self) => Value;
  return (self) => get.call(self);
}

function setter<Self, Value>(proto: object, name: string): (self: Self, value: Value) => void {
  const set = find(proto, name).set as (this: Self, value: Value) => void;
  return (self, value) => set.call(self, value);
}

function method<Self, Args extends unknown[], Value>(
  proto: object,
  name: string,
): (self: Self, ...args: Args) => Value {
  const fn = find(proto, name).value as (this: Self, ...args: Args) => Value;
  return (self, ...args) => fn.call(self, ...args);
}

/** As `method`, for the ones called most: passing any number of arguments on takes time. */
function method0<Self, Value>(proto: object, name: string): (self: Self) => Value {
  const fn = find(proto, name).value as (this: Self) => Value;
  return (self) => fn.call(self);
}

function method1<Self, Arg, Value>(proto: object, name: string): (self: Self, arg: Arg) => Value {
  const fn = find(proto, name).value as (this: Self, arg: Arg) => Value;
  return (self, arg) => fn.call(self, arg);
}

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";
const MATHML = "http://www.w3.org/1998/Math/MathML";

// Nodes

export const nodeType = getter<Node, number>(Node.prototype, "nodeType");
export const parentNode = getter<Node, ParentNode | null>(Node.prototype, "parentNode");
export const parentElement = getter<Node, Element | null>(Node.prototype, "parentElement");
export const firstChild = getter<Node, ChildNode | null>(Node.prototype, "firstChild");
export const lastChild = getter<Node, ChildNode | null>(Node.prototype, "lastChild");
export const nextSibling = getter<Node, ChildNode | null>(Node.prototype, "nextSibling");
export const previousSibling = getter<Node, ChildNode | null>(Node.prototype, "previousSibling");
export const textContent = getter<Node, string | null>(Node.prototype, "textContent");
export const setTextContent = setter<Node, string>(Node.prototype, "textContent");
export const isConnected = getter<Node, boolean>(Node.prototype, "isConnected");
export const ownerDocument = getter<Node, Document | null>(Node.prototype, "ownerDocument");
export const contains = method1<Node, Node | null, boolean>(Node.prototype, "contains");
export const rootOf = method<Node, [GetRootNodeOptions?], Node>(Node.prototype, "getRootNode");
export const comparePosition = method<Node, [Node], number>(Node.prototype, "compareDocumentPosition");
export const appendChild = method<Node, [Node], Node>(Node.prototype, "appendChild");
export const removeChild = method<Node, [Node], Node>(Node.prototype, "removeChild");
/** The characters of a text node. */
export const data = getter<Node, string>(CharacterData.prototype, "data");

export const isElement = (node: Node): node is Element => nodeType(node) === 1;
export const isText = (node: Node): node is Text => isTextType(nodeType(node));
/** Of text or CDATA, by `nodeType`. */
export const isTextType = (type: number): boolean => type === 3 || type === 4;

// Elements

/** The local name, in lower case for HTML whatever the document writes. */
export const tag = getter<Element, string>(Element.prototype, "localName");
export const namespace = getter<Element, string | null>(Element.prototype, "namespaceURI");
export const isHtml = (el: Element): el is HTMLElement => namespace(el) === HTML;
export const isSvg = (el: Element): boolean => namespace(el) === SVG;
export const isMathMl = (el: Element): boolean => namespace(el) === MATHML;
/** An HTML element with this local name. */
export const is = (el: Element, name: string): boolean => tag(el) === name && isHtml(el);

export const attr = method1<Element, string, string | null>(Element.prototype, "getAttribute");
export const hasAttr = method1<Element, string, boolean>(Element.prototype, "hasAttribute");
/** Whether there is any attribute at all: asked first, it saves asking for many. */
export const hasAttributes = method0<Element, boolean>(Element.prototype, "hasAttributes");
export const setAttr = method<Element, [string, string], void>(Element.prototype, "setAttribute");
export const attributeNames = method<Element, [], string[]>(Element.prototype, "getAttributeNames");
export const id = getter<Element, string>(Element.prototype, "id");
export const matches = method1<Element, string, boolean>(Element.prototype, "matches");
export const closest = method1<Element, string, Element | null>(Element.prototype, "closest");
export const firstElementChild = getter<Element, Element | null>(Element.prototype, "firstElementChild");
export const lastElementChild = getter<Element, Element | null>(Element.prototype, "lastElementChild");
export const nextElement = getter<Element, Element | null>(Element.prototype, "nextElementSibling");
export const previousElement = getter<Element, Element | null>(Element.prototype, "previousElementSibling");
export const childElementCount = getter<Element, number>(Element.prototype, "childElementCount");
export const scrollTop = getter<Element, number>(Element.prototype, "scrollTop");
export const scrollLeft = getter<Element, number>(Element.prototype, "scrollLeft");
export const scrollWidth = getter<Element, number>(Element.prototype, "scrollWidth");
export const scrollHeight = getter<Element, number>(Element.prototype, "scrollHeight");
export const clientWidth = getter<Element, number>(Element.prototype, "clientWidth");
export const clientHeight = getter<Element, number>(Element.prototype, "clientHeight");
export const clientLeft = getter<Element, number>(Element.prototype, "clientLeft");
export const clientTop = getter<Element, number>(Element.prototype, "clientTop");
export const scrollIntoView = method<Element, [ScrollIntoViewOptions?], void>(Element.prototype, "scrollIntoView");
export const checkVisibility = method1<Element, CheckVisibilityOptions | void, boolean>(
  Element.prototype,
  "checkVisibility",
);
export const attachShadow = method<Element, [ShadowRootInit], ShadowRoot>(Element.prototype, "attachShadow");
export const removeElement = method<Element, [], void>(Element.prototype, "remove");
const labelledBy_ = getter<Element, readonly Element[] | null>(Element.prototype, "ariaLabelledByElements");
/** What `aria-labelledby` names, by ids or set by script; null without either. A misspelt attribute does not count. */
export const labelledBy = (el: Element): readonly Element[] | null =>
  hasAttr(el, "aria-labelledby") ? labelledBy_(el) : null;

const htmlInert = getter<HTMLElement, boolean>(HTMLElement.prototype, "inert");
const htmlContentEditable = getter<HTMLElement, boolean>(HTMLElement.prototype, "isContentEditable");
const htmlFocus = method<HTMLElement, [FocusOptions?], void>(HTMLElement.prototype, "focus");
const svgFocus = method<SVGElement, [FocusOptions?], void>(SVGElement.prototype, "focus");
export const offsetWidth = getter<HTMLElement, number>(HTMLElement.prototype, "offsetWidth");
export const offsetHeight = getter<HTMLElement, number>(HTMLElement.prototype, "offsetHeight");

export const hasInert = (el: Element): boolean => isHtml(el) && htmlInert(el);
export const tabIndex = getter<HTMLElement, number>(HTMLElement.prototype, "tabIndex");
export const isContentEditable = (el: Element): boolean => isHtml(el) && htmlContentEditable(el);
export const focus = (el: Element, options?: FocusOptions): void => {
  if (isHtml(el)) htmlFocus(el, options);
  else if (isSvg(el)) svgFocus(el as SVGElement, options);
};

// Searching

const elementQuery = method1<Element, string, Element | null>(Element.prototype, "querySelector");
const elementQueryAll = method<Element, [string], NodeListOf<Element>>(Element.prototype, "querySelectorAll");
const documentQuery = method<Document, [string], Element | null>(Document.prototype, "querySelector");
const documentQueryAll = method<Document, [string], NodeListOf<Element>>(Document.prototype, "querySelectorAll");
const fragmentQuery = method<DocumentFragment, [string], Element | null>(DocumentFragment.prototype, "querySelector");
const fragmentQueryAll = method<DocumentFragment, [string], NodeListOf<Element>>(
  DocumentFragment.prototype,
  "querySelectorAll",
);
const documentById = method<Document, [string], Element | null>(Document.prototype, "getElementById");
const fragmentById = method<DocumentFragment, [string], Element | null>(DocumentFragment.prototype, "getElementById");
const listLength = getter<NodeList, number>(NodeList.prototype, "length");
const listItem = method1<NodeList, number, Node>(NodeList.prototype, "item");
const collectionLength = getter<HTMLCollection, number>(HTMLCollection.prototype, "length");
const collectionItem = method1<HTMLCollection, number, Element>(HTMLCollection.prototype, "item");

function listed(list: NodeList): Node[] {
  const nodes: Node[] = [];
  for (let at = 0, end = listLength(list); at < end; at += 1) nodes.push(listItem(list, at));
  return nodes;
}

function collected(list: HTMLCollection): Element[] {
  const elements: Element[] = [];
  for (let at = 0, end = collectionLength(list); at < end; at += 1) elements.push(collectionItem(list, at));
  return elements;
}

/** The first match below `root` in its own tree; shadow roots are not entered. */
export function query(root: Node, selector: string): Element | null {
  const type = nodeType(root);
  if (type === 1) return elementQuery(root as Element, selector);
  if (type === 9) return documentQuery(root as Document, selector);
  return type === 11 ? fragmentQuery(root as DocumentFragment, selector) : null;
}

/** All matches below `root` in its own tree; shadow roots are not entered. */
export function queryAll(root: Node, selector: string): Element[] {
  const type = nodeType(root);
  if (type === 1) return listed(elementQueryAll(root as Element, selector)) as Element[];
  if (type === 9) return listed(documentQueryAll(root as Document, selector)) as Element[];
  return type === 11 ? (listed(fragmentQueryAll(root as DocumentFragment, selector)) as Element[]) : [];
}

/** The element with this id in the tree (document or shadow root) that `near` is in. */
export function byId(near: Node, wanted: string): Element | null {
  const root = rootOf(near);
  const type = nodeType(root);
  if (type === 9) return documentById(root as Document, wanted);
  return type === 11 ? fragmentById(root as DocumentFragment, wanted) : null;
}

// Shadow trees and the flat tree

/** The open shadow root; a closed one cannot be seen. */
export const shadowRoot = getter<Element, ShadowRoot | null>(Element.prototype, "shadowRoot");
export const host = getter<ShadowRoot, Element>(ShadowRoot.prototype, "host");
const elementSlot = getter<Element, HTMLSlotElement | null>(Element.prototype, "assignedSlot");
const textSlot = getter<Text, HTMLSlotElement | null>(Text.prototype, "assignedSlot");
const slotNodes = method0<HTMLSlotElement, Node[]>(HTMLSlotElement.prototype, "assignedNodes");

export const assignedSlot = (node: Node): HTMLSlotElement | null =>
  isElement(node) ? elementSlot(node) : isText(node) ? textSlot(node) : null;
export const assignedNodes = (slot: Element): Node[] => slotNodes(slot as HTMLSlotElement);

/** The nodes right below `node` as they are rendered: a shadow root for its host, assigned nodes for a slot. */
export function children(node: Node): Node[] {
  let from = node;
  if (isElement(node)) {
    if (tag(node) === "slot" && isHtml(node)) {
      const assigned = slotNodes(node as HTMLSlotElement);
      if (assigned.length > 0) return assigned;
    } else {
      from = shadowRoot(node) ?? node;
    }
  }
  const nodes: Node[] = [];
  for (let child = firstChild(from); child !== null; child = nextSibling(child)) nodes.push(child);
  return nodes;
}

/** The elements among `children`. */
export const childElements = (node: Node): Element[] => children(node).filter(isElement);

/** Whether the nodes right below `el` are its own and nobody else's: no shadow root shows others, and it is no slot. */
export const keepsOwnChildren = (el: Element): boolean => shadowRoot(el) === null && tag(el) !== "slot";

/** The element right above `node` as it is rendered: the slot it is assigned to, or the host of its shadow root. */
export function parent(node: Node): Element | null {
  const slot = assignedSlot(node);
  if (slot !== null) return slot;
  const element = parentElement(node);
  if (element !== null) return element;
  const above = parentNode(node);
  return above !== null && nodeType(above) === 11 && "host" in above ? host(above as unknown as ShadowRoot) : null;
}

/** Whether `ancestor` is `node` or above it in the flat tree. */
export function holds(ancestor: Element, node: Node): boolean {
  for (let at: Node | null = node; at !== null; at = parent(at)) if (at === ancestor) return true;
  return false;
}

/** The nearest element above `el` (itself not included) that `wanted` accepts, in the flat tree. */
export function above(el: Element, wanted: (candidate: Element) => boolean): Element | null {
  for (let at = parent(el); at !== null; at = parent(at)) if (wanted(at)) return at;
  return null;
}

const createWalker = method<Document, [Node, number], TreeWalker>(Document.prototype, "createTreeWalker");
const walkerNext = method0<TreeWalker, Node | null>(TreeWalker.prototype, "nextNode");

/** All elements below `root` in its own tree, in document order, without entering shadow roots. */
export function elementsBelow(root: Node): Element[] {
  const walker = createWalker(document, root, 1);
  const elements: Element[] = [];
  for (let node = walkerNext(walker); node !== null; node = walkerNext(walker)) elements.push(node as Element);
  return elements;
}

// The document and the window

export const body = getter<Document, HTMLElement | null>(Document.prototype, "body");
export const head = getter<Document, HTMLElement | null>(Document.prototype, "head");
export const documentElement = getter<Document, Element | null>(Document.prototype, "documentElement");
export const scrollingElement = getter<Document, Element | null>(Document.prototype, "scrollingElement");
export const title = getter<Document, string>(Document.prototype, "title");
export const setTitle = setter<Document, string>(Document.prototype, "title");
export const readyState = getter<Document, DocumentReadyState>(Document.prototype, "readyState");
export const contentType = getter<Document, string>(Document.prototype, "contentType");
export const documentUrl = getter<Document, string>(Document.prototype, "URL");
export const baseUri = getter<Node, string>(Node.prototype, "baseURI");
export const visibilityState = getter<Document, DocumentVisibilityState>(Document.prototype, "visibilityState");
export const createElement = method<Document, [string], HTMLElement>(Document.prototype, "createElement");
export const createRange = method<Document, [], Range>(Document.prototype, "createRange");
export const fullscreenElement = getter<Document, Element | null>(Document.prototype, "fullscreenElement");
const documentActive = getter<Document, Element | null>(Document.prototype, "activeElement");
const shadowActive = getter<ShadowRoot, Element | null>(ShadowRoot.prototype, "activeElement");
const documentFromPoint = method<Document, [number, number], Element | null>(Document.prototype, "elementFromPoint");
const shadowFromPoint = method<ShadowRoot, [number, number], Element | null>(ShadowRoot.prototype, "elementFromPoint");
const documentAllFromPoint = method<Document, [number, number], Element[]>(Document.prototype, "elementsFromPoint");
const documentSelection = method<Document, [], Selection | null>(Document.prototype, "getSelection");

export const selection = (): Selection | null => documentSelection(document);
const documentCommand = method<Document, [string, boolean, string], boolean>(Document.prototype, "execCommand");
/** Edits at the caret as the person's keyboard would; false where nothing there can be edited. */
export const editAtCaret = (command: "insertText" | "delete", text: string): boolean => documentCommand(document, command, false, text);
export const elementsFromPoint = (x: number, y: number): Element[] => documentAllFromPoint(document, x, y);

/** The element with the focus, inside open shadow roots too. */
export function activeElement(): Element | null {
  let active = documentActive(document);
  while (active !== null) {
    const shadow = shadowRoot(active);
    const inner = shadow === null ? null : shadowActive(shadow);
    if (inner === null) break;
    active = inner;
  }
  return active;
}

/** What is on top at a point of the viewport, inside open shadow roots too. */
export function elementFromPoint(x: number, y: number): Element | null {
  let top = documentFromPoint(document, x, y);
  while (top !== null) {
    const shadow = shadowRoot(top);
    const inner = shadow === null ? null : shadowFromPoint(shadow, x, y);
    if (inner === null || inner === top) break;
    top = inner;
  }
  return top;
}

const windowWidth = find(window, "innerWidth").get as () => number;
const windowHeight = find(window, "innerHeight").get as () => number;
const windowScrollX = find(window, "scrollX").get as () => number;
const windowScrollY = find(window, "scrollY").get as () => number;
const windowRatio = find(window, "devicePixelRatio").get as () => number;
const windowScrollBy = window.scrollBy.bind(window);
const windowScrollTo = window.scrollTo.bind(window);
const windowMatchMedia = window.matchMedia.bind(window);
const mediaMatches = getter<MediaQueryList, boolean>(MediaQueryList.prototype, "matches");

export const viewportWidth = (): number => windowWidth.call(window);
export const viewportHeight = (): number => windowHeight.call(window);
export const scrollX = (): number => windowScrollX.call(window);
export const scrollY = (): number => windowScrollY.call(window);
export const devicePixelRatio = (): number => windowRatio.call(window);
export const scrollBy = (x: number, y: number): void =>
  windowScrollBy({ left: x, top: y, behavior: "instant" as ScrollBehavior });
export const scrollTo = (x: number, y: number): void =>
  windowScrollTo({ left: x, top: y, behavior: "instant" as ScrollBehavior });
export const mediaQuery = (query_: string): boolean => mediaMatches(windowMatchMedia(query_));

/** Fills with random bytes of the browser. */
export const randomBytes = crypto.getRandomValues.bind(crypto) as (into: Uint8Array) => Uint8Array;

// Geometry

const elementRect = method0<Element, DOMRect>(Element.prototype, "getBoundingClientRect");
const elementRects = method<Element, [], DOMRectList>(Element.prototype, "getClientRects");
const rangeRect = method0<Range, DOMRect>(Range.prototype, "getBoundingClientRect");
const rangeRects = method<Range, [], DOMRectList>(Range.prototype, "getClientRects");
const rectsLength = getter<DOMRectList, number>(DOMRectList.prototype, "length");
const rectsItem = method<DOMRectList, [number], DOMRect>(DOMRectList.prototype, "item");
const selectContents = method1<Range, Node, void>(Range.prototype, "selectNodeContents");
export const setRangeStart = method<Range, [Node, number], void>(Range.prototype, "setStart");
export const setRangeEnd = method<Range, [Node, number], void>(Range.prototype, "setEnd");
export const rangeText = method<Range, [], string>(Range.prototype, "toString");
export const rangeIntersects = method<Range, [Node], boolean>(Range.prototype, "intersectsNode");
export const rangeStartNode = getter<Range, Node>(Range.prototype, "startContainer");
export const rangeStartOffset = getter<Range, number>(Range.prototype, "startOffset");
export const rangeEndNode = getter<Range, Node>(Range.prototype, "endContainer");
export const rangeEndOffset = getter<Range, number>(Range.prototype, "endOffset");
export const rangeCommonAncestor = getter<Range, Node>(Range.prototype, "commonAncestorContainer");
export const rangeCollapsed = getter<Range, boolean>(Range.prototype, "collapsed");
export const rangeCount = getter<Selection, number>(Selection.prototype, "rangeCount");
export const rangeAt = method<Selection, [number], Range>(Selection.prototype, "getRangeAt");
export const selectChildren = method<Selection, [Node], void>(Selection.prototype, "selectAllChildren");
export const removeRanges = method0<Selection, void>(Selection.prototype, "removeAllRanges");
export const addRange = method1<Selection, Range, void>(Selection.prototype, "addRange");
export const collapseToEnd = method<Selection, [], void>(Selection.prototype, "collapseToEnd");

/** All boxes of an element, one per line for an inline one. */
export function boxes(el: Element): DOMRect[] {
  const list = elementRects(el);
  const found: DOMRect[] = [];
  for (let at = 0, end = rectsLength(list); at < end; at += 1) found.push(rectsItem(list, at));
  return found;
}

/** All boxes of a range of text. */
export function rangeBoxes(range: Range): DOMRect[] {
  const list = rangeRects(range);
  const found: DOMRect[] = [];
  for (let at = 0, end = rectsLength(list); at < end; at += 1) found.push(rectsItem(list, at));
  return found;
}

/** The members of a `DOMRect`. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const rectX = getter<DOMRectReadOnly, number>(DOMRectReadOnly.prototype, "x");
const rectY = getter<DOMRectReadOnly, number>(DOMRectReadOnly.prototype, "y");
const rectWidth = getter<DOMRectReadOnly, number>(DOMRectReadOnly.prototype, "width");
const rectHeight = getter<DOMRectReadOnly, number>(DOMRectReadOnly.prototype, "height");

/** Every member of a `DOMRect` is a question to the browser; a box is looked at many times. */
function plainRect(box: DOMRect): Rect {
  const x = rectX(box);
  const y = rectY(box);
  const width = rectWidth(box);
  const height = rectHeight(box);
  return { x, y, width, height, left: x, top: y, right: x + width, bottom: y + height };
}

let measure: Range | undefined;

/** The box around everything in a node; for a text node the box of its text. */
export function contentRect(node: Node): Rect {
  measure ??= createRange(document);
  selectContents(measure, node);
  return plainRect(rangeRect(measure));
}

// What is remembered during one reading

const memories: { clear(): void }[] = [];
let remembering = false;

/** Drops everything remembered. Needed only after the script itself changed something, such as by scrolling. */
export function forget(): void {
  remembering = false;
  for (const memory of memories) memory.clear();
}

/**
 * Computes once per element, until the script gives control back: the page cannot run in between, and what it does
 * afterwards is seen by the next reading.
 */
export function remember<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  memories.push(known);
  return (key) => {
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as Value;
    const value = compute(key);
    known.set(key, value);
    if (!remembering) {
      remembering = true;
      queueMicrotask(forget);
    }
    return value;
  };
}

/** The box of an element in the viewport. */
export const rect = remember<Element, Rect>((el) => plainRect(elementRect(el)));

const computedStyle = window.getComputedStyle.bind(window);
const propertyValue = find(CSSStyleDeclaration.prototype, "getPropertyValue").value as (
  this: CSSStyleDeclaration,
  property: string,
) => string;
/** A huge page must not fill the memory with styles; what is kept is dropped when it grows beyond this. */
const MOST_STYLES = 20_000;
const OWN = "";
let styles = new Map<string, WeakMap<Element, CSSStyleDeclaration>>();
let stylesKept = 0;

/** A style is live: it is made once, and never goes stale. */
function keptStyle(el: Element, pseudo: string): CSSStyleDeclaration {
  let kept = styles.get(pseudo);
  const known = kept?.get(el);
  if (known !== undefined) return known;
  if (stylesKept >= MOST_STYLES) {
    styles = new Map();
    stylesKept = 0;
    kept = undefined;
  }
  if (kept === undefined) {
    kept = new WeakMap();
    styles.set(pseudo, kept);
  }
  const made = pseudo === OWN ? computedStyle(el) : computedStyle(el, pseudo);
  kept.set(el, made);
  stylesKept += 1;
  return made;
}

/** The computed style, to be asked with `property`. */
export const styleOf = (el: Element): CSSStyleDeclaration => keptStyle(el, OWN);

export const property = (from: CSSStyleDeclaration, name: string): string => propertyValue.call(from, name);

/** A computed property, by its CSS name. */
export const style = (el: Element, name: string): string => propertyValue.call(styleOf(el), name);

/** A computed property of `::before` and the like. */
export const pseudoStyle = (el: Element, pseudo: string, name: string): string =>
  propertyValue.call(keptStyle(el, pseudo), name);

// Forms. `fieldValue` is for comparing and hashing inside the page; a value never leaves it.

const inputType_ = getter<Element, string>(HTMLInputElement.prototype, "type");
const buttonType_ = getter<Element, string>(HTMLButtonElement.prototype, "type");
const checked_ = getter<Element, boolean>(HTMLInputElement.prototype, "checked");
const indeterminate_ = getter<Element, boolean>(HTMLInputElement.prototype, "indeterminate");
const inputList = getter<Element, Element | null>(HTMLInputElement.prototype, "list");
const inputValue = getter<Element, string>(HTMLInputElement.prototype, "value");
const inputFiles = getter<Element, FileList | null>(HTMLInputElement.prototype, "files");
const filesLength = getter<FileList, number>(FileList.prototype, "length");
const textareaValue = getter<Element, string>(HTMLTextAreaElement.prototype, "value");
const selectValue = getter<Element, string>(HTMLSelectElement.prototype, "value");
const selectMultiple = getter<Element, boolean>(HTMLSelectElement.prototype, "multiple");
const selectSize = getter<Element, number>(HTMLSelectElement.prototype, "size");
const selectOptions = getter<Element, HTMLCollection>(HTMLSelectElement.prototype, "options");
const formElements = getter<Element, HTMLCollection>(HTMLFormElement.prototype, "elements");
const labelControl = getter<Element, Element | null>(HTMLLabelElement.prototype, "control");
const controlPrototypes: Record<string, object> = {
  input: HTMLInputElement.prototype,
  button: HTMLButtonElement.prototype,
  select: HTMLSelectElement.prototype,
  textarea: HTMLTextAreaElement.prototype,
  output: HTMLOutputElement.prototype,
  meter: HTMLMeterElement.prototype,
  progress: HTMLProgressElement.prototype,
};

function perTag<Value>(name: string): Record<string, (el: Element) => Value> {
  const found: Record<string, (el: Element) => Value> = { __proto__: null } as never;
  for (const [local, proto] of Object.entries(controlPrototypes))
    if (find(proto, name).get !== undefined) found[local] = getter<Element, Value>(proto, name);
  return found;
}

const labelsOf = perTag<NodeList | null>("labels");
const formOf = perTag<Element | null>("form");

/** The type in force, `text` when the written one is unknown; empty for anything but an input. */
export const inputType = (el: Element): string => (is(el, "input") ? inputType_(el) : "");
export const buttonType = (el: Element): string => (is(el, "button") ? buttonType_(el) : "");
export const checked = (el: Element): boolean => is(el, "input") && checked_(el);
export const indeterminate = (el: Element): boolean => is(el, "input") && indeterminate_(el);
/** Whether a datalist belongs to the input. */
export const hasSuggestions = (el: Element): boolean => is(el, "input") && inputList(el) !== null;
export const isMultiple = (el: Element): boolean => is(el, "select") && selectMultiple(el);
export const displaySize = (el: Element): number => (is(el, "select") ? selectSize(el) : 0);
export const options = (el: Element): Element[] => (is(el, "select") ? collected(selectOptions(el)) : []);
export const optionSelected = getter<Element, boolean>(HTMLOptionElement.prototype, "selected");
export const setOptionSelected = setter<Element, boolean>(HTMLOptionElement.prototype, "selected");
export const optionIndex = getter<Element, number>(HTMLOptionElement.prototype, "index");
export const optionText = getter<Element, string>(HTMLOptionElement.prototype, "text");
export const optionLabel = getter<Element, string>(HTMLOptionElement.prototype, "label");
export const optionValue = getter<Element, string>(HTMLOptionElement.prototype, "value");
export const selectedIndex = getter<Element, number>(HTMLSelectElement.prototype, "selectedIndex");
export const setSelectedIndex = setter<Element, number>(HTMLSelectElement.prototype, "selectedIndex");

/** The `label` elements of a control, in tree order. */
export function labels(el: Element): Element[] {
  const list = isHtml(el) ? labelsOf[tag(el)]?.(el) : undefined;
  return list === undefined || list === null ? [] : (listed(list) as Element[]);
}

/** The control a `label` belongs to. */
export const controlOf = (el: Element): Element | null => (is(el, "label") ? labelControl(el) : null);
/** The form a control belongs to, by place or by its `form` attribute. */
export const form = (el: Element): Element | null => (isHtml(el) ? (formOf[tag(el)]?.(el) ?? null) : null);
export const controls = (formElement: Element): Element[] => collected(formElements(formElement));
export const formAction = getter<Element, string>(HTMLFormElement.prototype, "action");
export const formMethod = getter<Element, string>(HTMLFormElement.prototype, "method");
export const formEnctype = getter<Element, string>(HTMLFormElement.prototype, "enctype");
export const formTarget = getter<Element, string>(HTMLFormElement.prototype, "target");

/** What a field holds; for an `input`, `textarea` or `select` only, otherwise empty. */
export function fieldValue(el: Element): string {
  if (!isHtml(el)) return "";
  const name = tag(el);
  if (name === "input") return inputValue(el);
  if (name === "textarea") return textareaValue(el);
  return name === "select" ? selectValue(el) : "";
}

const setInputValue = setter<Element, string>(HTMLInputElement.prototype, "value");
const setTextareaValue = setter<Element, string>(HTMLTextAreaElement.prototype, "value");
const inputSelect = method<Element, [], void>(HTMLInputElement.prototype, "select");
const textareaSelect = method<Element, [], void>(HTMLTextAreaElement.prototype, "select");
const setTextareaCaret = method<Element, [number, number], void>(HTMLTextAreaElement.prototype, "setSelectionRange");
const setInputCaret = method<Element, [number, number], void>(HTMLInputElement.prototype, "setSelectionRange");

/** Puts a value into an `input` or `textarea`, past what the page put in the way of its setter. */
export const setFieldValue = (el: Element, value: string): void =>
  is(el, "textarea") ? setTextareaValue(el, value) : setInputValue(el, value);
export const selectField = (el: Element): void => (is(el, "textarea") ? textareaSelect(el) : inputSelect(el));

export function caretToEnd(el: Element): void {
  const end = fieldValue(el).length;
  try {
    if (is(el, "textarea")) setTextareaCaret(el, end, end);
    else setInputCaret(el, end, end);
  } catch {
    // Some types of input have no caret that could be moved; theirs is at the end after the focus came.
  }
}

/** Whether a field holds anything, without giving it away. */
export function isFilled(el: Element): boolean {
  if (inputType(el) === "file") {
    const files = inputFiles(el);
    return files !== null && filesLength(files) > 0;
  }
  return fieldValue(el) !== "";
}

/** Disabled by its own attribute or by a fieldset around it. */
export const isDisabled = (el: Element): boolean => isHtml(el) && matches(el, ":disabled");

// Links and images

const anchorHref = getter<Element, string>(HTMLAnchorElement.prototype, "href");
const areaHref = getter<Element, string>(HTMLAreaElement.prototype, "href");
const svgHref = getter<Element, SVGAnimatedString>(SVGAElement.prototype, "href");
const svgBase = getter<SVGAnimatedString, string>(SVGAnimatedString.prototype, "baseVal");

/** The resolved address of a link; undefined for what is not one. */
export function href(el: Element): string | undefined {
  const name = tag(el);
  if (isHtml(el)) {
    if (!hasAttr(el, "href")) return undefined;
    if (name === "a") return anchorHref(el);
    return name === "area" ? areaHref(el) : undefined;
  }
  if (name !== "a" || !isSvg(el)) return undefined;
  const written = svgBase(svgHref(el));
  if (written === "" && !hasAttr(el, "href") && !hasAttr(el, "xlink:href")) return undefined;
  return URL.canParse(written, baseUri(el)) ? new URL(written, baseUri(el)).href : undefined;
}

const iframeSrc = getter<Element, string>(HTMLIFrameElement.prototype, "src");
/** The resolved address an `iframe` names. */
export const frameSrc = (el: Element): string => (is(el, "iframe") ? iframeSrc(el) : "");
const iframeWindow = getter<Element, Window | null>(HTMLIFrameElement.prototype, "contentWindow");
const frameWindow_ = getter<Element, Window | null>(HTMLFrameElement.prototype, "contentWindow");
/** The window inside a frame. */
export const frameWindow = (el: Element): Window | null => (is(el, "iframe") ? iframeWindow(el) : frameWindow_(el));
const detailsOpen = getter<Element, boolean>(HTMLDetailsElement.prototype, "open");
const dialogOpen = getter<Element, boolean>(HTMLDialogElement.prototype, "open");
export const isOpen = (el: Element): boolean =>
  (is(el, "details") && detailsOpen(el)) || (is(el, "dialog") && dialogOpen(el));

// Events and observers

export const listen = method<EventTarget, [string, (event: Event) => void, AddEventListenerOptions?], void>(
  EventTarget.prototype,
  "addEventListener",
);
export const unlisten = method<EventTarget, [string, (event: Event) => void, EventListenerOptions?], void>(
  EventTarget.prototype,
  "removeEventListener",
);
export const dispatch = method<EventTarget, [Event], boolean>(EventTarget.prototype, "dispatchEvent");
/** Not on a prototype: the browser puts it on every event as an own property nobody can change. */
export const isTrusted = (event: Event): boolean => (describe(event, "isTrusted")?.get?.call(event) as boolean) ?? false;
export const eventType = getter<Event, string>(Event.prototype, "type");
export const eventTarget = getter<Event, EventTarget | null>(Event.prototype, "target");
export const eventPath = method<Event, [], EventTarget[]>(Event.prototype, "composedPath");
export const preventDefault = method<Event, [], void>(Event.prototype, "preventDefault");
export const stopImmediately = method<Event, [], void>(Event.prototype, "stopImmediatePropagation");
export const eventX = getter<MouseEvent, number>(MouseEvent.prototype, "clientX");
export const eventY = getter<MouseEvent, number>(MouseEvent.prototype, "clientY");
export const eventButton = getter<MouseEvent, number>(MouseEvent.prototype, "button");
export const eventDetail = getter<UIEvent, number>(UIEvent.prototype, "detail");
export const eventKey = getter<KeyboardEvent, string>(KeyboardEvent.prototype, "key");
export const isShiftHeld = getter<KeyboardEvent, boolean>(KeyboardEvent.prototype, "shiftKey");
export const isComposing = getter<KeyboardEvent, boolean>(KeyboardEvent.prototype, "isComposing");
export const eventCode = getter<KeyboardEvent, string>(KeyboardEvent.prototype, "code");
export const inputTypeOfEvent = getter<InputEvent, string>(InputEvent.prototype, "inputType");
export const inputData = getter<InputEvent, string | null>(InputEvent.prototype, "data");
export const pointerType = getter<PointerEvent, string>(PointerEvent.prototype, "pointerType");
export const submitter = getter<SubmitEvent, HTMLElement | null>(SubmitEvent.prototype, "submitter");

const observe_ = method<MutationObserver, [Node, MutationObserverInit], void>(MutationObserver.prototype, "observe");
const disconnect_ = method<MutationObserver, [], void>(MutationObserver.prototype, "disconnect");

/** Calls back when something below `root` changes, until the returned function is called. */
export function watch(root: Node, options_: MutationObserverInit, changed: MutationCallback): () => void {
  const observer = new MutationObserver(changed);
  observe_(observer, root, options_);
  return () => disconnect_(observer);
}
