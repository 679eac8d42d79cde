//! What acting needs to know of a tab.

use laika_protocol::ids::HandleId;
use laika_protocol::{ErrorCode, ToolError};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::MutexGuard;

use super::{HistoryEntry, Tab};
use crate::CALL;
use crate::error::fault;

/// Where a tab is, for a person.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Shown {
    /// The address in the tab, as the browser has it.
    #[serde(skip)]
    pub url: String,
    /// The title, which is the page's word.
    #[serde(default)]
    pub title: String,
}

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

    /// Frames an element for the person who looks at the window, with words of ours beside it.
    ///
    /// # Errors
    /// When the element is gone or the page does not answer.
    pub async fn highlight(&self, element: &HandleId, label: &str) -> Result<(), ToolError> {
        let request = json!({ "op": "highlight", "handles": [element], "label": label });
        self.page::<Value>(self.frame_of(element), &request, CALL).await.map(drop)
    }

    /// Takes the frame away again.
    ///
    /// # Errors
    /// When the page does not answer.
    pub async fn clear_highlight(&self, element: &HandleId) -> Result<(), ToolError> {
        self.page::<Value>(self.frame_of(element), &json!({ "op": "clearHighlight" }), CALL).await.map(drop)
    }

    /// Where it is.
    ///
    /// # Errors
    /// When the page does not answer.
    pub async fn shown(&self) -> Result<Shown, ToolError> {
        let shown: Shown = self.page(0, &json!({ "op": "identify" }), CALL).await?;
        Ok(Shown { url: self.url(), ..shown })
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
