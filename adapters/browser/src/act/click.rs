//! Clicking.

use laika_protocol::tools::typed::ActResult;
use laika_protocol::{ErrorCode, ToolError};
use serde_json::json;

use super::{Acting, opened, result, verified};
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use crate::ControlKind;
use crate::error::{document_changed, download, fault};
use crate::pages::Pages as _;

impl Acting<'_> {
    pub(super) async fn click(&self) -> Result<ActResult, ToolError> {
        let double = self.call().arguments.get("clickKind").is_some_and(|kind| kind == "double");
        let mut aimed = self.aim(if double { "double" } else { "click" }).await?;
        if aimed.is(ControlKind::File) {
            self.disarm(aimed.frame).await;
            let message = "Laika never chooses files; choose the file yourself";
            return Err(fault(ErrorCode::PreconditionFailed, "E_FILE_FIELD", message));
        }
        let gives_file = self.call().target.as_ref().is_some_and(laika_policy::gives_file);
        if gives_file && !self.keeps {
            self.disarm(aimed.frame).await;
            let message = "this gives a file, and this run keeps none";
            return Err(fault(ErrorCode::PreconditionFailed, "E_DOWNLOAD_BLOCKED", message));
        }
        let (before, refused) = (self.tab.document()?, self.tab.downloads_refused());
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
        // Only what was decided as a file is taken as one.
        let expected =
            if gives_file { Some(self.context.expect_download(self.tab.id()).await?) } else { None };
        let mut heard = self.hear(aimed.frame);
        let pressed = self.press(&mut aimed, if double { 2 } else { 1 }).await;
        let seen = self.outcome(&fence, aimed.frame, &json!({ "op": "outcome" })).await;
        self.disarm(aimed.frame).await;
        let stopped = self.lower(fence).await;
        let window = opened(popup).await;
        let clicked = heard.click();
        let navigated = self.tab.document()?.document_id != before.document_id;
        // A form that was sent is sent, whatever else its pages try to send on the way.
        let arrived = navigated && self.left.load(Ordering::Relaxed);
        if let Some(error) = self.fenced(&stopped).filter(|_| !arrived) {
            return Err(error);
        }
        if let Some(expected) = expected.filter(|_| clicked)
            && let Some(file) = expected.finish().await?
        {
            *self.downloaded.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
            return Ok(result("downloaded", navigated, stopped));
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
        let verified_by = verified(&outcome).map_err(|error| {
            let gave_file = self.tab.downloads_refused() > refused;
            if gave_file && error.code == ErrorCode::VerificationFailed { download() } else { error }
        })?;
        if clicked { Ok(result(verified_by, navigated, stopped)) } else { Err(unclicked()) }
    }
}

/// The press arrived and the click did not: the page took the element away in between, and may have acted all the same.
fn unclicked() -> ToolError {
    let message = "the page changed in the middle of the click; read it again to see what came of it";
    fault(ErrorCode::VerificationFailed, "E_CLICK_CUT", message)
}
