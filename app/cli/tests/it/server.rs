//! A server of the tests that keeps every byte it gets.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

/// Speaks like OpenAI. It ends with the program of the tests.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Answers everybody who has the key with what `says` makes of their request; the others are turned away.
    pub(crate) fn start(at: IpAddr, key: Option<&'static str>, says: fn(&Value) -> String) -> Self {
        let listener = TcpListener::bind((at, 0)).unwrap();
        let server = Self { address: listener.local_addr().unwrap(), heard: Arc::default() };
        let heard = Arc::clone(&server.heard);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let request = read_request(&mut stream);
                let (head, body) = request.split_once("\r\n\r\n").unwrap();
                let known =
                    key.is_none_or(|key| head.lines().any(|line| line.ends_with(&format!("Bearer {key}"))));
                let answer =
                    if known { answer(&says(&serde_json::from_str(body).unwrap())) } else { refusal() };
                heard.lock().unwrap().push(request);
                // Whoever asked may be gone.
                let _ = stream.write_all(answer.as_bytes());
            }
        });
        server
    }

    /// The requests, whole.
    pub(crate) fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }
}

/// Reads one request, whole.
pub(crate) fn read_request(stream: &mut TcpStream) -> String {
    let mut request = Vec::new();
    let mut byte = [0];
    while !request.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|length| length == 1) {
        request.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&request).to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body).unwrap();
    request.extend(body);
    String::from_utf8(request).unwrap()
}

/// What a server says that speaks like OpenAI.
pub(crate) fn answer(content: &str) -> String {
    let message = json!({ "role": "assistant", "content": content });
    let usage = json!({ "prompt_tokens": 100, "completion_tokens": 10 });
    whole("200 OK", &json!({ "choices": [{ "message": message, "finish_reason": "stop" }], "usage": usage }))
}

fn refusal() -> String {
    whole("401 Unauthorized", &json!({ "error": { "message": "Incorrect API key provided" } }))
}

fn whole(status: &str, body: &Value) -> String {
    let body = body.to_string();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
}
