//! The names a server on this machine answers to.

use std::net::SocketAddr;

use hyper::Version;
use hyper::header::{HOST, ORIGIN};
use hyper::http::request::Parts;

use crate::headers::{Header, header};
use crate::refusal::Refusal;

/// The names a server answers to, and no other: a page that made a name of its own point here does not know them.
#[derive(Clone, Debug)]
pub struct Names {
    hosts: Vec<String>,
    origins: Vec<String>,
}

impl Names {
    /// Every name that programs call this machine by, for clients that were told any of them.
    #[must_use]
    pub fn of(address: SocketAddr) -> Self {
        let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{}", address.port()));
        Self::new(hosts.into())
    }

    /// The address itself, and nothing else. What `localhost` or the other loopback address leads to on this port may
    /// be somebody else's, and a page from there must not count as ours.
    #[must_use]
    pub fn exactly(address: SocketAddr) -> Self {
        Self::new(vec![address.to_string()])
    }

    fn new(hosts: Vec<String>) -> Self {
        let origins = hosts.iter().map(|host| format!("http://{host}")).collect();
        Self { hosts, origins }
    }

    /// The path and query of a request that names this server, and that no foreign page sent.
    ///
    /// # Errors
    /// When Host, Origin or the target name another server, or are there twice.
    pub fn admit<'a>(&self, parts: &'a Parts) -> Result<&'a str, Refusal> {
        match header(&parts.headers, HOST) {
            Header::Once(host) if knows(&self.hosts, host) && parts.version == Version::HTTP_11 => {}
            Header::Once(_) | Header::Missing | Header::Repeated => return Err(Refusal::Host),
        }
        match header(&parts.headers, ORIGIN) {
            Header::Missing => {}
            Header::Once(origin) if knows(&self.origins, origin) => {}
            Header::Once(_) | Header::Repeated => return Err(Refusal::Origin),
        }
        // A whole address in place of a path names a second host.
        if parts.uri.authority().is_some() || parts.uri.scheme().is_some() {
            return Err(Refusal::Host);
        }
        parts.uri.path_and_query().map(|path| path.as_str()).ok_or(Refusal::Path)
    }
}

fn knows(names: &[String], shown: &[u8]) -> bool {
    names.iter().any(|known| known.as_bytes() == shown)
}
