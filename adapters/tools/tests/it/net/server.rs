//! A server on loopback that plays recorded answers and writes down what it was asked; and the way to it, whatever the
//! name of the host.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use laika_protocol::http::{HttpRequest, HttpResponse};
use laika_protocol::ids::{Origin, ReasonCode};
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::Bounds;
use laika_tools::outside::{Destination, Outside};
use url::Url;

/// An answer that is played.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    /// Whether the server says nothing at all.
    silent: bool,
    /// Bytes of the body that are missing.
    short_by: usize,
}

impl Recorded {
    pub(crate) fn new(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        let headers = vec![("content-type".to_owned(), content_type.to_owned())];
        Self { status, headers, body: body.into(), silent: false, short_by: 0 }
    }

    pub(crate) fn json(body: impl Into<Vec<u8>>) -> Self {
        Self::new(200, "application/json; charset=utf-8", body)
    }

    pub(crate) fn html(body: impl Into<Vec<u8>>) -> Self {
        Self::new(200, "text/html; charset=utf-8", body)
    }

    pub(crate) fn status(status: u16) -> Self {
        Self::new(status, "text/plain", "something went wrong")
    }

    pub(crate) fn redirect(to: &str) -> Self {
        Self::status(302).with("location", to)
    }

    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn silent(mut self) -> Self {
        self.silent = true;
        self
    }

    pub(crate) fn short_by(mut self, bytes: usize) -> Self {
        self.short_by = bytes;
        self
    }
}

/// What was asked.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// The method, the host and what stands behind it.
    pub(crate) line: String,
    pub(crate) head: String,
    pub(crate) body: String,
}

type Plays = Arc<Mutex<Vec<(String, Recorded)>>>;

pub(crate) struct Server {
    address: SocketAddr,
    plays: Plays,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server =
            Self { address: listener.local_addr().unwrap(), plays: Plays::default(), asked: Arc::default() };
        let (plays, asked) = (Arc::clone(&server.plays), Arc::clone(&server.asked));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (plays, asked) = (Arc::clone(&plays), Arc::clone(&asked));
                std::thread::spawn(move || serve(stream, &plays, &asked));
            }
        });
        server
    }

    /// An answer to every question whose host and path begin so; the latest that fits is played.
    pub(crate) fn plays(&self, address: &str, answer: Recorded) {
        self.plays.lock().unwrap().push((address.to_owned(), answer));
    }

    /// What was asked so far, without the rules for programs.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        let asked = self.asked.lock().unwrap();
        asked.iter().filter(|one| !one.line.ends_with("/robots.txt")).cloned().collect()
    }

    /// What was asked so far, in lines.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.asked.lock().unwrap().iter().map(|one| one.line.clone()).collect()
    }

    pub(crate) fn way(&self) -> Way {
        Way(self.address)
    }
}

fn serve(mut stream: TcpStream, plays: &Plays, asked: &Mutex<Vec<Asked>>) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|length| length == 1) {
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let field =
        |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().to_owned();
    let mut body = vec![0; field("content-length: ").parse().unwrap_or(0)];
    let _ = stream.read_exact(&mut body);
    let mut first = head.split(' ');
    let (method, target) = (first.next().unwrap_or_default(), first.next().unwrap_or_default());
    let place = format!("{}{target}", field("host: "));
    let line = format!("{method} {place}");
    let body = String::from_utf8_lossy(&body).into_owned();
    asked.lock().unwrap().push(Asked { line, head: head.clone(), body });
    let fitting = plays.lock().unwrap().iter().rev().find(|(start, _)| place.starts_with(start)).cloned();
    let answer = fitting.map_or_else(|| Recorded::status(404), |(_, answer)| answer);
    if answer.silent {
        std::thread::sleep(Duration::from_secs(5));
        return;
    }
    let mut text = format!("HTTP/1.1 {} X\r\ncontent-length: {}\r\n", answer.status, answer.body.len());
    for (name, value) in &answer.headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    let _ = write!(stream, "{text}\r\n");
    let _ = stream.write_all(&answer.body[..answer.body.len() - answer.short_by]);
}

/// Leads every host to the server, and holds a call to what was decided.
pub(crate) struct Way(SocketAddr);

impl Outside for Way {
    fn send(
        &self,
        request: HttpRequest,
        to: &Destination,
        bounds: &Bounds,
    ) -> Result<HttpResponse, ToolError> {
        assert_eq!(Origin::of_url(request.url.expose()).as_ref(), Some(&to.origin), "only what was decided");
        assert!(request.deadline_ms <= 10_000 && request.most_bytes <= 10 << 20, "{request:?}");
        let url = Url::parse(request.url.expose()).unwrap();
        let failed = |code, reason: &str| {
            let reason = ReasonCode::parse(reason).ok();
            ToolError { reason, ..ToolError::new(code, "the server cannot be asked") }
        };
        if url.host_str().is_some_and(|host| host.starts_with("unknown.")) {
            return Err(failed(ErrorCode::Unavailable, "E_NET_NOT_FOUND"));
        }
        if url.host_str().is_some_and(|host| host.starts_with("wrong.")) {
            return Err(failed(ErrorCode::Unavailable, "E_NET_CERTIFICATE"));
        }
        let mut stream = TcpStream::connect(self.0).unwrap();
        let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
        let mut head = format!("{} {}{query} HTTP/1.1\r\n", request.method.as_str(), url.path());
        head.push_str(&format!(
            "host: {}\r\ncontent-length: {}\r\n",
            url.host_str().unwrap(),
            request.body.len()
        ));
        for (name, value) in &request.headers {
            head.push_str(&format!("{name}: {}\r\n", value.expose()));
        }
        write!(stream, "{head}\r\n").unwrap();
        stream.write_all(&request.body).unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(10))).unwrap();
        let until = Instant::now() + Duration::from_millis(request.deadline_ms);
        let mut whole = Vec::new();
        let mut part = vec![0; 64 << 10];
        loop {
            match stream.read(&mut part) {
                Ok(0) => break,
                Ok(length) => whole.extend_from_slice(&part[..length]),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(_) => return Err(failed(ErrorCode::Unavailable, "E_NET_BROKEN_OFF")),
            }
            bounds.check()?;
            if Instant::now() > until {
                return Err(failed(ErrorCode::Timeout, "E_NET_TIMEOUT"));
            }
        }
        let end = whole.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.ok_or_else(|| failed(ErrorCode::Unavailable, "E_NET_NOT_HTTP"))?;
        let head = String::from_utf8_lossy(&whole[..end]).into_owned();
        let body = whole[end + 4..].to_vec();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let answer = HttpResponse { status, headers, body };
        let length: usize = answer.header("content-length").unwrap().parse().unwrap();
        if length > request.most_bytes {
            return Err(failed(ErrorCode::Unavailable, "E_NET_TOO_LARGE"));
        }
        if length != answer.body.len() {
            return Err(failed(ErrorCode::Unavailable, "E_NET_BROKEN_OFF"));
        }
        Ok(answer)
    }
}
