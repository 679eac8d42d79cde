//! Waiting for something to be so.

use std::time::Duration;

use laika_protocol::ToolError;
use laika_protocol::tools::typed::{Condition, WaitFor, Waited};
use tokio::time::Instant;

use super::Tab;
use crate::pages::Pages as _;
use crate::pages::wait::{LOOK, ended, how_long, in_page};

/// Nothing changed for so long: the page came to rest.
const QUIET: Duration = Duration::from_millis(500);

impl Tab {
    /// Waits until something is so, for a bounded time.
    ///
    /// # Errors
    /// When the tab holds no page, the element is stale, or the tab crashes.
    pub async fn wait_for(&self, arguments: &WaitFor) -> Result<Waited, ToolError> {
        let started = Instant::now();
        let most = how_long(arguments);
        let met = match &arguments.condition {
            Condition::PageChanged {} => self.wait_for_change(started + most).await?,
            Condition::PageSettled {} => self.settle(QUIET, most).await?,
            condition @ (Condition::TextAppears { .. }
            | Condition::TextGone { .. }
            | Condition::ElementReady { .. }
            | Condition::ElementGone { .. }) => self.wait_in_page(condition, started + most).await?,
        };
        Ok(ended(met, started))
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

    async fn wait_in_page(&self, condition: &Condition, end: Instant) -> Result<bool, ToolError> {
        loop {
            match in_page(self, condition, end.saturating_duration_since(Instant::now())).await? {
                Some(met) => return Ok(met),
                None => tokio::time::sleep(LOOK).await,
            }
        }
    }
}
