//! One document, from its bytes to its text.

use laika_protocol::cell::{ReadKind, ReadText, Reading};

use super::encoding::{self, Decoded};
use super::kind::{self, Kind};
use super::wire::MOST_TEXT_CHARS;
use super::{ReadError, html, json, pdf, text, xml};

/// Reads a document here and now.
///
/// # Errors
/// When it is of a kind without text, encrypted, or damaged.
pub fn read(bytes: &[u8], reading: &Reading) -> Result<ReadText, ReadError> {
    let most = reading.most_chars.min(MOST_TEXT_CHARS);
    let declared = reading.content_type.as_deref().unwrap_or_default();
    match kind::of(bytes, declared)? {
        Kind::Html => {
            let decoded = encoding::of_page(bytes, declared);
            Ok(html::read(&decoded, reading, most))
        }
        Kind::Pdf => pdf::read(bytes, most),
        Kind::Json => {
            let decoded = encoding::of_text(bytes, declared);
            let kind = if json::is_valid(&decoded.text) { ReadKind::Json } else { ReadKind::Text };
            let shown =
                if kind == ReadKind::Json { json::pretty(&decoded.text) } else { decoded.text.clone() };
            Ok(plain(kind, &shown, decoded, most))
        }
        Kind::Xml => {
            let decoded = encoding::of_page(bytes, declared);
            let feed = xml::feed(&decoded.text, reading);
            let title = feed.as_ref().and_then(|feed| feed.title.clone());
            let links = feed.as_ref().map(|feed| feed.links.clone()).unwrap_or_default();
            let shown = feed.map_or_else(|| decoded.text.clone(), |feed| feed.text);
            let read = plain(ReadKind::Text, &shown, decoded, most);
            Ok(ReadText { title, links, ..read })
        }
        Kind::Text => {
            let decoded = encoding::of_text(bytes, declared);
            let shown = decoded.text.clone();
            Ok(plain(ReadKind::Text, &shown, decoded, most))
        }
    }
}

fn plain(kind: ReadKind, shown: &str, decoded: Decoded, most: usize) -> ReadText {
    let cut = text::cut(&text::tidy(shown), most);
    ReadText {
        kind,
        title: None,
        byline: None,
        published: None,
        language: None,
        text: cut.text,
        links: Vec::new(),
        left_out: cut.left_out,
        encoding: decoded.encoding.to_owned(),
        pages: None,
        needs_scripts: false,
    }
}
