//! The loop that Laika runs on: an event moves the state, its effects go to the log and the adapters, and what comes
//! back is the next event.
//!
//! Architecture invariant: nothing here decides anything. Whether a call may happen is decided by the step; whether it
//! has happened is said by the log.

#![forbid(unsafe_code)]

pub mod agents;
pub mod browsers;
pub mod browsing;
pub mod collecting;
pub mod config;
pub mod doctor;
pub mod extension;
pub mod grants;
pub mod notes;
pub mod service;
pub mod serving;
pub mod sites;
pub mod thinking;
pub mod tooling;
pub mod training;
pub mod working;

mod daemon;
mod derived;
mod error;
mod executor;
mod inbox;
mod locked;
mod logs;
mod machine;
mod summary;

pub use daemon::{Daemon, Settings, WINDOW_PORTS, now_ms};
pub use derived::compare;
pub use error::DaemonError;
pub use executor::Executor;
pub use inbox::{Inbox, Sender};
pub use locked::{is_locked, set_locked};
pub use summary::Summarised;
