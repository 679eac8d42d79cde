//! One document per payload, with the payload in every place where a document holds text or an address.
//!
//! The worst case is assumed: the model wrote the payload everywhere, and every address was named to it before. Only
//! the renderer stands between it and the page.

use laika_protocol::citation::Checked;
use laika_protocol::document::{self, Document};
use laika_protocol::ids::{DocId, Origin};
use laika_protocol::llmcp::Citation;
use laika_protocol::{KnownLinks, Path};
use laika_render::{Evidence, SafeDocument, sanitise};
use serde_json::{Value, json};

/// Payloads of our own, a JSON list of strings.
pub const OWN_PAYLOADS: &str = include_str!("../xss/own.json");

/// Where the payload stands, in the order of the document.
pub const POSITIONS: &[&str] = &[
    "title",
    "heading",
    "paragraph",
    "list item",
    "nested list item",
    "blockquote",
    "code",
    "code language",
    "table header",
    "table cell",
    "link text",
    "link address",
    "query of a link address",
    "query of a link address, without white space",
    "mail address",
    "query of a mail address, without white space",
    "name of an unknown node",
    "field of an unknown node",
    "name of an unknown field",
    "value of an unknown field",
    "citation quote",
    "citation address",
    "query of a citation address, without white space",
];

/// The document of one payload, ready to print.
#[must_use]
pub fn document_of(payload: &str) -> SafeDocument {
    let bare: String = payload.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
    let addresses = [
        payload.to_owned(),
        format!("https://x.example/?q={payload}"),
        format!("https://x.example/?q={bare}"),
        format!("mailto:{payload}"),
        format!("mailto:x@x.example?subject={bare}"),
    ];
    let mut links = KnownLinks::default();
    addresses.iter().for_each(|address| links.add(address));
    let citations: Vec<Checked> =
        [payload, &addresses[2]].into_iter().filter_map(|url| citation(payload, url)).collect();
    let document = both_ways(payload, &addresses);
    sanitise(&document, payload, &Evidence { links: &links, citations: &citations })
}

fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

fn line(kind: &str, children: &Value) -> Value {
    json!({ "type": kind, "children": children })
}

/// The tree as the types hold it, with nothing filtered, and then what strict reading leaves of stranger things.
fn both_ways(payload: &str, addresses: &[String]) -> Document {
    let word = json!([text(payload)]);
    let paragraph = line("paragraph", &word);
    let link = |href: &String| json!({ "type": "link", "href": href, "children": word });
    let links = Value::from_iter(addresses.iter().map(link));
    let cell = |header: bool| json!({ "type": "table_cell", "header": header, "children": word });
    let row = |header: bool| json!({ "type": "table_row", "cells": [cell(header), cell(header)] });
    let inner = json!({ "type": "list", "ordered": true, "items": [line("list_item", &json!([paragraph]))] });
    let typed = json!({ "type": "doc", "children": [
        paragraph,
        { "type": "heading", "level": 3, "children": word },
        { "type": "list", "ordered": false, "items": [line("list_item", &json!([paragraph, inner]))] },
        line("blockquote", &json!([paragraph])),
        { "type": "code_block", "language": payload, "text": payload },
        { "type": "table", "rows": [row(true), row(false)] },
        line("paragraph", &links),
    ] });
    let strange = json!({ "type": "doc", payload: payload, "children": [
        { "type": payload, "children": word, "text": payload, "html": payload },
        { "type": "script", "text": payload, "src": payload },
        { "type": "paragraph", "children": word, payload: payload, "onclick": payload, "style": payload },
        line("paragraph", &json!([{ "type": "html", "text": payload }, text(payload)])),
        { "type": "code_block", "language": payload, "text": payload },
    ] });
    let mut document: Document = serde_json::from_value(typed).unwrap_or_default();
    if let Ok((read, _)) = document::read(&strange, &Path::root()) {
        document.children.extend(read.children);
    }
    document
}

fn citation(quote: &str, url: &str) -> Option<Checked> {
    Some(Checked {
        citation: Citation {
            doc_id: DocId::parse("doc:web:summary").ok()?,
            node_id: None,
            handle_id: None,
            quote: quote.to_owned(),
        },
        url: Some(url.to_owned()),
        origin: Origin::of_url(url),
    })
}
