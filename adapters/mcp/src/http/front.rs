//! One request: who it is from, which of their sessions it is for, and then the library.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use http_body_util::Full;
use hyper::body::Incoming;
use hyper::header::{AUTHORIZATION, CONNECTION, HeaderMap, HeaderValue, TRANSFER_ENCODING};
use hyper::{Method, Request};
use laika_loopback::{Answer, Names, Refusal as Knock};
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::{LocalSessionManager, SessionConfig};
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde::Deserialize;
use tokio_util::sync::CancellationToken;

use super::checks;
use super::doors::{ClientName, Doors, Limits};
use super::refusal::Refusal;

const SESSION: &str = "mcp-session-id";

/// All clients and their sessions.
pub(super) struct Front<H> {
    names: Names,
    doors: Doors,
    clients: BTreeMap<ClientName, Client<H>>,
    /// Sessions that are being opened; they count as if they were open.
    opening: AtomicUsize,
}

/// One client. Its sessions are its own: an id of another client's session is not in its table.
struct Client<H> {
    service: StreamableHttpService<H, LocalSessionManager>,
    sessions: Arc<LocalSessionManager>,
}

impl<H: ServerHandler + Send + 'static> Front<H> {
    pub(super) fn new<F>(names: Names, doors: Doors, make: F, end: &CancellationToken) -> Self
    where
        F: Fn(&ClientName) -> H + Send + Sync + 'static,
    {
        let make = Arc::new(make);
        let client = |name: ClientName| {
            let (make, own_name) = (make.clone(), name.clone());
            let sessions = Arc::new(sessions(&doors.limits));
            let config = StreamableHttpServerConfig::default()
                .with_max_request_body_bytes(doors.limits.door.body)
                .with_cancellation_token(end.child_token());
            let service = StreamableHttpService::new(move || Ok(make(&own_name)), sessions.clone(), config);
            (name, Client { service, sessions })
        };
        let clients = doors.names().into_iter().map(client).collect();
        Self { names, doors, clients, opening: AtomicUsize::new(0) }
    }

    /// Answers one request.
    pub(super) async fn pass(&self, request: Request<Incoming>) -> Result<Answer, Refusal> {
        let (mut parts, body) = request.into_parts();
        let name = checks::admit(&parts, &self.names, &self.doors)?;
        let client = self.clients.get(&name).ok_or(Knock::Token)?;
        // The library hands headers on to handlers and to its own log; the token ends here.
        parts.headers.remove(AUTHORIZATION);
        let session = client.session(&parts.headers).await?;
        // Where a chunked request ends is a matter of reading; nothing is read after one.
        let last = parts.headers.contains_key(TRANSFER_ENCODING);
        let body = laika_loopback::read(body, &self.doors.limits.door).await?;
        let opens = parts.method == Method::POST && !session && may_open(&body);
        let opening = if opens { Some(self.reserve().await?) } else { None };
        let mut answer = client.service.handle(Request::from_parts(parts, Full::new(body))).await;
        drop(opening);
        if last {
            answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        Ok(answer)
    }

    /// A place for one more session. Reserved first and counted then, so that two at once cannot both be the last.
    async fn reserve(&self) -> Result<Opening<'_>, Refusal> {
        let before = self.opening.fetch_add(1, Ordering::AcqRel);
        let opening = Opening(&self.opening);
        let mut open = before;
        for client in self.clients.values() {
            open += client.sessions.sessions.read().await.len();
        }
        if open < self.doors.limits.sessions { Ok(opening) } else { Err(Knock::TooMany.into()) }
    }
}

impl<H> Client<H> {
    /// Whether the request is for a session; only one of this client will do.
    async fn session(&self, headers: &HeaderMap) -> Result<bool, Refusal> {
        let mut ids = headers.get_all(SESSION).iter();
        let (Some(id), more) = (ids.next(), ids.next()) else {
            return Ok(false);
        };
        let id = id.to_str().map_err(|_| Refusal::Session)?;
        let known = self.sessions.sessions.read().await.contains_key(id);
        if known && more.is_none() { Ok(true) } else { Err(Refusal::Session) }
    }
}

struct Opening<'a>(&'a AtomicUsize);

impl Drop for Opening<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

fn sessions(limits: &Limits) -> LocalSessionManager {
    let mut config = SessionConfig::default();
    config.keep_alive = Some(limits.session_idle);
    config.init_timeout = Some(limits.door.body_time);
    let mut sessions = LocalSessionManager::default();
    sessions.session_config = config;
    sessions
}

/// Whether a message could open a session: only `initialize` does, and what cannot be read for sure counts as one.
fn may_open(body: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Message {
        method: String,
    }
    serde_json::from_slice::<Message>(body).map_or(true, |message| message.method == "initialize")
}
