//! The text of a PDF document. The library that reads it stops at things it does not know; what it has read until then
//! is given.

use std::panic::{AssertUnwindSafe, catch_unwind};

use laika_protocol::cell::{ReadKind, ReadText};
use pdf_extract::{Dictionary, Document, Object, PlainTextOutput, decode_text_string, output_doc_page};

use super::answer::{MOST_LINE_CHARS, MOST_WORD_CHARS, short};
use super::text;
use super::{ReadCode, ReadError};

/// Pages that are read at most; what the others hold is reckoned from these.
const MOST_READ_PAGES: usize = 1_000;

/// Reads a PDF document.
///
/// # Errors
/// When it is encrypted or damaged.
pub(super) fn read(bytes: &[u8], most: usize) -> Result<ReadText, ReadError> {
    let document = guarded(|| open(bytes))??;
    let numbers: Vec<u32> = guarded(|| document.get_pages().into_keys().collect())?;
    if numbers.is_empty() {
        return Err(damaged());
    }
    let (mut whole, mut broken, mut read) = (String::new(), 0, 0);
    for number in numbers.iter().take(MOST_READ_PAGES) {
        match guarded(|| page(&document, *number)) {
            Ok(Some(text)) => whole.push_str(&text),
            Ok(None) | Err(_) => broken += 1,
        }
        whole.push_str("\n\n");
        read += 1;
        // What will be cut off anyway need not be read.
        if whole.len() / 4 > most.saturating_mul(2) {
            break;
        }
    }
    if broken == read {
        return Err(damaged());
    }
    let cut = text::cut(&text::tidy(&even(&whole)), most);
    let unread = whole.chars().count() / read * (numbers.len() - read);
    let about = guarded(|| about(&document)).unwrap_or_default();
    Ok(ReadText {
        kind: ReadKind::Pdf,
        title: about.title,
        byline: about.author,
        published: about.created,
        language: about.language,
        text: cut.text,
        links: Vec::new(),
        left_out: cut.left_out.saturating_add(u64::try_from(unread).unwrap_or(u64::MAX)),
        encoding: "binary".to_owned(),
        pages: Some(u32::try_from(numbers.len()).unwrap_or(u32::MAX)),
        needs_scripts: false,
    })
}

fn damaged() -> ReadError {
    ReadError::new(ReadCode::Unreadable, "this PDF document is damaged")
}

/// The library panics over what it does not expect.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, ReadError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| damaged())
}

fn open(bytes: &[u8]) -> Result<Document, ReadError> {
    let mut document = Document::load_mem(bytes)
        .map_err(|_| if bytes.windows(8).any(|at| at == b"/Encrypt") { encrypted() } else { damaged() })?;
    if document.is_encrypted() {
        // Many are encrypted with no password at all, against being changed and not against being read.
        document.decrypt("").map_err(|_| encrypted())?;
    }
    Ok(document)
}

fn encrypted() -> ReadError {
    ReadError::new(ReadCode::Encrypted, "this PDF document is encrypted, and opens only with a password")
}

fn page(document: &Document, number: u32) -> Option<String> {
    let mut text = String::new();
    output_doc_page(document, &mut PlainTextOutput::new(&mut text), number).ok()?;
    Some(text)
}

/// Lines without blanks at their ends, and one empty line between paragraphs.
fn even(text: &str) -> String {
    let mut even = String::with_capacity(text.len());
    let mut empty = 0;
    for line in text.lines().map(text::collapse) {
        if line.is_empty() {
            empty += 1;
            continue;
        }
        if !even.is_empty() {
            even.push_str(if empty > 0 { "\n\n" } else { "\n" });
        }
        even.push_str(&line);
        empty = 0;
    }
    even
}

#[derive(Default)]
struct About {
    title: Option<String>,
    author: Option<String>,
    created: Option<String>,
    language: Option<String>,
}

fn about(document: &Document) -> About {
    let info = document.trailer.get(b"Info").ok().and_then(|info| document.dereference(info).ok());
    let info = info.and_then(|(_, info)| info.as_dict().ok());
    let of = |key: &[u8], most| {
        info.and_then(|info| words(document, info, key)).and_then(|words| short(&words, most))
    };
    let language = document.catalog().ok().and_then(|catalog| words(document, catalog, b"Lang"));
    About {
        title: of(b"Title", MOST_LINE_CHARS),
        author: of(b"Author", MOST_LINE_CHARS),
        created: of(b"CreationDate", MOST_WORD_CHARS).map(|date| readable(&date)),
        language: language.and_then(|language| short(&language, MOST_WORD_CHARS)),
    }
}

fn words(document: &Document, within: &Dictionary, key: &[u8]) -> Option<String> {
    let (_, value) = document.dereference(within.get(key).ok()?).ok()?;
    matches!(value, Object::String(..)).then(|| decode_text_string(value).ok()).flatten()
}

/// `D:20240131…` as a day; anything else as it is.
fn readable(date: &str) -> String {
    let digits = date.strip_prefix("D:").unwrap_or(date);
    match digits.get(..8) {
        Some(day) if day.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{}-{}-{}", &day[..4], &day[4..6], &day[6..])
        }
        Some(_) | None => date.to_owned(),
    }
}
