//! A window that says what reached it, and requests byte by byte: a hostile one is not written with a client that puts
//! it right.

use std::borrow::Cow;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use laika_loopback::window::{
    Asset, Behind, BoxFuture, Bytes, Reply, Rights, StatusCode, Window, WindowLimits, serve_within,
};
use laika_loopback::{Limits, TokenHash};
use serde_json::Value;
use tokio::sync::mpsc;

pub(super) const ACT: &str = "act-token-0123456789";
pub(super) const VIEW: &str = "view-token-0123456789";

/// Says back whose question it was, and keeps the other ends of the streams of news.
#[derive(Default)]
pub(super) struct Told {
    pub(super) streams: Mutex<Vec<(Rights, mpsc::Sender<String>)>>,
    pub(super) asked: Mutex<u32>,
}

impl Told {
    fn reply(&self, at: &str, rights: Rights, body: &Bytes) -> Reply {
        *self.asked.lock().unwrap() += 1;
        let said = format!(
            r#"{{"at":"{at}","rights":"{rights:?}","length":{},"body":{}}}"#,
            body.len(),
            serde_json::to_string(&String::from_utf8_lossy(&body[..body.len().min(64)])).unwrap()
        );
        if body.as_ref() == b"\"gone\"" {
            return Reply { status: StatusCode::BAD_GATEWAY, json: Bytes::from_static(b"{}") };
        }
        Reply::ok(said)
    }
}

impl Behind for Told {
    fn ask(&self, rights: Rights, body: Bytes) -> BoxFuture<'_, Reply> {
        Box::pin(async move { self.reply("ask", rights, &body) })
    }

    fn laika(&self, rights: Rights, body: Bytes) -> BoxFuture<'_, Reply> {
        Box::pin(async move { self.reply("laika", rights, &body) })
    }

    fn news(&self, rights: Rights) -> mpsc::Receiver<String> {
        let (sender, lines) = mpsc::channel(16);
        self.streams.lock().unwrap().push((rights, sender));
        lines
    }
}

/// A window, until it is dropped.
pub(super) struct Running {
    pub(super) address: SocketAddr,
    pub(super) told: Arc<Told>,
    pub(super) stop: Option<tokio::sync::oneshot::Sender<()>>,
    _runtime: tokio::runtime::Runtime,
}

pub(super) fn window(told: Arc<Told>) -> Window {
    let asset = |path, media_type, bytes: &'static str| Asset {
        path,
        media_type,
        bytes: Cow::Borrowed(bytes.as_bytes()),
    };
    Window {
        assets: vec![
            asset("/", "text/html; charset=utf-8", "<!doctype html><script src=/window.js></script>"),
            asset("/window.js", "text/javascript", "document.title = 'Laika'"),
        ],
        tokens: vec![
            (TokenHash::of(ACT.as_bytes()), Rights::Act),
            (TokenHash::of(VIEW.as_bytes()), Rights::View),
        ],
        behind: told,
    }
}

pub(super) fn start(limits: WindowLimits) -> Running {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let told = Arc::new(Told::default());
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let window = window(told.clone());
    runtime.spawn(async move {
        let end = async {
            let _ = stopped.await;
        };
        serve_within(listener, window, limits, end).await.unwrap();
    });
    Running { address, told, stop: Some(stop), _runtime: runtime }
}

/// Short times, so that a test can wait for them.
pub(super) fn quick() -> WindowLimits {
    let short = Duration::from_millis(600);
    let door = Limits { silence: short, body_time: short, ..Limits::default() };
    WindowLimits { door, ..WindowLimits::default() }
}

/// A question that is right in everything but what `change` does to its lines.
pub(super) fn request(address: SocketAddr, change: impl FnOnce(&mut Vec<String>), body: &str) -> Vec<u8> {
    let mut lines = vec![
        "POST /api/ask HTTP/1.1".to_owned(),
        format!("Host: {address}"),
        format!("Origin: http://{address}"),
        "Sec-Fetch-Site: same-origin".to_owned(),
        format!("Authorization: Bearer {ACT}"),
        "Content-Type: application/json".to_owned(),
        format!("Content-Length: {}", body.len()),
    ];
    change(&mut lines);
    format!("{}\r\n\r\n{body}", lines.join("\r\n")).into_bytes()
}

/// Replaces the header of that name, or takes it out; several values stand for a repeated header.
pub(super) fn set(lines: &mut Vec<String>, name: &str, values: &[&str]) {
    lines.retain(|line| !line.to_lowercase().starts_with(&format!("{}:", name.to_lowercase())));
    lines.extend(values.iter().map(|value| format!("{name}: {value}")));
}

/// What came back: a status, the headers and the body, as they were.
#[derive(Debug)]
pub(super) struct Heard {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: String,
}

impl Heard {
    /// The stable code of a refusal, which is JSON of one shape.
    pub(super) fn code(&self) -> String {
        let body: Value = serde_json::from_str(&self.body).unwrap_or_default();
        let refused = body["ok"] == false && body["sentence"].as_str().is_some_and(|text| !text.is_empty());
        body["code"].as_str().filter(|_| refused).unwrap_or("-").to_owned()
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// Connects, with a limit on every wait.
pub(super) fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    stream
}

/// Sends bytes on a connection of their own and reads one answer. The server may hang up before all is sent.
pub(super) fn send(address: SocketAddr, bytes: &[u8]) -> Heard {
    let mut stream = connect(address);
    let _ = stream.write_all(bytes);
    receive(&mut stream)
}

/// Reads one answer to its stated length; of a stream without one, only the head.
pub(super) fn receive(stream: &mut TcpStream) -> Heard {
    let mut bytes = Vec::new();
    let mut chunk = [0; 16 * 1024];
    let mut ended = false;
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let status = head.split(' ').nth(1).unwrap().parse().unwrap();
            let heard = Heard { status, head: head.to_owned(), body: body.to_owned() };
            let length = heard.header("content-length").map(|length| length.parse::<usize>().unwrap());
            // To HEAD a length is stated and no body comes.
            if ended || length.is_none_or(|length| body.len() >= length) {
                return heard;
            }
        }
        if ended {
            return Heard { status: 0, head: String::new(), body: text };
        }
        match stream.read(&mut chunk) {
            Ok(0) | Err(_) => ended = true,
            Ok(count) => bytes.extend_from_slice(&chunk[..count]),
        }
    }
}
