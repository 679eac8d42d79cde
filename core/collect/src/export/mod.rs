//! What was made, as text, Markdown, JSON, CSV or HTML. Nothing that is exported loads or computes anything (S19).
//!
//! Everything takes a [`Document`], so that an answer across sources can be exported like something made. Words of sources
//! are text in every format: what looks like a mark of the format is escaped, and an address is a link only in the list of
//! sources, where it is that of a source.

mod csv;
mod html;
mod markdown;
mod numbered;
mod plain;
mod redact;
mod saved;

use alloc::string::String;

use laika_protocol::canonical;
use laika_protocol::collection::{Cell, Cited, Made, MadeFrom, Part};

pub use csv::{guarded, to_csv};
pub use html::to_html;
pub use markdown::to_markdown;
pub use plain::to_text;
pub use saved::{parts_of_marked, parts_of_text, parts_of_tree, redacted, saved_to_json};

/// What is exported.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    /// Its title.
    pub title: &'a str,
    /// All of it, in order.
    pub parts: &'a [Part],
    /// What there is to say about it.
    pub notes: &'a [Cited],
    /// What it was made from.
    pub sources: &'a [MadeFrom],
    /// When, as text.
    pub made_at: Option<&'a str>,
}

impl<'a> From<&'a Made> for Document<'a> {
    fn from(made: &'a Made) -> Self {
        Self {
            title: &made.title,
            parts: &made.parts,
            notes: &made.notes,
            sources: &made.sources,
            made_at: Some(made.made_at.as_str()),
        }
    }
}

/// What is taken out before something leaves.
#[derive(Clone, Copy)]
pub enum Redaction<'a> {
    /// Whatever this function takes out of a text; it is given every text once.
    Default(&'a dyn Fn(&str) -> String),
    /// Nothing: the person asked for all of it.
    None,
}

/// Why something cannot be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// It has no canonical form.
    #[error("E_EXPORT_JSON: this cannot be written as JSON")]
    Json,
}

impl ExportError {
    /// The code that stays.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Json => "E_EXPORT_JSON",
        }
    }
}

/// As canonical JSON, with the same fields as on the wire.
///
/// # Errors
/// Where a setting has a number that canonical JSON cannot hold.
pub fn to_json(made: &Made, redaction: Redaction<'_>) -> Result<String, ExportError> {
    let made = redact::made(made, redaction);
    let bytes = canonical::to_bytes(&made).map_err(|_| ExportError::Json)?;
    String::from_utf8(bytes).map_err(|_| ExportError::Json)
}

/// Calls a function with all words that have citations, in the order in which they are shown.
pub fn each_cited(parts: &[Part], notes: &[Cited], each: &mut dyn FnMut(&Cited)) {
    for part in parts {
        match part {
            Part::Heading { words, .. } => each(words),
            Part::Paragraph { sentences } => sentences.iter().for_each(&mut *each),
            Part::List { entries } => entries.iter().for_each(&mut *each),
            Part::Table { rows, .. } => {
                for cell in rows.iter().flat_map(|row| &row.cells) {
                    match cell {
                        Cell::Unknown => {}
                        Cell::Value(cited) | Cell::Computed(cited) => each(cited),
                    }
                }
            }
            Part::Cards { cards } => {
                for card in cards {
                    each(&card.front);
                    each(&card.back);
                }
            }
            Part::Quiz { questions } => questions.iter().for_each(|one| each(&one.question)),
        }
    }
    notes.iter().for_each(each);
}

/// The word for a cell whose source does not say.
pub(crate) const UNKNOWN: &str = "unknown";

/// An address that may be a link: of the web, in characters that every format leaves alone.
pub(crate) fn link(url: &str) -> Option<&str> {
    let web = url.starts_with("https://") || url.starts_with("http://");
    let plain = |c: char| {
        c.is_ascii_graphic()
            && !matches!(
                c,
                '<' | '>' | '"' | '\'' | '`' | '\\' | '{' | '}' | '|' | '^' | '(' | ')' | '[' | ']' | '*'
            )
    };
    (web && url.len() <= 2000 && url.chars().all(plain)).then_some(url)
}
