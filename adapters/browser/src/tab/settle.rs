//! Waiting until a page comes to rest.

use std::time::Duration;

use laika_protocol::ToolError;
use serde_json::json;
use tokio::time::Instant;

use super::Tab;

/// What our own clock and the pipe may add.
const SLACK: Duration = Duration::from_secs(2);

/// Resolves to whether nothing in the document changed for `quiet` milliseconds, before `most` were over.
const STILL: &str = "function (quiet, most) {
  return new Promise((resolve) => {
    const end = (still) => { observer.disconnect(); clearTimeout(rest); clearTimeout(last); resolve(still); };
    const observer = new MutationObserver(() => { clearTimeout(rest); rest = setTimeout(end, quiet, true); });
    let rest = setTimeout(end, quiet, true);
    const last = setTimeout(end, most, false);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}";

impl Tab {
    /// Waits until no document is loading and nothing in the page changed for `quiet`, at most `most`; whether it
    /// came to rest.
    ///
    /// # Errors
    /// When the tab crashes or is closed.
    pub async fn settle(&self, quiet: Duration, most: Duration) -> Result<bool, ToolError> {
        let end = Instant::now() + most;
        loop {
            let idle = self
                .core
                .wait(|model| model.frame(0).filter(|frame| !frame.loading && frame.parsed).map(|_| ()));
            match tokio::time::timeout_at(end, idle).await {
                Ok(idle) => idle?,
                Err(_) => return Ok(false),
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(false);
            }
            match self.still(quiet, left).await {
                Ok(still) if !still => return Ok(false),
                Ok(_) if self.is_idle() => return Ok(true),
                Ok(_) => {}
                Err(error) if self.is_crashed() || self.is_closed() => return Err(error),
                // It went to another page, or hangs: look again as long as there is time.
                Err(_) => tokio::time::sleep_until(end.min(Instant::now() + quiet)).await,
            }
        }
    }

    fn is_idle(&self) -> bool {
        self.core.model().frame(0).is_some_and(|frame| !frame.loading && frame.parsed)
    }

    async fn still(&self, quiet: Duration, most: Duration) -> Result<bool, ToolError> {
        let deadline = Instant::now() + most + SLACK;
        let asked = self.asked(0, deadline).await?;
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let arguments = json!([{ "value": milliseconds(quiet) }, { "value": milliseconds(most) }]);
        let still = self.evaluate(0, &asked, STILL, arguments, deadline).await?;
        Ok(still.as_bool() == Some(true))
    }
}
