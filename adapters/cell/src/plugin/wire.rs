//! The lines that pass between Laika and a plugin: one JSON object each, with one key that says what it is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The version of these messages.
pub const PROTOCOL: u32 = 1;

/// What Laika says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ToPlugin {
    /// Say what you can do.
    Describe {
        /// The version of these messages.
        protocol: u32,
    },
    /// Do one thing.
    Call(CallMessage),
    /// What came of a request.
    Fetched(FetchedMessage),
}

/// One call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallMessage {
    /// The version of these messages.
    pub protocol: u32,
    /// Stands in the answer, too.
    pub id: u64,
    /// What to do.
    pub operation: String,
    /// With what; it fits the operation's own schema.
    pub arguments: Map<String, Value>,
    /// Names this very call for a server that must not do it twice.
    pub idempotency_key: String,
    /// Folders that may be read.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub read: Vec<String>,
    /// The folder that may be written.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub write: Option<String>,
}

/// What a request came to: an answer, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FetchedMessage {
    /// The request's own.
    pub id: u64,
    /// What came of it.
    #[serde(flatten)]
    pub fetched: Fetched,
}

/// What a request came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Fetched {
    /// The server answered.
    Answer {
        /// The status.
        status: u16,
        /// Header lines by their names in small letters.
        headers: BTreeMap<String, String>,
        /// The body as text.
        body: String,
    },
    /// There is no answer.
    Error {
        /// Why.
        error: Complaint,
    },
}

impl Fetched {
    /// A request that is not made.
    #[must_use]
    pub fn refused(code: &str, message: &str) -> Self {
        Self::Error { error: Complaint { code: code.to_owned(), message: message.to_owned() } }
    }
}

/// A code and a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complaint {
    /// For programs.
    pub code: String,
    /// For people.
    pub message: String,
}

/// What a plugin says.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum FromPlugin {
    /// What it can do.
    Descriptor(Value),
    /// What came of the call.
    Result(ResultMessage),
    /// It cannot.
    Error(ErrorMessage),
    /// It is at it.
    Progress(ProgressMessage),
    /// It asks for a request to be made.
    Fetch(Fetch),
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResultMessage {
    /// The call's own.
    pub id: u64,
    /// Whether it did what it was asked.
    pub success: bool,
    /// What it found, for programs.
    #[serde(default)]
    pub data: Value,
    /// One line about it.
    #[serde(default)]
    pub summary: String,
    /// What it found, for people and models.
    #[serde(default)]
    pub text: String,
}

/// Why a call came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ErrorMessage {
    /// The call's own.
    pub id: u64,
    /// For programs.
    pub code: String,
    /// For people.
    pub message: String,
}

/// How far it is.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProgressMessage {
    /// The call's own.
    pub id: u64,
    /// From 0 to 1.
    #[serde(default)]
    pub fraction: Option<f64>,
    /// What it is at.
    #[serde(default)]
    pub message: String,
}

/// A request that a plugin wants made. It has no network itself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Fetch {
    /// Stands in the answer, too.
    pub id: u64,
    /// `GET`, `HEAD`, `POST`, `PUT`, `PATCH` or `DELETE`.
    #[serde(default = "get")]
    pub method: String,
    /// Where to.
    pub url: String,
    /// Header lines.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// The body as text.
    #[serde(default)]
    pub body: Option<String>,
}

fn get() -> String {
    "GET".to_owned()
}
