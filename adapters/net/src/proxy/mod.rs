//! The proxy: one request, one decision, one connection.

mod answer;
mod connect;
mod plain;
mod request;
mod tunnel;

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::ContextId;
use crate::context::{Context, Entry};
use crate::count::Kind;
use crate::head::{self, Head, Lines};
use crate::peer::Peers;
use crate::problem::Problem;
use crate::resolve::Resolver;
use crate::rules::{Admission, Way};
use request::Request;

/// A head must be complete by then: a browser sends it at once.
const HEAD_WITHIN: Duration = Duration::from_secs(10);
/// Connections of all contexts, and of whoever has no credentials.
const MOST_CONNECTIONS: usize = 1024;
/// How much is passed on at once.
const BUFFER: usize = 32 * 1024;

/// Fields about one connection, which end here.
const OF_THE_CONNECTION: &[&str] = &[
    "connection",
    "keep-alive",
    "proxy-connection",
    "proxy-authorization",
    "proxy-authenticate",
    "proxy-authentication-info",
    "te",
    "trailer",
    "upgrade",
];

/// What all connections share.
#[derive(Debug)]
pub(crate) struct Proxy {
    pub(crate) contexts: RwLock<HashMap<ContextId, Arc<Context>>>,
    /// Ports of Laika on this machine, which nobody reaches through here (S2).
    pub(crate) own_ports: RwLock<BTreeSet<u16>>,
    pub(crate) resolver: Resolver,
    pub(crate) peers: Peers,
}

/// Both ends of what we pass on.
struct Sockets {
    client: TcpStream,
    server: Option<TcpStream>,
}

impl Sockets {
    /// Makes both drop what they still hold when they are closed: nothing is sent after Stop, and what is cut off is
    /// not taken for complete.
    fn abort(&self) {
        for stream in [Some(&self.client), self.server.as_ref()].into_iter().flatten() {
            // A socket that is gone already has nothing left to send.
            let _ = stream.set_zero_linger();
        }
    }
}

/// An exchange that did not come to its end.
struct Broken;

impl Proxy {
    /// Accepts connections for good.
    pub(crate) async fn serve(self: Arc<Self>, listener: TcpListener) {
        let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        loop {
            let Ok(permit) = Arc::clone(&room).acquire_owned().await else { return };
            match listener.accept().await {
                Ok((stream, _)) => {
                    let proxy = Arc::clone(&self);
                    tokio::spawn(async move {
                        proxy.answer(stream).await;
                        drop(permit);
                    });
                }
                // Out of descriptors or the like: what is open goes on, and some of it will end.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    async fn answer(&self, client: TcpStream) {
        // Without this the connection is slower, not wrong.
        let _ = client.set_nodelay(true);
        let mut sockets = Sockets { client, server: None };
        let client = &mut sockets.client;
        let mut early = Vec::new();
        let head = match timeout(HEAD_WITHIN, head::read(client, &mut early, Lines::Strict)).await {
            Ok(Ok(Some(head))) => head,
            Ok(Err(Problem::Malformed)) => return answer::problem(client, Problem::Malformed).await,
            Ok(Ok(None) | Err(_)) | Err(_) => return,
        };
        let (request, entry, admission) = match self.admitted(client, &head, early) {
            Ok(admitted) => admitted,
            Err(problem) => return answer::problem(client, problem).await,
        };
        let connection = &*entry.connection;
        let ended = tokio::select! {
            biased;
            () = connection.stop.notified() => Err(Broken),
            ended = self.carry_out(&request, admission, &entry, &mut sockets) => ended,
        };
        if ended.is_err() {
            sockets.abort();
        }
    }

    async fn carry_out(
        &self,
        request: &Request,
        admission: Admission,
        entry: &Entry,
        sockets: &mut Sockets,
    ) -> Result<(), Broken> {
        let client = &mut sockets.client;
        let connection = &*entry.connection;
        let connected = async {
            let turn = match request.way {
                Way::Tunnel => Some(entry.context.holds.turn(request.target.host.to_string()).await?),
                // Each of these is a connection of its own, which a browser does not try again.
                Way::Plain => None,
            };
            Ok((turn, self.connect(&request.target, admission, &connection.row).await?))
        };
        match connected.await {
            Ok((_turn, server)) => {
                let server = sockets.server.insert(server);
                let ended = match request.way {
                    Way::Tunnel => tunnel::run(client, server, connection).await,
                    Way::Plain => plain::run(client, server, request, connection).await,
                };
                connection.row.ended(ended.err());
                ended.map_err(|_| Broken)
            }
            Err(problem) => {
                connection.row.ended(Some(problem));
                answer::problem(client, problem).await;
                Ok(())
            }
        }
    }

    /// Everything that is decided before anybody is asked for an address.
    fn admitted(
        &self,
        client: &TcpStream,
        head: &Head,
        early: Vec<u8>,
    ) -> Result<(Request, Entry, Admission), Problem> {
        let context = self.context(head).ok_or(Problem::NoCredentials)?;
        let judge = context.judge();
        if let Some(user) = judge.peer_uid {
            let peer = || self.peers.user(client.peer_addr()?, client.local_addr()?);
            // Where the system has no such table, the credentials alone decide.
            if !peer().map_or_else(|error| error.kind() == io::ErrorKind::Unsupported, |peer| peer == user) {
                return Err(Problem::NotTheBrowser);
            }
        }
        let request = Request::parse(head, early).ok_or(Problem::Malformed)?;
        let decided = judge.judge(&request.target, request.way);
        let entered = decided
            .and_then(|admission| Ok((context.enter(&request.target, request.way, admission)?, admission)));
        match entered {
            Ok((entry, admission)) => Ok((request, entry, admission)),
            Err(problem) => {
                let kind = decided.map_or(Kind::Resource, |admission| admission.kind);
                context.row(&request.target, kind).ended(Some(problem));
                Err(problem)
            }
        }
    }

    fn context(&self, head: &Head) -> Option<Arc<Context>> {
        let (scheme, encoded) = head.only("proxy-authorization")?.split_once(' ')?;
        let decoded =
            STANDARD.decode(encoded.trim()).ok().filter(|_| scheme.eq_ignore_ascii_case("basic"))?;
        let (user, password) = std::str::from_utf8(&decoded).ok()?.split_once(':')?;
        let id = ContextId(user.parse().ok().filter(|id: &u64| id.to_string() == user)?);
        let context = self.contexts.read().ok()?.get(&id).map(Arc::clone)?;
        context.knows(password).then_some(context)
    }
}
