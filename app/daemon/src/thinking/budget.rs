//! How often, how many at once and how long a model may be asked (MODEL-037, MODEL-016).

use std::fmt;
use std::sync::{Mutex, PoisonError};

use laika_agent::LastMinute;
use laika_model::{Cancel, ModelError};
use laika_protocol::limits::{Limit, Limits};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::ThinkError;

/// What one run may ask of one model.
pub(super) struct Budget {
    clock: fn() -> u64,
    per_minute: u64,
    answer_tokens: u32,
    spent: Mutex<LastMinute>,
    line: Semaphore,
}

impl Budget {
    pub(super) fn new(limits: &Limits, local: bool, clock: fn() -> u64) -> Self {
        let at_once = limits.get(if local { Limit::LocalModelCalls } else { Limit::CloudModelCalls });
        Self {
            clock,
            // None at once is none at all, not one that waits for ever.
            per_minute: if at_once == 0 { 0 } else { limits.get(Limit::ModelRequestsPerMinute) },
            answer_tokens: u32::try_from(limits.get(Limit::OutputTokens)).unwrap_or(u32::MAX),
            spent: Mutex::default(),
            line: Semaphore::new(usize::try_from(at_once).unwrap_or(1).max(1)),
        }
    }

    /// The most tokens of one answer.
    pub(super) const fn answer_tokens(&self) -> u32 {
        self.answer_tokens
    }

    /// Waits for the turn of a request and counts it. The next one begins when this turn is dropped.
    pub(super) async fn turn(&self, cancel: &Cancel) -> Result<SemaphorePermit<'_>, ThinkError> {
        let turn = tokio::select! {
            biased;
            () = cancel.cancelled() => return Err(ModelError::Cancelled.into()),
            turn = self.line.acquire() => turn.map_err(|_| ModelError::Cancelled)?,
        };
        // A count is whole whatever thread broke off.
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        if spent.count((self.clock)(), self.per_minute) {
            Ok(turn)
        } else {
            Err(ThinkError::RateSpent(self.per_minute))
        }
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget").field("per_minute", &self.per_minute).finish_non_exhaustive()
    }
}
