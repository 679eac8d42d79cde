//! Connections: only on this machine, so many at once, each within its time.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::refusal::Refusal;

/// The most that a request's headers may take.
const HEADER_BYTES: usize = 16 * 1024;

/// What goes back over the wire.
pub type Answer = Response<BoxBody<Bytes, Infallible>>;

/// How much of everything at once, and how long it may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at once.
    pub connections: usize,
    /// Bytes in one request.
    pub body: usize,
    /// Header lines in one request.
    pub headers: usize,
    /// Until a request's headers are there; this is also how long a connection may be silent between two requests.
    pub silence: Duration,
    /// Until the rest of a request is there.
    pub body_time: Duration,
    /// What is under way when the end comes gets this long.
    pub farewell: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 64,
            body: 1024 * 1024,
            headers: 64,
            silence: Duration::from_secs(20),
            body_time: Duration::from_secs(20),
            farewell: Duration::from_secs(2),
        }
    }
}

/// Why nothing is served.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address is not of this machine alone.
    #[error("E_NOT_LOOPBACK: this is served to this machine only, not on `{0}`")]
    NotLoopback(SocketAddr),
    /// The listener does not work.
    #[error("E_LISTENER: the listener cannot be used: {0}")]
    Listener(#[from] io::Error),
}

/// Who answers requests.
pub trait Answers: Send + Sync + 'static {
    /// Answers one request of a connection that comes from there.
    fn answer(&self, from: SocketAddr, request: Request<Incoming>) -> impl Future<Output = Answer> + Send;

    /// What a connection hears for which there is no place.
    fn full(&self) -> Response<String>;
}

/// Serves what `make` makes of the listener's address, until `until` is ready.
///
/// `end` is cancelled then, and what is under way gets a moment to end.
///
/// # Errors
/// When the listener is not on a loopback address, or does not work.
pub async fn listen<A: Answers>(
    listener: TcpListener,
    limits: Limits,
    end: CancellationToken,
    make: impl FnOnce(SocketAddr) -> A,
    until: impl Future<Output = ()> + Send,
) -> Result<(), ServeError> {
    let address = listener.local_addr()?;
    if !address.ip().is_loopback() {
        return Err(ServeError::NotLoopback(address));
    }
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let places = Arc::new(Semaphore::new(limits.connections));
    let connections = TaskTracker::new();
    let answers = Arc::new(make(address));
    let mut until = std::pin::pin!(until);
    loop {
        let accepted = tokio::select! {
            () = &mut until => break,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, from)) = accepted else {
            // Out of file handles, or gone before it was accepted: neither is a reason to stop, or to spin.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Ok(place) = places.clone().try_acquire_owned() else {
            turn_away(&stream, &answers.full());
            continue;
        };
        let (answers, end) = (answers.clone(), end.clone());
        connections.spawn(async move {
            converse(stream, from, answers, limits, end).await;
            drop(place);
        });
    }
    end.cancel();
    connections.close();
    let _ = tokio::time::timeout(limits.farewell, connections.wait()).await;
    Ok(())
}

/// One connection, to its end.
async fn converse<A: Answers>(
    stream: TcpStream,
    from: SocketAddr,
    answers: Arc<A>,
    limits: Limits,
    end: CancellationToken,
) {
    let service = service_fn(|request| {
        let answers = answers.clone();
        async move { Ok::<_, Infallible>(answers.answer(from, request).await) }
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

/// The whole request, within its length and its time.
///
/// # Errors
/// When it is too long, too slow or broken.
pub async fn read(body: Incoming, limits: &Limits) -> Result<Bytes, Refusal> {
    let whole = Limited::new(body, limits.body).collect();
    match tokio::time::timeout(limits.body_time, whole).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(Refusal::TooLong),
        Ok(Err(_)) => Err(Refusal::Broken),
        Err(_) => Err(Refusal::TooSlow),
    }
}

/// Says once that there is no place, without waiting for anything.
fn turn_away(stream: &TcpStream, full: &Response<String>) {
    let mut answer = format!("HTTP/1.1 {}\r\n", full.status());
    for (name, value) in full.headers() {
        let _ = write!(answer, "{name}: {}\r\n", value.to_str().unwrap_or_default());
    }
    let _ = write!(answer, "content-length: {}\r\n\r\n{}", full.body().len(), full.body());
    let _ = stream.try_write(answer.as_bytes());
}
