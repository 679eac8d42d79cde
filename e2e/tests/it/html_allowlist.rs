//! PROT-064, UI-015, UI-017: whatever a document holds, a browser's parser finds only the elements and attributes of
//! the list, only web and mail links, and exactly the words of the document.

use laika_e2e::xss::{OWN_PAYLOADS, document_of};
use laika_protocol::document::{self, Block, Document, Inline};
use laika_protocol::{Path, SafeHref, text};
use laika_render::{PAGE_TAGS, to_html, to_html_page};
use proptest::prelude::*;

use super::dom::inspect;
use super::{json, random, shown};

const SKELETON: &[&str] = &["html", "head", "body"];

/// Checks both forms of one document.
fn check(document: &Document, title: &str) -> Result<(), TestCaseError> {
    let safe = shown(document, title);
    let words = words_of(document, title);
    let fragment = inspect(&format!("<!doctype html><body>{}</body>", to_html(&safe)), SKELETON);
    prop_assert_eq!(&fragment.offences, &Vec::<String>::new());
    prop_assert_eq!(&fragment.text, &words);
    let page = inspect(&to_html_page(&safe), PAGE_TAGS);
    prop_assert_eq!(&page.offences, &Vec::<String>::new());
    prop_assert_eq!(&page.text, &words);
    let written_by_us = ["html", "head", "meta", "meta", "meta", "meta", "meta", "title", "style", "body"];
    prop_assert_eq!(&page.skeleton, &written_by_us);
    Ok(())
}

/// What a person should read, worked out from the raw document alone: white space and what joins characters do not
/// count, everything else does.
fn words_of(document: &Document, title: &str) -> String {
    let mut words = String::new();
    document.children.iter().for_each(|block| block_words(block, &mut words));
    // A title stands on top unless a heading does; which block is first depends on which are empty.
    let begins_with_heading = document.children.iter().find_map(|block| {
        let mut words = String::new();
        block_words(block, &mut words);
        let seen = words.chars().any(counts);
        seen.then_some(matches!(block, Block::Heading { .. }))
    });
    if begins_with_heading != Some(true) {
        words.insert_str(0, &text::one_line(title));
    }
    words.retain(counts);
    words
}

fn counts(c: char) -> bool {
    !c.is_whitespace()
}

fn block_words(block: &Block, words: &mut String) {
    match block {
        Block::Heading { children, .. } | Block::Paragraph { children } => inline_words(children, words),
        Block::List { items, .. } => {
            items.iter().flat_map(|item| &item.children).for_each(|block| block_words(block, words));
        }
        Block::Blockquote { children } => children.iter().for_each(|block| block_words(block, words)),
        Block::CodeBlock { text, .. } => words.push_str(&text::lines(text)),
        Block::Table { rows } => {
            rows.iter().flat_map(|row| &row.cells).for_each(|cell| inline_words(&cell.children, words));
        }
    }
}

fn inline_words(inlines: &[Inline], words: &mut String) {
    for inline in inlines {
        match inline {
            Inline::Text { text } => words.push_str(&text::one_line(text)),
            Inline::Link { href, children } => {
                let label: String = children.iter().map(|node| text::one_line(&node.text)).collect();
                words.push_str(&link_words(href, label.trim()));
            }
        }
    }
}

/// The label and where it leads, each once.
fn link_words(href: &str, label: &str) -> String {
    let folded: Vec<_> = label.split_whitespace().collect();
    let label = folded.join(" ");
    let (address, leads_to) = match SafeHref::parse(href) {
        Some(target) => (target.as_str().to_owned(), target.destination()),
        None => (text::one_line(href).into_owned(), text::one_line(href).into_owned()),
    };
    let origins = [format!("https://{leads_to}"), format!("http://{leads_to}")];
    let says_so = label == address
        || label == leads_to
        || address.strip_suffix('/') == Some(&label)
        || origins.iter().any(|origin| *origin == label && address.starts_with(origin));
    match (label.is_empty(), says_so || leads_to.is_empty()) {
        (true, _) => address,
        (false, true) => label,
        (false, false) => format!("{label}({leads_to})"),
    }
}

proptest! {
    #![proptest_config(random::config())]

    #[test]
    fn of_any_document(document in random::document(), title in random::text()) {
        check(&document, &title)?;
    }

    #[test]
    fn of_any_json(value in json::document(), title in random::text()) {
        let (document, _) = document::read(&value, &Path::root()).unwrap();
        check(&document, &title)?;
    }
}

#[test]
fn of_our_own_attack_payloads() {
    let payloads: Vec<String> = serde_json::from_str(OWN_PAYLOADS).unwrap();
    assert!(payloads.len() >= 40);
    for payload in payloads {
        let html = to_html(&document_of(&payload));
        let found = inspect(&format!("<!doctype html><body>{html}</body>"), SKELETON);
        assert_eq!(found.offences, Vec::<String>::new(), "{payload:?}");
        // Heading, paragraph, two list items, quote, code, two headers, two cells and more: it is there to be read.
        let readable: String = text::one_line(&payload).chars().filter(|c| counts(*c)).collect();
        assert!(found.text.matches(&readable).count() >= 12, "{payload:?} in {}", found.text);
    }
}
