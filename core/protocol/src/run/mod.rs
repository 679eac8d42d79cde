//! The words of the run log: what can be recorded of a run, and nothing else (RUN-005, RUN-006).
//!
//! A record is one thing that happened. The state of a run is the fold of its records, so a record holds what the next
//! step depends on, and never a raw typed text, a secret, a token or a handle: those are replaced before a record can
//! be stored, by the only code that can make one storable.

mod control;
mod page;
mod record;
mod step;
mod tabs;

pub use control::{
    Branch, CancelledBy, Checkpoint, Ended, Erased, ErasedFor, Handoff, HandoffNeed, Pause, Paused, Resumed,
    Rollback, Started, Summary, Surface, SurfaceChanged, Takeover, TakeoverInput, UserMessage,
};
pub use page::{Exposure, Extracted, Left, ModelOutput, ModelPrompt, Observed, ProposalOutcome};
pub use record::{Cancelled, GestureDone, Kind, Record, RecordError, TabUnlock};
pub use step::{
    Approval, ApprovedIn, CrossSiteIntent, Decided, FieldHint, Gesture, GrantUse, Granted, Intent, Outcome,
    Revoked, RevokedFor, Shown, Step, StepResult, TypedText, Verified,
};
pub use tabs::{TabLock, TabRef, TaskTab};

/// The version of the records' form and of the tables they are stored in.
pub const SCHEMA_VERSION: u32 = 1;
