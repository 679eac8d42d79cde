//! The gate: which links stay, what is dropped, and where the bounds are.

use expect_test::{Expect, expect};
use laika_protocol::document::{Block, Document, Inline, ListItem, ListItemTag};
use laika_protocol::limits::{DOCUMENT_MAX_DEPTH, DOCUMENT_MAX_NODES, DOCUMENT_MAX_TEXT_BYTES};
use laika_protocol::{DefectKind, Severity};
use laika_render::{Colour, SafeDocument, Terminal, to_html, to_markdown, to_terminal};
use serde_json::json;

use super::{document, known, line, paragraph, shown};

/// What a line of pieces becomes when only the targets in `named` are known.
fn check(named: &str, pieces: Vec<Inline>, expected: &Expect) {
    let document = shown(&line(pieces), &known(named), &[]);
    let notes: String = document.notes().iter().map(|note| format!("{note}\n")).collect();
    expected.assert_eq(&format!("{}{notes}", to_html(&document)));
}

#[test]
fn s19_a_link_that_nobody_named_is_text() {
    check(
        "see https://a.example/x",
        vec![
            Inline::link("https://a.example/x", "a"),
            Inline::text(" "),
            Inline::link("https://b.example/", "b"),
        ],
        &expect![[r#"
            <p><a href="https://a.example/x" rel="noopener noreferrer nofollow">a</a> (a.example) b (https://b.example/)</p>
            $.children[0].children[2].href LINK_AS_TEXT: the link to `https://b.example/` is shown as text: nothing the model was given names it
        "#]],
    );
}

#[test]
fn s19_a_link_of_another_scheme_is_text_even_when_named() {
    for href in ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "vbscript:x", "//a.example"]
    {
        let document = shown(&line(vec![Inline::link(href, "x")]), &known(href), &[]);
        assert_eq!(to_html(&document), format!("<p>x ({href})</p>\n"));
        assert_eq!(document.notes()[0].kind, DefectKind::LinkAsText);
        assert_eq!(document.notes()[0].severity, Severity::Note);
    }
}

#[test]
fn a_link_that_is_text_shows_its_address_once() {
    for (href, label, text) in [
        ("x:y", "label", "label (x:y)"),
        ("x:y", "x:y", "x:y"),
        ("x:y", "  x:y ", "x:y"),
        ("x:y", "", "x:y"),
        ("", "label", "label"),
        ("x:\u{202e}y", "label", "label (x:\u{fffd}y)"),
    ] {
        let document = shown(&line(vec![Inline::link(href, label)]), &known(""), &[]);
        assert_eq!(to_html(&document), format!("<p>{text}</p>\n"));
    }
}

#[test]
fn ui_013_a_label_cannot_hide_where_a_link_leads() {
    let href = "https://evil.example/login";
    for (label, after) in [
        ("https://bank.example/", " (evil.example)"),
        ("bank.example", " (evil.example)"),
        ("evil.example", ""),
        ("https://evil.example", ""),
        ("http://evil.example", " (evil.example)"),
        ("https://evil.example/login", ""),
        ("https://evil.example/logout", " (evil.example)"),
    ] {
        let html = to_html(&shown(&line(vec![Inline::link(href, label)]), &known(href), &[]));
        let (_, shown_after) = html.split_once("</a>").unwrap();
        assert_eq!(shown_after, format!("{after}</p>\n"), "{label}");
    }
}

#[test]
fn spaces_fold_across_pieces_and_stay_out_of_labels() {
    check(
        "https://a.example/",
        vec![
            Inline::text("  one\n\n two "),
            Inline::link("https://a.example/", " three  four "),
            Inline::text(" five\t"),
        ],
        &expect![[r#"
            <p>one two <a href="https://a.example/" rel="noopener noreferrer nofollow">three four</a> (a.example) five</p>
        "#]],
    );
}

#[test]
fn a_link_without_a_label_shows_its_address() {
    check(
        "https://a.example/",
        vec![Inline::link("https://a.example/", " \u{200d}")],
        &expect![[r#"
        <p><a href="https://a.example/" rel="noopener noreferrer nofollow">https://a.example/</a></p>
    "#]],
    );
}

#[test]
fn blocks_with_nothing_to_see_are_left_out() {
    let document = document(&json!([
        { "type": "paragraph", "children": [{ "type": "text", "text": " \u{a0}\n\u{200d}" }] },
        { "type": "heading", "level": 1, "children": [] },
        { "type": "list", "ordered": true, "items": [{ "type": "list_item", "children": [] }] },
        { "type": "blockquote", "children": [{ "type": "blockquote", "children": [] }] },
        { "type": "code_block", "text": "\n \n" },
        { "type": "table", "rows": [{ "type": "table_row", "cells": [
            { "type": "table_cell", "header": true, "children": [] },
        ] }] },
    ]));
    let document = shown(&document, &known(""), &[]);
    assert!(document.is_empty());
    let terminal = Terminal { width: 80, colour: Colour::Plain };
    assert_eq!([to_html(&document), to_markdown(&document), to_terminal(&document, &terminal)], ["", "", ""]);
}

/// Every note of a document, once each.
fn notes(document: &SafeDocument) -> Vec<String> {
    let mut notes: Vec<_> = document.notes().iter().map(|note| note.message.clone()).collect();
    notes.dedup();
    notes
}

#[test]
fn depth_is_bounded() {
    let mut block = paragraph(vec![Inline::text("deep")]);
    for _ in 0..200 {
        block = Block::Blockquote { children: vec![block] };
    }
    let beside = paragraph(vec![Inline::text("beside")]);
    let document = shown(&Document::new(vec![block, beside]), &known(""), &[]);
    assert_eq!(to_html(&document), "<p>beside</p>\n");
    assert_eq!(notes(&document), ["the document is too deep here; this part was dropped"]);

    let mut block = paragraph(vec![Inline::text("just fits")]);
    for _ in 0..DOCUMENT_MAX_DEPTH - 2 {
        block = Block::Blockquote { children: vec![block] };
    }
    let document = shown(&Document::new(vec![block]), &known(""), &[]);
    assert!(to_html(&document).contains("just fits"));
    assert!(document.notes().is_empty());
}

#[test]
fn nodes_are_bounded() {
    let children = (0..DOCUMENT_MAX_NODES).map(|_| paragraph(vec![Inline::text("x")])).collect();
    let document = shown(&Document::new(children), &known(""), &[]);
    assert_eq!(to_html(&document).matches("<p>").count(), DOCUMENT_MAX_NODES / 2);
    assert_eq!(notes(&document), ["the document has too many nodes; the rest was dropped"]);
}

#[test]
fn text_is_bounded_and_cut_between_characters() {
    let long = "é".repeat(DOCUMENT_MAX_TEXT_BYTES / 2 - 1);
    let texts = [long.as_str(), "x日本", "after"].map(|text| paragraph(vec![Inline::text(text)]));
    let document = shown(&Document::new(texts.into()), &known(""), &[]);
    let html = to_html(&document);
    assert!(html.ends_with("é</p>\n<p>x</p>\n"), "{}", &html[html.len() - 40..]);
    assert_eq!(notes(&document), ["the document holds too much text; the rest was dropped"]);
}

#[test]
fn columns_are_bounded() {
    let cell =
        json!({ "type": "table_cell", "header": false, "children": [{ "type": "text", "text": "x" }] });
    let row = json!({ "type": "table_row", "cells": vec![cell; 100] });
    let document = shown(&document(&json!([{ "type": "table", "rows": [row] }])), &known(""), &[]);
    assert_eq!(to_html(&document).matches("<td>").count(), 64);
    assert_eq!(notes(&document), ["a table has at most 64 columns; the rest was dropped"]);
}

#[test]
fn notes_are_bounded_and_have_a_path() {
    let item = ListItem {
        node_type: ListItemTag,
        children: vec![paragraph(vec![Inline::text("see "), Inline::link("x:y", "x")])],
    };
    let list = Block::List { ordered: false, items: vec![item; 1000] };
    let document = shown(&Document::new(vec![list]), &known(""), &[]);
    assert_eq!(document.notes().len(), 100);
    expect!["$.children[0].items[1].children[0].children[1].href LINK_AS_TEXT: the link to `x:y` is shown as text: it is not a plain web or mail link"].assert_eq(&document.notes()[1].to_string());
}

#[test]
fn notes_of_every_kind_are_bounded() {
    let mut deep = paragraph(vec![Inline::text("deep")]);
    for _ in 0..DOCUMENT_MAX_DEPTH {
        deep = Block::Blockquote { children: vec![deep] };
    }
    let document = shown(&Document::new(vec![deep; 200]), &known(""), &[]);
    assert_eq!(document.notes().len(), 100);
}
