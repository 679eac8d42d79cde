//! Tunnels: bytes both ways, half-closed ends, Stop, and idle ones.

use std::io::{Read as _, Write as _};
use std::net::Shutdown;
use std::thread;
use std::time::{Duration, Instant};

use laika_net::{IdleClosed, Kind, NetError, Problem, Resources};

use super::{Server, row, rules, tunnel, worker};

#[tokio::test(flavor = "multi_thread")]
async fn bytes_go_both_ways_and_are_counted() {
    let server = Server::echo();
    let worker = worker().await;
    let access = worker.open_context(rules(&[server.origin()])).await.unwrap();
    let mut stream = tunnel(&access, &server.address.to_string()).unwrap();
    let sent: Vec<u8> = (0..1_000_000_u32).map(|number| number.to_le_bytes()[1]).collect();
    let mut writer = stream.try_clone().unwrap();
    let copy = sent.clone();
    let writing = thread::spawn(move || {
        writer.write_all(&copy).unwrap();
        // The other direction stays open.
        writer.shutdown(Shutdown::Write).unwrap();
    });
    let mut got = Vec::new();
    stream.read_to_end(&mut got).unwrap();
    writing.join().unwrap();
    assert!(got == sent);
    let counts = worker.counters(access.context).await.unwrap();
    let row = row(&counts, "127.0.0.1");
    assert_eq!(
        (row.kind, row.connections, row.bytes_up, row.bytes_down),
        (Kind::Document, 1, 1_000_000, 1_000_000)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_may_answer_after_the_client_has_ended() {
    let server = Server::start(|mut stream, _| {
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        thread::sleep(Duration::from_millis(100));
        write!(stream, "got {text}").unwrap();
    });
    let worker = worker().await;
    let access = worker.open_context(rules(&[server.origin()])).await.unwrap();
    let mut stream = tunnel(&access, &server.address.to_string()).unwrap();
    stream.write_all(b"all").unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert_eq!(text, "got all");
}

#[tokio::test(flavor = "multi_thread")]
async fn stop_ends_everything_at_once() {
    let server = Server::start(|mut stream, seen| {
        let mut buffer = [0; 65536];
        while let Ok(length @ 1..) = stream.read(&mut buffer) {
            seen.lock().unwrap().extend_from_slice(&buffer[..length]);
            // Slower than the client, so that the buffers between them are full.
            thread::sleep(Duration::from_millis(5));
        }
    });
    let worker = worker().await;
    let access = worker.open_context(rules(&[server.origin()])).await.unwrap();
    let other = worker.open_context(rules(&[server.origin()])).await.unwrap();
    let mut untouched = tunnel(&other, &server.address.to_string()).unwrap();
    let mut streams: Vec<_> = (0..8).map(|_| tunnel(&access, &server.address.to_string()).unwrap()).collect();
    let mut busy = streams.pop().unwrap();
    let writing = thread::spawn(move || {
        let mut sent = 0_usize;
        while let Ok(length) = busy.write(&[7; 65536]) {
            sent += length;
        }
        sent
    });
    thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    worker.close_context(access.context).await.unwrap();
    let took = start.elapsed();
    assert!(took < Duration::from_millis(250), "{took:?}");
    for stream in &mut streams {
        assert!(!matches!(stream.read(&mut [0]), Ok(1..)));
    }
    let sent = writing.join().unwrap();
    // What the server had not been sent yet is gone; only its own system's buffer is left to it.
    thread::sleep(Duration::from_millis(50));
    let seen = server.seen.lock().unwrap().len();
    assert!(seen < sent, "{seen} of {sent}");
    untouched.write_all(b"on").unwrap();
    assert_eq!(tunnel(&access, &server.address.to_string()).unwrap_err(), "407 no_credentials");
    assert!(matches!(worker.counters(access.context).await, Err(NetError::NoSuchContext)));
    assert!(matches!(worker.close_context(access.context).await, Err(NetError::NoSuchContext)));
}

#[tokio::test(flavor = "multi_thread")]
async fn new_rules_end_what_they_no_longer_admit() {
    let (kept, lost) = (Server::echo(), Server::echo());
    let worker = worker().await;
    let both = rules(&[kept.origin(), lost.origin()]);
    let access = worker.open_context(both).await.unwrap();
    let mut kept_stream = tunnel(&access, &kept.address.to_string()).unwrap();
    let mut lost_stream = tunnel(&access, &lost.address.to_string()).unwrap();
    worker.update(access.context, rules(&[kept.origin()])).await.unwrap();
    assert!(!matches!(lost_stream.read(&mut [0]), Ok(1..)));
    kept_stream.write_all(b"x").unwrap();
    kept_stream.read_exact(&mut [0]).unwrap();
    assert_eq!(tunnel(&access, &lost.address.to_string()).unwrap_err(), "403 port");
    let mut strict = rules(&[kept.origin()]);
    strict.documents.clear();
    strict.resources = Resources::Denied;
    worker.update(access.context, strict).await.unwrap();
    assert!(!matches!(kept_stream.read(&mut [0]), Ok(1..)));
    assert_eq!(tunnel(&access, &kept.address.to_string()).unwrap_err(), "403 not_allowed");
}

/// S11: before a submit, connections that the browser kept are closed.
#[tokio::test(flavor = "multi_thread")]
async fn idle_tunnels_to_one_host_are_closed_and_busy_ones_stay() {
    let server = Server::echo();
    let worker = worker().await;
    let access = worker.open_context(rules(&[server.origin()])).await.unwrap();
    let mut idle = tunnel(&access, &server.address.to_string()).unwrap();
    thread::sleep(Duration::from_millis(400));
    let mut busy = tunnel(&access, &server.address.to_string()).unwrap();
    busy.write_all(b"x").unwrap();
    busy.read_exact(&mut [0]).unwrap();
    let closed = worker.close_idle(access.context, "elsewhere.example").await.unwrap();
    assert_eq!(closed, IdleClosed { closed: 0, busy: 0 });
    let closed = worker.close_idle(access.context, "127.0.0.1").await.unwrap();
    assert_eq!(closed, IdleClosed { closed: 1, busy: 1 });
    assert!(!matches!(idle.read(&mut [0]), Ok(1..)));
    busy.write_all(b"y").unwrap();
    busy.read_exact(&mut [0]).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_context_holds_a_bounded_number_of_connections() {
    let server = Server::echo();
    let worker = worker().await;
    let access = worker.open_context(rules(&[server.origin()])).await.unwrap();
    let target = server.address.to_string();
    let mut streams: Vec<_> = (0..288).map(|_| tunnel(&access, &target).unwrap()).collect();
    assert_eq!(tunnel(&access, &target).unwrap_err(), "429 too_many");
    let counts = worker.counters(access.context).await.unwrap();
    assert_eq!(row(&counts, "127.0.0.1").last_problem, Some(Problem::TooMany));
    drop(streams.pop());
    let start = Instant::now();
    while tunnel(&access, &target).is_err() {
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}

/// S11: while something is submitted its host gets one new tunnel, and none when that one breaks.
#[tokio::test(flavor = "multi_thread")]
async fn a_held_host_gets_one_tunnel_at_a_time() {
    let server = Server::echo();
    let worker = worker().await;
    let access = worker.open_context(rules(&[server.origin()])).await.unwrap();
    let target = server.address.to_string();
    let mut kept = tunnel(&access, &target).unwrap();
    thread::sleep(Duration::from_millis(300));
    let closed = worker.hold(access.context, "127.0.0.1").await.unwrap();
    assert_eq!(closed, IdleClosed { closed: 1, busy: 0 });
    assert!(!matches!(kept.read(&mut [0]), Ok(1..)));

    let first = tunnel(&access, &target).unwrap();
    let (second_access, second_target) = (access.clone(), target.clone());
    let second = thread::spawn(move || tunnel(&second_access, &second_target).map(drop));
    thread::sleep(Duration::from_millis(300));
    assert!(!second.is_finished());
    assert_eq!(server.connections(), 2);
    // It breaks: whoever waited would send the same again.
    drop(first);
    assert_eq!(second.join().unwrap().unwrap_err(), "429 held");
    assert_eq!(tunnel(&access, &target).unwrap_err(), "429 held");
    assert_eq!(server.connections(), 2);
    worker.release(access.context, "127.0.0.1").await.unwrap();
    assert!(tunnel(&access, &target).is_ok());

    // One that waits goes on when all went well.
    worker.hold(access.context, "127.0.0.1").await.unwrap();
    let _first = tunnel(&access, &target).unwrap();
    let context = access.context;
    let second = thread::spawn(move || tunnel(&access, &target).map(drop));
    thread::sleep(Duration::from_millis(200));
    assert!(!second.is_finished());
    worker.release(context, "127.0.0.1").await.unwrap();
    assert!(second.join().unwrap().is_ok());
}
