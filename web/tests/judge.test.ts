/** The judge of rendered pages: it must see every way in which markup can hide, or a count of 0 means nothing. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { offTheAllowlist } from "../scripts/xss/judge.mjs";

type Node = Parameters<typeof offTheAllowlist>[0];

const allowed = { tags: ["p", "a"], attributes: { a: ["href"], "*": ["dir"] } };
const skeleton = ["html", "head", "title", "style", "body"];

function element(name: string, attributes: string[] = [], children: Node[] = [], more: Partial<Node> = {}): Node {
  return { nodeType: 1, nodeName: name.toUpperCase(), localName: name, attributes, children, ...more };
}

function fragment(shadowRootType: string, ...children: Node[]): Node {
  return { nodeType: 11, nodeName: "#document-fragment", localName: "", shadowRootType, children };
}

function page(head: Node[], body: Node[]): Node {
  const html = element("html", ["lang", "en"], [element("head", [], head), element("body", [], body)]);
  return { nodeType: 9, nodeName: "#document", localName: "", children: [html] };
}

const frame = [element("title"), element("style")];
const script = element("script");

const cases: [name: string, document: Node, findings: string[]][] = [
  ["a clean page", page(frame, [element("p", ["dir", "rtl"], [element("a", ["href", "https://a.example/"])])]), []],
  ["an element", page(frame, [element("p", [], [script])]), ["element <script>"]],
  ["an attribute", page(frame, [element("a", ["href", "", "onclick", ""])]), ["attribute onclick on <a>"]],
  ["an attribute of another element", page(frame, [element("p", ["href", ""])]), ["attribute href on <p>"]],
  ["a second style in the head", page([...frame, element("style")], []), ["element <style>"]],
  ["a style in the body", page(frame, [element("style")]), ["element <style>"]],
  ["a style below content", page(frame, [element("p", [], [element("style")])]), ["element <style>"]],
  [
    "a handler on the page's own frame",
    page([element("title", ["onload", ""]), element("style")], []),
    ["attribute onload on <title>"],
  ],
  [
    "a closed shadow root",
    page(frame, [element("p", [], [], { shadowRoots: [fragment("closed", script)] })]),
    ["shadow root on <p>", "element <script>"],
  ],
  [
    "a shadow root of the browser's own",
    page(frame, [element("p", [], [], { shadowRoots: [fragment("user-agent", script)] })]),
    [],
  ],
  [
    "the content of a template",
    page(frame, [element("template", [], [], { templateContent: fragment("", script) })]),
    ["element <template>", "element <script>"],
  ],
  [
    "the document of a frame",
    page(frame, [element("iframe", [], [], { contentDocument: page([], []) })]),
    ["element <iframe>", "element <html>", "element <head>", "element <body>"],
  ],
  [
    "a page without its style",
    page([element("title")], []),
    ["element <body>", "missing <style> of the page's own frame", "missing <body> of the page's own frame"],
  ],
];

for (const [name, document, findings] of cases) {
  test(`sees ${name}`, () => assert.deepEqual(offTheAllowlist(document, allowed, skeleton), findings));
}
