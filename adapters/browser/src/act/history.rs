//! Moving in a tab's history. What was not loaded with GET would be sent again (S11).

use laika_protocol::{ErrorCode, ToolError};

use super::{Acting, Done};
use crate::error::fault;

impl Acting<'_> {
    /// Back, forward, or the same page again.
    pub(super) async fn travel(&self, delta: i32) -> Result<Done, ToolError> {
        let entry = self.tab.history_at(delta).await?;
        if !entry.is_get {
            let message = "this page was the answer to a form; going there again would send the form again";
            return Err(fault(ErrorCode::PolicyDenied, "P_DENY_REPOST", message));
        }
        if delta == 0 {
            self.tab.reload().await?;
        } else {
            self.tab.go(delta).await?;
        }
        Ok(Done::Moved(self.tab.clone()))
    }
}
