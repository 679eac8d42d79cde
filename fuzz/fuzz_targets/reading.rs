//! Reading what others made: pages, feeds, data and text never panic, stay within bounds, and show no control character.
#![no_main]

use laika_cell::reading::worker::read_document;
use laika_protocol::cell::{ReadMode, Reading};
use laika_protocol::text::is_deceptive;
use libfuzzer_sys::fuzz_target;

const KINDS: [&str; 6] =
    ["text/html", "text/html; charset=shift_jis", "application/rss+xml", "application/json", "text/plain", ""];
const MOST_CHARS: usize = 4_000;

fuzz_target!(|data: (u8, &[u8])| {
    let (choice, document) = data;
    // The library for these panics; it may, where it runs.
    if document.windows(5).any(|at| at == b"%PDF-") {
        return;
    }
    let reading = Reading {
        url: "https://site.example/a/b".into(),
        content_type: Some(KINDS[usize::from(choice) % KINDS.len()].into()),
        mode: if choice & 128 == 0 { ReadMode::Article } else { ReadMode::Full },
        most_chars: MOST_CHARS,
    };
    let Ok(read) = read_document(document, &reading) else { return };
    assert!(read.text.chars().count() <= MOST_CHARS);
    assert!(!read.text.chars().any(|c| is_deceptive(c) || (c.is_control() && !matches!(c, '\n' | '\t'))));
    assert!(read.links.iter().all(|link| link.url.starts_with("http://") || link.url.starts_with("https://")));
});
