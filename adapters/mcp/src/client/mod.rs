//! Servers of others: what they offer is a claim, what they answer is untrusted.
//!
//! A server gets one question at a time, and nothing else of us: it may not ask a model, see folders or ask the person
//! anything. Everything it says is bounded in bytes, messages and time before there is room made for it. Nothing is ever
//! asked twice by itself: nobody knows what a server did before it broke.

mod called;
mod declining;
mod error;
mod lines;
mod offered;
mod posts;
mod session;
mod watch;

pub use called::Called;
pub use error::ClientError;
pub use lines::Lines;
pub use offered::{LeftOut, Listed, Offered};
pub use posts::{Answered, Post, Posting, Posts};
pub use session::Session;

use std::time::Duration;

/// What a server may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one message.
    pub line_bytes: usize,
    /// Messages of one question: its answer, and what comes beside it.
    pub messages: usize,
    /// Bytes of one question.
    pub bytes: usize,
    /// Tools it may have.
    pub tools: usize,
    /// Pages on which it may list them.
    pub pages: usize,
    /// Bytes of what it says of one tool.
    pub tool_bytes: usize,
    /// Bytes of text that are taken from a result.
    pub result_bytes: usize,
    /// How long it may take to introduce itself.
    pub start: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            line_bytes: 2 << 20,
            messages: 500,
            bytes: 8 << 20,
            tools: 128,
            pages: 16,
            tool_bytes: 32 << 10,
            result_bytes: 256 << 10,
            start: Duration::from_secs(30),
        }
    }
}
