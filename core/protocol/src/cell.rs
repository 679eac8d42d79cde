//! What is handed to a process that can do nothing else, and what it hands back: a file that somebody else made, or code
//! that somebody else wrote.

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a document is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reading {
    /// Where it comes from, against which its links are resolved.
    pub url: String,
    /// What the server says it is, with its encoding.
    pub content_type: Option<String>,
    /// How much of it.
    pub mode: ReadMode,
    /// Characters of text to give at most.
    pub most_chars: usize,
}

/// How much of a document is read (INK-017).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReadMode {
    /// What it is about, without what stands around it.
    #[default]
    Article,
    /// Everything that can be read.
    Full,
}

/// What kind of document was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReadKind {
    /// A page.
    Html,
    /// A PDF document.
    Pdf,
    /// Plain text, Markdown, or source code.
    Text,
    /// Data.
    Json,
}

/// A document as text. All of it is untrusted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReadText {
    /// What it is.
    pub kind: ReadKind,
    /// Its title.
    pub title: Option<String>,
    /// Who wrote it, as it says.
    pub byline: Option<String>,
    /// When it was published, as it says.
    pub published: Option<String>,
    /// Its language, as it says.
    pub language: Option<String>,
    /// Its text; of a page, as Markdown without raw HTML.
    pub text: String,
    /// Where its links lead: http and https only.
    pub links: Vec<ReadLink>,
    /// Characters that were left out.
    pub left_out: u64,
    /// The encoding that was used.
    pub encoding: String,
    /// Pages of a PDF document.
    pub pages: Option<u32>,
    /// Whether a page has next to no text of its own, and scripts that would make some.
    pub needs_scripts: bool,
}

/// A link of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReadLink {
    /// Its words.
    pub text: String,
    /// Where it leads.
    pub url: String,
}

/// A program that somebody else wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Program {
    /// Its language.
    pub language: Language,
    /// Its source.
    pub code: String,
    /// What it reads as its standard input.
    pub input: String,
    /// Milliseconds until it is stopped.
    pub time_ms: u64,
    /// Bytes of memory until it is stopped.
    pub memory_bytes: u64,
    /// Bytes that it may write.
    pub output_bytes: usize,
}

/// The languages that run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// JavaScript, in an interpreter of Laika's own that has neither files nor a network.
    #[default]
    Javascript,
    /// Python, by the interpreter of this machine, in a process that can reach nothing.
    Python,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// Well.
    Done,
    /// With an error of its own.
    Failed,
    /// It took too long.
    TimedOut,
    /// It took too much memory.
    OutOfMemory,
    /// It was stopped for another reason.
    Killed,
}

/// What came of a program. All of it is untrusted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Ran {
    /// How it ended.
    pub ended: Ended,
    /// What it printed.
    pub stdout: String,
    /// What it complained about.
    pub stderr: String,
    /// The value of its last expression, where the language has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Bytes that it wrote beyond what it may.
    pub cut_bytes: u64,
    /// Milliseconds that it took.
    pub took_ms: u64,
}
