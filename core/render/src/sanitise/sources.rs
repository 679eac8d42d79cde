//! Citations as the last block of a document, each with the origin that was verified (UI-013).

use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::citation::Checked;
use laika_protocol::{SafeHref, text};

use super::line::LineBuilder;
use crate::tree::{Block, Line, Piece};

/// Sources listed at most; the schema allows no more.
const MOST_SOURCES: usize = 200;
/// Bytes of one quote; the schema allows 500 characters.
const MOST_QUOTE_BYTES: usize = 2048;
/// Bytes of an address that is still offered as a link.
const MOST_ADDRESS_BYTES: usize = 8192;

pub(super) fn blocks(citations: &[Checked]) -> Vec<Block> {
    if citations.is_empty() {
        return Vec::new();
    }
    let heading = alloc::vec![Piece::Text(String::from("Sources"))];
    let entries = citations.iter().take(MOST_SOURCES);
    let items = entries.map(|checked| alloc::vec![Block::Paragraph(entry(checked))]).collect();
    alloc::vec![Block::Heading { level: 2, line: heading }, Block::List { ordered: true, items }]
}

/// The words that stand in the source, then where it is. Its address came with the supplied document, not from the
/// model, so it counts as known.
fn entry(checked: &Checked) -> Line {
    let mut line = LineBuilder::default();
    let quote = text::one_line(&checked.citation.quote);
    let quote = quote[..quote.floor_char_boundary(MOST_QUOTE_BYTES)].trim();
    if !quote.is_empty() {
        line.text("“");
        // A page must not be able to end its own quote and go on with the origin of another.
        line.text(&quote.replace(['“', '”'], "\""));
        line.text("” ");
    }
    let address = checked.url.as_deref().filter(|url| url.len() <= MOST_ADDRESS_BYTES);
    match (&checked.origin, address.and_then(SafeHref::parse)) {
        (Some(origin), Some(href)) => line.link(href, origin.as_str()),
        (Some(origin), None) => line.text(&text::one_line(origin.as_str())),
        (None, _) => line.text(&text::one_line(checked.citation.doc_id.as_str())),
    }
    line.finish()
}
