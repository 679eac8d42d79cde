//! A small web server on loopback, with routes as closures.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A request as a route sees it.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
}

/// An answer: status line, headers, body.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) status: &'static str,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Vec<u8>,
    /// Never answers.
    pub(super) silent: bool,
}

pub(super) fn html(body: &str) -> Answer {
    let page = format!("<!doctype html><html><head><title>Test</title></head><body>{body}</body></html>");
    of_type("text/html; charset=utf-8", page)
}

pub(super) fn of_type(mime: &str, body: impl Into<Vec<u8>>) -> Answer {
    let headers = vec![("content-type", mime.to_owned())];
    Answer { status: "200 OK", headers, body: body.into(), silent: false }
}

pub(super) fn redirect(status: &'static str, to: &str) -> Answer {
    Answer { status, headers: vec![("location", to.to_owned())], body: Vec::new(), silent: false }
}

type Route = Arc<dyn Fn(&Request) -> Answer + Send + Sync>;

#[derive(Clone)]
pub(super) struct Server {
    pub(super) port: u16,
    routes: Arc<Mutex<HashMap<String, Route>>>,
    seen: Arc<Mutex<Vec<Request>>>,
    connections: Arc<AtomicUsize>,
}

impl Server {
    pub(super) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = Self { port, routes: Arc::default(), seen: Arc::default(), connections: Arc::default() };
        let serving = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                serving.connections.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(serving.clone().serve(stream));
            }
        });
        server
    }

    pub(super) fn route(
        &self,
        path: &str,
        route: impl Fn(&Request) -> Answer + Send + Sync + 'static,
    ) -> &Self {
        self.routes.lock().unwrap().insert(path.to_owned(), Arc::new(route));
        self
    }

    pub(super) fn page(&self, path: &str, body: &str) -> &Self {
        let answer = html(body);
        self.route(path, move |_| answer.clone())
    }

    /// The address of a path at 127.0.0.1.
    pub(super) fn url(&self, path: &str) -> url::Url {
        url::Url::parse(&format!("http://127.0.0.1:{}{path}", self.port)).unwrap()
    }

    /// The address of a path at another site.
    pub(super) fn other(&self, path: &str) -> url::Url {
        url::Url::parse(&format!("http://localhost:{}{path}", self.port)).unwrap()
    }

    /// The requests for a path so far.
    pub(super) fn seen(&self, path: &str) -> Vec<Request> {
        self.seen.lock().unwrap().iter().filter(|request| request.path == path).cloned().collect()
    }

    /// How often anything was connected to so far, whether or not it asked for something.
    pub(super) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    async fn serve(self, mut stream: TcpStream) {
        while let Some(request) = read(&mut stream).await {
            let route = self.routes.lock().unwrap().get(&request.path).cloned();
            self.seen.lock().unwrap().push(request.clone());
            let answer = route.map_or_else(
                || Answer { status: "404 Not Found", ..html("<p>nothing here</p>") },
                |route| route(&request),
            );
            if answer.silent {
                tokio::time::sleep(std::time::Duration::from_secs(60)).await;
            }
            let mut head = format!("HTTP/1.1 {}\r\ncontent-length: {}\r\n", answer.status, answer.body.len());
            for (name, value) in &answer.headers {
                head.push_str(&format!("{name}: {value}\r\n"));
            }
            head.push_str("\r\n");
            if stream.write_all(head.as_bytes()).await.is_err()
                || stream.write_all(&answer.body).await.is_err()
            {
                return;
            }
        }
    }
}

async fn read(stream: &mut TcpStream) -> Option<Request> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        let read = stream.read_buf(&mut bytes).await.ok()?;
        if read == 0 || bytes.len() > 1 << 20 {
            return None;
        }
        if !bytes[0].is_ascii_uppercase() {
            // Somebody tries to speak TLS.
            _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
            return None;
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.lines();
    let mut first = lines.next()?.split(' ');
    let (method, target) = (first.next()?.to_owned(), first.next()?.to_owned());
    let headers: HashMap<String, String> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    while bytes.len() < end + 4 + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    let path = target.split('?').next().unwrap_or_default().to_owned();
    Some(Request { method, path })
}
