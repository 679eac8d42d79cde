//! When a request is sent again, and when not.

use std::time::{Duration, Instant};

use super::direct::Direct;
use super::server::{Act, Server, answer, recorded};
use super::{ask, openai, quick};
use crate::Cancel;
use crate::remote::{Dialect, OpenAi, Remote, Settings};

fn remote(server: &Server, settings: Settings) -> Remote<OpenAi, Direct> {
    let api = openai(&server.base("/v1"), Dialect::OpenAi);
    Remote::new(api, Direct(server.address), settings).unwrap()
}

fn says(names: &[&str]) -> Server {
    Server::recorded(names)
}

#[tokio::test]
async fn a_busy_server_is_asked_again_with_the_same_bytes() {
    for names in [
        ["llama-server-loading", "llama-server-loading", "openai-text"],
        ["anthropic-overloaded", "openai-limited", "openai-text"],
    ] {
        let server = says(&names);
        let remote = remote(&server, quick());
        assert!(remote.write_here(&ask(None), &Cancel::new()).await.is_ok(), "{names:?}");
        let heard = server.heard();
        assert_eq!(heard.len(), 3);
        assert!(heard.iter().all(|one| *one == heard[0]));
        assert_eq!((remote.spent().requests, remote.spent().answers), (3, 1));
    }
}

#[tokio::test]
async fn it_ends_after_two_repeats_and_within_the_deadline() {
    let server = says(&["llama-server-loading"]);
    let error = remote(&server, quick()).write_here(&ask(None), &Cancel::new()).await.unwrap_err();
    assert_eq!((error.code(), server.heard().len()), ("E_REMOTE_BUSY", 3));
    assert!(error.to_string().contains("Loading model"), "{error}");
    let slow = answer(429, &[("retry-after", "3600")], "");
    let server = Server::start(vec![Act::Say(slow)]);
    let settings = Settings { deadline: Duration::from_secs(2), ..quick() };
    let began = Instant::now();
    let error = remote(&server, settings).write_here(&ask(None), &Cancel::new()).await.unwrap_err();
    assert_eq!((error.code(), server.heard().len()), ("E_REMOTE_LIMITED", 1));
    assert!(began.elapsed() < Duration::from_secs(2));
}

#[tokio::test]
async fn what_may_have_been_read_is_not_sent_again() {
    let cut = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{".to_vec();
    for act in [cut, answer(500, &[], ""), answer(400, &[], ""), recorded("openai-bad-key"), Vec::new()] {
        let server = Server::start(vec![Act::Say(act)]);
        assert!(remote(&server, quick()).write_here(&ask(None), &Cancel::new()).await.is_err());
        assert_eq!(server.heard().len(), 1);
    }
}

#[tokio::test]
async fn nobody_there_is_tried_again_and_told() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let api = openai(&format!("http://{closed}/v1"), Dialect::OpenAi);
    let remote = Remote::new(api, Direct(closed), quick()).unwrap();
    let error = remote.write_here(&ask(None), &Cancel::new()).await.unwrap_err();
    assert_eq!((error.code(), remote.spent().requests), ("E_REMOTE_UNREACHABLE", 3));
}

#[tokio::test]
async fn a_request_can_be_taken_back() {
    let server = Server::start(vec![Act::Trickle]);
    let remote = remote(&server, quick());
    let cancel = Cancel::new();
    let (began, later) = (Instant::now(), cancel.clone());
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(200)).await;
        later.cancel();
    });
    let error = remote.write_here(&ask(None), &cancel).await.unwrap_err();
    assert_eq!(error.code(), "E_REMOTE_CANCELLED");
    assert!(began.elapsed() < Duration::from_secs(2));
    assert_eq!(remote.write_here(&ask(None), &cancel).await.unwrap_err().code(), "E_REMOTE_CANCELLED");
    assert_eq!(server.heard().len(), 1, "what was taken back before is never sent");
}
