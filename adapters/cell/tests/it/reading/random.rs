//! Random bytes of each kind: always an answer or one of our errors, never a worker that breaks off.

use laika_cell::reading::worker::read_document;
use laika_cell::reading::{MOST_TEXT_CHARS, ReadCode};
use laika_protocol::cell::ReadMode;
use proptest::prelude::*;

use super::reading;

/// Pieces of pages that mean something to their parser.
const PIECES: &[&str] = &[
    "<p>",
    "</p>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<b>",
    "</b>",
    "<a href='/x'>",
    "</a>",
    "<ul>",
    "<li>",
    "<h1>",
    "<pre>",
    "</pre>",
    "<code>",
    "<blockquote>",
    "<script>",
    "</script>",
    "<style>",
    "<template>",
    "</template>",
    "<svg>",
    "<math>",
    "<mi>",
    "<foreignObject>",
    "<select>",
    "<option>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "&amp;",
    "&#0;",
    "&#x110000;",
    "\0",
    "\u{feff}",
    "\u{202e}",
    "é",
    "日本",
    " ",
    "\n",
    "words.",
    "](",
    "`",
    "|",
    "<br>",
    "<img alt=x>",
    "<dl>",
    "<dt>",
    "<dd>",
    "<frameset>",
    "<body>",
    "<html lang=x>",
    "<title>",
    "<base href=//x>",
    "<plaintext>",
    "<p style='display:none'>",
    "<form>",
    "<article>",
    "<item>",
    "<rss>",
    "<meta charset=utf-16>",
    "{",
    "}",
    "[",
    "\"",
    ":",
    ",",
];

fn mode() -> impl Strategy<Value = ReadMode> {
    prop_oneof![Just(ReadMode::Article), Just(ReadMode::Full)]
}

fn check(document: &[u8], content_type: &str, mode: ReadMode, most: usize) -> Result<(), TestCaseError> {
    let mut how = reading(content_type, mode);
    how.most_chars = most;
    match read_document(document, &how) {
        Ok(read) => {
            prop_assert!(read.text.chars().count() <= most.min(MOST_TEXT_CHARS));
            prop_assert!(read.links.len() <= 200);
            prop_assert!(!read.text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')));
            prop_assert!(!read.text.chars().any(laika_protocol::text::is_deceptive));
        }
        Err(error) => {
            prop_assert!(matches!(error.code, ReadCode::Kind | ReadCode::Unreadable | ReadCode::Encrypted));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_of_each_kind_are_answered(
        document in proptest::collection::vec(any::<u8>(), 0..2_000),
        kind in prop::sample::select(vec![
            "", "text/html", "text/html; charset=shift_jis", "text/html; charset=utf-16", "application/json", "text/plain",
            "application/rss+xml", "text/csv", "application/octet-stream", "application/pdf",
        ]),
        mode in mode(),
        most in 0..5_000_usize,
    ) {
        check(&document, kind, mode, most)?;
    }

    #[test]
    fn random_pieces_of_pages_are_answered(
        pieces in proptest::collection::vec(prop::sample::select(PIECES.to_vec()), 0..200),
        kind in prop::sample::select(vec!["text/html", "application/rss+xml", "application/json", ""]),
        mode in mode(),
    ) {
        check(pieces.concat().as_bytes(), kind, mode, 3_000)?;
    }
}
