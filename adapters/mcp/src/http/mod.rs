//! Laika for agents that speak HTTP: streamable HTTP on the loopback interface, with a token for every client.
//!
//! Each request shows a Host and an Origin of this server and a client's token, and is bounded in length and time,
//! before the protocol's library sees it. Nothing here decides about tools.

mod checks;
mod doors;
mod front;
mod refusal;

use std::net::{SocketAddr, TcpListener};

use hyper::body::Incoming;
use hyper::{Request, Response};
use laika_loopback::{Answer, Answers, Names, Refusal as Knock};
use rmcp::ServerHandler;
use tokio_util::sync::CancellationToken;

pub use doors::{ClientName, Doors, Limits};
use front::Front;
pub use laika_loopback::{ServeError, TokenHash};
use refusal::Refusal;

tokio::task_local! {
    /// Where the connection comes from whose request is answered.
    static FROM: SocketAddr;
}

/// Where the request comes from for which something is made, while it is.
#[must_use]
pub fn from() -> Option<SocketAddr> {
    FROM.try_with(|from| *from).ok()
}

/// Serves what `make` makes, one for every session and client, until `until` is ready.
///
/// Sessions and streams that are open then get a moment to end.
///
/// # Errors
/// When the listener is not on a loopback address, or does not work.
pub async fn serve<H, F>(
    listener: TcpListener,
    doors: Doors,
    make: F,
    until: impl Future<Output = ()> + Send,
) -> Result<(), ServeError>
where
    H: ServerHandler + Send + 'static,
    F: Fn(&ClientName) -> H + Send + Sync + 'static,
{
    let end = CancellationToken::new();
    let limits = doors.limits.door;
    let front = |address| Front::new(Names::of(address), doors, make, &end);
    laika_loopback::listen(listener, limits, end.clone(), front, until).await
}

impl<H: ServerHandler + Send + 'static> Answers for Front<H> {
    async fn answer(&self, from: SocketAddr, request: Request<Incoming>) -> Answer {
        FROM.scope(from, self.pass(request)).await.unwrap_or_else(Refusal::answer)
    }

    fn full(&self) -> Response<String> {
        Refusal::from(Knock::TooMany).response()
    }
}
