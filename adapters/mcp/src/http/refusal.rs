//! Why a request went no further: a status, a stable code and one plain sentence.

use std::convert::Infallible;

use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_TYPE, HeaderName, HeaderValue, WWW_AUTHENTICATE,
};
use hyper::{Response, StatusCode};
use thiserror::Error;

/// What goes back over the wire.
pub(super) type Answer = Response<BoxBody<Bytes, Infallible>>;

/// Why a request went no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum Refusal {
    #[error("the Host header does not name this server on this machine")]
    Host,
    #[error("pages of other origins have no access")]
    Origin,
    #[error("there is nothing at this address")]
    Path,
    #[error("only POST, GET and DELETE are understood")]
    Method,
    #[error("a valid token is needed: Authorization: Bearer TOKEN")]
    Token,
    #[error("there is no such session")]
    Session,
    #[error("a request is at most as long as the limit says")]
    TooLong,
    #[error("the request did not arrive in time")]
    TooSlow,
    #[error("the length of the request is not stated in one clear way")]
    Length,
    #[error("the request broke off")]
    Broken,
    #[error("too many connections or sessions at once")]
    TooMany,
}

impl Refusal {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::Host => "E_HOST",
            Self::Origin => "E_ORIGIN",
            Self::Path => "E_PATH",
            Self::Method => "E_METHOD",
            Self::Token => "E_TOKEN",
            Self::Session => "E_SESSION",
            Self::TooLong => "E_TOO_LONG",
            Self::TooSlow => "E_TOO_SLOW",
            Self::Length => "E_LENGTH",
            Self::Broken => "E_BROKEN",
            Self::TooMany => "E_TOO_MANY",
        }
    }

    pub(super) fn status(self) -> StatusCode {
        match self {
            Self::Host | Self::Origin => StatusCode::FORBIDDEN,
            Self::Path | Self::Session => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Token => StatusCode::UNAUTHORIZED,
            Self::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Length | Self::Broken => StatusCode::BAD_REQUEST,
            Self::TooMany => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// The body: the same for everyone, with nothing in it of what was sent.
    pub(super) fn body(self) -> String {
        serde_json::json!({ "error": { "code": self.code(), "message": self.to_string() } }).to_string()
    }

    /// The refusal as an answer. The connection ends with it: what follows may be the rest of what was refused.
    pub(super) fn answer(self) -> Answer {
        let mut answer = Response::new(Full::new(Bytes::from(self.body())).boxed());
        *answer.status_mut() = self.status();
        let headers = answer.headers_mut();
        let mut say = |name: HeaderName, value: &'static str| {
            headers.insert(name, HeaderValue::from_static(value));
        };
        say(CONTENT_TYPE, "application/json");
        say(CACHE_CONTROL, "no-store");
        match self {
            Self::Token => say(WWW_AUTHENTICATE, "Bearer"),
            Self::Method => say(ALLOW, "POST, GET, DELETE"),
            Self::Host
            | Self::Origin
            | Self::Path
            | Self::Session
            | Self::TooLong
            | Self::TooSlow
            | Self::Length
            | Self::Broken
            | Self::TooMany => {}
        }
        // A forgotten session is an ordinary thing: its client begins another one, on the same connection.
        if self != Self::Session {
            say(CONNECTION, "close");
        }
        answer
    }
}
