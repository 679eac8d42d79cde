//! From what a planner proposes to a call the gate can decide: names become elements, with what the page says of them now.

use laika_browser::Pages;
use laika_context::Aliases;
use laika_policy::{Call, Described, Field, HistoryEntry};
use laika_protocol::ids::{HandleId, Origin};
use laika_protocol::llmcp::ToolCall;
use laika_protocol::tools::{self, check_arguments};
use laika_protocol::{ErrorCode, Path, ToolError};
use serde_json::{Map, Value};

/// A call on the page of a tab. The names of this pack are the only ones that lead to elements.
///
/// # Errors
/// When there is no such tool, its arguments do not fit, or an element is not of this page or is gone.
pub async fn call(tab: &impl Pages, proposed: &ToolCall, aliases: &Aliases) -> Result<Call, ToolError> {
    let name = proposed.name.as_str();
    let tool = tools::find(name)
        .ok_or_else(|| ToolError::new(ErrorCode::InvalidArgument, format!("there is no tool `{name}`")))?;
    if let Some(defect) = check_arguments(tool, &proposed.arguments, &Path::root()).first() {
        let message = format!("the arguments do not fit `{name}`: {defect}");
        return Err(ToolError::new(ErrorCode::InvalidArgument, message));
    }
    let (arguments, _) = aliases.resolve(proposed).ok_or_else(|| {
        ToolError::new(ErrorCode::StaleHandle, "it names an element that is not on this page")
    })?;
    resolved(tab, name, arguments).await
}

/// A call whose elements are named by their real handles.
///
/// # Errors
/// When there is no such tool, or an element is gone.
pub async fn resolved(
    tab: &impl Pages,
    name: &str,
    arguments: Map<String, Value>,
) -> Result<Call, ToolError> {
    let unknown = || ToolError::new(ErrorCode::InvalidArgument, "no such tool or arguments");
    let tool = tools::find(name).ok_or_else(unknown)?;
    let mut call = Call::of_tool(Described::from(tool), arguments);
    call.context = Some(tab.document()?);
    if let Some(handle) = call.arguments.get("handleId").and_then(Value::as_str) {
        let handle = HandleId::parse(handle).map_err(|_| unknown())?;
        let frame = tab.frame_of(&handle);
        let (facts, field, _) = tab.target(frame, &handle).await?;
        call.target = Some(facts);
        call.field = field.map(Field::new);
    }
    call.history = history(tab, name).await;
    Ok(call)
}

/// Where a move in the history leads, for the calls that make one.
async fn history(tab: &impl Pages, name: &str) -> Option<HistoryEntry> {
    let delta = match name {
        "browser.back" => -1,
        "browser.forward" => 1,
        "browser.refresh" => 0,
        _ => return None,
    };
    let entry = tab.history_at(delta).await.ok()?;
    Some(HistoryEntry { origin: Origin::of_url(&entry.url), is_get: entry.is_get })
}
