//! A request that a plugin wants made, held against what it may ask for, before anybody else sees it.

use laika_protocol::ids::Origin;

use super::{Fetch, Fetched, Granted, Operation};

/// Bytes of an address.
const URL_BYTES: usize = 4 << 10;
/// Header lines, and bytes of one.
const MOST_HEADERS: usize = 32;
const HEADER_BYTES: usize = 4 << 10;
/// Bytes of a body that is sent.
const BODY_BYTES: usize = 256 << 10;
/// Bytes of a body that a plugin is given.
const ANSWER_BYTES: usize = 2 << 20;

/// Header lines that say how a request is carried, or who the person is. Neither is the plugin's business.
const NOT_ITS_OWN: &[&str] = &[
    "connection",
    "content-length",
    "cookie",
    "expect",
    "host",
    "origin",
    "proxy-authorization",
    "referer",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
];

/// Why a request is not made, as the plugin is told; nothing if it may be.
pub(super) fn refusal(fetch: &Fetch, operation: &Operation, granted: &Granted) -> Option<Fetched> {
    let refuse = |code: &str, why: &str| Some(Fetched::refused(code, why));
    if fetch.url.len() > URL_BYTES || fetch.body.as_ref().is_some_and(|body| body.len() > BODY_BYTES) {
        return refuse("E_FETCH_TOO_LARGE", "the address or the body is too long");
    }
    // What the operation asked for and what was granted, both.
    let origin = Origin::of_url(&fetch.url);
    let is_granted = |origin: &Origin| operation.hosts.contains(origin) && granted.hosts.contains(origin);
    if !origin.as_ref().is_some_and(is_granted) || has_login(&fetch.url) {
        return refuse("E_FETCH_NOT_GRANTED", "this host was not granted to this operation");
    }
    let reads = matches!(fetch.method.as_str(), "GET" | "HEAD");
    let changes = matches!(fetch.method.as_str(), "POST" | "PUT" | "PATCH" | "DELETE");
    // The gate decided about something that only reads.
    let may_change = !matches!(operation.action.as_deref(), Some("read" | "local" | "network"));
    if !(reads || changes && may_change) {
        return refuse("E_FETCH_METHOD", "an operation that only reads makes GET and HEAD requests");
    }
    if reads && fetch.body.is_some() {
        return refuse("E_FETCH_METHOD", "a request that only reads has no body");
    }
    let plain = |(name, value): (&String, &String)| {
        let token = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let lower = name.to_ascii_lowercase();
        !name.is_empty()
            && name.bytes().all(token)
            && !NOT_ITS_OWN.contains(&lower.as_str())
            && name.len() + value.len() <= HEADER_BYTES
            && value.bytes().all(|byte| byte == b'\t' || (b' '..=b'~').contains(&byte))
    };
    if fetch.headers.len() > MOST_HEADERS || !fetch.headers.iter().all(plain) {
        return refuse("E_FETCH_HEADER", "a header line is not the plugin's to set, or no header line");
    }
    None
}

/// An origin does not tell whether there is a name and a password before it.
fn has_login(url: &str) -> bool {
    url::Url::parse(url).map_or(true, |url| !url.username().is_empty() || url.password().is_some())
}

/// What a plugin is given of an answer.
pub(super) fn bounded(fetched: Fetched) -> Fetched {
    match fetched {
        Fetched::Answer { body, .. } if body.len() > ANSWER_BYTES => {
            Fetched::refused("E_FETCH_TOO_LARGE", "the answer is too long")
        }
        fetched @ (Fetched::Answer { .. } | Fetched::Error { .. }) => fetched,
    }
}
