//! Why a document was not read.

use serde::{Deserialize, Serialize};

/// What kept a document from being read. Programs may rely on these names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReadCode {
    /// The process that reads could not be started.
    #[serde(rename = "E_READ_START")]
    Start,
    /// That process could not be confined, and so read nothing.
    #[serde(rename = "E_READ_UNCONFINED")]
    Unconfined,
    /// That process ended over the document, or said something that makes no sense.
    #[serde(rename = "E_READ_BROKE_OFF")]
    BrokeOff,
    /// It took too long.
    #[serde(rename = "E_READ_TIMEOUT")]
    Timeout,
    /// It is no longer wanted.
    #[serde(rename = "E_READ_CANCELLED")]
    Cancelled,
    /// The document, or what came of it, is too large.
    #[serde(rename = "E_READ_TOO_LARGE")]
    TooLarge,
    /// It is of a kind that has no text.
    #[serde(rename = "E_READ_KIND")]
    Kind,
    /// It is encrypted.
    #[serde(rename = "E_READ_ENCRYPTED")]
    Encrypted,
    /// It is damaged.
    #[serde(rename = "E_READ_UNREADABLE")]
    Unreadable,
}

impl ReadCode {
    /// As a program reads it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Start => "E_READ_START",
            Self::Unconfined => "E_READ_UNCONFINED",
            Self::BrokeOff => "E_READ_BROKE_OFF",
            Self::Timeout => "E_READ_TIMEOUT",
            Self::Cancelled => "E_READ_CANCELLED",
            Self::TooLarge => "E_READ_TOO_LARGE",
            Self::Kind => "E_READ_KIND",
            Self::Encrypted => "E_READ_ENCRYPTED",
            Self::Unreadable => "E_READ_UNREADABLE",
        }
    }
}

/// Why a document was not read, in a word for programs and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(deny_unknown_fields)]
#[error("{message}")]
pub struct ReadError {
    /// For programs.
    pub code: ReadCode,
    /// For people: one sentence without a full stop.
    pub message: String,
}

impl ReadError {
    /// An error with its sentence.
    #[must_use]
    pub fn new(code: ReadCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}
