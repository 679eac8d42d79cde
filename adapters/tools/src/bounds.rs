//! What bounds one call: a deadline, a person who calls it off, and how much it may say.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use laika_protocol::limits::TOOL_RESULT_MAX_BYTES;
use laika_protocol::{ErrorCode, ToolError};

/// How long a call may take, whether it was called off, and how many bytes its result may have.
#[derive(Clone, Debug)]
pub struct Bounds {
    deadline: Instant,
    off: CallOff,
    /// Bytes of text that the result may have.
    pub most_bytes: usize,
}

/// Calls a tool off, from another thread.
#[derive(Clone, Debug, Default)]
pub struct CallOff(Arc<AtomicBool>);

impl CallOff {
    /// Calls it off: the tool stops at its next look.
    pub fn now(&self) {
        self.0.store(true, Ordering::Release);
    }
}

impl Bounds {
    /// Bounds from now on.
    #[must_use]
    pub fn new(time: Duration, off: &CallOff) -> Self {
        Self { deadline: Instant::now() + time, off: off.clone(), most_bytes: TOOL_RESULT_MAX_BYTES }
    }

    /// Whether the call may go on; a tool asks between two pieces of work, at least every few milliseconds.
    ///
    /// # Errors
    ///
    /// `CANCELLED` or `TIMEOUT`.
    pub fn check(&self) -> Result<(), ToolError> {
        if self.off.0.load(Ordering::Acquire) {
            return Err(ToolError::new(ErrorCode::Cancelled, "the call was called off"));
        }
        if Instant::now() >= self.deadline {
            return Err(ToolError::new(ErrorCode::Timeout, "the tool took too long and was stopped"));
        }
        Ok(())
    }

    /// The time that is left.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }
}
