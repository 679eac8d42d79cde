// laika page script; source sha256:f36e3d625d535d47a57b0ce45f3d2625ee9a1ea03a74b16b38c38d5a985b2d15
"use strict";
(() => {
  // web/page/src/takeover.ts
  var INPUT = {
    pointerdown: "pointer",
    touchstart: "pointer",
    keydown: "key",
    wheel: "wheel",
    paste: "paste"
  };
  var PAUSE_MS = 1e3;
  var reported = -PAUSE_MS;
  function reportTakeover(type) {
    const input = INPUT[type];
    if (input === void 0 || performance.now() - reported < PAUSE_MS) return;
    reported = performance.now();
    notify(JSON.stringify({ kind: "takeover", input }));
  }
  function notify(payload) {
    const tell = Object.getOwnPropertyDescriptor(globalThis, "laikaNotify")?.value;
    if (typeof tell === "function") tell(payload);
  }

  // web/page/src/dom.ts
  var describe = Object.getOwnPropertyDescriptor;
  function find(proto, name) {
    for (let at = proto; at !== null; at = Object.getPrototypeOf(at)) {
      const found = describe(at, name);
      if (found !== void 0) return found;
    }
    return {};
  }
  function getter(proto, name) {
    const get = find(proto, name).get;
    return (self) => get.call(self);
  }
  function setter(proto, name) {
    const set = find(proto, name).set;
    return (self, value) => set.call(self, value);
  }
  function method(proto, name) {
    const fn = find(proto, name).value;
    return (self, ...args) => fn.call(self, ...args);
  }
  function method0(proto, name) {
    const fn = find(proto, name).value;
    return (self) => fn.call(self);
  }
  function method1(proto, name) {
    const fn = find(proto, name).value;
    return (self, arg) => fn.call(self, arg);
  }
  var HTML = "http://www.w3.org/1999/xhtml";
  var SVG = "http://www.w3.org/2000/svg";
  var MATHML = "http://www.w3.org/1998/Math/MathML";
  var nodeType = getter(Node.prototype, "nodeType");
  var parentNode = getter(Node.prototype, "parentNode");
  var parentElement = getter(Node.prototype, "parentElement");
  var firstChild = getter(Node.prototype, "firstChild");
  var lastChild = getter(Node.prototype, "lastChild");
  var nextSibling = getter(Node.prototype, "nextSibling");
  var previousSibling = getter(Node.prototype, "previousSibling");
  var textContent = getter(Node.prototype, "textContent");
  var setTextContent = setter(Node.prototype, "textContent");
  var isConnected = getter(Node.prototype, "isConnected");
  var ownerDocument = getter(Node.prototype, "ownerDocument");
  var contains = method1(Node.prototype, "contains");
  var rootOf = method(Node.prototype, "getRootNode");
  var comparePosition = method(Node.prototype, "compareDocumentPosition");
  var appendChild = method(Node.prototype, "appendChild");
  var removeChild = method(Node.prototype, "removeChild");
  var data = getter(CharacterData.prototype, "data");
  var isElement = (node) => nodeType(node) === 1;
  var isText = (node) => isTextType(nodeType(node));
  var isTextType = (type) => type === 3 || type === 4;
  var tag = getter(Element.prototype, "localName");
  var namespace = getter(Element.prototype, "namespaceURI");
  var isHtml = (el) => namespace(el) === HTML;
  var isSvg = (el) => namespace(el) === SVG;
  var isMathMl = (el) => namespace(el) === MATHML;
  var is = (el, name) => tag(el) === name && isHtml(el);
  var attr = method1(Element.prototype, "getAttribute");
  var hasAttr = method1(Element.prototype, "hasAttribute");
  var hasAttributes = method0(Element.prototype, "hasAttributes");
  var setAttr = method(Element.prototype, "setAttribute");
  var attributeNames = method(Element.prototype, "getAttributeNames");
  var id = getter(Element.prototype, "id");
  var matches = method1(Element.prototype, "matches");
  var closest = method1(Element.prototype, "closest");
  var firstElementChild = getter(Element.prototype, "firstElementChild");
  var lastElementChild = getter(Element.prototype, "lastElementChild");
  var nextElement = getter(Element.prototype, "nextElementSibling");
  var previousElement = getter(Element.prototype, "previousElementSibling");
  var childElementCount = getter(Element.prototype, "childElementCount");
  var scrollTop = getter(Element.prototype, "scrollTop");
  var scrollLeft = getter(Element.prototype, "scrollLeft");
  var scrollWidth = getter(Element.prototype, "scrollWidth");
  var scrollHeight = getter(Element.prototype, "scrollHeight");
  var clientWidth = getter(Element.prototype, "clientWidth");
  var clientHeight = getter(Element.prototype, "clientHeight");
  var clientLeft = getter(Element.prototype, "clientLeft");
  var clientTop = getter(Element.prototype, "clientTop");
  var scrollIntoView = method(Element.prototype, "scrollIntoView");
  var checkVisibility = method1(
    Element.prototype,
    "checkVisibility"
  );
  var attachShadow = method(Element.prototype, "attachShadow");
  var removeElement = method(Element.prototype, "remove");
  var labelledBy_ = getter(Element.prototype, "ariaLabelledByElements");
  var labelledBy = (el) => hasAttr(el, "aria-labelledby") ? labelledBy_(el) : null;
  var htmlInert = getter(HTMLElement.prototype, "inert");
  var htmlContentEditable = getter(HTMLElement.prototype, "isContentEditable");
  var htmlFocus = method(HTMLElement.prototype, "focus");
  var svgFocus = method(SVGElement.prototype, "focus");
  var offsetWidth = getter(HTMLElement.prototype, "offsetWidth");
  var offsetHeight = getter(HTMLElement.prototype, "offsetHeight");
  var hasInert = (el) => isHtml(el) && htmlInert(el);
  var tabIndex = getter(HTMLElement.prototype, "tabIndex");
  var isContentEditable = (el) => isHtml(el) && htmlContentEditable(el);
  var focus = (el, options2) => {
    if (isHtml(el)) htmlFocus(el, options2);
    else if (isSvg(el)) svgFocus(el, options2);
  };
  var elementQuery = method1(Element.prototype, "querySelector");
  var elementQueryAll = method(Element.prototype, "querySelectorAll");
  var documentQuery = method(Document.prototype, "querySelector");
  var documentQueryAll = method(Document.prototype, "querySelectorAll");
  var fragmentQuery = method(DocumentFragment.prototype, "querySelector");
  var fragmentQueryAll = method(
    DocumentFragment.prototype,
    "querySelectorAll"
  );
  var documentById = method(Document.prototype, "getElementById");
  var fragmentById = method(DocumentFragment.prototype, "getElementById");
  var listLength = getter(NodeList.prototype, "length");
  var listItem = method1(NodeList.prototype, "item");
  var collectionLength = getter(HTMLCollection.prototype, "length");
  var collectionItem = method1(HTMLCollection.prototype, "item");
  function listed(list2) {
    const nodes = [];
    for (let at = 0, end = listLength(list2); at < end; at += 1) nodes.push(listItem(list2, at));
    return nodes;
  }
  function collected(list2) {
    const elements2 = [];
    for (let at = 0, end = collectionLength(list2); at < end; at += 1) elements2.push(collectionItem(list2, at));
    return elements2;
  }
  function query(root, selector) {
    const type = nodeType(root);
    if (type === 1) return elementQuery(root, selector);
    if (type === 9) return documentQuery(root, selector);
    return type === 11 ? fragmentQuery(root, selector) : null;
  }
  function queryAll(root, selector) {
    const type = nodeType(root);
    if (type === 1) return listed(elementQueryAll(root, selector));
    if (type === 9) return listed(documentQueryAll(root, selector));
    return type === 11 ? listed(fragmentQueryAll(root, selector)) : [];
  }
  function byId(near, wanted) {
    const root = rootOf(near);
    const type = nodeType(root);
    if (type === 9) return documentById(root, wanted);
    return type === 11 ? fragmentById(root, wanted) : null;
  }
  var shadowRoot = getter(Element.prototype, "shadowRoot");
  var host = getter(ShadowRoot.prototype, "host");
  var elementSlot = getter(Element.prototype, "assignedSlot");
  var textSlot = getter(Text.prototype, "assignedSlot");
  var slotNodes = method0(HTMLSlotElement.prototype, "assignedNodes");
  var assignedSlot = (node) => isElement(node) ? elementSlot(node) : isText(node) ? textSlot(node) : null;
  function children(node) {
    let from = node;
    if (isElement(node)) {
      if (tag(node) === "slot" && isHtml(node)) {
        const assigned = slotNodes(node);
        if (assigned.length > 0) return assigned;
      } else {
        from = shadowRoot(node) ?? node;
      }
    }
    const nodes = [];
    for (let child = firstChild(from); child !== null; child = nextSibling(child)) nodes.push(child);
    return nodes;
  }
  var childElements = (node) => children(node).filter(isElement);
  var keepsOwnChildren = (el) => shadowRoot(el) === null && tag(el) !== "slot";
  function parent(node) {
    const slot = assignedSlot(node);
    if (slot !== null) return slot;
    const element = parentElement(node);
    if (element !== null) return element;
    const above2 = parentNode(node);
    return above2 !== null && nodeType(above2) === 11 && "host" in above2 ? host(above2) : null;
  }
  function holds(ancestor, node) {
    for (let at = node; at !== null; at = parent(at)) if (at === ancestor) return true;
    return false;
  }
  function above(el, wanted) {
    for (let at = parent(el); at !== null; at = parent(at)) if (wanted(at)) return at;
    return null;
  }
  var createWalker = method(Document.prototype, "createTreeWalker");
  var walkerNext = method0(TreeWalker.prototype, "nextNode");
  function elementsBelow(root) {
    const walker = createWalker(document, root, 1);
    const elements2 = [];
    for (let node = walkerNext(walker); node !== null; node = walkerNext(walker)) elements2.push(node);
    return elements2;
  }
  var body = getter(Document.prototype, "body");
  var head = getter(Document.prototype, "head");
  var documentElement = getter(Document.prototype, "documentElement");
  var scrollingElement = getter(Document.prototype, "scrollingElement");
  var title = getter(Document.prototype, "title");
  var setTitle = setter(Document.prototype, "title");
  var readyState = getter(Document.prototype, "readyState");
  var contentType = getter(Document.prototype, "contentType");
  var documentUrl = getter(Document.prototype, "URL");
  var baseUri = getter(Node.prototype, "baseURI");
  var visibilityState = getter(Document.prototype, "visibilityState");
  var createElement = method(Document.prototype, "createElement");
  var createRange = method(Document.prototype, "createRange");
  var fullscreenElement = getter(Document.prototype, "fullscreenElement");
  var documentActive = getter(Document.prototype, "activeElement");
  var shadowActive = getter(ShadowRoot.prototype, "activeElement");
  var documentFromPoint = method(Document.prototype, "elementFromPoint");
  var shadowFromPoint = method(ShadowRoot.prototype, "elementFromPoint");
  var documentAllFromPoint = method(Document.prototype, "elementsFromPoint");
  var documentSelection = method(Document.prototype, "getSelection");
  var selection = () => documentSelection(document);
  var documentCommand = method(Document.prototype, "execCommand");
  var editAtCaret = (command, text) => documentCommand(document, command, false, text);
  var elementsFromPoint = (x, y) => documentAllFromPoint(document, x, y);
  function activeElement() {
    let active = documentActive(document);
    while (active !== null) {
      const shadow = shadowRoot(active);
      const inner2 = shadow === null ? null : shadowActive(shadow);
      if (inner2 === null) break;
      active = inner2;
    }
    return active;
  }
  function elementFromPoint(x, y) {
    let top = documentFromPoint(document, x, y);
    while (top !== null) {
      const shadow = shadowRoot(top);
      const inner2 = shadow === null ? null : shadowFromPoint(shadow, x, y);
      if (inner2 === null || inner2 === top) break;
      top = inner2;
    }
    return top;
  }
  var windowWidth = find(window, "innerWidth").get;
  var windowHeight = find(window, "innerHeight").get;
  var windowScrollX = find(window, "scrollX").get;
  var windowScrollY = find(window, "scrollY").get;
  var windowRatio = find(window, "devicePixelRatio").get;
  var windowScrollBy = window.scrollBy.bind(window);
  var windowScrollTo = window.scrollTo.bind(window);
  var windowMatchMedia = window.matchMedia.bind(window);
  var mediaMatches = getter(MediaQueryList.prototype, "matches");
  var viewportWidth = () => windowWidth.call(window);
  var viewportHeight = () => windowHeight.call(window);
  var scrollX = () => windowScrollX.call(window);
  var scrollY = () => windowScrollY.call(window);
  var devicePixelRatio = () => windowRatio.call(window);
  var scrollBy = (x, y) => windowScrollBy({ left: x, top: y, behavior: "instant" });
  var mediaQuery = (query_) => mediaMatches(windowMatchMedia(query_));
  var randomBytes = crypto.getRandomValues.bind(crypto);
  var elementRect = method0(Element.prototype, "getBoundingClientRect");
  var elementRects = method(Element.prototype, "getClientRects");
  var rangeRect = method0(Range.prototype, "getBoundingClientRect");
  var rangeRects = method(Range.prototype, "getClientRects");
  var rectsLength = getter(DOMRectList.prototype, "length");
  var rectsItem = method(DOMRectList.prototype, "item");
  var selectContents = method1(Range.prototype, "selectNodeContents");
  var setRangeStart = method(Range.prototype, "setStart");
  var setRangeEnd = method(Range.prototype, "setEnd");
  var rangeText = method(Range.prototype, "toString");
  var rangeIntersects = method(Range.prototype, "intersectsNode");
  var rangeStartNode = getter(Range.prototype, "startContainer");
  var rangeStartOffset = getter(Range.prototype, "startOffset");
  var rangeEndNode = getter(Range.prototype, "endContainer");
  var rangeEndOffset = getter(Range.prototype, "endOffset");
  var rangeCommonAncestor = getter(Range.prototype, "commonAncestorContainer");
  var rangeCollapsed = getter(Range.prototype, "collapsed");
  var rangeCount = getter(Selection.prototype, "rangeCount");
  var rangeAt = method(Selection.prototype, "getRangeAt");
  var selectChildren = method(Selection.prototype, "selectAllChildren");
  var removeRanges = method0(Selection.prototype, "removeAllRanges");
  var addRange = method1(Selection.prototype, "addRange");
  var collapseToEnd = method(Selection.prototype, "collapseToEnd");
  function boxes(el) {
    const list2 = elementRects(el);
    const found = [];
    for (let at = 0, end = rectsLength(list2); at < end; at += 1) found.push(rectsItem(list2, at));
    return found;
  }
  function rangeBoxes(range) {
    const list2 = rangeRects(range);
    const found = [];
    for (let at = 0, end = rectsLength(list2); at < end; at += 1) found.push(rectsItem(list2, at));
    return found;
  }
  var rectX = getter(DOMRectReadOnly.prototype, "x");
  var rectY = getter(DOMRectReadOnly.prototype, "y");
  var rectWidth = getter(DOMRectReadOnly.prototype, "width");
  var rectHeight = getter(DOMRectReadOnly.prototype, "height");
  function plainRect(box) {
    const x = rectX(box);
    const y = rectY(box);
    const width = rectWidth(box);
    const height = rectHeight(box);
    return { x, y, width, height, left: x, top: y, right: x + width, bottom: y + height };
  }
  var measure;
  function contentRect(node) {
    measure ??= createRange(document);
    selectContents(measure, node);
    return plainRect(rangeRect(measure));
  }
  var memories = [];
  var remembering = false;
  function forget() {
    remembering = false;
    for (const memory of memories) memory.clear();
  }
  function remember(compute) {
    const known4 = /* @__PURE__ */ new Map();
    memories.push(known4);
    return (key) => {
      const found = known4.get(key);
      if (found !== void 0 || known4.has(key)) return found;
      const value = compute(key);
      known4.set(key, value);
      if (!remembering) {
        remembering = true;
        queueMicrotask(forget);
      }
      return value;
    };
  }
  var rect = remember((el) => plainRect(elementRect(el)));
  var computedStyle = window.getComputedStyle.bind(window);
  var propertyValue = find(CSSStyleDeclaration.prototype, "getPropertyValue").value;
  var MOST_STYLES = 2e4;
  var OWN = "";
  var styles = /* @__PURE__ */ new Map();
  var stylesKept = 0;
  function keptStyle(el, pseudo) {
    let kept = styles.get(pseudo);
    const known4 = kept?.get(el);
    if (known4 !== void 0) return known4;
    if (stylesKept >= MOST_STYLES) {
      styles = /* @__PURE__ */ new Map();
      stylesKept = 0;
      kept = void 0;
    }
    if (kept === void 0) {
      kept = /* @__PURE__ */ new WeakMap();
      styles.set(pseudo, kept);
    }
    const made = pseudo === OWN ? computedStyle(el) : computedStyle(el, pseudo);
    kept.set(el, made);
    stylesKept += 1;
    return made;
  }
  var styleOf = (el) => keptStyle(el, OWN);
  var property = (from, name) => propertyValue.call(from, name);
  var style = (el, name) => propertyValue.call(styleOf(el), name);
  var pseudoStyle = (el, pseudo, name) => propertyValue.call(keptStyle(el, pseudo), name);
  var inputType_ = getter(HTMLInputElement.prototype, "type");
  var buttonType_ = getter(HTMLButtonElement.prototype, "type");
  var checked_ = getter(HTMLInputElement.prototype, "checked");
  var indeterminate_ = getter(HTMLInputElement.prototype, "indeterminate");
  var inputList = getter(HTMLInputElement.prototype, "list");
  var inputValue = getter(HTMLInputElement.prototype, "value");
  var inputFiles = getter(HTMLInputElement.prototype, "files");
  var filesLength = getter(FileList.prototype, "length");
  var textareaValue = getter(HTMLTextAreaElement.prototype, "value");
  var selectValue = getter(HTMLSelectElement.prototype, "value");
  var selectMultiple = getter(HTMLSelectElement.prototype, "multiple");
  var selectSize = getter(HTMLSelectElement.prototype, "size");
  var selectOptions = getter(HTMLSelectElement.prototype, "options");
  var formElements = getter(HTMLFormElement.prototype, "elements");
  var labelControl = getter(HTMLLabelElement.prototype, "control");
  var controlPrototypes = {
    input: HTMLInputElement.prototype,
    button: HTMLButtonElement.prototype,
    select: HTMLSelectElement.prototype,
    textarea: HTMLTextAreaElement.prototype,
    output: HTMLOutputElement.prototype,
    meter: HTMLMeterElement.prototype,
    progress: HTMLProgressElement.prototype
  };
  function perTag(name) {
    const found = { __proto__: null };
    for (const [local, proto] of Object.entries(controlPrototypes))
      if (find(proto, name).get !== void 0) found[local] = getter(proto, name);
    return found;
  }
  var labelsOf = perTag("labels");
  var formOf = perTag("form");
  var inputType = (el) => is(el, "input") ? inputType_(el) : "";
  var buttonType = (el) => is(el, "button") ? buttonType_(el) : "";
  var checked = (el) => is(el, "input") && checked_(el);
  var indeterminate = (el) => is(el, "input") && indeterminate_(el);
  var hasSuggestions = (el) => is(el, "input") && inputList(el) !== null;
  var isMultiple = (el) => is(el, "select") && selectMultiple(el);
  var displaySize = (el) => is(el, "select") ? selectSize(el) : 0;
  var options = (el) => is(el, "select") ? collected(selectOptions(el)) : [];
  var optionSelected = getter(HTMLOptionElement.prototype, "selected");
  var setOptionSelected = setter(HTMLOptionElement.prototype, "selected");
  var optionIndex = getter(HTMLOptionElement.prototype, "index");
  var optionText = getter(HTMLOptionElement.prototype, "text");
  var optionLabel = getter(HTMLOptionElement.prototype, "label");
  var optionValue = getter(HTMLOptionElement.prototype, "value");
  var selectedIndex = getter(HTMLSelectElement.prototype, "selectedIndex");
  var setSelectedIndex = setter(HTMLSelectElement.prototype, "selectedIndex");
  function labels(el) {
    const list2 = isHtml(el) ? labelsOf[tag(el)]?.(el) : void 0;
    return list2 === void 0 || list2 === null ? [] : listed(list2);
  }
  var controlOf = (el) => is(el, "label") ? labelControl(el) : null;
  var form = (el) => isHtml(el) ? formOf[tag(el)]?.(el) ?? null : null;
  var controls = (formElement) => collected(formElements(formElement));
  var formAction = getter(HTMLFormElement.prototype, "action");
  var formMethod = getter(HTMLFormElement.prototype, "method");
  var formEnctype = getter(HTMLFormElement.prototype, "enctype");
  var formTarget = getter(HTMLFormElement.prototype, "target");
  function fieldValue(el) {
    if (!isHtml(el)) return "";
    const name = tag(el);
    if (name === "input") return inputValue(el);
    if (name === "textarea") return textareaValue(el);
    return name === "select" ? selectValue(el) : "";
  }
  var setInputValue = setter(HTMLInputElement.prototype, "value");
  var setTextareaValue = setter(HTMLTextAreaElement.prototype, "value");
  var inputSelect = method(HTMLInputElement.prototype, "select");
  var textareaSelect = method(HTMLTextAreaElement.prototype, "select");
  var setTextareaCaret = method(HTMLTextAreaElement.prototype, "setSelectionRange");
  var setInputCaret = method(HTMLInputElement.prototype, "setSelectionRange");
  var setFieldValue = (el, value) => is(el, "textarea") ? setTextareaValue(el, value) : setInputValue(el, value);
  var selectField = (el) => is(el, "textarea") ? textareaSelect(el) : inputSelect(el);
  function caretToEnd(el) {
    const end = fieldValue(el).length;
    try {
      if (is(el, "textarea")) setTextareaCaret(el, end, end);
      else setInputCaret(el, end, end);
    } catch {
    }
  }
  function isFilled(el) {
    if (inputType(el) === "file") {
      const files = inputFiles(el);
      return files !== null && filesLength(files) > 0;
    }
    return fieldValue(el) !== "";
  }
  var isDisabled = (el) => isHtml(el) && matches(el, ":disabled");
  var anchorHref = getter(HTMLAnchorElement.prototype, "href");
  var areaHref = getter(HTMLAreaElement.prototype, "href");
  var svgHref = getter(SVGAElement.prototype, "href");
  var svgBase = getter(SVGAnimatedString.prototype, "baseVal");
  function href(el) {
    const name = tag(el);
    if (isHtml(el)) {
      if (!hasAttr(el, "href")) return void 0;
      if (name === "a") return anchorHref(el);
      return name === "area" ? areaHref(el) : void 0;
    }
    if (name !== "a" || !isSvg(el)) return void 0;
    const written3 = svgBase(svgHref(el));
    if (written3 === "" && !hasAttr(el, "href") && !hasAttr(el, "xlink:href")) return void 0;
    return URL.canParse(written3, baseUri(el)) ? new URL(written3, baseUri(el)).href : void 0;
  }
  var iframeSrc = getter(HTMLIFrameElement.prototype, "src");
  var frameSrc = (el) => is(el, "iframe") ? iframeSrc(el) : "";
  var iframeWindow = getter(HTMLIFrameElement.prototype, "contentWindow");
  var frameWindow_ = getter(HTMLFrameElement.prototype, "contentWindow");
  var frameWindow = (el) => is(el, "iframe") ? iframeWindow(el) : frameWindow_(el);
  var detailsOpen = getter(HTMLDetailsElement.prototype, "open");
  var dialogOpen = getter(HTMLDialogElement.prototype, "open");
  var isOpen = (el) => is(el, "details") && detailsOpen(el) || is(el, "dialog") && dialogOpen(el);
  var listen = method(
    EventTarget.prototype,
    "addEventListener"
  );
  var unlisten = method(
    EventTarget.prototype,
    "removeEventListener"
  );
  var dispatch = method(EventTarget.prototype, "dispatchEvent");
  var isTrusted = (event) => describe(event, "isTrusted")?.get?.call(event) ?? false;
  var eventType = getter(Event.prototype, "type");
  var eventTarget = getter(Event.prototype, "target");
  var eventPath = method(Event.prototype, "composedPath");
  var preventDefault = method(Event.prototype, "preventDefault");
  var stopImmediately = method(Event.prototype, "stopImmediatePropagation");
  var eventX = getter(MouseEvent.prototype, "clientX");
  var eventY = getter(MouseEvent.prototype, "clientY");
  var eventButton = getter(MouseEvent.prototype, "button");
  var eventDetail = getter(UIEvent.prototype, "detail");
  var eventKey = getter(KeyboardEvent.prototype, "key");
  var isShiftHeld = getter(KeyboardEvent.prototype, "shiftKey");
  var isComposing = getter(KeyboardEvent.prototype, "isComposing");
  var eventCode = getter(KeyboardEvent.prototype, "code");
  var inputTypeOfEvent = getter(InputEvent.prototype, "inputType");
  var inputData = getter(InputEvent.prototype, "data");
  var pointerType = getter(PointerEvent.prototype, "pointerType");
  var submitter = getter(SubmitEvent.prototype, "submitter");
  var observe_ = method(MutationObserver.prototype, "observe");
  var disconnect_ = method(MutationObserver.prototype, "disconnect");
  function watch(root, options_, changed2) {
    const observer2 = new MutationObserver(changed2);
    observe_(observer2, root, options_);
    return () => disconnect_(observer2);
  }

  // web/page/src/names/text.ts
  var collapse = (text) => UNEVEN.test(text) ? text.replace(/[\t\n\f\r ]+/g, " ").replace(/^ | $/g, "") : text;
  var UNEVEN = /[\t\n\f\r]|^ | $| {2}/;
  var isBlank = (text) => !/[^\t\n\f\r ]/.test(text);
  function rendered(text, inside) {
    if (!/\S/.test(text)) return text;
    const transform = style(inside, "text-transform");
    if (transform === "none") return text;
    if (transform.includes("uppercase")) return inLanguage(inside, (lang) => text.toLocaleUpperCase(lang), text);
    if (transform.includes("lowercase")) return inLanguage(inside, (lang) => text.toLocaleLowerCase(lang), text);
    if (!transform.includes("capitalize")) return text;
    return text.replace(
      /(^|[^\p{L}\p{M}\p{N}'’])(\p{L})/gu,
      (_, before, letter2) => before + inLanguage(inside, (lang) => letter2.toLocaleUpperCase(lang), letter2)
    );
  }
  function inLanguage(el, change, otherwise) {
    const lang = attr(closest(el, "[lang]") ?? el, "lang") ?? "";
    try {
      return change(lang === "" ? void 0 : lang);
    } catch {
      return otherwise;
    }
  }

  // web/page/src/names/native.ts
  function nativeName(el, textOf4) {
    if (!isHtml(el)) {
      if (isSvg(el)) return svgName(el, textOf4);
      return isMathMl(el) ? attr(el, "alttext") ?? void 0 : void 0;
    }
    switch (tag(el)) {
      case "input":
        return inputName(el, textOf4);
      case "button":
      case "meter":
      case "output":
      case "progress":
      case "select":
      case "textarea":
        return labelsText(el, textOf4);
      case "area":
      case "img":
        return attr(el, "alt") ?? void 0;
      case "fieldset":
        return childText(el, "legend", textOf4);
      case "table":
        return childText(el, "caption", textOf4);
      case "optgroup":
      case "option":
        return attr(el, "label") ?? void 0;
      default:
        return void 0;
    }
  }
  function inputName(el, textOf4) {
    const text = labelsText(el, textOf4);
    if (text !== void 0 && collapse(text) !== "") return text;
    switch (inputType(el)) {
      // Here `value` is the text on the button, not something anybody entered.
      case "button":
        return attr(el, "value") ?? void 0;
      case "submit":
        return attr(el, "value") ?? "Submit";
      case "reset":
        return attr(el, "value") ?? "Reset";
      case "image":
        return firstOf(attr(el, "alt"), attr(el, "title")) ?? "Submit";
      default:
        return void 0;
    }
  }
  var firstOf = (...texts) => texts.find((text) => text !== null && collapse(text) !== "");
  function labelsText(el, textOf4) {
    const labels2 = labels(el);
    return labels2.length === 0 ? void 0 : labels2.map(textOf4).join(" ");
  }
  function childText(el, name, textOf4) {
    const child = childElements(el).find((candidate2) => is(candidate2, name));
    return child === void 0 ? void 0 : textOf4(child);
  }
  function svgName(el, textOf4) {
    const title2 = childElements(el).find((child) => isSvg(child) && tag(child) === "title");
    if (title2 !== void 0) return textOf4(title2);
    return tag(el) === "a" ? attr(el, "xlink:title") ?? void 0 : void 0;
  }

  // web/page/src/names/counters.ts
  var MOST_ELEMENTS = 2e4;
  function counterText(el, pseudo, kind, args) {
    const parts2 = /^\s*([^\s,]+)\s*(?:,\s*("(?:[^"\\]|\\.)*")\s*)?(?:,\s*([^\s,]+)\s*)?$/.exec(args);
    const name = parts2?.[1];
    if (name === void 0) return "";
    const values = counted(document).get(el)?.[pseudo]?.get(name) ?? [0];
    const style2 = parts2?.[3] ?? "decimal";
    const shown3 = kind === "counter" ? values.slice(-1) : values;
    return shown3.map((value) => inStyle(value, style2)).join((parts2?.[2] ?? '""').slice(1, -1));
  }
  var counted = remember((page) => {
    const found = /* @__PURE__ */ new Map();
    const living = /* @__PURE__ */ new Map();
    let left2 = MOST_ELEMENTS;
    const instance = (name, scope) => {
      const stack = living.get(name) ?? [];
      living.set(name, stack);
      const top = stack.at(-1);
      if (top !== void 0) return top;
      const made = { scope, value: 0 };
      stack.push(made);
      return made;
    };
    const reset = (name, scope, value) => {
      const stack = living.get(name) ?? [];
      living.set(name, stack);
      const top = stack.at(-1);
      if (top !== void 0 && top.scope === scope) top.value = value;
      else stack.push({ scope, value });
    };
    const apply2 = (read3, scope) => {
      for (const [name, value] of pairs(read3("counter-reset"), 0)) reset(name, scope, value);
      for (const [name, value] of pairs(read3("counter-increment"), 1)) instance(name, scope).value += value;
      for (const [name, value] of pairs(read3("counter-set"), 0)) instance(name, scope).value = value;
    };
    const visitPseudo = (el, pseudo) => {
      const content = pseudoStyle(el, pseudo, "content");
      if (content === "none" || content === "normal") return;
      apply2((property2) => pseudoStyle(el, pseudo, property2), el);
      if (!content.includes("counter")) return;
      const values = new Map([...living].map(([name, stack]) => [name, stack.map(({ value }) => value)]));
      found.set(el, { ...found.get(el), [pseudo]: values });
    };
    const visit = (el, scope) => {
      left2 -= 1;
      if (left2 < 0 || style(el, "display") === "none") return;
      apply2((property2) => style(el, property2), scope);
      visitPseudo(el, "::before");
      for (const child of childElements(el)) visit(child, el);
      visitPseudo(el, "::after");
      for (const stack of living.values()) while (stack.length > 0 && stack.at(-1)?.scope === el) stack.pop();
    };
    const root = documentElement(page);
    if (root !== null) visit(root, null);
    return found;
  });
  function pairs(property2, otherwise) {
    if (property2 === "none" || property2 === "") return [];
    const found = [];
    for (const word of property2.split(/\s+/)) {
      const last = found.at(-1);
      if (/^[+-]?\d+$/.test(word) && last !== void 0) last[1] = Number.parseInt(word, 10);
      else found.push([word.replace(/^reversed\((.*)\)$/, "$1"), otherwise]);
    }
    return found;
  }
  var ROMAN = [
    [1e3, "m"],
    [900, "cm"],
    [500, "d"],
    [400, "cd"],
    [100, "c"],
    [90, "xc"],
    [50, "l"],
    [40, "xl"],
    [10, "x"],
    [9, "ix"],
    [5, "v"],
    [4, "iv"],
    [1, "i"]
  ];
  function inStyle(value, style2) {
    switch (style2) {
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
  function letters(value) {
    if (value < 1) return `${value}`;
    let text = "";
    for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / 26))
      text = String.fromCharCode(97 + (rest - 1) % 26) + text;
    return text;
  }
  function roman(value) {
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

  // web/page/src/names/pseudo.ts
  function pseudoText(el, pseudo) {
    const content = pseudoStyle(el, pseudo, "content");
    if (content === "none" || content === "normal" || content === "") return "";
    const text = contentText(content, el, pseudo);
    if (text === "") return "";
    const display = pseudoStyle(el, pseudo, "display");
    if (display === "none" || pseudoStyle(el, pseudo, "visibility") !== "visible") return "";
    return display === "inline" || display === "contents" ? text : ` ${text} `;
  }
  var TOKEN = /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|(\/)|([a-z-]+)\(((?:[^()"']|"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')*)\)|[^\s"'/]+/g;
  function contentText(content, el, pseudo) {
    let text = "";
    let alternative = false;
    for (const [, double, single, slash, name, args] of content.matchAll(TOKEN)) {
      if (slash !== void 0) {
        text = "";
        alternative = true;
      } else if (double !== void 0 || single !== void 0) text += unescape(double ?? single ?? "");
      else if (name === "attr") text += attr(el, (args ?? "").split(/[\s,]/, 1)[0] ?? "") ?? "";
      else if (name === "counter" || name === "counters") text += counterText(el, pseudo, name, args ?? "");
    }
    return alternative && text !== "" ? ` ${text} ` : text;
  }
  var unescape = (text) => text.replace(/\\(?:([0-9a-f]{1,6})\s?|([^]))/gi, (_, hex, other) => {
    if (hex === void 0) return other === "\n" ? "" : other ?? "";
    const code = Number.parseInt(hex, 16);
    return code === 0 || code > 1114111 ? "�" : String.fromCodePoint(code);
  });

  // web/page/src/roles/known.ts
  var WRITTEN = "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox comment complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading image img insertion link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter sectionheader separator slider spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem graphics-document graphics-object graphics-symbol doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword doc-glossary doc-glossref doc-index doc-introduction doc-noteref doc-notice doc-pagebreak doc-pagefooter doc-pageheader doc-pagelist doc-part doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc";
  var KNOWN_ROLES = new Set(WRITTEN.split(" "));
  var SYNONYMS = /* @__PURE__ */ new Map([
    ["img", "image"],
    ["presentation", "none"],
    ["directory", "list"]
  ]);
  var GLOBAL_PROPERTIES = [
    "aria-atomic",
    "aria-braillelabel",
    "aria-brailleroledescription",
    "aria-busy",
    "aria-controls",
    "aria-current",
    "aria-describedby",
    "aria-description",
    "aria-details",
    "aria-dropeffect",
    "aria-flowto",
    "aria-grabbed",
    "aria-keyshortcuts",
    "aria-label",
    "aria-labelledby",
    "aria-live",
    "aria-owns",
    "aria-relevant",
    "aria-roledescription"
  ];
  var NAMED_BY_CONTENT = /* @__PURE__ */ new Set([
    "button",
    "cell",
    "checkbox",
    "columnheader",
    "comment",
    "doc-backlink",
    "doc-biblioref",
    "doc-glossref",
    "doc-noteref",
    "gridcell",
    "heading",
    "link",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "radio",
    "row",
    "rowheader",
    "switch",
    "tab",
    "tooltip",
    "treeitem"
  ]);

  // web/page/src/visibility/look.ts
  var UNASKED = null;
  function newLook(el, above2) {
    const style2 = styleOf(el);
    const display = property(style2, "display");
    const own2 = Number.parseFloat(property(style2, "opacity"));
    return {
      el,
      above: above2,
      style: style2,
      display,
      inline: display === "inline" || display === "contents",
      opacity: (above2 === void 0 ? 1 : above2.opacity) * (Number.isNaN(own2) ? 1 : own2),
      hidden: void 0,
      textHidden: UNASKED,
      placement: UNASKED,
      background: UNASKED,
      isFarIndented: void 0
    };
  }
  var AT_ONCE = { opacityProperty: true, visibilityProperty: true };
  var isPlainlyRendered = remember((el) => checkVisibility(el, AT_ONCE));

  // web/page/src/names.ts
  var nameOf = remember(
    (el) => collapse(
      textOf(
        el,
        { visited: /* @__PURE__ */ new Set() },
        { inLabelledBy: false, inLabel: false, hiddenCounts: !isRendered(el), descended: false }
      )
    )
  );
  var naming = /* @__PURE__ */ new Set();
  function hasAriaName(el) {
    if (!isBlank(attr(el, "aria-label") ?? "")) return true;
    if (naming.has(el) || labelledBy(el) === null) return false;
    naming.add(el);
    try {
      return collapse(labelledByText(el, { visited: /* @__PURE__ */ new Set() })) !== "";
    } finally {
      naming.delete(el);
    }
  }
  var hasAuthorName = (el) => !isBlank(attr(el, "title") ?? "") || hasAriaName(el);
  function isNameable(el) {
    return (attr(el, "aria-hidden") ?? "").toLowerCase() !== "true" && isRendered(el);
  }
  var isRendered = remember(
    (el) => isPlainlyRendered(el) || checkVisibility(el, { visibilityProperty: true }) || // A box of its own is missing, but its children have theirs.
    style(el, "display") === "contents" && style(el, "visibility") === "visible"
  );
  var isHiddenReference = (el) => !isNameable(el) || above(el, (up) => (attr(up, "aria-hidden") ?? "").toLowerCase() === "true") !== null;
  function textOf(el, walk2, step) {
    if (step.descended && !step.hiddenCounts && !isNameable(el)) return hiddenText(el, walk2, step);
    walk2.visited.add(el);
    if (!step.inLabelledBy) {
      const text = labelledByText(el, walk2);
      if (!isBlank(text)) return text;
    }
    const role = roleOf(el);
    const holdsValue = HOLDS_VALUE.has(role);
    if (step.descended && holdsValue) return "";
    const label2 = attr(el, "aria-label") ?? "";
    if (!isBlank(label2)) return label2;
    if (role !== "none") {
      const native = nativeName(el, (label_) => referenceText(label_, walk2, { ...step, inLabel: true }));
      if (native !== void 0 && !isBlank(native)) return native;
    }
    if (!holdsValue && (step.descended || step.inLabel || step.inLabelledBy || NAMED_BY_CONTENT.has(role))) {
      const text = contentOf(el, walk2, { ...step, descended: true });
      if (!isBlank(text) || step.descended && text !== "") return text;
    }
    if (role === "none" && is(el, "img")) return "";
    return tooltip(el);
  }
  function hiddenText(el, walk2, step) {
    if ((attr(el, "aria-hidden") ?? "").toLowerCase() === "true") return "";
    if (!checkVisibility(el) || style(el, "visibility") === "visible") return "";
    let text = "";
    for (const child of children(el)) if (isElement(child)) text += childText2(child, walk2, step);
    return text;
  }
  var HOLDS_VALUE = /* @__PURE__ */ new Set([
    "combobox",
    "listbox",
    "scrollbar",
    "searchbox",
    "slider",
    "spinbutton",
    "textbox"
  ]);
  function tooltip(el) {
    const title2 = attr(el, "title") ?? "";
    if (!isBlank(title2)) return title2;
    return attr(el, "placeholder") ?? attr(el, "aria-placeholder") ?? "";
  }
  function labelledByText(el, walk2) {
    const referenced = labelledBy(el);
    if (referenced === null) return "";
    const step = { inLabelledBy: true, inLabel: false, hiddenCounts: false, descended: false };
    return referenced.map((label2) => referenceText(label2, walk2, step)).join(" ");
  }
  function referenceText(label2, walk2, step) {
    return textOf(label2, walk2, { ...step, descended: false, hiddenCounts: isHiddenReference(label2) });
  }
  function contentOf(el, walk2, step) {
    if (isHtml(el) && (KEEPS_TO_ITSELF.has(tag(el)) || isContentEditable(el))) return "";
    let text = pseudoText(el, "::before");
    if (!keepsOwnChildren(el)) for (const child of children(el)) text += nodeText(child, el, walk2, step);
    else for (let at = firstChild(el); at !== null; at = nextSibling(at)) text += nodeText(at, el, walk2, step);
    return text + pseudoText(el, "::after");
  }
  function nodeText(node, inside, walk2, step) {
    if (isElement(node)) return childText2(node, walk2, step);
    return isText(node) ? rendered(data(node), inside) : "";
  }
  var KEEPS_TO_ITSELF = /* @__PURE__ */ new Set([
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
    "video"
  ]);
  var MOST_ELEMENTS2 = 2e3;
  function childText2(child, walk2, step) {
    if (walk2.visited.has(child) || walk2.visited.size > MOST_ELEMENTS2) return "";
    if (is(child, "br")) return " ";
    const text = textOf(child, walk2, step);
    if (text === "") return "";
    const display = style(child, "display");
    const runsOn = (display === "inline" || display === "contents") && roleOf(child) !== "image";
    return runsOn ? text : ` ${text} `;
  }

  // web/page/src/roles/table.ts
  var span = (cell, name, most) => {
    const written3 = Number.parseInt(attr(cell, name) ?? "", 10);
    return written3 >= 1 ? Math.min(written3, most) : 1;
  };
  var isData = (cell) => is(cell, "td") && (textContent(cell) ?? "").trim() !== "";
  function rows(table) {
    const found = [];
    for (const child of childElements(table)) {
      if (is(child, "tr")) found.push(child);
      else if (is(child, "thead") || is(child, "tbody") || is(child, "tfoot"))
        found.push(...childElements(child).filter((row) => is(row, "tr")));
    }
    return found;
  }
  var gridOf = remember((table) => {
    const grid = { place: /* @__PURE__ */ new Map(), dataColumns: /* @__PURE__ */ new Set() };
    const covered = [];
    for (const row of rows(table)) {
      let column = 0;
      const fresh = [];
      for (const cell of childElements(row)) {
        while ((covered[column] ?? 0) > 0) column += 1;
        const width = span(cell, "colspan", 1e3);
        grid.place.set(cell, { column, width });
        const data2 = isData(cell);
        const height = span(cell, "rowspan", 65534);
        for (let at = column; at < column + width; at += 1) {
          if (data2) grid.dataColumns.add(at);
          if (height > 1) fresh.push([at, height]);
        }
        column += width;
      }
      for (let at = 0; at < covered.length; at += 1) covered[at] = Math.max(0, (covered[at] ?? 0) - 1);
      for (const [at, height] of fresh) covered[at] = height - 1;
    }
    return grid;
  });
  var hasNoData = (row) => !childElements(row).some(isData);
  function headerRole(cell, table) {
    const scope = (attr(cell, "scope") ?? "").toLowerCase();
    if (scope === "col" || scope === "colgroup") return "columnheader";
    if (scope === "row" || scope === "rowgroup") return "rowheader";
    const row = parent(cell);
    if (row === null || hasNoData(row)) return "columnheader";
    const { place, dataColumns } = gridOf(table);
    const { column, width } = place.get(cell) ?? { column: 0, width: 1 };
    for (let at = column; at < column + width; at += 1) {
      if (!dataColumns.has(at)) continue;
      const group2 = parent(row);
      return group2 !== null && is(group2, "thead") ? "columnheader" : void 0;
    }
    return "rowheader";
  }

  // web/page/src/roles/native.ts
  var FIXED = new Map(
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
      ul: "list"
    })
  );
  var INPUTS = new Map(
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
      submit: "button"
    })
  );
  var SUGGESTING = /* @__PURE__ */ new Set(["text", "search", "tel", "url", "email"]);
  function nativeRole(el) {
    if (!isHtml(el)) {
      if (isSvg(el)) return svgRole(el);
      return isMathMl(el) && tag(el) === "math" ? "math" : "generic";
    }
    const name = tag(el);
    const role = FIXED.get(name) ?? contextualRole(el, name);
    return role === "generic" && isEditingHost(el) ? "textbox" : role;
  }
  function contextualRole(el, name) {
    switch (name) {
      case "a":
      case "area":
        return hasAttr(el, "href") ? "link" : "generic";
      case "aside":
        return isInside(el, ASIDE_SCOPES) && !hasAuthorName(el) ? "generic" : "complementary";
      case "footer":
        return isInside(el, PAGE_PARTS, PAGE_PART_ROLES) ? "sectionfooter" : "contentinfo";
      case "header":
        return isInside(el, PAGE_PARTS, PAGE_PART_ROLES) ? "sectionheader" : "banner";
      case "img":
        return attr(el, "alt") === "" && !hasAriaName(el) ? "none" : "image";
      case "input":
        return inputRole(el);
      case "li":
        return isListItem(el) ? "listitem" : "generic";
      case "section":
        return hasAuthorName(el) ? "region" : "generic";
      case "select":
        return isMultiple(el) || displaySize(el) > 1 ? "listbox" : "combobox";
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
  function inputRole(el) {
    const type = inputType(el);
    if (type === "checkbox" && hasAttr(el, "switch")) return "switch";
    if (SUGGESTING.has(type) && hasSuggestions(el)) return "combobox";
    return INPUTS.get(type) ?? "textbox";
  }
  function isListItem(el) {
    const list2 = parent(el);
    return list2 !== null && roleOf(list2) === "list";
  }
  var tableOf = (el) => above(el, (candidate2) => is(candidate2, "table"));
  function cellRole(el, name) {
    const table = tableOf(el);
    if (table === null) return "generic";
    const role = roleOf(table);
    const plain3 = role === "grid" || role === "treegrid" ? "gridcell" : role === "table" ? "cell" : "generic";
    if (name === "td" || plain3 === "generic") return plain3;
    return headerRole(el, table) ?? plain3;
  }
  var ASIDE_SCOPES = /* @__PURE__ */ new Set(["article", "aside", "nav", "section"]);
  var PAGE_PARTS = /* @__PURE__ */ new Set(["article", "aside", "main", "nav", "section"]);
  var PAGE_PART_ROLES = /* @__PURE__ */ new Set(["article", "complementary", "main", "navigation", "region"]);
  function isInside(el, tags, roles) {
    const found = above(
      el,
      (part) => isHtml(part) && tags.has(tag(part)) || roles !== void 0 && hasAttr(part, "role") && roles.has(roleOf(part))
    );
    return found !== null;
  }
  function svgRole(el) {
    switch (tag(el)) {
      case "svg":
        return hasAuthorName(el) || hasTitleChild(el) ? "image" : "none";
      case "a":
        return href(el) === void 0 ? "generic" : "link";
      case "image":
        return "image";
      case "g":
        return hasAuthorName(el) || hasTitleChild(el) ? "group" : "generic";
      default:
        return "generic";
    }
  }
  var hasTitleChild = (el) => childElements(el).some((child) => isSvg(child) && tag(child) === "title");

  // web/page/src/roles.ts
  var WORDLESS = new Set(
    "generic none presentation listitem cell row paragraph article region figure group term definition".split(" ")
  );
  function isCalledByWords(el) {
    return WORDLESS.has(roleOf(el)) && !isContentEditable(el);
  }
  var roleOf = remember(
    (el) => writtenRole(el) ?? inheritedNone(el) ?? nativeRole(el)
  );
  var LIST_ROLES = /* @__PURE__ */ new Set(["list"]);
  var TABLE_ROLES = /* @__PURE__ */ new Set(["grid", "table", "treegrid"]);
  var WHOLES = /* @__PURE__ */ new Map([
    ["cell", TABLE_ROLES],
    ["columnheader", TABLE_ROLES],
    ["gridcell", TABLE_ROLES],
    ["listitem", LIST_ROLES],
    ["row", TABLE_ROLES],
    ["rowgroup", TABLE_ROLES],
    ["rowheader", TABLE_ROLES]
  ]);
  function writtenRole(el) {
    const written3 = attr(el, "role");
    if (written3 === null) return void 0;
    for (const token of written3.toLowerCase().split(/[\t\n\f\r ]+/)) {
      if (!KNOWN_ROLES.has(token)) continue;
      const role = SYNONYMS.get(token) ?? token;
      if (role === "none" && isMeaningful(el)) return void 0;
      if ((role === "region" || role === "form") && !hasAuthorName(el)) continue;
      const whole2 = WHOLES.get(role);
      if (whole2 !== void 0 && above(el, (candidate2) => whole2.has(roleOf(candidate2))) === null) continue;
      return role;
    }
    return void 0;
  }
  function isMeaningful(el) {
    return isFocusable(el) || GLOBAL_PROPERTIES.some((name) => (attr(el, name) ?? "") !== "");
  }
  function isFocusable(el) {
    if (isDisabled(el)) return false;
    if (/^\s*[+-]?\d/.test(attr(el, "tabindex") ?? "")) return true;
    if (href(el) !== void 0) return true;
    if (!isHtml(el)) return false;
    switch (tag(el)) {
      case "button":
      case "select":
      case "textarea":
      case "iframe":
        return true;
      case "input":
        return inputType(el) !== "hidden";
      case "audio":
      case "video":
        return hasAttr(el, "controls");
      case "summary":
        return isSummaryOfDetails(el);
      default:
        return isEditingHost(el);
    }
  }
  function isSummaryOfDetails(el) {
    if (!is(el, "summary")) return false;
    const details = parentElement(el);
    if (details === null || !is(details, "details")) return false;
    for (let before = previousElement(el); before !== null; before = previousElement(before))
      if (is(before, "summary")) return false;
    return true;
  }
  function isEditingHost(el) {
    const written3 = attr(el, "contenteditable");
    return written3 !== null && written3.toLowerCase() !== "false" && isContentEditable(el);
  }
  function inheritedNone(el) {
    const whole2 = wholeOf(el);
    if (whole2 === void 0 || !isHtml(el)) return void 0;
    const owner2 = above(el, (candidate2) => isHtml(candidate2) && whole2.has(tag(candidate2)));
    if (owner2 === null || !hasAttr(owner2, "role") || writtenRole(owner2) !== "none") return void 0;
    return isMeaningful(el) ? void 0 : "none";
  }
  var LISTS = /* @__PURE__ */ new Set(["ul", "ol", "menu"]);
  var TABLES = /* @__PURE__ */ new Set(["table"]);
  function wholeOf(el) {
    switch (tag(el)) {
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
        return void 0;
    }
  }

  // web/page/src/activation.ts
  var CONTROLS = /* @__PURE__ */ new Set(["button", "input", "select", "textarea", "option"]);
  var INTERACTIVE = new Set(
    "button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option textbox searchbox combobox slider spinbutton treeitem".split(" ")
  );
  var ACTING_TYPES = /* @__PURE__ */ new Set(["submit", "image", "reset", "button", "file", "color"]);
  var INNER_MOST = 2e3;
  var FRAMES = /* @__PURE__ */ new Set(["iframe", "frame", "object", "embed", "fencedframe"]);
  function activated(el) {
    for (let at = el; at !== null; at = parent(at)) {
      if (hasBehaviour(at)) return at;
      const control = controlOf(at);
      if (control !== null) return control;
    }
    return null;
  }
  function effectOf(el) {
    const own2 = activated(el);
    if (own2 !== null) return own2;
    let inner2 = null;
    const pending = childElements(el);
    for (let visits = 0; pending.length > 0; visits += 1) {
      const at = pending.pop();
      if (visits > INNER_MOST) return null;
      if (hasBehaviour(at)) {
        if (inner2 !== null) return null;
        inner2 = at;
      } else {
        pending.push(...childElements(at));
      }
    }
    return inner2;
  }
  function means(hit, el) {
    if (FRAMES.has(tag(hit))) return false;
    if (!holds(el, hit)) return isLabelled(el, hit) || isLabelled(hit, el) && activated(hit) === hit;
    const starts = activated(hit);
    if (starts !== activated(el) && starts !== effectOf(el) && !(starts !== null && isHarmless(starts))) return false;
    for (let at = hit; at !== null && at !== el; at = parent(at)) {
      if (at !== starts && isApart(at)) return false;
    }
    return true;
  }
  function isLabelled(control, part) {
    return activated(part) === control && labels(control).some((label2) => holds(label2, part));
  }
  function isHarmless(el) {
    return is(el, "textarea") || is(el, "input") && !ACTING_TYPES.has(inputType(el));
  }
  function isApart(el) {
    return hasAttr(el, "onclick") || INTERACTIVE.has(attr(el, "role")?.trim() ?? "");
  }
  function hasBehaviour(el) {
    if (href(el) !== void 0) return true;
    return isHtml(el) && (CONTROLS.has(tag(el)) || isSummaryOfDetails(el));
  }
  function isSubmit(el) {
    const type = inputType(el);
    return type === "submit" || type === "image" || buttonType(el) === "submit";
  }

  // web/page/src/title.ts
  var MARK_MOST = 80;
  var mark = "";
  var stop;
  function markTitle(wanted) {
    stop?.();
    stop = void 0;
    const plain3 = plainTitle();
    mark = wanted.slice(0, MARK_MOST);
    apply(plain3);
    const root = documentElement(document);
    if (mark === "" || root === null) return;
    stop = watch(root, { subtree: true, childList: true, characterData: true }, () => {
      if (!title(document).startsWith(mark)) apply(title(document));
    });
  }
  function plainTitle() {
    const title2 = title(document);
    return mark !== "" && title2.startsWith(mark) ? title2.slice(mark.length) : title2;
  }
  function apply(plain3) {
    const title2 = mark + plain3;
    if (title(document) !== title2) setTitle(document, title2);
  }

  // web/page/src/identity.ts
  var count = 0;
  var href2 = location.href;
  var listeners = [];
  function watchAddress() {
    const navigation = globalThis.navigation;
    if (navigation !== void 0) {
      listen(navigation, "currententrychange", (event) => {
        const { navigationType } = event;
        if (navigationType === "push" || navigationType === "traverse") raise();
        else checkAddress();
      });
      listen(globalThis, "popstate", checkAddress, { capture: true });
    } else {
      listen(globalThis, "popstate", raise, { capture: true });
    }
    listen(globalThis, "hashchange", checkAddress, { capture: true });
  }
  function checkAddress() {
    if (location.href !== href2) raise();
  }
  function raise() {
    href2 = location.href;
    count += 1;
    for (const listener of listeners) listener();
  }
  function onRaise(listener) {
    listeners.push(listener);
  }
  function generation() {
    checkAddress();
    return count;
  }
  function identity() {
    return {
      generation: generation(),
      href: href2,
      origin: globalThis.origin,
      title: plainTitle(),
      readyState: readyState(document),
      contentType: contentType(document)
    };
  }

  // web/page/src/own.ts
  var elements = /* @__PURE__ */ new WeakSet();
  function own(el) {
    elements.add(el);
  }
  var isOwn = (node) => elements.has(node);
  function isOwnChange(record) {
    if (isOwn(record.target)) return true;
    if (record.type !== "childList") return false;
    const nodes = [...record.addedNodes, ...record.removedNodes];
    return nodes.length > 0 && nodes.every(isOwn);
  }

  // web/page/src/roots.ts
  var NODES_MOST = 4e5;
  var SILENT = /* @__PURE__ */ new Set(["script", "style", "noscript", "template", "textarea", "title"]);
  var createWalker2 = Document.prototype.createTreeWalker;
  function openRoots() {
    const roots = [document];
    for (const root of roots) {
      for (const el of elementsBelow(root)) {
        const shadow = shadowRoot(el);
        if (shadow !== null) roots.push(shadow);
      }
    }
    return roots;
  }
  function* allElements() {
    for (const root of openRoots()) yield* elementsBelow(root);
  }
  function* textNodes() {
    let count3 = 0;
    for (const root of openRoots()) {
      const walker = createWalker2.call(document, root, 4);
      for (let node = walker.nextNode(); node !== null && count3 < NODES_MOST; node = walker.nextNode()) {
        count3 += 1;
        const above2 = parentElement(node);
        if (above2 === null || !SILENT.has(tag(above2))) yield node;
      }
    }
  }

  // web/page/src/snapshot.ts
  var TEXT_MOST = 2e4;
  function snapshot(el) {
    const effect = effectOf(el);
    const parts2 = effect === null || effect === el ? [el] : [el, effect];
    const looks = parts2.map(look).join();
    const place = places(el);
    const href3 = location.href;
    const count3 = generation();
    let changed2 = false;
    const note2 = (records) => {
      changed2 ||= records.some((record) => !isOwnChange(record));
    };
    const observer2 = new MutationObserver(note2);
    for (const root of openRoots()) {
      observer2.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    }
    const shown3 = () => void (changed2 = true);
    listen(window, "toggle", shown3, { capture: true });
    return {
      elementChanged: () => !isConnected(el) || parts2.map(look).join() !== looks,
      surfaceChanged() {
        note2(observer2.takeRecords());
        return changed2;
      },
      viewportMoved: () => places(el) !== place,
      addressChanged: () => location.href !== href3 || generation() !== count3,
      stop() {
        observer2.disconnect();
        unlisten(window, "toggle", shown3, { capture: true });
      }
    };
  }
  function look(el) {
    const attributes = attributeNames(el).map((name) => [name, attr(el, name)]);
    const chosen = options(el).map((option) => optionSelected(option));
    const marks = [checked(el), indeterminate(el), isOpen(el), isDisabled(el), chosen];
    const details = parentElement(el);
    const open = details !== null && is(el, "summary") && isOpen(details);
    return JSON.stringify([attributes, marks, open, fieldValue(el), textContent(el)?.slice(0, TEXT_MOST)]);
  }
  function places(el) {
    const found = [scrollX(), scrollY()];
    for (let at = el; at !== null; at = parent(at)) {
      const [left2, top] = [scrollLeft(at), scrollTop(at)];
      if (left2 !== 0 || top !== 0) found.push(left2, top);
    }
    return found.join();
  }

  // web/page/src/announcement.ts
  var HOLDS_MS = 5e3;
  var HOLDS_MOST_MS = 12e4;
  var RECORDS_MOST = 64;
  var current;
  var began = 0;
  var renewed = 0;
  function announce(what) {
    withdraw();
    const before = snapshot(what.element);
    current = { ...what, presses: 0, pressed: false, enter: false, delivered: [], dropped: [], before };
    began = performance.now();
    renewed = began;
  }
  var announced = () => current;
  function withdraw() {
    current?.before.stop();
    current = void 0;
  }
  function hasExpired() {
    const now = performance.now();
    return now - renewed > HOLDS_MS || now - began > HOLDS_MOST_MS;
  }
  function renew() {
    renewed = performance.now();
  }
  function recordDelivered(type) {
    if (type === "click") notify(JSON.stringify({ kind: "delivered", input: type }));
    if (current !== void 0 && current.delivered.length < RECORDS_MOST) current.delivered.push(type);
    renew();
  }
  function recordDropped(type, why) {
    if (current !== void 0 && current.dropped.length < RECORDS_MOST) current.dropped.push({ type, why });
  }

  // web/page/src/control.ts
  var BY_ROLE = {
    button: "button",
    link: "link",
    textbox: "textbox",
    searchbox: "textbox",
    spinbutton: "textbox",
    checkbox: "checkbox",
    switch: "checkbox",
    menuitemcheckbox: "checkbox",
    radio: "radio",
    menuitemradio: "radio",
    option: "option",
    treeitem: "option",
    listbox: "listbox",
    combobox: "listbox"
  };
  var BUTTON_TYPES = /* @__PURE__ */ new Set(["submit", "button", "reset", "image"]);
  var WITHOUT_TEXT = /* @__PURE__ */ new Set(["range", "color", "hidden"]);
  function controlOf2(el) {
    return { kind: kindOf(el), multiline: isMultiline(el) };
  }
  var isField = ({ kind }) => ["textbox", "editable", "select", "listbox"].includes(kind);
  function kindOf(el) {
    if (is(el, "select")) return "select";
    if (is(el, "textarea")) return "textbox";
    if (is(el, "input")) return inputKind(inputType(el));
    if (isContentEditable(el)) return "editable";
    return BY_ROLE[roleOf(el)] ?? "other";
  }
  function inputKind(type) {
    if (type === "file" || type === "checkbox" || type === "radio") return type;
    if (BUTTON_TYPES.has(type)) return "button";
    return WITHOUT_TEXT.has(type) ? "other" : "textbox";
  }
  function isMultiline(el) {
    if (is(el, "textarea")) return true;
    if (is(el, "input")) return false;
    return isContentEditable(el) && attr(el, "aria-multiline") !== "false";
  }

  // web/page/src/sha256.ts
  var PRIMES = firstPrimes(64);
  var ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
  var START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  var encoder = new TextEncoder();
  function sha256(text, salt2 = new Uint8Array()) {
    const bytes = encoder.encode(text);
    const message = new Uint8Array(salt2.length + bytes.length);
    message.set(salt2);
    message.set(bytes, salt2.length);
    return `sha256:${[...digest(message)].map((word) => word.toString(16).padStart(8, "0")).join("")}`;
  }
  function digest(message) {
    const padded2 = new DataView(new ArrayBuffer((message.length + 8 >> 6 << 6) + 64));
    new Uint8Array(padded2.buffer).set(message);
    padded2.setUint8(message.length, 128);
    padded2.setUint32(padded2.byteLength - 8, Math.floor(message.length / 536870912));
    padded2.setUint32(padded2.byteLength - 4, message.length << 3);
    const state = Uint32Array.from(START);
    const words3 = new Uint32Array(64);
    for (let at = 0; at < padded2.byteLength; at += 64) {
      for (let i = 0; i < 16; i++) words3[i] = padded2.getUint32(at + i * 4);
      block(state, words3);
    }
    return state;
  }
  function block(state, words3) {
    for (let i = 16; i < 64; i++) {
      const early = words3[i - 15];
      const late = words3[i - 2];
      const mixed = turn(early, 7) ^ turn(early, 18) ^ early >>> 3;
      const other = turn(late, 17) ^ turn(late, 19) ^ late >>> 10;
      words3[i] = words3[i - 16] + mixed + words3[i - 7] + other;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const choice = e & f ^ ~e & g;
      const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUND[i] + words3[i] | 0;
      const majority = a & b ^ a & c ^ b & c;
      const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority | 0;
      [a, b, c, d, e, f, g, h] = [first + second | 0, a, b, c, d + first | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => state[i] = state[i] + word);
  }
  function turn(word, by) {
    return word >>> by | word << 32 - by;
  }
  function fraction(root) {
    return (root - Math.floor(root)) * 4294967296 >>> 0;
  }
  function firstPrimes(count3) {
    const primes = [];
    for (let n = 2; primes.length < count3; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
    return primes;
  }

  // web/page/src/entered.ts
  var entered = /* @__PURE__ */ new WeakMap();
  function rememberEntered(field, text) {
    entered.set(field, { value: fieldValue(field), digest: sha256(text) });
  }
  function enteredIn(field) {
    const was = entered.get(field);
    return was !== void 0 && was.value === fieldValue(field) ? was.digest : void 0;
  }

  // web/page/src/form.ts
  var NAMES_MOST = 500;
  var ENCTYPES = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];
  var BUTTONS = /* @__PURE__ */ new Set(["submit", "image", "button", "reset"]);
  var ONE_LINE = /* @__PURE__ */ new Set([
    "text",
    "search",
    "tel",
    "url",
    "email",
    "password",
    "date",
    "month",
    "week",
    "time",
    "datetime-local",
    "number"
  ]);
  var salt = randomBytes(new Uint8Array(32));
  function formFacts(form2, submitter2) {
    const entries2 = sentEntries(form2, submitter2);
    const override = (name) => submitter2 === null ? null : attr(submitter2, name) || null;
    const facts = {
      action: resolved(override("formaction"), form2) ?? formAction(form2),
      method: known(override("formmethod"), ["get", "post", "dialog"]) ?? formMethod(form2).toLowerCase(),
      enctype: known(override("formenctype"), ENCTYPES) ?? formEnctype(form2),
      fieldNames: entries2.slice(0, NAMES_MOST).map(({ name }) => name),
      values: sha256(JSON.stringify(entries2.map(({ name, value }) => [name, value])), salt)
    };
    const held = entries2.slice(0, NAMES_MOST).map(({ value, control }) => {
      const entered2 = enteredIn(control);
      return entered2 === void 0 ? { filled: value !== "" } : { filled: value !== "", entered: entered2 };
    });
    if (held.length > 0) facts.held = held;
    return facts;
  }
  function formTarget2(form2, submitter2) {
    return (submitter2 === null ? null : attr(submitter2, "formtarget")) ?? formTarget(form2);
  }
  function sentByEnter(field) {
    const form2 = form(field);
    if (form2 === null || !(ONE_LINE.has(inputType(field)) || ["checkbox", "radio"].includes(inputType(field)))) {
      return null;
    }
    const button = defaultButton(form2);
    if (button !== null) return isDisabled(button) ? null : { form: form2, button };
    const lines2 = controls(form2).filter((control) => ONE_LINE.has(inputType(control)));
    return lines2.length <= 1 ? { form: form2, button } : null;
  }
  function defaultButton(form2) {
    const buttons = queryAll(rootOf(form2), "button, input");
    return buttons.find((button) => isSubmit(button) && form(button) === form2) ?? null;
  }
  function hiddenEntries(form2) {
    const hidden = controls(form2).filter((control) => inputType(control) === "hidden" && !isDisabled(control));
    return hidden.map((control) => [attr(control, "name") ?? "", fieldValue(control)]);
  }
  function sentEntries(form2, submitter2) {
    const entries2 = [];
    for (const control of controls(form2)) {
      const name = attr(control, "name") ?? "";
      if (name === "" || isDisabled(control) || closest(control, "datalist") !== null) continue;
      const type = inputType(control);
      if (is(control, "button")) {
        if (control === submitter2) entries2.push({ name, value: attr(control, "value") ?? "", control });
      } else if (BUTTONS.has(type)) {
        if (control === submitter2) entries2.push({ name, value: fieldValue(control), control });
      } else if (type === "checkbox" || type === "radio") {
        if (checked(control)) entries2.push({ name, value: fieldValue(control), control });
      } else if (is(control, "select")) {
        const chosen = options(control).filter((option) => optionSelected(option) && !isDisabled(option));
        for (const option of chosen) entries2.push({ name, value: optionValue(option), control });
      } else if (type !== "" || is(control, "textarea") || isCustom(control)) {
        entries2.push({ name, value: fieldValue(control), control });
      }
    }
    if (submitter2 !== null && inputType(submitter2) === "image") {
      const prefix = attr(submitter2, "name") || "";
      const dot = prefix === "" ? "" : `${prefix}.`;
      for (const axis of ["x", "y"]) entries2.push({ name: `${dot}${axis}`, value: "", control: submitter2 });
    }
    return entries2;
  }
  var isCustom = (el) => tag(el).includes("-");
  function resolved(written3, form2) {
    if (written3 === null) return void 0;
    return URL.canParse(written3, baseUri(form2)) ? new URL(written3, baseUri(form2)).href : written3;
  }
  function known(written3, values) {
    if (written3 === null) return void 0;
    return values.find((value) => value === written3.toLowerCase()) ?? values[0];
  }

  // web/page/src/fingerprint.ts
  var WORDS_MOST = 24;
  var BEFORE_MOST = 8;
  var BEFORE_VISITS_MOST = 120;
  var CLIMB_MOST = 10;
  var VISITS_MOST = 800;
  var PASSING_TIME = /\b(\d+|an?) ?(s|m|h|d|secs?|seconds?|mins?|minutes?|hrs?|hours?|days?) ago\b|\bjust now\b/gi;
  var CONTROLS2 = /* @__PURE__ */ new Set(["a", "button", "input", "select", "textarea", "summary"]);
  var WIDGETS = /* @__PURE__ */ new Set(["button", "link", "checkbox", "radio", "switch", "tab", "menuitem", "option", "textbox", "combobox"]);
  var SILENT2 = /* @__PURE__ */ new Set(["script", "style", "noscript", "template", "textarea", "select"]);
  var fingerprint = remember((el) => {
    const around4 = entryAround(el);
    const plain3 = { ...surface(el), text: ownWords(el) };
    if (around4 === null) return { ...plain3, before: wordsBefore(el) };
    const text = words(around4, WORDS_MOST + 1);
    const entry = { element: new WeakRef(around4), text: text.slice(0, WORDS_MOST) };
    return text.length > WORDS_MOST ? { ...plain3, entry, before: wordsBefore(el) } : { ...plain3, entry };
  });
  function matches2(el, was) {
    const { role, name, tag: tag2, type, href: href3, sends } = surface(el);
    if (role !== was.role || name !== was.name || tag2 !== was.tag || type !== was.type) return false;
    if (href3 !== was.href || sends !== was.sends) return false;
    if (was.text.length > 0 && !keeps(was.text, words(el, 2 * WORDS_MOST))) return false;
    return around(el, was, keeps);
  }
  function matchesWhileTyping(el, was) {
    const { role, tag: tag2, type } = surface(el);
    if (role !== was.role || tag2 !== was.tag || type !== was.type) return false;
    const plain3 = (list2) => list2.filter((word) => !/\d/.test(word));
    return around(el, was, (before, now) => {
      const [old, found] = [plain3(before), plain3(now)];
      return keeps(old, found) || keeps(found.slice(0, WORDS_MOST), old);
    });
  }
  function around(el, { entry, before }, like) {
    if (before !== void 0) {
      const now = wordsBefore(el, 2 * BEFORE_MOST);
      if (now.at(-1) !== before.at(-1) || !like(before, now)) return false;
    }
    const element = entry?.element.deref();
    if (entry === void 0) return true;
    return element !== void 0 && holds(element, el) && like(entry.text, words(element, 2 * WORDS_MOST));
  }
  function surface(el) {
    const type = inputType(el) || buttonType(el);
    const form2 = isSubmit(el) ? form(el) : null;
    const sends = form2 === null ? "" : JSON.stringify([formAction(form2), hiddenEntries(form2)]);
    return { role: roleOf(el), name: nameOf(el), tag: tag(el), type, href: href(el) ?? "", sends };
  }
  function keeps(was, is2) {
    let found = 0;
    for (const word of is2) if (word === was[found]) found += 1;
    return found === was.length;
  }
  function ownWords(el) {
    return nameOf(el) === "" && !isSilent(el) ? words(el) : [];
  }
  function entryAround(el) {
    let at = parent(el);
    for (let step = 0; step < CLIMB_MOST && at !== null && !is(at, "body"); step += 1) {
      if (hasTwin(at) && hasTextBeside(at, el)) return at;
      at = parent(at);
    }
    return null;
  }
  function hasTwin(el) {
    return isTwin(el, nextElement(el)) || isTwin(el, previousElement(el));
  }
  function isTwin(el, other) {
    return other !== null && tag(other) === tag(el) && firstClass(other) === firstClass(el);
  }
  var firstClass = (el) => (attr(el, "class") ?? "").trim().split(/\s/, 1)[0] ?? "";
  function hasTextBeside(entry, inner2) {
    return someText(entry, (node) => !contains(inner2, node) && data(node).trim() !== "");
  }
  function wordsBefore(el, most = BEFORE_MOST) {
    const found = [];
    let visits = 0;
    const read3 = (node) => {
      visits += 1;
      if (visits > BEFORE_VISITS_MOST || found.length >= most) return true;
      const type = nodeType(node);
      if (isTextType(type)) {
        found.unshift(...split(lasting(data(node))));
        return false;
      }
      if (type !== 1) return false;
      if (isControl(node) || isSilent(node)) return found.length > 0;
      return keepsOwnChildren(node) ? readBack(lastChild(node)) : children(node).reverse().some(read3);
    };
    const readBack = (last) => {
      for (let node = last; node !== null; node = previousSibling(node)) if (read3(node)) return true;
      return false;
    };
    let at = el;
    for (let step = 0; step < CLIMB_MOST; step += 1) {
      const above2 = parent(at);
      if (above2 === null) break;
      if (keepsOwnChildren(above2)) {
        if (readBack(previousSibling(at))) break;
      } else {
        const beside = children(above2);
        const place = beside.indexOf(at);
        if (beside.slice(0, Math.max(place, 0)).reverse().some(read3)) break;
      }
      at = above2;
    }
    return found.slice(-most);
  }
  var isControl = (el) => CONTROLS2.has(tag(el)) || WIDGETS.has(attr(el, "role") ?? "");
  function words(el, most = WORDS_MOST) {
    return firstWords(el).slice(0, most);
  }
  var firstWords = remember((el) => {
    const found = [];
    someText(el, (node) => {
      found.push(...split(data(node)));
      return found.length >= 2 * WORDS_MOST;
    });
    const text = found.join(" ");
    return (MAY_PASS.test(text) ? split(lasting(text)) : found).slice(0, 2 * WORDS_MOST);
  });
  var split = (text) => text.match(/\S+/g) ?? [];
  var MAY_PASS = /ago|now/i;
  var lasting = (text) => MAY_PASS.test(text) ? text.replace(PASSING_TIME, "") : text;
  function someText(el, accepts) {
    const pending = [el];
    for (let visits = 0; pending.length > 0 && visits < VISITS_MOST; visits += 1) {
      const node = pending.pop();
      const type = nodeType(node);
      if (isTextType(type)) {
        if (accepts(node)) return true;
      } else if (type === 1 && !isSilent(node)) {
        if (!keepsOwnChildren(node)) pending.push(...children(node).reverse());
        else for (let child = lastChild(node); child !== null; child = previousSibling(child)) pending.push(child);
      }
    }
    return false;
  }
  function isSilent(el) {
    const tag2 = tag(el);
    return SILENT2.has(tag2) || tag2 === "input" && isHtml(el) || isContentEditable(el);
  }

  // web/page/src/refusal.ts
  function refuse(code, message, reason) {
    return reason === void 0 ? { ok: false, code, message } : { ok: false, code, reason, message };
  }
  function isRefusal(value) {
    return Object.getPrototypeOf(value) === Object.prototype && value.ok === false;
  }
  var STALE = "the element is not the one that was read any more; observe the page again and use a new handle";
  var UNKNOWN = "no element of this document has this handle; observe the page and use one of its handles";

  // web/page/src/handles.ts
  var RETIRED_MOST = 2e4;
  var SWEEP_LEAST = 1e4;
  var ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  var entries = /* @__PURE__ */ new Map();
  var handles = /* @__PURE__ */ new WeakMap();
  var retired = /* @__PURE__ */ new Set();
  var nodeIds = /* @__PURE__ */ new WeakMap();
  var nodeCount = 0;
  var sweepAt = SWEEP_LEAST;
  var era = 0;
  onRaise(() => {
    for (const handle2 of entries.keys()) retire(handle2);
    entries = /* @__PURE__ */ new Map();
    handles = /* @__PURE__ */ new WeakMap();
    era += 1;
  });
  function retire(handle2) {
    entries.delete(handle2);
    retired.add(handle2);
    if (retired.size > RETIRED_MOST) for (const oldest of retired) return void retired.delete(oldest);
  }
  function retireGone() {
    for (const [handle2, { element }] of entries) if (element.deref() === void 0) retire(handle2);
    sweepAt = Math.max(SWEEP_LEAST, 2 * entries.size);
  }
  function mint(el) {
    const minted = mintedNow(el);
    if (minted.era !== era) {
      minted.era = era;
      minted.handle = mintNew(el);
    }
    return minted.handle;
  }
  var mintedNow = remember((el) => ({ era, handle: mintNew(el) }));
  function mintNew(el) {
    const known4 = handles.get(el);
    const entry = known4 === void 0 ? void 0 : entries.get(known4);
    if (known4 !== void 0 && entry !== void 0) {
      if (matches2(el, entry.was)) return known4;
      retire(known4);
    }
    if (entries.size >= sweepAt) retireGone();
    const handle2 = `h_${random()}`;
    entries.set(handle2, { element: new WeakRef(el), was: fingerprint(el) });
    handles.set(el, handle2);
    return handle2;
  }
  function resolve(handle2) {
    return resolveBy(handle2, matches2);
  }
  function resolveWhileTyping(handle2) {
    return resolveBy(handle2, matchesWhileTyping);
  }
  function resolveBy(handle2, isSame) {
    const entry = entries.get(handle2);
    if (entry === void 0) {
      return retired.has(handle2) ? refuse("STALE_HANDLE", STALE, "E_PAGE_CHANGED") : refuse("NOT_FOUND", UNKNOWN);
    }
    const el = entry.element.deref();
    if (el === void 0 || !isConnected(el) || ownerDocument(el) !== document) {
      return refuse("STALE_HANDLE", STALE, "E_GONE");
    }
    return isSame(el, entry.was) ? el : refuse("STALE_HANDLE", STALE, "E_CHANGED");
  }
  function nodeId(node) {
    let id2 = nodeIds.get(node);
    if (id2 === void 0) {
      nodeCount += 1;
      id2 = `n:${nodeCount}`;
      nodeIds.set(node, id2);
    }
    return id2;
  }
  var NAME_BYTES = 16;
  var pool = new Uint8Array(64 * NAME_BYTES);
  var used = pool.length;
  function random() {
    if (used === pool.length) {
      randomBytes(pool);
      used = 0;
    }
    const end = used + NAME_BYTES;
    let text = "";
    for (let at = used; at < end; at += 3) {
      const bits = byte(at, end) << 16 | byte(at + 1, end) << 8 | byte(at + 2, end);
      text += letter(bits >> 18) + letter(bits >> 12) + letter(bits >> 6) + letter(bits);
    }
    pool.fill(0, used, end);
    used = end;
    return text.slice(0, 22);
  }
  var byte = (at, end) => at < end ? pool[at] : 0;
  var letter = (bits) => ALPHABET.charAt(bits & 63);

  // web/page/src/replacement.ts
  var REPLACED_PERCENT = 50;
  var LEAST_CHARS = 80;
  var CHARS_MOST = 2e6;
  var baseline;
  var removed = 0;
  var changed = true;
  var observer;
  var watched = /* @__PURE__ */ new WeakSet();
  onRaise(() => {
    baseline = void 0;
    changed = true;
  });
  function rememberText() {
    checkReplacement();
    if (!changed && baseline !== void 0) return;
    observer ??= new MutationObserver(note);
    for (const root of openRoots()) {
      if (watched.has(root)) continue;
      watched.add(root);
      observer.observe(root, { subtree: true, childList: true, characterData: true, characterDataOldValue: true });
    }
    baseline = { pieces: /* @__PURE__ */ new Map(), chars: 0 };
    for (const piece of pieces()) {
      baseline.pieces.set(piece, (baseline.pieces.get(piece) ?? 0) + 1);
      baseline.chars += piece.length;
      if (baseline.chars > CHARS_MOST) break;
    }
    removed = 0;
    changed = false;
  }
  function checkReplacement() {
    const records = observer?.takeRecords() ?? [];
    if (records.length > 0) note(records);
  }
  function note(records) {
    for (const record of records) {
      if (isOwnChange(record)) continue;
      changed = true;
      if (record.type === "characterData") removed += record.oldValue?.trim().length ?? 0;
      else record.removedNodes.forEach((node) => removed += textContent(node)?.trim().length ?? 0);
    }
    if (baseline !== void 0 && isMost(removed, baseline.chars)) compare(baseline);
  }
  function compare(was) {
    const left2 = new Map(was.pieces);
    let kept = 0;
    for (const piece of pieces()) {
      const times = left2.get(piece) ?? 0;
      if (times === 0) continue;
      left2.set(piece, times - 1);
      kept += piece.length;
    }
    const missing = was.chars - kept;
    if (isMost(missing, was.chars)) raise();
    else removed = Math.min(missing, was.chars * (REPLACED_PERCENT - 5) / 100);
  }
  function isMost(chars, of) {
    return of >= LEAST_CHARS && chars * 100 > of * REPLACED_PERCENT;
  }
  function* pieces() {
    for (const node of textNodes()) {
      const piece = data(node).trim();
      if (piece !== "") yield piece;
    }
  }

  // web/page/src/visibility/clip.ts
  var SMALLEST = 1;
  function showsNothing(at) {
    return !at.inline && (isCutByOverflow(at) || isCutByClip(at)) || isCutByClipPath(at);
  }
  var isPage = (el) => is(el, "body") || is(el, "html");
  function isCutByOverflow({ el, style: style2 }) {
    if (property(style2, "overflow") === "visible" || isPage(el)) return false;
    const box = rect(el);
    const cut2 = box.width <= SMALLEST && style(el, "overflow-x") !== "visible" || box.height <= SMALLEST && style(el, "overflow-y") !== "visible";
    return cut2 && !hasEscaped(el);
  }
  var MOST_SEARCHED = 200;
  function hasEscaped(el) {
    if (style(el, "position") !== "static" || style(el, "transform") !== "none") return false;
    let left2 = MOST_SEARCHED;
    const search = (at) => childElements(at).some((child) => {
      left2 -= 1;
      if (left2 < 0) return false;
      const position = style(child, "position");
      if (position === "fixed" || position === "absolute") return checkVisibility(child, { visibilityProperty: true });
      return position === "static" && search(child);
    });
    return search(el);
  }
  function isCutByClip({ el, style: style2 }) {
    const clip = property(style2, "clip");
    if (clip === "auto" || clip === "") return false;
    const position = property(style2, "position");
    if (position !== "absolute" && position !== "fixed") return false;
    const sides = clip.slice(clip.indexOf("(") + 1).split(/[\s,]+/, 4);
    const box = rect(el);
    const [top, right, bottom, left2] = sides.map((side2) => Number.parseFloat(side2));
    const width = orElse(right, box.width) - orElse(left2, 0);
    const height = orElse(bottom, box.height) - orElse(top, 0);
    return width <= SMALLEST || height <= SMALLEST;
  }
  var orElse = (value, otherwise) => value === void 0 || Number.isNaN(value) ? otherwise : value;
  function isCutByClipPath({ el, style: style2 }) {
    const path = property(style2, "clip-path");
    if (path === "none" || path === "") return false;
    const shape2 = /^([a-z]+)\((.*)\)/s.exec(path);
    const body2 = shape2?.[2] ?? "";
    switch (shape2?.[1]) {
      case "inset":
        return isInsetAway(el, body2);
      case "circle":
      case "ellipse":
        return isRadiusNothing(body2);
      case "polygon":
        return isFlat(el, body2);
      default:
        return false;
    }
  }
  var length = (written3, whole2) => {
    const value = Number.parseFloat(written3);
    return written3.endsWith("%") ? value / 100 * whole2 : value;
  };
  function isInsetAway(el, body2) {
    const box = rect(el);
    const written3 = (body2.split("round", 1)[0] ?? "").trim().split(/\s+/);
    const top = written3[0] ?? "0px";
    const right = written3[1] ?? top;
    const bottom = written3[2] ?? top;
    const left2 = written3[3] ?? right;
    const width = box.width - length(left2, box.width) - length(right, box.width);
    const height = box.height - length(top, box.height) - length(bottom, box.height);
    return width <= SMALLEST || height <= SMALLEST;
  }
  function isRadiusNothing(body2) {
    const radii = (body2.split(/\bat\b/, 1)[0] ?? "").trim().split(/\s+/);
    return radii.some((radius) => Number.parseFloat(radius) === 0);
  }
  function isFlat(el, body2) {
    const box = rect(el);
    const points = body2.replace(/^\s*(?:nonzero|evenodd)\s*,/, "").split(",");
    const xs = points.map((point) => length(point.trim().split(/\s+/)[0] ?? "", box.width));
    const ys = points.map((point) => length(point.trim().split(/\s+/)[1] ?? "", box.height));
    if ([...xs, ...ys].some(Number.isNaN)) return false;
    const extent = (all) => Math.max(...all) - Math.min(...all);
    return extent(xs) <= SMALLEST || extent(ys) <= SMALLEST;
  }

  // web/page/src/visibility/paint.ts
  var known2 = /* @__PURE__ */ new Map();
  var MOST_KNOWN = 2e3;
  function parseColour(written3) {
    const found = known2.get(written3);
    if (found !== void 0 || known2.has(written3)) return found;
    const parsed = parseRgb(written3) ?? paint(written3);
    if (known2.size >= MOST_KNOWN) known2.clear();
    known2.set(written3, parsed);
    return parsed;
  }
  function parseRgb(written3) {
    const match = /^rgba?\(([\d.]+),\s*([\d.]+),\s*([\d.]+)(?:,\s*([\d.e-]+))?\)$/.exec(written3);
    if (match === null) return void 0;
    const [, red, green, blue, alpha] = match;
    return { red: Number(red), green: Number(green), blue: Number(blue), alpha: alpha === void 0 ? 1 : Number(alpha) };
  }
  var canvas;
  function paint(written3) {
    canvas ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    if (canvas === null || canvas === void 0) return void 0;
    canvas.fillStyle = "#010203";
    const before = canvas.fillStyle;
    canvas.fillStyle = written3;
    if (canvas.fillStyle === before) return void 0;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return { red, green, blue, alpha: alpha / 255 };
  }
  function over(top, below) {
    if (top.alpha >= 1) return top;
    const mix = (one, other) => one * top.alpha + other * (1 - top.alpha);
    return { red: mix(top.red, below.red), green: mix(top.green, below.green), blue: mix(top.blue, below.blue), alpha: 1 };
  }
  function contrast(one, other) {
    if (one === other) return 1;
    const first = luminance(one);
    const second = luminance(other);
    return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
  }
  var luminances = /* @__PURE__ */ new WeakMap();
  function luminance(colour) {
    const found = luminances.get(colour);
    if (found !== void 0) return found;
    const value = 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
    luminances.set(colour, value);
    return value;
  }
  function linear(channel) {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }

  // web/page/src/visibility/colour.ts
  var LEAST_CONTRAST = 1.1;
  function isUnreadable(at) {
    const behind = background(at);
    if (behind === void 0) return false;
    if (standsOut(property(at.style, "-webkit-text-fill-color"), behind.colour)) return false;
    return !isDrawnOtherwise(at.el) && !liesOnSomethingElse(at.el, behind.owner);
  }
  var lastWritten = "";
  var lastBehind;
  var lastVerdict = false;
  function standsOut(written3, behind) {
    if (written3 !== lastWritten || behind !== lastBehind) {
      const text = parseColour(written3);
      lastVerdict = text === void 0 || contrast(over(text, behind), behind) >= LEAST_CONTRAST;
      lastWritten = written3;
      lastBehind = behind;
    }
    return lastVerdict;
  }
  var CLEAR = "rgba(0, 0, 0, 0)";
  function background(at) {
    if (at.background === UNASKED) at.background = findBackground(at);
    return at.background;
  }
  function findBackground({ el, above: above2, style: style2 }) {
    if (property(style2, "background-image") !== "none") return void 0;
    const written3 = property(style2, "background-color");
    const own2 = written3 === CLEAR ? void 0 : parseColour(written3);
    if (own2 === void 0 && written3 !== CLEAR) return void 0;
    if (own2 !== void 0 && own2.alpha >= 1) return { colour: own2, owner: el };
    const behind = above2 === void 0 ? { colour: bareColour(document), owner: null } : background(above2);
    if (behind === void 0 || own2 === void 0 || own2.alpha === 0) return behind;
    return { colour: over(own2, behind.colour), owner: el };
  }
  var bareColour = remember((page) => {
    const root = documentElement(page);
    const scheme = root === null ? "" : style(root, "color-scheme");
    const dark = /\bdark\b/.test(scheme) && (!/\blight\b/.test(scheme) || mediaQuery("(prefers-color-scheme: dark)"));
    const shade = dark ? 18 : 255;
    return { red: shade, green: shade, blue: shade, alpha: 1 };
  });
  function isDrawnOtherwise(el) {
    return style(el, "text-shadow") !== "none" || Number.parseFloat(style(el, "-webkit-text-stroke-width")) > 0 || style(el, "mix-blend-mode") !== "normal";
  }
  var MOST_SEARCHED2 = 300;
  function liesOnSomethingElse(el, owner2) {
    const box = contentRect(el);
    const search = { left: MOST_SEARCHED2 };
    for (let at = el; at !== null; at = parent(at)) {
      if (hasPaintedPseudo(at)) return true;
      if (at === owner2) return false;
      const above2 = parent(at);
      if (above2 === null) return false;
      for (const beside of childElements(above2))
        if (beside !== at && isPaintedBelow(beside, box, search)) return true;
    }
    return false;
  }
  function isPaintedBelow(el, box, search) {
    search.left -= 1;
    if (search.left < 0 || !checkVisibility(el, { visibilityProperty: true, opacityProperty: true })) return false;
    if (isPainted(el) && overlaps(rect(el), box)) return true;
    return childElements(el).some((child) => isPaintedBelow(child, box, search));
  }
  var overlaps = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  var PICTURES = /* @__PURE__ */ new Set(["canvas", "embed", "iframe", "image", "img", "object", "svg", "video"]);
  function isPainted(el) {
    if (PICTURES.has(tag(el))) return true;
    if (style(el, "background-image") !== "none") return true;
    const colour = parseColour(style(el, "background-color"));
    return colour === void 0 || colour.alpha > 0.05;
  }
  function hasPaintedPseudo(el) {
    return ["::before", "::after"].some((pseudo) => {
      const content = pseudoStyle(el, pseudo, "content");
      if (content === "none" || content === "normal") return false;
      if (pseudoStyle(el, pseudo, "background-image") !== "none") return true;
      const colour = parseColour(pseudoStyle(el, pseudo, "background-color"));
      return colour === void 0 || colour.alpha > 0.05;
    });
  }

  // web/page/src/visibility/place.ts
  var misplaced = remember((el) => {
    const own2 = rect(el);
    const box = own2.width > 0 && own2.height > 0 ? own2 : contentRect(el);
    if (own2.width === 0 || own2.height === 0) {
      const replaced = own2.width > 0 || own2.height > 0 ? own2 : box;
      if (box.width < 1 && replaced.width < 1) return "zeroSize";
      if (box.height < 1 && replaced.height < 1) return "zeroSize";
    }
    return isBeyondScrolling(el, box) ? "offScreen" : void 0;
  });
  function isBeyondScrolling(el, box) {
    const rightToLeft = pageIsRightToLeft(document);
    const beyondSide = rightToLeft ? box.left >= viewportWidth() : box.right <= 0;
    if (!beyondSide && box.bottom > 0) return false;
    const { x, y } = scrolled(el);
    if (box.bottom + y <= 0) return true;
    return rightToLeft ? box.left + x >= viewportWidth() : box.right + x <= 0;
  }
  var pageIsRightToLeft = remember((page) => {
    const root = documentElement(page);
    return root !== null && style(root, "direction") === "rtl";
  });
  function scrolled(el) {
    let x = 0;
    let y = 0;
    for (let at = el; at !== null; at = parent(at)) {
      if (style(at, "position") === "fixed") return { x, y };
      const above2 = parent(at);
      if (above2 === null || is(above2, "html") || is(above2, "body")) continue;
      x += scrollLeft(above2);
      y += scrollTop(above2);
    }
    const page = scrollingElement(document);
    return page === null ? { x, y } : { x: x + scrollX(), y: y + scrollY() };
  }

  // web/page/src/visibility.ts
  var isSubtreeHidden = (el) => look2(el).hidden !== void 0;
  var isElementHidden = (el) => elementHidden(el) !== void 0;
  var isHidden = (el) => hiddenReason(el) !== void 0;
  function hiddenReason(el) {
    const at = look2(el);
    if (at.hidden !== void 0) return at.hidden;
    if (at.textHidden === UNASKED) at.textHidden = hidesText(at);
    return at.textHidden;
  }
  function hidesText(at) {
    if (isInvisible(at)) return "invisible";
    if (isContentHidden(at)) return "notRendered";
    const html = isHtml(at.el);
    if (html && isTiny(at)) return "tinyText";
    const place = placement(at);
    if (place !== void 0) return place;
    if (html && isIndentedAway(at)) return "indented";
    return html && isUnreadable(at) ? "sameColour" : void 0;
  }
  var look2 = remember((el) => {
    const above2 = parent(el);
    const outer = above2 === null ? void 0 : look2(above2);
    if (outer?.hidden !== void 0) return outer;
    const found = newLook(el, outer);
    found.hidden = hidesSubtree(found);
    return found;
  });
  function hidesSubtree(at) {
    const { el } = at;
    if (isNotContent(el)) return "notContent";
    if (hasAttributes(el)) {
      if (isAriaHidden(el)) return "ariaHidden";
      if (isInert(el)) return "inert";
    }
    if (!isRendered2(at)) return "notRendered";
    if (at.opacity < FAINTEST || isFilteredAway(at)) return "transparent";
    return showsNothing(at) ? "clipped" : void 0;
  }
  function elementHidden(el) {
    const at = look2(el);
    return at.hidden ?? (isInvisible(at) ? "invisible" : void 0) ?? misplaced(el);
  }
  var NOT_CONTENT = /* @__PURE__ */ new Set(["head", "noscript", "script", "style", "template", "title"]);
  function isNotContent(el) {
    return NOT_CONTENT.has(tag(el)) && isHtml(el);
  }
  function isAriaHidden(el) {
    return (attr(el, "aria-hidden") ?? "").toLowerCase() === "true";
  }
  function isInert(el) {
    return hasAttr(el, "inert") && isHtml(el);
  }
  function isRendered2({ el, display }) {
    return isPlainlyRendered(el) || checkVisibility(el) || display === "contents" && isInFlatTree(el);
  }
  function isInFlatTree(el) {
    const above2 = parent(el);
    const shadow = above2 === null ? null : shadowRoot(above2);
    return shadow === null || rootOf(el) === shadow;
  }
  function isFilteredAway({ style: style2 }) {
    const filter = property(style2, "filter");
    if (filter === "none" || filter === "") return false;
    const kept = /\bopacity\(([\d.]+)(%?)\)/.exec(filter);
    return kept !== null && Number(kept[1]) / (kept[2] === "%" ? 100 : 1) < FAINTEST;
  }
  var FAINTEST = 0.05;
  function isContentHidden({ style: style2 }) {
    return property(style2, "content-visibility") === "hidden";
  }
  function isInvisible({ el, style: style2 }) {
    return !isPlainlyRendered(el) && property(style2, "visibility") !== "visible";
  }
  function isTiny({ style: style2 }) {
    return Number.parseFloat(property(style2, "font-size")) <= 1;
  }
  function placement(at) {
    if (at.placement !== UNASKED) return at.placement;
    const flows = at.inline && property(at.style, "position") === "static";
    at.placement = flows ? at.above && placement(at.above) : misplaced(at.el);
    return at.placement;
  }
  function isIndentedAway(at) {
    const block2 = blockOf(at);
    if (!isFarIndented(block2)) return false;
    const box = rect(block2.el);
    const text = contentRect(at.el);
    return text.right <= box.left || text.left >= box.right || text.right + scrollX() <= 0;
  }
  function isFarIndented(block2) {
    if (block2.isFarIndented === void 0) {
      const written3 = property(block2.style, "text-indent");
      const indent = Number.parseFloat(written3);
      block2.isFarIndented = written3.endsWith("%") ? Math.abs(indent) >= 100 : indent <= -100 || indent >= 1e3;
    }
    return block2.isFarIndented;
  }
  function blockOf(at) {
    let block2 = at;
    while (block2.inline && block2.above !== void 0) block2 = block2.above;
    return block2;
  }

  // web/page/src/states.ts
  var CHECKABLE = /* @__PURE__ */ new Set([
    "checkbox",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "radio",
    "switch",
    "treeitem"
  ]);
  var SELECTABLE = /* @__PURE__ */ new Set([
    "cell",
    "columnheader",
    "gridcell",
    "option",
    "row",
    "rowheader",
    "tab",
    "treeitem"
  ]);
  function statesOf(el) {
    const role = roleOf(el);
    const states = [];
    if (isChecked(el, role)) states.push("checked");
    if (isSelected(el, role)) states.push("selected");
    const open = isExpanded(el);
    if (open !== void 0) states.push(open ? "expanded" : "collapsed");
    if (says(el, "aria-pressed")) states.push("pressed");
    if (isDisabled2(el)) states.push("disabled");
    if (isReadOnly(el)) states.push("readOnly");
    if (isRequired(el)) states.push("required");
    if (isInvalid(el)) states.push("invalid");
    if (activeElement() === el) states.push("focused");
    if (isOffScreen(el)) states.push("offScreen");
    return states;
  }
  var says = (el, property2) => attr(el, property2) === "true";
  function isChecked(el, role) {
    const type = inputType(el);
    if (type === "checkbox" || type === "radio") return checked(el) && !indeterminate(el);
    return CHECKABLE.has(role) && says(el, "aria-checked");
  }
  function isSelected(el, role) {
    if (is(el, "option")) return optionSelected(el);
    return SELECTABLE.has(role) && says(el, "aria-selected");
  }
  function isExpanded(el) {
    const details = is(el, "details") ? el : isSummaryOfDetails(el) ? parentElement(el) : null;
    if (details !== null) return isOpen(details);
    const written3 = attr(el, "aria-expanded");
    return written3 === "true" ? true : written3 === "false" ? false : opensMenu(el);
  }
  function opensMenu(el) {
    const popup = attr(el, "aria-haspopup");
    if (popup !== "true" && popup !== "menu" || roleOf(el) !== "menuitem") return void 0;
    const next = nextElement(el);
    const menu = query(el, "[role=menu]") ?? (next !== null && attr(next, "role") === "menu" ? next : null);
    return menu === null ? void 0 : !isElementHidden(menu);
  }
  function isDisabled2(el) {
    return isDisabled(el) || isSaidDisabled(el);
  }
  var isSaidDisabled = remember((el) => {
    const above2 = parent(el);
    return says(el, "aria-disabled") || above2 !== null && isSaidDisabled(above2);
  });
  function isReadOnly(el) {
    return (is(el, "input") || is(el, "textarea")) && hasAttr(el, "readonly") || says(el, "aria-readonly");
  }
  var isField2 = (el) => is(el, "input") || is(el, "textarea") || is(el, "select");
  function isRequired(el) {
    return isField2(el) && hasAttr(el, "required") || says(el, "aria-required");
  }
  function isInvalid(el) {
    return isField2(el) && matches(el, ":invalid") || says(el, "aria-invalid");
  }
  function isOffScreen(el) {
    const box = rect(el);
    return box.right <= 0 || box.bottom <= 0 || box.left >= viewportWidth() || box.top >= viewportHeight();
  }

  // web/page/src/autocomplete.ts
  var KNOWN = new Set(
    "on off shipping billing home work mobile fax pager webauthn name honorific-prefix given-name additional-name family-name honorific-suffix nickname username new-password current-password one-time-code organization-title organization street-address address-line1 address-line2 address-line3 address-level1 address-level2 address-level3 address-level4 country country-name postal-code cc-name cc-given-name cc-additional-name cc-family-name cc-number cc-exp cc-exp-month cc-exp-year cc-csc cc-type transaction-currency transaction-amount language bday bday-day bday-month bday-year sex url photo tel tel-country-code tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix tel-extension email impp".split(" ")
  );
  function autocompleteOf(el) {
    const written3 = (attr(el, "autocomplete") ?? "").toLowerCase().split(/\s+/);
    return written3.filter((word) => KNOWN.has(word)).join(" ");
  }

  // web/page/src/observe/tables.ts
  var ROWS_LOOKED_AT = 40;
  var TABLE_ROLES2 = /* @__PURE__ */ new Set(["table", "grid", "treegrid"]);
  var CELL_ROLES = /* @__PURE__ */ new Set(["cell", "gridcell", "columnheader", "rowheader"]);
  var BLOCKS_IN_CELL = "table,p,div,ul,ol,dl,h1,h2,h3,h4,h5,h6,form,article,section,blockquote,center";
  function hasTableRole(role) {
    return role !== null && TABLE_ROLES2.has(role);
  }
  function isCell(el, tag2) {
    if (tag2 === "td" || tag2 === "th") return true;
    const role = attr(el, "role");
    return role !== null && CELL_ROLES.has(role);
  }
  function rowsOf(table, max) {
    const rows2 = [];
    for (const part of childElements(table)) {
      const tag2 = tag(part);
      if (tag2 === "tr") rows2.push(part);
      else if (tag2 === "tbody" || tag2 === "thead" || tag2 === "tfoot") {
        for (let row = firstElementChild(part); row !== null && rows2.length < max; row = nextElement(row))
          if (tag(row) === "tr") rows2.push(row);
      }
      if (rows2.length >= max) break;
    }
    return rows2;
  }
  function isDataTable(table) {
    const role = attr(table, "role");
    if (role === "presentation" || role === "none") return false;
    if (hasTableRole(role)) return true;
    for (const part of childElements(table)) {
      const tag2 = tag(part);
      if (tag2 === "caption" || tag2 === "thead" && firstElementChild(part) !== null) return true;
    }
    const rows2 = rowsOf(table, ROWS_LOOKED_AT);
    let widest = 0;
    let blocks3 = false;
    for (const row of rows2) {
      let cells = 0;
      for (let cell = firstElementChild(row); cell !== null; cell = nextElement(cell)) {
        if (tag(cell) === "th") return true;
        cells += 1;
        if (!blocks3 && firstElementChild(cell) !== null) blocks3 = query(cell, BLOCKS_IN_CELL) !== null;
      }
      widest = Math.max(widest, cells);
    }
    return !blocks3 && widest > 1 && rows2.length > 1;
  }

  // web/page/src/table/parts.ts
  var TABLES2 = /* @__PURE__ */ new Set(["table", "grid", "treegrid"]);
  var CELLS = /* @__PURE__ */ new Set(["cell", "gridcell", "columnheader", "rowheader"]);
  var SILENT3 = /* @__PURE__ */ new Set(["script", "style", "noscript", "template", "input", "select", "textarea", "iframe"]);
  var ROWS_MOST = 2e4;
  function tableAround(el) {
    if (isTable(el)) return el;
    const around4 = above(el, isTable);
    if (around4 !== null) return around4;
    const inside = queryAll(el, "table, [role=table], [role=grid], [role=treegrid]").filter(isTable);
    const outer = inside.filter((one) => !inside.some((other) => other !== one && contains(other, one)));
    return outer.length === 1 ? outer[0] : outer.filter(isData2).length === 1 ? outer.find(isData2) : null;
  }
  function isTable(el) {
    const role = attr(el, "role")?.trim() ?? "";
    if (role !== "") return TABLES2.has(role);
    return is(el, "table");
  }
  var isData2 = (el) => !is(el, "table") || isDataTable(el);
  function rowsOf2(table) {
    const rows2 = [];
    collect(table, "body", rows2);
    const of = (section) => rows2.filter((row) => row.section === section);
    return [...of("head"), ...of("body"), ...of("foot")];
  }
  function collect(from, section, rows2) {
    for (const el of childElements(from)) {
      if (rows2.length >= ROWS_MOST) return;
      if (isTable(el) || isSubtreeHidden(el)) continue;
      if (isRow(el)) rows2.push({ el, section });
      else collect(el, is(el, "thead") ? "head" : is(el, "tfoot") ? "foot" : section, rows2);
    }
  }
  function isRow(el) {
    const role = attr(el, "role")?.trim() ?? "";
    return role === "row" || role === "" && is(el, "tr");
  }
  function cellsOf(row) {
    const cells = [];
    for (const el of childElements(row)) {
      if (isSubtreeHidden(el)) continue;
      if (isCell2(el)) cells.push(el);
      else if (!isTable(el)) cells.push(...cellsOf(el));
    }
    return cells;
  }
  function isCell2(el) {
    const role = attr(el, "role")?.trim() ?? "";
    return CELLS.has(role) || is(el, "td") || is(el, "th");
  }
  function isColumnHeader(cell) {
    const role = attr(cell, "role")?.trim() ?? "";
    if (role !== "") return role === "columnheader";
    return is(cell, "th") && !["row", "rowgroup"].includes(attr(cell, "scope") ?? "");
  }
  function span2(cell, way, most) {
    const written3 = Number.parseInt(attr(cell, `${way}span`) ?? attr(cell, `aria-${way}span`) ?? "1", 10);
    if (written3 === 0 && way === "row") return most;
    return Math.min(Math.max(Number.isNaN(written3) ? 1 : written3, 1), most);
  }
  function captionOf(table) {
    const caption = childElements(table).find((el) => is(el, "caption"));
    if (caption !== void 0) return textOf2(caption);
    const label2 = attr(table, "aria-label")?.trim();
    if (label2) return label2;
    const named2 = attr(table, "aria-labelledby")?.split(/\s+/) ?? [];
    return named2.map((id2) => byId(table, id2)).map((el) => el === null ? "" : textOf2(el)).join(" ").trim();
  }
  function textOf2(el) {
    if (isContentEditable(el)) return "";
    const parts2 = [];
    gather(el, parts2);
    return parts2.join("").replace(/\s+/g, " ").trim();
  }
  function gather(el, parts2) {
    const readable = !isHidden(el);
    for (const node of children(el)) {
      if (isText(node)) {
        if (readable) parts2.push(data(node));
      } else if (isElement(node)) {
        if (isTable(node) || isSubtreeHidden(node)) parts2.push(" ");
        else inner(node, parts2);
      }
    }
  }
  function inner(el, parts2) {
    const tag2 = tag(el);
    if (tag2 === "br") parts2.push(" ");
    else if (tag2 === "img") parts2.push(attr(el, "alt") ?? "");
    else if (!SILENT3.has(tag2) && !(hasAttr(el, "contenteditable") && isContentEditable(el))) {
      const apart = style(el, "display").startsWith("inline") && !is(el, "button") ? "" : " ";
      parts2.push(apart);
      gather(el, parts2);
      parts2.push(apart);
    }
  }

  // web/page/src/beside.ts
  var NAME_MOST = 60;
  var FIELDS = /* @__PURE__ */ new Set(["input", "select", "textarea"]);
  var NOT_BEFORE = /* @__PURE__ */ new Set(["button", "checkbox", "hidden", "image", "radio", "reset", "submit"]);
  var CELLS2 = /* @__PURE__ */ new Set(["td", "dd"]);
  var besideName = remember((el) => {
    if (!FIELDS.has(tag(el)) || NOT_BEFORE.has(inputType(el)) || nameOf(el) !== "") return "";
    const before = wordsBefore2(el);
    if (before !== "") return before;
    const cell = parentElement(el);
    const label2 = cell !== null && CELLS2.has(tag(cell)) ? previousElement(cell) : null;
    return label2 === null || holdsField(label2) || isElementHidden(label2) ? "" : short(textOf2(label2));
  });
  function wordsBefore2(el) {
    for (let at = previousSibling(el); at !== null; at = previousSibling(at)) {
      if (isText(at)) {
        const text2 = collapse(data(at));
        if (text2 === "") continue;
        return text2.endsWith(":") ? short(text2) : "";
      }
      if (!isElement(at)) continue;
      if (is(at, "br")) continue;
      if (holdsField(at) || isElementHidden(at)) return "";
      const text = textOf2(at);
      const isLabel = is(at, "label") && controlOf(at) === null;
      return isLabel || text.endsWith(":") ? short(text) : "";
    }
    return "";
  }
  var holdsField = (el) => FIELDS.has(tag(el)) || tag(el) === "button" || query(el, "input, select, textarea, button, a") !== null;
  var short = (text) => text.length <= NAME_MOST ? text : "";

  // web/page/src/icons.ts
  var DONE_TO = {
    add: "plus",
    cancel: "",
    close: "dismiss",
    delete: "",
    edit: "pencil",
    remove: "minus",
    save: "",
    send: "paperplane",
    trash: "bin trashcan",
    undo: ""
  };
  var ACTIONS = {
    archive: "",
    attach: "attachment paperclip",
    back: "",
    bookmark: "",
    copy: "clipboard duplicate",
    download: "",
    flag: "",
    forward: "",
    heart: "",
    like: "thumbsup",
    mute: "",
    next: "",
    pause: "",
    pin: "",
    play: "",
    previous: "prev",
    print: "printer",
    refresh: "reload",
    reply: "",
    search: "magnifier magnify",
    share: "",
    star: "",
    upload: ""
  };
  var PLACES = {
    calendar: "datepicker",
    cart: "basket",
    filter: "",
    help: "",
    home: "house",
    mail: "envelope email",
    menu: "hamburger kebab",
    more: "ellipsis",
    notifications: "bell notification",
    settings: "gear cog",
    sort: "",
    user: "account profile avatar"
  };
  var named = (list2) => new Map(
    Object.entries(list2).flatMap(
      ([name, others]) => `${name} ${others}`.trim().split(" ").map((word) => [word, name])
    )
  );
  var ACTION = [named(DONE_TO), named(ACTIONS)];
  var ICON = [...ACTION, named(PLACES)];
  var INSIDE_MOST = 6;
  var iconName = remember((el) => {
    if (isContentEditable(el) || FIELDS2.has(tag(el)) || nameOf(el) !== "" || textOf2(el) !== "") return "";
    const own2 = wordIn(el, ICON);
    if (own2 !== "") return own2;
    for (const inner2 of queryAll(el, "*").slice(0, INSIDE_MOST)) {
      const word = wordIn(inner2, ICON);
      if (word !== "") return word;
    }
    return "";
  });
  var FIELDS2 = /* @__PURE__ */ new Set(["input", "textarea", "select", "option"]);
  function isOwnAction(el) {
    if (!hasAttr(el, "class") && !hasAttr(el, "id")) return false;
    const word = wordIn(el, ACTION);
    if (word === "" || FIELDS2.has(tag(el))) return false;
    const text = textOf2(el).toLowerCase();
    return text === "" ? childElementCount(el) <= 1 || isSvg(el) : text === word;
  }
  function wordIn(el, lists) {
    for (const text of writtenOf(el)) {
      const parts2 = text.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z]+/);
      for (const list2 of lists) {
        const known4 = parts2.find((part) => list2.has(part));
        if (known4 !== void 0) return list2.get(known4);
      }
    }
    return "";
  }
  function writtenOf(el) {
    const written3 = [attr(el, "data-icon"), attr(el, "id"), attr(el, "class")];
    if (is(el, "img")) written3.push(fileOf(attr(el, "src")).replace(/\.\w+$/, ""));
    if (tag(el) === "use") written3.push(fileOf(attr(el, "href") ?? attr(el, "xlink:href")));
    return written3.filter((text) => text !== null);
  }
  function fileOf(address) {
    if (address === null || address.startsWith("data:")) return "";
    return address.replace(/[?].*$/s, "").split(/[/#]/).pop() ?? "";
  }

  // web/page/src/observe/actionable.ts
  var WIDGET_ROLES = new Set(
    "button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option textbox searchbox combobox listbox slider spinbutton treeitem gridcell scrollbar".split(" ")
  );
  var GROUP_ROLES = /* @__PURE__ */ new Set(["listbox", "combobox", "gridcell", "treeitem"]);
  var PLAIN = /* @__PURE__ */ new Set([
    "div",
    "span",
    "li",
    "td",
    "tr",
    "section",
    "article",
    "p",
    "label",
    "figure",
    "h2",
    "h3",
    "h4"
  ]);
  var PICTURES2 = /* @__PURE__ */ new Set(["i", "img", "svg"]);
  function isActionable(el, tag2, inPointer) {
    switch (tag2) {
      case "a":
        if (hasAttr(el, "href")) return "yes";
        break;
      case "button":
      case "summary":
      case "select":
      case "textarea":
        return "yes";
      case "input":
        return inputType(el) === "hidden" ? "no" : "yes";
      case "area":
        return hasAttr(el, "href") ? "yes" : "no";
    }
    if (!hasAttributes(el) && tag2 !== "div" && tag2 !== "span" && tag2 !== "li") return "no";
    const role = attr(el, "role");
    if (role !== null) {
      const first = role.trim().split(/\s+/, 1)[0];
      if (WIDGET_ROLES.has(first)) return GROUP_ROLES.has(first) ? "group" : "yes";
      const index = attr(el, "tabindex");
      if (index !== null && Number(index) >= 0) return "group";
    }
    const editable = attr(el, "contenteditable");
    if (editable !== null && editable !== "false" && isContentEditable(el)) return "yes";
    if (hasAttr(el, "onclick")) return "pointer";
    if (inPointer) return isOwnAction(el) ? "yes" : "no";
    if (PICTURES2.has(tag2)) return isClickablePicture(el) ? "pointer" : "no";
    if (tag2 === "a" && isScripted(el)) return "pointer";
    if (!(PLAIN.has(tag2) || tag2 === "a" || tag2.includes("-"))) return "no";
    return style(el, "cursor") === "pointer" && !labelsSomething(el, tag2) ? "pointer" : "no";
  }
  function isScripted(el) {
    const called = attr(el, "title") ?? attr(el, "aria-label") ?? "";
    if (called.trim() === "" || hasAttr(el, "name") || attr(el, "aria-disabled") === "true") return false;
    const cursor = style(el, "cursor");
    return cursor !== "default" && cursor !== "not-allowed";
  }
  function isClickablePicture(el) {
    return style(el, "cursor") === "pointer" && (nameOf(el) !== "" || iconName(el) !== "");
  }
  function labelsSomething(el, tag2) {
    const control = tag2 === "label" ? controlOf(el) : null;
    return control !== null && (isBox(control) || !isElementHidden(control));
  }
  function drawnControl(label2) {
    const control = controlOf(label2);
    return control !== null && isBox(control) && isElementHidden(control) ? control : void 0;
  }
  function isOffered(control) {
    if (!isElementHidden(control)) return true;
    return isBox(control) && labels(control).some((label2) => !isElementHidden(label2));
  }
  function isBox(control) {
    const type = inputType(control);
    return type === "checkbox" || type === "radio" || type === "file";
  }

  // web/page/src/observe/lines.ts
  var UNSEEN = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;
  var MAYBE_UNSEEN = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uDB40]/;
  function seen(text) {
    return MAYBE_UNSEEN.test(text) ? text.replace(UNSEEN, "") : text;
  }
  var UNEVEN2 = /[^\S ]| {2}/;
  function even(text) {
    return (UNEVEN2.test(text) ? text.replace(/\s+/g, " ") : text).trim();
  }
  function collapse2(text) {
    return even(seen(text));
  }
  function cut(text, max) {
    if (text.length <= max) return text;
    let end = Math.max(0, max - 1);
    if (end > 0 && (text.charCodeAt(end - 1) & 64512) === 55296) end--;
    return text.slice(0, end).trimEnd() + "…";
  }

  // web/page/src/observe/fields.ts
  var FORMS_MOST = 20;
  var FIELDS_MOST = 150;
  var LABEL_MOST = 120;
  var OPTIONS_MOST = 300;
  var OPTION_MOST = 60;
  var NOT_ASKED = /* @__PURE__ */ new Set(["hidden", "submit", "button", "reset", "image"]);
  var NOT_ENTERED = /* @__PURE__ */ new Set([...NOT_ASKED, "checkbox", "radio", "color", "range"]);
  var PAYMENT = /card.?(?:number|no\b|num)|credit.?card|debit.?card|\bcc.?(?:num|number|exp|csc|cvc|cvv)|\bcv[cv]2?\b|security.?code|\biban\b|\bbic\b|account.?number|routing.?number|sort.?code|expir(?:y|ation).?(?:date|month|year)/i;
  function isPaymentField(el) {
    const autocomplete = attr(el, "autocomplete");
    if (autocomplete !== null && /(?:^|\s)cc-/.test(autocomplete)) return true;
    const written3 = `${attr(el, "name") ?? ""} ${attr(el, "id") ?? ""} ${nameOf(el) || besideName(el)}`;
    return PAYMENT.test(written3.replace(/[_-]/g, " "));
  }
  function withheld(found) {
    const count3 = { passwordFields: 0, paymentFields: 0, inputValues: 0 };
    for (const { el, tag: tag2 } of found) {
      if (tag2 !== "input" && tag2 !== "textarea" && tag2 !== "select" || isElementHidden(el)) continue;
      const type = inputType(el);
      if (type === "password") count3.passwordFields += 1;
      else if (isPaymentField(el)) count3.paymentFields += 1;
      else if (!NOT_ENTERED.has(type) && isFilled(el)) count3.inputValues += 1;
    }
    return count3;
  }
  function readForms(page, addresses) {
    const forms = [];
    let omittedForms = 0;
    let omittedFields = 0;
    let options2 = OPTIONS_MOST;
    for (const el of page.forms) {
      const controls2 = controls(el);
      const asked = controls2.filter((control) => isAsked(control));
      if (asked.length === 0) continue;
      if (forms.length === FORMS_MOST) {
        omittedForms += 1;
        continue;
      }
      omittedFields += Math.max(0, asked.length - FIELDS_MOST);
      const fields = asked.slice(0, FIELDS_MOST).map((control) => {
        const field = readField(control, options2);
        options2 -= field.options?.length ?? 0;
        return field;
      });
      const form2 = { handle: mint(el), label: labelOf(page, el, controls2), fields };
      const action = otherPlace(el, addresses);
      if (action !== void 0) form2.action = action;
      form2.method = formMethod(el);
      forms.push(form2);
    }
    return { forms, omittedForms, omittedFields };
  }
  function isAsked(control) {
    const tag2 = tag(control);
    if (tag2 === "input") return !NOT_ASKED.has(inputType(control)) && isOffered(control);
    return (tag2 === "select" || tag2 === "textarea") && !isElementHidden(control);
  }
  function readField(el, optionsLeft) {
    const tag2 = tag(el);
    const field = {
      handle: mint(el),
      type: tag2 === "input" ? inputType(el) : tag2,
      label: cut(nameOf(el) || besideName(el), LABEL_MOST),
      required: isRequired(el)
    };
    const autocomplete = autocompleteOf(el);
    if (autocomplete !== "") field.autocomplete = autocomplete;
    const options2 = tag2 === "select" && !isPaymentField(el) ? optionsOf(el) : [];
    if (options2.length > 0 && options2.length <= optionsLeft) field.options = options2;
    return field;
  }
  function optionsOf(list2) {
    const labels2 = options(list2).filter((option) => !isDisabled(option)).map((option) => optionLabel(option));
    return labels2.map((label2) => cut(label2.replace(/\s+/g, " ").trim(), OPTION_MOST)).filter((label2) => label2 !== "");
  }
  function labelOf(page, form2, controls2) {
    const name = nameOf(form2);
    if (name !== "") return cut(name, LABEL_MOST);
    const title2 = query(form2, "legend,h1,h2,h3,h4,h5,h6");
    const line = title2 === null ? void 0 : page.lines.find(({ el }) => contains(title2, el));
    if (line !== void 0) return cut(line.body, LABEL_MOST);
    const submit = controls2.find((control) => isSubmit2(control) && !isElementHidden(control));
    return submit === void 0 ? "" : cut(nameOf(submit), LABEL_MOST);
  }
  function isSubmit2(control) {
    const type = inputType(control) || buttonType(control);
    return type === "submit" || type === "image";
  }
  function otherPlace(form2, addresses) {
    if (!hasAttr(form2, "action")) return void 0;
    const action = formAction(form2);
    const place = (url) => url.replace(/[?#].*$/s, "");
    return place(action) === place(documentUrl(document)) ? void 0 : addresses.show(action);
  }

  // web/page/src/field.ts
  var TEXT_MOST2 = 300;
  var CLIMB_MOST2 = 8;
  function fieldFacts(el) {
    const { form: form2, button } = surroundings(el);
    const fields = queryAll(form2, "input, select, textarea");
    return {
      inputType: typeOf(el),
      autocomplete: autocompleteOf(el),
      label: (nameOf(el) || besideName(el)).slice(0, TEXT_MOST2),
      name: written(el, "name"),
      id: written(el, "id"),
      placeholder: written(el, "placeholder") || written(el, "aria-placeholder"),
      multiLine: controlOf2(el).multiline,
      form: {
        hasPasswordField: fields.some((field) => inputType(field) === "password"),
        hasPaymentField: fields.some(isPaymentField),
        urlPath: location.pathname.slice(0, TEXT_MOST2),
        submitLabel: button === null ? "" : nameOf(button).slice(0, TEXT_MOST2)
      }
    };
  }
  function typeOf(el) {
    if (is(el, "select") || is(el, "textarea")) return tag(el);
    if (is(el, "input")) return inputType(el);
    return isContentEditable(el) ? "contenteditable" : "text";
  }
  function surroundings(el) {
    const form2 = form(el) ?? above(el, (at2) => is(at2, "form"));
    if (form2 !== null) return { form: form2, button: defaultButton(form2) };
    let at = parent(el);
    let last = at ?? el;
    for (let step = 0; step < CLIMB_MOST2 && at !== null && !is(at, "body"); step += 1) {
      const buttons = queryAll(at, "button, input, [role=button]");
      const button = buttons.find((one) => one !== el && isButton(one));
      if (button !== void 0) return { form: at, button };
      last = at;
      at = parent(at);
    }
    return { form: at ?? last, button: null };
  }
  function isButton(el) {
    return isSubmit(el) || is(el, "button") || inputType(el) === "button" || attr(el, "role") === "button";
  }
  var written = (el, name) => (attr(el, name) ?? "").slice(0, TEXT_MOST2);

  // web/page/src/target.ts
  var NAME_MOST2 = 1e3;
  var LABEL_MOST2 = 60;
  function target(el, act) {
    const control = controlOf2(el);
    const facts = targetFacts(el, act);
    return isField(control) ? { facts, field: fieldFacts(el), control } : { facts, control };
  }
  function targetFacts(el, act) {
    const facts = { role: roleOf(el), accessibleName: bounded(nameOf(el) || label(el) || iconName(el)) };
    const effect = effectOf(el);
    if (effect === null) return facts;
    const href3 = href(effect);
    if (href3 !== void 0) {
      facts.href = href3;
      const download = attr(effect, "download");
      if (download !== null) facts.download = download;
      return withWindow(facts, attr(effect, "target") || baseTarget());
    }
    const form2 = form(effect);
    if (isSubmit(effect) && form2 !== null) {
      facts.form = formFacts(form2, effect);
      return withWindow(facts, formTarget2(form2, effect) || baseTarget());
    }
    const sent = act === "key" ? sentByEnter(effect) : null;
    if (sent !== null) {
      facts.form = formFacts(sent.form, sent.button);
      return withWindow(facts, formTarget2(sent.form, sent.button) || baseTarget());
    }
    return facts;
  }
  function equalFacts(a, b) {
    const { form: form2, ...plain3 } = a;
    const { form: otherForm, ...otherPlain } = b;
    return equalMembers(plain3, otherPlain) && sameDestination(a, b) && equalMembers(form2 ?? {}, otherForm ?? {});
  }
  function sameDestination({ form: a }, { form: b }) {
    return a?.action === b?.action && a?.method === b?.method && a?.enctype === b?.enctype;
  }
  function equalMembers(a, b) {
    const listed3 = (value) => JSON.stringify(Object.entries(value).sort(([x], [y]) => x < y ? -1 : 1));
    return listed3(a) === listed3(b);
  }
  function label(el) {
    const words3 = isCalledByWords(el) ? textOf2(el) : "";
    return words3.length <= LABEL_MOST2 ? words3 : "";
  }
  function bounded(name) {
    return name.length <= NAME_MOST2 ? name : `${name.slice(0, NAME_MOST2)}… ${sha256(name)}`;
  }
  function withWindow(facts, window2) {
    return window2 === "" ? facts : { ...facts, target: window2 };
  }
  function baseTarget() {
    const base = query(document, "base[target]");
    return base === null ? "" : attr(base, "target") ?? "";
  }

  // web/page/src/guard.ts
  var POINTER = ["pointerdown", "pointerup", "mousedown", "mouseup", "click", "dblclick"];
  var KEYS = ["keydown", "keypress", "keyup", "beforeinput"];
  var NEVER = [
    ...["auxclick", "contextmenu", "touchstart", "touchmove", "touchend", "touchcancel", "wheel"],
    ...["paste", "cut", "copy", "drop", "dragstart"]
  ];
  var ACTING = /* @__PURE__ */ new Set(["pointerdown", "mousedown", "pointerup", "mouseup", "click"]);
  var TEXT_INPUT = /^(insertText|insertLineBreak|insertParagraph|delete)/;
  var WITH_KEYS = /* @__PURE__ */ new Set(["type", "select", "key"]);
  var PRESSES = { click: 1, double: 2, type: 3, select: 2, key: 0 };
  var mode = "drop";
  var probe = `laika-${[...randomBytes(new Uint8Array(16))].join("-")}`;
  var probed = false;
  function setMode(to) {
    mode = to;
  }
  function standGuard() {
    stand();
    watch(document, { childList: true }, () => {
      if (!stands()) withdraw();
      stand();
    });
  }
  function stand() {
    const options2 = { capture: true, passive: false };
    for (const type of [...POINTER, ...KEYS, ...NEVER, "submit"]) listen(window, type, meet, options2);
    listen(window, "beforeinput", meetLast, { capture: false, passive: false });
    listen(window, probe, answer, options2);
  }
  function stands() {
    probed = false;
    dispatch(window, new Event(probe));
    return probed;
  }
  function answer() {
    probed = true;
  }
  function meet(event) {
    if (mode === "open" || !isTrusted(event)) return;
    forget();
    const type = eventType(event);
    const act = announced();
    if (type === "submit") {
      meetSubmit(event, act);
      return;
    }
    const why = act === void 0 ? "nothing was announced" : objection(event, type, act);
    if (why === void 0) recordDelivered(type);
    else if (mode === "drop" || act !== void 0 && isOurs(event, type, act)) stop2(event, type, why);
    else reportTakeover(type);
  }
  function meetLast(event) {
    const act = announced();
    if (mode === "open" || act === void 0 || !isTrusted(event) || !WITH_KEYS.has(act.act)) return;
    forget();
    checkReplacement();
    const why = generation() !== act.generation || resolveWhileTyping(act.handle) !== act.element ? "target changed" : void 0;
    if (why !== void 0) stop2(event, "beforeinput", why);
  }
  function stop2(event, type, why) {
    preventDefault(event);
    stopImmediately(event);
    recordDropped(type, why);
  }
  function objection(event, type, act) {
    if (NEVER.includes(type)) return "input of this kind is never made";
    if (hasExpired()) return "the announcement expired";
    const hit = eventPath(event)[0];
    if (!(hit instanceof Element)) return "another element is there";
    return KEYS.includes(type) ? keyObjection(event, type, act, hit) : pointerObjection(event, type, act, hit);
  }
  function pointerObjection(event, type, act, hit) {
    if (eventButton(event) > 0) return "input of this kind is never made";
    if (!means(hit, act.element)) {
      if (type === "click" && act.enter && sentByEnter(act.element)?.button === hit) return targetChanged(act);
      return "another element is there";
    }
    if (type === "pointerdown") act.pressed = false;
    if (type === "pointerdown" && act.presses >= PRESSES[act.act]) return "the act was done already";
    if (type !== "pointerdown" && !act.pressed && act.act !== "key") return "its press was stopped";
    const why = ACTING.has(type) ? targetChanged(act) : void 0;
    if (type === "pointerdown" && why === void 0) {
      act.presses += 1;
      act.pressed = true;
    }
    return why;
  }
  function keyObjection(event, type, act, hit) {
    if (!WITH_KEYS.has(act.act)) return "keys were not announced";
    if (!hasFocus(act.element) || !(means(hit, act.element) || isEditedIn(hit, act.element))) {
      return "another element has the focus";
    }
    if (generation() !== act.generation) return "the page changed";
    if (resolveWhileTyping(act.handle) !== act.element || isDisabled2(act.element)) return "target changed";
    if (type === "beforeinput") {
      return TEXT_INPUT.test(inputTypeOfEvent(event)) ? void 0 : "input of this kind is never made";
    }
    if (type === "keyup" || eventKey(event) !== "Enter") return void 0;
    if (act.act !== "key" && !controlOf2(act.element).multiline) return "Enter was not announced";
    const why = targetChanged(act);
    act.enter ||= why === void 0 && act.act === "key";
    return why;
  }
  function hasFocus(el) {
    const active = activeElement();
    return active !== null && (means(active, el) || isEditedIn(active, el));
  }
  function isEditedIn(host2, el) {
    return isContentEditable(el) && isContentEditable(host2) && holds(host2, el);
  }
  function targetChanged(act) {
    checkReplacement();
    if (generation() !== act.generation) return "the page changed";
    if (resolve(act.handle) !== act.element || isDisabled2(act.element)) return "target changed";
    return equalFacts(targetFacts(act.element, act.act), act.facts) ? void 0 : "target changed";
  }
  function meetSubmit(event, act) {
    if (act?.facts.form === void 0 || hasExpired()) return;
    const form2 = eventTarget(event);
    const submitter2 = submitter(event);
    if (submitter2 !== null && !means(submitter2, act.element) && !act.enter) return;
    if (form2 instanceof Element && sameDestination(targetFacts(act.element, act.act), act.facts)) {
      recordDelivered("submit");
    } else {
      stop2(event, "submit", "target changed");
    }
  }
  function isOurs(event, type, act) {
    if (!POINTER.includes(type) || hasExpired()) return false;
    const mouse = event;
    return Math.abs(eventX(mouse) - act.point.x) <= 1 && Math.abs(eventY(mouse) - act.point.y) <= 1;
  }

  // web/page/src/point.ts
  var SPOTS = [
    ...[[0.5, 0.5], [0.3, 0.5], [0.7, 0.5], [0.5, 0.3], [0.5, 0.7], [0.2, 0.2], [0.8, 0.8], [0.2, 0.8]],
    ...[[0.8, 0.2], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9], [0.05, 0.05], [0.95, 0.95]]
  ];
  var BOXES_MOST = 8;
  var INNER_MOST2 = 40;
  function clickPoint(el, lands = means) {
    for (const box of shownBoxes(el)) {
      for (const [across, down] of SPOTS) {
        const point = { x: round(box.x + box.width * across), y: round(box.y + box.height * down) };
        if (hits(el, point, lands)) return point;
      }
    }
    return void 0;
  }
  function hits(el, { x, y }, lands = means) {
    const hit = elementFromPoint(x, y);
    return hit !== null && lands(hit, el);
  }
  function isShown(el) {
    return clickable(el).length > 0;
  }
  function shownBoxes(el) {
    const [width, height] = [viewportWidth(), viewportHeight()];
    const found = [];
    for (const { left: left2, top, right, bottom } of clickable(el).slice(0, BOXES_MOST)) {
      const box = { x: Math.max(left2, 0), y: Math.max(top, 0), width: 0, height: 0 };
      box.width = Math.min(right, width) - box.x;
      box.height = Math.min(bottom, height) - box.y;
      if (box.width >= 1 && box.height >= 1) found.push(box);
    }
    return found;
  }
  function clickable(el) {
    const found = [];
    for (const part of [el, ...labels(el)]) if (!isElementHidden(part)) found.push(...boxesOf(part));
    return found;
  }
  function boxesOf(el) {
    const own2 = boxes(el).filter(hasArea);
    if (own2.length > 0) return own2;
    return elementsBelow(el).slice(0, INNER_MOST2).flatMap(boxes).filter(hasArea);
  }
  var hasArea = ({ width, height }) => width >= 1 && height >= 1;
  var round = (value) => Math.round(value * 100) / 100;

  // web/page/src/arm.ts
  function arm({ handle: handle2, act, facts, generation: planned }) {
    withdraw();
    stand();
    const el = current2(handle2, planned);
    if (isRefusal(el)) return el;
    const unusable = cannotUse(el, act);
    if (unusable !== void 0) return unusable;
    if (clickPoint(el, landing(el, act)) === void 0) bringIntoView(el);
    if (act === "key" || act === "select") focus(el, { preventScroll: true });
    forget();
    const again = current2(handle2, planned);
    if (isRefusal(again)) return again;
    const point = pointFor(el, act);
    if (isRefusal(point)) return point;
    if (!equalFacts(targetFacts(el, act), facts)) {
      return refuse("PRECONDITION_FAILED", "what the element would do has changed; look at it again", "E_TARGET_CHANGED");
    }
    announce({ handle: handle2, element: el, act, facts, generation: planned, point });
    return armed(el, point);
  }
  function check() {
    const act = announced();
    if (act === void 0) return notArmed();
    if (hasExpired()) return refuse("PRECONDITION_FAILED", "the announcement expired; arm again", "E_EXPIRED");
    if (!stands()) return refuse("PRECONDITION_FAILED", "the page was rewritten; observe it again", "E_GUARD_LOST");
    const typing = act.act === "type" && act.presses > 0;
    const el = current2(act.handle, act.generation, typing ? resolveWhileTyping : resolve);
    if (isRefusal(el)) return el;
    const unusable = cannotUse(el, act.act);
    if (unusable !== void 0) return unusable;
    const point = hits(el, act.point, landing(el, act.act)) || act.presses > 0 ? act.point : pointFor(el, act.act);
    if (isRefusal(point)) return point;
    if (!equalFacts(targetFacts(el, act.act), act.facts)) {
      return refuse("PRECONDITION_FAILED", "what the element would do has changed; look at it again", "E_TARGET_CHANGED");
    }
    if (typing && !hasFocus(el)) return noFocus();
    act.point = point;
    renew();
    return armed(el, point);
  }
  function notArmed() {
    return refuse("PRECONDITION_FAILED", "no act was announced; arm an element first", "E_NOT_ARMED");
  }
  function current2(handle2, planned, by = resolve) {
    checkReplacement();
    if (generation() !== planned) return refuse("STALE_HANDLE", STALE, "E_PAGE_CHANGED");
    return by(handle2);
  }
  function cannotUse(el, act) {
    const disabled = isDisabled2(el) || isInert2(el) || act === "type" && isReadOnly(el);
    if (disabled) return refuse("PRECONDITION_FAILED", "the element cannot be used now", "E_DISABLED");
    if (inputType(el) === "file" || fileOfLabel(el)) {
      return refuse("PRECONDITION_FAILED", "only the person chooses files; ask for it", "E_FILE_FIELD");
    }
    return void 0;
  }
  function fileOfLabel(el) {
    const control = controlOf(el);
    return control !== null && inputType(control) === "file";
  }
  function isInert2(el) {
    return hasInert(el) || above(el, hasInert) !== null;
  }
  function bringIntoView(el) {
    const shown3 = isShown(el) ? el : labels(el)[0] ?? el;
    scrollIntoView(shown3, { behavior: "instant", block: "center", inline: "center" });
    forget();
  }
  function landing(el, act) {
    return act === "select" && is(el, "select") ? (hit) => holds(el, hit) : means;
  }
  function pointFor(el, act) {
    if (!isShown(el)) return refuse("PRECONDITION_FAILED", "the element cannot be seen", "E_NOT_VISIBLE");
    const point = clickPoint(el, landing(el, act));
    if (point === void 0) {
      return refuse("PRECONDITION_FAILED", "something lies on top of the element", "E_COVERED");
    }
    return (act === "key" || act === "select") && !hasFocus(el) ? noFocus() : point;
  }
  function noFocus() {
    return refuse("PRECONDITION_FAILED", "the element does not have the focus", "E_NO_FOCUS");
  }
  function armed(el, point) {
    const { x, y, width, height } = rect(el);
    const control = controlOf2(el);
    const answer3 = { point, box: { x, y, width, height }, control, framesNear: framesAt({ x, y, width, height }) };
    return control.kind === "checkbox" || control.kind === "radio" ? { ...answer3, checked: isChecked2(el) } : answer3;
  }
  function isChecked2(el) {
    return is(el, "input") ? checked(el) : attr(el, "aria-checked") === "true";
  }
  function framesAt(box) {
    const touches2 = (el) => {
      const other = rect(el);
      return other.left < box.x + box.width && other.right > box.x && other.top < box.y + box.height && other.bottom > box.y;
    };
    return openRoots().flatMap((root) => queryAll(root, "iframe, frame, object, embed")).filter(touches2).length;
  }

  // web/page/src/choose.ts
  function choose(value) {
    const list2 = announcedList();
    if (isRefusal(list2)) return list2;
    const option = optionFor(list2, value);
    if (isRefusal(option)) return option;
    setSelectedIndex(list2, optionIndex(option));
    dispatch(list2, new Event("input", { bubbles: true, composed: true }));
    dispatch(list2, new Event("change", { bubbles: true }));
    return { chosen: optionSelected(option) };
  }
  function showsChoice(el, value) {
    if (is(el, "select")) {
      const option = optionFor(el, value);
      return !isRefusal(option) && optionSelected(option);
    }
    const wanted = plain(value);
    const marked2 = queryAll(el, "[aria-selected=true], [aria-checked=true]");
    const controlled = attr(el, "aria-controls") ?? attr(el, "aria-owns");
    const popup = controlled === null ? null : byId(el, controlled);
    if (popup !== null) marked2.push(...queryAll(popup, "[aria-selected=true], [aria-checked=true]"));
    const shown3 = [fieldValue(el), ...queryAll(el, "input").map(fieldValue), ...marked2.map(nameOf)];
    if (shown3.some((text) => plain(text) === wanted)) return true;
    return !is(el, "input") && marked2.length === 0 && plain(textContent(el) ?? "").includes(wanted);
  }
  function announcedList() {
    const act = announced();
    if (act === void 0 || act.act !== "select") return notArmed();
    const still = check();
    if (isRefusal(still)) return still;
    if (is(act.element, "select")) return act.element;
    return refuse("UNSUPPORTED", "this list is made by the page; open it and click the entry", "E_CUSTOM_LIST");
  }
  function optionFor(list2, value) {
    const options2 = options(list2);
    const ways = [
      (option) => optionValue(option) === value,
      (option) => words2(optionLabel(option)) === words2(value),
      (option) => plain(optionValue(option)) === plain(value) || plain(optionLabel(option)) === plain(value)
    ];
    for (const way of ways) {
      const found = options2.filter(way);
      const usable = found.filter((option) => !isDisabled(option));
      if (usable.length > 1) {
        return refuse("INVALID_ARGUMENT", "several entries match; name one by its value", "E_AMBIGUOUS");
      }
      if (usable[0] !== void 0) return usable[0];
      if (found.length > 0) return refuse("PRECONDITION_FAILED", "this entry cannot be chosen now", "E_DISABLED");
    }
    return refuse("NOT_FOUND", "no entry of the list has this value or label; read the list again", "E_NO_OPTION");
  }
  var words2 = (text) => text.replace(/\s+/g, " ").trim();
  var plain = (text) => words2(text).toLowerCase();

  // web/page/src/find/words.ts
  var STOP = new Set(
    "a an the to of for in on at by with and or is are this that my me please click press tap".split(" ")
  );
  var ROLE_WORDS = {
    button: "button",
    btn: "button",
    link: "link",
    url: "link",
    field: "textbox searchbox combobox spinbutton",
    input: "textbox searchbox combobox spinbutton",
    textbox: "textbox searchbox combobox",
    textarea: "textbox",
    box: "textbox searchbox combobox checkbox",
    searchbox: "searchbox combobox textbox",
    checkbox: "checkbox switch",
    tickbox: "checkbox switch",
    toggle: "switch checkbox button",
    switch: "switch checkbox",
    radio: "radio",
    option: "option radio menuitem",
    dropdown: "combobox listbox button",
    combobox: "combobox listbox",
    listbox: "listbox combobox",
    tab: "tab",
    menuitem: "menuitem menuitemcheckbox menuitemradio",
    slider: "slider",
    heading: "heading",
    headline: "heading"
  };
  var isFiller = (word) => STOP.has(word);
  function fold(text) {
    return split2(text).join(" ");
  }
  function split2(text) {
    if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  }
  function readQuery(text) {
    const all = split2(text);
    const meant = all.filter((word) => !isFiller(word));
    const words3 = meant.length > 0 ? meant : all;
    const roles = new Set(words3.flatMap((word) => Object.hasOwn(ROLE_WORDS, word) ? ROLE_WORDS[word].split(" ") : []));
    const core = words3.filter((word) => !Object.hasOwn(ROLE_WORDS, word));
    return { text: fold(text), words: words3, core: core.length > 0 ? core : words3, roles };
  }
  function likeness(wanted, found) {
    if (wanted === found) return 1;
    const [short2, long] = wanted.length < found.length ? [wanted, found] : [found, wanted];
    if (short2.length >= 3 && long.startsWith(short2)) return 0.6 + 0.35 * short2.length / long.length;
    if (short2.length >= 4 && Math.abs(long.length - short2.length) <= 1 && isOneOff(short2, long)) return 0.7;
    return 0;
  }
  function isOneOff(short2, long) {
    let at = 0;
    while (at < short2.length && short2[at] === long[at]) at += 1;
    if (short2.length !== long.length) return short2.slice(at) === long.slice(at + 1);
    if (short2.slice(at + 1) === long.slice(at + 1)) return true;
    return short2[at] === long[at + 1] && short2[at + 1] === long[at] && short2.slice(at + 2) === long.slice(at + 2);
  }
  function best(wanted, found) {
    let most = 0;
    for (const word of found) {
      const value = likeness(wanted, word);
      if (value > most) most = value;
      if (most === 1) break;
    }
    return most;
  }

  // web/page/src/find/score.ts
  var HINT_WEIGHT = 0.9;
  var AROUND_WEIGHT = 0.7;
  var AROUND_NAMED_WEIGHT = 0.93;
  var TEXT_WEIGHT = 0.88;
  var WRONG_ROLE = 0.55;
  var WRONG_ROLE_TEXT = 0.8;
  var LATER_WORD = 0.97;
  var IN_NAME = 0.7;
  var ABSENT_WORD = 0.6;
  var Rarity = class {
    counts = /* @__PURE__ */ new Map();
    total = 0;
    add({ name, hints }) {
      this.total += 1;
      for (const word of /* @__PURE__ */ new Set([...name, ...hints])) this.counts.set(word, (this.counts.get(word) ?? 0) + 1);
    }
    of(word) {
      const count3 = this.counts.get(word);
      return count3 === void 0 ? ABSENT_WORD : 1 + Math.log((1 + this.total) / (1 + count3));
    }
  };
  function score(query2, wording, rarity) {
    const { share, inName, leads: leads2 } = coverage(query2.core, wording, rarity);
    if (share === 0) return roleOnly(query2, wording);
    const told = wording.name.reduce((count3, word) => count3 + (isFiller(word) ? 0 : 1), 0);
    const asked = told === 0 ? 0 : Math.min(1, inName / told);
    let value = share * (0.82 + 0.18 * asked) * (leads2 ? 1 : LATER_WORD);
    const name = wording.name.join(" ");
    if (name !== "" && [query2.text, query2.words.join(" "), query2.core.join(" ")].includes(name)) value = 1;
    if (query2.roles.size > 0 && !query2.roles.has(wording.role)) value *= wording.isText ? WRONG_ROLE_TEXT : WRONG_ROLE;
    return wording.isText ? value * TEXT_WEIGHT : value;
  }
  function roleOnly(query2, wording) {
    const onlyRole = query2.roles.size > 0 && query2.core.length === query2.words.length;
    return onlyRole && query2.roles.has(wording.role) ? 0.5 : 0;
  }
  function coverage(core, { name, hints, around: around4, isText: isText2 }, rarity) {
    const own2 = core.map((word) => best(word, name));
    const inName = own2.filter((value) => value >= IN_NAME).length;
    const aroundWeight = inName > 0 && !isText2 ? AROUND_NAMED_WEIGHT : AROUND_WEIGHT;
    let total = 0;
    let met = 0;
    let nearness = 0;
    core.forEach((word, at) => {
      const weight = rarity.of(word);
      const places2 = [
        [own2[at], 1],
        [best(word, hints), HINT_WEIGHT],
        [best(word, around4), aroundWeight]
      ];
      const [value, near] = places2.reduce((a, b) => b[0] * b[1] > a[0] * a[1] ? b : a);
      total += weight;
      met += weight * value;
      nearness += near;
    });
    const share = total === 0 ? 0 : met / total * (nearness / core.length);
    return { share, inName, leads: (own2[0] ?? 0) >= IN_NAME };
  }

  // web/page/src/observe/glance.ts
  var HOW = { opacityProperty: true };
  var ROUNDS_MOST = 6;
  function isGone(el) {
    if (!isPlainlyRendered(el) && !checkVisibility(el, HOW))
      return style(el, "display") !== "contents" || style(el, "opacity") === "0";
    return hasAttributes(el) && (attr(el, "aria-hidden") === "true" || hasAttr(el, "inert"));
  }
  function addUnseen(lines2, unseen) {
    const before = unseen.size;
    for (const line of lines2) for (const holder of line.holders) if (isHidden(holder)) unseen.add(holder);
    return unseen.size > before;
  }
  function readVisible(read3, needed) {
    const unseen = /* @__PURE__ */ new Set();
    let found = read3(unseen);
    for (let round2 = 0; addUnseen(round2 < ROUNDS_MOST ? needed(found) : found.page.lines, unseen); round2 += 1)
      found = read3(unseen);
    return found;
  }

  // web/page/src/observe/tags.ts
  var SILENT4 = 1;
  var OPAQUE = 2;
  var BLOCK = 3;
  var SOFT_BLOCK = 4;
  var HEADING = 5;
  var ITEM = 6;
  var LIST = 7;
  var TABLE = 8;
  var LINK = 9;
  var BREAK = 10;
  var IMAGE = 11;
  var FRAME = 12;
  var PREFORMATTED = 13;
  var LEAD = 14;
  var QUOTE = 15;
  var DETAILS = 16;
  var VECTOR = 17;
  var NOSCRIPT = 18;
  var PHRASE = 19;
  var TRAITS = /* @__PURE__ */ new Map();
  function put(trait, tags) {
    for (const tag2 of tags.split(" ")) TRAITS.set(tag2, trait);
  }
  put(SILENT4, "script style template head link meta title base param source track area datalist rp");
  put(OPAQUE, "input textarea select option optgroup canvas video audio object embed progress meter map");
  put(BLOCK, "p section article main nav header footer aside form fieldset legend address figure hr body html");
  put(BLOCK, "tbody thead tfoot tr td th center dir search hgroup dialog");
  put(SOFT_BLOCK, "div dl");
  put(HEADING, "h1 h2 h3 h4 h5 h6");
  put(ITEM, "li");
  put(LIST, "ul ol menu");
  put(TABLE, "table");
  put(LINK, "a");
  put(BREAK, "br");
  put(IMAGE, "img");
  put(FRAME, "iframe frame");
  put(PREFORMATTED, "pre listing xmp plaintext");
  put(LEAD, "summary figcaption caption dt dd");
  put(QUOTE, "blockquote");
  put(DETAILS, "details");
  put(VECTOR, "svg");
  put(NOSCRIPT, "noscript noframes noembed");
  put(
    PHRASE,
    "b i em strong u s small sub sup code kbd samp var cite q abbr dfn time mark bdi bdo wbr tt font big strike ruby rt rb del ins data"
  );
  function traitOf(tag2) {
    return TRAITS.get(tag2) ?? 0;
  }
  var LEADS = {
    summary: { text: "Summary: ", kind: "summary" },
    figcaption: { text: "Caption: ", kind: "caption" },
    caption: { text: "Caption: ", kind: "caption" },
    dt: { text: "Term: ", kind: "term" },
    dd: { text: "Definition: ", kind: "definition" }
  };

  // web/page/src/observe/walk.ts
  var MAX_DEPTH = 900;
  var MAX_NODES = 4e5;
  var Walker = class {
    constructor(root, complete, unseen) {
      this.complete = complete;
      this.unseen = unseen;
      this.holder = root;
      this.region = newRegion(root, tag(root), null, 0, 0);
      this.regions.push(this.region);
      this.found = {
        lines: this.lines,
        root: this.region,
        regions: this.regions,
        links: [],
        actionable: [],
        forms: [],
        frames: [],
        hiddenNodes: 0,
        editable: 0,
        partial: false
      };
    }
    complete;
    unseen;
    lines = [];
    regions = [];
    found;
    region;
    holder;
    buffer = "";
    start = null;
    linkChars = 0;
    /** Where in the buffer the last link ended, and in which line. */
    linkEnd = -1;
    linkEndLine = -1;
    images = [];
    nodes = 0;
    depth = 0;
    links = 0;
    linked = 0;
    figures = 0;
    /** Block boundaries and line breaks are spaces: in a heading, a cell, a summary. */
    flat = 0;
    softBreaks = 0;
    indent = "";
    listDepth = 0;
    quotes = 0;
    level = 0;
    lead = null;
    code = false;
    acting = false;
    pointer = false;
    holders = [];
    /** The element whose own text was last left out. */
    omitted = null;
    drawnControls = /* @__PURE__ */ new Set();
    inRow = false;
    afterRow = [];
    run(root) {
      this.element(root);
      this.flush();
      this.region.end = this.lines.length;
      this.region.endLink = this.found.links.length;
      return this.found;
    }
    children(el) {
      if (this.depth >= MAX_DEPTH) {
        this.found.partial = true;
        return;
      }
      this.depth += 1;
      const outer = this.holder;
      this.holder = el;
      if (shadowRoot(el) !== null || tag(el) === "slot") {
        for (const child of children(el)) {
          this.holder = parentElement(child) ?? el;
          this.node(child);
        }
      } else for (let child = firstChild(el); child !== null; child = nextSibling(child)) this.node(child);
      this.holder = outer;
      this.depth -= 1;
    }
    node(node) {
      const type = nodeType(node);
      if (type === 3 || type === 4) this.text(node);
      else if (type === 1) {
        this.nodes += 1;
        if (this.nodes > MAX_NODES) this.found.partial = true;
        else this.element(node);
      }
    }
    text(node) {
      const data2 = data(node);
      if (!/\S/.test(data2)) {
        this.buffer += this.code ? data2 : " ";
        return;
      }
      const { holder, holders } = this;
      if (this.unseen.size > 0 && this.unseen.has(holder)) {
        if (this.omitted !== holder) this.found.hiddenNodes += 1;
        this.omitted = holder;
        return;
      }
      if (holders.length === 0 || holders[holders.length - 1] !== holder) holders.push(holder);
      this.buffer += data2;
      this.start ??= node;
      if (this.linked > 0 || this.acting && this.links === 0) this.linkChars += data2.trim().length;
    }
    element(el) {
      const tag2 = tag(el);
      const trait = traitOf(tag2);
      if (trait === SILENT4) return;
      if (trait === NOSCRIPT) {
        if (firstChild(el) !== null) this.found.hiddenNodes += 1;
        return;
      }
      if (trait === BREAK) {
        this.lineBreak();
        return;
      }
      if (isGone(el) || this.unseen.size > 0 && this.unseen.has(el) && firstElementChild(el) === null) {
        this.hidden(el);
        return;
      }
      const acting = this.acting;
      const pointer = this.pointer;
      if (this.complete) this.act(el, tag2, trait);
      if (trait === LINK) this.link(el);
      else this.content(el, tag2, trait);
      this.acting = acting;
      this.pointer = pointer;
    }
    hidden(el) {
      const text = textContent(el);
      if (text !== null && /\S/.test(text)) this.found.hiddenNodes += 1;
    }
    /** Notes what a person can act on; what lies inside it is part of it. */
    act(el, tag2, trait) {
      if (tag2 === "form") this.found.forms.push(el);
      if (this.acting || trait === PHRASE && !(PICTURES2.has(tag2) && hasAttributes(el))) return;
      if (tag2 === "label") this.drawn(el);
      const verdict = isActionable(el, tag2, this.pointer);
      if (verdict === "no") return;
      this.pointer = verdict === "pointer" || this.pointer;
      this.found.actionable.push({ el, tag: tag2, line: this.lines.length });
      this.acting = verdict === "yes";
    }
    drawn(label2) {
      const control = drawnControl(label2);
      if (control === void 0 || this.drawnControls.has(control)) return;
      this.drawnControls.add(control);
      this.found.actionable.push({ el: control, tag: "input", line: this.lines.length, label: label2 });
    }
    content(el, tag2, trait) {
      switch (trait) {
        case OPAQUE:
          this.opaque(el, tag2);
          return;
        case IMAGE:
          this.image(attr(el, "alt"));
          return;
        case VECTOR:
          this.image(vectorTitle(el));
          return;
        case FRAME:
          this.found.frames.push({ el, after: this.lines.length - (this.pending() ? 0 : 1) });
          return;
        case PHRASE:
          if (hasAttr(el, "role")) break;
          this.inline(el);
          return;
      }
      if (hasAttributes(el) && this.byAttribute(el, tag2)) return;
      switch (trait) {
        case HEADING:
          this.heading(el, Number(tag2.slice(1)));
          return;
        case ITEM:
          this.item(el);
          return;
        case LIST:
          this.list(el);
          return;
        case TABLE:
          this.table(el, tag2);
          return;
        case PREFORMATTED:
          this.preformatted(el);
          return;
        case LEAD:
          this.leading(el, tag2);
          return;
        case QUOTE:
          this.quotes += 1;
          this.block(el, tag2);
          this.quotes -= 1;
          return;
        case DETAILS:
          this.details(el);
          return;
        case BLOCK:
          if (tag2 === "figure") {
            this.figures += 1;
            this.block(el, tag2);
            this.figures -= 1;
          } else this.block(el, tag2);
          return;
      }
      this.styled(el, tag2);
    }
    /** What can be edited is not read; what has a role is read as that. */
    byAttribute(el, tag2) {
      const editable = attr(el, "contenteditable");
      if (editable !== null && editable !== "false" && isContentEditable(el)) {
        this.boundary();
        if (/\S/.test(textContent(el) ?? "")) this.found.editable += 1;
        return true;
      }
      const role = attr(el, "role");
      return role !== null && this.byRole(el, tag2, role);
    }
    /** What a role makes of an element, where that differs from its tag. */
    byRole(el, tag2, role) {
      if (role === "heading" && !/^h[1-6]$/.test(tag2)) {
        const level = Number(attr(el, "aria-level") ?? "2");
        this.heading(el, level >= 1 && level <= 6 ? Math.trunc(level) : 2);
      } else if (role === "listitem" && tag2 !== "li") this.item(el);
      else if (role === "list" && tag2 !== "ul" && tag2 !== "ol" && tag2 !== "menu") this.list(el);
      else if (hasTableRole(role) && tag2 !== "table") this.dataTable(el, tag2);
      else if (role === "img" && !/\S/.test(textContent(el) ?? "")) this.image(attr(el, "aria-label"));
      else return false;
      return true;
    }
    styled(el, tag2) {
      const display = style(el, "display");
      if (display === "inline" || display === "contents") this.inline(el);
      else if (display.startsWith("inline") || tag2 !== "div" && isPartOfInlineBox(el)) {
        this.buffer += " ";
        this.inline(el);
        this.buffer += " ";
      } else this.block(el, tag2);
    }
    link(el) {
      const line = this.lines.length;
      if (this.linkEnd === this.buffer.length && this.linkEndLine === line) this.buffer += " ";
      const from = this.buffer.length;
      const anchor = { el, text: "", line, region: this.region };
      this.found.links.push(anchor);
      const away = !(attr(el, "href") ?? "#").startsWith("#");
      if (away) this.linked += 1;
      this.links += 1;
      this.softBreaks += 1;
      if (attr(el, "role") === "heading") this.content(el, "a", LINK);
      else this.styled(el, "a");
      this.softBreaks -= 1;
      this.links -= 1;
      if (away) this.linked -= 1;
      if (this.lines.length === line) anchor.text = collapse2(this.buffer.slice(from));
      else {
        const parts2 = [];
        for (let at = line; at < this.lines.length; at += 1) parts2.push(this.lines[at].body);
        parts2.push(collapse2(this.buffer));
        anchor.text = parts2.join(" ").trim();
      }
      this.linkEnd = this.buffer.length;
      this.linkEndLine = this.lines.length;
    }
    /** Flows with the text around it, unless something in it does not: then it is a region like any other. */
    inline(el) {
      const before = this.lines.length;
      const siblings = this.region.children.length;
      const at = this.regions.length;
      const firstLink = this.linkIndex(el);
      this.children(el);
      if (this.lines.length === before || this.flat > 0) return;
      const outer = this.region;
      const region = {
        el,
        tag: tag(el),
        parent: outer,
        children: outer.children.splice(siblings),
        first: before,
        end: this.lines.length,
        firstLink,
        endLink: this.found.links.length,
        depth: outer.depth + 1
      };
      for (const child of region.children) child.parent = region;
      outer.children.push(region);
      this.regions.splice(at, 0, region);
      for (let index = before; index < this.lines.length; index += 1) {
        const line = this.lines[index];
        if (line.region === outer) line.region = region;
      }
    }
    block(el, tag2) {
      if (this.flat > 0) {
        this.buffer += " ";
        this.children(el);
        this.buffer += " ";
        return;
      }
      this.flush();
      this.enter(el, tag2);
      this.children(el);
      this.leave();
    }
    enter(el, tag2) {
      const parent2 = this.region;
      const region = newRegion(el, tag2, parent2, this.lines.length, this.linkIndex(el));
      parent2.children.push(region);
      this.regions.push(region);
      this.region = region;
    }
    /** Where the links of an element begin; a link that is a region is a link of it. */
    linkIndex(el) {
      const { links } = this.found;
      return links.length > 0 && links[links.length - 1]?.el === el ? links.length - 1 : links.length;
    }
    leave() {
      this.flush();
      const region = this.region;
      region.end = this.lines.length;
      region.endLink = this.found.links.length;
      this.region = region.parent;
    }
    boundary() {
      if (this.flat > 0) this.buffer += " ";
      else this.flush();
    }
    lineBreak() {
      if (this.code) this.buffer += "\n";
      else if (this.softBreaks > 0) this.buffer += " ";
      else this.boundary();
    }
    heading(el, level) {
      if (this.flat > 0) {
        this.block(el, tag(el));
        return;
      }
      this.flush();
      this.enter(el, tag(el));
      this.level = level;
      this.flat += 1;
      this.children(el);
      this.flat -= 1;
      this.leave();
      this.level = 0;
    }
    list(el) {
      this.listDepth += 1;
      this.block(el, tag(el));
      this.listDepth -= 1;
    }
    item(el) {
      if (this.flat > 0) {
        this.block(el, "li");
        return;
      }
      this.flush();
      const { lead, indent } = this;
      const base = "  ".repeat(Math.max(0, this.listDepth - 1));
      this.lead = { text: base + itemMarker(el), kind: "item" };
      this.indent = base + "  ";
      this.softBreaks += 1;
      this.block(el, tag(el));
      this.softBreaks -= 1;
      this.indent = indent;
      this.lead = lead;
    }
    leading(el, tag2) {
      const as = LEADS[tag2];
      if (as === void 0 || this.flat > 0) {
        this.block(el, tag2);
        return;
      }
      this.flush();
      const { lead, indent } = this;
      this.lead = { text: (lead?.text ?? indent) + as.text, kind: as.kind };
      if (tag2 === "dd" || tag2 === "figcaption") this.indent = indent;
      if (tag2 === "summary" || tag2 === "caption") this.flat += 1;
      this.enter(el, tag2);
      this.children(el);
      if (tag2 === "summary" || tag2 === "caption") this.flat -= 1;
      this.leave();
      this.indent = indent;
      const used2 = this.lead === null;
      this.lead = used2 ? null : lead;
    }
    details(el) {
      if (isOpen(el)) {
        this.block(el, "details");
        return;
      }
      this.boundary();
      this.enter(el, "details");
      let closed = false;
      let summarised = false;
      for (const child of childElements(el)) {
        if (!summarised && tag(child) === "summary") {
          summarised = true;
          this.node(child);
        } else closed ||= /\S/.test(textContent(child) ?? "");
      }
      if (!summarised) {
        for (let child = firstElementChild(el); child !== null && !summarised; child = nextElement(child)) {
          if (tag(child) === "summary") {
            summarised = true;
            this.node(child);
          }
        }
      }
      if (closed) this.found.hiddenNodes += 1;
      this.leave();
    }
    preformatted(el) {
      if (this.flat > 0) {
        this.block(el, "pre");
        return;
      }
      this.flush();
      this.enter(el, "pre");
      const flat = this.flat;
      this.code = true;
      this.flat = 1;
      this.children(el);
      this.flat = flat;
      this.leave();
      this.code = false;
    }
    table(el, tag2) {
      if (this.inRow && this.flat > 0) this.afterRow.push(el);
      else if (this.flat === 0 && isDataTable(el)) this.dataTable(el, tag2);
      else this.block(el, tag2);
    }
    dataTable(el, tag2) {
      if (this.flat > 0) {
        this.block(el, tag2);
        return;
      }
      this.flush();
      this.enter(el, tag2);
      this.rows(el);
      this.leave();
    }
    rows(el) {
      if (this.depth >= MAX_DEPTH) {
        this.found.partial = true;
        return;
      }
      this.depth += 1;
      for (const child of children(el)) {
        if (!isElement(child)) {
          this.node(child);
          continue;
        }
        const tag2 = tag(child);
        if (tag2 === "tr" || attr(child, "role") === "row") this.row(child, tag2);
        else if (tag2 === "tbody" || tag2 === "thead" || tag2 === "tfoot" || tag2 !== "caption" && hasRows(child)) {
          if (isGone(child)) this.hidden(child);
          else this.rows(child);
        } else this.node(child);
      }
      this.depth -= 1;
    }
    row(el, tag2) {
      this.nodes += 1;
      if (this.nodes > MAX_NODES) {
        this.found.partial = true;
        return;
      }
      if (isGone(el)) {
        this.hidden(el);
        return;
      }
      this.flush();
      this.enter(el, tag2);
      const outer = { inRow: this.inRow, afterRow: this.afterRow, pointer: this.pointer };
      this.inRow = true;
      this.afterRow = [];
      this.flat += 1;
      if (this.complete && !this.acting) this.act(el, tag2, BLOCK);
      const acting = this.acting;
      const cells = [];
      let filled = false;
      let linkChars = 0;
      let start2 = null;
      const close = () => {
        const text = collapse2(this.buffer);
        this.buffer = "";
        filled ||= text !== "";
        linkChars += this.linkChars;
        start2 ??= this.start;
        cells.push(text === "" && this.images.length > 0 ? `[image: ${this.images[0]}]` : text);
        this.images = [];
      };
      for (const child of children(el)) {
        if (!isElement(child)) continue;
        const childTag = tag(child);
        this.node(child);
        if (isCell(child, childTag)) close();
      }
      if (collapse2(this.buffer) !== "") close();
      this.acting = acting;
      this.flat -= 1;
      this.inRow = outer.inRow;
      const nested = this.afterRow;
      this.afterRow = outer.afterRow;
      this.linkChars = linkChars;
      this.start = start2;
      if (filled) this.emit(cells.join(" | "), "row");
      this.reset();
      this.acting = false;
      for (const table of nested) this.node(table);
      this.leave();
      this.pointer = outer.pointer;
      this.acting = false;
    }
    opaque(el, tag2) {
      if (tag2 !== "input") return;
      const type = inputType(el);
      if (type !== "submit" && type !== "button" && type !== "reset") return;
      const label2 = attr(el, "value");
      if (label2 === null) return;
      this.start ??= el;
      this.holders.push(el);
      this.linkChars += label2.length;
      this.buffer += ` ${label2} `;
    }
    image(alt) {
      const text = alt === null ? "" : collapse2(alt);
      if (text === "") return;
      if (this.links > 0 || this.figures > 0) {
        this.buffer += ` [image: ${text}] `;
      } else this.images.push(text);
    }
    pending() {
      return /\S/.test(this.buffer);
    }
    reset() {
      this.buffer = "";
      this.holders = [];
      this.start = null;
      this.linkChars = 0;
      this.images = [];
    }
    flush() {
      if (this.buffer === "" && this.images.length === 0) return;
      if (this.code) {
        const text = seen(this.buffer).replace(/\r\n?/g, "\n").replace(/[ \t]+$/gm, "").replace(/^\n+|\s+$/g, "");
        if (text !== "") this.emit(text, "code");
      } else {
        let text = collapse2(this.buffer);
        if (text === "" && this.images.length > 0) text = this.images.map((alt) => `[image: ${alt}]`).join(" ");
        if (text !== "") this.emit(text, "text");
      }
      this.reset();
    }
    emit(body2, as) {
      const lead = this.lead;
      let kind = as;
      let prefix = lead?.text ?? this.indent;
      if (lead !== null) kind = lead.kind;
      else if (this.level > 0) {
        kind = "heading";
        prefix += `H${this.level}: `;
      }
      if (as === "code") {
        kind = "code";
        prefix += "Code: ";
      }
      this.lead = null;
      this.lines.push({
        el: this.region.el,
        start: this.start ?? this.region.el,
        holders: this.holders,
        tag: this.region.tag,
        kind,
        level: this.level,
        text: (this.quotes > 0 ? "> " : "") + prefix + body2,
        body: body2,
        linkChars: Math.min(this.linkChars, body2.length),
        quoted: this.quotes > 0,
        region: this.region
      });
    }
  };
  function newRegion(el, tag2, parent2, line, link) {
    const depth = parent2 === null ? 0 : parent2.depth + 1;
    return { el, tag: tag2, parent: parent2, children: [], first: line, end: line, firstLink: link, endLink: link, depth };
  }
  function isPartOfInlineBox(el) {
    const box = parent(el);
    return box !== null && /^inline-(?:flex|grid)/.test(style(box, "display"));
  }
  function hasRows(el) {
    return attr(el, "role") === "rowgroup" || query(el, "[role=row]") !== null;
  }
  function vectorTitle(el) {
    for (let child = firstElementChild(el); child !== null; child = nextElement(child))
      if (tag(child) === "title") return textContent(child);
    return null;
  }
  function itemMarker(el) {
    const list2 = parent(el);
    if (list2 === null || tag(list2) !== "ol") return "- ";
    return `${ordinal(el, list2)}. `;
  }
  var counters = /* @__PURE__ */ new WeakMap();
  function ordinal(el, list2) {
    const own2 = integer(attr(el, "value"));
    const reversed = hasAttr(list2, "reversed");
    const step = reversed ? -1 : 1;
    let value;
    const before = counters.get(list2);
    if (own2 !== null) value = own2;
    else if (before !== void 0 && previousElement(el) === before.last) value = before.value + step;
    else {
      const start2 = integer(attr(list2, "start"));
      const items = childElements(list2).filter((item) => tag(item) === "li");
      value = start2 ?? (reversed ? items.length : 1);
      for (const item of items) {
        value = integer(attr(item, "value")) ?? value;
        if (item === el) break;
        value += step;
      }
    }
    counters.set(list2, { last: el, value });
    return value;
  }
  function integer(written3) {
    if (written3 === null || !/^\s*[+-]?\d{1,9}/.test(written3)) return null;
    return Number.parseInt(written3, 10);
  }
  function sketch(root, unseen) {
    return new Walker(root, true, unseen).run(root);
  }
  function walk(root) {
    const { page } = readVisible(
      (unseen) => ({ page: sketch(root, unseen) }),
      (found) => found.page.lines
    );
    page.actionable = page.actionable.filter(({ el, label: label2 }) => !isElementHidden(label2 ?? el));
    return page;
  }
  function blocks(root) {
    const { page } = readVisible(
      (unseen) => ({ page: new Walker(root, false, unseen).run(root) }),
      (found) => found.page.lines
    );
    return page.lines.map((line) => ({
      el: line.el,
      node: nodeId(line.el),
      tag: line.tag,
      role: roleOf(line.el),
      text: line.text,
      kind: line.kind
    }));
  }

  // web/page/src/find.ts
  var USUAL = 5;
  var MOST = 20;
  var NAME_MOST3 = 160;
  var CONTEXT_MOST = 120;
  var PATH_MOST = 100;
  var MOST_PLACES = 40;
  var LEAST_SCORE = 0.3;
  var HINTS = ["placeholder", "title", "aria-placeholder", "alt", "aria-roledescription", "name"];
  var FIELDS3 = /* @__PURE__ */ new Set(["input", "select", "textarea"]);
  function find2({ query: text, within, k = USUAL }) {
    const root = within === void 0 ? documentElement(document) : resolve(within);
    if (root === null) return [];
    if (isRefusal(root)) return root;
    const query2 = readQuery(text);
    if (query2.words.length === 0) return refuse("INVALID_ARGUMENT", "the query has no words; say what to find");
    const { actionable, lines: lines2 } = walk(root);
    const found = [];
    const taken = /* @__PURE__ */ new Set();
    for (const { el, line } of actionable) {
      if (el === root) continue;
      taken.add(el);
      found.push({ el, wording: elementWording(el), line, value: 0 });
    }
    for (const el of controlsByLabel(root)) {
      if (!taken.has(el)) found.push({ el, wording: elementWording(el), line: -1, value: 0 });
      taken.add(el);
    }
    const shared = sharedElements(lines2);
    lines2.forEach((line, at) => {
      const el = shared.has(line.el) ? parent(line.start) ?? line.el : line.el;
      if (!taken.has(el)) found.push({ el, wording: lineWording(line), text: line.body, line: at, value: 0 });
    });
    const headings = headingsBefore(lines2);
    const ranked = best2(query2, found, headings);
    const joined = { ...query2, core: [query2.core.join("")] };
    return (ranked.length > 0 ? ranked : best2(joined, found, headings)).slice(0, Math.max(1, Math.min(k, MOST))).map((one) => candidate(query2, one, headings[one.line] ?? ""));
  }
  function best2(query2, found, headings) {
    const rarity = new Rarity();
    for (const { wording } of found) rarity.add(wording);
    for (const one of found) {
      one.wording.around = split2(surroundings2(one, headings[one.line] ?? ""));
      one.value = score(query2, one.wording, rarity);
    }
    return distinct(found.filter(({ value }) => value >= LEAST_SCORE).sort((a, b) => b.value - a.value));
  }
  function controlsByLabel(root) {
    const labels2 = queryAll(root, "label").filter((label2) => !isElementHidden(label2));
    return labels2.map(controlOf).filter((control) => control !== null && isElementHidden(control));
  }
  function sharedElements(lines2) {
    const seen2 = /* @__PURE__ */ new Set();
    return new Set(lines2.map(({ el }) => el).filter((el) => is(el, "body") || seen2.has(el) || !seen2.add(el)));
  }
  function distinct(found) {
    const seen2 = /* @__PURE__ */ new Set();
    return found.filter(({ el }) => !seen2.has(el) && seen2.add(el));
  }
  function elementWording(el) {
    const written3 = HINTS.map((name2) => attr(el, name2) ?? "");
    const type = inputType(el);
    const said2 = [...written3, type === "text" ? "" : type];
    const name = split2(nameOf(el) || words(el).join(" ") || iconName(el));
    return { role: roleOf(el), name, hints: split2(said2.join(" ")), around: [], isText: false };
  }
  function lineWording(line) {
    const role = line.kind === "heading" ? "heading" : "text";
    return { role, name: split2(line.body), hints: [], around: [], isText: true };
  }
  function surroundings2(one, heading) {
    if (one.wording.isText) return heading;
    const entry = entryAround(one.el);
    const label2 = FIELDS3.has(tag(one.el)) ? groupName(one.el) : "";
    return `${entry === null ? "" : words(entry).join(" ")} ${label2} ${heading} ${pathOf(one.el)}`;
  }
  function pathOf(el) {
    const href3 = href(el);
    return href3 !== void 0 && /^https?:/.test(href3) ? new URL(href3).pathname.slice(0, PATH_MOST) : "";
  }
  function groupName(el) {
    const group2 = above(el, (at) => ["group", "radiogroup", "form"].includes(roleOf(at)));
    return group2 === null ? "" : nameOf(group2);
  }
  function visibleText(el) {
    return blocks(el).map(({ text }) => text).join(" ");
  }
  function headingsBefore(lines2) {
    let last = "";
    return lines2.map((line) => last = line.kind === "heading" ? line.body : last);
  }
  function candidate(query2, { el, wording, text: line, value }, heading) {
    const name = line === void 0 ? cut(nameOf(el) || visibleText(el) || iconName(el), NAME_MOST3) : around2(query2, line);
    const entry = entryAround(el);
    const text = entry === null ? heading : visibleText(entry);
    const context = cut(text === line ? heading : text, CONTEXT_MOST);
    const confidence = Math.round(Math.min(1, value) * 100) / 100;
    return { handle: mint(el), role: wording.role, name, context, confidence };
  }
  function around2(query2, text) {
    if (text.length <= NAME_MOST3) return text;
    const { at, end } = densest(query2.core.flatMap((word2) => placesOf(word2, text.toLowerCase())));
    const from = Math.max(0, Math.min(at - Math.floor((NAME_MOST3 - (end - at)) / 2), text.length - NAME_MOST3));
    if (from === 0) return cut(text, NAME_MOST3);
    const word = text.indexOf(" ", from);
    return `…${cut(text.slice(word < 0 || word > at ? from : word + 1), NAME_MOST3 - 1)}`;
  }
  function placesOf(word, text) {
    const places2 = [];
    for (let at = text.indexOf(word); at >= 0 && places2.length < MOST_PLACES; at = text.indexOf(word, at + word.length)) {
      places2.push({ word, at, end: at + word.length });
    }
    return places2;
  }
  function densest(places2) {
    places2.sort((a, b) => a.at - b.at);
    let best3 = { at: 0, end: 0, words: 0 };
    places2.forEach(({ at }, first) => {
      const near = places2.slice(first).filter((place) => place.end - at <= NAME_MOST3 - 2);
      const words3 = new Set(near.map(({ word }) => word)).size;
      if (words3 > best3.words) best3 = { at, end: Math.max(...near.map(({ end }) => end)), words: words3 };
    });
    return best3;
  }

  // web/page/src/drawing.ts
  var styleOf2 = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "style")?.get;
  var COLOUR = "#d0006f";
  function paint2(el, rules) {
    const style2 = styleOf2.call(el);
    style2.setProperty("all", "initial", "important");
    style2.setProperty("pointer-events", "none", "important");
    for (const [name, value] of Object.entries(rules)) style2.setProperty(name, value, "important");
  }

  // web/page/src/highlight.ts
  var HANDLES_MOST = 20;
  var LABEL_MOST3 = 80;
  var shown;
  function highlight(handles2, label2) {
    clearHighlight();
    const boxes2 = [];
    for (const handle2 of handles2.slice(0, HANDLES_MOST)) {
      const el = resolve(handle2);
      if (isRefusal(el)) return el;
      if (boxes2.length === 0) scrollIntoView(el, { behavior: "instant", block: "center", inline: "nearest" });
      forget();
      boxes2.push(rect(el));
    }
    const root = documentElement(document);
    if (root === null || boxes2.length === 0) return { shown: 0 };
    const host2 = createElement(document, "div");
    own(host2);
    paint2(host2, { position: "fixed", inset: "0", "z-index": "2147483647" });
    const shadow = attachShadow(host2, { mode: "closed" });
    boxes2.forEach((box, at) => appendChild(shadow, frame(box, at === 0 ? label2 : "")));
    appendChild(root, host2);
    shown = host2;
    return { shown: boxes2.length };
  }
  function clearHighlight() {
    if (shown !== void 0) removeElement(shown);
    shown = void 0;
  }
  function frame(box, label2) {
    const ring = createElement(document, "div");
    paint2(ring, {
      position: "fixed",
      left: `${box.x - 3}px`,
      top: `${box.y - 3}px`,
      width: `${box.width + 6}px`,
      height: `${box.height + 6}px`,
      "box-sizing": "border-box",
      border: `3px solid ${COLOUR}`,
      "border-radius": "6px"
    });
    if (label2 === "") return ring;
    const tag2 = createElement(document, "div");
    setTextContent(tag2, label2.slice(0, LABEL_MOST3));
    paint2(tag2, {
      position: "absolute",
      left: "-3px",
      [box.y > 30 ? "bottom" : "top"]: "100%",
      padding: "2px 6px",
      background: COLOUR,
      color: "#fff",
      font: "600 12px/1.4 system-ui, sans-serif",
      "white-space": "nowrap"
    });
    appendChild(ring, tag2);
    return ring;
  }

  // web/page/src/observe/elements.ts
  var NAME_MOST4 = 160;
  var ATTRIBUTE_MOST = 100;
  var MEASURED_MOST = 4e3;
  function boxOf(rect2) {
    return {
      x: Math.round(rect2.x),
      y: Math.round(rect2.y),
      width: Math.round(rect2.width),
      height: Math.round(rect2.height)
    };
  }
  function rank(found, by) {
    const width = viewportWidth();
    const height = viewportHeight();
    const ranked = [];
    for (const one of found.slice(0, MEASURED_MOST)) {
      const { el, line } = one;
      const box = rect(one.label ?? el);
      if (box.width < 1 && box.height < 1) continue;
      const inView2 = box.bottom > 0 && box.right > 0 && box.top < height && box.left < width;
      if (by.onlyInView && !inView2) continue;
      const away = inView2 ? 0 : box.top >= height ? box.top - height : box.bottom <= 0 ? -box.bottom : Math.abs(box.left);
      let value = inView2 ? 0 : 1e8;
      if (!by.isPrimary(line)) value += inView2 ? 1e6 : 1e7;
      if (by.top !== void 0 && contains(by.top, el)) value -= 1e9;
      ranked.push({ ...one, box, rank: value + Math.min(away, 9e6) });
    }
    return ranked.sort((first, second) => first.rank - second.rank);
  }
  function pick(ranked, most) {
    const chosen = [];
    let at = 0;
    for (; at < ranked.length && chosen.length < most; at += 1) {
      const candidate2 = ranked[at];
      if (!isElementHidden(candidate2.label ?? candidate2.el)) chosen.push(candidate2);
    }
    return { chosen, more: ranked.length - at };
  }
  function describe2({ el, tag: tag2, box, line, label: label2 }, page, addresses) {
    const attributes = {};
    if (tag2 === "a" || tag2 === "area") {
      const href3 = addresses.of(el);
      if (href3 !== void 0) attributes.href = href3;
      keep(attributes, "target", attr(el, "target"));
    } else if (tag2 === "input") {
      attributes.type = inputType(el);
    }
    if (tag2 === "input" || tag2 === "textarea" || tag2 === "select") {
      keep(attributes, "placeholder", attr(el, "placeholder"));
      keep(attributes, "autocomplete", autocompleteOf(el) || null);
    }
    keep(attributes, "lang", attr(el, "lang"));
    const name = cut(nameOf(el) || wordsIn(page, el, line) || iconName(el) || besideName(el), NAME_MOST4);
    let states = statesOf(el);
    if (label2 !== void 0) {
      states = states.filter((state) => state !== "offScreen");
      if (isOffScreen(label2)) states.push("offScreen");
    }
    return { handle: mint(el), role: roleOf(el), name, box: boxOf(box), states, attributes };
  }
  function wordsIn(page, el, at) {
    if (!isCalledByWords(el)) return "";
    const line = page.lines[at];
    return line !== void 0 && contains(el, line.el) ? line.body : textOf2(el);
  }
  function keep(attributes, name, value) {
    if (value !== null && value !== "") attributes[name] = cut(value, ATTRIBUTE_MOST);
  }

  // web/page/src/map.ts
  var ELEMENTS_MOST = 300;
  var NOT_TYPED = /* @__PURE__ */ new Set(["submit", "button", "reset", "image", "checkbox", "radio", "range", "color", "hidden"]);
  var MARGIN = 2;
  function elementMap(maxElements = ELEMENTS_MOST) {
    const root = documentElement(document);
    const found = root === null ? [] : walk(root).actionable;
    const ranked = rank(found, { isPrimary: () => true, top: void 0, onlyInView: true });
    const most = Math.min(Math.max(maxElements, 0), ELEMENTS_MOST);
    const viewport = { width: viewportWidth(), height: viewportHeight(), scale: devicePixelRatio() };
    const elements2 = ranked.slice(0, most).map(({ el, box }) => ({ handle: mint(el), box: boxOf(box) }));
    return { elements: elements2, masks: masks(viewport), viewport };
  }
  function masks({ width, height }) {
    const found = [];
    for (const el of allElements()) {
      if (!isSecret(el)) continue;
      const boxes2 = isContentEditable(el) ? [...boxes(el), contentRect(el)] : boxes(el);
      for (const box of boxes2) {
        const x = Math.max(0, Math.floor(box.left) - MARGIN);
        const y = Math.max(0, Math.floor(box.top) - MARGIN);
        const right = Math.min(width, Math.ceil(box.right) + MARGIN);
        const bottom = Math.min(height, Math.ceil(box.bottom) + MARGIN);
        if (right > x && bottom > y) found.push({ x, y, width: right - x, height: bottom - y });
      }
    }
    return found;
  }
  function isSecret(el) {
    if (!isHtml(el)) return false;
    const type = inputType(el);
    if (type !== "") {
      return type === "password" || isCode(el) || isPaymentField(el) || !NOT_TYPED.has(type) && isFilled(el);
    }
    if (is(el, "textarea") || is(el, "select")) return isFilled(el) || isPaymentField(el) || isCode(el);
    const editable = (hasAttr(el, "contenteditable") || is(el, "body")) && isContentEditable(el);
    return (editable || attr(el, "role") === "textbox") && (textContent(el) ?? "").trim() !== "";
  }
  var isCode = (el) => /\bone-time-code\b/.test(attr(el, "autocomplete") ?? "");

  // web/page/src/observe/budgets.ts
  var LIMITS = {
    maxChars: [12e3, 16e3],
    maxElements: [160, 300],
    maxOutline: [60, 300],
    maxOutlineChars: [160, 1e3],
    maxItems: [30, 300],
    maxItemChars: [300, 2e3],
    maxComments: [40, 300],
    maxCommentChars: [600, 4e3]
  };
  var SETTLE_MOST = 2e3;
  function budgets(options2) {
    const chosen = {};
    for (const name of Object.keys(LIMITS)) {
      const [usual, most] = LIMITS[name];
      chosen[name] = whole(options2[name], usual, most);
    }
    return chosen;
  }
  function settleTime(options2) {
    return whole(options2.settleMs, 0, SETTLE_MOST);
  }
  function whole(asked, usual, most) {
    if (typeof asked !== "number" || !Number.isFinite(asked)) return usual;
    return Math.min(most, Math.max(0, Math.trunc(asked)));
  }

  // web/page/src/observe/changes.ts
  var KEPT = 8;
  var past = /* @__PURE__ */ new Map();
  var count2 = 0;
  function nextReading() {
    count2 += 1;
    return count2;
  }
  function compare2(reading, since) {
    past.set(reading.reading, { chunks: reading.chunks, elements: reading.elements });
    for (const number of past.keys()) if (number <= reading.reading - KEPT) past.delete(number);
    const then = since === void 0 ? void 0 : past.get(since);
    if (then === void 0 || since === reading.reading) return;
    const [before, now] = [written2(then), written2(reading)];
    reading.gone = {
      nodes: [...before.chunks.keys()].filter((node) => !now.chunks.has(node)),
      handles: [...before.elements.keys()].filter((handle2) => !now.elements.has(handle2))
    };
    reading.chunks = reading.chunks.filter((chunk) => before.chunks.get(chunk.node) !== said(chunk));
    reading.elements = reading.elements.filter((element) => before.elements.get(element.handle) !== shown2(element));
    delete reading.primary;
    for (const frame2 of reading.frames) frame2.after = -1;
  }
  function written2({ chunks, elements: elements2 }) {
    return {
      chunks: new Map(chunks.map((chunk) => [chunk.node, said(chunk)])),
      elements: new Map(elements2.map((element) => [element.handle, shown2(element)]))
    };
  }
  function said(chunk) {
    return `${chunk.role} ${chunk.text}`;
  }
  function shown2(element) {
    const { box: _box, ...rest } = element;
    return JSON.stringify({ ...rest, states: rest.states.filter((state) => state !== "offScreen") });
  }

  // web/page/src/observe/regions.ts
  var Sums = class {
    at;
    constructor(lines2, value) {
      this.at = new Float64Array(lines2.length + 1);
      lines2.forEach((line, index) => {
        this.at[index + 1] = this.at[index] + value(line, index);
      });
    }
    of(first, end) {
      return this.at[end] - this.at[first];
    }
    in(region) {
      return this.of(region.first, region.end);
    }
  };
  var known3 = /* @__PURE__ */ new WeakMap();
  var spelled = /* @__PURE__ */ new Map();
  var MOST_SPELLED = 2e3;
  function wordsOf(region) {
    let words3 = known3.get(region);
    if (words3 === void 0) {
      words3 = namesOf(region.el);
      known3.set(region, words3);
    }
    return words3;
  }
  var TOPIC = /(?:^|\s)(?:category|tag|tax|author|post|postid|page|format|type|status|topic|section)-\S*/g;
  function namesOf(el) {
    if (!hasAttributes(el)) return NONE;
    const written3 = `${attr(el, "class") ?? ""} ${attr(el, "id") ?? ""}`;
    if (written3 === " ") return NONE;
    let words3 = spelled.get(written3);
    if (words3 === void 0) {
      words3 = wordsIn2(written3);
      if (spelled.size >= MOST_SPELLED) spelled.clear();
      spelled.set(written3, words3);
    }
    return words3;
  }
  function wordsIn2(written3) {
    const cleaned = written3.length > 120 ? written3.replace(TOPIC, " ") : written3;
    const words3 = /* @__PURE__ */ new Set();
    for (const part of cleaned.split(/[^A-Za-z\d]+/)) {
      const split3 = /^[A-Za-z]?[a-z]+(?:[A-Z][a-z]{2,})+$/.test(part) ? part.replace(/([a-z])([A-Z])/g, "$1 $2") : part;
      for (const word of split3.toLowerCase().split(/[^a-z]+/)) if (word !== "") words3.add(word);
    }
    return words3;
  }
  var NONE = /* @__PURE__ */ new Set();
  function hasAny(words3, wanted) {
    if (words3.size === 0) return false;
    for (const word of words3) if (wanted.has(word)) return true;
    return false;
  }
  function list(words3) {
    return new Set(words3.split(/\s+/));
  }

  // web/page/src/observe/content.ts
  var CHROME_TAGS = list("nav aside footer dialog menu");
  var CHROME_ROLES = list(
    "navigation complementary contentinfo search banner dialog alertdialog alert menu menubar toolbar tablist status"
  );
  var CHROME_WORDS = list(
    `advertisement advertising advertorial adsense adbox adunit adslot sponsored breadcrumb breadcrumbs comment comments
   commentlist disqus respond replies sharedaddy sharebar addthis addtoany newsletter signup related recommended
   recommendation recommendations recirc trending mostread outbrain taboola zergnet sidebar footer navbar navigation
   pagination taglist cookie cookies consent gdpr copyright upnext readmore readnext skiplink crosslink crosslinks byline
   authorbox dateline livefyre shoutbox optin teaser teasers postmeta disclosure`
  );
  var LIKELY_CHROME_WORDS = list(
    `ad ads adv advert sponsor sponsors promo promos promoted promotion banner reply share shares sharing follow subscribe
   subscription login recommend popular rail widget widgets nav menu toolbar pager paging tags modal popup overlay lightbox
   upsell donate donation feedback poll noprint metadata bio timestamp print email whatsapp pinterest disclaimer correction
   tagline postinfo`
  );
  var SOCIAL_WORDS = list("social socials facebook twitter instagram");
  var PICTURE_WORDS = list("caption captions credit credits figcaption wpcaption imagecaption photocredit");
  var BODY_NAMES = list(
    "articlebody storybody storycontent postbody postcontent entrycontent bodytext articletext articlecontent"
  );
  var SUBJECT = list("article story post entry news blog text page single hentry main");
  var BODY = list("body content text copy main inner entry");
  var SENTENCE = /[.!?;:…。！？][”"’')\]]?(?:\s|$)/;
  function isChrome(region) {
    if (CHROME_TAGS.has(region.tag)) return true;
    const role = attr(region.el, "role");
    return role !== null && CHROME_ROLES.has(role);
  }
  function isNamedBody(region) {
    if ((attr(region.el, "itemprop") ?? "").toLowerCase().includes("articlebody")) return true;
    const words3 = wordsOf(region);
    return hasAny(words3, BODY_NAMES) || hasAny(words3, SUBJECT) && hasAny(words3, BODY);
  }
  function linkShare(line) {
    return line.linkChars / Math.max(1, line.body.length);
  }
  function isSentence(line) {
    return SENTENCE.test(line.body);
  }
  function isOnlyImage(line) {
    return line.body.startsWith("[image: ") && /^(?:\[image: [^\]]*\]\s*)+$/.test(line.body);
  }
  function worth(line) {
    const { length: length2 } = line.body;
    const linked = linkShare(line);
    if (line.level > 0) return linked > 0.5 ? -10 : 0;
    if (line.kind === "code") return length2 / 2;
    if (line.kind === "caption" || isOnlyImage(line)) return 0;
    if (linked > 0.6) return -Math.min(length2, 80) / 2 - 5;
    const sentence = isSentence(line);
    if (length2 >= 80 || length2 >= 40 && sentence) return Math.min(length2, 1e3) * (1 - linked) * (sentence ? 1 : 0.6);
    if (line.kind === "row") return 0;
    return sentence ? length2 / 2 : -5;
  }
  function isParagraph(line) {
    return line.level === 0 && line.kind !== "caption" && line.body.length >= 60 && linkShare(line) < 0.5 && isSentence(line);
  }
  function markChrome(walk2) {
    const { lines: lines2 } = walk2;
    const chrome = new Uint8Array(lines2.length);
    const prose = new Sums(lines2, (line) => Math.max(0, worth(line)));
    const chars = new Sums(lines2, (line) => isOnlyImage(line) ? 0 : line.body.length);
    const total = Math.max(1, prose.in(walk2.root));
    const alike = /* @__PURE__ */ new Map();
    for (const region of walk2.regions) {
      const text = prose.in(region);
      if (text <= 0) continue;
      const make = makeOf(region);
      alike.set(make, (alike.get(make) ?? 0) + text);
    }
    const mark2 = (region) => {
      chrome.fill(1, region.first, region.end);
    };
    const visit = (region) => {
      if (region.first === region.end) return;
      const share = prose.in(region) / total;
      if (isChrome(region) && share < 0.6) return mark2(region);
      const words3 = wordsOf(region);
      if (words3.size > 0 && !isNamedBody(region)) {
        if (hasAny(words3, CHROME_WORDS) && (share < 0.35 || share < 0.85 && !holdsTitle(lines2, region)))
          return mark2(region);
        const few = share < 0.35 && (alike.get(makeOf(region)) ?? 0) / total < 0.6;
        if (few && hasAny(words3, LIKELY_CHROME_WORDS) && !isMostlyQuoted(lines2, region)) return mark2(region);
        if (few && hasAny(words3, SOCIAL_WORDS) && !holdsQuote(lines2, region)) return mark2(region);
        if (few && hasAny(words3, PICTURE_WORDS)) return mark2(region);
      }
      if (region.tag === "figure" && share < 0.35 && chars.in(region) < 600 && !holdsQuote(lines2, region))
        return mark2(region);
      for (const cards of cardsIn(lines2, region, chars)) {
        const text = cards.reduce((sum, card) => sum + prose.in(card), 0);
        if (text / total < 0.85) cards.forEach(mark2);
      }
      for (const child of region.children) visit(child);
    };
    for (const child of walk2.root.children) visit(child);
    return chrome;
  }
  function holdsTitle(lines2, region) {
    for (let at = region.first; at < region.end; at += 1) if (lines2[at].level === 1) return true;
    return false;
  }
  function isMostlyQuoted(lines2, region) {
    let quoted = 0;
    for (let at = region.first; at < region.end; at += 1) if (lines2[at].quoted) quoted += 1;
    return quoted * 2 >= region.end - region.first;
  }
  function makeOf(region) {
    return `${region.tag}.${attr(region.el, "class") ?? ""}`;
  }
  function holdsQuote(lines2, region) {
    for (let at = region.first; at < region.end; at += 1) {
      const line = lines2[at];
      if (line.quoted || line.kind === "code" || line.kind === "row") return true;
    }
    return false;
  }
  var CARD_TAGS = list("div li article section a td tr");
  function cardsIn(lines2, region, chars) {
    if (region.children.length < 3) return [];
    const groups = /* @__PURE__ */ new Map();
    for (const child of region.children) {
      if (child.first === child.end || !CARD_TAGS.has(child.tag)) continue;
      const name = `${child.tag}.${(attr(child.el, "class") ?? "").trim().split(/\s+/, 1)[0]?.replace(/\d+/g, "") ?? ""}`;
      const group2 = groups.get(name);
      if (group2 === void 0) groups.set(name, [child]);
      else group2.push(child);
    }
    return [...groups.values()].filter(
      (group2) => group2.length >= 3 && group2.filter((child) => isCard(lines2, child, chars)).length >= group2.length * 0.7
    );
  }
  function isCard(lines2, region, chars) {
    const length2 = chars.in(region);
    if (length2 > 700) return false;
    for (let at = region.first; at < region.end; at += 1) {
      const line = lines2[at];
      if (isOnlyImage(line)) continue;
      const title2 = linkShare(line) > 0.8 || line.linkChars >= 40;
      if (title2 && line.linkChars >= 12 && line.linkChars >= length2 * 0.15) return true;
    }
    return false;
  }

  // web/page/src/observe/posts.ts
  var AUTHOR = list("author user username hnuser fn nick nickname poster commenter byline");
  function nearest(selector) {
    const find3 = remember((el) => {
      if (matches(el, selector)) return el;
      const above2 = parentElement(el);
      return above2 === null ? null : find3(above2);
    });
    return find3;
  }
  var AUTHOR_MARKED = nearest("[itemprop=author],[rel~=author]");
  var AUTHOR_NAMED = nearest("[class*=author i],[class*=username i],[class*=user-name i],cite");
  var AGE_MARKED = nearest(
    "time,[itemprop=dateCreated],[itemprop=datePublished],[class~=age],[class~=date],[class~=when],[class*=timestamp i],[class*=time-ago i],[class*=timeago i]"
  );
  var SCORE_MARKED = nearest(
    "[itemprop=upvoteCount],[class~=score],[class~=points],[class*=vote-count i],[class*=like-count i]"
  );
  var MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";
  var CLOCK = "(?:,? (?:at )?\\d{1,2}:\\d\\d(?: ?[ap]\\.?m\\.?)?)?";
  var AGE = new RegExp(
    `\\b(?:\\d+\\s*(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|[smhdwy])\\s+ago|yesterday|just now|an? (?:minute|hour|day|week|month|year) ago)\\b|\\b${MONTH} \\d{1,2},? \\d{4}${CLOCK}|\\b\\d{1,2}\\.? ${MONTH} \\d{4}|\\b\\d{4}-\\d\\d-\\d\\d\\b`,
    "i"
  );
  var DAY = new RegExp(
    `\\b(?:today|(?:last )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|\\d+ ?(?:min|mo|hr|[mhdwy]))\\b|\\b\\d{1,2}\\.? ${MONTH}\\b${CLOCK}|\\b${MONTH} \\d{1,2}\\b${CLOCK}`,
    "i"
  );
  var SHORT_AGE = /(?:^|\s)\d+ ?(?:min|mo|hr|[mhdwy])(?: ago)?\.?$/;
  var SCORE = /(?:^|\s)([+\-−]?\d[\d.,]*k?\s*(?:points?|likes?|upvotes?|votes?))\b/i;
  var VOTED = /[▲△⬆⇧↑]\s*([+\-−]?\d[\d.,]*k?)(?=\s|$)/i;
  var SCORE_ALONE = /^[+\-−]?\d[\d.,]*k?(?:\s+[a-z]+)?$/i;
  var ACTION2 = /^(?:reply|share|report|save|flag|like|dislike|edit|delete|permalink|parent|link|more|quote|\W|\d)+$/i;
  var NAME_MOST5 = 60;
  var ABOUT_MOST = 40;
  var LINES_ASKED = 40;
  var BYLINE_MOST = 100;
  function readPost(walk2, region, members) {
    const answers = [];
    collectAnswers(region, members, answers);
    const own2 = [];
    for (let at = region.first; at < region.end; at += 1)
      if (!answers.some(({ first, end }) => at >= first && at < end)) own2.push(walk2.lines[at]);
    const said2 = (mark2, most) => marked(own2, region, mark2, most);
    const post = {
      region,
      lines: own2,
      text: "",
      author: "",
      age: said2(AGE_MARKED, ABOUT_MOST),
      score: "",
      depth: 0
    };
    const score2 = said2(SCORE_MARKED, ABOUT_MOST);
    if (SCORE_ALONE.test(score2)) post.score = score2;
    post.author = said2(AUTHOR_MARKED, NAME_MOST5) || linkedAuthor(walk2, region, answers, true) || said2(AUTHOR_NAMED, NAME_MOST5).replace(/\s+says:?$/i, "") || linkedAuthor(walk2, region, answers, false);
    const { from, to } = wordsOf2(own2, post);
    for (const line of [...own2.slice(0, from), ...own2.slice(to)]) learn(post, line.body);
    post.text = own2.slice(from, to).map((line) => line.body).join(" ");
    if (post.text === "") post.text = besideAuthor(own2, post);
    return post;
  }
  function isByline(walk2, index) {
    const line = walk2.lines[index];
    if (line.level > 0 || line.body.length > BYLINE_MOST || !(AGE.test(line.body) || SHORT_AGE.test(line.body)))
      return false;
    return line.holders.some((holder) => {
      const link = closest(holder, "a[href]");
      return link !== null && namesAuthor(link);
    });
  }
  function collectAnswers(region, members, into) {
    for (const child of region.children) {
      if (members.has(child)) into.push(child);
      else collectAnswers(child, members, into);
    }
  }
  function marked(own2, region, mark2, most) {
    for (const { body: body2, holders } of own2.slice(0, LINES_ASKED)) {
      for (const holder of holders) {
        const el = mark2(holder);
        if (el === null || el === region.el || !contains(region.el, el)) continue;
        const text = collapse2(textContent(el) ?? "");
        if (text !== "" && text.length <= most && body2.includes(text)) return text;
      }
    }
    return "";
  }
  function linkedAuthor(walk2, region, answers, sure) {
    for (const link of walk2.links.slice(region.firstLink, region.endLink)) {
      const { text, line } = link;
      if (text === "" || text.length >= ABOUT_MOST || text.startsWith("[image: ")) continue;
      if (answers.some(({ first, end }) => line >= first && line < end)) continue;
      if (sure ? namesAuthor(link.el) : line <= region.first + 1 && !AGE.test(text) && !ACTION2.test(text)) return text;
    }
    return "";
  }
  function namesAuthor(el) {
    for (let at = el, up = 0; at !== null && up < 3; at = parent(at), up += 1) {
      const words3 = `${attr(at, "class") ?? ""} ${attr(at, "id") ?? ""}`.toLowerCase().split(/[^a-z]+/);
      if (words3.some((word) => AUTHOR.has(word))) return true;
    }
    return /\/(?:user|users|u|profile|member|author)s?[/?]/i.test(attr(el, "href") ?? "");
  }
  function wordsOf2(own2, post) {
    let from = 0;
    while (from < own2.length && isAboutPost(own2[from], post)) from += 1;
    let begin = own2.findIndex((line, at) => at >= from && isWritten(line));
    while (begin > from && belongTogether(own2[begin - 1], own2[begin])) begin -= 1;
    if (begin > from) from = begin;
    let to = own2.length;
    while (to > from && isBar(own2[to - 1], post)) to -= 1;
    return { from, to };
  }
  function belongTogether(one, other) {
    if (linkShare(one) > 0.5) return false;
    return one.region === other.region || one.tag === "p" && one.region.parent === other.region.parent;
  }
  function isWritten(line) {
    return linkShare(line) < 0.5 && !isOnlyImage(line) && (line.body.length >= 40 || isSentence(line));
  }
  function isAboutPost(line, post) {
    const { body: body2 } = line;
    if (body2.length > 120) return false;
    for (const part of [post.author, post.age, post.score])
      if (part !== "" && body2.includes(part) && body2.length < part.length + 60) return true;
    if (line.linkChars >= body2.length * 0.6 || body2.length < 4) return true;
    return (AGE.test(body2) || SCORE.test(body2)) && body2.length < 60;
  }
  function isBar(line, post) {
    const { body: body2 } = line;
    if (body2.length > 80) return false;
    if (line.linkChars >= body2.length * 0.6) return true;
    if (/^\d{1,2}:\d\d(?:\s*[ap]\.?m\.?)?$/i.test(body2)) return true;
    if (ACTION2.test(body2)) return true;
    if (AGE.test(body2) && body2.length < 40) return true;
    return body2 === post.author || body2 === post.age || body2 === post.score;
  }
  function learn(post, text) {
    if (post.age === "") post.age = (AGE.exec(text) ?? DAY.exec(text.replace(post.author, " ")))?.[0] ?? "";
    if (post.score === "") post.score = (SCORE.exec(text) ?? VOTED.exec(text))?.[1] ?? "";
  }
  function besideAuthor(own2, post) {
    const line = own2.find(({ body: body2 }) => post.author !== "" && body2.startsWith(post.author));
    if (line === void 0 || line.linkChars > line.body.length / 2) return "";
    let rest = line.body.slice(post.author.length);
    for (const part of [post.age, post.score]) if (part !== "") rest = rest.replace(part, " ");
    rest = collapse2(rest.replace(/^[\s:,–—·|•-]+/, ""));
    return /\p{L}\S*\s+\S*\p{L}/u.test(rest) ? rest : "";
  }

  // web/page/src/observe/comments.ts
  var WORDS = list("comment comments commentlist comtr reply replies response responses thread discussion message");
  var ONE = list("comment comtr reply message");
  var MAYBE = /comment|comtr|reply|message/i;
  var PART = list(
    "body content text author meta header footer form avatar date time actions links count counter box wrap wrapper inner toolbar button link title editor"
  );
  function isMarked(region) {
    return attr(region.el, "role") === "comment" || (attr(region.el, "itemtype") ?? "").endsWith("/Comment");
  }
  function group(region) {
    if (isMarked(region)) return "marked";
    if (region.tag !== "li" && !MAYBE.test(attr(region.el, "class") ?? "")) return void 0;
    const words3 = wordsOf(region);
    const name = (attr(region.el, "class") ?? "").trim().replace(/\d+/g, "");
    if (hasAny(words3, ONE) && !hasAny(words3, PART)) return `${region.tag}.${stem(name)}`;
    const above2 = region.parent;
    if (above2 !== null && region.tag === "li" && hasAny(wordsOf(above2), WORDS)) return "li";
    if (above2?.parent !== void 0 && above2.parent !== null && region.tag === "li" && above2.children.length > 1) {
      if (hasAny(wordsOf(above2.parent), WORDS) || group(above2.parent) === "li") return "li";
    }
    return void 0;
  }
  function stem(name) {
    return name.split(/\s+/).find((word) => /comment|comtr|reply|message/i.test(word)) ?? name;
  }
  var IMAGES_ONLY = /^(?:\[image: [^\]]*\]\s*)+$/;
  var READ_LEAST = 10;
  function findComments(walk2, most) {
    const best3 = fullest(walk2, namedGroups(walk2)) ?? fullest(walk2, signedGroups(walk2));
    if (best3 === void 0) return void 0;
    const members = new Set(best3);
    const written3 = [];
    let at = 0;
    for (; at < best3.length && written3.length < Math.max(most, READ_LEAST); at += 1) {
      const post = readPost(walk2, best3[at], members);
      if (post.text !== "" && (post.author !== "" || !IMAGES_ONLY.test(post.text))) written3.push(post);
    }
    if (!areComments(written3)) return void 0;
    setDepths(written3, members);
    return { root: common(best3), posts: written3, more: best3.length - at };
  }
  var UNSIGNED_LEAST = 30;
  function areComments(posts) {
    if (posts.some((post) => post.author !== "" || post.age !== "" || isMarked(post.region))) return true;
    return posts.reduce((sum, post) => sum + post.text.length, 0) >= UNSIGNED_LEAST * Math.max(1, posts.length);
  }
  function namedGroups(walk2) {
    const groups = /* @__PURE__ */ new Map();
    for (const region of walk2.regions) {
      if (region.first === region.end) continue;
      const name = group(region);
      if (name === void 0) continue;
      const members = groups.get(name);
      if (members === void 0) groups.set(name, [region]);
      else members.push(region);
    }
    for (const [name, members] of groups)
      if (members.filter((member) => hasLinkedHeading(walk2, member)).length * 2 > members.length) groups.delete(name);
    return groups;
  }
  function hasLinkedHeading(walk2, region) {
    for (let at = region.first; at < region.end; at += 1) {
      const line = walk2.lines[at];
      if (line.level > 0 && line.linkChars > line.body.length / 2) return true;
    }
    return false;
  }
  function signedGroups(walk2) {
    const groups = /* @__PURE__ */ new Map();
    const bylines = [];
    for (const region of walk2.regions) {
      if (region.end - region.first < 2 || isTitled(walk2, region)) continue;
      if (!(bylines[region.first] ??= isByline(walk2, region.first))) continue;
      const name = `${region.tag}.${attr(region.el, "class") ?? ""}`;
      const members = groups.get(name);
      if (members === void 0) groups.set(name, [region]);
      else members.push(region);
    }
    for (const [name, members] of groups) if (members.length < SIGNED_LEAST) groups.delete(name);
    return groups;
  }
  var SIGNED_LEAST = 3;
  function isTitled(walk2, region) {
    const line = walk2.lines[region.first + 1];
    return line.level > 0 || line.linkChars > line.body.length / 2;
  }
  function fullest(walk2, groups) {
    let best3;
    let most = 0;
    for (const [name, members] of groups) {
      if (members.length < (name === "marked" ? 1 : 2)) continue;
      let chars = 0;
      let reach = 0;
      for (const member of members) {
        if (member.first < reach) continue;
        for (let at = member.first; at < member.end; at += 1) chars += walk2.lines[at].body.length;
        reach = member.end;
      }
      const score2 = chars * (1 + Math.log2(members.length) / 4);
      if (score2 > most) {
        most = score2;
        best3 = members;
      }
    }
    return best3;
  }
  function common(regions) {
    let root = regions[0];
    for (const region of regions) {
      while (region.first < root.first || region.end > root.end) {
        if (root.parent === null) return root;
        root = root.parent;
      }
    }
    return root === regions[0] && root.parent !== null ? root.parent : root;
  }
  function setDepths(posts, members) {
    let nested = false;
    for (const post of posts) {
      let depth = 0;
      for (let at = post.region.parent; at !== null; at = at.parent) if (members.has(at)) depth += 1;
      post.depth = depth;
      nested ||= depth > 0;
    }
    if (nested) return;
    const written3 = posts.map((post) => writtenDepth(post.region.el));
    if (written3.every((depth) => depth !== void 0)) {
      const least = Math.min(...written3);
      posts.forEach((post, index) => post.depth = written3[index] - least);
      return;
    }
    const spacers = posts.map((post) => spacerWidth(post.region.el));
    const measured = spacers.every((width) => width !== void 0);
    const lefts = measured ? spacers : posts.map((post) => Math.round(left(post)));
    const steps = [...new Set(lefts)].sort((one, other) => one - other).filter((value, at, all) => at === 0 || value - all[at - 1] > 3);
    posts.forEach((post, index) => {
      let depth = 0;
      while (depth + 1 < steps.length && steps[depth + 1] <= lefts[index]) depth += 1;
      post.depth = depth;
    });
  }
  function writtenDepth(el) {
    for (const name of ["aria-level", "data-depth", "data-level", "data-indent", "depth", "indent"]) {
      const own2 = attr(el, name) ?? attr(query(el, `[${name}]`) ?? el, name);
      if (own2 !== null && /^\d{1,3}$/.test(own2.trim())) return Number(own2);
    }
    return void 0;
  }
  function spacerWidth(el) {
    const picture = query(el, "img[width]");
    if (picture === null || (attr(picture, "alt") ?? "") !== "") return void 0;
    const holder = parent(picture);
    if (holder === null || childElementCount(holder) > 1 || /\S/.test(textContent(holder) ?? ""))
      return void 0;
    const height = attr(picture, "height");
    const width = attr(picture, "width") ?? "";
    return /^\d{1,4}$/.test(width) && (height === null || Number(height) <= 2) ? Number(width) : void 0;
  }
  function left(post) {
    let deepest = post.region;
    while (deepest.children.length > 0) {
      const fullest2 = deepest.children.reduce(
        (one, other) => other.end - other.first >= one.end - one.first ? other : one
      );
      if (fullest2.end === fullest2.first) break;
      deepest = fullest2;
    }
    return rect(deepest.el).left;
  }

  // web/page/src/observe/duplicates.ts
  var LEAST_CHARS2 = 20;
  var EXEMPT = /* @__PURE__ */ new Set([
    "item",
    "row",
    "heading",
    "code",
    "caption",
    "term",
    "definition",
    "summary"
  ]);
  function findRepeats(walk2, spared) {
    const { lines: lines2 } = walk2;
    const repeats = new Uint8Array(lines2.length);
    markContainers(walk2, repeats);
    const said2 = /* @__PURE__ */ new Set();
    lines2.forEach((line, index) => {
      if (repeats[index] === 1 || EXEMPT.has(line.kind) || line.body.length < LEAST_CHARS2) return;
      if (said2.has(line.body) && !spared(line)) repeats[index] = 1;
      else said2.add(line.body);
    });
    return repeats;
  }
  function markContainers(walk2, repeats) {
    const said2 = /* @__PURE__ */ new Map();
    const visit = (region) => {
      if (region.first === region.end) return;
      if (region.tag === "ul" || region.tag === "ol" || region.tag === "table" || region.tag === "nav") {
        let text = "";
        for (let at = region.first; at < region.end; at += 1) text += `${walk2.lines[at].text}
`;
        if (text.length >= LEAST_CHARS2) {
          const before = said2.get(text);
          if (before === void 0) said2.set(text, region);
          else if (before.end <= region.first) {
            repeats.fill(1, region.first, region.end);
            return;
          }
        }
      }
      for (const child of region.children) visit(child);
    };
    visit(walk2.root);
  }

  // web/page/src/observe/urls.ts
  var linkHref = remember((el) => href(el));
  var LONGEST = 1e3;
  var SECRET_NAME = /(?:^|[_\-.[])(?:access|auth|bearer|code|credential|jwt|key|nonce|otp|pass|passwd|password|pin|pwd|secret|session|sess|sessionid|sid|sig|signature|ticket|token)(?:$|[_\-.\]])|token|passw|secret|apikey|sessionid|signature|authkey|authcode/i;
  var RANDOM_LEAST = 20;
  var Addresses = class {
    secrets = 0;
    /** A link's address to show, or undefined where it leads to no place. */
    of(el) {
      const href3 = linkHref(el);
      return href3 === void 0 ? void 0 : this.show(href3);
    }
    /** The same, for addresses of the web only; empty otherwise. */
    web(el) {
      const href3 = linkHref(el);
      return href3 !== void 0 && /^https?:/i.test(href3) ? this.show(href3) ?? "" : "";
    }
    show(href3) {
      if (/^\s*(?:javascript|data|vbscript|blob):/i.test(href3) || !/^[a-z][a-z\d+.-]*:/i.test(href3)) return void 0;
      const { url, secrets } = clean(href3);
      this.secrets += secrets;
      return url;
    }
  };
  function clean(href3) {
    let secrets = 0;
    let url = href3.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/i, (_all, scheme) => {
      secrets += 1;
      return scheme;
    });
    const hash = url.indexOf("#");
    const fragment = hash < 0 ? "" : url.slice(hash + 1);
    const before = hash < 0 ? url : url.slice(0, hash);
    const mark2 = before.indexOf("?");
    if (mark2 >= 0 || fragment !== "") {
      const conceal = (part) => {
        const at = part.indexOf("=");
        const value = at < 0 ? part : part.slice(at + 1);
        const secret = at < 0 ? isRandom(value) : value !== "" && (SECRET_NAME.test(part.slice(0, at)) || isRandom(value));
        if (!secret) return part;
        secrets += 1;
        return at < 0 ? "…" : `${part.slice(0, at)}=…`;
      };
      const query2 = mark2 < 0 ? "" : `?${before.slice(mark2 + 1).split("&").map(conceal).join("&")}`;
      const tail = hash < 0 ? "" : `#${fragment.split("&").map(conceal).join("&")}`;
      url = (mark2 < 0 ? before : before.slice(0, mark2)) + query2 + tail;
    }
    return { url: url.length > LONGEST ? `${url.slice(0, LONGEST - 1)}…` : url, secrets };
  }
  function isRandom(written3) {
    if (written3.length < RANDOM_LEAST) return false;
    const run = /[A-Za-z\d_\-+/=%.~]{20,}/.exec(written3)?.[0];
    if (run === void 0) return false;
    let changes = 0;
    let digits = 0;
    for (let at = 0; at < run.length; at += 1) {
      const kind = kindOf2(run.charCodeAt(at));
      if (kind === 0) digits += 1;
      if (at > 0 && kind !== kindOf2(run.charCodeAt(at - 1))) changes += 1;
    }
    if (digits === run.length) return false;
    return digits > 0 && changes * 4 >= run.length && entropy(run) >= 3;
  }
  function kindOf2(code) {
    if (code >= 48 && code <= 57) return 0;
    if (code >= 65 && code <= 90) return 1;
    return code >= 97 && code <= 122 ? 2 : 3;
  }
  function entropy(text) {
    const counts = /* @__PURE__ */ new Map();
    for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
    let bits = 0;
    for (const count3 of counts.values()) bits -= count3 / text.length * Math.log2(count3 / text.length);
    return bits;
  }

  // web/page/src/observe/items.ts
  var LEAST = 3;
  var ASIDE_WORDS = /^(?:\d[\d.,]*\s*)?(?:comments?|repl(?:y|ies)|share|save|hide|report|discuss|more|read more|see more|details|buy|add to (?:cart|basket|bag)|view|.{0,12}\bago|flag|past|favou?rite|next|prev(?:ious)?)\W*$/i;
  var MORE_IN_ENTRY = 8;
  var ENTRY_TAGS = /* @__PURE__ */ new Set([
    "div",
    "li",
    "article",
    "section",
    "tr",
    "td",
    "a",
    "dt",
    "dl",
    "figure",
    "span",
    "ul",
    "table",
    "tbody"
  ]);
  function shape(region) {
    const name = (attr(region.el, "class") ?? "").trim().split(/\s+/, 1)[0] ?? "";
    const cells = region.tag === "tr" ? `/${childElementCount(region.el)}` : "";
    return `${region.tag}${cells}.${name.replace(/\d+/g, "")}`;
  }
  function linksIn(walk2, region) {
    return walk2.links.slice(region.firstLink, region.endLink);
  }
  function mainLink(walk2, lead, links) {
    let best3;
    let most = 0;
    links.forEach((link, index) => {
      if (!hasAttr(link.el, "href")) return;
      const text = (link.text.includes("[image: ") ? link.text.replace(IMAGE_NOTE, "") : link.text).trim();
      let score2 = Math.min(text.length, 80) + (text === "" ? link.text === "" ? 0 : 2 : 4);
      const line = walk2.lines[link.line];
      if (line !== void 0 && line.level > 0 && line.region.first >= lead.first) score2 += 200;
      else if (query(link.el, "h1,h2,h3,h4,h5,h6") !== null) score2 += 200;
      if (ASIDE_WORDS.test(text)) score2 = Math.min(score2, 1);
      score2 -= Math.min(index, 6) * 2;
      if (best3 === void 0 || score2 > most) {
        best3 = link;
        most = score2;
      }
    });
    return best3;
  }
  function entriesOf(walk2, members, siblings) {
    const places2 = members.map((member) => siblings.indexOf(member));
    const spans = places2.map((place, index) => (places2[index + 1] ?? siblings.length) - place);
    const usual = median(spans.slice(0, -1));
    const regular = usual > 1 && usual <= 4 && spans.slice(0, -1).filter((span3) => span3 === usual).length >= (spans.length - 1) * 0.7;
    const entries2 = [];
    members.forEach((member, index) => {
      const place = places2[index];
      const last = regular ? siblings[Math.min(siblings.length, place + Math.min(spans[index], usual)) - 1] : member;
      const links = walk2.links.slice(member.firstLink, Math.max(member.endLink, last.endLink));
      const main = mainLink(walk2, member, linksIn(walk2, member)) ?? mainLink(walk2, member, links);
      const end = Math.max(member.end, last.end);
      if (main === void 0 || end === member.first || !leads(walk2, member, main, end)) return;
      entries2.push({ el: member.el, first: member.first, end, main, links: links.filter((link) => link !== main) });
    });
    return entries2;
  }
  function headsOf(walk2, members, siblings) {
    if (members.length < LEAST * 2) return members;
    const heads = members.filter((member) => isHead(walk2, member));
    if (heads.length < LEAST || heads.length === members.length || heads[0] !== members[0]) return members;
    const places2 = heads.map((head2) => siblings.indexOf(head2));
    const gaps = places2.slice(1).map((place, index) => place - places2[index]);
    const usual = median(gaps);
    if (usual < 2 || usual > 4) return members;
    return gaps.filter((gap) => gap === usual).length >= gaps.length * 0.7 ? heads : members;
  }
  function isHead(walk2, member) {
    const main = mainLink(walk2, member, linksIn(walk2, member));
    if (main === void 0 || ASIDE_WORDS.test(main.text)) return false;
    let chars = 0;
    for (let at = member.first; at < member.end; at += 1) chars += walk2.lines[at].body.length;
    return main.text.length * 2 >= chars;
  }
  function leads(walk2, member, main, end) {
    const line = walk2.lines[main.line];
    if (line === void 0 || line.level > 0 || main.line >= end) return true;
    if (main.line > member.first + 3) return false;
    return line.body.length <= main.text.length * 3 + 40;
  }
  function median(values) {
    const sorted = [...values].sort((one, other) => one - other);
    return sorted[sorted.length >> 1] ?? 0;
  }
  function findEntries(walk2) {
    let best3;
    let most = 0;
    const visit = (region) => {
      if (isChrome(region)) return;
      if (region.children.length >= LEAST && region.endLink - region.firstLink >= LEAST) {
        const groups = /* @__PURE__ */ new Map();
        for (const child of region.children) {
          if (!ENTRY_TAGS.has(child.tag) && !child.tag.includes("-")) continue;
          if (child.end === child.first && child.endLink === child.firstLink) continue;
          const name = shape(child);
          const group2 = groups.get(name);
          if (group2 === void 0) groups.set(name, [child]);
          else group2.push(child);
        }
        for (const members of groups.values()) {
          if (members.length < LEAST) continue;
          const linked = members.filter((member) => member.endLink > member.firstLink).length;
          if (linked < members.length * 0.6) continue;
          const heads = headsOf(walk2, members, region.children);
          const entries2 = entriesOf(walk2, heads, region.children);
          const score2 = weigh(walk2, entries2, heads.length);
          if (score2 > most) {
            most = score2;
            best3 = { region, entries: entries2, chars: charsOf(walk2, entries2) };
          }
        }
      }
      for (const child of region.children) visit(child);
    };
    visit(walk2.root);
    return best3;
  }
  function charsOf(walk2, entries2) {
    let sum = 0;
    for (const entry of entries2)
      for (let at = entry.first; at < entry.end; at += 1) sum += walk2.lines[at].body.length;
    return sum;
  }
  var ENTRY_MOST = 1200;
  function weigh(walk2, entries2, members) {
    if (entries2.length < LEAST || entries2.length < members * 0.6) return 0;
    const places2 = /* @__PURE__ */ new Set();
    let titles = 0;
    let text = 0;
    let headed = 0;
    for (const entry of entries2) {
      places2.add(linkHref(entry.main.el) ?? "");
      titles += Math.min(60, entry.main.text.length);
      let own2 = 0;
      for (let at = entry.first; at < entry.end; at += 1) own2 += walk2.lines[at].body.length;
      text += Math.min(own2, 500);
      if (own2 <= ENTRY_MOST || (walk2.lines[entry.main.line]?.level ?? 0) > 0) headed += 1;
    }
    if (headed * 2 < entries2.length) return 0;
    const average = text / entries2.length;
    const title2 = titles / entries2.length;
    if (places2.size < entries2.length * 0.6) return 0;
    if (average < 12 || average - title2 < 8 && title2 < 22 && !areWares(walk2, entries2)) return 0;
    return text;
  }
  var PRICE = /\p{Sc}\s?\d|\d\s?(?:\p{Sc}|(?:EUR|USD|GBP|CHF|kr|zł|Kč)\b)|\b(?:EUR|USD|GBP|CHF)\s?\d/u;
  function areWares(walk2, entries2) {
    const wares = entries2.filter(({ first, end }) => {
      const lines2 = walk2.lines.slice(first, end);
      return lines2.some((line) => PRICE.test(line.body)) || lines2.length > 1 && lines2.some((line) => line.level > 0);
    });
    return wares.length >= entries2.length * 0.6;
  }
  var COMMENTS = /(\d[\d.,]*)\s*(k)?\s+?(?:comments?|replies|responses|kommentare?|commentaires?|comentarios|commenti)\b/i;
  function commentCount(text) {
    const match = COMMENTS.exec(text);
    if (match === null) return void 0;
    const digits = match[1].replace(/[.,](?=\d{3}\b)/g, "").replace(",", ".");
    const count3 = Math.round(Number(digits) * (match[2] === void 0 ? 1 : 1e3));
    return Number.isSafeInteger(count3) ? count3 : void 0;
  }
  var IMAGE_NOTE = /\[image: [^\]]*\]/g;
  var withoutImages = (text) => text.includes("[image: ") ? text.replace(IMAGE_NOTE, " ") : text;
  function entryText(walk2, entry) {
    let title2 = even(withoutImages(entry.main.text));
    const heading = headingIn(walk2, entry);
    const whole2 = entry.main.line < entry.end && walk2.lines[entry.main.line + 1]?.region !== void 0 && title2.length > 120;
    if (heading !== void 0 && (title2 === "" || whole2 || title2.includes(heading))) title2 = heading;
    else if (title2 === "" || whole2) title2 = firstText(walk2, entry) || title2;
    if (title2 === "") title2 = nameOf(entry.main.el) || (/\[image: ([^\]]*)\]/.exec(entry.main.text)?.[1] ?? "");
    const parts2 = [];
    let taken = false;
    for (let at = entry.first; at < entry.end; at += 1) {
      let body2 = even(withoutImages(walk2.lines[at].body));
      if (!taken && title2 !== "" && body2.includes(title2)) {
        body2 = even(body2.replace(title2, " "));
        taken = true;
      }
      if (body2 !== "") parts2.push(body2);
    }
    return {
      title: title2,
      rest: parts2.join(" ").replace(/(?:^|\s)\|(?=\s*(?:\||$))/g, "").replace(/^[\s|]+|^\d{1,3}\.(?=\s|$)/g, "").trim()
    };
  }
  function headingIn(walk2, entry) {
    for (let at = entry.first; at < entry.end; at += 1) {
      const line = walk2.lines[at];
      if (line.level > 0) return line.body;
    }
    return void 0;
  }
  function firstText(walk2, entry) {
    for (let at = entry.first; at < entry.end; at += 1) {
      const body2 = walk2.lines[at].body.replace(IMAGE_NOTE, "").trim();
      if (body2.length >= 3) return body2;
    }
    return "";
  }
  function furtherLinks(entry) {
    const seen2 = /* @__PURE__ */ new Set([linkHref(entry.main.el) ?? ""]);
    const further = [];
    for (const link of entry.links) {
      const href3 = linkHref(link.el);
      if (href3 === void 0 || !/^https?:/i.test(href3) || link.text === "" || seen2.has(href3)) continue;
      seen2.add(href3);
      further.push(link);
      if (further.length === MORE_IN_ENTRY) break;
    }
    return further;
  }

  // web/page/src/observe/primary.ts
  var LEAST_WORTH = 140;
  var TITLE_WORDS = list(
    "title headline subtitle subhead subheadline dek deck standfirst kicker header meta author date time published updated info"
  );
  var POINTER2 = /^(?:(?:also |and )?(?:read|see|watch|related|more|recommended|listen|click|follow|subscribe|sign up|share|source|via|tags?|filed under|topics?|categor(?:y|ies)|advertisement|photo|image|credit|posted|published|updated|last updated|by)\b)/i;
  var LABEL = /^(?:advert(?:isement)?s?|ad|sponsored|share(?: this)?|tweet|print|e-?mail|comments?|related|don.t miss|read more|read next|loading|watch|gallery|video|photos?|more|tags?:?|topics?:?)\W*$/i;
  var THREAD_MOST = 0.85;
  function findPrimary(walk2, thread) {
    const { lines: lines2 } = walk2;
    if (lines2.length === 0) return void 0;
    const chrome = markChrome(walk2);
    if (thread !== void 0) {
      const prose = new Sums(lines2, (line) => Math.max(0, worth(line)));
      if (prose.in(thread) < prose.in(walk2.root) * THREAD_MOST) chrome.fill(1, thread.first, thread.end);
    }
    const value = new Sums(lines2, (line, index) => chrome[index] === 1 ? Math.min(0, worth(line)) / 4 : worth(line));
    const best3 = bestRegion(walk2, value) ?? namedMain(walk2);
    if (best3 === void 0) return void 0;
    const keep2 = new Uint8Array(lines2.length);
    for (let at = best3.first; at < best3.end; at += 1) keep2[at] = chrome[at] === 1 ? 0 : 1;
    prune(walk2, best3, keep2);
    const { first, end } = densest2(lines2, best3, keep2);
    return first === end ? void 0 : { region: best3, first, end, keep: keep2 };
  }
  function densest2(lines2, best3, keep2) {
    let found = { first: best3.first, end: best3.first };
    let most = 0;
    let sum = 0;
    let from = best3.first;
    for (let at = best3.first; at < best3.end; at += 1) {
      const { length: length2 } = lines2[at].body;
      sum += keep2[at] === 1 ? length2 : -length2;
      if (sum <= 0) {
        sum = 0;
        from = at + 1;
      } else if (sum > most && keep2[at] === 1) {
        most = sum;
        found = { first: from, end: at + 1 };
      }
    }
    return found;
  }
  function signature(region) {
    return `${region.tag}.${attr(region.el, "class") ?? ""}`;
  }
  function bestRegion(walk2, value) {
    const signatures = /* @__PURE__ */ new Map();
    for (const region of walk2.regions) {
      if (region.first === region.end || !isNamedBody(region)) continue;
      const name = signature(region);
      signatures.set(name, (signatures.get(name) ?? 0) + 1);
    }
    let best3;
    let most = 0;
    for (const region of walk2.regions) {
      if (region.first === region.end) continue;
      let score2 = value.in(region);
      if (score2 <= 0) continue;
      if (isNamedBody(region) && signatures.get(signature(region)) === 1) score2 *= 1.3;
      else if (region.tag === "article") score2 *= 1.15;
      else if (region.tag === "main") score2 *= 1.05;
      if (score2 >= most) {
        most = score2;
        best3 = region;
      }
    }
    if (best3 === void 0 || most < LEAST_WORTH) return void 0;
    return narrow(best3, value);
  }
  function namedMain(walk2) {
    const filled = walk2.regions.filter((region) => region.first < region.end);
    for (const isIt of [
      (region) => region.tag === "main" || attr(region.el, "role") === "main",
      (region) => region.tag === "article" || attr(region.el, "role") === "article"
    ]) {
      const named2 = filled.filter(isIt);
      if (named2.length > 0) return named2.length === 1 ? named2[0] : void 0;
    }
    return void 0;
  }
  var NEARLY_ALL = 0.92;
  function narrow(region, value) {
    const child = region.children.find((inner2) => value.in(inner2) >= value.in(region) * NEARLY_ALL && inner2.tag !== "p");
    return child === void 0 ? region : narrow(child, value);
  }
  function prune(walk2, best3, keep2) {
    const { lines: lines2 } = walk2;
    dropLinkLists(lines2, best3, keep2);
    for (let at = best3.first; at < best3.end; at += 1) {
      const line = lines2[at];
      if (line.level === 1 || line.kind === "caption" || isOnlyImage(line) || LABEL.test(line.body)) keep2[at] = 0;
      else if (line.kind !== "item" && line.body.length < 160 && linkShare(line) > 0.5 && POINTER2.test(line.body))
        keep2[at] = 0;
    }
    dropEdges(lines2, best3, keep2);
    dropLonelyHeadings(lines2, best3, keep2);
  }
  function dropLinkLists(lines2, best3, keep2) {
    const chars = new Sums(lines2, (line) => line.body.length);
    const linked = new Sums(lines2, (line) => line.linkChars);
    const visit = (region) => {
      if (region.first === region.end) return;
      const density = linked.in(region) / Math.max(1, chars.in(region));
      if (region !== best3 && region.end - region.first >= 2 && density > 0.5) keep2.fill(0, region.first, region.end);
      else for (const child of region.children) visit(child);
    };
    visit(best3);
  }
  function dropEdges(lines2, best3, keep2) {
    let first = best3.first;
    while (first < best3.end && !(keep2[first] === 1 && isParagraph(lines2[first]))) first += 1;
    if (first === best3.end) return;
    const opening = lines2[first];
    const home = opening.region.parent;
    for (let at = best3.first; at < first; at += 1) {
      const line = lines2[at];
      const near = line.region === opening.region || line.region.parent === home && !hasAny(wordsOf(line.region), TITLE_WORDS);
      const beside = near && (line.level > 1 || isSentence(line) || line.body.length >= 60 && linkShare(line) < 0.3);
      if (!beside) keep2[at] = 0;
    }
    let last = best3.end - 1;
    while (last > first && !(keep2[last] === 1 && isParagraph(lines2[last]))) last -= 1;
    const ending = lines2[last];
    const close = ending.region.parent;
    for (let at = last + 1; at < best3.end; at += 1) {
      const line = lines2[at];
      const beside = line.region === ending.region || line.region.parent === close || line.kind === "item" || line.kind === "row" || line.kind === "code" || line.quoted;
      if (!beside || linkShare(line) > 0.5 && line.kind !== "item") keep2[at] = 0;
    }
  }
  function dropLonelyHeadings(lines2, best3, keep2) {
    let below = false;
    for (let at = best3.end - 1; at >= best3.first; at -= 1) {
      if (keep2[at] === 0) continue;
      if (lines2[at].level > 0) {
        if (!below) keep2[at] = 0;
      } else below = true;
    }
  }

  // web/page/src/observe/scope.ts
  function inScope(page, kind) {
    if (kind === "viewport") return inViewport;
    if (kind === "selection") return inSelection(page);
    return (line) => line.text;
  }
  function inViewport(line) {
    const box = line.start === line.el ? rect(line.el) : contentRect(line.start);
    const shown3 = touchesView(box) || line.start !== line.el && touchesView(rect(line.el)) && spansSeveral(line);
    return shown3 ? line.text : void 0;
  }
  function touchesView(box) {
    return box.bottom > 0 && box.right > 0 && box.top < viewportHeight() && box.left < viewportWidth();
  }
  function spansSeveral(line) {
    return (data(line.start) ?? "").trim().length < line.body.length;
  }
  function inSelection(page) {
    const selection2 = selection();
    if (selection2 === null || rangeCount(selection2) === 0) return () => void 0;
    const range = rangeAt(selection2, 0);
    if (rangeCollapsed(range)) return () => void 0;
    return (line) => {
      if (!touched(range, line)) return void 0;
      if (line.region.children.length > 0 || page.lines[line.region.first] !== line || line.region.end !== line.region.first + 1)
        return line.text;
      const part = collapse2(rangeText(overlap(range, line.el)));
      if (part === "") return void 0;
      return line.body.includes(part) && part.length < line.body.length ? part : line.text;
    };
  }
  function touched(range, line) {
    return line.holders.some(
      (holder) => rangeIntersects(range, holder === line.el && firstElementChild(holder) !== null ? line.start : holder)
    );
  }
  function overlap(range, node) {
    const part = createRange(document);
    const from = rangeStartNode(range);
    const to = rangeEndNode(range);
    if (contains(node, from)) setRangeStart(part, from, rangeStartOffset(range));
    else setRangeStart(part, node, 0);
    if (contains(node, to)) setRangeEnd(part, to, rangeEndOffset(range));
    else setRangeEnd(part, node, lengthOf(node));
    return part;
  }
  function lengthOf(node) {
    return isText(node) ? data(node).length : countChildren(node);
  }
  function countChildren(node) {
    let count3 = 0;
    for (let child = firstChild(node); child !== null; child = nextSibling(child)) count3 += 1;
    return count3;
  }

  // web/page/src/observe/settle.ts
  var QUIET_MS = 100;
  function settled(most) {
    return new Promise((resolve2) => {
      let quiet;
      const end = () => {
        stop3();
        clearTimeout(quiet);
        clearTimeout(limit);
        resolve2();
      };
      const again = () => {
        clearTimeout(quiet);
        quiet = setTimeout(end, QUIET_MS);
      };
      const stop3 = watch(
        document,
        { subtree: true, childList: true, attributes: true, characterData: true },
        (records) => {
          if (!records.every(isOwnChange)) again();
        }
      );
      const limit = setTimeout(end, most);
      again();
    });
  }

  // web/page/src/observe/signals.ts
  var DIALOGS = "dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]";
  var COVERING = 0.3;
  var CONSENT = /\bcookies?\b|\bconsent\b|\bgdpr\b|\bccpa\b|tracking technolog|privacy (?:choices|preferences|settings)|einwilligung|privatsphäre|\bdsgvo\b|consentement|\brgpd\b|consentimiento|consenso/i;
  var AGREE = /accept|agree|allow|consent|reject|decline|deny|manage|settings|preferences|got it|\bok\b|okay|dismiss|close|necessary|akzeptier|zustimm|ablehn|einstellung|notwendig|schließen|refuser|paramétr|nécessaires|fermer|acept|rechaz|configur|necesari|cerrar|accett|rifiut|chiudi|weiger|aceit|rejeit/i;
  var PAYWALL = /subscri(?:be|ption)[^.]{0,40}\b(?:to (?:continue|read|unlock|keep)|required|for full access)|subscribers? only|(?:exclusive|available) (?:to|for) (?:our )?subscribers|to continue reading(?<!(?:log|sign)[ -]?(?:in|up|on) (?:or [a-z ]{0,30})?to continue reading)|already a subscriber|(?:reached|used)[^.]{0,30}\b(?:article limit|free articles?)|free articles? (?:left|remaining)|unlock (?:this|the full) (?:article|story)|become a (?:subscriber|member) to (?:read|continue)/i;
  var AUTH = /(?:log|sign)[ -]?(?:in|up|on) (?:or (?:sign|log|create|register)[a-z ]{0,24} )?to (?:continue|read|view|see|access|keep)|(?:must|need to|have to|please) (?:be )?(?:log|sign)(?:ged)?[ -]?(?:in|ed in) (?:to|before)|(?:create|register) (?:an? )?(?:free )?account to (?:continue|read|view|see|access)|login required|members? only/i;
  var TAKE_PART = /\b(?:comments?|replies|reply|report|recommend|vote|like|follow|save|post|join)\b/i;
  var AGE2 = /are you (?:over|at least|of legal|older)[^?]{0,20}\b(?:1[6-9]|2[01]|age)\b|(?:verify|confirm) (?:that )?(?:your age|you are (?:over|at least|1[68]|21))|must be (?:at least |over )?(?:18|21)\b[^.]{0,40}(?:enter|view|visit|access|continue|older)|age[- ]restricted|enter your (?:date of birth|birth ?date)/i;
  var GEO = /(?:not|isn.t|un)\s?(?:currently )?available (?:in|to|for) (?:your|users in your|visitors (?:from|in)) (?:country|region|location|area)|(?:blocked|restricted|unavailable) (?:in|from) your (?:country|region|location)|not available (?:in|to)[^.]{0,40}\b(?:european union|european economic area|eea|gdpr)\b|unavailable (?:due to|for) legal reasons/i;
  var SCRIPT = /(?:enable|turn on|activate|requires?|needs?|without) (?:your )?java ?script|java ?script (?:is|must be|seems to be|has been|appears to be) (?:disabled|required|enabled|turned off|not|needed)|browser does(?:n.t| not) support java ?script/i;
  var NOTICE_MOST = 300;
  var GATE_PAGE_MOST = 1500;
  var APP_ROOTS = "#root,#app,#__next,#__nuxt,#application,[data-reactroot],[ng-app],app-root";
  function findSignals(walk2, chars) {
    const signals = /* @__PURE__ */ new Set();
    const layers = openLayers(walk2, chars);
    const top = layers.find((layer) => layer.covering)?.el;
    if (top !== void 0) signals.add("overlay_or_dialog");
    if (layers.some((layer) => asksConsent(layer.el))) signals.add("consent_overlay");
    if (hasAuthFields(walk2)) signals.add("auth_fields");
    const layerText = layers.map((layer) => textOf3(layer.el));
    const notices = walk2.lines.filter(isNotice);
    const noticed = notices.map((line) => line.body).join("\n");
    const onLine = (pattern, accepts) => pattern.test(noticed) && notices.some((line) => accepts(line) && pattern.test(line.body));
    const says2 = (pattern) => layerText.some((text) => pattern.test(text)) || onLine(pattern, () => true);
    if (says2(PAYWALL) || query(document, "[class*=paywall i],[id*=paywall i]") !== null && paywallShows())
      signals.add("paywall");
    const gate = chars < GATE_PAGE_MOST;
    const gated = (pattern) => layerText.some((text) => pattern.test(text)) || onLine(pattern, (line) => gate || line.level > 0);
    if (says2(AUTH) && (gate || signals.has("overlay_or_dialog") || signals.has("auth_fields") || saysProminently(walk2, AUTH, TAKE_PART)))
      signals.add("auth_gate");
    if (gated(AGE2)) signals.add("age_gate");
    if (gated(GEO) || onLine(GEO, (line) => line.body.length < 120)) signals.add("geo_block");
    if (gated(SCRIPT) || isEmptyApp(chars)) signals.add("script_required");
    return { signals: [...signals], top };
  }
  function isNotice(line) {
    return line.body.length <= NOTICE_MOST;
  }
  function saysProminently(walk2, pattern, unless) {
    return walk2.lines.some(
      (line) => (line.level > 0 || line.body.length < 90) && pattern.test(line.body) && !unless.test(line.body)
    );
  }
  function paywallShows() {
    return queryAll(document, "[class*=paywall i],[id*=paywall i]").slice(0, 20).some(
      (el) => !/^(?:html|body|main|article|script|style|link|meta)$/.test(tag(el)) && isShown2(el) && /subscri|sign in|log in|member/i.test(textOf3(el))
    );
  }
  function isShown2(el) {
    if (isElementHidden(el)) return false;
    const box = rect(el);
    return box.width > 1 && box.height > 1;
  }
  function textOf3(el) {
    return (textContent(el) ?? "").slice(0, 4e3).replace(/\s+/g, " ");
  }
  function openLayers(walk2, chars) {
    const layers = /* @__PURE__ */ new Map();
    for (const el of queryAll(document, DIALOGS).slice(0, 50)) if (isShown2(el)) layers.set(el, inView(el));
    const width = viewportWidth();
    const height = viewportHeight();
    const points = [
      [0.5, 0.5],
      [0.5, 0.97],
      [0.15, 0.95],
      [0.85, 0.95],
      [0.5, 0.03]
    ];
    for (const [x, y] of points) {
      const fixed = fixedAt(width * x, height * y);
      if (fixed === void 0 || layers.has(fixed) || holdsMost(walk2, fixed, chars)) continue;
      const box = rect(fixed);
      const covering = x === 0.5 && y === 0.5 && box.width * box.height >= width * height * COVERING;
      layers.set(fixed, covering && !isBackdrop(walk2, fixed));
    }
    return [...layers].map(([el, covering]) => ({ el, covering }));
  }
  function inView(el) {
    const box = rect(el);
    return box.bottom > 0 && box.right > 0 && box.top < viewportHeight() && box.left < viewportWidth();
  }
  function fixedAt(x, y) {
    let at = elementFromPoint(x, y);
    let found;
    for (let up = 0; at !== null && up < 40; at = parent(at), up += 1) {
      const tag2 = tag(at);
      if (tag2 === "body" || tag2 === "html") break;
      const position = style(at, "position");
      if (position === "fixed" || position === "sticky") found = at;
    }
    return found;
  }
  var LINES_TRIED = 20;
  function isBackdrop(walk2, fixed) {
    if (Number(style(fixed, "z-index")) < 0) return true;
    const box = rect(fixed);
    let tried = 0;
    for (const line of walk2.lines) {
      const { left: left2, top, width, height, bottom } = rect(line.el);
      if (bottom < 0 || contains(fixed, line.el)) continue;
      const [x, y] = [left2 + Math.min(width / 2, 40), top + height / 2];
      if (x <= box.left || x >= box.right || y <= box.top || y >= box.bottom) continue;
      const hit = elementFromPoint(x, y);
      if (hit !== null && contains(line.el, hit) && fixedAt(x, y) === void 0) return true;
      tried += 1;
      if (tried === LINES_TRIED) break;
    }
    return false;
  }
  function holdsMost(walk2, el, chars) {
    let inside = 0;
    for (const line of walk2.lines) if (contains(el, line.el)) inside += line.body.length;
    return inside > chars * 0.6 && inside > 1500;
  }
  function asksConsent(el) {
    const text = textOf3(el);
    if (!CONSENT.test(text)) return false;
    return queryAll(el, "button,a,[role=button],input[type=submit],input[type=button]").slice(0, 40).some(
      (button) => AGREE.test(
        `${textContent(button) ?? ""} ${attr(button, "aria-label") ?? ""} ${attr(button, "value") ?? ""}`
      )
    );
  }
  function hasAuthFields(walk2) {
    let user = false;
    let code = false;
    for (const { el, tag: tag2 } of walk2.actionable) {
      if (tag2 !== "input" || isElementHidden(el)) continue;
      if (inputType(el) === "password") return true;
      const hints = `${attr(el, "autocomplete") ?? ""} ${attr(el, "name") ?? ""} ${attr(el, "id") ?? ""}`;
      user ||= /\busername\b|user_?name|login/i.test(hints);
      code ||= /one-time-code|\botp\b|\b(?:verification|security|login)?[_-]?code\b|passcode|\b2fa\b|\bmfa\b/i.test(
        hints
      );
    }
    return user && code;
  }
  function isEmptyApp(chars) {
    if (chars > 40) return false;
    const root = query(document, APP_ROOTS);
    return root !== null && childElementCount(root) === 0;
  }

  // web/page/src/observe/window.ts
  function chooseSpan(texts, maxChars, cursor, primaryFirst) {
    const offsets = new Array(texts.length + 1);
    let offset = 0;
    texts.forEach((text, index) => {
      offsets[index] = offset;
      offset += text.length + 1;
    });
    offsets[texts.length] = offset;
    const total = Math.max(0, offset - 1);
    let first = 0;
    if (cursor !== void 0) while (first < texts.length && offsets[first] < cursor) first += 1;
    else if (total > maxChars && primaryFirst !== void 0) first = primaryFirst;
    let end = first;
    const from = offsets[first];
    while (end < texts.length && offsets[end + 1] - 1 - from <= maxChars) end += 1;
    if (end === first && end < texts.length) end += 1;
    const span3 = {
      first,
      end,
      before: Math.min(from, total),
      after: end === texts.length ? 0 : total - offsets[end],
      total
    };
    if (end < texts.length) span3.nextCursor = offsets[end];
    return span3;
  }

  // web/page/src/observe/observe.ts
  function observe(options2) {
    const wait = settleTime(options2);
    return wait === 0 ? read(options2) : settled(wait).then(() => read(options2));
  }
  function pageRoot() {
    return body(document) ?? documentElement(document);
  }
  var ARTICLE_LEAST = 1200;
  var INTRODUCTION_MOST = 250;
  function mainContent(page, entries2, thread) {
    const primary = findPrimary(page, thread?.root);
    if (entries2 === void 0) return primary;
    const prose = primary === void 0 ? 0 : keptChars(page, primary);
    if (primary !== void 0) {
      if (prose >= ARTICLE_LEAST || prose >= INTRODUCTION_MOST && prose * 6 >= entries2.chars) return primary;
      if (isArticle(primary.region) && !holdsRegion(primary.region, entries2.region)) return primary;
    }
    const first = entries2.entries[0]?.first ?? entries2.region.first;
    const end = entries2.entries[entries2.entries.length - 1]?.end ?? entries2.region.end;
    const keep2 = new Uint8Array(page.lines.length);
    keep2.fill(1, first, end);
    return { region: entries2.region, first, end, keep: keep2 };
  }
  function isArticle(region) {
    for (let at = region; at !== null; at = at.parent)
      if (at.tag === "article" || isNamedBody(at)) return true;
    return false;
  }
  function holdsRegion(outer, inner2) {
    return inner2.first >= outer.first && inner2.end <= outer.end;
  }
  function keptChars(page, primary) {
    let chars = 0;
    for (let at = primary.first; at < primary.end; at += 1)
      if (primary.keep[at] === 1) chars += page.lines[at].body.length;
    return chars;
  }
  function parts(page, maxComments) {
    const thread = findComments(page, maxComments);
    const discussion = thread !== void 0 && isThread(thread) ? thread : void 0;
    const listed3 = findEntries(page);
    const isDiscussion = discussion !== void 0 && listed3 !== void 0 && holdsRegion(discussion.root, listed3.region);
    const entries2 = isDiscussion ? void 0 : listed3;
    return { entries: entries2, thread, primary: mainContent(page, entries2, discussion) };
  }
  function isThread(thread) {
    const signed = thread.posts.filter((post) => post.author !== "" || post.age !== "").length;
    return thread.posts.length >= 2 && signed * 2 >= thread.posts.length;
  }
  function plan(page, options2, limits, scope) {
    const { entries: entries2, thread, primary } = parts(page, limits.maxComments);
    const lists = [thread?.root, entries2?.region].filter((region) => region !== void 0);
    const repeats = findRepeats(page, (line) => lists.some((region) => holdsRegion(region, line.region)));
    const within = inScope(page, scope);
    const sentLines = [];
    const texts = [];
    let duplicates = 0;
    page.lines.forEach((line, index) => {
      if (repeats[index] === 1) duplicates += 1;
      else {
        const text = within(line, index);
        if (text === void 0) return;
        sentLines.push(index);
        texts.push(text);
      }
    });
    const begin = primary === void 0 ? -1 : titled(
      page,
      sentLines,
      sentLines.findIndex((index) => index >= primary.first && primary.keep[index] === 1)
    );
    const span3 = chooseSpan(texts, limits.maxChars, options2.cursor, begin < 0 ? void 0 : begin);
    return { page, entries: entries2, thread, primary, duplicates, sentLines, texts, span: span3 };
  }
  var TITLE_WITHIN = 12;
  function titled(page, sentLines, begin) {
    for (let at = begin; at >= 0 && at > begin - TITLE_WITHIN; at -= 1)
      if (page.lines[sentLines[at]].level === 1) return at;
    return begin;
  }
  function* neededLines({ page, entries: entries2, thread, sentLines, span: span3 }, limits) {
    const { lines: lines2 } = page;
    for (const index of sentLines.slice(0, span3.end)) yield lines2[index];
    yield* lines2.filter((line) => line.level > 0).slice(0, limits.maxOutline);
    for (const entry of entries2?.entries.slice(0, limits.maxItems) ?? []) yield* lines2.slice(entry.first, entry.end);
    for (const post of thread?.posts.slice(0, limits.maxComments) ?? []) yield* post.lines;
  }
  var Timer = class {
    at = performance.now();
    spent = {};
    lap(name) {
      const now = performance.now();
      this.spent[name] = `${(now - this.at).toFixed(2)} ms`;
      this.at = now;
    }
  };
  function read(options2) {
    const timer = new Timer();
    const limits = budgets(options2);
    const scope = options2.scope?.kind ?? "document";
    let root = pageRoot();
    if (scope === "container") {
      const handle2 = options2.scope?.containerHandle;
      if (handle2 === void 0) return refuse("INVALID_ARGUMENT", "scope container needs a containerHandle");
      const container = resolve(handle2);
      if (isRefusal(container)) return container;
      root = container;
    }
    const { page, entries: entries2, thread, primary, duplicates, sentLines, texts, span: span3 } = readVisible(
      (unseen) => plan(sketch(root, unseen), options2, limits, scope),
      (found) => neededLines(found, limits)
    );
    timer.lap("text");
    const addresses = new Addresses();
    const chars = page.lines.reduce((sum, line) => sum + line.body.length, 0);
    const { signals, top } = findSignals(page, chars);
    timer.lap("signals");
    const omissions = [];
    const omit = (part, count3, handle2) => {
      const known4 = omissions.find((omission) => omission.part === part);
      if (known4 !== void 0) known4.count += Math.max(0, count3);
      else if (count3 > 0) omissions.push(handle2 === void 0 ? { part, count: count3 } : { part, count: count3, handle: handle2 });
    };
    const ranked = rank(page.actionable, {
      isPrimary: (line) => primary !== void 0 && line >= primary.first && line < primary.end,
      top,
      onlyInView: scope === "viewport"
    });
    const { chosen, more } = pick(ranked, limits.maxElements);
    const elements2 = chosen.map((candidate2) => describe2(candidate2, page, addresses));
    const handles2 = /* @__PURE__ */ new Map();
    elements2.forEach((element, index) => handles2.set(chosen[index].el, element.handle));
    omit("elements", more);
    timer.lap("elements");
    const soleLinks = /* @__PURE__ */ new Map();
    for (const link of page.links) {
      const handle2 = handles2.get(link.el);
      if (handle2 !== void 0 && page.lines[link.line]?.body === link.text) soleLinks.set(link.line, handle2);
    }
    const named2 = /* @__PURE__ */ new Set();
    const chunks = [];
    for (let at = span3.first; at < span3.end; at += 1) {
      const index = sentLines[at];
      const line = page.lines[index];
      const node = named2.has(line.el) ? line.start : line.el;
      named2.add(node);
      const chunk = { node: nodeId(node), tag: line.tag, role: roleOf(line.el), text: texts[at] };
      const handle2 = soleLinks.get(index);
      if (handle2 !== void 0) chunk.handle = handle2;
      chunks.push(chunk);
    }
    omit("text before", span3.before);
    omit("text after", span3.after);
    omit("duplicates", duplicates);
    if (page.partial) omit("tree", 1);
    timer.lap("chunks");
    const reading = {
      reading: nextReading(),
      identity: identity(),
      chunks,
      totalChars: span3.total,
      outline: readOutline(page, limits, omit),
      items: scope === "selection" ? [] : readItems(page, entries2, primary, limits, addresses, handles2, omit),
      comments: readComments(thread, limits, omit),
      signals,
      elements: elements2,
      forms: [],
      frames: [],
      redactions: [],
      omissions
    };
    if (span3.nextCursor !== void 0) reading.nextCursor = span3.nextCursor;
    timer.lap("lists");
    const forms = readForms(page, addresses);
    reading.forms = forms.forms;
    omit("forms", forms.omittedForms);
    omit("fields", forms.omittedFields);
    timer.lap("forms");
    const position = /* @__PURE__ */ new Map();
    for (let at = span3.first; at < span3.end; at += 1) position.set(sentLines[at], at - span3.first);
    reading.frames = readFrames(page, addresses, position);
    if (primary !== void 0) setPrimary(reading, primary, sentLines, span3);
    reading.redactions = redactions(page, addresses);
    if (options2.maxElements === void 0) omit("elements", trim(reading));
    compare2(reading, options2.since);
    timer.lap("rest");
    if (options2.debug === true) {
      reading.debug = timer.spent;
      reading.debug.primaryRoot = primary === void 0 ? "" : rootName(primary.region.el);
      reading.debug.itemsRoot = entries2 === void 0 ? "" : rootName(entries2.region.el);
      reading.debug.commentsRoot = thread === void 0 ? "" : rootName(thread.root.el);
    }
    return reading;
  }
  function rootName(el) {
    const name = attr(el, "class")?.trim().split(/\s+/, 1)[0] ?? "";
    const id2 = attr(el, "id") ?? "";
    return cut(tag(el) + (id2 === "" ? "" : `#${id2}`) + (name === "" ? "" : `.${name}`), 80);
  }
  function readOutline(page, limits, omit) {
    const headings = page.lines.filter((line) => line.level > 0);
    omit("outline", headings.length - limits.maxOutline);
    return headings.slice(0, limits.maxOutline).map((line) => ({
      level: line.level,
      tag: line.tag,
      role: "heading",
      text: cut(line.body, limits.maxOutlineChars),
      node: nodeId(line.el)
    }));
  }
  function readItems(page, entries2, primary, limits, addresses, handles2, omit) {
    if (entries2 === void 0) return [];
    const first = entries2.entries[0]?.first ?? 0;
    const inside = primary === void 0 || primary.region === entries2.region || primary.keep[first] === 1;
    if (!inside && entries2.chars < keptChars(page, primary) * 0.5) return [];
    const items = [];
    for (const entry of entries2.entries.slice(0, limits.maxItems)) {
      const { title: title2, rest } = entryText(page, entry);
      const item = {
        title: cut(title2, limits.maxItemChars),
        url: addresses.web(entry.main.el),
        snippet: cut(rest, limits.maxItemChars),
        node: nodeId(entry.el),
        handle: handles2.get(entry.main.el) ?? mint(entry.main.el),
        links: furtherLinks(entry).map((link) => {
          const handle2 = handles2.get(link.el);
          const shown3 = { url: addresses.web(link.el), text: cut(link.text, 80) };
          return handle2 === void 0 ? shown3 : { ...shown3, handle: handle2 };
        })
      };
      const count3 = commentCount(rest);
      if (count3 !== void 0) item.commentCount = count3;
      items.push(item);
    }
    omit("items", entries2.entries.length - items.length);
    return items;
  }
  function readComments(thread, limits, omit) {
    if (thread === void 0) return [];
    const comments = thread.posts.slice(0, limits.maxComments).map((post) => ({
      text: cut(post.text, limits.maxCommentChars),
      author: cut(post.author, 80),
      age: cut(post.age, 60),
      score: cut(post.score, 20),
      depth: post.depth,
      node: nodeId(post.region.el)
    }));
    const left2 = thread.posts.length - comments.length + thread.more;
    if (left2 > 0) omit("comments", left2, mint(thread.root.el));
    return comments;
  }
  function readFrames(page, addresses, position) {
    return page.frames.slice(0, 50).map(({ el, after }) => {
      let at = after;
      while (at >= 0 && !position.has(at)) at -= 1;
      const frame2 = {
        title: cut(nameOf(el), 120),
        box: boxOf(rect(el)),
        node: nodeId(el),
        after: position.get(at) ?? -1
      };
      const src = attr(el, "src") === null ? void 0 : addresses.show(frameSrc(el));
      if (src !== void 0) frame2.src = src;
      return frame2;
    });
  }
  function setPrimary(reading, primary, sentLines, span3) {
    let first = -1;
    let last = -1;
    for (let at = span3.first; at < span3.end; at += 1) {
      const index = sentLines[at];
      if (index < primary.first || index >= primary.end || primary.keep[index] === 0) continue;
      if (first < 0) first = at - span3.first;
      last = at - span3.first;
    }
    if (first < 0) return;
    const { el, tag: tag2 } = primary.region;
    reading.primary = { first, last, tag: tag2, role: roleOf(el), handle: mint(el) };
  }
  var USUAL_SIZE = 6e4;
  var ELEMENTS_LEAST = 60;
  function trim(reading) {
    let size = JSON.stringify(reading).length;
    let left2 = 0;
    while (size > USUAL_SIZE && reading.elements.length > ELEMENTS_LEAST) {
      size -= JSON.stringify(reading.elements.pop()).length + 1;
      left2 += 1;
    }
    return left2;
  }
  function redactions(page, addresses) {
    const counts = {
      ...withheld(page.actionable),
      editableText: page.editable,
      hiddenNodes: page.hiddenNodes,
      urlSecrets: addresses.secrets,
      crossOriginFrames: page.frames.filter(({ el }) => isOtherOrigin(el)).length
    };
    return Object.entries(counts).filter(([, count3]) => count3 > 0).map(([kind, count3]) => ({ kind, count: count3 }));
  }
  function isOtherOrigin(frame2) {
    const sandbox = attr(frame2, "sandbox");
    if (sandbox !== null && !/\ballow-same-origin\b/i.test(sandbox)) return true;
    if (hasAttr(frame2, "srcdoc")) return false;
    const src = frameSrc(frame2);
    return /^(?:https?|data|blob):/i.test(src) && (!URL.canParse(src) || new URL(src).origin !== globalThis.origin);
  }

  // web/page/src/outcome.ts
  var DATES = /* @__PURE__ */ new Set(["date", "month", "week", "time", "datetime-local"]);
  function outcome({ typed, chosen }) {
    const act = announced();
    if (act === void 0) return notArmed();
    generation();
    const { element, delivered, dropped, before } = act;
    const answer3 = {
      delivered: [...delivered],
      dropped: dropped.map((drop) => ({ ...drop })),
      elementChanged: before.elementChanged(),
      surfaceChanged: before.surfaceChanged(),
      viewportMoved: before.viewportMoved(),
      addressChanged: before.addressChanged(),
      incomplete: isIncomplete(element),
      connected: isConnected(element)
    };
    if (typed !== void 0) {
      answer3.holds = holdsTyped(element, typed);
      const field = fieldIn(element);
      if (field !== null && lines(fieldValue(field)) === lines(typed.text)) rememberEntered(field, typed.text);
    } else if (chosen !== void 0) {
      answer3.holds = showsChoice(element, chosen);
      if (answer3.holds && is(element, "select")) rememberEntered(element, chosen);
    }
    return answer3;
  }
  function isIncomplete(el) {
    const form2 = isSubmit(el) && !hasAttr(el, "formnovalidate") ? form(el) : null;
    return form2 !== null && !hasAttr(form2, "novalidate") && matches(form2, ":invalid");
  }
  function holdsTyped(el, { text, cleared }) {
    const field = fieldIn(el);
    const fits = (held2, wanted2) => cleared ? held2 === wanted2 : held2.endsWith(wanted2);
    if (field === null) {
      const [held2, wanted2] = [textContent(el) ?? "", text].map((one) => one.replace(/\s+/g, ""));
      return cleared ? held2 === wanted2 : held2.includes(wanted2);
    }
    const held = fieldValue(field);
    if (fits(lines(held), lines(text))) return true;
    if (DATES.has(inputType(field))) return held !== "" && sortedDigits(held) === sortedDigits(text);
    const wanted = bare(text);
    return wanted !== "" && fits(bare(held), wanted);
  }
  function fieldIn(el) {
    if (is(el, "input") || is(el, "textarea")) return el;
    return isContentEditable(el) ? null : query(el, "input, textarea");
  }
  var lines = (text) => text.replace(/\r\n?/g, "\n");
  var bare = (text) => text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  var sortedDigits = (text) => [...text.replace(/\D/g, "")].sort().join("");

  // web/page/src/owner.ts
  function owner(frame2, x, y) {
    forget();
    const box = rect(frame2);
    const width = isHtml(frame2) ? offsetWidth(frame2) : 0;
    const scale = width > 0 && box.width > 0 ? box.width / width : 1;
    const inset = (side2) => {
      const border = side2 === "left" ? clientLeft(frame2) : clientTop(frame2);
      return (border + (Number.parseFloat(style(frame2, `padding-${side2}`)) || 0)) * scale;
    };
    const origin = { x: box.left + inset("left"), y: box.top + inset("top") };
    const onTop = elementFromPoint(origin.x + x * scale, origin.y + y * scale) === frame2;
    return { origin, scale, onTop };
  }
  function ownerAt({ x, y, index }) {
    const child = index === void 0 ? void 0 : window[index];
    for (const root of child === void 0 ? [] : openRoots()) {
      for (const el of queryAll(root, "iframe, frame")) {
        if (frameWindow(el) === child) return owner(el, x, y);
      }
    }
    return refuse("NOT_FOUND", "there is no such frame in this page", "E_NO_FRAME");
  }

  // web/page/src/perform.ts
  var PRESSES_MOST = 2;
  var SET_AS_A_WHOLE = /* @__PURE__ */ new Set(["date", "month", "week", "time", "datetime-local", "color", "range"]);
  function press(times) {
    const act = announced();
    if (act === void 0) return notArmed();
    const still = check();
    if (isRefusal(still)) return still;
    for (let count3 = 1; count3 <= Math.min(times, PRESSES_MOST); count3 += 1) {
      const refused = pressOnce(act, count3);
      if (refused !== void 0) return refused;
    }
    if (times === PRESSES_MOST) fire(act, "dblclick", MouseEvent, { detail: PRESSES_MOST, button: 0 });
    return {};
  }
  function enter(text, cleared) {
    const act = announced();
    if (act === void 0 || act.act !== "type") return notArmed();
    const pressed = press(1);
    if (isRefusal(pressed)) return pressed;
    const field = fieldOf(act.element);
    if (!hasFocus(act.element)) focus(field, { preventScroll: true });
    const still = check();
    if (isRefusal(still)) return still;
    if (SET_AS_A_WHOLE.has(inputType(field))) {
      setWhole(field, text);
      return {};
    }
    select(field, cleared);
    if (cleared && text === "") editAtCaret("delete", "");
    else if (!editAtCaret("insertText", text)) setWhole(field, cleared ? text : fieldValue(field) + text);
    recordDelivered("input");
    return {};
  }
  function setValue(text) {
    const act = announced();
    if (act === void 0 || act.act !== "type") return notArmed();
    const still = check();
    if (isRefusal(still)) return still;
    const field = fieldOf(act.element);
    if (!SET_AS_A_WHOLE.has(inputType(field)) || !takes(field, text)) return { set: false };
    setWhole(field, text);
    recordDelivered("input");
    return { set: true };
  }
  function takes(field, text) {
    const trial = createElement(document, "input");
    setAttr(trial, "type", inputType(field));
    setFieldValue(trial, text);
    return fieldValue(trial) === text;
  }
  function pressOnce(act, detail) {
    const down = { detail, button: 0, buttons: 1 };
    const up = { detail, button: 0, buttons: 0 };
    fire(act, "pointerdown", PointerEvent, down);
    const takesFocus = fire(act, "mousedown", MouseEvent, down);
    if (takesFocus) focusAt(act);
    fire(act, "pointerup", PointerEvent, up);
    fire(act, "mouseup", MouseEvent, up);
    forget();
    if (targetChanged(act) !== void 0) {
      return refuse("PRECONDITION_FAILED", "what the element would do has changed; look at it again", "E_TARGET_CHANGED");
    }
    act.presses += 1;
    recordDelivered("click");
    fire(act, "click", MouseEvent, up);
    return void 0;
  }
  function fire(act, type, kind, more) {
    const { x: clientX, y: clientY } = act.point;
    const at = elementFromPoint(clientX, clientY);
    const hit = at !== null && means(at, act.element) ? at : act.element;
    const pointer = kind === PointerEvent ? { pointerId: 1, pointerType: "mouse", isPrimary: true } : {};
    const event = new kind(type, { bubbles: true, cancelable: true, composed: true, view: window, clientX, clientY, ...pointer, ...more });
    return dispatch(hit, event);
  }
  function focusAt(act) {
    const { x, y } = act.point;
    for (let at = elementFromPoint(x, y) ?? act.element; ; ) {
      if (isHtml(at) && tabIndex(at) >= 0) return focus(at, { preventScroll: true });
      const up = parent(at);
      if (up === null) return;
      at = up;
    }
  }
  function fieldOf(el) {
    if (is(el, "input") || is(el, "textarea") || isContentEditable(el)) return el;
    return query(el, "input, textarea") ?? el;
  }
  function select(field, all) {
    if (is(field, "input") || is(field, "textarea")) {
      if (all) selectField(field);
      else caretToEnd(field);
      return;
    }
    const selection2 = selection();
    if (selection2 === null) return;
    selectChildren(selection2, field);
    if (!all) collapseToEnd(selection2);
  }
  function setWhole(field, value) {
    setFieldValue(field, value);
    dispatch(field, new InputEvent("input", { bubbles: true, composed: true, inputType: "insertText", data: value }));
    dispatch(field, new Event("change", { bubbles: true }));
  }

  // web/page/src/region/lines.ts
  function between(from, to) {
    return {
      left: Math.min(from.x, to.x),
      top: Math.min(from.y, to.y),
      right: Math.max(from.x, to.x),
      bottom: Math.max(from.y, to.y)
    };
  }
  function isMeant(line, area) {
    const across = Math.min(line.right, area.right) - Math.max(line.left, area.left);
    const down = Math.min(line.bottom, area.bottom) - Math.max(line.top, area.top);
    const enough = Math.min(line.bottom - line.top, area.bottom - area.top) / 2;
    return across > 0 && down > 0 && down >= enough;
  }
  function meet2(one, other) {
    return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  }
  function around3(all) {
    return {
      left: Math.min(...all.map(({ left: left2 }) => left2)),
      top: Math.min(...all.map(({ top }) => top)),
      right: Math.max(...all.map(({ right }) => right)),
      bottom: Math.max(...all.map(({ bottom }) => bottom))
    };
  }

  // web/page/src/region/span.ts
  var NODES_MOST2 = 2e5;
  var LETTERS_MOST = 2e4;
  var createWalker3 = Document.prototype.createTreeWalker;
  function* shownTexts(root) {
    const walker = createWalker3.call(document, root, 4);
    let count3 = 0;
    for (let node = walker.nextNode(); node !== null && count3 < NODES_MOST2; node = walker.nextNode()) {
      count3 += 1;
      const above2 = parentElement(node);
      if (above2 !== null && data(node).trim() !== "" && !isHidden(above2)) yield node;
    }
  }
  function spanOf(elements2) {
    const texts = elements2.flatMap((el) => [...shownTexts(el)]);
    const [first, last] = [texts[0], texts.at(-1)];
    if (first === void 0 || last === void 0) return void 0;
    return { first, from: 0, last, to: data(last).length };
  }
  function spanIn(area) {
    let first;
    let last;
    for (const text of shownTexts(document)) {
      if (!meet2(contentRect(text), area)) continue;
      if (!linesOf(text, 0, data(text).length).some((line) => isMeant(line, area))) continue;
      first ??= text;
      last = text;
    }
    if (first === void 0 || last === void 0) return void 0;
    return { first, from: edges(first, area)[0], last, to: edges(last, area)[1] };
  }
  function edges(text, area) {
    const { length: length2 } = data(text);
    const isAll = linesOf(text, 0, length2).every((line) => isMeant(line, area));
    if (isAll || length2 > LETTERS_MOST) return [0, length2];
    const band = { ...area, left: -Infinity, right: Infinity };
    const isIn = (at) => linesOf(text, at, at + 1).some((letter2) => isMeant(letter2, band));
    let from = 0;
    while (from < length2 && !isIn(from)) from += 1;
    let to = length2;
    while (to > from && !isIn(to - 1)) to -= 1;
    return from < to ? [from, to] : [0, length2];
  }
  function linesOf(text, from, to) {
    return rangeBoxes(rangeOf({ first: text, from, last: text, to }));
  }
  function rangeOf({ first, from, last, to }) {
    const range = createRange(document);
    setRangeStart(range, first, from);
    setRangeEnd(range, last, to);
    return range;
  }
  function charsOf2(span3) {
    const range = rangeOf(span3);
    let chars = 0;
    for (const text of shownTexts(rangeCommonAncestor(range))) {
      if (rangeIntersects(range, text)) chars += collapse2(partOf(span3, text)).length;
    }
    return span3.first === span3.last ? collapse2(partOf(span3, span3.first)).length : chars;
  }
  function partOf({ first, from, last, to }, text) {
    return data(text).slice(text === first ? from : 0, text === last ? to : void 0);
  }
  function select2(span3) {
    const selection2 = selection();
    if (selection2 === null) return false;
    removeRanges(selection2);
    addRange(selection2, rangeOf(span3));
    return rangeCount(selection2) > 0 && !rangeCollapsed(rangeAt(selection2, 0));
  }

  // web/page/src/region/blocks.ts
  var INLINE = /^(inline|contents|ruby|table-cell)/;
  var BLOCKS_MOST = 5e3;
  var OPAQUE2 = /* @__PURE__ */ new Set(["iframe", "frame", "object", "embed"]);
  function blocks2() {
    const found = /* @__PURE__ */ new Set();
    for (const text of shownTexts(document)) {
      const above2 = parentElement(text);
      const block2 = above2 === null ? null : blockOf2(above2);
      if (block2 !== null) found.add(block2);
      if (found.size >= BLOCKS_MOST) break;
    }
    return [...found];
  }
  function blockAt(x, y) {
    const hit = elementsFromPoint(x, y).find((el) => !isOwn(el));
    if (hit === void 0 || OPAQUE2.has(tag(hit))) return void 0;
    for (let at = blockOf2(hit); at !== null; at = blockAbove(at)) {
      if (shownTexts(at).next().done !== true) return at;
    }
    return void 0;
  }
  function blockOf2(el) {
    return INLINE.test(style(el, "display")) ? blockAbove(el) : el;
  }
  function blockAbove(el) {
    const above2 = parentElement(el);
    return above2 === null ? null : blockOf2(above2);
  }

  // web/page/src/region/overlay.ts
  var HOW2 = "Choose a part of the page: click it, or drag a frame. Arrow keys and Enter work too. Escape ends it.";
  var NOTHING = "There is no text here.";
  var SAID_MOST = 120;
  var showPopover = HTMLElement.prototype.showPopover;
  var Overlay = class {
    host = createElement(document, "div");
    #ring = createElement(document, "div");
    #bar = createElement(document, "div");
    #said = createElement(document, "div");
    #focused = activeElement();
    /** False where there is nothing to put it into. */
    show() {
      const root = documentElement(document);
      if (root === null) return false;
      own(this.host);
      const place = { position: "fixed", inset: "0", width: "100%", height: "100%", "z-index": "2147483647" };
      paint2(this.host, { ...place, "pointer-events": "auto", cursor: "crosshair", outline: "none" });
      const says2 = { tabindex: "-1", role: "application", "aria-label": HOW2, popover: "manual" };
      for (const [name, value] of Object.entries(says2)) setAttr(this.host, name, value);
      const shadow = attachShadow(this.host, { mode: "closed" });
      this.#drawBar();
      setAttr(this.#said, "role", "status");
      paint2(this.#said, { position: "fixed", width: "1px", height: "1px", overflow: "hidden", "clip-path": "inset(50%)" });
      for (const part of [this.#ring, this.#bar, this.#said]) appendChild(shadow, part);
      appendChild(root, this.host);
      try {
        showPopover?.call(this.host);
      } catch {
      }
      focus(this.host, { preventScroll: true });
      return true;
    }
    /** Frames an area of the view; nothing where there is none. */
    frame(area) {
      if (area === void 0) return paint2(this.#ring, { display: "none" });
      paint2(this.#ring, {
        position: "fixed",
        left: `${area.left - 3}px`,
        top: `${area.top - 3}px`,
        width: `${area.right - area.left + 6}px`,
        height: `${area.bottom - area.top + 6}px`,
        "box-sizing": "border-box",
        border: `3px solid ${COLOUR}`,
        "border-radius": "6px",
        background: "rgb(208 0 111 / 12%)"
      });
    }
    /** For those who do not see the frame. */
    say(words3) {
      setTextContent(this.#said, words3.slice(0, SAID_MOST));
    }
    /** Nothing was chosen by this, so it goes on. */
    sayNothing() {
      setTextContent(this.#bar, NOTHING);
      this.say(NOTHING);
    }
    remove() {
      removeElement(this.host);
    }
    /** Where the person was before; a field that gets the focus has its own selection, so not after something was chosen. */
    giveFocusBack() {
      if (this.#focused !== null && isConnected(this.#focused)) focus(this.#focused, { preventScroll: true });
    }
    #drawBar() {
      setTextContent(this.#bar, HOW2);
      paint2(this.#bar, {
        position: "fixed",
        left: "50%",
        top: "12px",
        transform: "translateX(-50%)",
        "max-width": "calc(100% - 48px)",
        padding: "8px 14px",
        "border-radius": "10px",
        background: COLOUR,
        color: "#fff",
        font: "600 14px/1.4 system-ui, sans-serif"
      });
    }
  };

  // web/page/src/region.ts
  var IDLE_MS = 3e4;
  var MOST_MS = 12e4;
  var DRAG_PX = 6;
  var CLICK_MS = 250;
  var POINTER3 = ["pointerdown", "pointermove", "pointerup", "pointercancel"];
  var KEPT_BACK = [
    ...["mousedown", "mousemove", "mouseup", "click", "dblclick", "auxclick", "contextmenu"],
    ...["touchstart", "touchend"]
  ];
  var SEEN = ["wheel", "scroll", "resize"];
  var current3;
  onRaise(() => dropRegion());
  function pickRegion() {
    dropRegion();
    return new Promise((resolve2) => {
      const picking = new Picking((result) => {
        if (current3 === picking) current3 = void 0;
        resolve2(result);
      });
      current3 = picking;
      picking.start();
    });
  }
  function dropRegion() {
    current3?.end(notChosen());
  }
  var Picking = class {
    constructor(done) {
      this.done = done;
    }
    done;
    #overlay = new Overlay();
    #began = performance.now();
    /** Where a press began, in the page: it may be scrolled meanwhile. */
    #pressed;
    #isDragged = false;
    /** Chosen, and about to be so once the press is over. */
    #chosen;
    /** What the frame is around. */
    #marked = [];
    #blocks;
    /** The block at which a stretch of blocks was begun by keys. */
    #anchor = 0;
    #timer;
    #watch;
    start() {
      if (!this.#overlay.show()) return this.done(notChosen());
      const options2 = { capture: true, passive: false };
      for (const type of [...POINTER3, ...KEPT_BACK, "keydown"]) listen(window, type, this.#meet, options2);
      for (const type of SEEN) listen(window, type, this.#moved, { capture: true, passive: true });
      listen(document, "visibilitychange", dropRegion);
      this.#watch = watch(document, { childList: true, subtree: true }, () => {
        if (!isConnected(this.#overlay.host)) this.end(notChosen());
      });
      this.#stay();
    }
    end(result) {
      clearTimeout(this.#timer);
      for (const type of [...POINTER3, ...KEPT_BACK, "keydown"]) unlisten(window, type, this.#meet, { capture: true });
      for (const type of SEEN) unlisten(window, type, this.#moved, { capture: true });
      unlisten(document, "visibilitychange", dropRegion);
      this.#watch?.();
      this.#overlay.remove();
      this.done(result);
    }
    #cancel() {
      this.end(notChosen());
      this.#overlay.giveFocusBack();
    }
    #meet = (event) => {
      if (!isTrusted(event)) return;
      forget();
      const type = eventType(event);
      if (type === "keydown") return this.#key(event);
      preventDefault(event);
      stopImmediately(event);
      if (this.#chosen !== void 0) {
        if (type === "click") this.#finish(this.#chosen);
      } else if (POINTER3.includes(type)) {
        this.#stay();
        this.#point(type, event);
      }
    };
    #point(type, event) {
      const at = { x: eventX(event), y: eventY(event) };
      const start2 = this.#pressed && { x: this.#pressed.x - scrollX(), y: this.#pressed.y - scrollY() };
      if (type === "pointerdown") {
        if (eventButton(event) === 0) this.#pressed = { x: at.x + scrollX(), y: at.y + scrollY() };
        this.#isDragged = false;
      } else if (type === "pointercancel") {
        this.#pressed = void 0;
      } else if (start2 === void 0) {
        this.#mark(blockAt(at.x, at.y));
      } else {
        this.#isDragged ||= Math.hypot(at.x - start2.x, at.y - start2.y) > DRAG_PX;
        const area = between(start2, at);
        if (type === "pointermove") {
          if (this.#isDragged) this.#overlay.frame(area);
        } else {
          this.#pressed = void 0;
          this.#choose(this.#isDragged ? spanIn(area) : spanOf(listed2(blockAt(at.x, at.y))));
        }
      }
    }
    #key(event) {
      const key = eventKey(event);
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
      if (isComposing(event) || step === void 0 && key !== "Enter" && key !== "Escape") return;
      preventDefault(event);
      stopImmediately(event);
      this.#stay();
      if (key === "Escape") this.#cancel();
      else if (step !== void 0) this.#step(step, isShiftHeld(event));
      else {
        const span3 = spanOf(this.#marked);
        if (span3 === void 0) this.#overlay.sayNothing();
        else this.#finish(span3);
      }
    }
    /** To the next block, or further with the ones before. */
    #step(by, further) {
      const all = this.#blocks ??= blocks2();
      if (all.length === 0) return this.#overlay.sayNothing();
      const last = all.indexOf(this.#marked.at(-1));
      const first = all.indexOf(this.#marked[0]);
      const moving = further && first !== this.#anchor ? first : last;
      const isFirst = this.#marked.length === 0;
      const wanted = isFirst ? by > 0 ? 0 : all.length - 1 : moving + by;
      const at = Math.max(0, Math.min(all.length - 1, wanted));
      if (!further || isFirst) this.#anchor = at;
      const [from, to] = [Math.min(this.#anchor, at), Math.max(this.#anchor, at)];
      const here = all[at];
      scrollIntoView(here, { behavior: "instant", block: "nearest", inline: "nearest" });
      forget();
      this.#marked = all.slice(from, to + 1);
      this.#draw();
      this.#overlay.say(`${at + 1} / ${all.length}: ${(textContent(here) ?? "").trim()}`);
    }
    #mark(block2) {
      if (block2 === this.#marked[0] && this.#marked.length <= 1) return;
      this.#marked = listed2(block2);
      const at = block2 === void 0 ? -1 : (this.#blocks ??= blocks2()).indexOf(block2);
      this.#anchor = Math.max(0, at);
      this.#draw();
    }
    #draw() {
      const areas = this.#marked.filter(isConnected).map((el) => rect(el));
      this.#overlay.frame(areas.length === 0 ? void 0 : around3(areas));
    }
    #moved = (event) => {
      forget();
      if (isTrusted(event) && eventType(event) === "wheel") this.#stay();
      if (this.#pressed === void 0) this.#draw();
    };
    #choose(span3) {
      if (span3 === void 0) return this.#overlay.sayNothing();
      this.#chosen = span3;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#finish(span3), CLICK_MS);
    }
    #finish(span3) {
      forget();
      const chars = isConnected(span3.first) && isConnected(span3.last) ? charsOf2(span3) : 0;
      this.#overlay.remove();
      this.end(chars > 0 && select2(span3) ? { chars } : notChosen());
    }
    /** The person is there. */
    #stay() {
      clearTimeout(this.#timer);
      const left2 = this.#began + MOST_MS - performance.now();
      this.#timer = setTimeout(dropRegion, Math.max(0, Math.min(IDLE_MS, left2)));
    }
  };
  function listed2(block2) {
    return block2 === void 0 ? [] : [block2];
  }
  function notChosen() {
    return refuse("PRECONDITION_FAILED", "no part of the page was chosen", "E_NOT_CHOSEN");
  }

  // web/page/src/scroll.ts
  var PAGE_SHARE = 0.9;
  var PAGES_MOST = 10;
  function scroll(wanted) {
    const pages = Math.max(-PAGES_MOST, Math.min(PAGES_MOST, Math.trunc(wanted) || 0));
    const scroller = mainScroller(pages);
    const before = [scrollY(), scroller === null ? 0 : scrollTop(scroller)];
    if (scroller === null) scrollBy(0, pages * viewportHeight() * PAGE_SHARE);
    else scrollElement(scroller, pages * clientHeight(scroller) * PAGE_SHARE);
    const after = [scrollY(), scroller === null ? 0 : scrollTop(scroller)];
    const moved = after.some((place, at) => Math.abs(place - before[at]) >= 1);
    const end = scroller ?? scrollingElement(document);
    return { moved, atEnd: end === null || !canMove(end, pages) };
  }
  var elementScrollBy = Element.prototype.scrollBy;
  function scrollElement(el, top) {
    elementScrollBy.call(el, { top, behavior: "instant" });
  }
  function mainScroller(pages) {
    const root = scrollingElement(document);
    if (root !== null && canMove(root, pages)) return null;
    const middle = elementFromPoint(viewportWidth() / 2, viewportHeight() / 2);
    const around4 = middle === null ? null : [middle, ...ancestors(middle)].find((el) => isScroller(el, pages));
    return around4 ?? largestScroller(pages);
  }
  function ancestors(el) {
    const found = [];
    for (let at = parent(el); at !== null; at = parent(at)) found.push(at);
    return found;
  }
  function largestScroller(pages) {
    let best3 = null;
    let area = viewportWidth() * viewportHeight() / 10;
    for (const el of elementsBelow(document)) {
      if (scrollHeight(el) - clientHeight(el) < 2) continue;
      const size = clientWidth(el) * clientHeight(el);
      if (size > area && isScroller(el, pages)) [best3, area] = [el, size];
    }
    return best3;
  }
  function isScroller(el, pages) {
    return canMove(el, pages) && ["auto", "scroll", "overlay"].includes(style(el, "overflow-y"));
  }
  function canMove(el, pages) {
    const room = scrollHeight(el) - clientHeight(el) - scrollTop(el);
    return pages > 0 ? room >= 1 : scrollTop(el) >= 1;
  }

  // web/page/src/selection.ts
  var USUAL2 = 100;
  var MOST2 = 300;
  var TEXT_MOST3 = 160;
  function selectionLinks(maxLinks = USUAL2) {
    const roots = openRoots();
    const range = selected(roots.slice(1));
    if (range === void 0) return [];
    const addresses = new Addresses();
    const links = [];
    for (const root of roots) {
      for (const el of queryAll(root, "a, area")) {
        if (links.length >= Math.min(Math.max(maxLinks, 1), MOST2)) return links;
        if (href(el) === void 0 || isElementHidden(el) || !touches(range, el)) continue;
        const url = addresses.web(el);
        if (url !== "") links.push({ url, text: cut(nameOf(el), TEXT_MOST3), handle: mint(el) });
      }
    }
    return links;
  }
  function selected(shadowRoots) {
    const selection2 = selection();
    if (selection2 === null || rangeCount(selection2) === 0) return void 0;
    const composed = "getComposedRanges" in selection2 ? selection2.getComposedRanges({ shadowRoots })[0] : void 0;
    const { startContainer, startOffset, endContainer, endOffset } = composed ?? rangeAt(selection2, 0);
    if (startContainer === endContainer && startOffset === endOffset) return void 0;
    return { start: { node: startContainer, offset: startOffset }, end: { node: endContainer, offset: endOffset } };
  }
  function touches({ start: start2, end }, link) {
    const [from, to] = [side(start2, link), side(end, link)];
    if (from > 0 || to < 0) return false;
    if (from === 0 && to > 0) return hasContent(link, start2, void 0);
    if (from < 0 && to === 0) return hasContent(link, void 0, end);
    return true;
  }
  function hasContent(link, start2, end) {
    const edge = start2 ?? end;
    if (edge === void 0 || !contains(link, edge.node)) return true;
    const part = createRange(document);
    setRangeStart(part, start2?.node ?? link, start2?.offset ?? 0);
    setRangeEnd(part, end?.node ?? link, end?.offset ?? childCount(link));
    return rangeText(part).trim() !== "" || query(link, "img, svg") !== null;
  }
  function side({ node, offset }, el) {
    if (isElement(node) || isText(node) ? holds(el, node) : false) return 0;
    const hosts = /* @__PURE__ */ new Map();
    for (const at of lifted(el)) hosts.set(rootOf(at), at);
    for (const at of lifted(node)) {
      const other = hosts.get(rootOf(at));
      if (other === void 0) continue;
      const order = comparePosition(other, at);
      if ((order & 16) !== 0 || other === at) return 0;
      if ((order & 8) !== 0) return at === node && childIndex(node, other) < offset ? 1 : -1;
      return (order & 4) !== 0 ? 1 : -1;
    }
    return 1;
  }
  function lifted(node) {
    const chain = [node];
    for (let root = rootOf(node); nodeType(root) === 11; root = rootOf(chain.at(-1))) {
      if (!(root instanceof ShadowRoot)) break;
      chain.push(host(root));
    }
    return chain;
  }
  function childIndex(above2, node) {
    let at = node;
    for (let next = parentNode(at); next !== null && next !== above2; next = parentNode(at)) at = next;
    return indexOf(at);
  }
  function indexOf(node) {
    let index = 0;
    for (let at = previousSibling(node); at !== null; at = previousSibling(at)) index += 1;
    return index;
  }
  function childCount(node) {
    const last = lastChild(node);
    return last === null ? 0 : indexOf(last) + 1;
  }

  // web/page/src/table.ts
  var COLUMNS_MOST = 200;
  var ROWS_MOST2 = 2e3;
  var TEXT_MOST4 = 500;
  var CAPTION_MOST = 300;
  var BYTES_MOST = 18e4;
  var encoder2 = new TextEncoder();
  function extractTable(handle2, maxRows = ROWS_MOST2) {
    const el = resolve(handle2);
    if (isRefusal(el)) return el;
    const table = tableAround(el);
    if (table === null) {
      return refuse("NOT_FOUND", "there is no table here; use the handle of a table or of something in it", "E_NO_TABLE");
    }
    const rows2 = rowsOf2(table);
    const heads = headRows(rows2);
    const most = Math.min(Math.max(maxRows, 1), ROWS_MOST2);
    const lines2 = expand(rows2.slice(0, heads + most), heads, columnBase(rows2));
    const width = Math.max(0, ...lines2.map(({ cells }) => cells.length));
    const headers = names(lines2.filter(({ isHeader }) => isHeader), width);
    const body2 = withinBytes(lines2.filter(({ isHeader }) => !isHeader).map(({ cells }) => padded(cells, width)), headers);
    return {
      caption: cut(captionOf(table), CAPTION_MOST),
      headers,
      rows: body2,
      omittedRows: rows2.length - heads - body2.length
    };
  }
  function headRows(rows2) {
    const inHead = rows2.findIndex(({ section }) => section !== "head");
    const count3 = inHead < 0 ? rows2.length : inHead;
    if (count3 > 0) return count3 === rows2.length && !isHeaderRow(rows2[0]) ? 0 : count3;
    const first = rows2.findIndex((row) => !isHeaderRow(row));
    return first < 0 ? Math.min(rows2.length, 1) : first;
  }
  function isHeaderRow({ el }) {
    const cells = cellsOf(el);
    return cells.length > 0 && cells.every((cell, at) => isColumnHeader(cell) || at === 0 && textOf2(cell) === "");
  }
  function columnBase(rows2) {
    const numbers = rows2.slice(0, ROWS_MOST2).flatMap(({ el }) => cellsOf(el).map(columnNumber));
    const known4 = numbers.filter((number) => number !== void 0);
    return known4.reduce((least, number) => Math.min(least, number), Number.MAX_SAFE_INTEGER);
  }
  function columnNumber(cell) {
    const number = Number.parseInt(attr(cell, "aria-colindex") ?? "", 10);
    return number >= 1 ? number : void 0;
  }
  function expand(rows2, heads, base) {
    const lines2 = [];
    let waiting = [];
    rows2.forEach(({ el, section }, at) => {
      const cells = [];
      waiting = waiting.map((one) => one?.section === section ? one : { text: "", left: 0, section });
      let column = 0;
      const fill = () => {
        for (let above2 = waiting[column]; above2 !== void 0 && above2.left > 0; above2 = waiting[column]) {
          cells[column] = above2.text;
          above2.left -= 1;
          column += 1;
        }
      };
      for (const cell of cellsOf(el)) {
        fill();
        const number = columnNumber(cell);
        if (number !== void 0) column = Math.max(column, number - base);
        if (column >= COLUMNS_MOST) break;
        const text = cut(textOf2(cell), TEXT_MOST4);
        const left2 = span2(cell, "row", rows2.length - at) - 1;
        for (let across = span2(cell, "col", COLUMNS_MOST - column); across > 0; across -= 1) {
          cells[column] = text;
          waiting[column] = { text, left: left2, section };
          column += 1;
        }
      }
      while (column < waiting.length) {
        if ((waiting[column]?.left ?? 0) > 0) fill();
        else column += 1;
      }
      lines2.push({ cells: Array.from(cells, (cell) => cell ?? ""), isHeader: at < heads });
    });
    return lines2;
  }
  function names(heads, width) {
    const used2 = /* @__PURE__ */ new Map();
    return Array.from({ length: width }, (_, column) => {
      const parts2 = heads.map(({ cells }) => cells[column] ?? "");
      const distinct2 = parts2.filter((part, at) => part !== "" && parts2.indexOf(part) === at);
      const name = cut(distinct2.join(" / "), TEXT_MOST4) || `Column ${column + 1}`;
      const times = (used2.get(name) ?? 0) + 1;
      used2.set(name, times);
      if (times === 1) return name;
      const unique = `${name} (${times})`;
      used2.set(unique, 1);
      return unique;
    });
  }
  function padded(cells, width) {
    return Array.from({ length: width }, (_, column) => cells[column] ?? "");
  }
  function withinBytes(rows2, headers) {
    let bytes = encoder2.encode(JSON.stringify(headers)).length;
    const end = rows2.findIndex((row) => (bytes += encoder2.encode(JSON.stringify(row)).length + 1) > BYTES_MOST);
    return end < 0 ? rows2 : rows2.slice(0, end);
  }

  // web/page/src/wait.ts
  var TIMEOUT_MOST = 3e4;
  var LOOK_MS = 100;
  var QUIET_MS2 = 500;
  function waitFor(condition, timeoutMs) {
    const began2 = performance.now();
    const limit = Math.min(Math.max(timeoutMs, 0), TIMEOUT_MOST);
    const changes = watchChanges();
    const test = testOf(condition, changes);
    return new Promise((settle, fail) => {
      const look3 = () => {
        const waited = performance.now() - began2;
        try {
          forget();
          const met = test();
          if (met === false && waited < limit) {
            setTimeout(look3, Math.min(LOOK_MS, limit - waited));
            return;
          }
          changes.stop();
          settle(typeof met === "boolean" ? { met, waitedMs: Math.round(performance.now() - began2) } : met);
        } catch (error) {
          changes.stop();
          fail(error);
        }
      };
      look3();
    });
  }
  function watchChanges() {
    let count3 = 0;
    let last = performance.now();
    const note2 = (records) => {
      if (records.every(isOwnChange)) return;
      count3 += 1;
      last = performance.now();
    };
    const options2 = { subtree: true, childList: true, characterData: true, attributes: true };
    const stops = openRoots().map((root) => watch(root, options2, note2));
    return { count: () => count3, last: () => last, stop: () => stops.forEach((stop3) => stop3()) };
  }
  function testOf(condition, changes) {
    switch (condition.kind) {
      case "text_appears":
        return textTest(condition.text, true, changes);
      case "text_gone":
        return textTest(condition.text, false, changes);
      case "element_ready":
        return () => {
          const el = resolve(condition.handleId);
          return isRefusal(el) ? el : !isElementHidden(el) && !isDisabled2(el);
        };
      case "element_gone":
        return () => {
          const el = resolve(condition.handleId);
          if (!isRefusal(el)) return isElementHidden(el);
          return el.code === "STALE_HANDLE" ? true : el;
        };
      case "page_changed": {
        const before = generation();
        return () => generation() !== before;
      }
      case "page_settled":
        return () => readyState(document) === "complete" && performance.now() - changes.last() >= QUIET_MS2;
    }
  }
  function textTest(text, wanted, changes) {
    const needle = plain2(text);
    let seen2 = -1;
    let looks = 0;
    return () => {
      looks += 1;
      if (changes.count() === seen2 && looks % 5 !== 0) return false;
      seen2 = changes.count();
      return isVisible(needle) === wanted;
    };
  }
  function isVisible(needle) {
    const root = documentElement(document);
    if (root === null) return false;
    const lines2 = blocks(root).map(({ text }) => plain2(text));
    return lines2.some((line) => line.includes(needle)) || lines2.join(" ").includes(needle);
  }
  var plain2 = (text) => text.replace(/\s+/g, " ").trim().toLowerCase();

  // web/page/src/main.ts
  if (!Object.hasOwn(globalThis, "laikaPage")) start();
  function start() {
    watchAddress();
    standGuard();
    const value = Object.freeze({ handle, version: "f36e3d625d535d47a57b0ce45f3d2625ee9a1ea03a74b16b38c38d5a985b2d15" });
    Object.defineProperty(globalThis, "laikaPage", { value, writable: false, configurable: false, enumerable: false });
  }
  function handle(request, element) {
    try {
      forget();
      checkAddress();
      checkReplacement();
      const value = answer2(request, element);
      return value instanceof Promise ? value.then(respond, failed) : respond(value);
    } catch {
      return failed();
    }
  }
  function answer2(request, element) {
    switch (request.op) {
      case "identify":
        return identity();
      case "observe": {
        const reading = observe(request.options);
        return reading instanceof Promise ? reading.then(read2) : read2(reading);
      }
      case "find":
        return read2(find2(request));
      case "table":
        return extractTable(request.handle, request.maxRows);
      case "selectionLinks":
        return read2(selectionLinks(request.maxLinks));
      case "waitFor":
        return waitFor(request.condition, request.timeoutMs);
      case "map":
        return read2(elementMap(request.maxElements));
      case "target": {
        const el = resolve(request.handle);
        return isRefusal(el) ? el : target(el, request.act);
      }
      case "arm":
        return arm(request);
      case "check":
        return check();
      case "outcome":
        return outcome(request);
      case "disarm":
        withdraw();
        return {};
      case "press":
        return press(request.times);
      case "enter":
        return enter(request.text, request.cleared);
      case "set":
        return setValue(request.text);
      case "settle":
        return settled(request.mostMs).then(() => ({}));
      case "title":
        markTitle(request.mark);
        return {};
      case "choose":
        return choose(request.value);
      case "scroll":
        return scroll(request.pages);
      case "owner":
        return element === void 0 ? ownerAt(request) : owner(element, request.x, request.y);
      case "describe":
        return element === void 0 ? refuse("INVALID_ARGUMENT", "the element is missing") : { role: roleOf(element), name: nameOf(element) };
      case "highlight":
        return highlight(request.handles, request.label);
      case "clearHighlight":
        clearHighlight();
        return {};
      case "pickRegion":
        return pickRegion();
      case "dropRegion":
        dropRegion();
        return {};
      case "guard":
        setMode(request.mode);
        return {};
      default:
        return refuse("UNSUPPORTED", "this page script does not know the question");
    }
  }
  function read2(value) {
    rememberText();
    return value;
  }
  function respond(value) {
    return isRefusal(value) ? value : { ok: true, value };
  }
  function failed() {
    return refuse("INTERNAL", "the page script failed on this page");
  }
})();
