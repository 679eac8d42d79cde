//! One rich document in its three forms.

use expect_test::expect;
use laika_protocol::Path;
use laika_protocol::citation::{Checked, Sources};
use laika_protocol::llmcp::ContextDocument;
use laika_render::{
    Colour, Evidence, SafeDocument, Terminal, sanitise, to_html, to_html_page, to_markdown, to_terminal,
};
use serde_json::json;

use super::{document, known};

fn citations() -> Vec<Checked> {
    let supplied: ContextDocument = serde_json::from_value(json!({
        "doc_id": "doc:web:summary", "kind": "web.observation.summary.v1", "trust": "untrusted",
        "source": { "browser": "chromium" },
        "content": {
            "doc_type": "web.observation.summary.v1", "url": "https://rail.example/night?lang=en",
            "title": "Night trains", "text": "The sleeper leaves Vienna at 19:42.",
        },
    }))
    .unwrap();
    let citation = serde_json::from_value(json!({
        "doc_id": "doc:web:summary", "quote": "leaves Vienna at 19:42",
    }))
    .unwrap();
    vec![Sources::new(&[supplied]).check(&citation, &Path::root()).unwrap()]
}

fn answer() -> SafeDocument {
    let text = |text: &str| json!({ "type": "text", "text": text });
    let paragraph = |children: serde_json::Value| json!({ "type": "paragraph", "children": children });
    let row = |header: bool, cells: [&str; 2]| {
        let cell = |words: &str| json!({ "type": "table_cell", "header": header, "children": [text(words)] });
        json!({ "type": "table_row", "cells": cells.map(cell) })
    };
    let item = |children: serde_json::Value| json!({ "type": "list_item", "children": children });
    let document = document(&json!([
        paragraph(json!([
            text("Two trains run <b>daily</b>. Book at "),
            { "type": "link", "href": "https://rail.example/book?a=1&b=2", "children": [text("the counter")] },
            text(" or "),
            { "type": "link", "href": "https://elsewhere.example/", "children": [text("elsewhere")] },
            text("."),
        ])),
        { "type": "heading", "level": 2, "children": [text("What to pack")] },
        { "type": "list", "ordered": false, "items": [
            item(json!([paragraph(json!([text("A lock")]))])),
            item(json!([
                paragraph(json!([text("Food for a long evening, because the dining car closes early")])),
                { "type": "list", "ordered": true, "items": [
                    item(json!([paragraph(json!([text("bread")]))])),
                    item(json!([paragraph(json!([text("cheese & 1.5 l of water")]))])),
                ] },
            ])),
        ] },
        { "type": "blockquote", "children": [
            paragraph(json!([text("Doors lock at night.")])),
            { "type": "code_block", "language": "sh", "text": "timetable --from Vienna \\\n\t--night\n" },
        ] },
        { "type": "table", "rows": [
            row(true, ["Train", "Leaves | arrives"]),
            row(false, ["夜行 466", "19:42 | 08:20"]),
            row(false, ["EN 40294", "20:55"]),
        ] },
    ]));
    let links = known("https://rail.example/book?a=1&b=2");
    sanitise(&document, "Night trains from Vienna", &Evidence { links: &links, citations: &citations() })
}

#[test]
fn as_html() {
    expect![[r#"
        <h1>Night trains from Vienna</h1>
        <p>Two trains run &lt;b&gt;daily&lt;/b&gt;. Book at <a href="https://rail.example/book?a=1&amp;b=2" rel="noopener noreferrer nofollow">the counter</a> (rail.example) or elsewhere (https://elsewhere.example/).</p>
        <h2>What to pack</h2>
        <ul>
        <li>A lock</li>
        <li>Food for a long evening, because the dining car closes early
        <ol>
        <li>bread</li>
        <li>cheese &amp; 1.5 l of water</li>
        </ol>
        </li>
        </ul>
        <blockquote>
        <p>Doors lock at night.</p>
        <pre><code>timetable --from Vienna \
        	--night
        </code></pre>
        </blockquote>
        <table>
        <thead>
        <tr>
        <th>Train</th>
        <th>Leaves | arrives</th>
        </tr>
        </thead>
        <tbody>
        <tr>
        <td>夜行 466</td>
        <td>19:42 | 08:20</td>
        </tr>
        <tr>
        <td>EN 40294</td>
        <td>20:55</td>
        </tr>
        </tbody>
        </table>
        <h2>Sources</h2>
        <ol>
        <li>“leaves Vienna at 19:42” <a href="https://rail.example/night?lang=en" rel="noopener noreferrer nofollow">https://rail.example</a></li>
        </ol>
    "#]].assert_eq(&to_html(&answer()));
}

#[test]
fn as_a_page() {
    let page = to_html_page(&answer());
    let (head, _) = page.split_once("<h1>").unwrap();
    expect![[r#"
        <!doctype html>
        <html>
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-cnMrkUQygnfoP/4u90xnkMCiJPN4bQAxqXYv0RO7ikg='">
        <meta name="referrer" content="no-referrer">
        <meta name="viewport" content="width=device-width">
        <meta name="color-scheme" content="light dark">
        <title>Night trains from Vienna</title>
        <style>body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}pre{overflow:auto}th,td{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0}</style>
        </head>
        <body>
    "#]].assert_eq(head);
}

#[test]
fn as_markdown() {
    expect![[r#"
        # Night trains from Vienna

        Two trains run \<b>daily\</b>. Book at [the counter](<https://rail.example/book?a=1\&b=2>) or elsewhere (https\://elsewhere.example/).

        ## What to pack

        - A lock
        - Food for a long evening, because the dining car closes early
          1. bread
          2. cheese & 1.5 l of water

        > Doors lock at night.
        >
        > ```sh
        > timetable --from Vienna \
        > 	--night
        > ```

        | Train | Leaves \| arrives |
        | --- | --- |
        | 夜行 466 | 19:42 \| 08:20 |
        | EN 40294 | 20:55 |

        ## Sources

        1. “leaves Vienna at 19:42” [https\://rail.example](<https://rail.example/night?lang=en>)
    "#]].assert_eq(&to_markdown(&answer()));
}

#[test]
fn as_plain_text() {
    let terminal = Terminal { width: 48, colour: Colour::Plain };
    expect![[r#"
        Night trains from Vienna
        ========================

        Two trains run <b>daily</b>. Book at the counter
        (https://rail.example/book?a=1&b=2) or elsewhere
        (https://elsewhere.example/).

        What to pack
        ------------

        • A lock
        • Food for a long evening, because the dining
          car closes early
          1. bread
          2. cheese & 1.5 l of water

        │ Doors lock at night.
        │
        │     timetable --from Vienna \
        │         --night

        Train    │ Leaves | arrives
        ─────────┼─────────────────
        夜行 466 │ 19:42 | 08:20
        EN 40294 │ 20:55

        Sources
        -------

        1. “leaves Vienna at 19:42” https://rail.example
           (https://rail.example/night?lang=en)
    "#]]
    .assert_eq(&to_terminal(&answer(), &terminal));
}

#[test]
fn as_terminal_text() {
    let terminal = Terminal { width: 48, colour: Colour::Ansi };
    expect![[r#"
        ␛[1mNight trains from Vienna␛[0m

        Two trains run <b>daily</b>. Book at ␛[4mthe counter␛[0m
        ␛[2m(https://rail.example/book?a=1&b=2)␛[0m or elsewhere
        (https://elsewhere.example/).

        ␛[1mWhat to pack␛[0m

        • A lock
        • Food for a long evening, because the dining
          car closes early
          1. bread
          2. cheese & 1.5 l of water

        ␛[2m│␛[0m Doors lock at night.
        ␛[2m│␛[0m
        ␛[2m│␛[0m     timetable --from Vienna \
        ␛[2m│␛[0m         --night

        ␛[1mTrain␛[0m    │ ␛[1mLeaves | arrives␛[0m
        ␛[2m─────────┼─────────────────␛[0m
        夜行 466 │ 19:42 | 08:20
        EN 40294 │ 20:55

        ␛[1mSources␛[0m

        1. “leaves Vienna at 19:42” ␛[4mhttps://rail.example␛[0m
           ␛[2m(https://rail.example/night?lang=en)␛[0m
    "#]]
    .assert_eq(&to_terminal(&answer(), &terminal).replace('\u{1b}', "␛"));
}

#[test]
fn with_notes_about_what_is_not_a_link() {
    let notes: Vec<_> = answer().notes().iter().map(ToString::to_string).collect();
    expect!["$.children[0].children[3].href LINK_AS_TEXT: the link to `https://elsewhere.example/` is shown as text: nothing the model was given names it"].assert_eq(&notes.join("\n"));
}
