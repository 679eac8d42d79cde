//! Refusals of the project tools: a stable reason and one sentence for a person, never what a file holds.

use std::io;

use laika_protocol::ids::ReasonCode;
use laika_protocol::{ErrorCode, ToolError};

/// A refusal with a finer reason.
pub(crate) fn refused(code: ErrorCode, reason: &str, message: impl Into<String>) -> ToolError {
    let mut message: String = message.into();
    if message.len() > 480 {
        let cut = (0..=480).rev().find(|at| message.is_char_boundary(*at)).unwrap_or(0);
        message.truncate(cut);
        message.push('…');
    }
    ToolError { reason: ReasonCode::parse(reason).ok(), ..ToolError::new(code, message) }
}

/// An argument that makes no sense.
pub(crate) fn invalid(reason: &str, message: impl Into<String>) -> ToolError {
    refused(ErrorCode::InvalidArgument, reason, message)
}

/// A path that is not allowed.
pub(crate) fn denied(reason: &str, message: impl Into<String>) -> ToolError {
    refused(ErrorCode::PolicyDenied, reason, message)
}

/// Something that must hold first and does not.
pub(crate) fn not_now(reason: &str, message: impl Into<String>) -> ToolError {
    refused(ErrorCode::PreconditionFailed, reason, message)
}

/// A file that could not be opened, read or written.
pub(crate) fn of_io(doing: &str, path: &str, error: &io::Error) -> ToolError {
    let shown = shown(path);
    let kind = error.kind();
    if kind == io::ErrorKind::NotFound {
        return refused(
            ErrorCode::NotFound,
            "E_PATH_MISSING",
            format!("there is no `{shown}` in the project"),
        );
    }
    if kind == io::ErrorKind::PermissionDenied {
        let message = format!("the system does not let Laika {doing} `{shown}`");
        return refused(ErrorCode::PermissionRequired, "E_PATH_PERMISSION", message);
    }
    if is_full(error) {
        return refused(ErrorCode::Unavailable, "E_DISK_FULL", "the disk is full; make room and try again");
    }
    refused(ErrorCode::Unavailable, "E_FILE_IO", format!("Laika could not {doing} `{shown}`: {kind}"))
}

/// Whether there is no room.
pub(crate) fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

/// A name for a message: control and invisible characters as codes, and not too long.
pub(crate) fn shown(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars().take(120) {
        if super::path::is_unprintable(letter) {
            safe.push_str(&letter.escape_unicode().to_string());
        } else {
            safe.push(letter);
        }
    }
    if text.chars().nth(120).is_some() {
        safe.push('…');
    }
    safe
}
