//! What can happen. Everything comes from the loop: answers of adapters, and what the person did in a trusted place.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use laika_policy::{Call, DirectoryEntry, Document, GrantId, Handle, Kind, SiteClass};
use laika_protocol::ToolError;
use laika_protocol::ids::{IdempotencyKey, ReasonCode, RunId, Sha256, Uuid};
use laika_protocol::llmcp::Role;
use laika_protocol::run::{
    ApprovedIn, CancelledBy, Extracted, GrantUse, HandoffNeed, Left, Started, SurfaceChanged, TakeoverInput,
    TaskTab, UserMessage,
};
use laika_protocol::wire::{CallContext, SiteMode};
use serde_json::Value;

use crate::effect::{CommitId, Question};
use crate::machine::Machine;

/// Something happened.
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "an event is taken apart where it arrives; a box would buy nothing"
)]
pub enum Event {
    /// The person starts a run.
    Start(Box<Start>),
    /// Something happened in a run.
    Run(RunId, RunEvent),
    /// The person wants everything to end, now.
    Panic,
    /// The person lets Laika work again.
    Unlock,
    /// The adapters cannot be reached.
    Offline,
    /// They can again.
    Online,
    /// The machine stands otherwise.
    Machine(Machine),
}

/// A run to be started.
#[derive(Debug)]
pub struct Start {
    /// What is recorded of it.
    pub started: Started,
    /// What the person wants.
    pub goal: UserMessage,
    /// The person's directories.
    pub directory: Vec<DirectoryEntry>,
}

/// Something happened in a run.
#[derive(Debug)]
pub enum RunEvent {
    /// These records are on disk.
    Committed(CommitId),
    /// They could not be written.
    CommitFailed(CommitId),
    /// The person authorised the run.
    Authorised,
    /// The page was read.
    Seen(Question, Box<Seen>),
    /// It could not be read.
    NotSeen(Question, ToolError),
    /// The model answered.
    Proposed(Question, Box<Proposal>),
    /// The model could not be asked.
    ModelFailed(Question, Option<ReasonCode>),
    /// The person answered a question.
    Answered {
        /// The call it was about.
        request_id: Uuid,
        /// What they saw: the digest on the card.
        digest: Sha256,
        /// Where.
        answered_in: ApprovedIn,
        /// Their yes, if it is one.
        yes: Option<Yes>,
    },
    /// The person pressed the button of this call, just now.
    Gesture {
        /// The call.
        request_id: Uuid,
    },
    /// Nobody answered in time.
    ApprovalExpired {
        /// The call.
        request_id: Uuid,
    },
    /// A call ended.
    Finished {
        /// The call.
        request_id: Uuid,
        /// How.
        how: Finished,
    },
    /// What came of it was checked.
    Checked {
        /// Which question this answers.
        question: Question,
        /// Whether what was expected is there.
        confirmed: bool,
        /// Whether the goal is reached.
        finished: bool,
        /// The stored answer.
        answer: Option<Uuid>,
    },
    /// The person acts in the page.
    Takeover(TakeoverInput),
    /// They have not for a while, or left.
    TakeoverOver,
    /// The person must do something themselves.
    Handoff(HandoffNeed),
    /// The person lets the run go on, perhaps with further words.
    Resume(Option<UserMessage>),
    /// The person stops the run.
    Stop(CancelledBy),
    /// The person goes on elsewhere, with another run; this one ends.
    Continued(SurfaceChanged),
    /// The person wants it to wait.
    Pause,
    /// Nobody is at the machine any more.
    Away,
    /// The page or the browser cannot be reached.
    ConnectionLost,
    /// Laika was started again, and this run was read back from the log.
    Restarted,
    /// The person moves the head back.
    Rollback {
        /// To this event.
        to_seq: u64,
    },
    /// The person takes a grant back.
    RevokeGrant(GrantId),
    /// The model was asked with this packet.
    Prompted {
        /// Which model.
        model: String,
        /// Tokens of the prompt; zero where only the server knows them.
        tokens: u64,
        /// What of it leaves this machine.
        left: Option<Left>,
        /// The packet.
        packet: Option<Box<Packet>>,
    },
    /// Something else that belongs into the log.
    Noted(Note),
}

/// A packet of the conversation, as it was sent or received. What of it may be stored is decided in the step.
#[derive(Debug)]
pub struct Packet {
    /// Its id.
    pub id: Uuid,
    /// The turn of the conversation.
    pub turn: u64,
    /// Whose it is.
    pub sender: Role,
    /// The request that it answers.
    pub in_reply_to: Option<Uuid>,
    /// What it says.
    pub value: Value,
}

/// What adapters have to tell beside their answers.
#[derive(Debug)]
pub enum Note {
    /// Facts were taken from a page.
    Extracted(Extracted),
    /// Laika opened a tab or window for the run.
    TaskTab(TaskTab),
    /// The run works on another surface.
    Surface(SurfaceChanged),
}

/// A yes.
#[derive(Debug)]
pub struct Yes {
    /// A fresh id for it.
    pub grant: GrantId,
    /// More than this one call: a kind of call, how often and how long.
    pub kind: Option<(Kind, u32, u64)>,
    /// The standing grant that gave it, where nobody pressed anything.
    pub standing: Option<Box<GrantUse>>,
}

/// What was seen of a page. Identity and facts are the browser's word, texts are the page's.
#[derive(Debug)]
pub struct Seen {
    /// The document.
    pub context: CallContext,
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// What the site is.
    pub site: SiteClass,
    /// Whether the person set the mode for this very site, knowing that it is sensitive.
    pub site_override: bool,
    /// The most that the person lets be done on this very site, whatever the run may elsewhere.
    pub most: Option<SiteMode>,
    /// Whether the person is logged in there.
    pub logged_in: bool,
    /// Whether the page is one that Laika never acts on.
    pub restricted: bool,
    /// The elements that can be named.
    pub handles: Vec<Handle>,
    /// What it says.
    pub documents: Vec<Document>,
    /// How many elements there are.
    pub elements: u32,
    /// The beginning of its text.
    pub excerpt: String,
    /// The digest of all of it.
    pub digest: Sha256,
}

/// What the model made of it.
#[derive(Debug)]
pub struct Proposal {
    /// Which model.
    pub model: String,
    /// Tokens of its answer.
    pub tokens: u64,
    /// Its answer as a packet.
    pub packet: Option<Box<Packet>>,
    /// Further calls of the same answer, which are not performed.
    pub deferred: u32,
    /// What it proposes.
    pub what: Proposed,
}

/// What a model proposes.
#[derive(Debug)]
pub enum Proposed {
    /// A call, with the ids it would be made under.
    Call {
        /// Names the call.
        request_id: Uuid,
        /// Names the intent.
        idempotency_key: Option<IdempotencyKey>,
        /// The call.
        call: Box<Call>,
    },
    /// An answer for the person.
    Answer,
    /// A question to the person.
    Clarify,
    /// Nothing that can be used.
    Unusable(Option<ReasonCode>),
}

/// How a call ended.
#[derive(Debug)]
pub enum Finished {
    /// Well.
    Done {
        /// The digest of what it returned.
        result: Option<Sha256>,
        /// What it returned, as documents: untrusted like a page.
        documents: Vec<Document>,
    },
    /// Not well.
    Failed(ToolError),
}
