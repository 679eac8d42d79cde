//! What is handed to the log in one go, and what comes back.

use laika_policy::redact::{Redacted, Stored};
use laika_protocol::ids::{Origin, ProfileId, RunId, Uuid};
use laika_protocol::llmcp::Role;
use laika_protocol::run::Surface;
use laika_protocol::wire::{RunStatus, SiteMode};
use serde::{Deserialize, Serialize};

use crate::{Anchor, RunHead, StoreError};

/// Records of one run that are written together or not at all.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The run as it is after these records.
    pub run: RunRow,
    /// The last event of the run that whoever hands this in knows of; any, if they do not say. A run that has moved on
    /// since refuses the batch: its records would not follow from what is before them.
    pub after_seq: Option<u64>,
    /// When.
    pub at_ms: u64,
    /// What happened; at least one record.
    pub records: Vec<Redacted<Stored>>,
    /// Sites that the run read since the batch before.
    pub sites: Vec<Origin>,
    /// Messages that belong to it.
    pub messages: Vec<Message>,
}

/// A run as the person sees it in a list. Everything in it follows from the records; it is kept beside them so that a
/// list needs no replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRow {
    /// The run.
    pub run: RunId,
    /// Its profile, which never changes.
    pub profile: ProfileId,
    /// Where it works.
    pub surface: Surface,
    /// How much the person lets it do.
    pub mode: SiteMode,
    /// Its state.
    pub status: RunStatus,
    /// The branch it is on; the trunk is 0.
    pub branch: u32,
    /// Whether it read a sensitive site. Once true it stays true.
    pub sensitive: bool,
    /// The conversation it belongs to.
    pub conversation: Option<Uuid>,
}

/// A packet of a conversation (PROT-057).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its id.
    pub id: Uuid,
    /// The conversation, which is made if it is not there.
    pub conversation: Uuid,
    /// The turn.
    pub turn: u64,
    /// When.
    pub created_at_ms: u64,
    /// Whose it is.
    pub sender: Role,
    /// What it is.
    pub packet_type: PacketKind,
    /// The request that it answers.
    pub in_reply_to: Option<Uuid>,
    /// The model.
    pub model: Option<String>,
    /// The packet, as far as it may be stored.
    pub packet: Redacted<Vec<u8>>,
}

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PacketKind {
    /// A question to a model.
    Request,
    /// Its answer.
    Response,
    /// A tool's result.
    Tool,
}

/// What came of a batch that is durable now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The first of its events in the run.
    pub first_seq: u64,
    /// The last.
    pub last_seq: u64,
    /// The head of the run after it.
    pub head: RunHead,
    /// Whether a head of the log was signed with it.
    pub signing: Signing,
}

/// Whether a head was signed. The end of a run is recorded even where it cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signing {
    /// No head was due.
    NotDue,
    /// This one.
    Signed(Anchor),
    /// It could not be signed.
    Failed(StoreError),
}
