//! The front of HTTP, from outside: what hostile requests get, and that a good session works.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use laika_loopback::Limits as Door;
use laika_mcp::http::{ClientName, Doors, Limits, ServeError, TokenHash, serve};
use rmcp::model::{ErrorData, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::json;

use super::wire::{Reply, connect, event, receive, send};

const TOKEN: &str = "alder-token-0123456789";
const OTHER: &str = "birch-token-0123456789";
const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
const LIST: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}"#;

/// Says whose session it is, and offers nothing. It sees a request's headers, but never the token.
struct Named(ClientName);

impl ServerHandler for Named {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_instructions(self.0.as_str())
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let parts = context.extensions.get::<hyper::http::request::Parts>().unwrap();
        assert!(parts.headers.contains_key("host") && !parts.headers.contains_key("authorization"));
        Ok(ListToolsResult::default())
    }
}

/// A front with two clients, until it is dropped.
struct Running {
    address: SocketAddr,
    _runtime: tokio::runtime::Runtime,
    _stop: tokio::sync::oneshot::Sender<()>,
}

fn start(limits: Limits) -> Running {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let client = |name: &str, token: &str| (ClientName::new(name), TokenHash::of(token.as_bytes()));
    let doors = Doors::new([client("alder", TOKEN), client("birch", OTHER)]).with_limits(limits);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let until = async {
        let _ = stopped.await;
    };
    runtime.spawn(async move {
        serve(listener, doors, |name: &ClientName| Named(name.clone()), until).await.unwrap();
    });
    Running { address, _runtime: runtime, _stop: stop }
}

/// Short times, so that a test can wait for them.
fn quick() -> Limits {
    let short = Duration::from_millis(600);
    let door = Door { silence: short, body_time: short, ..Door::default() };
    Limits { door, ..Limits::default() }
}

/// A request that is right in everything but what `change` does to its lines.
fn request(address: SocketAddr, change: impl FnOnce(&mut Vec<String>), body: &str) -> Vec<u8> {
    let mut lines = vec![
        "POST /mcp HTTP/1.1".to_owned(),
        format!("Host: 127.0.0.1:{}", address.port()),
        format!("Authorization: Bearer {TOKEN}"),
        "Content-Type: application/json".to_owned(),
        "Accept: application/json, text/event-stream".to_owned(),
        format!("Content-Length: {}", body.len()),
    ];
    change(&mut lines);
    format!("{}\r\n\r\n{body}", lines.join("\r\n")).into_bytes()
}

/// Replaces the header of that name, or takes it out; several lines stand for a repeated header.
fn set(lines: &mut Vec<String>, name: &str, values: &[&str]) {
    lines.retain(|line| !line.to_lowercase().starts_with(&format!("{}:", name.to_lowercase())));
    lines.extend(values.iter().map(|value| format!("{name}: {value}")));
}

#[test]
fn hostile_requests_get_a_status_and_a_code() {
    let front = start(quick());
    let port = front.address.port();
    let good = format!("127.0.0.1:{port}");
    let other_port = format!("http://127.0.0.1:{}", port ^ 1);
    // Header, its values, and what comes back. PORT stands for the port.
    let table: &[(&str, &[&str], u16, &str)] = &[
        // A name that somebody made point here, and other spellings of this machine.
        ("Host", &["evil.example"], 403, "E_HOST"),
        ("Host", &["evil.example:PORT"], 403, "E_HOST"),
        ("Host", &["127.0.0.1.evil.example:PORT"], 403, "E_HOST"),
        ("Host", &["localhost.evil.example:PORT"], 403, "E_HOST"),
        ("Host", &["localhost.:PORT"], 403, "E_HOST"),
        ("Host", &["LOCALHOST:PORT"], 403, "E_HOST"),
        ("Host", &["127.0.0.1.:PORT"], 403, "E_HOST"),
        ("Host", &["2130706433:PORT"], 403, "E_HOST"),
        ("Host", &["0x7f000001:PORT"], 403, "E_HOST"),
        ("Host", &["0177.0.0.1:PORT"], 403, "E_HOST"),
        ("Host", &["127.1:PORT"], 403, "E_HOST"),
        ("Host", &["127.0.0.2:PORT"], 403, "E_HOST"),
        ("Host", &["0.0.0.0:PORT"], 403, "E_HOST"),
        ("Host", &["[::ffff:127.0.0.1]:PORT"], 403, "E_HOST"),
        ("Host", &["[0:0:0:0:0:0:0:1]:PORT"], 403, "E_HOST"),
        ("Host", &["[::]:PORT"], 403, "E_HOST"),
        ("Host", &["user@127.0.0.1:PORT"], 403, "E_HOST"),
        ("Host", &["127.0.0.1"], 403, "E_HOST"),
        ("Host", &["127.0.0.1:1"], 403, "E_HOST"),
        ("Host", &["127.0.0.1:0PORT"], 403, "E_HOST"),
        ("Host", &[""], 403, "E_HOST"),
        ("Host", &[], 403, "E_HOST"),
        ("Host", &["127.0.0.1:PORT", "127.0.0.1:PORT"], 403, "E_HOST"),
        ("Host", &["127.0.0.1:PORT", "evil.example"], 403, "E_HOST"),
        ("Host", &["127.0.0.1:PORT, evil.example"], 403, "E_HOST"),
        // Pages.
        ("Origin", &["https://evil.example"], 403, "E_ORIGIN"),
        ("Origin", &["http://evil.example:PORT"], 403, "E_ORIGIN"),
        ("Origin", &["null"], 403, "E_ORIGIN"),
        ("Origin", &[""], 403, "E_ORIGIN"),
        ("Origin", &["http://localhost"], 403, "E_ORIGIN"),
        ("Origin", &["https://127.0.0.1:PORT"], 403, "E_ORIGIN"),
        ("Origin", &["http://127.0.0.1:PORT/"], 403, "E_ORIGIN"),
        ("Origin", &["http://127.0.0.1:PORT.evil.example"], 403, "E_ORIGIN"),
        ("Origin", &[&other_port], 403, "E_ORIGIN"),
        ("Origin", &["chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"], 403, "E_ORIGIN"),
        ("Origin", &["http://127.0.0.1:PORT", "https://evil.example"], 403, "E_ORIGIN"),
        ("Origin", &["http://127.0.0.1:PORT", "http://127.0.0.1:PORT"], 403, "E_ORIGIN"),
        // Tokens.
        ("Authorization", &[], 401, "E_TOKEN"),
        ("Authorization", &[""], 401, "E_TOKEN"),
        ("Authorization", &["Bearer"], 401, "E_TOKEN"),
        ("Authorization", &["Bearer "], 401, "E_TOKEN"),
        ("Authorization", &["Bearer wrong"], 401, "E_TOKEN"),
        ("Authorization", &["Bearer alder-token-012345678"], 401, "E_TOKEN"),
        ("Authorization", &["Bearer  alder-token-0123456789"], 401, "E_TOKEN"),
        ("Authorization", &["Basic alder-token-0123456789"], 401, "E_TOKEN"),
        ("Authorization", &["Bearer alder-token-0123456789", "Bearer wrong"], 401, "E_TOKEN"),
        (
            "Authorization",
            &["Bearer alder-token-0123456789", "Bearer alder-token-0123456789"],
            401,
            "E_TOKEN",
        ),
        // Lengths.
        ("Content-Length", &["1048577"], 413, "E_TOO_LONG"),
        ("Content-Length", &["99999999999999"], 413, "E_TOO_LONG"),
        // Sessions.
        ("Mcp-Session-Id", &["00000000-0000-4000-8000-000000000000"], 404, "E_SESSION"),
        ("Mcp-Session-Id", &["../../etc/passwd"], 404, "E_SESSION"),
    ];
    let mut wrong = Vec::new();
    for (name, values, status, code) in table {
        let values: Vec<_> = values.iter().map(|value| value.replace("PORT", &port.to_string())).collect();
        let values: Vec<_> = values.iter().map(String::as_str).collect();
        let reply =
            send(front.address, &request(front.address, |lines| set(lines, name, &values), INITIALIZE));
        if (reply.status, reply.code().as_str()) != (*status, *code) {
            wrong.push(format!("{name}: {values:?}: {reply:?}"));
        }
        assert!(!reply.head.to_lowercase().contains("access-control"), "{reply:?}");
        assert_eq!(reply.header("www-authenticate"), (*status == 401).then_some("Bearer"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    // First lines: other paths, a whole address as the target, a token in the address, other methods.
    let first_lines = [
        ("POST / HTTP/1.1", 404, "E_PATH"),
        ("POST /mcp/ HTTP/1.1", 404, "E_PATH"),
        ("POST /MCP HTTP/1.1", 404, "E_PATH"),
        ("POST //mcp HTTP/1.1", 404, "E_PATH"),
        ("POST /%6dcp HTTP/1.1", 404, "E_PATH"),
        ("POST /x/../mcp HTTP/1.1", 404, "E_PATH"),
        ("POST /mcp?token=alder-token-0123456789 HTTP/1.1", 404, "E_PATH"),
        ("GET /sse HTTP/1.1", 404, "E_PATH"),
        ("GET /.well-known/oauth-protected-resource HTTP/1.1", 404, "E_PATH"),
        ("POST http://evil.example/mcp HTTP/1.1", 403, "E_HOST"),
        ("POST /mcp HTTP/1.0", 403, "E_HOST"),
        ("CONNECT 127.0.0.1:22 HTTP/1.1", 403, "E_HOST"),
        ("PUT /mcp HTTP/1.1", 405, "E_METHOD"),
        ("OPTIONS /mcp HTTP/1.1", 405, "E_METHOD"),
        ("TRACE /mcp HTTP/1.1", 405, "E_METHOD"),
        ("HEAD /mcp HTTP/1.1", 405, "-"),
        ("POST /mcp HTTP/2.0", 400, "-"),
        ("POST /mcp", 400, "-"),
        ("\u{0}\u{1}\u{2}", 400, "-"),
    ];
    for (line, status, code) in first_lines {
        let reply = send(front.address, &request(front.address, |lines| lines[0] = line.to_owned(), ""));
        assert_eq!((reply.status, reply.code().as_str()), (status, code), "{line}: {reply:?}");
    }

    // A browser's question before a request of another page, and of one of this origin: no permission either way.
    for (origin, status, code) in
        [("https://evil.example", 403, "E_ORIGIN"), (&*format!("http://{good}"), 405, "E_METHOD")]
    {
        let preflight = |lines: &mut Vec<String>| {
            lines[0] = "OPTIONS /mcp HTTP/1.1".to_owned();
            set(lines, "Authorization", &[]);
            set(lines, "Origin", &[origin]);
            set(lines, "Access-Control-Request-Method", &["POST"]);
            set(lines, "Access-Control-Request-Headers", &["authorization"]);
        };
        let reply = send(front.address, &request(front.address, preflight, ""));
        assert_eq!((reply.status, reply.code().as_str()), (status, code), "{reply:?}");
        assert!(!reply.head.to_lowercase().contains("access-control"), "{reply:?}");
    }
}

/// Where one reader would end a request and another would not, nothing is answered but the first reading, and nothing
/// after it on that connection.
#[test]
fn a_second_request_cannot_hide_in_a_first() {
    let front = start(quick());
    let hidden = "GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    let chunks = format!("{:x}\r\n{INITIALIZE}\r\n0\r\n\r\n{hidden}", INITIALIZE.len());
    let no_number = "xyz\r\n{}\r\n0\r\n\r\n";
    // Header lines in place of the length, the body, and what comes back. LENGTH stands for the true length. Of a length
    // and chunks the chunks count, as the standard has it; what hyper itself does not read has no code of ours.
    let shapes: &[(&[&str], &str, u16, &str)] = &[
        (&["Content-Length: LENGTH", "Transfer-Encoding: chunked"], &chunks, 200, "-"),
        (&["Transfer-Encoding: chunked", "Content-Length: LENGTH"], &chunks, 200, "-"),
        (&["Transfer-Encoding: chunked"], &chunks, 200, "-"),
        (&["Transfer-Encoding: chunked"], no_number, 400, "E_BROKEN"),
        (&["Transfer-Encoding: gzip, chunked"], &chunks, 400, "E_LENGTH"),
        (&["Transfer-Encoding: chunked, chunked"], &chunks, 400, "E_LENGTH"),
        (&["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], &chunks, 400, "E_LENGTH"),
        (&["Transfer-Encoding: xchunked"], &chunks, 400, "-"),
        (&["Transfer-Encoding : chunked"], &chunks, 400, "-"),
        (&["Transfer-Encoding:\u{b}chunked"], &chunks, 400, "-"),
        (&["Content-Length: LENGTH", "Content-Length: 4"], INITIALIZE, 400, "-"),
        (&["Content-Length: +5"], INITIALIZE, 400, "-"),
        (&["Content-Length: 0x5"], INITIALIZE, 400, "-"),
        (&["Content-Length: 99999999999999999999999"], INITIALIZE, 400, "-"),
        (&["Content-Length: LENGTH", " folded: 1"], INITIALIZE, 400, "-"),
    ];
    for (lines, body, status, code) in shapes {
        let change = |all: &mut Vec<String>| {
            set(all, "Content-Length", &[]);
            all.extend(lines.iter().map(|line| line.replace("LENGTH", &body.len().to_string())));
        };
        let mut stream = connect(front.address);
        stream.write_all(&request(front.address, change, body)).unwrap();
        let reply = receive(&mut stream);
        assert_eq!((reply.status, reply.code().as_str()), (*status, *code), "{lines:?}: {reply:?}");
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        let rest = String::from_utf8_lossy(&rest);
        assert!(!rest.contains("HTTP/1.1 "), "{lines:?}: a second answer: {rest}");
    }
}

#[test]
fn too_much_and_too_slow_end_early() {
    let front = start(quick());
    let address = front.address;
    // Chunks without end: refused at one mebibyte, whatever was promised.
    let mut bomb = request(
        address,
        |lines| {
            set(lines, "Content-Length", &[]);
            lines.push("Transfer-Encoding: chunked".to_owned());
        },
        "",
    );
    for _ in 0..40 {
        bomb.extend_from_slice(format!("8000\r\n{}\r\n", "x".repeat(0x8000)).as_bytes());
    }
    let reply = send(address, &bomb);
    assert_eq!((reply.status, reply.code().as_str()), (413, "E_TOO_LONG"), "{}", reply.head);

    // A body that never ends.
    let reply =
        send(address, &request(address, |lines| set(lines, "Content-Length", &["500"]), "{\"jsonrpc\":"));
    assert_eq!((reply.status, reply.code().as_str()), (408, "E_TOO_SLOW"), "{reply:?}");

    // Headers: too many, too long.
    let many = |lines: &mut Vec<String>| lines.extend((0..100).map(|at| format!("X-{at}: 1")));
    assert_eq!(send(address, &request(address, many, INITIALIZE)).status, 431);
    let long = |lines: &mut Vec<String>| lines.push(format!("X: {}", "x".repeat(64 * 1024)));
    assert_eq!(send(address, &request(address, long, INITIALIZE)).status, 431);

    // A header line by line: the clock runs from the first byte and is not wound up again by later ones.
    let start = Instant::now();
    let mut slow = connect(address);
    slow.write_all(b"POST /mcp HTTP/1.1\r\n").unwrap();
    while start.elapsed() < Duration::from_secs(5) && slow.write_all(b"X: 1\r\n").is_ok() {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(start.elapsed() < Duration::from_secs(3), "a slow header held on for {:?}", start.elapsed());

    // Silence after a request ends a connection as well; a stream of events may be silent for as long as it likes.
    let mut done = connect(address);
    let session = open_on(&mut done, address);
    let mut listening = connect(address);
    listening.write_all(&request(address, |lines| listen(lines, &session), "")).unwrap();
    let mut rest = Vec::new();
    done.read_to_end(&mut rest).unwrap();
    listening.set_read_timeout(Some(Duration::from_millis(900))).unwrap();
    let mut heard = [0; 4096];
    while let Ok(count) = listening.read(&mut heard) {
        assert_ne!(count, 0, "the stream ended");
    }
}

fn listen(lines: &mut Vec<String>, session: &str) {
    lines[0] = "GET /mcp HTTP/1.1".to_owned();
    set(lines, "Mcp-Session-Id", &[session]);
}

fn open_on(stream: &mut std::net::TcpStream, address: SocketAddr) -> String {
    stream.write_all(&request(address, |_| {}, INITIALIZE)).unwrap();
    receive(stream).header("mcp-session-id").unwrap().to_owned()
}

fn post(address: SocketAddr, token: &str, session: Option<&str>, body: &str) -> Reply {
    let change = |lines: &mut Vec<String>| {
        set(lines, "Authorization", &[&format!("Bearer {token}")]);
        if let Some(session) = session {
            set(lines, "Mcp-Session-Id", &[session]);
            set(lines, "Mcp-Protocol-Version", &["2025-11-25"]);
        }
    };
    send(address, &request(address, change, body))
}

fn open(address: SocketAddr, token: &str) -> String {
    let reply = post(address, token, None, INITIALIZE);
    assert_eq!(reply.status, 200, "{reply:?}");
    reply.header("mcp-session-id").unwrap().to_owned()
}

#[test]
fn a_good_session_works_and_belongs_to_its_client() {
    let front = start(Limits::default());
    let address = front.address;
    let opened = post(address, TOKEN, None, INITIALIZE);
    assert_eq!(event(&opened)["result"]["instructions"], "alder");
    assert!(!opened.head.to_lowercase().contains("access-control"));
    let session = opened.header("mcp-session-id").unwrap().to_owned();
    let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    assert_eq!(post(address, TOKEN, Some(&session), initialized).status, 202);
    assert_eq!(event(&post(address, TOKEN, Some(&session), LIST))["result"]["tools"], json!([]));

    // A good token of somebody else does not reach it, in any way, not even to end it.
    for method in ["POST", "GET", "DELETE"] {
        let theft = |lines: &mut Vec<String>| {
            lines[0] = format!("{method} /mcp HTTP/1.1");
            set(lines, "Authorization", &[&format!("Bearer {OTHER}")]);
            set(lines, "Mcp-Session-Id", &[&session]);
        };
        let reply = send(address, &request(address, theft, if method == "POST" { LIST } else { "" }));
        assert_eq!((reply.status, reply.code().as_str()), (404, "E_SESSION"), "{method}");
        // Nor does its own client reach it with a second id beside it.
        let twice = |lines: &mut Vec<String>| {
            lines[0] = format!("{method} /mcp HTTP/1.1");
            set(lines, "Mcp-Session-Id", &[&session, "other"]);
        };
        let reply = send(address, &request(address, twice, if method == "POST" { LIST } else { "" }));
        assert_eq!((reply.status, reply.code().as_str()), (404, "E_SESSION"), "{method}, two ids");
    }
    assert_eq!(event(&post(address, TOKEN, Some(&session), LIST))["result"]["tools"], json!([]));

    // The owner ends it, and then it is gone. Host and Origin may be any of the three names.
    for name in ["127.0.0.1", "localhost", "[::1]"] {
        let named = |lines: &mut Vec<String>| {
            let host = format!("{name}:{}", address.port());
            set(lines, "Host", &[&host]);
            set(lines, "Origin", &[&format!("http://{host}")]);
            set(lines, "Mcp-Session-Id", &[&session]);
        };
        assert_eq!(send(address, &request(address, named, LIST)).status, 200, "{name}");
    }
    let end = |lines: &mut Vec<String>| {
        lines[0] = "DELETE /mcp HTTP/1.1".to_owned();
        set(lines, "Mcp-Session-Id", &[&session]);
    };
    assert_eq!(send(address, &request(address, end, "")).status, 202);
    assert_eq!(post(address, TOKEN, Some(&session), LIST).code(), "E_SESSION");
}

#[test]
fn sessions_and_connections_are_counted() {
    let silence = Duration::from_secs(2);
    let front =
        start(Limits { sessions: 3, door: Door { connections: 20, silence, ..quick().door }, ..quick() });
    let address = front.address;
    let sessions: Vec<_> = [TOKEN, OTHER, TOKEN].iter().map(|token| open(address, token)).collect();
    let full = post(address, OTHER, None, INITIALIZE);
    assert_eq!((full.status, full.code().as_str()), (503, "E_TOO_MANY"));
    // Not even by hiding what it is: a second method, or a version of the protocol without sessions.
    let hidden = INITIALIZE.replacen(r#""method""#, r#""method":"ping","method""#, 1);
    assert_eq!(post(address, OTHER, None, &hidden).code(), "E_TOO_MANY");
    let newest = |lines: &mut Vec<String>| set(lines, "Mcp-Protocol-Version", &["2026-07-28"]);
    assert_eq!(send(address, &request(address, newest, INITIALIZE)).code(), "E_TOO_MANY");
    let end = |lines: &mut Vec<String>| {
        lines[0] = "DELETE /mcp HTTP/1.1".to_owned();
        set(lines, "Mcp-Session-Id", &[&sessions[0]]);
    };
    assert_eq!(send(address, &request(address, end, "")).status, 202);
    let again = open(address, OTHER);

    // Two hundred that say nothing: the first take the places, the others hear so at once, and soon all are gone.
    let start = Instant::now();
    let mut idle: Vec<_> = (0..200).map(|_| connect(address)).collect();
    let heard = idle.iter_mut().rev().take(20).map(receive);
    let turned_away =
        heard.filter(|reply| (reply.status, reply.code().as_str()) == (503, "E_TOO_MANY")).count();
    // On a busy machine some places are free again before the last ones come.
    assert!(turned_away > 0 && (turned_away == 20 || start.elapsed() > silence), "only {turned_away}");
    let mut tries = std::iter::repeat_with(|| {
        std::thread::sleep(Duration::from_millis(100));
        post(address, OTHER, Some(&again), LIST)
    });
    let reply = tries.find(|reply| reply.status == 200 || start.elapsed() > Duration::from_secs(30)).unwrap();
    assert_eq!(event(&reply)["result"]["tools"], json!([]), "{reply:?}");
    drop(idle);
}

#[test]
fn nothing_is_served_to_other_machines() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    for address in ["0.0.0.0:0", "[::]:0"] {
        let Ok(listener) = TcpListener::bind(address) else { continue };
        let served = serve(listener, Doors::new([]), |name: &ClientName| Named(name.clone()), async {});
        let error = runtime.block_on(served).unwrap_err();
        assert!(matches!(error, ServeError::NotLoopback(_)), "{error}");
    }
}

#[test]
fn the_end_comes_also_when_streams_are_open() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let doors = Doors::new([(ClientName::new("alder"), TokenHash::of(TOKEN.as_bytes()))]);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let until = async {
        let _ = stopped.await;
    };
    let served = runtime.spawn(serve(listener, doors, |name: &ClientName| Named(name.clone()), until));
    let session = open(address, TOKEN);
    let mut stream = connect(address);
    stream.write_all(&request(address, |lines| listen(lines, &session), "")).unwrap();
    let mut first = [0; 512];
    assert!(stream.read(&mut first).unwrap() > 0);
    stop.send(()).unwrap();
    let ended = runtime.block_on(async { tokio::time::timeout(Duration::from_secs(5), served).await });
    ended.unwrap().unwrap().unwrap();
}
