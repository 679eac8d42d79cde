//! Servers over HTTP, by whoever makes the requests for us: each message once, and nothing else.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use laika_mcp::client::{Answered, Limits, Post, Posting, Session};
use serde_json::{Map, Value, json};

const SOON: Duration = Duration::from_secs(10);

type Sent = Arc<Mutex<Vec<(Vec<(String, String)>, Value)>>>;

/// A server as a function, and what was sent to it.
struct Web {
    sent: Sent,
    answer: fn(&Value) -> Answered,
}

impl Post for Web {
    fn post(&self, headers: Vec<(String, String)>, body: Vec<u8>) -> Posting {
        let message: Value = serde_json::from_slice(&body).unwrap();
        let answered = (self.answer)(&message);
        self.sent.lock().unwrap().push((headers, message));
        Box::pin(async move { Ok(answered) })
    }
}

fn json_of(value: &Value) -> Answered {
    let headers = vec![
        ("content-type".to_owned(), "application/json".to_owned()),
        ("mcp-session-id".to_owned(), "session-7".to_owned()),
    ];
    Answered { status: 200, headers, body: value.to_string().into_bytes() }
}

/// One that knows no newer version, and answers a call with a stream of events.
fn older(message: &Value) -> Answered {
    let id = &message["id"];
    let result = |result: Value| json!({ "jsonrpc": "2.0", "id": id, "result": result });
    match message["method"].as_str().unwrap_or_default() {
        "initialize" => json_of(&result(json!({
            "protocolVersion": "2025-11-25", "capabilities": { "tools": {} },
            "serverInfo": { "name": "web", "version": "1" }
        }))),
        "tools/list" => json_of(&result(json!({ "tools": [
            { "name": "look", "inputSchema": { "type": "object" } }] }))),
        "tools/call" => {
            let said = result(json!({ "content": [{ "type": "text", "text": "found" }] }));
            let body = format!(": hello\n\nevent: message\ndata: {said}\n\n");
            let headers = vec![("content-type".to_owned(), "text/event-stream".to_owned())];
            Answered { status: 200, headers, body: body.into_bytes() }
        }
        "server/discover" => Answered { status: 400, ..Answered::default() },
        _ => Answered { status: 202, ..Answered::default() },
    }
}

fn breaks(message: &Value) -> Answered {
    if message["method"] == "tools/call" { Answered { status: 502, ..Answered::default() } } else { older(message) }
}

fn leads_away(message: &Value) -> Answered {
    let headers = vec![("location".to_owned(), "http://evil.example/".to_owned())];
    if message["method"] == "tools/call" {
        Answered { status: 307, headers, ..Answered::default() }
    } else {
        older(message)
    }
}

fn lies(message: &Value) -> Answered {
    if message["method"] == "tools/call" { json_of(&json!("<html>")) } else { older(message) }
}

#[tokio::test]
async fn a_server_on_the_web_is_asked_in_its_session() {
    let sent = Sent::default();
    let web = Arc::new(Web { sent: Arc::clone(&sent), answer: older });
    let session = Session::posting(web, Limits::default()).await.unwrap();
    assert_eq!(session.tools(SOON).await.unwrap().tools[0].name, "look");
    let said = session.call("look", Map::new(), SOON, std::future::pending()).await.unwrap();
    assert_eq!(said.text, "found");
    let sent = sent.lock().unwrap();
    let (headers, last) = sent.last().unwrap();
    assert_eq!(last["method"], "tools/call");
    for (name, value) in [("mcp-session-id", "session-7"), ("mcp-protocol-version", "2025-11-25")] {
        assert!(headers.contains(&(name.to_owned(), value.to_owned())), "{headers:?}");
    }
}

/// S11: whatever becomes of it, a call is sent once.
#[tokio::test]
async fn s11_a_call_is_sent_once_whatever_becomes_of_it() {
    for (answer, expected) in [
        (breaks as fn(&Value) -> Answered, "E_MCP_HTTP_STATUS"),
        (leads_away, "E_MCP_HTTP_STATUS"),
        (lies, "E_MCP_NONSENSE"),
    ] {
        let sent = Sent::default();
        let web = Arc::new(Web { sent: Arc::clone(&sent), answer });
        let session = Session::posting(web, Limits::default()).await.unwrap();
        let error = session.call("look", Map::new(), SOON, std::future::pending()).await.unwrap_err();
        assert_eq!(error.reason(), expected, "{error}");
        tokio::time::sleep(Duration::from_millis(300)).await;
        let calls = sent.lock().unwrap().iter().filter(|(_, one)| one["method"] == "tools/call").count();
        assert_eq!(calls, 1, "{expected}");
    }
}
