//! The daemon's side of the worker.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsStr;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use laika_os::confine::{ChildProcess, Confinement};
use laika_protocol::http::{HttpRequest, HttpResponse, MOST_SENT, MOST_TAKEN};
use laika_protocol::ids::Origin;
use laika_protocol::secret::Secret;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncWriteExt as _, BufReader};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::ContextId;
use crate::context::locked;
use crate::control::{self, Order, Ready, Reply, Said, Start, What};
use crate::count::HostCount;
use crate::resolve::FixedNames;
use crate::rules::ContextRules;
use crate::send::{Refusal, Sending};

/// The worker answers from memory; one that does not answer by then is broken.
const WITHIN: Duration = Duration::from_secs(10);

/// Where the proxy is, and what it lets in.
#[derive(Clone, Debug)]
pub struct ProxyAccess {
    /// The context that these credentials stand for.
    pub context: ContextId,
    /// Where the proxy listens on this machine.
    pub address: SocketAddr,
    /// The user name for the proxy.
    pub user: String,
    /// The password for the proxy.
    pub password: Secret,
}

/// What became of the tunnels to a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IdleClosed {
    /// Those that were idle and are closed now.
    pub closed: usize,
    /// Those that something went through a moment ago, which stay.
    pub busy: usize,
}

/// What a worker is started with.
#[derive(Clone, Debug, Default)]
pub struct WorkerOptions {
    /// Answers instead of a resolver's, for measuring.
    pub fixed_names: Option<FixedNames>,
}

/// Why the worker did not do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub enum NetError {
    /// It could not be started.
    #[error("the network process cannot be started")]
    Start(#[source] io::Error),
    /// It ended, or does not answer, or says what it should not. Nothing gets out any more.
    #[error("the network process has ended")]
    Gone,
    /// There is no such context, or it is closed.
    #[error("the network process knows no such context")]
    NoSuchContext,
    /// An origin in the rules cannot be a place to connect to.
    #[error("the rules name an origin that cannot be connected to")]
    BadRules,
    /// The certificate cannot be read.
    #[error("the certificate cannot be read")]
    BadRoot,
}

/// Why a request got no answer.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// The worker refused it, or the server did.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There is no worker.
    #[error(transparent)]
    Worker(#[from] NetError),
}

/// A running network process. Dropping it ends the process and with it every connection.
#[derive(Debug)]
pub struct NetWorker {
    address: SocketAddr,
    confinement: Confinement,
    process_id: u32,
    orders: mpsc::UnboundedSender<Vec<u8>>,
    state: Arc<State>,
    last: AtomicU64,
    reader: tokio::task::JoinHandle<()>,
}

/// `None` when the worker is broken. Its process ends with this: one that is not understood must not go on connecting.
type State = Mutex<Option<Alive>>;

/// A reply, and what followed it.
type Heard = (Said, Vec<u8>);

#[derive(Debug)]
struct Alive {
    waiting: HashMap<u64, oneshot::Sender<Heard>>,
    _child: ChildProcess,
}

impl NetWorker {
    /// Starts the worker: `program` with `arguments` calls [`crate::worker::run`].
    ///
    /// # Errors
    /// When it does not come up.
    pub async fn start<A: AsRef<OsStr>>(
        program: &Path,
        arguments: &[A],
        options: WorkerOptions,
    ) -> Result<Self, NetError> {
        let (child, stdin, stdout) = ChildProcess::start(program, arguments, &[]).map_err(NetError::Start)?;
        let mut stdin = ChildStdin::from_std(stdin).map_err(NetError::Start)?;
        let mut stdout = BufReader::new(ChildStdout::from_std(stdout).map_err(NetError::Start)?);
        let start = control::line(&Start { fixed_names: options.fixed_names }).map_err(io::Error::from);
        let greeting = async {
            stdin.write_all(&start?).await?;
            let line = control::read_line(&mut stdout).await?.ok_or(io::ErrorKind::UnexpectedEof)?;
            Ok(serde_json::from_slice::<Ready>(&line)?)
        };
        let late = |_| Err(io::Error::from(io::ErrorKind::TimedOut));
        let ready: Ready = timeout(WITHIN, greeting).await.unwrap_or_else(late).map_err(NetError::Start)?;
        let confinement = [Confinement::Full, Confinement::Partial, Confinement::None]
            .into_iter()
            .find(|confinement| confinement.word() == ready.confinement)
            .ok_or(NetError::Gone)?;
        let process_id = child.id();
        let state = Arc::new(Mutex::new(Some(Alive { waiting: HashMap::new(), _child: child })));
        let (orders, lines) = mpsc::unbounded_channel();
        tokio::spawn(write_orders(stdin, lines));
        let reader = tokio::spawn(read_replies(stdout, Arc::clone(&state)));
        Ok(Self {
            address: ready.address,
            confinement,
            process_id,
            orders,
            state,
            last: AtomicU64::new(0),
            reader,
        })
    }

    /// How far the operating system confines the worker.
    #[must_use]
    pub const fn confinement(&self) -> Confinement {
        self.confinement
    }

    /// The number of its process.
    #[must_use]
    pub const fn process_id(&self) -> u32 {
        self.process_id
    }

    /// Whether it still answers.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        locked(&self.state).is_some()
    }

    /// Opens a context.
    ///
    /// # Errors
    /// When an origin cannot be connected to, or the worker is gone.
    pub async fn open_context(&self, rules: ContextRules) -> Result<ProxyAccess, NetError> {
        let said = self.order(What::Open { rules }).await?;
        let Said::Opened { context, password } = said else { return Err(unexpected(&said)) };
        let (address, user, password) = (self.address, context.0.to_string(), Secret::new(password));
        Ok(ProxyAccess { context, address, user, password })
    }

    /// Changes the rules of a context, and ends the connections that they no longer admit.
    ///
    /// # Errors
    /// When there is no such context, an origin cannot be connected to, or the worker is gone.
    pub async fn update(&self, context: ContextId, rules: ContextRules) -> Result<(), NetError> {
        done(&self.order(What::Update { context, rules }).await?)
    }

    /// Closes a context for good. When this returns, nothing of it goes through any more (Stop).
    ///
    /// # Errors
    /// When there is no such context, or the worker is gone.
    pub async fn close_context(&self, context: ContextId) -> Result<(), NetError> {
        done(&self.order(What::Close { context }).await?)
    }

    /// What went where in a context.
    ///
    /// # Errors
    /// When there is no such context, or the worker is gone.
    pub async fn counters(&self, context: ContextId) -> Result<Vec<HostCount>, NetError> {
        let said = self.order(What::Counters { context }).await?;
        let Said::Counters { hosts } = said else { return Err(unexpected(&said)) };
        Ok(hosts)
    }

    /// Closes the idle tunnels to a host, so that what is submitted next goes over a new connection: a browser sends a
    /// form again when a connection that it kept turns out to be dead (S11).
    ///
    /// # Errors
    /// When there is no such context, or the worker is gone.
    pub async fn close_idle(&self, context: ContextId, host: &str) -> Result<IdleClosed, NetError> {
        let said = self.order(What::CloseIdle { context, host: host.to_owned() }).await?;
        let Said::Idle(closed) = said else { return Err(unexpected(&said)) };
        Ok(closed)
    }

    /// Prepares for a submit to a host: closes the idle tunnels to it, and then lets the browser open one at a time
    /// until [`Self::release`], for a minute at most. Closing the idle ones alone is not enough: a browser also opens
    /// connections ahead, and sends a form again over the next one when one of those breaks (S11).
    ///
    /// # Errors
    /// When there is no such context, or the worker is gone.
    pub async fn hold(&self, context: ContextId, host: &str) -> Result<IdleClosed, NetError> {
        let said = self.order(What::Hold { context, host: host.to_owned() }).await?;
        let Said::Idle(closed) = said else { return Err(unexpected(&said)) };
        Ok(closed)
    }

    /// Ends what [`Self::hold`] began, once the submit is answered or given up.
    ///
    /// # Errors
    /// When there is no such context, or the worker is gone.
    pub async fn release(&self, context: ContextId, host: &str) -> Result<(), NetError> {
        done(&self.order(What::Release { context, host: host.to_owned() }).await?)
    }

    /// Names the ports of Laika itself on this machine. No context reaches them, whatever its rules say (S2); the
    /// proxy's own is always one of them.
    ///
    /// # Errors
    /// When the worker is gone.
    pub async fn set_own_ports(&self, ports: BTreeSet<u16>) -> Result<(), NetError> {
        done(&self.order(What::OwnPorts { ports }).await?)
    }

    /// Sends one request of Laika itself to exactly this origin. A redirect is an answer like any other; nothing is
    /// followed, kept or repeated. `private` says that the person named this place on their own machine or network.
    ///
    /// Dropping the future takes the request back.
    ///
    /// # Errors
    /// When there is no answer within the request's bounds, or the worker is gone.
    pub async fn send(
        &self,
        request: HttpRequest,
        allow: Origin,
        private: bool,
    ) -> Result<HttpResponse, SendError> {
        let sending = Sending::new(&request, allow, private);
        if request.body.len() > MOST_SENT || request.most_bytes > MOST_TAKEN {
            return Err(Refusal::Malformed.into());
        }
        let (within, most) = (Duration::from_millis(sending.deadline_ms()) + WITHIN, sending.most_bytes());
        let (number, answer) = self.give(What::Send { sending }, request.body)?;
        let mut way_back = WayBack { worker: self, number: Some(number) };
        let heard = self.hear(answer, within).await;
        way_back.number = None;
        match heard? {
            (Said::Answered { status, headers, .. }, body) if body.len() <= most => {
                Ok(HttpResponse { status, headers, body })
            }
            (Said::Refused { why }, _) => Err(why.into()),
            (said, _) => Err(unexpected(&said).into()),
        }
    }

    /// Believes also those servers that this certificate (DER) vouches for: a network's own, which the person added.
    ///
    /// # Errors
    /// When it cannot be read, or the worker is gone.
    pub async fn trust(&self, root: Vec<u8>) -> Result<(), NetError> {
        done(&self.order(What::Trust { root }).await?)
    }

    /// Takes back every request that is under way. When this returns, nothing of them is sent any more (Stop).
    ///
    /// # Errors
    /// When the worker is gone, and with it every connection.
    pub async fn stop_sending(&self) -> Result<(), NetError> {
        done(&self.order(What::AbandonAll).await?)
    }

    async fn order(&self, what: What) -> Result<Said, NetError> {
        let (_, answer) = self.give(what, Vec::new())?;
        Ok(self.hear(answer, WITHIN).await?.0)
    }

    /// Gives an order, and what follows it.
    fn give(&self, what: What, body: Vec<u8>) -> Result<(u64, oneshot::Receiver<Heard>), NetError> {
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        let mut line = control::line(&Order { number, what }).map_err(|_| NetError::Gone)?;
        line.extend(body);
        let (sender, answer) = oneshot::channel();
        locked(&self.state).as_mut().ok_or(NetError::Gone)?.waiting.insert(number, sender);
        self.orders.send(line).map_err(|_| NetError::Gone)?;
        Ok((number, answer))
    }

    async fn hear(&self, answer: oneshot::Receiver<Heard>, within: Duration) -> Result<Heard, NetError> {
        let heard = timeout(within, answer).await.ok().and_then(Result::ok);
        if heard.is_none() {
            locked(&self.state).take();
        }
        heard.ok_or(NetError::Gone)
    }
}

/// Takes a request back when nobody waits for it any more.
struct WayBack<'a> {
    worker: &'a NetWorker,
    number: Option<u64>,
}

impl Drop for WayBack<'_> {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            // Nobody waits for the answer to this either; a worker that is gone sends nothing.
            let _ = self.worker.give(What::Abandon { number }, Vec::new());
        }
    }
}

impl Drop for NetWorker {
    fn drop(&mut self) {
        self.reader.abort();
        locked(&self.state).take();
    }
}

/// Writes whole lines, whoever stops waiting for an answer meanwhile.
async fn write_orders(mut stdin: ChildStdin, mut lines: mpsc::UnboundedReceiver<Vec<u8>>) {
    while let Some(line) = lines.recv().await {
        if stdin.write_all(&line).await.is_err() {
            return;
        }
    }
}

async fn read_replies(mut stdout: BufReader<ChildStdout>, state: Arc<State>) {
    while let Ok(Some(line)) = control::read_line(&mut stdout).await {
        let Ok(reply) = serde_json::from_slice::<Reply>(&line) else { break };
        let follows = if let Said::Answered { body_bytes, .. } = &reply.said { *body_bytes } else { 0 };
        if follows > MOST_TAKEN {
            break;
        }
        let Ok(body) = control::read_body(&mut stdout, follows).await else { break };
        let asker = locked(&state).as_mut().and_then(|alive| alive.waiting.remove(&reply.number));
        let Some(asker) = asker else { break };
        // Who asked may have given up.
        let _ = asker.send((reply.said, body));
    }
    locked(&state).take();
}

fn done(said: &Said) -> Result<(), NetError> {
    if matches!(said, Said::Done) { Ok(()) } else { Err(unexpected(said)) }
}

fn unexpected(said: &Said) -> NetError {
    match said {
        Said::NoSuchContext => NetError::NoSuchContext,
        Said::BadRules => NetError::BadRules,
        Said::BadRoot => NetError::BadRoot,
        Said::Opened { .. }
        | Said::Done
        | Said::Counters { .. }
        | Said::Idle(_)
        | Said::Answered { .. }
        | Said::Refused { .. } => NetError::Gone,
    }
}
