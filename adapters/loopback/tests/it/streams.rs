//! Streams of news, with a client that reads them as a browser does.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use http_body_util::{BodyExt as _, Empty};
use hyper::body::{Bytes, Incoming};
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use laika_loopback::window::{Rights, WindowLimits};

use super::world::{ACT, Running, VIEW, start};

const SOON: Duration = Duration::from_secs(5);

/// What reads; the window has a runtime of its own.
fn reader() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

async fn listen(address: SocketAddr, token: &str) -> Response<Incoming> {
    let stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let request = Request::get("/api/news")
        .header("host", address.to_string())
        .header("authorization", format!("Bearer {token}"))
        .header("sec-fetch-site", "same-origin")
        .body(Empty::<Bytes>::new())
        .unwrap();
    sender.send_request(request).await.unwrap()
}

/// The next piece of the stream; none at its end.
async fn next(answer: &mut Response<Incoming>) -> Option<String> {
    let frame = tokio::time::timeout(SOON, answer.body_mut().frame()).await.expect("something comes");
    Some(String::from_utf8(frame?.unwrap().into_data().unwrap().to_vec()).unwrap())
}

fn open(running: &Running) -> usize {
    running.told.streams.lock().unwrap().iter().filter(|(_, sender)| !sender.is_closed()).count()
}

async fn until(done: impl Fn() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < SOON, "it never came");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[test]
fn one_line_for_each_and_a_beat_in_between() {
    let running = start(WindowLimits { beat: Duration::from_millis(300), ..WindowLimits::default() });
    reader().block_on(lines_and_beats(&running));
}

async fn lines_and_beats(running: &Running) {
    let mut answer = listen(running.address, VIEW).await;
    assert_eq!(answer.headers()["content-type"], "application/x-ndjson");
    assert_eq!(answer.headers()["transfer-encoding"], "chunked");
    assert_eq!(answer.headers()["cache-control"], "no-store");
    let (rights, news) = running.told.streams.lock().unwrap()[0].clone();
    assert_eq!(rights, Rights::View);
    news.send("{\"n\":1}".to_owned()).await.unwrap();
    assert_eq!(next(&mut answer).await.unwrap(), "{\"n\":1}\n");
    // A text that was laid out in lines is one line all the same.
    news.send("{\n\"n\":2\r\n}".to_owned()).await.unwrap();
    assert_eq!(next(&mut answer).await.unwrap(), "{ \"n\":2  }\n");
    for _ in 0..2 {
        assert_eq!(next(&mut answer).await.unwrap(), "{\"says\":\"here\"}\n");
    }
    // It ends with the news.
    drop(news);
    running.told.streams.lock().unwrap().clear();
    assert_eq!(next(&mut answer).await, None);
}

#[test]
fn streams_are_counted_and_given_back() {
    let mut running = start(WindowLimits::default());
    reader().block_on(counted(&mut running));
}

async fn counted(running: &mut Running) {
    let mut streams = Vec::new();
    for _ in 0..8 {
        streams.push(listen(running.address, ACT).await);
    }
    let full = listen(running.address, ACT).await;
    assert_eq!(full.status(), 503);
    let body = full.into_body().collect().await.unwrap().to_bytes();
    assert!(String::from_utf8_lossy(&body).contains("\"code\":\"E_TOO_MANY\""), "{body:?}");
    // A page that goes away is noticed, and its place is free.
    drop(streams.pop());
    until(|| open(running) == 7).await;
    assert_eq!(listen(running.address, ACT).await.status(), 200);
    // The end of the window is the end of every stream.
    drop(running.stop.take());
    for stream in &mut streams {
        assert_eq!(next(stream).await, None);
    }
    until(|| open(running) == 0).await;
}
