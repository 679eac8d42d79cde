//! The run: `step(state, event) -> (state, effects)`.
//!
//! Nothing here acts. A step takes what happened, records it, moves the state and says what should be done next as data;
//! a loop outside performs the effects and feeds their results back as events. The state of a run is the fold of its
//! records, so a stored run is rebuilt by replaying them, and replaying has no effects at all.
//!
//! Architecture invariant: the gate is asked here and nowhere else, and a permit is made only when the event arrives
//! that says the intent is durable (I1). It goes straight into an effect; no state can hold one.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod act;
mod budget;
mod control;
mod effect;
mod event;
mod judge;
mod look;
mod machine;
mod plan;
mod recorded;
mod run;
mod state;
mod status;
mod turn;

pub use budget::LastMinute;
pub use effect::{Commit, CommitId, Effect, Question, RunSummary, StoredPacket, Subject};
pub use event::{Event, Finished, Note, Packet, Proposal, Proposed, RunEvent, Seen, Start, Yes};
pub use machine::Machine;
pub use recorded::{Entry, OpenIntent, Recorded, ReplayError, Settled, Stage, Words};
pub use run::Run;
pub use state::{State, World, step};
pub use status::{TRANSITIONS, Transition, Trigger, next};
