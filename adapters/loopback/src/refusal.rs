//! Why a request went no further: a status, a stable code and one plain sentence.

use hyper::StatusCode;
use thiserror::Error;

/// Why a request went no further. Nothing in it is of what was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// A name that is not ours.
    #[error("the Host header does not name this server on this machine")]
    Host,
    /// A page of somebody else.
    #[error("pages of other origins have no access")]
    Origin,
    /// The browser says that another site asks.
    #[error("requests that another site begins have no access")]
    Site,
    /// No such path.
    #[error("there is nothing at this address")]
    Path,
    /// Another method than those of this path.
    #[error("this method is not understood here")]
    Method,
    /// Something else than JSON.
    #[error("only application/json is understood here")]
    MediaType,
    /// No token, or a wrong one.
    #[error("a valid token is needed: Authorization: Bearer TOKEN")]
    Token,
    /// More bytes than the limit.
    #[error("a request is at most as long as the limit says")]
    TooLong,
    /// More time than the limit.
    #[error("the request did not arrive in time")]
    TooSlow,
    /// Where the request ends can be read in two ways.
    #[error("the length of the request is not stated in one clear way")]
    Length,
    /// It ended in the middle.
    #[error("the request broke off")]
    Broken,
    /// No place is left.
    #[error("too many connections or sessions at once")]
    TooMany,
}

impl Refusal {
    /// The code that stays the same.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Host => "E_HOST",
            Self::Origin => "E_ORIGIN",
            Self::Site => "E_SITE",
            Self::Path => "E_PATH",
            Self::Method => "E_METHOD",
            Self::MediaType => "E_MEDIA_TYPE",
            Self::Token => "E_TOKEN",
            Self::TooLong => "E_TOO_LONG",
            Self::TooSlow => "E_TOO_SLOW",
            Self::Length => "E_LENGTH",
            Self::Broken => "E_BROKEN",
            Self::TooMany => "E_TOO_MANY",
        }
    }

    /// The status of HTTP.
    #[must_use]
    pub fn status(self) -> StatusCode {
        match self {
            Self::Host | Self::Origin | Self::Site => StatusCode::FORBIDDEN,
            Self::Path => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::MediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Token => StatusCode::UNAUTHORIZED,
            Self::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Length | Self::Broken => StatusCode::BAD_REQUEST,
            Self::TooMany => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}
