//! Choosing an option: of the browser's own lists in one step, of lists that a page draws by clicking.

use std::time::Duration;

use laika_protocol::ids::HandleId;
use laika_protocol::tools::typed::{ActResult, Candidates, Find};
use laika_protocol::{ErrorCode, ToolError};
use serde_json::{Value, json};

use super::aim::Aimed;
use super::{ASK, Acting, result, stopped_input};
use crate::ControlKind;
use crate::error::fault;
use crate::pages::Pages;

/// How long a list has to open.
const OPENING: Duration = Duration::from_millis(1_500);

impl Acting<'_> {
    pub(super) async fn select(&self) -> Result<ActResult, ToolError> {
        let value = self.argument("value")?.to_owned();
        let mut aimed = self.aim("select").await?;
        let fence = self.raise().await?;
        let chosen = if aimed.is(ControlKind::Select) {
            // With keys a page would see every option on the way chosen; this is one choice.
            self.tab
                .page::<Value>(aimed.frame, &json!({ "op": "choose", "value": value }), ASK)
                .await
                .map(|_| ())
        } else {
            self.click_option(&mut aimed, &value).await
        };
        let outcome = self.outcome(&fence, aimed.frame, &json!({ "op": "outcome", "chosen": value })).await;
        self.disarm(aimed.frame).await;
        let stopped = self.lower(fence).await;
        chosen?;
        // A list that leads to another page has done what it is for.
        let Some(outcome) = outcome else { return Ok(result("page_changed", true, stopped)) };
        if let Some(dropped) = outcome.dropped.first() {
            return Err(stopped_input(&dropped.why));
        }
        if outcome.holds == Some(true) {
            return Ok(result("element_changed", false, stopped));
        }
        let message = "the list does not show what was chosen; read the page again before going on";
        Err(ToolError::new(ErrorCode::VerificationFailed, message))
    }

    /// Opens the list if it is closed, and clicks the option of exactly this name.
    async fn click_option(&self, aimed: &mut Aimed, value: &str) -> Result<(), ToolError> {
        let mut option = option_of(self.tab, value).await?;
        if option.is_none() {
            self.press(aimed, 1).await?;
            let opened = tokio::time::Instant::now();
            while option.is_none() && opened.elapsed() < OPENING {
                tokio::time::sleep(Duration::from_millis(50)).await;
                option = option_of(self.tab, value).await?;
            }
        }
        let Some(option) = option else {
            let message = "this list has no such option; read the page again";
            return Err(fault(ErrorCode::NotFound, "E_NO_OPTION", message));
        };
        let frame = self.tab.frame_of(&option);
        let (facts, ..) = self.tab.target(frame, &option).await?;
        if facts.href.is_some() || facts.form.is_some() {
            let message = "this option would go elsewhere or send a form; click it instead";
            return Err(fault(ErrorCode::PreconditionFailed, "E_NOT_AN_OPTION", message));
        }
        let mut at = self.aim_at(&option, frame, &facts).await?;
        self.press(&mut at, 1).await
    }
}

/// The visible option of exactly this name.
pub(crate) async fn option_of<P: Pages>(tab: &P, value: &str) -> Result<Option<HandleId>, ToolError> {
    let find = Find { query: value.to_owned(), within_handle: None, k: Some(20) };
    let Candidates { candidates } = tab.find(&find).await?;
    let roles = ["option", "menuitem", "menuitemradio", "treeitem", "radio"];
    let mut matching = candidates.into_iter().filter(|one| {
        roles.contains(&one.role.as_str()) && one.accessible_name.trim().eq_ignore_ascii_case(value.trim())
    });
    Ok(matching.next().map(|one| one.handle_id))
}
