//! How a plain tool says no, and how it hands over what it found.

use laika_protocol::ids::ReasonCode;
use laika_protocol::tools::ToolResult;
use laika_protocol::{ErrorCode, ToolError};
use serde::Serialize;

/// The longest message of an error, in characters; the protocol allows 500.
const MOST_MESSAGE: usize = 400;

/// An error with a finer reason than its code.
pub(crate) fn refusal(code: ErrorCode, reason: &str, message: &str) -> ToolError {
    let message: String = message.chars().take(MOST_MESSAGE).collect();
    ToolError { reason: ReasonCode::parse(reason).ok(), ..ToolError::new(code, message) }
}

/// The arguments make no sense, for this reason.
pub(crate) fn invalid(reason: &str, message: &str) -> ToolError {
    refusal(ErrorCode::InvalidArgument, reason, message)
}

/// A success with typed data.
pub(crate) fn answer(
    data: &impl Serialize,
    summary: impl Into<String>,
    full_text: impl Into<String>,
) -> Result<ToolResult, ToolError> {
    let data = serde_json::to_value(data)
        .map_err(|error| ToolError::new(ErrorCode::Internal, format!("the result has no JSON: {error}")))?;
    Ok(ToolResult::done(data, summary, full_text))
}
