//! Clicking.

use laika_protocol::tools::typed::ActResult;
use laika_protocol::{ErrorCode, ToolError};
use serde_json::json;

use super::aim::Aimed;
use super::{Acting, fenced, opened, result, verified};
use crate::error::fault;
use crate::{ControlKind, Tab};

impl Acting<'_> {
    pub(super) async fn click(&self) -> Result<ActResult, ToolError> {
        let double = self.call().arguments.get("clickKind").is_some_and(|kind| kind == "double");
        let mut aimed = self.aim(if double { "double" } else { "click" }).await?;
        if aimed.is(ControlKind::File) {
            self.disarm(aimed.frame).await;
            let message = "Laika never chooses files; choose the file yourself";
            return Err(fault(ErrorCode::PreconditionFailed, "E_FILE_FIELD", message));
        }
        let before = self.tab.document()?;
        // Only a target that says so may open a window.
        let new_window = self.call().target.as_ref().and_then(|target| target.target.as_deref());
        let popup = new_window
            .filter(|target| !matches!(*target, "" | "_self" | "_top" | "_parent"))
            .map(|_| self.context.expect_popup(self.tab.id()));
        let fence = match self.raise().await {
            Ok(fence) => fence,
            Err(error) => {
                self.disarm(aimed.frame).await;
                return Err(error);
            }
        };
        let pressed = self.press(&mut aimed, if double { 2 } else { 1 }).await;
        let seen = self.outcome(&fence, aimed.frame, &json!({ "op": "outcome" })).await;
        self.disarm(aimed.frame).await;
        let stopped = self.lower(fence).await;
        let window = opened(popup).await;
        self.conclude(&aimed, pressed, seen, stopped, &before, window)
    }

    fn conclude(
        &self,
        _aimed: &Aimed,
        pressed: Result<(), ToolError>,
        seen: Option<super::Outcome>,
        stopped: Vec<super::Stopped>,
        before: &laika_protocol::wire::CallContext,
        window: Option<Tab>,
    ) -> Result<ActResult, ToolError> {
        let after = self.tab.document()?;
        let navigated = after.document_id != before.document_id;
        if let Err(error) = pressed {
            // The page can be gone before the release is answered: that is what the click did.
            if !(navigated && super::moved_on(&error)) {
                return Err(error);
            }
        }
        if let Some(error) = fenced(&stopped) {
            return Err(error);
        }
        if window.is_some() {
            return Ok(result("tab_opened", navigated, stopped));
        }
        if navigated {
            return Ok(result("page_changed", true, stopped));
        }
        let outcome = seen.unwrap_or_default();
        verified(&outcome).map(|verified_by| result(verified_by, false, stopped))
    }
}
