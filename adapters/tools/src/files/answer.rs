//! What the worker says, held to be hostile: it read files that anybody may have written.

use laika_protocol::tools::ToolResult;
use laika_protocol::wire::FileChange;
use laika_protocol::{ErrorCode, ToolError};

use super::wire::Said;
use crate::project::is_unprintable;

/// Bytes of a change that can be shown; the tools make none that is longer.
const DIFF_MOST_BYTES: usize = 256 << 10;
/// Files of a change, and bytes of the path of one.
const MOST_FILES: usize = 100_000;
const PATH_MOST_BYTES: usize = 4 << 10;
/// Bytes of what is told about a result.
const ABOUT_MOST_BYTES: usize = 64 << 10;
/// Letters of a sentence; the protocol allows no more.
const MOST_MESSAGE: usize = 500;

/// A line of the worker.
pub(super) fn read(line: &[u8]) -> Option<Said> {
    serde_json::from_slice(line).ok()
}

/// A change that somebody can be asked about.
pub(super) fn change(change: Option<FileChange>) -> Option<Option<FileChange>> {
    let fits = |change: &FileChange| {
        change.diff.len() <= DIFF_MOST_BYTES
            && change.files.len() <= MOST_FILES
            && change.files.iter().all(|file| file.path.len() <= PATH_MOST_BYTES)
    };
    change.as_ref().is_none_or(fits).then_some(change)
}

/// A result; whoever asked for it cuts what is too long.
pub(super) fn result(result: ToolResult) -> Option<ToolResult> {
    let about = serde_json::to_string(&result.metadata).ok()?;
    (about.len() <= ABOUT_MOST_BYTES).then_some(result)
}

/// A refusal: one short line, and whether to try again is ours to say.
pub(super) fn refusal(error: ToolError) -> ToolError {
    let visible = |letter: char| if is_unprintable(letter) { char::REPLACEMENT_CHARACTER } else { letter };
    let message: String = error.message.chars().take(MOST_MESSAGE).map(visible).collect();
    ToolError { reason: error.reason, ..ToolError::new(error.code, message) }
}

/// It ended while it only read, or said what makes no sense.
pub(super) fn broke_off() -> ToolError {
    crate::refusal::refusal(
        ErrorCode::Internal,
        "E_FILES_BROKE_OFF",
        "the process that reads the project's files broke off; nothing was changed",
    )
}

/// It ended, or had to be ended, over a change: nobody knows how far it came.
pub(super) fn lost() -> ToolError {
    crate::refusal::refusal(
        ErrorCode::VerificationFailed,
        "E_FILES_LOST",
        "the process that changes the project's files ended in the middle; look at them, `laika tools undo` takes a replacement back",
    )
}
