//! What a person collects: collections, their sources, what was captured of each, and what was made from them.
//!
//! All text of a source is untrusted, whoever captured it (PROT-035).

mod made;
mod phrase;

pub use made::{Card, Cell, Cited, Made, MadeFrom, Part, Question, Row, Saved, SourceCitation, Transform};
pub use phrase::{Ours, Phrase};

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::{CollectionId, Sha256, SourceId, UtcTime};
use crate::llmcp::{ExtractedLink, SourceHeading};

/// Characters of a captured text; what is longer is cut, and says so.
pub const MOST_CAPTURED: usize = 24_000;
/// The line at the end of a text that was cut.
pub const CUT_MARK: &str = "[cut here: the source goes on]";
/// Sources of a collection.
pub const MOST_SOURCES: usize = 1_000;

/// A collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Collection {
    /// Its id.
    pub id: CollectionId,
    /// What the person calls it.
    pub title: String,
    /// Words to find it by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// When it was made.
    pub created_at: UtcTime,
    /// When something of it last changed.
    pub updated_at: UtcTime,
}

/// Where a source comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    /// A page, captured in a browser of Laika's own.
    Url,
    /// A tab of the person's own browser, captured there.
    Tab,
    /// Words of the person.
    Note,
    /// A file of the person.
    File,
}

/// What of a page is captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CaptureMode {
    /// Whatever the page is.
    #[default]
    Auto,
    /// Its text.
    Article,
    /// Its entries.
    List,
}

/// How far a source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceState {
    /// It waits for its turn, or for its next try.
    Waiting,
    /// It is being captured.
    Capturing,
    /// There is a text.
    Captured,
    /// It could not be captured; nothing is tried again by itself.
    Failed,
}

/// Why a source could not be captured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// The code that stays.
    pub code: String,
    /// One sentence of ours.
    pub sentence: String,
}

/// A source of a collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Source {
    /// Its id.
    pub id: SourceId,
    /// The collection.
    pub collection_id: CollectionId,
    /// Where it comes from.
    pub kind: SourceKind,
    /// The address, or `note:` or `file:` with a name.
    pub url: String,
    /// What it calls itself, or is called.
    pub title: String,
    /// Who published it: the host, or whose words they are.
    pub outlet: String,
    /// When it was added.
    pub added_at: UtcTime,
    /// What is wanted of it.
    #[serde(default)]
    pub mode: CaptureMode,
    /// How far it is.
    pub state: SourceState,
    /// How often it was tried since it last worked.
    #[serde(default)]
    pub tries: u32,
    /// When it is tried again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_at: Option<UtcTime>,
    /// Why it could not be captured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// A bank, a hospital, a mailbox: only totals of it are kept (CTX-011).
    #[serde(default)]
    pub sensitive: bool,
    /// Whether others may not know it: where the person was logged in, files, notes (S3).
    #[serde(default)]
    pub confidential: bool,
    /// The last capture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest: Option<CaptureHead>,
}

/// A capture without its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CaptureHead {
    /// From 1 for each source.
    pub number: u32,
    /// When.
    pub captured_at: UtcTime,
    /// When it was published, if the page says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_at: Option<UtcTime>,
    /// Of the text.
    pub hash: Sha256,
    /// Characters of the text.
    pub chars: u32,
    /// Whether the source is longer than what was kept.
    #[serde(default)]
    pub cut: bool,
}

/// What was captured of a source: Markdown that is text and nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Capture {
    /// The source.
    pub source_id: SourceId,
    /// When, of what.
    pub head: CaptureHead,
    /// The title at that time.
    pub title: String,
    /// The text, at most [`MOST_CAPTURED`] characters and the line that says that it was cut.
    pub text: String,
    /// Its headings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<SourceHeading>,
    /// Links found in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<ExtractedLink>,
    /// Whether the text is made of totals alone and repeats no words of the source: all that is kept of a sensitive
    /// one (CTX-011).
    #[serde(default)]
    pub derived: bool,
}
