//! What should be done next. Data only: whoever performs it decides nothing.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use laika_policy::redact::{Redacted, Stored};
use laika_policy::{AskCard, Permit, Reason};
use laika_protocol::ToolError;
use laika_protocol::ids::{Origin, ProfileId, RunId, Sha256, Uuid};
use laika_protocol::llmcp::Role;
use laika_protocol::run::{RevokedFor, Surface, TabLock};
use laika_protocol::wire::{AppState, RunState, RunStatus, SiteMode};

use crate::recorded::Settled;

/// Names one commit of a run, so that its answer finds what waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CommitId(pub u64);

/// Names one question to an adapter. Its answer names it again: an answer to a question from before a takeover, a resume
/// or a restart is no answer to the one that is open now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Question(pub u64);

/// The row of a run in the list of runs: derived, written beside the events that changed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunSummary {
    /// The run.
    pub run: RunId,
    /// Its profile.
    pub profile: ProfileId,
    /// Its conversation.
    pub conversation: Option<Uuid>,
    /// Where it works.
    pub surface: Surface,
    /// How much it may do.
    pub mode: SiteMode,
    /// Its state.
    pub status: RunStatus,
    /// Its branch.
    pub branch: u32,
    /// Whether it has read a sensitive site.
    pub sensitive: bool,
}

/// A packet on its way to the stored conversation (C-25).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPacket {
    /// Its id.
    pub id: Uuid,
    /// The conversation.
    pub conversation: Uuid,
    /// The turn.
    pub turn: u64,
    /// Whose it is.
    pub sender: Role,
    /// The request that it answers.
    pub in_reply_to: Option<Uuid>,
    /// The model.
    pub model: String,
    /// What of it may be stored.
    pub bytes: Redacted<Vec<u8>>,
}

/// What is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// What a call brought about.
    Step(Uuid),
    /// The answer and its citations.
    Answer,
}

/// What is to be written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Which commit.
    pub id: CommitId,
    /// Whether the run waits until it is on disk; the others may be written with a later one.
    pub durable: bool,
    /// The event that the records follow. A log whose last event is another one refuses them.
    pub after_seq: u64,
    /// The records.
    pub records: Vec<Redacted<Stored>>,
    /// The run's row.
    pub summary: RunSummary,
    /// The sites the run has read, if there is a new one among them.
    pub sites: Vec<Origin>,
    /// The packets that the records refer to.
    pub packets: Vec<StoredPacket>,
}

/// Something to be done.
#[derive(Debug)]
pub enum Effect {
    /// Write something down. Nothing else of this run is written before it.
    Commit(Box<Commit>),
    /// Ask the person to authorise the run.
    RequestAuthorisation {
        /// The run.
        run: RunId,
    },
    /// Read the page.
    Observe {
        /// The run.
        run: RunId,
        /// The question.
        question: Question,
    },
    /// Ask the model for the next step.
    AskModel {
        /// The run.
        run: RunId,
        /// The question.
        question: Question,
    },
    /// Ask the person.
    RequestApproval {
        /// The run.
        run: RunId,
        /// The call.
        request_id: Uuid,
        /// What a yes is bound to.
        digest: Sha256,
        /// What is asked, and why.
        card: Box<AskCard>,
    },
    /// Perform one call, once.
    Execute {
        /// The run.
        run: RunId,
        /// The call.
        request_id: Uuid,
        /// What allows it.
        permit: Box<Permit>,
        /// How long it may take.
        deadline_ms: u64,
    },
    /// Check what came of it.
    Verify {
        /// The run.
        run: RunId,
        /// The question.
        question: Question,
        /// What.
        subject: Subject,
    },
    /// Stop what is under way.
    Cancel {
        /// The run.
        run: RunId,
        /// The call.
        request_id: Uuid,
    },
    /// Take back every token of the run.
    Revoke {
        /// The run.
        run: RunId,
        /// Why.
        why: RevokedFor,
    },
    /// Take back every token there is.
    RevokeAll,
    /// Answer a call that was made before with what is recorded of it (I8).
    Redelivered {
        /// The run.
        run: RunId,
        /// The call.
        request_id: Uuid,
        /// How it ended; nothing while it is under way.
        settled: Option<Settled>,
    },
    /// Another run holds the tab: switch to it, open another tab, or stop the other run (RUN-051).
    TabConflict {
        /// The run.
        run: RunId,
        /// The tab.
        tab: TabLock,
        /// Who holds it.
        holder: RunId,
    },
    /// The run cannot be trusted in memory any more: read it back from the log.
    Reload {
        /// The run.
        run: RunId,
    },
    /// The gate denied what was proposed; the run looks for another way.
    Denied {
        /// The run.
        run: RunId,
        /// The call.
        request_id: Uuid,
        /// Why.
        reason: Reason,
    },
    /// What was asked for is not possible now.
    Refuse {
        /// The run.
        run: RunId,
        /// Why.
        error: ToolError,
    },
    /// Everybody shows this (I24).
    Show {
        /// Whether Laika can work.
        app: AppState,
        /// The run.
        state: Option<Box<RunState>>,
    },
}

impl Effect {
    /// Whether the run goes on with it, so that a pause takes it back; what only tells somebody something stays.
    pub(crate) const fn goes_on(&self) -> bool {
        match self {
            Self::RequestAuthorisation { .. }
            | Self::Observe { .. }
            | Self::AskModel { .. }
            | Self::RequestApproval { .. }
            | Self::Execute { .. }
            | Self::Verify { .. } => true,
            Self::Commit(_)
            | Self::Cancel { .. }
            | Self::Revoke { .. }
            | Self::RevokeAll
            | Self::Redelivered { .. }
            | Self::TabConflict { .. }
            | Self::Reload { .. }
            | Self::Denied { .. }
            | Self::Refuse { .. }
            | Self::Show { .. } => false,
        }
    }
}
