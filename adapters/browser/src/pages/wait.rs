//! Waiting in a page for something to be so, for a bounded time.

use std::time::Duration;

use laika_protocol::tools::typed::{ActResult, Condition, WaitFor, Waited};
use laika_protocol::{ErrorCode, ToolError};
use serde::Deserialize;
use serde_json::json;
use tokio::time::Instant;

use super::{Pages, real_handle};
use crate::error::fault;

const USUAL: Duration = Duration::from_secs(5);
/// The longest that anything is waited for.
pub(crate) const WAIT_MOST: Duration = Duration::from_secs(30);
/// What the way to the page and its own clock may add.
const SLACK: Duration = Duration::from_secs(1);
/// Between two looks at a page that is on its way to another one.
pub(crate) const LOOK: Duration = Duration::from_millis(100);

#[derive(Deserialize)]
struct Met {
    met: bool,
}

/// How long it is waited for.
pub(crate) fn how_long(arguments: &WaitFor) -> Duration {
    arguments.timeout_ms.map_or(USUAL, |most| Duration::from_millis(most.into())).min(WAIT_MOST)
}

/// Has the page wait; nothing where it became another one, in which it may still come.
pub(crate) async fn in_page<P: Pages + ?Sized>(
    tab: &P,
    condition: &Condition,
    left: Duration,
) -> Result<Option<bool>, ToolError> {
    if left.is_zero() {
        return Ok(Some(false));
    }
    let (frame, ends_with_page) = match condition {
        Condition::ElementGone { handle_id } => (tab.frame_of(&real_handle(handle_id)?), true),
        Condition::ElementReady { handle_id } => (tab.frame_of(&real_handle(handle_id)?), false),
        Condition::PageChanged {} => (0, true),
        Condition::TextAppears { .. } | Condition::TextGone { .. } | Condition::PageSettled {} => (0, false),
    };
    let timeout = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
    let request = json!({ "op": "waitFor", "condition": condition, "timeoutMs": timeout });
    let error = match tab.page::<Met>(frame, &request, left + SLACK).await {
        Ok(Met { met }) => return Ok(Some(met)),
        Err(error) => error,
    };
    match error.reason.as_ref().map(|reason| reason.as_str()) {
        // With its document the element is gone, too.
        Some("E_DOCUMENT_CHANGED" | "E_NO_FRAME") if ends_with_page => Ok(Some(true)),
        // A text may appear on the page that follows.
        Some("E_DOCUMENT_CHANGED") if !matches!(condition, Condition::ElementReady { .. }) => Ok(None),
        _ if error.code == ErrorCode::Timeout => Ok(Some(false)),
        _ => Err(error),
    }
}

/// How waiting ended that began then.
pub(crate) fn ended(met: bool, began: Instant) -> Waited {
    Waited { met, waited_ms: u32::try_from(began.elapsed().as_millis()).unwrap_or(u32::MAX) }
}

/// What waiting is as a step of a run: done, or not so in time.
pub(crate) fn as_step(waited: &Waited) -> Result<ActResult, ToolError> {
    if waited.met {
        let verified_by = "condition_met".into();
        return Ok(ActResult { done: true, verified_by, navigated: false, stopped: Vec::new() });
    }
    let seconds = waited.waited_ms.div_ceil(1_000);
    let message = format!("it was waited for {seconds} s, and it did not come");
    Err(fault(ErrorCode::Timeout, "E_DID_NOT_COME", message))
}
