//! A thin client of the browser's debugging protocol over a pair of pipes.
//!
//! Architecture invariant: events reach the [`Listener`] in the task that reads the pipe, before any later answer is
//! handed out. Whoever holds an answer therefore sees a state in which everything before it has happened.

mod client;
mod framing;

pub use client::{Client, Listener, Reply, Session};

use std::time::Duration;

use serde_json::Value;

/// Something the browser said by itself.
#[derive(Clone, Debug)]
pub struct Event {
    /// What happened, such as `Page.frameNavigated`.
    pub method: String,
    /// The details.
    pub params: Value,
    /// The session it belongs to; none for the browser itself.
    pub session: Option<String>,
}

/// Why a call to the browser has no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CdpError {
    /// The browser is gone, or said something that cannot be read.
    #[error("the browser is gone")]
    Closed,
    /// No answer in time. A crashed or hung page never answers.
    #[error("the browser did not answer {method} within {within:?}")]
    TimedOut {
        /// The call.
        method: String,
        /// The time it had.
        within: Duration,
    },
    /// The browser refused the call.
    #[error("the browser refused {method}: {message}")]
    Refused {
        /// The call.
        method: String,
        /// The browser's number for it.
        code: i64,
        /// The browser's words. They may name an address; show them to nobody.
        message: String,
    },
    /// The call does not fit into a frame.
    #[error("the call {method} is too large")]
    TooLarge {
        /// The call.
        method: String,
    },
}
