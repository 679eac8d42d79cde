//! The process that connects to the outside. It holds no files and can start nothing.

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::{Arc, RwLock};

use laika_os::confine::{Allowed, confine};
use laika_protocol::http::HttpResponse;
use laika_protocol::secret::Secret;
use tokio::io::{AsyncBufRead, AsyncWriteExt as _, BufReader, Stdout};
use tokio::sync::mpsc;
use tokio_rustls::rustls::pki_types::CertificateDer;

use crate::ContextId;
use crate::context::Context;
use crate::control::{self, Order, Ready, Reply, Said, Start, What};
use crate::peer::Peers;
use crate::proxy::Proxy;
use crate::resolve::Resolver;
use crate::rules::{ContextRules, Judge};
use crate::send::{Flights, Refusal, Tls};

/// What the system's resolver reads: its settings, and the libraries it loads by them.
const FOR_NAMES: &[&str] = &[
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/nsswitch.conf",
    "/etc/gai.conf",
    "/etc/host.conf",
    "/etc/services",
    "/etc/ld.so.cache",
    "/run/systemd/resolve",
    "/run/resolvconf",
    "/run/NetworkManager",
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
];

/// Two for each connection of the proxy, and some to spare.
const DESCRIPTORS: u64 = 4096;

/// The main function of the worker: confines itself, says where the proxy listens, and does what standard input orders
/// until that ends.
///
/// # Errors
/// When it cannot listen or be confined, or an order cannot be read. The process must end then.
pub fn run() -> io::Result<()> {
    let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let peers = Peers::open();
    let roots = Tls::system_roots();
    let read: Vec<_> = FOR_NAMES.iter().map(Path::new).collect();
    let confinement = confine(&Allowed { read: &read, connect: true, descriptors: DESCRIPTORS })?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let ready = Ready { address, confinement: confinement.word().into() };
    let result = runtime.block_on(serve(listener, peers, roots, &ready));
    // A look-up may hang in the system's resolver.
    runtime.shutdown_background();
    result
}

async fn serve(
    listener: std::net::TcpListener,
    peers: Peers,
    roots: Vec<CertificateDer<'static>>,
    ready: &Ready,
) -> io::Result<()> {
    let mut input = BufReader::new(tokio::io::stdin());
    let Some(start) = control::read_line(&mut input).await? else { return Ok(()) };
    let start: Start = serde_json::from_slice(&start)?;
    let tls = Tls::new(roots)?;
    let proxy = Arc::new(Proxy {
        contexts: RwLock::new(HashMap::new()),
        own_ports: RwLock::new([ready.address.port()].into()),
        resolver: Resolver::new(start.fixed_names),
        peers,
    });
    tokio::spawn(Arc::clone(&proxy).serve(tokio::net::TcpListener::from_std(listener)?));
    let (replies, lines) = mpsc::unbounded_channel();
    let writer = tokio::spawn(write_replies(tokio::io::stdout(), lines));
    // The parent goes on only when it has heard this; a pipe that is closed ends the loop below.
    let _ = replies.send(control::line(ready)?);
    let tell = replies.clone();
    let ended = move |number, answer| {
        // Without a parent there is nobody to tell.
        let _ = tell.send(ended_line(number, answer));
    };
    let flights = Flights::new(Arc::clone(&proxy), tls, Arc::new(ended));
    let mut orders = Orders { proxy, flights, address: ready.address, last: 0 };
    let result = follow_all(&mut input, &mut orders, &replies).await;
    orders.flights.abandon_all().await;
    drop((orders, replies));
    writer.await.map_err(io::Error::other)?;
    result
}

async fn follow_all(
    input: &mut (impl AsyncBufRead + Unpin),
    orders: &mut Orders,
    replies: &mpsc::UnboundedSender<Vec<u8>>,
) -> io::Result<()> {
    while let Some(line) = control::read_line(input).await? {
        let Order { number, what } = serde_json::from_slice(&line)?;
        if let What::Send { sending } = what {
            if !sending.fits() {
                return Err(io::ErrorKind::InvalidData.into());
            }
            let body = control::read_body(input, sending.body_bytes).await?;
            orders.flights.start(number, sending, body);
            continue;
        }
        let said = orders.follow(what).await?;
        replies.send(control::line(&Reply { number, said })?).map_err(broken)?;
    }
    Ok(())
}

async fn write_replies(mut output: Stdout, mut lines: mpsc::UnboundedReceiver<Vec<u8>>) {
    while let Some(line) = lines.recv().await {
        if output.write_all(&line).await.is_err() || output.flush().await.is_err() {
            return;
        }
    }
}

/// How a request ended, as the parent reads it.
fn ended_line(number: u64, answer: Result<HttpResponse, Refusal>) -> Vec<u8> {
    let (said, body) = match answer {
        Ok(HttpResponse { status, headers, body }) => {
            (Said::Answered { status, headers, body_bytes: body.len() }, body)
        }
        Err(why) => (Said::Refused { why }, Vec::new()),
    };
    // Texts and numbers always become JSON; an empty line would end the parent's trust in us.
    let mut line = control::line(&Reply { number, said }).unwrap_or_default();
    line.extend(body);
    line
}

struct Orders {
    proxy: Arc<Proxy>,
    flights: Flights,
    address: SocketAddr,
    last: u64,
}

impl Orders {
    async fn follow(&mut self, what: What) -> io::Result<Said> {
        Ok(match what {
            What::Open { rules } => self.open(&rules)?,
            What::Update { context, rules } => match (self.context(context)?, Judge::new(&rules)) {
                (None, _) => Said::NoSuchContext,
                (_, None) => Said::BadRules,
                (Some(context), Some(judge)) => {
                    context.update(judge).await;
                    Said::Done
                }
            },
            What::Close { context } => {
                let removed = self.proxy.contexts.write().map_err(broken)?.remove(&context);
                match removed {
                    None => Said::NoSuchContext,
                    Some(context) => {
                        context.close().await;
                        Said::Done
                    }
                }
            }
            What::Counters { context } => match self.context(context)? {
                None => Said::NoSuchContext,
                Some(context) => Said::Counters { hosts: context.counts() },
            },
            What::CloseIdle { context, host } => match self.context(context)? {
                None => Said::NoSuchContext,
                Some(context) => Said::Idle(context.close_idle(&host).await),
            },
            What::Hold { context, host } => match self.context(context)? {
                None => Said::NoSuchContext,
                Some(context) => {
                    // Held first: what is opened meanwhile is the one tunnel.
                    context.holds.hold(&host);
                    Said::Idle(context.close_idle(&host).await)
                }
            },
            What::Release { context, host } => match self.context(context)? {
                None => Said::NoSuchContext,
                Some(context) => {
                    context.holds.release(&host);
                    Said::Done
                }
            },
            What::OwnPorts { mut ports } => {
                ports.insert(self.address.port());
                *self.proxy.own_ports.write().map_err(broken)? = ports;
                Said::Done
            }
            What::Trust { root } => {
                if self.flights.trust(root) {
                    Said::Done
                } else {
                    Said::BadRoot
                }
            }
            What::Abandon { number } => {
                self.flights.abandon(number).await;
                Said::Done
            }
            What::AbandonAll => {
                self.flights.abandon_all().await;
                Said::Done
            }
            // Its body follows it, so it is taken where lines are read.
            What::Send { .. } => return Err(io::ErrorKind::InvalidData.into()),
        })
    }

    fn context(&self, id: ContextId) -> io::Result<Option<Arc<Context>>> {
        Ok(self.proxy.contexts.read().map_err(broken)?.get(&id).map(Arc::clone))
    }

    fn open(&mut self, rules: &ContextRules) -> io::Result<Said> {
        let Some(judge) = Judge::new(rules) else { return Ok(Said::BadRules) };
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        let password: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        self.last += 1;
        let id = ContextId(self.last);
        let context = Context::new(judge, Secret::new(password.clone()));
        self.proxy.contexts.write().map_err(broken)?.insert(id, Arc::new(context));
        Ok(Said::Opened { context: id, password })
    }
}

/// A thread broke off in the middle of a change.
fn broken<T>(_: T) -> io::Error {
    io::Error::other("the worker is broken")
}
