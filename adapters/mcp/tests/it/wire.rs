//! Requests byte by byte: a hostile one is not written with a client that puts it right.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// What came back: a status, the headers and the body, as they were.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    /// The stable code in a refusal.
    pub(crate) fn code(&self) -> String {
        let body: Value = serde_json::from_str(&self.body).unwrap_or_default();
        body["error"]["code"].as_str().unwrap_or("-").to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// Connects, with a limit on every wait.
pub(crate) fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    stream
}

/// Sends bytes on a connection of their own and reads one reply. The server may hang up before all is sent.
pub(crate) fn send(address: SocketAddr, bytes: &[u8]) -> Reply {
    let mut stream = connect(address);
    let _ = stream.write_all(bytes);
    receive(&mut stream)
}

/// Reads one reply: to its stated length, or for a stream of events to the first answer in it.
pub(crate) fn receive(stream: &mut TcpStream) -> Reply {
    let mut bytes = Vec::new();
    let mut chunk = [0; 16 * 1024];
    let mut ended = false;
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let status = head.split(' ').nth(1).unwrap().parse().unwrap();
            let reply = Reply { status, head: head.to_owned(), body: body.to_owned() };
            let length = reply.header("content-length").map(|length| length.parse::<usize>().unwrap());
            let whole = match length {
                Some(length) => body.len() >= length,
                None => body.contains("\"jsonrpc\"") || body.ends_with("0\r\n\r\n") || status == 202,
            };
            // To HEAD a length is stated and no body comes.
            if whole || ended {
                return reply;
            }
        }
        if ended {
            return Reply { status: 0, head: String::new(), body: text };
        }
        match stream.read(&mut chunk) {
            Ok(0) | Err(_) => ended = true,
            Ok(count) => bytes.extend_from_slice(&chunk[..count]),
        }
    }
}

/// The message in the first event that has one.
pub(crate) fn event(reply: &Reply) -> Value {
    let data = reply.body.lines().filter_map(|line| line.strip_prefix("data:")).map(str::trim);
    data.filter(|data| !data.is_empty()).find_map(|data| serde_json::from_str(data).ok()).unwrap_or_default()
}
