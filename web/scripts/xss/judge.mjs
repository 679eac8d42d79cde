/** Compares a whole document, as the browser built it, with the renderer's allowlist. */

/**
 * @typedef {object} Allowed
 * @property {string[]} tags elements that content may contain
 * @property {Record<string, string[]>} attributes attributes that each of them may carry; `*` holds those of all
 */

/**
 * A node of `DOM.getDocument`. That view has what no script in the page can see: closed shadow roots.
 * @typedef {object} Node
 * @property {number} nodeType
 * @property {string} nodeName
 * @property {string} localName
 * @property {string[]} [attributes] names and values in turn
 * @property {Node[]} [children]
 * @property {string} [shadowRootType]
 * @property {Node[]} [shadowRoots]
 * @property {Node} [contentDocument]
 * @property {Node} [templateContent]
 */

const ELEMENT = 1;

/** What the page's own frame may carry. A `link` there holds the icon, so that the browser does not ask for one. */
const FRAME_ATTRIBUTES = new Map([
  ["html", ["lang"]],
  ["link", ["rel", "href"]],
  ["meta", ["charset", "name", "content"]],
]);

/**
 * Everything in the document that is on neither the allowlist nor the page's own frame, one line each.
 *
 * `skeleton` lists the elements of that frame (`html`, `head`, ...) in document order. They count as the frame only
 * where every element above them does too, and the list must match exactly: a `style` more is a finding.
 * @param {Node} document
 * @param {Allowed} allowed
 * @param {string[]} skeleton
 * @returns {string[]}
 */
export function offTheAllowlist(document, allowed, skeleton) {
  /** @type {string[]} */
  const findings = [];
  const expected = [...skeleton];

  /** @param {Node} node @param {boolean} inFrame */
  const visit = (node, inFrame) => {
    let frame = inFrame;
    if (node.nodeType === ELEMENT) {
      frame = inFrame && skeleton.includes(node.localName);
      const known = frame ? expected[0] === node.localName : allowed.tags.includes(node.localName);
      if (!known) findings.push(`element <${node.localName}>`);
      else if (frame) expected.shift();
      const attributes = frame ? FRAME_ATTRIBUTES.get(node.localName) : allowedOn(node.localName, allowed);
      for (const name of attributeNames(node)) {
        if (known && !attributes?.includes(name)) findings.push(`attribute ${name} on <${node.localName}>`);
      }
    }
    // The browser builds some elements of its own, such as the alternative text of an image; a page cannot.
    const shadows = (node.shadowRoots ?? []).filter((root) => root.shadowRootType !== "user-agent");
    if (shadows.length > 0) findings.push(`shadow root on <${node.localName}>`);
    const inside = [node.templateContent, node.contentDocument, ...shadows];
    for (const child of node.children ?? []) visit(child, frame);
    for (const child of inside) if (child) visit(child, false);
  };
  visit(document, true);
  return findings.concat(expected.map((name) => `missing <${name}> of the page's own frame`));
}

/** @param {string} tag @param {Allowed} allowed */
function allowedOn(tag, allowed) {
  return [...(allowed.attributes[tag] ?? []), ...(allowed.attributes["*"] ?? [])];
}

/** @param {Node} node */
function attributeNames(node) {
  return (node.attributes ?? []).filter((_, index) => index % 2 === 0);
}
