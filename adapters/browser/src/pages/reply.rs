//! What the page script of a frame replied: a value, or why not.

use laika_protocol::ids::ReasonCode;
use laika_protocol::limits::TOOL_RESULT_MAX_BYTES;
use laika_protocol::{ErrorCode, ToolError};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::error::bad_answer;

/// Characters of a message that a page's process may give.
const MOST_MESSAGE: usize = 300;

#[derive(Deserialize)]
struct Answer<T> {
    ok: bool,
    value: Option<T>,
    code: Option<String>,
    reason: Option<String>,
    message: Option<String>,
}

pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, ToolError> {
    if text.len() > TOOL_RESULT_MAX_BYTES {
        return Err(bad_answer());
    }
    let answer: Answer<T> = serde_json::from_str(text).map_err(|_| bad_answer())?;
    if answer.ok { answer.value.ok_or_else(bad_answer) } else { Err(refusal(answer)) }
}

fn refusal<T>(answer: Answer<T>) -> ToolError {
    let code = match answer.code.as_deref() {
        Some("INVALID_ARGUMENT") => ErrorCode::InvalidArgument,
        Some("STALE_HANDLE") => ErrorCode::StaleHandle,
        Some("NOT_FOUND") => ErrorCode::NotFound,
        Some("PRECONDITION_FAILED") => ErrorCode::PreconditionFailed,
        Some("TIMEOUT") => ErrorCode::Timeout,
        Some("UNSUPPORTED") => ErrorCode::Unsupported,
        _ => ErrorCode::Internal,
    };
    let message = answer.message.unwrap_or_default();
    let message: String = message.chars().filter(|c| !c.is_control()).take(MOST_MESSAGE).collect();
    let reason = answer.reason.as_deref().and_then(|reason| ReasonCode::parse(reason).ok());
    ToolError { reason, ..ToolError::new(code, message) }
}
