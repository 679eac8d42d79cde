//! The companion window: its files for anyone on this machine, everything else for a token.
//!
//! There are no cookies, so nothing comes along by itself with a request that another page makes; and no header lets
//! another origin read an answer. What a token may do is not decided here: it is handed on with each question.

mod door;
mod headers;
mod news;

use std::borrow::Cow;
use std::net::TcpListener;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

pub use hyper::StatusCode;
pub use hyper::body::Bytes;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::listen::{self, Limits, ServeError};
use crate::names::Names;
use crate::token::TokenHash;
use door::Door;

/// Something that is on its way.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The window.
pub struct Window {
    /// Its files; the one at `/` is the page.
    pub assets: Vec<Asset>,
    /// Who may ask, and what for. No token, no answer.
    pub tokens: Vec<(TokenHash, Rights)>,
    /// Who answers.
    pub behind: Arc<dyn Behind>,
}

/// One file of the window. Anyone on this machine can read it, so it holds nothing.
#[derive(Clone, Debug)]
pub struct Asset {
    /// Where it is, such as `/` or `/window.js`.
    pub path: &'static str,
    /// What it is, such as `text/html; charset=utf-8`.
    pub media_type: &'static str,
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
}

/// What a token may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rights {
    /// Everything that the person may do.
    Act,
    /// Look only.
    View,
}

/// What stands behind the window.
pub trait Behind: Send + Sync + 'static {
    /// Answers what was posted to `/api/ask`. It is dropped when the page goes away before the answer.
    fn ask(&self, rights: Rights, body: Bytes) -> BoxFuture<'_, Reply>;

    /// Answers what was posted to `/api/laika`. It is dropped when the page goes away before the answer.
    fn laika(&self, rights: Rights, body: Bytes) -> BoxFuture<'_, Reply>;

    /// What happens from now on, one JSON value in each text. The stream ends when the sender is dropped; the sender
    /// is closed when the page goes away.
    fn news(&self, rights: Rights) -> mpsc::Receiver<String>;
}

/// An answer in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The status.
    pub status: StatusCode,
    /// The JSON.
    pub json: Bytes,
}

impl Reply {
    /// An answer to a question that was understood.
    pub fn ok(json: impl Into<Bytes>) -> Self {
        Self { status: StatusCode::OK, json: json.into() }
    }
}

/// How much of everything at once, and how long it may take.
#[derive(Clone, Copy, Debug)]
pub struct WindowLimits {
    /// Of connections and requests.
    pub door: Limits,
    /// Streams of news at once.
    pub streams: usize,
    /// A stream says at least this often that it is still there.
    pub beat: Duration,
}

impl Default for WindowLimits {
    fn default() -> Self {
        Self { door: Limits::default(), streams: 8, beat: Duration::from_secs(15) }
    }
}

/// Serves the window on this listener until `end` is ready.
///
/// # Errors
/// When the listener is not on a loopback address, or does not work.
pub async fn serve(
    listener: TcpListener,
    window: Window,
    end: impl Future<Output = ()> + Send,
) -> Result<(), ServeError> {
    serve_within(listener, window, WindowLimits::default(), end).await
}

/// Serves the window within other limits than the usual ones.
///
/// # Errors
/// When the listener is not on a loopback address, or does not work.
pub async fn serve_within(
    listener: TcpListener,
    window: Window,
    limits: WindowLimits,
    end: impl Future<Output = ()> + Send,
) -> Result<(), ServeError> {
    let ended = CancellationToken::new();
    let make = |address| Door::new(Names::exactly(address), window, limits, ended.clone());
    listen::listen(listener, limits.door, ended.clone(), make, end).await
}
