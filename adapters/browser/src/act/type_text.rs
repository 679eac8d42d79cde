//! Typing. The site receives it at once, so every key goes to the one field or nowhere.

use laika_protocol::tools::typed::ActResult;
use laika_protocol::{ErrorCode, ToolError};
use serde_json::{Value, json};

use super::aim::Aimed;
use super::{ASK, Acting, keys, result, stopped_input};
use crate::error::fault;
use crate::pages::Pages as _;
use crate::{Control, ControlKind};

impl Acting<'_> {
    pub(super) async fn type_text(&self) -> Result<ActResult, ToolError> {
        let text = self.argument("text")?.to_owned();
        let cleared = self.flag("clearFirst");
        let mut aimed = self.aim("type").await?;
        let refused = cannot_hold(aimed.control, &text);
        if let Some(error) = refused {
            self.disarm(aimed.frame).await;
            return Err(error);
        }
        let fence = self.raise().await?;
        let typed = self.enter(&mut aimed, &text, cleared).await;
        let question = json!({ "op": "outcome", "typed": { "text": text, "cleared": cleared } });
        let outcome = self.outcome(&fence, aimed.frame, &question).await;
        self.disarm(aimed.frame).await;
        let stopped = self.lower(fence).await;
        typed?;
        let outcome = outcome.ok_or_else(crate::error::document_changed)?;
        if let Some(dropped) = outcome.dropped.first() {
            return Err(stopped_input(&dropped.why));
        }
        if outcome.holds == Some(true) {
            return Ok(result("element_changed", false, stopped));
        }
        let message = "the field does not hold what was typed; read the page again before going on";
        Err(ToolError::new(ErrorCode::VerificationFailed, message))
    }

    async fn enter(&self, aimed: &mut Aimed, text: &str, cleared: bool) -> Result<(), ToolError> {
        self.press(aimed, 1).await?;
        if is_date(text) && self.set_whole(aimed, text).await? {
            return Ok(());
        }
        self.press_keys(if cleared { &keys::CLEAR } else { &keys::TO_THE_END }).await?;
        if text.is_empty() { Ok(()) } else { self.put(text, aimed).await }
    }

    /// Keys go to the parts of a date in the order of the browser's language, which nobody who types knows. Whether the field
    /// is one that takes this as a whole.
    async fn set_whole(&self, aimed: &Aimed, text: &str) -> Result<bool, ToolError> {
        let answer: Value = self.tab.page(aimed.frame, &json!({ "op": "set", "text": text }), ASK).await?;
        Ok(answer["set"] == true)
    }
}

/// Whether a text has the form in which fields for dates and times take theirs.
fn is_date(text: &str) -> bool {
    let figures = |c: char| c.is_ascii_digit() || matches!(c, '-' | ':' | '.' | 'T' | 'W');
    text.contains(['-', ':']) && text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(figures)
}

/// Line breaks are keys in a field of one line, and some controls take no text at all.
pub(crate) fn cannot_hold(control: Control, text: &str) -> Option<ToolError> {
    let is_text = matches!(control.kind, ControlKind::Textbox | ControlKind::Editable);
    if !is_text {
        let message = "this is nothing that can be typed into; choose a field";
        return Some(fault(ErrorCode::PreconditionFailed, "E_NOT_A_FIELD", message));
    }
    let breaks = text.chars().any(|c| c.is_control() && (c != '\n' || !control.multiline));
    breaks.then(|| {
        let message = "this field takes one line; type the text without line breaks";
        fault(ErrorCode::InvalidArgument, "E_ONE_LINE", message)
    })
}
