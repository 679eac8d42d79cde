//! Clicking.

use laika_protocol::tools::typed::ActResult;
use laika_protocol::{ErrorCode, ToolError};
use serde_json::json;

use super::{Acting, fenced, opened, result, verified};
use crate::ControlKind;
use crate::error::{document_changed, fault};

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
        let mut heard = self.hear(aimed.frame);
        let pressed = self.press(&mut aimed, if double { 2 } else { 1 }).await;
        let seen = self.outcome(&fence, aimed.frame, &json!({ "op": "outcome" })).await;
        self.disarm(aimed.frame).await;
        let stopped = self.lower(fence).await;
        let window = opened(popup).await;
        let clicked = heard.click();
        let navigated = self.tab.document()?.document_id != before.document_id;
        if let Some(error) = fenced(&stopped) {
            return Err(error);
        }
        if clicked && window.is_some() {
            return Ok(result("tab_opened", navigated, stopped));
        }
        if clicked && (navigated || seen.is_none()) {
            // The page, or the frame of the element, is another one: that is what the click did.
            return Ok(result("page_changed", navigated, stopped));
        }
        pressed?;
        let outcome = seen.ok_or_else(document_changed)?;
        let verified_by = verified(&outcome)?;
        if clicked { Ok(result(verified_by, navigated, stopped)) } else { Err(unclicked()) }
    }
}

/// The press arrived and the click did not: the page took the element away in between, and may have acted all the same.
fn unclicked() -> ToolError {
    let message = "the page changed in the middle of the click; read it again to see what came of it";
    fault(ErrorCode::VerificationFailed, "E_CLICK_CUT", message)
}
