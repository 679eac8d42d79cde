//! A server of the tests that keeps every byte it gets.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;

/// What a server does with a connection, after it has read the request.
pub(super) enum Act {
    /// Answers with these bytes.
    Say(Vec<u8>),
    /// Answers with these bytes over and over.
    Repeat(Vec<u8>),
    /// Answers byte by byte and never comes to an end.
    Trickle,
}

pub(super) struct Server {
    pub(super) address: SocketAddr,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Does one after the other, and then the last one again.
    pub(super) fn start(acts: Vec<Act>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Self { address: listener.local_addr().unwrap(), heard: Arc::default() };
        let heard = Arc::clone(&server.heard);
        std::thread::spawn(move || {
            for (number, stream) in listener.incoming().enumerate() {
                let mut stream = stream.unwrap();
                let request = read_request(&mut stream);
                heard.lock().unwrap().push(request);
                act(&mut stream, &acts[number.min(acts.len() - 1)]);
            }
        });
        server
    }

    pub(super) fn recorded(names: &[&str]) -> Self {
        Self::start(names.iter().map(|name| Act::Say(recorded(name))).collect())
    }

    pub(super) fn base(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The requests, whole.
    pub(super) fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }

    /// The body of the only request.
    pub(super) fn body(&self) -> Value {
        let heard = self.heard();
        assert_eq!(heard.len(), 1);
        serde_json::from_str(heard[0].split_once("\r\n\r\n").unwrap().1).unwrap()
    }
}

fn act(stream: &mut TcpStream, act: &Act) {
    // Whoever asked may be gone.
    match act {
        Act::Say(bytes) => drop(stream.write_all(bytes)),
        Act::Repeat(bytes) => while stream.write_all(bytes).is_ok() {},
        Act::Trickle => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n");
            while stream.write_all(b" ").is_ok() {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }
}

fn read_request(stream: &mut TcpStream) -> String {
    let mut request = Vec::new();
    let mut byte = [0];
    while !request.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|length| length == 1) {
        request.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&request).into_owned();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body).unwrap();
    request.extend(body);
    String::from_utf8(request).unwrap()
}

pub(super) fn answer(status: u16, headers: &[(&str, &str)], body: &str) -> Vec<u8> {
    let mut text = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\n", body.len());
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    format!("{text}\r\n{body}").into_bytes()
}

pub(super) fn json(body: &str) -> Vec<u8> {
    answer(200, &[("content-type", "application/json")], body)
}

/// An answer from the folder of recordings.
pub(super) fn recorded(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/recorded/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let headers: Vec<(&str, &str)> = file["headers"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str().unwrap()))
        .collect();
    answer(u16::try_from(file["status"].as_u64().unwrap()).unwrap(), &headers, &file["body"].to_string())
}
