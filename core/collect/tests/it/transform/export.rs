//! Exports: hostile words stay words, and no spreadsheet computes anything.

use expect_test::expect;
use laika_collect::export::{Document, Redaction, guarded, to_csv, to_html, to_json, to_markdown, to_text};
use laika_protocol::collection::{Made, Transform};
use proptest::prelude::*;
use serde_json::json;

use super::build::{made, source};

fn flats() -> Made {
    let sources = [
        source(
            0,
            "Quay Street",
            "https://flats.example/quay",
            "# Quay Street\n\n| Rent | €1,150 |\n| --- | --- |\n| Rent | €1,150 |\n| Size | 64 m² |\n",
        ),
        source(
            1,
            "Mill *Row* <b>",
            "javascript:alert(1)",
            "Rent: =1+1 | €900\n\nThe flat has 58 m² of living space.\n",
        ),
    ];
    made(Transform::Comparison, json!({ "columns": ["Rent", "Size", "Pets"] }), &sources)
}

#[test]
fn a_sentence_that_was_redacted_is_not_said_again_from_its_parts() {
    let sources = [source(0, "Card 4711", "https://a.example/", "There are no headings here.\n")];
    let made = made(Transform::Outline, json!({}), &sources);
    assert!(to_json(&made, Redaction::None).unwrap().contains(r#""code":"no_headings""#));
    let pass = |text: &str| text.replace("4711", "[gone]");
    let kept = to_json(&made, Redaction::Default(&pass)).unwrap();
    assert!(kept.contains("Card [gone] has no headings.") && !kept.contains("4711"), "{kept}");
}

#[test]
fn a_comparison_as_markdown_and_csv() {
    let made = flats();
    let document = Document::from(&made);
    expect![[r#"
        # Comparison: Flats

        | Source | Rent | Size | Pets |
        | --- | --- | --- | --- |
        | Quay Street \[1\] | €1,150 \[2\] | 64 m² \[3\] | *unknown* |
        | Mill \*Row\* &lt;b&gt; \[4\] | \=1+1 \| €900 \[5\] | The flat has 58 m² of living space \[6\] | *unknown* |

        ## Sources

        - \[1\] “Quay Street” – Quay Street, <https://flats.example/quay>
        - \[2\] “€1,150” – Quay Street, <https://flats.example/quay>
        - \[3\] “64 m²” – Quay Street, <https://flats.example/quay>
        - \[4\] Mill \*Row\* &lt;b&gt;, javascript\:alert(1)
        - \[5\] “\=1+1 \| €900” – Mill \*Row\* &lt;b&gt;, javascript\:alert(1)
        - \[6\] “The flat has 58 m² of living space” – Mill \*Row\* &lt;b&gt;, javascript\:alert(1)

        Made 2026-05-01T12:00:00Z
    "#]].assert_eq(&to_markdown(&document, Redaction::None));
    expect![[r#"
        "Source","Rent","Size","Pets","Cited"
        "Quay Street","€1,150","64 m²","","https://flats.example/quay “Quay Street”
        https://flats.example/quay “€1,150”
        https://flats.example/quay “64 m²”"
        "Mill *Row* <b>","'=1+1 | €900","The flat has 58 m² of living space","","javascript:alert(1)
        javascript:alert(1) “'=1+1 | €900”
        javascript:alert(1) “The flat has 58 m² of living space”"
    "#]]
    .assert_eq(&to_csv(&document, Redaction::None, false).replace("\r\n", "\n"));
    expect![[r#"
        Comparison: Flats

        Source: Quay Street [1]
        Rent: €1,150 [2]
        Size: 64 m² [3]
        Pets: unknown

        Source: Mill *Row* <b> [4]
        Rent: =1+1 | €900 [5]
        Size: The flat has 58 m² of living space [6]
        Pets: unknown

        Sources
        [1] “Quay Street” – Quay Street, https://flats.example/quay
        [2] “€1,150” – Quay Street, https://flats.example/quay
        [3] “64 m²” – Quay Street, https://flats.example/quay
        [4] Mill *Row* <b>, javascript:alert(1)
        [5] “=1+1 | €900” – Mill *Row* <b>, javascript:alert(1)
        [6] “The flat has 58 m² of living space” – Mill *Row* <b>, javascript:alert(1)
    "#]]
    .assert_eq(&to_text(&document, Redaction::None));
}

#[test]
fn what_is_taken_out_is_in_no_format() {
    let made = flats();
    let document = Document::from(&made);
    let redact = |text: &str| text.replace("1,150", "[amount]").replace("Quay", "[place]");
    let redaction = Redaction::Default(&redact);
    let json = to_json(&made, redaction).unwrap();
    for text in [
        to_markdown(&document, redaction),
        to_text(&document, redaction),
        to_csv(&document, redaction, true),
        to_html(&document, redaction),
        json,
    ] {
        assert!(
            !text.contains("1,150")
                && !text.contains("Quay")
                && text.contains("[amount]") | text.contains("\\[amount\\]"),
            "{text}"
        );
    }
    let whole = to_json(&made, Redaction::None).unwrap();
    assert_eq!(serde_json::from_str::<Made>(&whole).unwrap(), made);
}

/// The rows of a CSV text, by RFC 4180.
fn parsed(csv: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut chars = csv.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.next_if_eq(&'"').is_some() => field.push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\r' if !quoted && chars.next_if_eq(&'\n').is_some() => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            c => field.push(c),
        }
    }
    assert!(!quoted && field.is_empty() && row.is_empty());
    rows
}

/// Whether a spreadsheet would compute a field, however it splits and trims it.
fn computes(field: &str) -> bool {
    let begins = |piece: &str| {
        let piece = piece.trim_start_matches([' ', '"', '\u{a0}', '\u{3000}', '\u{fffd}', '“', '”']);
        piece.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r'])
    };
    let number = |field: &str| {
        field.trim_start_matches(['-', '+']).chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
    };
    !number(field) && field.split([',', ';', '\t', '\n', '\r', '|', '"']).any(begins)
}

#[test]
fn fields_that_would_be_computed() {
    for (field, safe) in [
        ("=1+1", "'=1+1"),
        ("  @SUM(A1)", "  '@SUM(A1)"),
        ("-12.50", "-12.50"),
        ("+1,200", "+1,200"),
        ("-cmd|' /C calc'!A0", "'-cmd|' /C calc'!A0"),
        ("a;=b", "a;'=b"),
        ("\"=b", "\"'=b"),
        ("＝1", "'＝1"),
        ("\t=1", "'\t'=1"),
        ("1-2", "1-2"),
        ("a\n=b", "a\n'=b"),
    ] {
        assert_eq!(guarded(field), safe);
        assert!(!computes(safe) || field == safe, "{safe}");
    }
}

const HOSTILE: &[&str] = &[
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![x](https://evil.example/p.png)",
    "[x](javascript:alert(1))",
    "\"><svg onload=alert(1)>",
    "&lt;b&gt;",
    "=HYPERLINK(\"https://evil.example\")",
    "| a | b |",
    "https://evil.example/auto www.evil.example",
    "`<b>`",
    "\u{202e}txt.exe",
    "<!--",
    "]]>",
    "'\"",
    "a\r\nb",
    "# x",
    "- y",
    "1. z",
    "@someone #12 $x$",
];

fn hostile() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![proptest::sample::select(HOSTILE).prop_map(String::from), "\\PC{0,10}"],
        1..4,
    )
    .prop_map(|all| all.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn hostile_words_stay_words(title in hostile(), url in hostile(), value in hostile(), name in hostile()) {
        let text = format!("Price: {value}\n\nIt was opened on 3 October 1892 {value}.\n\n## {value}?\n\nYes, {value} it is so.\n");
        let sources = [source(0, &title, &url, &text), source(1, "b", "https://b.example/", "Price: 5 €")];
        for transform in Transform::ALL {
            let config = match transform {
                Transform::Comparison => json!({ "columns": ["Price", name] }),
                Transform::Evidence => json!({ "claim": name }),
                _ => json!({}),
            };
            if transform == Transform::Evidence && name.trim().is_empty() {
                continue;
            }
            let made = made(transform, config, &sources);
            let document = Document::from(&made);
            let html = to_html(&document, Redaction::None);
            for (at, _) in html.match_indices('<') {
                let tag: String = html[at + 1..].trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
                let ours = ["", "html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "sup", "a", "q", "dl", "dt", "dd", "details", "summary"];
                prop_assert!(ours.contains(&tag.as_str()) && (!tag.is_empty() || html[at..].starts_with("<!doctype html>")), "{}", &html[at..]);
            }
            for (at, _) in html.match_indices(" href=\"") {
                let address = &html[at + 7..];
                prop_assert!(address.starts_with('#') || address.starts_with("https://") || address.starts_with("http://"));
            }
            let markdown = to_markdown(&document, Redaction::None);
            for (at, _) in markdown.match_indices('<') {
                prop_assert!(markdown[at..].starts_with("<https://b.example/>") || markdown[at..].starts_with("<http"), "{}", &markdown[at..]);
            }
            prop_assert!(!markdown.replace("\\!", "").contains("!["));
            prop_assert!(!markdown.replace("\\]", "").contains("]("));
            for line in parsed(&to_csv(&document, Redaction::None, false)) {
                for field in line {
                    prop_assert!(!computes(&field), "{field:?}");
                }
            }
        }
    }

    #[test]
    fn csv_says_what_was_said(cells in proptest::collection::vec("\\PC{0,12}|[=+@,;\"\n -]{0,6}", 1..6)) {
        use laika_protocol::collection::{Cell, Cited, Part, Row};
        let row = Row { cells: cells.iter().map(|text| Cell::Computed(Cited::new(text.clone(), Vec::new()))).collect() };
        let parts = [Part::Table { columns: cells.iter().map(|_| "c".to_string()).collect(), rows: vec![row] }];
        let document = Document { title: "t", parts: &parts, notes: &[], sources: &[], made_at: None };
        let rows = parsed(&to_csv(&document, Redaction::None, false));
        let expected: Vec<String> = cells.iter().map(|cell| guarded(cell)).collect();
        prop_assert_eq!(&rows[1][..cells.len()], expected.as_slice());
        prop_assert!(rows[1].iter().all(|field| !computes(field)));
    }
}
