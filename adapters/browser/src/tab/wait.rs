//! Waiting for something to be so.

use std::time::Duration;

use laika_protocol::ToolError;
use laika_protocol::tools::typed::{Condition, WaitFor, Waited};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::Tab;
use crate::pages::{Pages as _, real_handle};

const WAIT_USUAL: Duration = Duration::from_secs(5);
const WAIT_MOST: Duration = Duration::from_secs(30);
/// What the pipe and the page's own clock may add.
const SLACK: Duration = Duration::from_secs(1);
/// Nothing changed for so long: the page came to rest.
const QUIET: Duration = Duration::from_millis(500);
/// Between two looks of a page at what it waits for.
const LOOK: Duration = Duration::from_millis(100);

#[derive(Deserialize)]
struct Met {
    met: bool,
}

impl Tab {
    /// Waits until something is so, for a bounded time.
    ///
    /// # Errors
    /// When the tab holds no page, the element is stale, or the tab crashes.
    pub async fn wait_for(&self, arguments: &WaitFor) -> Result<Waited, ToolError> {
        let started = Instant::now();
        let most =
            arguments.timeout_ms.map_or(WAIT_USUAL, |most| Duration::from_millis(most.into())).min(WAIT_MOST);
        let met = match &arguments.condition {
            Condition::PageChanged {} => self.wait_for_change(started + most).await?,
            Condition::PageSettled {} => self.settle(QUIET, most).await?,
            Condition::TextAppears { .. } | Condition::TextGone { .. } => {
                self.wait_in_page(0, &arguments.condition, started + most).await?
            }
            Condition::ElementReady { handle_id } | Condition::ElementGone { handle_id } => {
                let frame = self.frame_of(&real_handle(handle_id)?);
                self.wait_in_page(frame, &arguments.condition, started + most).await?
            }
        };
        Ok(Waited { met, waited_ms: u32::try_from(started.elapsed().as_millis()).unwrap_or(u32::MAX) })
    }

    async fn wait_for_change(&self, end: Instant) -> Result<bool, ToolError> {
        let before = self.document()?;
        let changed = self.core.wait(|model| {
            let frame = model.frame(0)?;
            let other = format!("d_{}", frame.loader) != before.document_id.as_str();
            (other || frame.generation() != before.navigation_generation).then_some(())
        });
        match tokio::time::timeout_at(end, changed).await {
            Ok(changed) => changed.map(|()| true),
            Err(_) => Ok(false),
        }
    }

    async fn wait_in_page(&self, frame: u32, condition: &Condition, end: Instant) -> Result<bool, ToolError> {
        let gone = matches!(condition, Condition::ElementGone { .. });
        let by_text = matches!(condition, Condition::TextAppears { .. } | Condition::TextGone { .. });
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(false);
            }
            let timeout = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
            let request: Value = json!({ "op": "waitFor", "condition": condition, "timeoutMs": timeout });
            let error = match self.page::<Met>(frame, &request, left + SLACK).await {
                Ok(Met { met }) => return Ok(met),
                Err(error) => error,
            };
            match error.reason.as_ref().map(|reason| reason.as_str()) {
                // With its document the element is gone, too.
                Some("E_DOCUMENT_CHANGED" | "E_NO_FRAME") if gone => return Ok(true),
                // A text may appear on the page that follows.
                Some("E_DOCUMENT_CHANGED") if by_text => tokio::time::sleep(LOOK).await,
                _ if error.code == laika_protocol::ErrorCode::Timeout => return Ok(false),
                _ => return Err(error),
            }
        }
    }
}
