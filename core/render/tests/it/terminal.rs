//! Terminal text: how lines break, how tables share the width, and that no text can control a terminal.

use expect_test::{Expect, expect};
use laika_protocol::document::{Document, Inline};
use laika_render::{Colour, Terminal, to_terminal};
use proptest::prelude::*;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use super::{document, known, line, random, shown};

fn plain(document: &Document, width: usize) -> String {
    let named = random::ADDRESSES.join(" ");
    to_terminal(&shown(document, &known(&named), &[]), &Terminal { width, colour: Colour::Plain })
}

/// One paragraph at the narrowest width, each line between bars.
fn check(text: &str, expected: &Expect) {
    let lines: String =
        plain(&line(vec![Inline::text(text)]), 20).lines().map(|line| format!("|{line}|\n")).collect();
    expected.assert_eq(&lines);
}

#[test]
fn lines_break_at_spaces() {
    check(
        "The sleeper leaves at 19:42 from platform 9.",
        &expect![[r#"
        |The sleeper leaves|
        |at 19:42 from|
        |platform 9.|
    "#]],
    );
}

#[test]
fn a_word_longer_than_a_line_is_broken() {
    check(
        "see https://rail.example/timetables/night",
        &expect![[r#"
        |see|
        |https://rail.example|
        |/timetables/night|
    "#]],
    );
}

#[test]
fn wide_characters_take_two_columns_and_need_no_spaces() {
    check(
        "夜行列車は毎日ウィーンを出発します。",
        &expect![[r#"
        |夜行列車は毎日ウィー|
        |ンを出発します。|
    "#]],
    );
    check(
        "abc夜行列車は毎日ウィーンを",
        &expect![[r#"
        |abc夜行列車は毎日ウ|
        |ィーンを|
    "#]],
    );
}

#[test]
fn signs_made_of_several_characters_stay_whole() {
    check(
        "👩\u{200d}🚀👩\u{200d}🚀👩\u{200d}🚀👩\u{200d}🚀👩\u{200d}🚀👩\u{200d}🚀",
        &expect![[r#"
        |👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀|
        |👩‍🚀|
    "#]],
    );
    check(
        "cafe\u{301} cafe\u{301} cafe\u{301} cafe\u{301} cafe\u{301}",
        &expect![[r#"
        |café café café café|
        |café|
    "#]],
    );
}

fn table(rows: &[&[&str]]) -> Document {
    let rows: Vec<Value> = rows
        .iter()
        .enumerate()
        .map(|(index, cells)| {
            let cells: Vec<Value> = cells
                .iter()
                .map(|text| {
                    json!({
                        "type": "table_cell", "header": index == 0, "children": [{ "type": "text", "text": text }],
                    })
                })
                .collect();
            json!({ "type": "table_row", "cells": cells })
        })
        .collect();
    document(&json!([{ "type": "table", "rows": rows }]))
}

const TRAINS: &[&[&str]] = &[
    &["Train", "Route", "Notes"],
    &["NJ 466", "Vienna – Zürich", "Seats, couchettes and sleepers; bicycles need a reservation"],
    &["夜行", "", "runs 👩\u{200d}🚀 daily"],
];

#[test]
fn a_table_keeps_its_natural_width_where_it_can() {
    expect![[r#"
        Train  │ Route           │ Notes
        ───────┼─────────────────┼────────────────────────────────────────────────────────────
        NJ 466 │ Vienna – Zürich │ Seats, couchettes and sleepers; bicycles need a reservation
        夜行   │                 │ runs 👩‍🚀 daily
    "#]]
    .assert_eq(&plain(&table(TRAINS), 200));
}

#[test]
fn wide_columns_of_a_table_give_way_first() {
    expect![[r#"
        Train  │ Route           │ Notes
        ───────┼─────────────────┼────────────────────────
        NJ 466 │ Vienna – Zürich │ Seats, couchettes and
               │                 │ sleepers; bicycles need
               │                 │ a reservation
        夜行   │                 │ runs 👩‍🚀 daily
    "#]]
    .assert_eq(&plain(&table(TRAINS), 50));
}

#[test]
fn a_table_without_room_becomes_a_list() {
    expect![[r#"
        Train: NJ 466
        Route: Vienna – Zürich
        Notes: Seats, couchettes
        and sleepers; bicycles
        need a reservation

        Train: 夜行
        Notes: runs 👩‍🚀 daily
    "#]]
    .assert_eq(&plain(&table(TRAINS), 24));
}

#[test]
fn numbers_are_aligned() {
    let item = |text: String| {
        json!({ "type": "list_item", "children": [
            { "type": "paragraph", "children": [{ "type": "text", "text": text }] },
        ] })
    };
    let items: Vec<Value> = (8..=10).map(|n| item(format!("item {n}"))).collect();
    let items = [vec![item("x".into()); 7], items].concat();
    let list = document(&json!([{ "type": "list", "ordered": true, "items": items }]));
    let shown = plain(&list, 40);
    let last: Vec<_> = shown.lines().skip(7).collect();
    assert_eq!(last, [" 8. item 8", " 9. item 9", "10. item 10"]);
}

#[test]
fn nesting_deeper_than_the_width_stays_readable() {
    let text = json!({ "type": "text", "text": "at the bottom of it" });
    let mut block = json!({ "type": "paragraph", "children": [text] });
    for _ in 0..4 {
        let item =
            json!({ "type": "list_item", "children": [{ "type": "blockquote", "children": [block] }] });
        block = json!({ "type": "list", "ordered": true, "items": [item] });
    }
    let document = document(&json!([block]));
    expect![[r#"
        1. │ 1. │ 1.
           │    │ │ 1.
           │    │ │ │
           │    │ │ at the
           │    │ │ bottom
           │    │ │ of it
    "#]]
    .assert_eq(&plain(&document, 20));
}

/// The text without our own escape sequences.
fn unstyled(text: &str) -> String {
    ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[4m"]
        .iter()
        .fold(text.to_owned(), |text, code| text.replace(code, ""))
}

proptest! {
    #![proptest_config(random::config())]

    #[test]
    fn no_line_is_wider_than_the_terminal(document in random::document(), width in 0..120usize) {
        let text = plain(&document, width);
        for line in text.lines() {
            prop_assert!(line.width() <= width.max(20), "{} > {width}: {line:?}", line.width());
        }
    }

    #[test]
    fn s18_no_text_can_control_a_terminal(document in random::document(), width in 0..120usize) {
        let named = random::ADDRESSES.join(" ");
        let document = shown(&document, &known(&named), &[]);
        let plain = to_terminal(&document, &Terminal { width, colour: Colour::Plain });
        let ansi = to_terminal(&document, &Terminal { width, colour: Colour::Ansi });
        for text in [plain, unstyled(&ansi)] {
            prop_assert!(!text.chars().any(|c| c != '\n' && c.is_control()), "{text:?}");
            prop_assert!(!text.chars().any(laika_protocol::text::is_deceptive), "{text:?}");
        }
    }
}
