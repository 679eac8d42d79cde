/** Answers are drawn as text, and links only where they were named. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { shown, webAddress } from "../shared/document.js";

const text = (value: string): object => ({ type: "text", text: value });
const doc = (...children: unknown[]): object => ({ type: "doc", children });
const link = (href: unknown, label: string): object => ({ type: "link", href, children: [text(label)] });
const paragraph = (...children: unknown[]): object => ({ type: "paragraph", children });

test("only plain web addresses are opened", () => {
  const cases: [unknown, boolean][] = [
    ["https://example.com/a?b=1#c", true],
    ["HTTP://EXAMPLE.com", true],
    ["javascript:alert(1)", false],
    ["java\nscript:alert(1)", false],
    [" https://example.com", false],
    ["data:text/html,x", false],
    ["file:///etc/passwd", false],
    ["chrome://settings", false],
    ["https://user:pw@example.com/", false],
    ["//example.com", false],
    ["/relative", false],
    ["blob:https://example.com/1", false],
    [7, false],
    [null, false],
  ];
  for (const [href, safe] of cases) assert.equal(webAddress(href) !== null, safe, String(href));
});

test("S19: a link that nothing names is text", () => {
  const known = ["https://example.com/read"];
  const document = doc(
    paragraph(
      link("https://example.com/read", "here"),
      link("https://evil.example/?s=1", "prize"),
      link("javascript:x", "js"),
    ),
  );
  assert.deepEqual(shown(document, known), [
    {
      kind: "paragraph",
      line: [
        { kind: "link", href: "https://example.com/read", label: "here", to: "example.com" },
        { kind: "text", text: "prize (https://evil.example/?s=1)" },
        { kind: "text", text: "js (javascript:x)" },
      ],
    },
  ]);
});

test("UI-016: unknown nodes and wrong fields are dropped", () => {
  assert.deepEqual(shown("<b>x</b>", []), []);
  assert.deepEqual(shown({ type: "html", children: [] }, []), []);
  const document = doc(
    { type: "script", children: [text("alert(1)")] },
    { type: "heading", level: 99, children: [text("h")] },
    paragraph({ type: "image", src: "x" }, text("kept")),
    paragraph(text(" \u{200d}")),
    null,
    7,
    { type: "list", items: [{ type: "list_item", children: [paragraph(text("a"))] }, { type: "nonsense" }] },
  );
  assert.deepEqual(shown(document, []), [
    { kind: "heading", level: 2, line: [{ kind: "text", text: "h" }] },
    { kind: "paragraph", line: [{ kind: "text", text: "kept" }] },
    { kind: "list", ordered: false, items: [[{ kind: "paragraph", line: [{ kind: "text", text: "a" }] }]] },
  ]);
});

test("a table's rows of headers are its head", () => {
  const cell = (header: boolean, value: string): object => ({ type: "table_cell", header, children: [text(value)] });
  const row = (...cells: object[]): object => ({ type: "table_row", cells });
  const [table] = shown(
    doc({ type: "table", rows: [row(cell(true, "a")), row(cell(true, "b"), cell(false, "c"))] }),
    [],
  );
  assert.ok(table?.kind === "table");
  assert.deepEqual([table.head.length, table.body.length], [1, 1]);
});

test("depth, nodes and text are bounded", () => {
  let deep: object = paragraph(text("bottom"));
  for (let n = 0; n < 100; n++) deep = { type: "blockquote", children: [deep] };
  assert.ok(!JSON.stringify(shown(doc(deep), [])).includes("bottom"));
  const many = doc(...Array.from({ length: 50_000 }, () => paragraph(text("x"))));
  assert.ok(shown(many, []).length <= 20_000);
  const long = shown(doc(paragraph(text("y".repeat(2_000_000)))), []);
  assert.ok(JSON.stringify(long).length < 600_000);
});
