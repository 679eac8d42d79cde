//! Why a request did not get through.

use serde::{Deserialize, Serialize};

/// Why a request did not get through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Problem {
    /// It is not in the one form that is understood.
    #[error("the request is not well formed")]
    Malformed,
    /// It came without the credentials of a context.
    #[error("the proxy needs the credentials of a context")]
    NoCredentials,
    /// It came from a process of another user.
    #[error("the request does not come from the browser")]
    NotTheBrowser,
    /// Strict rules: only documents of the run's own sites.
    #[error("the site is not one of this run")]
    NotAllowed,
    /// A port that no named origin has.
    #[error("the port is not one for web pages")]
    Port,
    /// This machine or a network around it, and the person did not name it.
    #[error("the address is private")]
    Private,
    /// A port of Laika itself.
    #[error("the address belongs to Laika itself")]
    Own,
    /// The context holds as many connections as it may.
    #[error("too many connections")]
    TooMany,
    /// Something is being submitted there, and the connection it went over broke.
    #[error("a submit is on its way there")]
    Held,
    /// The name has no address.
    #[error("the name was not found")]
    NotFound,
    /// Nobody answers there.
    #[error("the server cannot be reached")]
    Unreachable,
    /// It took too long.
    #[error("the server did not answer in time")]
    Timeout,
    /// The server ended the connection before its answer was complete, or its answer is not HTTP.
    #[error("the server broke off")]
    BrokenOff,
}

impl Problem {
    /// As a program reads it, also in the header of the proxy's own answers.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::NoCredentials => "no_credentials",
            Self::NotTheBrowser => "not_the_browser",
            Self::NotAllowed => "not_allowed",
            Self::Port => "port",
            Self::Private => "private",
            Self::Own => "own",
            Self::TooMany => "too_many",
            Self::Held => "held",
            Self::NotFound => "not_found",
            Self::Unreachable => "unreachable",
            Self::Timeout => "timeout",
            Self::BrokenOff => "broken_off",
        }
    }

    /// Whether a rule said no. Otherwise something went wrong on the way.
    #[must_use]
    pub const fn is_refusal(self) -> bool {
        !matches!(self, Self::NotFound | Self::Unreachable | Self::Timeout | Self::BrokenOff)
    }

    /// The status of the proxy's answer.
    pub(crate) const fn status(self) -> &'static str {
        match self {
            Self::Malformed => "400 Bad Request",
            Self::NoCredentials => "407 Proxy Authentication Required",
            Self::NotTheBrowser | Self::NotAllowed | Self::Port | Self::Private | Self::Own => {
                "403 Forbidden"
            }
            Self::TooMany | Self::Held => "429 Too Many Requests",
            Self::NotFound | Self::Unreachable | Self::BrokenOff => "502 Bad Gateway",
            Self::Timeout => "504 Gateway Timeout",
        }
    }
}
