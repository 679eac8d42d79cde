//! A page that never comes: its server takes the request, keeps the connection, and notices its end.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

/// The server.
pub(super) struct Page {
    address: SocketAddr,
    asked: Receiver<Connection>,
    late: Arc<Mutex<usize>>,
}

/// A connection that waits for its answer.
pub(super) struct Connection {
    ended: Receiver<Instant>,
}

impl Connection {
    /// When it ended.
    pub(super) fn ended(&self, patience: Duration) -> Result<Instant> {
        self.ended.recv_timeout(patience).context("a connection of a stopped run stays open")
    }
}

impl Page {
    pub(super) fn start() -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).context("no port on loopback")?;
        let address = listener.local_addr()?;
        let (sender, asked) = mpsc::channel();
        let (cut, late) = (Arc::<Mutex<Vec<String>>>::default(), Arc::<Mutex<usize>>::default());
        let lates = Arc::clone(&late);
        // It ends with this process.
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (sender, ends, lates) = (sender.clone(), Arc::clone(&cut), Arc::clone(&lates));
                thread::spawn(move || keep(stream, &sender, &ends, &lates));
            }
        });
        Ok(Self { address, asked, late })
    }

    /// The address of a run's page.
    pub(super) fn url(&self, number: usize) -> String {
        format!("http://{}/run/{number}", self.address)
    }

    /// The next connection on which a page was asked for.
    pub(super) fn asked(&self, patience: Duration) -> Result<Connection> {
        self.asked.recv_timeout(patience).context("a run never asked for its page")
    }

    /// How many requests came for pages whose connection was cut before.
    pub(super) fn after_cut(&self) -> usize {
        // What was sent at the last moment has arrived by then.
        thread::sleep(Duration::from_millis(500));
        *self.late.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a request and gives no answer.
fn keep(stream: TcpStream, asked: &Sender<Connection>, cut: &Mutex<Vec<String>>, late: &Mutex<usize>) {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    if reader.read_line(&mut first).is_err() || first.is_empty() {
        return;
    }
    let path = first.split_whitespace().nth(1).unwrap_or_default().to_owned();
    if cut.lock().unwrap_or_else(PoisonError::into_inner).contains(&path) {
        *late.lock().unwrap_or_else(PoisonError::into_inner) += 1;
    }
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|read| read > 0) && !line.trim().is_empty() {
        line.clear();
    }
    let (sender, ended) = mpsc::channel();
    if asked.send(Connection { ended }).is_err() {
        return;
    }
    let mut rest = [0; 64];
    // Whatever ends it, it is over: in good order or not.
    while matches!(reader.read(&mut rest), Ok(read) if read > 0) {}
    let at = Instant::now();
    cut.lock().unwrap_or_else(PoisonError::into_inner).push(path);
    // Whoever waited may have given up.
    let _ = sender.send(at);
}
