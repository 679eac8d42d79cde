//! The gate: allow, ask or deny, for every call, before anything happens.
//!
//! The model is assumed to be controlled by an attacker. Nothing here reads what a model says about itself: a decision
//! is a pure function of typed facts, a matrix that is data, and the provenance of every value in the call.
//!
//! Architecture invariant: same input, same verdict. No clock, no randomness, no IO; keys and time come in as arguments.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod classify;
pub mod cloud;
pub mod config;
pub mod inject;
pub mod page;
pub mod redact;
pub mod token;

mod decide;
mod descriptor;
mod facts;
mod fence;
mod grant;
mod matrix;
mod origins;
mod permit;
mod place;
mod reason;
mod row;
mod rules;
mod situation;
mod standing;
mod trace;
mod verdict;
mod wording;
mod yours;

pub use classify::SiteClass;
pub use decide::PERMIT_LIFE_MS;
pub use descriptor::{Described, Role};
pub use facts::{Call, Done, Facts, Field, HistoryEntry};
pub use fence::{Ground, PageRequest, RequestKind, covers};
pub use grant::{APPROVAL_LIFE_MS, GrantError, GrantId, Grants, Kind, MOST_LIFE_MS, MOST_USES, Offer, Scope};
pub use laika_protocol::run::Surface;
pub use matrix::{Cell, Entry, Policy, Standing, VERSION};
pub use origins::OriginSets;
pub use permit::{Authorised, EgressPermit, Permit, PermitError};
pub use place::{NoPlace, Place};
pub use reason::Reason;
pub use row::{Action, Reach, Row, Situation, TargetKind};
pub use situation::gives_file;
pub use standing::{
    GrantedForm, MOST_STANDING_LIFE_MS, MOST_STANDING_USES, StandingGrant, Uncovered, Unmakeable, Uses, Verb,
};
pub use trace::{
    Amount, DirectoryEntry, Document, Evidence, EvidenceError, Handle, Inside, InsideKind, Source, Trace,
    Traced,
};
pub use verdict::{AskCard, Denial, Explanation, PlanCard, Spoken, Verdict, VerdictReport};
