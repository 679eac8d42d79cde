//! Laika for agents that speak HTTP: streamable HTTP on the loopback interface, with a token for every client.
//!
//! Everything on this machine can reach a loopback port: other programs, and every page in every browser, whose author
//! can make any name point here. So each request shows a Host and an Origin of this server and a client's token, and
//! is bounded in length and time, before the protocol's library sees it. Nothing here decides about tools.
//!
//! What is not HTTP at all is answered by hyper, with a bare 400 or 431.

mod checks;
mod doors;
mod front;
mod refusal;

use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::ServerHandler;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use checks::Names;
pub use doors::{ClientName, Doors, Limits, TokenHash};
use front::Front;
use refusal::Refusal;

/// The most that a request's headers may take.
const HEADER_BYTES: usize = 16 * 1024;

tokio::task_local! {
    /// Where the connection comes from whose request is answered.
    static FROM: SocketAddr;
}

/// Where the request comes from for which something is made, while it is.
#[must_use]
pub fn from() -> Option<SocketAddr> {
    FROM.try_with(|from| *from).ok()
}

/// Why nothing is served.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address is not of this machine alone.
    #[error("E_NOT_LOOPBACK: the protocol is served to this machine only, not on `{0}`")]
    NotLoopback(SocketAddr),
    /// The listener does not work.
    #[error("E_LISTENER: the listener cannot be used: {0}")]
    Listener(#[from] io::Error),
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
    let address = listener.local_addr()?;
    if !address.ip().is_loopback() {
        return Err(ServeError::NotLoopback(address));
    }
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let limits = doors.limits;
    let places = Arc::new(Semaphore::new(limits.connections));
    let end = CancellationToken::new();
    let connections = TaskTracker::new();
    let front = Arc::new(Front::new(Names::of(address), doors, make, &end));
    let mut until = std::pin::pin!(until);
    loop {
        let accepted = tokio::select! {
            () = &mut until => break,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, from)) = accepted else {
            // Out of file handles, or gone before it was accepted: neither is a reason to stop, or to spin.
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            continue;
        };
        let Ok(place) = places.clone().try_acquire_owned() else {
            turn_away(&stream);
            continue;
        };
        let (front, end) = (front.clone(), end.clone());
        connections.spawn(async move {
            FROM.scope(from, converse(stream, front, limits, end)).await;
            drop(place);
        });
    }
    end.cancel();
    connections.close();
    let _ = tokio::time::timeout(limits.farewell, connections.wait()).await;
    Ok(())
}

/// One connection, to its end.
async fn converse<H>(stream: TcpStream, front: Arc<Front<H>>, limits: Limits, end: CancellationToken)
where
    H: ServerHandler + Send + 'static,
{
    let service = service_fn(|request| {
        let front = front.clone();
        async move { Ok::<_, Infallible>(front.answer(request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.silence)
        .max_headers(limits.headers)
        .max_buf_size(HEADER_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    // What a client does wrong is its own affair; there is nobody here to tell.
    tokio::select! {
        _ = &mut connection => return,
        () = end.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// Says once that there is no place, without waiting for anything.
fn turn_away(stream: &TcpStream) {
    let (status, body) = (Refusal::TooMany.status(), Refusal::TooMany.body());
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let _ = stream.try_write(answer.as_bytes());
}
