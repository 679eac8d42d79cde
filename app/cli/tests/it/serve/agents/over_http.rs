//! The same over HTTP, for an agent that has a token: its requests are its own, and its processes are known.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::{Value, json};

use super::super::world::{Home, Lake, Serving};
use super::client::Person;

/// A server that is killed when the test is over.
struct Front {
    child: Child,
    port: u16,
}

impl Front {
    fn start(home: &Home) -> Self {
        let mut command = home.command(&["mcp", "serve", "--http", "0"]);
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let line = lines.find(|line| line.as_ref().is_ok_and(|line| line.contains("/mcp"))).unwrap().unwrap();
        // What it says later must not break it.
        std::thread::spawn(move || lines.count());
        let port = line.split("127.0.0.1:").nth(1).unwrap().split('/').next().unwrap().parse().unwrap();
        Self { child, port }
    }

    /// Sends one request, whole, and returns its head and its body.
    fn post(&self, extra: &str, message: &Value) -> (String, String) {
        let body = message.to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let host = if extra.contains("Host:") {
            String::new()
        } else {
            format!("Host: 127.0.0.1:{}\r\n", self.port)
        };
        let head = format!(
            "POST /mcp HTTP/1.1\r\n{host}{extra}Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }
}

impl Drop for Front {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Makes a token, as a person does.
fn token(home: &Home, name: &str) -> String {
    let made = home.laika_at_a_terminal(&["mcp", "token", name]);
    let line = made.out.lines().map(str::trim).find(|line| line.len() == 64);
    assert!(line.is_some(), "{made:?}");
    line.unwrap().to_owned()
}

/// The message in an answer, whether it came alone or as an event.
fn message(body: &str) -> Value {
    let line = body.lines().find_map(|line| {
        let line = line.strip_prefix("data:").unwrap_or(line).trim();
        serde_json::from_str::<Value>(line).ok().filter(Value::is_object)
    });
    assert!(line.is_some(), "{body}");
    line.unwrap()
}

#[test]
fn s9_an_agent_with_a_token_is_served_and_nobody_else() {
    let (home, lake) = (Home::new(), Lake::start());
    let _serving = Serving::start(&home);
    let refused = home.laika(&["mcp", "serve", "--http", "0"]);
    assert!(refused.code == 2 && refused.said.contains("no agent has a token"), "{refused:?}");
    let token = token(&home, "editor");
    assert!(home.laika(&["mcp", "token", "editor"]).said.contains("E_NO_PERSON"));
    let front = Front::start(&home);
    let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } } });
    let signed = format!("Authorization: Bearer {token}\r\n");
    for (extra, status) in [
        (String::new(), "401"),
        ("Authorization: Bearer 0000\r\n".to_owned(), "401"),
        (format!("{signed}Host: attacker.example\r\n"), "403"),
        (format!("{signed}Origin: https://attacker.example\r\n"), "403"),
    ] {
        let (head, _) = front.post(&extra, &hello);
        assert!(head.starts_with(&format!("HTTP/1.1 {status}")), "{extra} -> {head}");
    }
    let (head, body) = front.post(&signed, &hello);
    assert_eq!(message(&body)["result"]["serverInfo"]["name"], "laika", "{head} {body}");
    let session = head
        .lines()
        .find_map(|line| line.to_lowercase().strip_prefix("mcp-session-id:").map(|id| id.trim().to_owned()));
    let signed = session.map_or(signed.clone(), |id| {
        format!("{signed}Mcp-Session-Id: {id}\r\nMcp-Protocol-Version: 2025-11-25\r\n")
    });
    front.post(&signed, &json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let call = |id: u64, name: &str, arguments: &Value| {
        let params = json!({ "name": name, "arguments": arguments });
        let (head, body) = front
            .post(&signed, &json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }));
        let told = message(&body);
        let text = told["result"]["content"][0]["text"].as_str().map(str::to_owned);
        assert!(text.is_some(), "{head} {body}");
        text.unwrap()
    };
    let sum = json!({ "name": "app.calculate", "arguments": { "expression": "6*7" } });
    assert!(call(2, "call_tool", &sum).contains("42"));
    // The client of this test and the person of this test are of one tree, so their yes is none (S1).
    let mut person = Person::sit_down(&home);
    let page = json!({ "url": lake.site.url("/") });
    std::thread::scope(|scope| {
        let opening = scope.spawn(|| call(3, "open_page", &page));
        person.answers("may agent:editor open a page", "a");
        person.sees("E_SAME_TREE");
        // Whoever asked goes away; nothing was opened.
        assert!(home.laika(&["serve", "--end"]).code == 0);
        assert!(opening.join().unwrap().contains("E_GONE"));
    });
    assert_eq!(lake.asked("/"), 0);
}
