//! The proxy's own answers.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::problem::Problem;

/// The field that marks an answer as the proxy's own. It is taken out of what servers send.
pub(super) const OWN_FIELD: &str = "laika-proxy";

const WITHIN: Duration = Duration::from_secs(5);

/// Says why a request did not get through, and ends the connection.
pub(super) async fn problem(client: &mut TcpStream, problem: Problem) {
    let challenge =
        if problem == Problem::NoCredentials { "Proxy-Authenticate: Basic realm=\"laika\"\r\n" } else { "" };
    let body = format!("Laika: {problem}\n");
    let text = format!(
        "HTTP/1.1 {}\r\n{challenge}{OWN_FIELD}: {}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n{body}",
        problem.status(),
        problem.word(),
        body.len(),
    );
    // Who does not wait for the answer does not get it.
    if let Ok(Ok(())) = timeout(WITHIN, client.write_all(text.as_bytes())).await {
        finish(client).await;
    }
}

/// Ends a connection so that the other side gets all of it: what is unread when a socket closes would make the system
/// take back what was sent.
pub(super) async fn finish(client: &mut TcpStream) {
    let _ = timeout(WITHIN, async {
        client.shutdown().await?;
        let mut rest = [0; 4096];
        while client.read(&mut rest).await? > 0 {}
        std::io::Result::Ok(())
    })
    .await;
}
