//! A server while it is asked: a confined process with its pipes, or requests through the network process.

use std::ffi::OsString;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use laika_cell::enter::{Server, Serving, program_of};
use laika_mcp::client::{Answered, ClientError, Limits, Post, Posting, Session};
use laika_protocol::http::{HeaderValue, HttpRequest, Method};
use laika_protocol::secret::{SafeUrl, Secret};
use laika_tools::outside::{Destination, Outside};
use laika_tools::toolbox::Keys as _;
use laika_tools::{Bounds, CallOff};
use tokio::net::unix::pipe;

use super::super::keys::StoredKeys;
use super::kept::{self, Reached, Wanted};
use super::{Means, ServersError};

/// How long one request may take.
const REQUEST: Duration = Duration::from_secs(120);
/// Bytes of one answer.
const ANSWER_BYTES: usize = 2 << 20;

/// A server that introduced itself. Dropping it ends its process.
pub(super) struct Live {
    pub(super) session: Session,
    serving: Option<Serving>,
}

impl Live {
    pub(super) async fn start(means: &Means, wanted: &Wanted) -> Result<Self, ServersError> {
        match &wanted.reached {
            Reached::Command { words } => Self::process(means, wanted, words).await,
            Reached::Url(url) => Self::web(means, wanted, url).await,
        }
    }

    async fn process(means: &Means, wanted: &Wanted, words: &[String]) -> Result<Self, ServersError> {
        let (command, rest) = words.split_first().ok_or(ServersError::NotFor)?;
        let (program, before) = program_of(command, means.path.as_deref())?;
        let arguments: Vec<String> = before.into_iter().chain(rest.iter().cloned()).collect();
        let mut environment: Vec<(String, String)> = wanted.env.clone().into_iter().collect();
        for (name, key) in &wanted.env_keys {
            environment.push((name.clone(), secret(&means.home, key)?.expose().to_owned()));
        }
        let (laika, wanted) = (means.laika.clone(), wanted.clone());
        let started = tokio::task::spawn_blocking(move || {
            let server = Server {
                program: &program,
                arguments: &arguments,
                read: &wanted.folders,
                write: &wanted.folders_rw,
                network: wanted.network,
                environment: &environment,
            };
            Serving::start(&laika, &server)
        });
        let lost = |error: std::io::Error| ServersError::Client(ClientError::Start(error.to_string()));
        let (serving, stdin, stdout) = started.await.map_err(|error| lost(error.into()))??;
        let read = pipe::Receiver::from_owned_fd(OwnedFd::from(stdout)).map_err(lost)?;
        let write = pipe::Sender::from_owned_fd(OwnedFd::from(stdin)).map_err(lost)?;
        match Session::over(read, write, Limits::default()).await {
            Ok(session) => Ok(Self { session, serving: Some(serving) }),
            Err(error) => Err(with_complaint(error, Some(&serving))),
        }
    }

    async fn web(means: &Means, wanted: &Wanted, url: &str) -> Result<Self, ServersError> {
        let to = kept::destination(url)?;
        let bearer = wanted.bearer.as_ref().map(|key| secret(&means.home, key)).transpose()?;
        let outside = Arc::clone(means.outside.as_ref().ok_or(ServersError::NoWay)?);
        let poster = Poster { outside, to, url: url.to_owned(), bearer };
        let session = Session::posting(Arc::new(poster), Limits::default()).await?;
        Ok(Self { session, serving: None })
    }

    /// Why it failed, with the last line of its standard error where it died without a word.
    pub(super) fn explained(&self, error: ClientError) -> ServersError {
        with_complaint(error, self.serving.as_ref())
    }
}

fn with_complaint(error: ClientError, serving: Option<&Serving>) -> ServersError {
    let complaint = serving.map(Serving::last_complaint).filter(|said| !said.is_empty());
    match (error, complaint) {
        (ClientError::Died | ClientError::Start(_), Some(said)) => ServersError::Died(said),
        (error, _) => ServersError::Client(error),
    }
}

fn secret(home: &Path, name: &str) -> Result<Secret, ServersError> {
    let found = StoredKeys(home.to_owned()).key(name).map_err(|error| ServersError::Key(error.message))?;
    found.ok_or_else(|| {
        ServersError::Key(format!("there is no key `{name}`; `laika tools key {name}` keeps one"))
    })
}

/// Makes requests to the one address of a server, each once.
struct Poster {
    outside: Arc<dyn Outside>,
    to: Destination,
    url: String,
    bearer: Option<Secret>,
}

impl Post for Poster {
    fn post(&self, headers: Vec<(String, String)>, body: Vec<u8>) -> Posting {
        let (outside, to) = (Arc::clone(&self.outside), self.to.clone());
        let headers = headers.into_iter().map(|(name, value)| (name, HeaderValue::Plain(value)));
        let signed = self.bearer.iter().map(|key| {
            let value = Secret::new(format!("Bearer {}", key.expose()));
            ("authorization".to_owned(), HeaderValue::Secret(value))
        });
        let headers = headers.chain(signed).collect();
        let url = SafeUrl::parse(&self.url);
        Box::pin(async move {
            let request = HttpRequest {
                method: Method::Post,
                url: url.map_err(|error| error.to_string())?,
                headers,
                body,
                deadline_ms: u64::try_from(REQUEST.as_millis()).unwrap_or(u64::MAX),
                most_bytes: ANSWER_BYTES,
            };
            let off = CallOff::default();
            let bounds = Bounds::new(REQUEST, &off);
            // Whoever drops this takes the request back.
            let _off = WhenDropped(off);
            let sent = tokio::task::spawn_blocking(move || outside.send(request, &to, &bounds)).await;
            let answer = sent.map_err(|error| error.to_string())?;
            let answer = answer.map_err(|error| format!("{} ({})", error.message, error.finest_code()))?;
            Ok(Answered { status: answer.status, headers: answer.headers, body: answer.body })
        })
    }
}

struct WhenDropped(CallOff);

impl Drop for WhenDropped {
    fn drop(&mut self) {
        self.0.now();
    }
}

/// What starts servers and asks them.
pub(super) fn means(home: &Path, laika: &Path, path: Option<OsString>, outside: Option<Arc<dyn Outside>>) -> Means {
    Means { home: home.to_owned(), laika: laika.to_owned(), path, outside }
}
