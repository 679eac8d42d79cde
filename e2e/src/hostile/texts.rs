//! Texts against readers: nesting, openings that never close, repetition, numbers, and good packets of great size.

use serde_json::json;

use super::{Family, repeat};

pub(super) const FAMILIES: &[Family] = &[
    Family { name: "one letter", make: |n| "a".repeat(n) },
    Family { name: "spaces", make: |n| " ".repeat(n) },
    Family { name: "quotes", make: |n| "\"".repeat(n) },
    Family { name: "backslashes", make: |n| "\\".repeat(n) },
    Family { name: "opening braces", make: |n| "{".repeat(n) },
    Family { name: "opening brackets", make: |n| "[".repeat(n) },
    Family { name: "closed braces", make: |n| repeat("", "{}", "", n) },
    Family { name: "braces after quotes", make: |n| repeat("", "{\"", "", n) },
    Family { name: "objects that break off", make: |n| repeat("", "{\"a\":", "", n) },
    Family { name: "objects with an error", make: |n| repeat("", "{\"a\":1,} ", "", n) },
    Family { name: "nested arrays in an object", make: |n| repeat("{\"a\":", "[", "", n) },
    Family { name: "deep objects", make: |n| nested("{\"a\":", "1", "}", n) },
    Family { name: "deep arrays", make: |n| nested("[", "1", "]", n) },
    Family { name: "same key", make: |n| repeat("{\"a\":1", ",\"a\":1", "}", n) },
    Family { name: "different keys", make: different_keys },
    Family { name: "large numbers", make: |n| repeat("[1", ",9007199254740993", "]", n) },
    Family { name: "one long number", make: |n| repeat("{\"a\":", "9", "}", n) },
    Family { name: "long string", make: |n| repeat("{\"a\":\"", "x", "\"}", n) },
    Family { name: "escapes", make: |n| repeat("{\"a\":\"", "\\u0000", "\"}", n) },
    Family { name: "opening think", make: |n| repeat("", "<think>", "", n) },
    Family { name: "closing think", make: |n| repeat("", "</think>", "", n) },
    Family { name: "think pairs", make: |n| repeat("", "<think>{}</think>", "{}", n) },
    Family { name: "less-than signs", make: |n| "<".repeat(n) },
    Family { name: "fences", make: |n| repeat("", "```\n", "", n) },
    Family { name: "fenced objects", make: |n| repeat("", "```json\n{}\n```\n", "", n) },
    Family { name: "backticks", make: |n| "`".repeat(n) },
    Family { name: "legacy calls", make: |n| repeat("", ":::TOOL:SEARCH:x", "", n) },
    Family { name: "colons", make: |n| ":".repeat(n) },
    Family { name: "schemes without an end", make: |n| repeat("", "https:", "", n) },
    Family { name: "mail schemes without an end", make: |n| repeat("", "mailto:a@b", "", n) },
    Family { name: "addresses", make: |n| repeat("", "https://a.example/x. ", "", n) },
    Family { name: "quote marks", make: |n| "> ".repeat(n / 2) },
    Family {
        name: "quote marks, many lines",
        make: |n| repeat("", "> > > > > > > > > > > > > > > > x\n", "", n),
    },
    Family { name: "list signs", make: |n| repeat("", "- ", "", n) },
    Family { name: "stars and words", make: |n| repeat("", "*a **a ", "", n) },
    Family { name: "link openings", make: |n| repeat("", "[a](", "", n) },
    Family { name: "images", make: |n| repeat("", "![", "", n) },
    Family { name: "markdown table", make: |n| repeat("|a|b|\n|-|-|\n", "|\n", "", n) },
    Family { name: "markdown wide table", make: |n| repeat(&wide_table_head(), "|x\n", "", n) },
    Family { name: "link definitions", make: |n| repeat("", "[a]: b\n", "", n) },
    Family { name: "comment openings", make: |n| repeat("", "<!--", "", n) },
    Family { name: "entities", make: |n| repeat("", "&amp;", "", n) },
    Family { name: "combining marks", make: |n| repeat("e", "\u{301}", "", n) },
    Family { name: "wide characters", make: |n| repeat("", "漢", "", n) },
    Family { name: "emoji joined", make: |n| repeat("", "👩\u{200d}", "🚀", n) },
    Family { name: "direction marks", make: |n| repeat("", "\u{202e}", "", n) },
    Family { name: "packet, long answer", make: |n| response(&"word ".repeat(n / 5), 0) },
    Family { name: "packet, many citations", make: |n| response("x", n / 60) },
    Family {
        name: "packet, unknown fields",
        make: |n| repeat("{\"type\":\"response\"", ",\"x\":[{}]", "}", n),
    },
    Family { name: "packet, wrong everywhere", make: wrong_everywhere },
];

fn nested(open: &str, middle: &str, close: &str, bytes: usize) -> String {
    let depth = bytes / (open.len() + close.len());
    [&open.repeat(depth), middle, &close.repeat(depth)].concat()
}

fn different_keys(bytes: usize) -> String {
    let fields: Vec<String> = (0..bytes / 12).map(|index| format!("\"k{index:06}\":1")).collect();
    format!("{{{}}}", fields.join(","))
}

fn wide_table_head() -> String {
    format!("{}|\n{}|\n", "|a".repeat(1000), "|-".repeat(1000))
}

/// A response that is good up to the bounds on its parts.
fn response(text: &str, citations: usize) -> String {
    let citation = json!({ "doc_id": "doc:web:summary", "quote": "x" });
    json!({
        "protocol": { "name": "laika.llmcp", "version": 1 },
        "id": "11111111-1111-4111-8111-111111111111", "type": "response", "created_at": "2026-01-24T12:34:56.789Z",
        "conversation": { "id": "22222222-2222-4222-8222-222222222222", "turn": 1 },
        "sender": { "role": "assistant" },
        "in_reply_to": { "request_id": "33333333-3333-4333-8333-333333333333" },
        "assistant": {
            "title": "T",
            "render": { "type": "doc", "children": [
                { "type": "paragraph", "children": [{ "type": "text", "text": text }] },
            ] },
            "citations": vec![citation; citations],
        },
        "tool_calls": [],
    })
    .to_string()
}

/// A response whose every document node breaks the schema.
fn wrong_everywhere(bytes: usize) -> String {
    let good = response("x", 0);
    let node = "{\"type\":\"paragraph\",\"children\":[{\"type\":\"text\",\"text\":1,\"x\":2}]},";
    let mark = "\"children\":[";
    good.replacen(mark, &[mark, &node.repeat(bytes / node.len())].concat(), 1)
}
