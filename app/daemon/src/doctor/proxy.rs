//! The network process: started, confined, and asked for what it must refuse.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use laika_net::{ContextRules, NetWorker, ProxyAccess, Resources, WorkerOptions};
use laika_protocol::ids::Origin;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use super::finding::{Check, Finding};
use super::teller::Teller;

const WITHIN: Duration = Duration::from_secs(10);
const FIX: &str = "do not use this build: install Laika anew, and report it if it stays so";
const AGAIN: &str =
    "look again; if it stays so, see whether programs on this machine may listen on 127.0.0.1";

pub(super) async fn examine(laika: &Path, tell: &Teller) {
    tell.doing("starting the network process");
    let worker = match NetWorker::start(laika, &["net-worker"], WorkerOptions::default()).await {
        Ok(worker) => worker,
        Err(error) => {
            let cause =
                std::error::Error::source(&error).map(|cause| format!(": {cause}")).unwrap_or_default();
            let found = format!("{error}{cause}");
            tell.found(Check::ProxyProcess.fail("E_PROXY_START", found, AGAIN));
            return;
        }
    };
    tell.found(super::confined(Check::ProxyProcess, "the network process runs", worker.confinement()));
    let finding = match probe(&worker).await {
        Ok(answers) => judge(&answers),
        Err(error) => {
            let found = format!("whether private addresses are refused cannot be told: {error}");
            Check::ProxyPrivate.fail("E_PROXY_PROBE", found, AGAIN)
        }
    };
    tell.found(finding);
}

/// What came of asking for one private address, before a person named it and after.
struct Answers {
    unnamed: Answer,
    named: Answer,
}

struct Answer {
    /// The first line of what the network process said.
    status: String,
    /// How often the server at the address was reached.
    reached: u64,
}

/// Asks for a server of our own on this machine: once as a browser would after a page lured it there, and once as after
/// the person named it. The second shows that the first could have arrived.
async fn probe(worker: &NetWorker) -> io::Result<Answers> {
    let server = Server::start().await?;
    let origin = Origin::parse(&format!("http://{}", server.host)).map_err(io::Error::other)?;
    let named = BTreeSet::from([origin]);
    let unnamed = ask(worker, named.clone(), BTreeSet::new(), &server).await?;
    let named = ask(worker, named.clone(), named, &server).await?;
    Ok(Answers { unnamed, named })
}

async fn ask(
    worker: &NetWorker,
    documents: BTreeSet<Origin>,
    private: BTreeSet<Origin>,
    server: &Server,
) -> io::Result<Answer> {
    let rules = ContextRules {
        blocked: BTreeSet::new(),
        documents,
        resources: Resources::Counted,
        private,
        peer_uid: None,
    };
    let access = worker.open_context(rules).await.map_err(io::Error::other)?;
    let before = server.reached.load(Ordering::SeqCst);
    let said = timeout(WITHIN, request(&access, &server.host)).await??;
    let status = said.lines().next().unwrap_or_default().to_owned();
    let reached = server.reached.load(Ordering::SeqCst) - before;
    worker.close_context(access.context).await.map_err(io::Error::other)?;
    Ok(Answer { status, reached })
}

/// One request as a browser sends it to a proxy.
async fn request(access: &ProxyAccess, host: &str) -> io::Result<String> {
    let credentials = STANDARD.encode(format!("{}:{}", access.user, access.password.expose()));
    let head = format!(
        "GET http://{host}/ HTTP/1.1\r\nHost: {host}\r\nProxy-Authorization: Basic {credentials}\r\nConnection: close\r\n\r\n"
    );
    let mut stream = TcpStream::connect(access.address).await?;
    stream.write_all(head.as_bytes()).await?;
    let mut said = Vec::new();
    stream.take(16 * 1024).read_to_end(&mut said).await?;
    Ok(String::from_utf8_lossy(&said).into_owned())
}

fn judge(answers: &Answers) -> Finding {
    let Answers { unnamed, named } = answers;
    let check = Check::ProxyPrivate;
    if unnamed.reached > 0 || !unnamed.status.contains(" 403 ") {
        let found = format!(
            "a private address that nobody named was not refused: `{}`, and its server was reached {} times",
            unnamed.status, unnamed.reached
        );
        return check.fail("E_PROXY_PRIVATE", found, FIX);
    }
    if named.reached != 1 || !named.status.contains(" 200 ") {
        let found = format!("a private address that was named cannot be reached: `{}`", named.status);
        return check.fail("E_PROXY_NAMED", found, AGAIN);
    }
    check.ok("a private address is refused, and reached once it is named")
}

/// A server on this machine that counts who comes.
struct Server {
    host: String,
    reached: Arc<AtomicU64>,
    serving: tokio::task::JoinHandle<()>,
}

impl Server {
    async fn start() -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let host = listener.local_addr()?.to_string();
        let reached = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&reached);
        let serving = tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                let mut head = [0; 4096];
                _ = stream.read(&mut head).await;
                _ = stream
                    .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
                    .await;
                _ = stream.shutdown().await;
            }
        });
        Ok(Self { host, reached, serving })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_refusal_that_reached_nobody_is_one() {
        let answer = |status: &str, reached| Answer { status: format!("HTTP/1.1 {status} x"), reached };
        let judged = |unnamed, named| judge(&Answers { unnamed, named }).state.word();
        assert_eq!(judged(answer("403", 0), answer("200", 1)), "ok");
        assert_eq!(judged(answer("403", 1), answer("200", 1)), "fail", "refused too late");
        assert_eq!(judged(answer("200", 1), answer("200", 1)), "fail");
        assert_eq!(judged(answer("502", 0), answer("200", 1)), "fail", "failed, not refused");
        assert_eq!(judged(answer("403", 0), answer("403", 0)), "fail", "it refuses everything");
    }
}
