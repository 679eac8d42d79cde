//! What a server's answer means where it is not the one that was wanted, in words that help.

use std::time::Duration;

use laika_protocol::http::HttpResponse;
use laika_protocol::{ErrorCode, ToolError};

use crate::refusal::refusal;

/// What a status that is no success means.
pub(super) fn of_status(host: &str, answer: &HttpResponse, again: Option<Duration>) -> ToolError {
    let status = answer.status;
    let (code, reason, says) = match status {
        401 | 407 => (ErrorCode::PermissionRequired, "E_HTTP_AUTH", "wants to know who asks"),
        402 => (ErrorCode::PermissionRequired, "E_HTTP_AUTH", "wants to be paid"),
        403 | 451 => (ErrorCode::PermissionRequired, "E_HTTP_FORBIDDEN", "does not give this to Laika"),
        404 | 410 => (ErrorCode::NotFound, "E_HTTP_NOT_FOUND", "has nothing at this address"),
        408 | 504 => (ErrorCode::Timeout, "E_HTTP_TIMEOUT", "took too long"),
        429 => (ErrorCode::RateLimited, "E_HTTP_TOO_MANY", "was asked too often"),
        400..=499 => (ErrorCode::InvalidArgument, "E_HTTP_REFUSED", "does not take the question"),
        503 => (ErrorCode::Unavailable, "E_HTTP_BUSY", "cannot answer now"),
        500..=599 => (ErrorCode::Unavailable, "E_HTTP_SERVER", "has an error of its own"),
        _ => (ErrorCode::Unavailable, "E_HTTP_STATUS", "answered in a way that was not expected"),
    };
    let later =
        again.map(|time| format!("; it says to ask again in {} s", time.as_secs())).unwrap_or_default();
    refusal(code, reason, &format!("{host} {says} (status {status}){later}"))
}

/// A host that wants to be left alone for now.
pub(super) fn resting(host: &str, time: Duration) -> ToolError {
    let message = format!("{host} asked to be left alone for another {} s", time.as_secs().max(1));
    refusal(ErrorCode::RateLimited, "E_HOST_RESTING", &message)
}

/// A host that was asked so often that the call would wait too long.
pub(super) fn too_often(host: &str) -> ToolError {
    let message = format!("{host} was asked often in the last seconds; ask again a little later");
    refusal(ErrorCode::RateLimited, "E_HOST_PACE", &message)
}

/// A site that does not want programs to read this.
pub(super) fn not_for_programs(host: &str) -> ToolError {
    let message =
        format!("{host} asks programs not to fetch this (robots.txt); open it in the browser instead");
    refusal(ErrorCode::PolicyDenied, "E_ROBOTS", &message)
}

/// A site that cannot say what programs may read.
pub(super) fn rules_unknown(host: &str) -> ToolError {
    let message =
        format!("{host} cannot say what programs may fetch (its robots.txt fails); ask again later");
    refusal(ErrorCode::Unavailable, "E_ROBOTS_UNKNOWN", &message)
}

/// An answer that is not in the form that was expected.
pub(super) fn unreadable(host: &str, why: &str) -> ToolError {
    refusal(ErrorCode::Unavailable, "E_ANSWER", &format!("the answer of {host} cannot be read: {why}"))
}

/// A redirect that is not followed.
pub(super) fn redirected(host: &str, why: &str) -> ToolError {
    refusal(ErrorCode::Unavailable, "E_REDIRECT", &format!("{host} leads elsewhere: {why}"))
}
