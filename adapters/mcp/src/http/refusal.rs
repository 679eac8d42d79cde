//! Why a request went no further, as clients of this protocol hear it.

use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_TYPE, HeaderName, HeaderValue, WWW_AUTHENTICATE,
};
use hyper::{Response, StatusCode};
use laika_loopback::{Answer, Refusal as Knock};
use thiserror::Error;

/// Why a request went no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum Refusal {
    #[error(transparent)]
    Knock(#[from] Knock),
    #[error("there is no such session")]
    Session,
}

impl Refusal {
    fn code(self) -> &'static str {
        match self {
            Self::Knock(knock) => knock.code(),
            Self::Session => "E_SESSION",
        }
    }

    fn status(self) -> StatusCode {
        match self {
            Self::Knock(knock) => knock.status(),
            Self::Session => StatusCode::NOT_FOUND,
        }
    }

    /// The refusal as an answer: the same for everyone, with nothing in it of what was sent. The connection ends with
    /// it: what follows may be the rest of what was refused.
    pub(super) fn response(self) -> Response<String> {
        let body = serde_json::json!({ "error": { "code": self.code(), "message": self.to_string() } });
        let mut answer = Response::new(body.to_string());
        *answer.status_mut() = self.status();
        let headers = answer.headers_mut();
        let mut say = |name: HeaderName, value: &'static str| {
            headers.insert(name, HeaderValue::from_static(value));
        };
        say(CONTENT_TYPE, "application/json");
        say(CACHE_CONTROL, "no-store");
        if self == Self::Knock(Knock::Token) {
            say(WWW_AUTHENTICATE, "Bearer");
        }
        if self == Self::Knock(Knock::Method) {
            say(ALLOW, "POST, GET, DELETE");
        }
        // A forgotten session is an ordinary thing: its client begins another one, on the same connection.
        if self != Self::Session {
            say(CONNECTION, "close");
        }
        answer
    }

    pub(super) fn answer(self) -> Answer {
        self.response().map(|body| Full::new(Bytes::from(body)).boxed())
    }
}
