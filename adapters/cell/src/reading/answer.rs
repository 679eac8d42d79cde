//! Believing nothing that the worker says: the document may have taken it over.

use laika_protocol::cell::{ReadLink, ReadText, Reading};
use laika_protocol::text;
use url::Url;

use super::wire::{MOST_TEXT_CHARS, SAID_BYTES, Said};
use super::{ReadCode, ReadError};

/// Links of one document.
pub(super) const MOST_LINKS: usize = 200;
/// An address longer than this is somebody's data.
pub(super) const MOST_URL_CHARS: usize = 2_048;
/// Words of a link.
pub(super) const MOST_LINK_CHARS: usize = 200;
/// A title or a name.
pub(super) const MOST_LINE_CHARS: usize = 300;
/// A date, a language, an encoding.
pub(super) const MOST_WORD_CHARS: usize = 64;
const MOST_PAGES: u32 = 1_000_000;

pub(super) fn broke_off() -> ReadError {
    ReadError::new(
        ReadCode::BrokeOff,
        "the process that reads documents broke off: the document is damaged, or needs too much memory",
    )
}

pub(super) fn checked(line: &[u8], reading: &Reading) -> Result<ReadText, ReadError> {
    if u64::try_from(line.len()).unwrap_or(u64::MAX) > SAID_BYTES {
        return Err(ReadError::new(ReadCode::TooLarge, "the text of the document is too large"));
    }
    match serde_json::from_slice(line) {
        Ok(Said::Text(text)) => checked_text(*text, reading),
        Ok(Said::Refused(error)) => Err(checked_error(&error)),
        Err(_) => Err(broke_off()),
    }
}

fn checked_text(said: ReadText, reading: &Reading) -> Result<ReadText, ReadError> {
    let most = reading.most_chars.min(MOST_TEXT_CHARS);
    if said.text.chars().nth(most).is_some()
        || said.links.len() > MOST_LINKS
        || said.pages.is_some_and(|pages| pages > MOST_PAGES)
    {
        return Err(broke_off());
    }
    let links = said.links.iter().map(checked_link).collect::<Option<_>>().ok_or_else(broke_off)?;
    let line = |words: Option<String>| words.and_then(|words| short(&words, MOST_LINE_CHARS));
    let word = |words: Option<String>| words.and_then(|words| short(&words, MOST_WORD_CHARS));
    Ok(ReadText {
        kind: said.kind,
        title: line(said.title),
        byline: line(said.byline),
        published: word(said.published),
        language: word(said.language),
        text: text::lines(&said.text).into_owned(),
        links,
        left_out: said.left_out,
        encoding: word(Some(said.encoding)).unwrap_or_default(),
        pages: said.pages,
        needs_scripts: said.needs_scripts,
    })
}

fn checked_link(link: &ReadLink) -> Option<ReadLink> {
    let url = Url::parse(&link.url).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    let short_enough = url.as_str().len() <= MOST_URL_CHARS * 3;
    short_enough
        .then(|| ReadLink { text: short(&link.text, MOST_LINK_CHARS).unwrap_or_default(), url: url.into() })
}

/// The start of some words as one line; nothing for none.
pub(super) fn short(words: &str, most: usize) -> Option<String> {
    let words = text::one_line(words.trim());
    let kept: String = words.chars().take(most).collect();
    let kept = kept.trim();
    (!kept.is_empty()).then(|| kept.to_owned())
}

fn checked_error(error: &ReadError) -> ReadError {
    match error.code {
        ReadCode::Unconfined
        | ReadCode::TooLarge
        | ReadCode::Kind
        | ReadCode::Encrypted
        | ReadCode::Unreadable => short(&error.message, MOST_LINE_CHARS)
            .map_or_else(broke_off, |message| ReadError::new(error.code, message)),
        // What only the side that asks can know.
        ReadCode::Start | ReadCode::BrokeOff | ReadCode::Timeout | ReadCode::Cancelled => broke_off(),
    }
}
