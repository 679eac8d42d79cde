//! The fourteen error codes of the tool protocol (TOOL-035) and the error a response carries.

use alloc::string::String;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::ReasonCode;

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $retryable:literal;)*) => {
        /// Why a call failed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        pub enum ErrorCode { $($(#[$doc])* #[serde(rename = $code)] $name,)* }

        impl ErrorCode {
            /// Every code, in the order of the table.
            pub const ALL: &[ErrorCode] = &[$(ErrorCode::$name,)*];

            /// The stable code.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// Whether the same call may succeed later. A mutating call is never retried by itself all the same
            /// (C-26); this only says that trying again is not pointless.
            #[must_use]
            pub const fn retryable(self) -> bool {
                match self { $(Self::$name => $retryable,)* }
            }
        }
    };
}

codes! {
    /// The arguments make no sense together or name something that does not exist.
    InvalidArgument = "INVALID_ARGUMENT", false;
    /// The message does not fit its schema.
    SchemaMismatch = "SCHEMA_MISMATCH", false;
    /// The browser or the person has not granted what this needs.
    PermissionRequired = "PERMISSION_REQUIRED", false;
    /// The policy gate said no.
    PolicyDenied = "POLICY_DENIED", false;
    /// What must hold before the action does not.
    PreconditionFailed = "PRECONDITION_FAILED", false;
    /// What must hold after the action does not.
    VerificationFailed = "VERIFICATION_FAILED", false;
    /// The target is not there.
    NotFound = "NOT_FOUND", false;
    /// The handle belongs to an older document or its element changed.
    StaleHandle = "STALE_HANDLE", false;
    /// The deadline passed.
    Timeout = "TIMEOUT", true;
    /// The call was cancelled.
    Cancelled = "CANCELLED", false;
    /// The other side cannot be reached or is locked.
    Unavailable = "UNAVAILABLE", true;
    /// Not spoken by this version.
    Unsupported = "UNSUPPORTED", false;
    /// A queue or rate limit is full.
    RateLimited = "RATE_LIMITED", true;
    /// A fault of ours.
    Internal = "INTERNAL", false;
}

/// A failure as it crosses the wire: safe to show and to log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ToolError {
    /// What kind of failure.
    pub code: ErrorCode,
    /// One sentence for a person, without page text and without secrets.
    #[schemars(length(max = 500))]
    pub message: String,
    /// Whether trying again is not pointless.
    pub retryable: bool,
    /// A finer reason, such as `E_LOCKED` or `E_GESTURE_EXPIRED`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonCode>,
}

impl ToolError {
    /// An error whose `retryable` is that of its code.
    #[must_use]
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), retryable: code.retryable(), reason: None }
    }

    /// The finest code there is for it: its reason, or else its code.
    #[must_use]
    pub fn finest_code(&self) -> &str {
        self.reason.as_ref().map_or_else(|| self.code.code(), ReasonCode::as_str)
    }

    /// The core is locked after Panic.
    #[must_use]
    pub fn locked() -> Self {
        let reason = ReasonCode::parse("E_LOCKED").ok();
        // Locked is not a passing state: only a person ends it.
        Self {
            retryable: false,
            reason,
            ..Self::new(ErrorCode::Unavailable, "Laika is locked; unlock it first")
        }
    }

    /// The person did not perform the gesture in time.
    #[must_use]
    pub fn gesture_expired() -> Self {
        let reason = ReasonCode::parse("E_GESTURE_EXPIRED").ok();
        Self {
            reason,
            ..Self::new(ErrorCode::PreconditionFailed, "the confirmation came too late; confirm again")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_fourteen_codes_and_they_read_as_they_are_written() {
        assert_eq!(ErrorCode::ALL.len(), 14);
        for code in ErrorCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.code());
        }
    }

    #[test]
    fn the_two_reasons_without_a_code_of_their_own() {
        assert_eq!(ToolError::locked().reason.unwrap().as_str(), "E_LOCKED");
        assert_eq!(ToolError::gesture_expired().reason.unwrap().as_str(), "E_GESTURE_EXPIRED");
    }
}
