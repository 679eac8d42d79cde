//! Requests of Laika itself: where they go, what is taken back, and what ends with Stop.

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::net::{IpAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use laika_net::{FixedNames, NetError, NetWorker, Refusal, SendError, WorkerOptions};
use laika_protocol::http::{HeaderValue, HttpRequest, HttpResponse, MOST_SENT, Method};
use laika_protocol::ids::Origin;
use laika_protocol::secret::{SafeUrl, Secret};

use super::{Server, read_head, worker, worker_with};

fn post(url: &str, body: impl Into<Vec<u8>>) -> HttpRequest {
    HttpRequest {
        method: Method::Post,
        url: SafeUrl::parse(url).unwrap(),
        headers: vec![
            ("content-type".into(), HeaderValue::Plain("application/json".into())),
            ("authorization".into(), HeaderValue::Secret(Secret::new("Bearer k3y".into()))),
        ],
        body: body.into(),
        deadline_ms: 20_000,
        most_bytes: 1 << 20,
    }
}

async fn send(worker: &NetWorker, request: HttpRequest, private: bool) -> Result<HttpResponse, Refusal> {
    let allow = Origin::of_url(request.url.expose()).unwrap();
    worker.send(request, allow, private).await.map_err(refusal)
}

fn refusal(error: SendError) -> Refusal {
    match error {
        SendError::Refused(why) => why,
        SendError::Worker(error) => panic!("{error}"),
    }
}

fn names(pairs: &[(&str, &str)]) -> WorkerOptions {
    let fixed: FixedNames = pairs
        .iter()
        .map(|(name, address)| ((*name).into(), vec![vec![address.parse::<IpAddr>().unwrap()]]))
        .collect();
    WorkerOptions { fixed_names: Some(fixed) }
}

/// Reads a request with its body, keeps all of it, and answers.
fn recording(answer: &'static str) -> Server {
    Server::start(move |mut stream, seen| {
        let whole = read_request(&mut stream);
        seen.lock().unwrap().extend(whole);
        let _ = stream.write_all(answer.as_bytes());
    })
}

fn read_request(stream: &mut TcpStream) -> Vec<u8> {
    let mut whole = read_head(stream);
    let head = String::from_utf8_lossy(&whole).to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body).unwrap();
    whole.extend(body);
    whole
}

const OK: &str =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nSet-Cookie: sid=1\r\nContent-Length: 2\r\n\r\n{}";

#[tokio::test(flavor = "multi_thread")]
async fn a_request_goes_out_as_it_is_and_its_answer_comes_back() {
    let server = recording(OK);
    let worker = worker().await;
    let url = format!("{}/v1/chat?x=1", server.origin());
    let answer = send(&worker, post(&url, "{\"a\":1}"), true).await.unwrap();
    assert_eq!((answer.status, answer.body.as_slice()), (200, &b"{}"[..]));
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("set-cookie"), None);
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        server.seen(),
        format!(
            "POST /v1/chat?x=1 HTTP/1.1\r\nhost: {}\r\nuser-agent: laika/{version}\r\n\
             accept-encoding: identity\r\nconnection: close\r\ncontent-length: 7\r\n\
             content-type: application/json\r\nauthorization: Bearer k3y\r\n\r\n{{\"a\":1}}",
            server.address
        )
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_pack_fits_and_more_does_not() {
    let server = Server::start(|mut stream, seen| {
        let whole = read_request(&mut stream);
        seen.lock().unwrap().extend(whole.len().to_string().bytes());
        let body = vec![b'y'; 1 << 20];
        let _ = write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
        let _ = stream.write_all(&body);
    });
    let worker = worker().await;
    let url = format!("{}/", server.origin());
    let answer = send(&worker, post(&url, vec![b'x'; MOST_SENT]), true).await.unwrap();
    assert_eq!(answer.body, vec![b'y'; 1 << 20]);
    assert!(server.seen().parse::<usize>().unwrap() > MOST_SENT);
    let more = send(&worker, post(&url, vec![b'x'; MOST_SENT + 1]), true).await.unwrap_err();
    assert_eq!(more, Refusal::Malformed);
    let mut small = post(&url, "");
    small.most_bytes = (1 << 20) - 1;
    assert_eq!(send(&worker, small, true).await.unwrap_err(), Refusal::TooLarge);
    assert!(worker.is_alive());
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_named_origin_and_only_where_it_may_be() {
    let server = recording(OK);
    let port = server.address.port();
    let worker = worker_with(names(&[
        ("inside.example", "127.0.0.1"),
        ("localhost", "93.184.216.34"),
        ("outside.example", "93.184.216.34"),
    ]))
    .await;
    let here = format!("http://127.0.0.1:{port}/");
    let other = Origin::parse("http://127.0.0.1:1").unwrap();
    let why = refusal(worker.send(post(&here, ""), other, true).await.unwrap_err());
    assert_eq!(why, Refusal::Origin);
    for (url, private, expected) in [
        (here.clone(), false, Refusal::Private),
        ("http://printer/".into(), false, Refusal::Private),
        (format!("http://inside.example:{port}/"), false, Refusal::Private),
        ("http://nobody.example/".into(), true, Refusal::NotFound),
    ] {
        assert_eq!(send(&worker, post(&url, ""), private).await.unwrap_err(), expected, "{url}");
    }
    assert_eq!(server.connections(), 0, "nobody was asked");
    // A name that the person named, and that leads to this machine.
    assert!(send(&worker, post(&format!("http://inside.example:{port}/"), ""), true).await.is_ok());
    worker.set_own_ports(BTreeSet::from([port])).await.unwrap();
    assert_eq!(send(&worker, post(&here, ""), true).await.unwrap_err(), Refusal::Own);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redirect_is_an_answer_and_is_not_followed() {
    let target = recording(OK);
    let location =
        format!("HTTP/1.1 307 There\r\nLocation: {}/\r\nContent-Length: 0\r\n\r\n", target.origin());
    let server = recording(Box::leak(location.into_boxed_str()));
    let worker = worker().await;
    let answer = send(&worker, post(&format!("{}/", server.origin()), "{}"), true).await.unwrap();
    assert_eq!((answer.status, answer.header("location").is_some()), (307, true));
    assert_eq!(target.connections(), 0);
}

/// Only who asks for a packed answer gets one, and unpacked it has the same bound.
#[tokio::test(flavor = "multi_thread")]
async fn a_packed_answer_comes_to_whoever_asked_for_one() {
    let server = Server::start(|mut stream, seen| {
        seen.lock().unwrap().extend(read_request(&mut stream));
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packer.write_all(&vec![b'x'; 1 << 20]).unwrap();
        let body = packer.finish().unwrap();
        let length = body.len();
        let _ =
            write!(stream, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {length}\r\n\r\n");
        let _ = stream.write_all(&body);
    });
    let worker = worker().await;
    let asking = |most_bytes| {
        let mut request = post(&format!("{}/", server.origin()), "{}");
        request.headers.push(("accept-encoding".into(), HeaderValue::Plain("gzip".into())));
        request.most_bytes = most_bytes;
        request
    };
    let answer = send(&worker, asking(1 << 20), true).await.unwrap();
    assert_eq!((answer.body.len(), answer.header("content-encoding")), (1 << 20, None));
    assert!(server.seen().contains("accept-encoding: gzip\r\n"));
    assert_eq!(send(&worker, asking((1 << 20) - 1), true).await.unwrap_err(), Refusal::TooLarge);
    let plain = post(&format!("{}/", server.origin()), "{}");
    assert_eq!(send(&worker, plain, true).await.unwrap_err(), Refusal::Compressed);
    assert!(worker.is_alive());
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_servers_end_in_a_refusal_in_time() {
    let worker = worker().await;
    let gzip = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}";
    for (answer, expected) in [
        ("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{}", Refusal::BrokenOff),
        ("SSH-2.0-OpenSSH\r\n\r\n", Refusal::NotHttp),
        ("", Refusal::BrokenOff),
        (gzip, Refusal::Compressed),
    ] {
        let server = recording(answer);
        let why = send(&worker, post(&format!("{}/", server.origin()), "{}"), true).await.unwrap_err();
        assert_eq!(why, expected, "{answer}");
    }
    let endless = Server::start(|mut stream, _| {
        read_request(&mut stream);
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        while stream.write_all(&[b'x'; 65_536]).is_ok() {}
    });
    let why = send(&worker, post(&format!("{}/", endless.origin()), "{}"), true).await.unwrap_err();
    assert_eq!(why, Refusal::TooLarge);
    let slow = Server::start(|mut stream, _| {
        read_request(&mut stream);
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n");
        while stream.write_all(b"a: b\r\n").is_ok() {
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    let mut request = post(&format!("{}/", slow.origin()), "{}");
    request.deadline_ms = 400;
    let start = Instant::now();
    assert_eq!(send(&worker, request, true).await.unwrap_err(), Refusal::Timeout);
    assert!(start.elapsed() < Duration::from_secs(5));
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let why = send(&worker, post(&format!("http://{closed}/"), "{}"), true).await.unwrap_err();
    assert_eq!(why, Refusal::Unreachable);
    assert!(!why.may_have_arrived() && Refusal::Timeout.may_have_arrived());
}

/// A server that reads slowly and says when the connection is gone.
fn slow_reader(gone: Arc<Mutex<Option<usize>>>) -> Server {
    Server::start(move |mut stream, _| {
        let mut read = 0;
        let mut buffer = [0; 4096];
        while let Ok(length @ 1..) = stream.read(&mut buffer) {
            read += length;
            std::thread::sleep(Duration::from_millis(2));
        }
        *gone.lock().unwrap() = Some(read);
    })
}

async fn is_gone(gone: &Mutex<Option<usize>>) -> usize {
    for _ in 0..500 {
        if let Some(read) = *gone.lock().unwrap() {
            return read;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the connection is still open")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_waits_for_any_more_ends() {
    let worker = worker().await;
    let gone = Arc::default();
    let server = slow_reader(Arc::clone(&gone));
    let request = post(&format!("{}/", server.origin()), vec![b'x'; MOST_SENT]);
    let sending = tokio::time::timeout(Duration::from_millis(300), send(&worker, request, true));
    assert!(sending.await.is_err());
    assert!(is_gone(&gone).await < MOST_SENT, "the rest stays here");
    let answering = recording(OK);
    assert!(send(&worker, post(&format!("{}/", answering.origin()), "{}"), true).await.is_ok());
    assert!(worker.is_alive());
}

#[tokio::test(flavor = "multi_thread")]
async fn stop_ends_the_bytes_in_flight() {
    let worker = Arc::new(worker().await);
    let gone = Arc::default();
    let server = slow_reader(Arc::clone(&gone));
    let url = format!("{}/", server.origin());
    let sending = {
        let worker = Arc::clone(&worker);
        tokio::spawn(async move { send(&worker, post(&url, vec![b'x'; MOST_SENT]), true).await })
    };
    while server.connections() == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    worker.stop_sending().await.unwrap();
    assert_eq!(sending.await.unwrap().unwrap_err(), Refusal::Abandoned);
    assert!(is_gone(&gone).await < MOST_SENT);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_go_at_once_and_too_many_are_told_so() {
    let worker = Arc::new(worker().await);
    let gone = Arc::default();
    let server = slow_reader(gone);
    let url = format!("{}/", server.origin());
    let waiting: Vec<_> = (0..32)
        .map(|_| {
            let (worker, url) = (Arc::clone(&worker), url.clone());
            tokio::spawn(async move { send(&worker, post(&url, "{}"), true).await })
        })
        .collect();
    while server.connections() < 32 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(send(&worker, post(&url, "{}"), true).await.unwrap_err(), Refusal::TooMany);
    // Orders about contexts are not held up by them.
    assert!(matches!(worker.set_own_ports(BTreeSet::new()).await, Ok(())));
    worker.stop_sending().await.unwrap();
    for one in waiting {
        assert_eq!(one.await.unwrap().unwrap_err(), Refusal::Abandoned);
    }
    let id = worker.process_id();
    assert!(std::process::Command::new("kill").args(["-9", &id.to_string()]).status().unwrap().success());
    let error = worker.send(post(&url, "{}"), Origin::of_url(&url).unwrap(), true).await.unwrap_err();
    assert!(matches!(error, SendError::Worker(NetError::Gone)), "{error}");
}
