//! A site on loopback: every address is answered by a function, and everything that was asked is remembered.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};

/// Bytes of a request that are read at most.
const MOST_BODY: usize = 1024 * 1024;

/// A request.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// How it was asked for.
    pub method: String,
    /// Path and query.
    pub path: String,
    /// Names in lower case.
    pub headers: BTreeMap<String, String>,
    /// What was sent along.
    pub body: String,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Such as 200.
    pub status: u16,
    /// Beside the length.
    pub headers: Vec<(String, String)>,
    /// What it holds.
    pub body: Vec<u8>,
}

impl Reply {
    /// A page.
    #[must_use]
    pub fn html(body: impl Into<String>) -> Self {
        Self::of("text/html; charset=utf-8", body.into().into_bytes())
    }

    /// Something of this kind.
    #[must_use]
    pub fn of(kind: &str, body: Vec<u8>) -> Self {
        Self { status: 200, headers: vec![("Content-Type".into(), kind.into())], body }
    }

    /// Nothing but a number.
    #[must_use]
    pub fn status(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: Vec::new() }
    }

    /// Somewhere else.
    #[must_use]
    pub fn redirect(to: &str) -> Self {
        Self { status: 302, headers: vec![("Location".into(), to.into())], body: Vec::new() }
    }
}

type Answer = dyn Fn(&Asked) -> Reply + Send + Sync;

/// The site. It ends with its last handle.
pub struct Site {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
    over: Arc<AtomicBool>,
}

impl Site {
    /// Starts it, at whatever port is free.
    ///
    /// # Errors
    /// When there is no port.
    pub fn start(answer: impl Fn(&Asked) -> Reply + Send + Sync + 'static) -> Result<Self> {
        Self::at(0, answer)
    }

    /// Starts it at this port.
    ///
    /// # Errors
    /// When the port is taken.
    pub fn at(port: u16, answer: impl Fn(&Asked) -> Reply + Send + Sync + 'static) -> Result<Self> {
        let listener =
            TcpListener::bind(("127.0.0.1", port)).with_context(|| format!("port {port} of this machine"))?;
        let address = listener.local_addr()?;
        let (asked, over) = (Arc::<Mutex<Vec<Asked>>>::default(), Arc::<AtomicBool>::default());
        let answer: Arc<Answer> = Arc::new(answer);
        let (log, ended) = (Arc::clone(&asked), Arc::clone(&over));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if ended.load(Ordering::Relaxed) {
                    break;
                }
                let (answer, log) = (Arc::clone(&answer), Arc::clone(&log));
                thread::spawn(move || {
                    // A browser that goes away in the middle is no error of the site.
                    let _ = serve(stream, &*answer, &log);
                });
            }
        });
        Ok(Self { address, asked, over })
    }

    /// Such as `http://127.0.0.1:4000`.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin())
    }

    /// Everything that was asked so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Forgets what was asked so far.
    pub fn forget(&self) {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        // Wakes the listener, so that it sees that it is over.
        let _ = TcpStream::connect(self.address);
    }
}

fn serve(stream: TcpStream, answer: &Answer, log: &Mutex<Vec<Asked>>) -> Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut writer = stream;
    while let Some(asked) = read(&mut reader)? {
        log.lock().unwrap_or_else(PoisonError::into_inner).push(asked.clone());
        let reply = answer(&asked);
        let mut head = format!("HTTP/1.1 {} x\r\nContent-Length: {}\r\n", reply.status, reply.body.len());
        for (name, value) in &reply.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        writer.write_all(head.as_bytes())?;
        if asked.method != "HEAD" {
            writer.write_all(&reply.body)?;
        }
        writer.flush()?;
    }
    Ok(())
}

fn read(reader: &mut BufReader<TcpStream>) -> Result<Option<Asked>> {
    let mut line = String::new();
    if reader.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let mut headers = BTreeMap::new();
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; usize::min(length, MOST_BODY)];
    reader.read_exact(&mut body)?;
    Ok(Some(Asked { method, path, headers, body: String::from_utf8_lossy(&body).into_owned() }))
}
