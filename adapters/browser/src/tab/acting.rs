//! What acting needs to know of a tab.

use laika_protocol::{ErrorCode, ToolError};
use tokio::sync::MutexGuard;

use super::{HistoryEntry, Tab};
use crate::error::fault;

impl Tab {
    /// How many downloads of it were refused.
    pub(crate) fn downloads_refused(&self) -> u64 {
        self.core.model().downloads
    }

    /// Waits for its turn to act: one step at a time, because the next one is decided on what this one changes.
    pub(crate) async fn turn(&self) -> MutexGuard<'_, ()> {
        self.core.turn.lock().await
    }

    /// Its main frame, as the browser names it.
    pub(crate) fn main_frame(&self) -> &str {
        &self.core.target
    }

    /// The context it belongs to; none for the one of a named profile.
    pub(crate) fn context_id(&self) -> Option<&str> {
        self.core.context.id.as_deref()
    }

    /// The entry of its history so many steps from here.
    ///
    /// # Errors
    /// When there is none.
    pub async fn history_at(&self, delta: i32) -> Result<HistoryEntry, ToolError> {
        let entries = self.history().await?;
        let here = entries.iter().position(|entry| entry.current).unwrap_or_default();
        let at = isize::try_from(delta).ok().and_then(|delta| here.checked_add_signed(delta));
        at.and_then(|at| entries.into_iter().nth(at))
            .ok_or_else(|| fault(ErrorCode::NotFound, "E_NO_HISTORY", "the tab has no page there to go to"))
    }
}
