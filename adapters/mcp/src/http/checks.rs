//! What a request must show before anything else sees it. Pure: headers in, a refusal or a client out.

use std::net::SocketAddr;

use hyper::header::{AUTHORIZATION, CONTENT_LENGTH, HOST, HeaderMap, HeaderName, ORIGIN, TRANSFER_ENCODING};
use hyper::http::request::Parts;
use hyper::{Method, Uri, Version};

use super::doors::{ClientName, Doors};
use super::refusal::Refusal;

/// The only path.
const PATH: &str = "/mcp";
/// The longest token that is looked at.
const LONGEST_TOKEN: usize = 512;

/// The names this server answers to, and no other: a page that made a name of its own point here does not know them.
pub(super) struct Names {
    hosts: [String; 3],
    origins: [String; 3],
}

impl Names {
    pub(super) fn of(address: SocketAddr) -> Self {
        let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{}", address.port()));
        let origins = hosts.clone().map(|host| format!("http://{host}"));
        Self { hosts, origins }
    }

    fn is_host(&self, host: &[u8]) -> bool {
        self.hosts.iter().any(|known| known.as_bytes() == host)
    }

    fn is_origin(&self, origin: &[u8]) -> bool {
        self.origins.iter().any(|known| known.as_bytes() == origin)
    }
}

/// A header by how often it is there. Two of the same are never read: readers disagree which one counts.
enum Header<'a> {
    Missing,
    Once(&'a [u8]),
    Repeated,
}

fn header(headers: &HeaderMap, name: HeaderName) -> Header<'_> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Header::Missing,
        (Some(value), None) => Header::Once(value.as_bytes()),
        (Some(_), Some(_)) => Header::Repeated,
    }
}

/// Lets one request in, by its headers alone, and says whose it is.
pub(super) fn admit(parts: &Parts, names: &Names, doors: &Doors) -> Result<ClientName, Refusal> {
    let headers = &parts.headers;
    match header(headers, HOST) {
        Header::Once(host) if names.is_host(host) && parts.version == Version::HTTP_11 => {}
        Header::Once(_) | Header::Missing | Header::Repeated => return Err(Refusal::Host),
    }
    match header(headers, ORIGIN) {
        Header::Missing => {}
        Header::Once(origin) if names.is_origin(origin) => {}
        Header::Once(_) | Header::Repeated => return Err(Refusal::Origin),
    }
    target(&parts.uri)?;
    if ![Method::POST, Method::GET, Method::DELETE].contains(&parts.method) {
        return Err(Refusal::Method);
    }
    let client = doors.client(bearer(headers)).ok_or(Refusal::Token)?;
    length(headers, doors.limits.body)?;
    Ok(client)
}

/// A whole address in place of a path names a second host; a query is where tokens end up in logs.
fn target(uri: &Uri) -> Result<(), Refusal> {
    if uri.authority().is_some() || uri.scheme().is_some() {
        return Err(Refusal::Host);
    }
    match uri.path_and_query() {
        Some(path) if path.as_str() == PATH => Ok(()),
        Some(_) | None => Err(Refusal::Path),
    }
}

fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    let Header::Once(value) = header(headers, AUTHORIZATION) else {
        return None;
    };
    let (scheme, token) = value.split_at_checked("Bearer ".len())?;
    let fits = !token.is_empty() && token.len() <= LONGEST_TOKEN;
    (fits && scheme.eq_ignore_ascii_case(b"Bearer ")).then_some(token)
}

/// One statement of the length, and a bearable one. What states none is counted as it comes in.
fn length(headers: &HeaderMap, most: usize) -> Result<(), Refusal> {
    match (header(headers, CONTENT_LENGTH), header(headers, TRANSFER_ENCODING)) {
        (Header::Missing, Header::Missing) => Ok(()),
        (Header::Missing, Header::Once(coding)) if coding.eq_ignore_ascii_case(b"chunked") => Ok(()),
        (Header::Once(length), Header::Missing) => {
            let length = std::str::from_utf8(length).ok().and_then(|length| length.parse::<usize>().ok());
            if length.ok_or(Refusal::Length)? > most { Err(Refusal::TooLong) } else { Ok(()) }
        }
        (Header::Missing | Header::Once(_) | Header::Repeated, Header::Once(_) | Header::Repeated)
        | (Header::Repeated, Header::Missing) => Err(Refusal::Length),
    }
}
