//! One request and its answer.

use std::collections::BTreeSet;
use std::time::Duration;

use laika_protocol::address;
use laika_protocol::http::HttpResponse;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use url::{Host, Url};

use super::answer::{self, Wanted};
use super::{Refusal, Sending, Tls};
use crate::count::Row;
use crate::proxy::Proxy;
use crate::rules::{ContextRules, Judge, Resources, Way};
use crate::target::{Target, parse_host};

/// Sends a request and reads its answer, all of it within the deadline.
pub(super) async fn exchange(
    proxy: &Proxy,
    tls: &Tls,
    sending: &Sending,
    body: &[u8],
) -> Result<HttpResponse, Refusal> {
    let deadline = Duration::from_millis(sending.deadline_ms());
    let whole = async {
        let url = sending.place()?;
        let head = sending.head(&url)?;
        let stream = connect(proxy, sending, &url).await?;
        let request = [head.expose().as_bytes(), body];
        let wanted = Wanted { most: sending.most_bytes(), gzip: sending.takes_gzip()? };
        if url.scheme() == "https" {
            let stream = tls.greet(&url, stream).await?;
            say_and_hear(stream, request, wanted).await
        } else {
            say_and_hear(stream, request, wanted).await
        }
    };
    timeout(deadline, whole).await.unwrap_or(Err(Refusal::Timeout))
}

async fn connect(proxy: &Proxy, sending: &Sending, url: &Url) -> Result<TcpStream, Refusal> {
    let (host, port) = (url.host_str().and_then(parse_host), url.port_or_known_default());
    let target = Target { host: host.ok_or(Refusal::Malformed)?, port: port.ok_or(Refusal::Malformed)? };
    let allowed = BTreeSet::from([sending.allow().clone()]);
    let judge = Judge::new(&ContextRules {
        blocked: BTreeSet::new(),
        private: if sending.is_private() { allowed.clone() } else { BTreeSet::new() },
        documents: allowed,
        resources: Resources::Denied,
        peer_uid: None,
    });
    let way = if url.scheme() == "https" { Way::Tunnel } else { Way::Plain };
    let admission = judge.ok_or(Refusal::Malformed)?.judge(&target, way)?;
    let stream = proxy.connect(&target, admission, &Row::default()).await?;
    // What is still in the buffers of the system when the request is taken back is not sent any more.
    let _ = stream.set_zero_linger();
    let peer = stream.peer_addr().map_err(|_| Refusal::Unreachable)?.ip();
    let says_here =
        matches!(url.host(), Some(Host::Domain(name)) if name == "localhost" || name.ends_with(".localhost"));
    // A name that promises to stay on this machine decides that nobody is asked, so it must keep its word.
    if says_here && !address::is_this_machine(peer) {
        return Err(Refusal::Origin);
    }
    if way == Way::Plain && address::is_public(peer) {
        return Err(Refusal::Unencrypted);
    }
    Ok(stream)
}

/// Writes and reads at once: a server may answer before it has read everything.
async fn say_and_hear(
    stream: impl AsyncRead + AsyncWrite,
    request: [&[u8]; 2],
    wanted: Wanted,
) -> Result<HttpResponse, Refusal> {
    let (mut from, mut to) = tokio::io::split(stream);
    let saying = async {
        for part in request {
            if to.write_all(part).await.is_err() {
                return;
            }
        }
        // Its answer decides, also when it did not want to read everything.
        let _ = to.flush().await;
    };
    let hearing = answer::read(&mut from, wanted);
    tokio::pin!(saying, hearing);
    tokio::select! {
        biased;
        answer = &mut hearing => answer,
        () = &mut saying => hearing.await,
    }
}
