//! What goes wrong, in words for a person.

use std::io;

use laika_protocol::ids::ReasonCode;
use laika_protocol::{ErrorCode, ToolError};

use crate::cdp::CdpError;

/// Why there is no browser.
#[derive(Debug, thiserror::Error)]
pub enum BrowserError {
    /// No Chromium was found.
    #[error("no Chromium was found; install Chromium or name its program")]
    NoProgram,
    /// A window is wanted and there is no screen.
    #[error("there is no display to open a window on")]
    NoDisplay,
    /// Its folders cannot be made.
    #[error("the folders of the browser cannot be made: {0}")]
    Files(#[source] io::Error),
    /// The program cannot be started.
    #[error("Chromium cannot be started: {0}")]
    Start(#[source] io::Error),
    /// It ended before it answered.
    #[error(
        "Chromium ended at once; its sandbox needs unprivileged user namespaces, or the profile is in use"
    )]
    Ended,
    /// A second context of a named profile.
    #[error("a named profile has one context only, and it is open")]
    ContextTaken,
    /// It does not do what it is told.
    #[error(transparent)]
    Cdp(#[from] CdpError),
}

impl From<BrowserError> for ToolError {
    fn from(error: BrowserError) -> Self {
        match error {
            BrowserError::Cdp(error) => error.into(),
            error @ BrowserError::NoDisplay => {
                fault(ErrorCode::Unavailable, "E_NO_DISPLAY", error.to_string())
            }
            error @ (BrowserError::NoProgram
            | BrowserError::Files(_)
            | BrowserError::Start(_)
            | BrowserError::Ended
            | BrowserError::ContextTaken) => fault(ErrorCode::Unavailable, "E_NO_BROWSER", error.to_string()),
        }
    }
}

impl From<CdpError> for ToolError {
    fn from(error: CdpError) -> Self {
        match error {
            CdpError::Closed => {
                fault(ErrorCode::Unavailable, "E_BROWSER_GONE", "the browser is gone; start it again")
            }
            CdpError::TimedOut { .. } => {
                fault(ErrorCode::Timeout, "E_BROWSER_SLOW", "the browser did not answer in time; try again")
            }
            CdpError::Refused { message, .. } if means_closed(&message) => tab_closed(),
            CdpError::Refused { message, .. } if means_another_document(&message) => document_changed(),
            CdpError::Refused { method, .. } => {
                fault(ErrorCode::Internal, "E_BROWSER_REFUSED", format!("the browser refused {method}"))
            }
            CdpError::TooLarge { .. } => fault(
                ErrorCode::InvalidArgument,
                "E_TOO_LARGE",
                "this is more than the browser takes at once",
            ),
        }
    }
}

fn means_closed(message: &str) -> bool {
    message.contains("Session with given id not found") || message.contains("Target closed")
}

fn means_another_document(message: &str) -> bool {
    ["Cannot find context", "context was destroyed", "navigated or closed", "uniqueContextId not found"]
        .iter()
        .any(|words| message.contains(words))
}

/// An error with its finer reason.
pub(crate) fn fault(code: ErrorCode, reason: &str, message: impl Into<String>) -> ToolError {
    ToolError { reason: ReasonCode::parse(reason).ok(), ..ToolError::new(code, message) }
}

/// What was asked for turned out to be a file, and that was not decided.
pub(crate) fn download() -> ToolError {
    fault(ErrorCode::Unsupported, "E_DOWNLOAD", "this address is a download, not a page; nothing was saved")
}

pub(crate) fn tab_closed() -> ToolError {
    fault(ErrorCode::NotFound, "E_TAB_CLOSED", "this tab is closed; open another")
}

pub(crate) fn lost_midway() -> ToolError {
    let message = "the page was lost in the middle of it; it may have happened";
    fault(ErrorCode::Unavailable, "E_LOST_MIDWAY", message)
}

pub(crate) fn document_changed() -> ToolError {
    let message = "the tab went to another page meanwhile; read the page again";
    fault(ErrorCode::PreconditionFailed, "E_DOCUMENT_CHANGED", message)
}

pub(crate) fn crashed() -> ToolError {
    fault(ErrorCode::Unavailable, "E_PAGE_CRASHED", "the page crashed; load it again")
}

pub(crate) fn no_frame() -> ToolError {
    fault(ErrorCode::NotFound, "E_NO_FRAME", "there is no such frame in this tab; read the page again")
}

pub(crate) fn bad_answer() -> ToolError {
    let message = "the page gave an answer that makes no sense; read the page again";
    fault(ErrorCode::Internal, "E_PAGE_ANSWER", message)
}
