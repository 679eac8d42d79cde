//! HTML: what becomes of markup in texts and addresses, and which parts a table has.

use expect_test::{Expect, expect};
use laika_protocol::document::Inline;
use laika_render::to_html;
use serde_json::json;

use super::{document, known, line, shown};

fn check(pieces: Vec<Inline>, expected: &Expect) {
    let named: String = pieces.iter().fold(String::new(), |named, piece| match piece {
        Inline::Link { href, .. } => named + " " + href,
        Inline::Text { .. } => named,
    });
    expected.assert_eq(&to_html(&shown(&line(pieces), &known(&named), &[])));
}

#[test]
fn markup_in_a_text_is_text() {
    check(
        vec![Inline::text("<img src=x onerror='alert(1)'> &lt; &#0; \"q\"\u{0}\u{1b}[31m")],
        &expect![[r#"
        <p>&lt;img src=x onerror=&#39;alert(1)&#39;&gt; &amp;lt; &amp;#0; &quot;q&quot;��[31m</p>
    "#]],
    );
}

#[test]
fn an_address_cannot_leave_its_attribute() {
    check(
        vec![Inline::link("https://a.example/?q=\"'><script>&amp;", "a.example")],
        &expect![[r#"
            <p><a href="https://a.example/?q=%22%27%3E%3Cscript%3E&amp;amp;" rel="noopener noreferrer nofollow">a.example</a></p>
        "#]],
    );
    check(
        vec![Inline::link("mailto:\"onclick='x'@b.example", "write")],
        &expect![[r#"
            <p><a href="mailto:&quot;onclick=&#39;x&#39;@b.example" rel="noopener noreferrer nofollow">write</a> (&quot;onclick=&#39;x&#39;@b.example)</p>
        "#]],
    );
}

#[test]
fn rows_of_headers_at_the_top_are_the_head() {
    let cell = |header: bool, text: &str| {
        let text = json!({ "type": "text", "text": text });
        json!({ "type": "table_cell", "header": header, "children": [text] })
    };
    let row = |cells: Vec<serde_json::Value>| json!({ "type": "table_row", "cells": cells });
    let table = json!([{ "type": "table", "rows": [
        row(vec![cell(true, "a"), cell(true, "b")]),
        row(vec![cell(true, "x"), cell(false, "1"), cell(false, "")]),
        row(vec![cell(true, "late"), cell(true, "header")]),
    ] }]);
    expect![[r#"
        <table>
        <thead>
        <tr>
        <th>a</th>
        <th>b</th>
        </tr>
        </thead>
        <tbody>
        <tr>
        <th>x</th>
        <td>1</td>
        </tr>
        <tr>
        <th>late</th>
        <th>header</th>
        </tr>
        </tbody>
        </table>
    "#]]
    .assert_eq(&to_html(&shown(&document(&table), &known(""), &[])));
}
