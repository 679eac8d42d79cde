//! Records of what was read and what a model made of it.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::ids::{Origin, ReasonCode, Sha256, Uuid};
use crate::wire::CallContext;

/// What a document in a pack adds to everything said after it (S3).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Exposure {
    /// Where it was read: an origin, or a name such as `mcp:mail`.
    pub place: String,
    /// Whether others may not know it.
    pub confidential: bool,
    /// Whether it was read on a sensitive site.
    pub sensitive: bool,
}

/// A page was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Observed {
    /// The document, by the word of the browser process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<CallContext>,
    /// Its address, without what a query or fragment may carry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Its title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it adds to everything said after it.
    pub exposed: Vec<Exposure>,
    /// How many elements were seen.
    pub elements: u32,
    /// The beginning of its text; never on a sensitive site (PRIV-010).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<String>,
    /// The digest of what was seen; never on a sensitive site, where it could confirm a guess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Sha256>,
    /// Whether its text tries to give orders.
    pub suspicious: bool,
}

/// Facts were taken from a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Extracted {
    /// Where from.
    pub origin: Origin,
    /// The passages that are cited, by the nodes they stand in. They stay when the page's text is pruned.
    pub citations: Vec<String>,
    /// The digest of the facts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Sha256>,
}

/// A model was asked. The packet itself is a stored message (C-25).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelPrompt {
    /// The stored message, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_id: Option<Uuid>,
    /// The digest of the stored message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Sha256>,
    /// The model.
    pub model: String,
    /// Tokens of the prompt; zero where only the server knows them.
    pub tokens: u64,
    /// What of it left this machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Left>,
}

/// Something that left for a model on another machine or for another agent: enough to compare it with what was shown
/// (MODEL-036).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Left {
    /// Where it went: an origin, or a name such as `agent:editor`.
    pub to: String,
    /// The digest of its exact bytes.
    pub digest: Sha256,
    /// How many they are.
    pub bytes: u64,
}

/// What a model's answer came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProposalOutcome {
    /// A call.
    Call,
    /// An answer for the person.
    Answer,
    /// A question to the person.
    Clarify,
    /// Nothing that can be used.
    Unusable,
    /// A call that was made before.
    Repeated,
}

/// A model answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelOutput {
    /// The stored message, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_id: Option<Uuid>,
    /// The digest of the stored message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Sha256>,
    /// The model.
    pub model: String,
    /// Tokens of the answer.
    pub tokens: u64,
    /// What it came to.
    pub outcome: ProposalOutcome,
    /// Calls of the same answer that were not performed: only the first is.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub deferred: u32,
    /// Why it could not be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_code: Option<ReasonCode>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
const fn is_zero(count: &u32) -> bool {
    *count == 0
}
