//! The process that connects to the outside. It holds no files and can start nothing.

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::{Arc, RwLock};

use laika_os::confine::{Allowed, confine};
use laika_protocol::secret::Secret;
use tokio::io::{AsyncWrite, AsyncWriteExt as _, BufReader};

use crate::ContextId;
use crate::context::Context;
use crate::control::{self, Order, Ready, Reply, Said, Start, What};
use crate::peer::Peers;
use crate::proxy::Proxy;
use crate::resolve::Resolver;
use crate::rules::{ContextRules, Judge};

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
    let read: Vec<_> = FOR_NAMES.iter().map(Path::new).collect();
    let confinement = confine(&Allowed { read: &read, connect: true, descriptors: DESCRIPTORS })?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let ready = Ready { address, confinement: confinement.word().into() };
    let result = runtime.block_on(serve(listener, peers, &ready));
    // A look-up may hang in the system's resolver.
    runtime.shutdown_background();
    result
}

async fn serve(listener: std::net::TcpListener, peers: Peers, ready: &Ready) -> io::Result<()> {
    let mut input = BufReader::new(tokio::io::stdin());
    let mut output = tokio::io::stdout();
    let Some(start) = control::read_line(&mut input).await? else { return Ok(()) };
    let start: Start = serde_json::from_slice(&start)?;
    let proxy = Arc::new(Proxy {
        contexts: RwLock::new(HashMap::new()),
        own_ports: RwLock::new([ready.address.port()].into()),
        resolver: Resolver::new(start.fixed_names),
        peers,
    });
    tokio::spawn(Arc::clone(&proxy).serve(tokio::net::TcpListener::from_std(listener)?));
    say(&mut output, &control::line(ready)?).await?;
    let mut orders = Orders { proxy, address: ready.address, last: 0 };
    while let Some(line) = control::read_line(&mut input).await? {
        let order: Order = serde_json::from_slice(&line)?;
        let said = orders.follow(order.what).await?;
        say(&mut output, &control::line(&Reply { number: order.number, said })?).await?;
    }
    Ok(())
}

async fn say(output: &mut (impl AsyncWrite + Unpin), line: &[u8]) -> io::Result<()> {
    output.write_all(line).await?;
    output.flush().await
}

struct Orders {
    proxy: Arc<Proxy>,
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
