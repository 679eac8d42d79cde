//! Records of one step: what was meant, what the gate and the person said, how it ended.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ErrorCode;
use crate::ids::{DocumentId, IdempotencyKey, Origin, ReasonCode, Sha256, Uuid};
use crate::wire::Decision;

/// Which call a record is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// The call.
    pub request_id: Uuid,
    /// The step of the run, from 1.
    pub step: u32,
}

/// A call is meant to be performed. It is durable before anything happens (I1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Intent {
    /// Which call.
    #[serde(flatten)]
    pub step: Step,
    /// What deduplicates the intent within the run (C-27).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idempotency_key: Option<IdempotencyKey>,
    /// The tool.
    pub tool: String,
    /// Whose tool it is, where it is not ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Whether it changes anything.
    pub mutating: bool,
    /// The document it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Shown>,
    /// The field it types into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<FieldHint>,
    /// Its arguments, each in the form that may be stored: texts only as their length and class.
    pub arguments: BTreeMap<String, Value>,
    /// What exactly an approval is bound to, sealed with a key of this machine so that nobody can confirm a guess.
    pub sealed: Sha256,
    /// Whom it reaches, each sealed likewise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recipients: Vec<Sha256>,
}

/// The document and element of a call, as far as they may be stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    /// The origin.
    pub origin: Origin,
    /// The tab.
    pub tab_id: u32,
    /// The document.
    pub document_id: DocumentId,
    /// Its generation.
    pub navigation_generation: u64,
    /// The element, by the digest of what it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<Sha256>,
}

/// A field, as far as it may be stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FieldHint {
    /// Its type.
    pub input_type: String,
    /// What browsers fill it with.
    pub autocomplete: String,
    /// Its label, cut.
    pub label: String,
    /// What it is for.
    pub class: String,
}

/// A typed text, as it is stored (RUN-055).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TypedText {
    /// Always true: the text is not here.
    pub redacted: bool,
    /// Its characters.
    pub length: u64,
    /// Its line breaks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newlines: Option<u64>,
    /// What it is made of: `digits`, `letters`, `mixed`, `other`.
    pub characters: String,
    /// What it is: `normal`, `pii_like`, `secret_like`.
    pub class: String,
    /// Its beginning, only where a verbose audit is on and nothing about it is sensitive (RUN-056).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
}

/// The gate answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Decided {
    /// Which call.
    #[serde(flatten)]
    pub step: Step,
    /// The answer.
    pub decision: Decision,
    /// Why.
    pub reason_code: ReasonCode,
    /// Every reason that was found.
    pub reasons: Vec<ReasonCode>,
    /// Whether a person must press the button.
    pub requires_gesture: bool,
    /// The row of the matrix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
    /// Who could learn something from it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub destinations: Vec<String>,
    /// At most how many bits of confidential content it can carry there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried_bits: Option<u64>,
    /// What it is about, sealed.
    pub sealed: Sha256,
}

/// Where the person answered. Never in a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApprovedIn {
    /// A terminal.
    Terminal,
    /// The side panel.
    Panel,
    /// The companion window.
    Companion,
    /// Nowhere just now: a grant that was agreed to before covers it.
    Grant,
}

/// The person answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Approval {
    /// Which call.
    #[serde(flatten)]
    pub step: Step,
    /// Yes or no.
    pub approved: bool,
    /// Where.
    pub approved_in: ApprovedIn,
    /// What exactly, sealed.
    pub sealed: Sha256,
    /// The standing grant that answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grant: Option<GrantUse>,
}

/// One use of a standing grant. It counts as soon as this is on disk, which is before anything happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrantUse {
    /// The grant.
    pub id: String,
    /// What for.
    pub verb: String,
}

/// The person granted a kind of call (POL-027).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Granted {
    /// The grant.
    pub grant: String,
    /// What it covers.
    pub scope: Value,
    /// How often.
    pub uses: u32,
    /// Until when.
    pub expires_at_ms: u64,
}

/// Why grants and tokens ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RevokedFor {
    /// The person took it back.
    Asked,
    /// Stop.
    Stop,
    /// Panic.
    Panic,
    /// The person took over.
    Takeover,
    /// The run paused.
    Paused,
    /// The run reached its end.
    Ended,
}

/// Grants and tokens ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Revoked {
    /// One grant; all of them and every token if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grant: Option<String>,
    /// Why.
    pub why: RevokedFor,
}

/// A button that only a person presses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Gesture {
    /// Which call.
    #[serde(flatten)]
    pub step: Step,
}

/// The person decided about carrying content from one site to another (CTX-010).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CrossSiteIntent {
    /// From where.
    pub from: Vec<String>,
    /// To where.
    pub to: String,
    /// Whether it may be.
    pub allowed: bool,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It succeeded.
    Done,
    /// It failed, and changed nothing that we know of.
    Failed,
    /// It never began.
    NotDispatched,
    /// It began, and nobody knows how it ended.
    Unknown,
}

/// A call ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StepResult {
    /// Which call.
    #[serde(flatten)]
    pub step: Step,
    /// How.
    pub outcome: Outcome,
    /// The error, if it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorCode>,
    /// A finer reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_code: Option<ReasonCode>,
    /// What it returned, sealed: enough to answer a second delivery with the same result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Sha256>,
    /// What it returned adds to everything said after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exposed: Vec<super::Exposure>,
    /// Whether what it returned tries to give orders.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub suspicious: bool,
}

impl StepResult {
    /// An end of which nothing more is known.
    #[must_use]
    pub const fn of(step: Step, outcome: Outcome) -> Self {
        Self {
            step,
            outcome,
            error: None,
            reason_code: None,
            result: None,
            exposed: Vec::new(),
            suspicious: false,
        }
    }
}

/// What a call brought about was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Verified {
    /// The step; none for the answer of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
    /// Whether what was expected is there.
    pub confirmed: bool,
    /// Whether the person's goal is reached.
    pub finished: bool,
}
