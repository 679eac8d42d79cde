//! One exchange over HTTP, as it is handed to the process that may connect and as that hands the answer back.
//!
//! These are no wire types: a request can hold a secret, which has no way into JSON. Who writes them to a pipe does so
//! in one place.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::secret::{SafeUrl, Secret};

/// The longest body that is sent: a whole pack.
pub const MOST_SENT: usize = 8 * 1024 * 1024;

/// The longest body that is ever taken from a server.
pub const MOST_TAKEN: usize = 16 * 1024 * 1024;

/// What is asked of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Reads.
    Get,
    /// Sends a body.
    Post,
}

impl Method {
    /// As it stands in a request.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
        }
    }
}

/// The value of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeaderValue {
    /// Anybody may see it.
    Plain(String),
    /// It signs somebody in.
    Secret(Secret),
}

impl HeaderValue {
    /// The value itself, for the one place that sends it.
    #[must_use]
    pub fn expose(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Secret(secret) => secret.expose(),
        }
    }
}

/// A request. It prints where it goes and how much, never what it carries.
#[derive(Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// What is asked.
    pub method: Method,
    /// Where it goes.
    pub url: SafeUrl,
    /// Headers by name, beside those that belong to the connection and to Laika itself.
    pub headers: Vec<(String, HeaderValue)>,
    /// The body, exactly as it leaves.
    pub body: Vec<u8>,
    /// Milliseconds until the whole answer is there, or nothing.
    pub deadline_ms: u64,
    /// The most bytes of the body of the answer.
    pub most_bytes: usize,
}

impl fmt::Debug for HttpRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, url, headers, body, deadline_ms, most_bytes } = self;
        let names: Vec<&str> = headers.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("HttpRequest")
            .field("method", method)
            .field("url", url)
            .field("headers", &names)
            .field("body_bytes", &body.len())
            .field("deadline_ms", deadline_ms)
            .field("most_bytes", most_bytes)
            .finish()
    }
}

/// The answer of a server, which is untrusted.
#[derive(Clone, PartialEq, Eq)]
pub struct HttpResponse {
    /// The status.
    pub status: u16,
    /// Headers with their names in lower case. Cookies are never among them.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl HttpResponse {
    /// The value of a header that stands there exactly once.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(own, _)| own == name);
        let (_, value) = values.next()?;
        if values.next().is_some() { None } else { Some(value) }
    }
}

impl fmt::Debug for HttpResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpResponse")
            .field("status", &self.status)
            .field("headers", &self.headers.len())
            .field("body_bytes", &self.body.len())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    /// I12: neither a key nor what is said to a server reaches a log line.
    #[test]
    fn i12_an_exchange_does_not_print_what_it_carries() {
        let canary = "c4n4ry";
        let request = HttpRequest {
            method: Method::Post,
            url: SafeUrl::parse("https://example.com/c4n4ry?c4n4ry").unwrap(),
            headers: alloc::vec![
                ("authorization".into(), HeaderValue::Secret(Secret::new(canary.into()))),
                ("x-plain".into(), HeaderValue::Plain(canary.into())),
            ],
            body: canary.into(),
            deadline_ms: 1,
            most_bytes: 1,
        };
        let response = HttpResponse {
            status: 200,
            headers: alloc::vec![("a".into(), canary.into()), ("a".into(), canary.into())],
            body: canary.into(),
        };
        let printed = format!("{request:?} {response:?} {:?}", request.headers[0]);
        assert!(!printed.contains(canary), "{printed}");
        assert!(printed.contains("https://example.com/…") && printed.contains("body_bytes: 6"), "{printed}");
        assert_eq!(response.header("a"), None, "a header that stands there twice has no value");
    }
}
