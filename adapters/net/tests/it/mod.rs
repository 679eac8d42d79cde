//! What the tests share: a worker, servers on this machine, and a client that speaks to the proxy byte by byte.

mod certificates;
mod control;
mod plain;
mod refusals;
mod send;
mod ssrf;
mod tunnel;

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use base64::Engine as _;
use laika_net::{ContextRules, HostCount, NetWorker, ProxyAccess, Resources, WorkerOptions};
use laika_protocol::ids::Origin;

/// The worker as a program.
fn program() -> PathBuf {
    let own = std::env::current_exe().unwrap();
    own.ancestors().nth(2).unwrap().join("examples/net_worker")
}

async fn worker() -> NetWorker {
    worker_with(WorkerOptions::default()).await
}

async fn worker_with(options: WorkerOptions) -> NetWorker {
    NetWorker::start::<&str>(&program(), &[], options).await.unwrap()
}

fn origins<T: AsRef<str>>(texts: &[T]) -> BTreeSet<Origin> {
    texts.iter().map(|text| Origin::parse(text.as_ref()).unwrap()).collect()
}

/// Rules whose documents are on this machine, and named.
fn rules<T: AsRef<str>>(named: &[T]) -> ContextRules {
    ContextRules {
        blocked: BTreeSet::new(),
        documents: origins(named),
        resources: Resources::Counted,
        private: origins(named),
        peer_uid: None,
    }
}

fn row<'a>(counts: &'a [HostCount], host: &str) -> &'a HostCount {
    counts.iter().find(|row| row.host == host).unwrap_or_else(|| panic!("{host} in {counts:?}"))
}

/// A server that gives each connection to a function, and counts them.
struct Server {
    address: SocketAddr,
    connections: Arc<AtomicUsize>,
    seen: Arc<Mutex<Vec<u8>>>,
}

impl Server {
    fn start(serve: impl Fn(TcpStream, &Mutex<Vec<u8>>) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Self {
            address: listener.local_addr().unwrap(),
            connections: Arc::default(),
            seen: Arc::default(),
        };
        let (connections, seen, serve) =
            (Arc::clone(&server.connections), Arc::clone(&server.seen), Arc::new(serve));
        thread::spawn(move || {
            for stream in listener.incoming() {
                connections.fetch_add(1, Ordering::SeqCst);
                let (seen, serve) = (Arc::clone(&seen), Arc::clone(&serve));
                thread::spawn(move || serve(stream.unwrap(), &seen));
            }
        });
        server
    }

    /// Reads a head and answers with a text, whole.
    fn answering(answer: &'static str) -> Self {
        Self::start(move |mut stream, seen| {
            let head = read_head(&mut stream);
            seen.lock().unwrap().extend_from_slice(&head);
            stream.write_all(answer.as_bytes()).unwrap();
        })
    }

    /// Sends everything back.
    fn echo() -> Self {
        Self::start(|mut stream, _| {
            let mut copy = stream.try_clone().unwrap();
            let _ = std::io::copy(&mut stream, &mut copy);
        })
    }

    fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    fn seen(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().unwrap()).into_owned()
    }
}

fn read_head(stream: &mut TcpStream) -> Vec<u8> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|length| length == 1) {
        head.push(byte[0]);
    }
    head
}

fn credentials(access: &ProxyAccess) -> String {
    let text = format!("{}:{}", access.user, access.password.expose());
    format!("Proxy-Authorization: Basic {}\r\n", base64::engine::general_purpose::STANDARD.encode(text))
}

fn connect(access: &ProxyAccess) -> TcpStream {
    let stream = TcpStream::connect(access.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

/// Opens a tunnel, or returns the status.
fn tunnel(access: &ProxyAccess, target: &str) -> Result<TcpStream, String> {
    let mut stream = connect(access);
    let fields = credentials(access);
    write!(stream, "CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n{fields}\r\n").unwrap();
    let head = String::from_utf8(read_head(&mut stream)).unwrap();
    if head.starts_with("HTTP/1.1 200 ") { Ok(stream) } else { Err(status(&head)) }
}

/// The status and, of the proxy's own answers, the reason.
fn status(answer: &str) -> String {
    let code = answer.split(' ').nth(1).unwrap_or_default().to_owned();
    let reason = answer.lines().find_map(|line| line.strip_prefix("laika-proxy: "));
    reason.map_or_else(|| code.clone(), |reason| format!("{code} {reason}"))
}

/// Sends a request with credentials and reads the whole answer.
fn exchange(access: &ProxyAccess, line: &str, fields: &str, body: &[u8]) -> String {
    raw(access, &[format!("{line}\r\n{}{fields}\r\n", credentials(access)).as_bytes(), body].concat())
}

fn raw(access: &ProxyAccess, bytes: &[u8]) -> String {
    let mut stream = connect(access);
    stream.write_all(bytes).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(access: &ProxyAccess, url: &str) -> String {
    let host = url.trim_start_matches("http://").split('/').next().unwrap();
    exchange(access, &format!("GET {url} HTTP/1.1"), &format!("Host: {host}\r\n"), b"")
}
