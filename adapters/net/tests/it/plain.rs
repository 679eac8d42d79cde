//! Plain HTTP through the proxy.

use std::io::{Read as _, Write as _};
use std::thread;
use std::time::Duration;

use super::{Server, connect, credentials, exchange, get, row, rules, status, worker};

#[tokio::test(flavor = "multi_thread")]
async fn a_request_and_its_answer_pass_without_what_is_between_us() {
    let server = Server::answering(
        "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 Fine\r\nContent-Length: 5\r\nKeep-Alive: timeout=5\r\n\
        Connection: keep-alive\r\nAlt-Svc: h3=\":443\"\r\nLaika-Proxy: own\r\nProxy-Authenticate: Basic\r\n\
        Set-Cookie: a=b\r\nSet-Cookie: c=d\r\n\r\nhello",
    );
    let worker = worker().await;
    let access = worker.open_context(rules(&[server.origin()])).await.unwrap();
    let host = server.address.to_string();
    let answer = exchange(
        &access,
        &format!("GET http://{host}/path?query=1 HTTP/1.1"),
        &format!("Host: {host}\r\nProxy-Connection: keep-alive\r\nCookie: k=v\r\nUser-Agent: x\r\n"),
        b"",
    );
    assert_eq!(
        answer,
        "HTTP/1.1 200 Fine\r\ncontent-length: 5\r\nset-cookie: a=b\r\nset-cookie: c=d\r\nconnection: close\r\n\r\nhello"
    );
    assert_eq!(
        server.seen(),
        format!(
            "GET /path?query=1 HTTP/1.1\r\nhost: {host}\r\ncookie: k=v\r\nuser-agent: x\r\nconnection: close\r\n\r\n"
        )
    );
    let counts = worker.counters(access.context).await.unwrap();
    let row = row(&counts, "127.0.0.1");
    assert_eq!((row.port, row.connections, row.refused, row.lookups), (server.address.port(), 1, 0, 0));
    assert_eq!((row.bytes_up, row.bytes_down), (server.seen().len() as u64, answer.len() as u64));
    assert_eq!(row.last_problem, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_arrives_whole_and_once() {
    let server = Server::start(|mut stream, seen| {
        super::read_head(&mut stream);
        let mut body = vec![0; 3_000_000];
        stream.read_exact(&mut body).unwrap();
        seen.lock().unwrap().extend_from_slice(&body);
        stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").unwrap();
        // It stays open, against what it was told.
        thread::sleep(Duration::from_secs(60));
    });
    let worker = worker().await;
    let access = worker.open_context(rules(&[server.origin()])).await.unwrap();
    let body: Vec<u8> = (0..3_000_000_u32).map(|number| number.to_le_bytes()[1]).collect();
    let host = server.address.to_string();
    let mut stream = connect(&access);
    let head = format!(
        "POST http://{host}/ HTTP/1.1\r\nHost: {host}\r\n{}Content-Length: {}\r\n\r\n",
        credentials(&access),
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(&body).unwrap();
    assert!(super::read_head(&mut stream).starts_with(b"HTTP/1.1 204"));
    assert!(*server.seen.lock().unwrap() == body);
    assert_eq!(server.connections(), 1);
}

/// S11: what may have been done is not done again.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_drops_the_connection_gets_no_second_request() {
    let server = Server::start(|mut stream, _| {
        super::read_head(&mut stream);
        stream.read_exact(&mut [0; 4]).unwrap();
    });
    let worker = worker().await;
    let access = worker.open_context(rules(&[server.origin()])).await.unwrap();
    let host = server.address.to_string();
    let fields = format!("Host: {host}\r\nContent-Length: 4\r\n");
    let answer = exchange(&access, &format!("POST http://{host}/ HTTP/1.1"), &fields, b"body");
    assert_eq!(status(&answer), "502 broken_off");
    thread::sleep(Duration::from_millis(300));
    assert_eq!(server.connections(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_cannot_speak_for_the_proxy() {
    let worker = worker().await;
    for answer in [
        "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"laika\"\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n",
        "SSH-2.0-OpenSSH\r\n\r\n",
        "HTTP/1.1 200 OK\r\nA : b\r\n\r\n",
        "HTTP/1.1 200 OK\r\nUnfinished",
        "",
    ] {
        let server = Server::answering(answer);
        let access = worker.open_context(rules(&[server.origin()])).await.unwrap();
        assert_eq!(status(&get(&access, &format!("{}/", server.origin()))), "502 broken_off", "{answer}");
        assert_eq!(server.connections(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_cut_off_is_not_taken_for_complete() {
    let server = Server::start(|mut stream, _| {
        super::read_head(&mut stream);
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\nhalf").unwrap();
        thread::sleep(Duration::from_millis(200));
        // With something unread, closing resets the connection.
        stream.set_nonblocking(true).unwrap();
    });
    let worker = worker().await;
    let access = worker.open_context(rules(&[server.origin()])).await.unwrap();
    let host = server.address.to_string();
    let mut stream = connect(&access);
    let head = format!(
        "POST http://{host}/ HTTP/1.1\r\nHost: {host}\r\n{}Content-Length: 4\r\n\r\nbody",
        credentials(&access)
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let error = stream.read_to_end(&mut answer).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset);
    assert!(answer.ends_with(b"half"));
}
