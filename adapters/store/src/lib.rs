//! The run log on SQLite: what Laika did, in a form that can be verified, pruned, forgotten and handed on.
//!
//! One thread writes ([`Store`]), anyone may read ([`Reader`]). Events are append-only and stand in two chains of
//! hashes, that of their run and that of the log; signed heads tie the log down. What it proves is this and no more:
//! it is tamper-evident since the last head you hold elsewhere.
//!
//! Architecture invariant: only what went through `laika_policy::redact` can be stored; nothing else has the type.
#![deny(unsafe_code)]

pub mod artifact;

mod batch;
mod bundle;
mod chain;
mod collected;
mod erase;
mod error;
#[cfg(test)]
mod fixture;
mod head;
mod keys;
mod names;
mod place;
mod random;
mod reader;
mod rows;
mod schema;
mod store;
mod verify;
mod write;

pub use batch::{Appended, Batch, Message, PacketKind, RunRow, Signing};
pub use bundle::verify_bundle;
pub use chain::{Hash, Header, Parts, Salt, commitment};
pub use collected::MOST_MADE_BYTES;
pub use collected::rows::{
    AddedSources, Found, KeptCapture, KnownSource, ListedCollection, MadeRow, MadeSource, SourceCounts,
    SourceProgress,
};
pub use erase::{Forget, Removed, Site, Windows};
pub use error::StoreError;
pub use head::{Anchor, RunHead};
pub use place::{DATABASE, Options, Place, Synchronous};
pub use reader::Reader;
pub use rows::{
    Artifact, Conversation, Erasure, Event, Grant, Lock, Override, Recorded, Run, RunFilter, SiteNote,
    StoredMessage, ToolUse,
};
pub use store::{Progress, Store};
pub use verify::{Check, Fault, Problem, Report};
