//! What carries a request to a server. The process that runs models opens no connection; who owns the network process
//! gives it one.

use std::future::Future;

use laika_protocol::http::{HttpRequest, HttpResponse};

use crate::Cancel;

/// Carries requests to the one server of a runner.
pub trait Wire: Send + Sync {
    /// Carries one request there and its answer back, within the bounds of the request. Nothing is followed or repeated.
    fn send(
        &self,
        request: HttpRequest,
        cancel: &Cancel,
    ) -> impl Future<Output = Result<HttpResponse, WireError>> + Send;
}

/// Why there is no answer. The texts are one sentence each and hold nothing of the request or the answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// Nothing of the request left this machine, or nobody was there to read it: it may be sent again.
    #[error("{0}")]
    NotSent(String),
    /// It may not be sent: a rule is against it.
    #[error("{0}")]
    Refused(String),
    /// The server may have read it.
    #[error("{0}")]
    Lost(String),
    /// It took longer than the request allows.
    #[error("the server did not answer in time")]
    Timeout,
    /// The answer is larger than the request allows.
    #[error("the answer of the server is too large")]
    TooLarge,
    /// Who asked no longer wants the answer.
    #[error("the request was taken back")]
    Cancelled,
}
