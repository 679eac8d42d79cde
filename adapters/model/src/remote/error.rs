//! Why a server gave no answer that can be used.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::WireError;

/// Why a server gave no answer that can be used. Each has a code that stays, and one sentence without the key and with
/// no more of what the server said than a short, harmless piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum RemoteError {
    /// The settings of the server make no sense.
    #[error("the settings of the server cannot be used: {0}")]
    Settings(Cow<'static, str>),
    /// It is on another machine, and there is no permit.
    #[error("the model is on another machine, and nothing leaves without a permit")]
    NoPermit,
    /// The permit is for something else.
    #[error("the permit is for other bytes or for another place")]
    WrongPermit,
    /// It cannot do this.
    #[error("this server cannot weigh candidates")]
    Unsupported,
    /// An answer could not be checked against it.
    #[error("the shape of the answer cannot be checked here")]
    Shape,
    /// The request is larger than anything that is sent.
    #[error("the request is too large to be sent")]
    TooMuch,
    /// Nobody answers there.
    #[error("the server cannot be reached: {0}")]
    Unreachable(String),
    /// A rule is against it.
    #[error("the request may not be sent: {0}")]
    Refused(String),
    /// The connection broke.
    #[error("the server broke off: {0}")]
    BrokenOff(String),
    /// It took too long.
    #[error("the server did not answer in time")]
    Timeout,
    /// It said too much.
    #[error("the answer of the server is too large")]
    TooLarge,
    /// Who asked no longer wants the answer.
    #[error("the request was cancelled")]
    Cancelled,
    /// It does not accept the key.
    #[error("the server does not accept the key (status {status}){said}")]
    Key {
        /// The status.
        status: u16,
        /// What it said about it.
        said: Said,
    },
    /// There were too many requests.
    #[error("the server takes no more requests for now{said}")]
    Limited {
        /// What it said about it.
        said: Said,
    },
    /// It is down or has too much to do.
    #[error("the server cannot answer for now (status {status}){said}")]
    Busy {
        /// The status.
        status: u16,
        /// What it said about it.
        said: Said,
    },
    /// It refuses the request.
    #[error("the server refuses the request (status {status}){said}")]
    Status {
        /// The status.
        status: u16,
        /// What it said about it.
        said: Said,
    },
    /// It points elsewhere.
    #[error("the server points to another address, which is not followed (status {0})")]
    Redirect(u16),
    /// It answers something else than JSON.
    #[error("the server answers something else than JSON")]
    ContentType,
    /// Its answer cannot be read.
    #[error("the answer of the server cannot be read: {0}")]
    Malformed(String),
    /// The model does not want to answer.
    #[error("the model declines to answer")]
    Declined,
    /// The answer repeats the key.
    #[error("the server repeats the key in its answer, which is dropped")]
    Echo,
    /// The answer is not of the shape that was asked for.
    #[error("the answer does not fit what was asked for: {0}")]
    Misfit(String),
}

/// A short piece of what a server said, harmless, or nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said(pub(super) Option<String>);

impl std::fmt::Display for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.as_ref().map_or(Ok(()), |said| write!(f, ": {said}"))
    }
}

impl RemoteError {
    /// Settings that make no sense, and why.
    pub(crate) const fn settings(why: &'static str) -> Self {
        Self::Settings(Cow::Borrowed(why))
    }

    /// The code that stays.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Settings(_) => "E_REMOTE_SETTINGS",
            Self::NoPermit => "E_REMOTE_NO_PERMIT",
            Self::WrongPermit => "E_REMOTE_WRONG_PERMIT",
            Self::Unsupported => "E_REMOTE_UNSUPPORTED",
            Self::Shape => "E_REMOTE_SHAPE",
            Self::TooMuch => "E_REMOTE_TOO_MUCH",
            Self::Unreachable(_) => "E_REMOTE_UNREACHABLE",
            Self::Refused(_) => "E_REMOTE_REFUSED",
            Self::BrokenOff(_) => "E_REMOTE_BROKEN_OFF",
            Self::Timeout => "E_REMOTE_TIMEOUT",
            Self::TooLarge => "E_REMOTE_TOO_LARGE",
            Self::Cancelled => "E_REMOTE_CANCELLED",
            Self::Key { .. } => "E_REMOTE_KEY",
            Self::Limited { .. } => "E_REMOTE_LIMITED",
            Self::Busy { .. } => "E_REMOTE_BUSY",
            Self::Status { .. } => "E_REMOTE_STATUS",
            Self::Redirect(_) => "E_REMOTE_REDIRECT",
            Self::ContentType => "E_REMOTE_CONTENT_TYPE",
            Self::Malformed(_) => "E_REMOTE_MALFORMED",
            Self::Declined => "E_REMOTE_DECLINED",
            Self::Echo => "E_REMOTE_ECHO",
            Self::Misfit(_) => "E_REMOTE_MISFIT",
        }
    }

    /// Whether asking once more, saying what was wrong, may help.
    #[must_use]
    pub const fn is_repairable(&self) -> bool {
        matches!(self, Self::Misfit(_))
    }

    /// Whether any other question to this server would fail in the same way.
    #[must_use]
    pub const fn ends_the_task(&self) -> bool {
        match self {
            Self::Settings(_)
            | Self::NoPermit
            | Self::WrongPermit
            | Self::Unreachable(_)
            | Self::Refused(_)
            | Self::Cancelled
            | Self::Key { .. }
            | Self::Limited { .. }
            | Self::Status { .. }
            | Self::Redirect(_)
            | Self::ContentType
            | Self::Echo => true,
            Self::Unsupported
            | Self::Shape
            | Self::TooMuch
            | Self::BrokenOff(_)
            | Self::Timeout
            | Self::TooLarge
            | Self::Busy { .. }
            | Self::Malformed(_)
            | Self::Declined
            | Self::Misfit(_) => false,
        }
    }

    /// Whether nothing can happen twice when the same is sent again.
    pub(super) const fn may_be_repeated(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::Limited { .. } | Self::Busy { .. })
    }
}

impl From<WireError> for RemoteError {
    fn from(error: WireError) -> Self {
        match error {
            WireError::NotSent(why) => Self::Unreachable(why),
            WireError::Refused(why) => Self::Refused(why),
            WireError::Lost(why) => Self::BrokenOff(why),
            WireError::Timeout => Self::Timeout,
            WireError::TooLarge => Self::TooLarge,
            WireError::Cancelled => Self::Cancelled,
        }
    }
}
