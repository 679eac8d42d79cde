//! Rows as they are handed in and out.

use laika_protocol::ids::{ArtifactId, IdempotencyKey, Origin, ProfileId, RunId, Sha256, Uuid};
use laika_protocol::llmcp::Role;
use laika_protocol::run::{ErasedFor, RevokedFor, StepResult};
use laika_protocol::wire::{RunStatus, SiteMode};

use crate::chain::{Header, Salt};
use crate::{PacketKind, RunHead, RunRow};

/// A run in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What was handed in with its last batch.
    pub row: RunRow,
    /// When it began.
    pub created_at_ms: u64,
    /// When something last happened in it.
    pub updated_at_ms: u64,
    /// Its head.
    pub head: RunHead,
    /// Its last checkpoint.
    pub checkpoint_seq: Option<u64>,
}

/// Which runs are listed; the latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunFilter {
    /// Of one profile.
    pub profile: Option<ProfileId>,
    /// In one of these states; in any if there is none.
    pub status: Vec<RunStatus>,
    /// That read this origin.
    pub site: Option<Origin>,
    /// Last changed before this.
    pub before_ms: Option<u64>,
    /// At most so many; 100 if nothing is said.
    pub limit: Option<u32>,
}

/// An event as it lies in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Everything but its payload.
    pub header: Header,
    /// The salt, unless it was erased.
    pub salt: Option<Salt>,
    /// The payload, unless it was erased.
    pub payload: Option<Vec<u8>>,
    /// Why and when it was erased.
    pub erased: Option<Erasure>,
}

/// Why and when a payload was erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Erasure {
    /// Why.
    pub reason: ErasedFor,
    /// When.
    pub at_ms: u64,
}

/// A call that was recorded before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The call.
    pub request: Uuid,
    /// Its run.
    pub run: RunId,
    /// What deduplicates it in the run.
    pub key: Option<IdempotencyKey>,
    /// The event that says it was meant.
    pub intent_seq: u64,
    /// The event that says how it ended.
    pub result_seq: Option<u64>,
    /// How it ended, unless that was erased.
    pub result: Option<StepResult>,
}

/// A conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversation {
    /// Its id.
    pub id: Uuid,
    /// When it began.
    pub created_at: String,
    /// Its title.
    pub title: Option<String>,
    /// Its messages.
    pub messages: u64,
}

/// A message as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMessage {
    /// Its id.
    pub id: Uuid,
    /// The conversation.
    pub conversation: Uuid,
    /// The turn.
    pub turn: u64,
    /// When.
    pub created_at: String,
    /// Whose it is.
    pub sender: Role,
    /// What it is.
    pub packet_type: PacketKind,
    /// The request that it answers.
    pub in_reply_to: Option<Uuid>,
    /// The model.
    pub model: Option<String>,
    /// The packet.
    pub packet_json: String,
    /// The run.
    pub run: Option<RunId>,
    /// The digest of the packet.
    pub digest: Sha256,
}

/// What the person set for a site (POL-019).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// In which profile.
    pub profile: ProfileId,
    /// The site.
    pub origin: Origin,
    /// What kind of site they say it is, such as `sensitive`.
    pub label: Option<String>,
    /// How much they let Laika do there.
    pub mode: Option<SiteMode>,
    /// When.
    pub created_at_ms: u64,
}

/// One use of a tool: how long it took and whether it did what it was asked, nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolUse {
    /// The tool.
    pub tool: String,
    /// When.
    pub at_ms: u64,
    /// How long it took.
    pub took_ms: u64,
    /// Whether it did what it was asked.
    pub done: bool,
}

/// What the person wrote down about a site (CTX-012).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteNote {
    /// Its number; nothing before it is written.
    pub id: Option<u64>,
    /// In which profile.
    pub profile: ProfileId,
    /// The site.
    pub origin: Origin,
    /// What it is for: `know`, `do` or `dont`.
    pub kind: String,
    /// In their words.
    pub text: String,
    /// When.
    pub created_at_ms: u64,
}

/// A grant, as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// Its id, unique in the run.
    pub id: String,
    /// The run.
    pub run: RunId,
    /// The profile.
    pub profile: ProfileId,
    /// What it covers.
    pub scope_json: String,
    /// How often.
    pub uses: u32,
    /// When it was given.
    pub granted_at_ms: u64,
    /// Until when.
    pub expires_at_ms: u64,
    /// When and why it ended before that.
    pub ended: Option<(u64, RevokedFor)>,
}

/// A tab that a run holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// The profile.
    pub profile: ProfileId,
    /// The tab.
    pub tab: u32,
    /// Who holds it.
    pub run: RunId,
    /// Since when.
    pub since_ms: u64,
}

/// An artifact: its file is encrypted and lies elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// Its id.
    pub id: ArtifactId,
    /// The run.
    pub run: RunId,
    /// The profile.
    pub profile: ProfileId,
    /// The site it comes from.
    pub origin: Option<Origin>,
    /// What it is, such as `screenshot`.
    pub kind: String,
    /// Its media type.
    pub media_type: String,
    /// Bytes of its content.
    pub bytes: u64,
    /// The digest of the encrypted file.
    pub cipher_sha256: Sha256,
    /// When it was made.
    pub created_at_ms: u64,
    /// When its file was removed.
    pub evicted_at_ms: Option<u64>,
}
