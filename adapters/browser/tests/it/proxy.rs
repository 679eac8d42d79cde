//! The way out: through the proxy of the context, with its own name and password.

use std::sync::{Arc, Mutex};

use laika_browser::{ContextOptions, ProxyAccess};
use laika_protocol::secret::Secret;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::world::{Recorder, test};

/// A proxy that wants a name and a password and answers everything itself.
async fn proxy() -> (std::net::SocketAddr, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let log = Arc::clone(&heard);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let log = Arc::clone(&log);
            tokio::spawn(async move {
                let mut bytes = Vec::new();
                loop {
                    while !bytes.ends_with(b"\r\n\r\n") {
                        if stream.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
                            return;
                        }
                    }
                    let head = String::from_utf8_lossy(&bytes).into_owned();
                    bytes.clear();
                    let known = head.to_ascii_lowercase().contains("proxy-authorization: basic");
                    log.lock().unwrap().push(head);
                    let answer = if known {
                        "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 22\r\n\r\n<title>Through</title>"
                    } else {
                        "HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm=\"laika\"\r\ncontent-length: 0\r\n\r\n"
                    };
                    if stream.write_all(answer.as_bytes()).await.is_err() {
                        return;
                    }
                }
            });
        }
    });
    (address, heard)
}

#[test]
fn each_context_has_its_own_way_out() {
    test(async |world, place| {
        let (address, heard) = proxy().await;
        for user in ["one", "two"] {
            let access =
                ProxyAccess { address, user: user.to_owned(), password: Secret::new("pass word".to_owned()) };
            let rule = Arc::new(Recorder::default());
            let options = ContextOptions { proxy: Some(access), ..ContextOptions::new(rule) };
            let context = world.browser.context(options).await.unwrap();
            let tab = context.open().await.unwrap();
            // Loopback must not go past the proxy.
            for url in [place.server.url("/x"), url::Url::parse("http://laika.example/").unwrap()] {
                assert_eq!(tab.navigate(&url).await.unwrap().title, "Through");
            }
            let credentials = base64(&format!("{user}:pass word"));
            assert!(heard.lock().unwrap().iter().any(|head| head.contains(&credentials)), "{user}");
        }
        assert!(place.server.seen("/x").is_empty());

        let wrong = ProxyAccess {
            address: "127.0.0.1:1".parse().unwrap(),
            user: "x".into(),
            password: Secret::new("y".into()),
        };
        let options =
            ContextOptions { proxy: Some(wrong), ..ContextOptions::new(Arc::new(Recorder::default())) };
        let context = world.browser.context(options).await.unwrap();
        let error = context.open().await.unwrap().navigate(&place.server.url("/x")).await.unwrap_err();
        assert_eq!(error.reason.unwrap().as_str(), "E_PROXY");
    });
}

fn base64(text: &str) -> String {
    use ::base64::Engine;
    ::base64::engine::general_purpose::STANDARD.encode(text)
}
