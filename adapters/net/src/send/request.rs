//! A request on its way through the pipe and onto the wire.

use std::fmt;

use laika_protocol::http::{HttpRequest, MOST_SENT, MOST_TAKEN};
use laika_protocol::ids::{HttpUrl, Origin};
use laika_protocol::secret::Secret;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use url::Url;

use super::Refusal;
use crate::head::is_token;

/// What servers and their logs see of us.
const USER_AGENT: &str = concat!("laika/", env!("CARGO_PKG_VERSION"));
/// The longest a request may take, whatever was asked.
const MOST_MS: u64 = 10 * 60 * 1000;
const MOST_HEADERS: usize = 32;
const LONGEST_HEADER: usize = 8 * 1024;
/// The field by which a compressed answer is asked for.
const ACCEPT_ENCODING: &str = "accept-encoding";
/// Fields that belong to the connection, that carry state from one request to the next, or that we set ourselves.
const NOT_YOURS: &[&str] = &[
    "host",
    "connection",
    "content-length",
    "transfer-encoding",
    "te",
    "trailer",
    "upgrade",
    "expect",
    "keep-alive",
    "cookie",
    "user-agent",
    "origin",
    "referer",
];

/// A request without its body, which follows it as it is.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sending {
    method: Verb,
    url: Carried,
    headers: Vec<(String, Carried)>,
    deadline_ms: u64,
    most_bytes: usize,
    pub(crate) body_bytes: usize,
    allow: Origin,
    private: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Verb {
    Get,
    Post,
}

/// A text that may hold a secret: it goes through the pipe and prints nowhere.
struct Carried(Secret);

impl fmt::Debug for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Carried {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.expose())
    }
}

impl<'de> Deserialize<'de> for Carried {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self(Secret::new(text)))
    }
}

impl Sending {
    /// Takes a request apart. `private` says that the person named this place themselves.
    pub(crate) fn new(request: &HttpRequest, allow: Origin, private: bool) -> Self {
        let carried = |text: &str| Carried(Secret::new(text.to_owned()));
        Self {
            method: match request.method {
                laika_protocol::http::Method::Get => Verb::Get,
                laika_protocol::http::Method::Post => Verb::Post,
            },
            url: carried(request.url.expose()),
            headers: request
                .headers
                .iter()
                .map(|(name, value)| (name.clone(), carried(value.expose())))
                .collect(),
            deadline_ms: request.deadline_ms.min(MOST_MS),
            most_bytes: request.most_bytes.min(MOST_TAKEN),
            body_bytes: request.body.len(),
            allow,
            private,
        }
    }

    /// Whether the pipe takes what follows.
    pub(crate) const fn fits(&self) -> bool {
        self.body_bytes <= MOST_SENT && self.most_bytes <= MOST_TAKEN && self.deadline_ms <= MOST_MS
    }

    pub(crate) const fn deadline_ms(&self) -> u64 {
        self.deadline_ms
    }

    pub(crate) const fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    pub(super) const fn allow(&self) -> &Origin {
        &self.allow
    }

    pub(super) const fn is_private(&self) -> bool {
        self.private
    }

    /// Where it goes, if that is the one place that is allowed.
    pub(super) fn place(&self) -> Result<Url, Refusal> {
        let text = self.url.0.expose();
        let url = HttpUrl::read(text).ok_or(Refusal::Malformed)?;
        if Origin::of_url(text).as_ref() == Some(&self.allow) { Ok(url) } else { Err(Refusal::Origin) }
    }

    /// Whether the answer may be compressed. It is the one coding that can be asked for; whoever asks for none gets none.
    pub(super) fn takes_gzip(&self) -> Result<bool, Refusal> {
        let mut asked = self.headers.iter().filter(|(name, _)| name == ACCEPT_ENCODING);
        match (asked.next().map(|(_, value)| value.0.expose()), asked.next()) {
            (None, _) | (Some("identity"), None) => Ok(false),
            (Some("gzip"), None) => Ok(true),
            (Some(_), _) => Err(Refusal::Malformed),
        }
    }

    /// The head as it goes onto the wire.
    pub(super) fn head(&self, url: &Url) -> Result<Secret, Refusal> {
        if self.headers.len() > MOST_HEADERS || (self.method == Verb::Get && self.body_bytes > 0) {
            return Err(Refusal::Malformed);
        }
        let verb = match self.method {
            Verb::Get => "GET",
            Verb::Post => "POST",
        };
        let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
        let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
        let coding = if self.takes_gzip()? { "gzip" } else { "identity" };
        let mut head = format!(
            "{verb} {}{query} HTTP/1.1\r\nhost: {}{port}\r\nuser-agent: {USER_AGENT}\r\n\
             accept-encoding: {coding}\r\nconnection: close\r\n",
            url.path(),
            url.host_str().unwrap_or_default(),
        );
        if self.method == Verb::Post {
            head.push_str(&format!("content-length: {}\r\n", self.body_bytes));
        }
        for (name, value) in self.headers.iter().filter(|(name, _)| name != ACCEPT_ENCODING) {
            let value = value.0.expose();
            let plain = value.len() <= LONGEST_HEADER && value.bytes().all(|b| matches!(b, b' '..=b'~'));
            let ours = !name.bytes().all(is_token) || name.bytes().any(|b| b.is_ascii_uppercase());
            let named = NOT_YOURS.contains(&name.as_str()) || name.starts_with("proxy-");
            if name.is_empty() || !plain || value.trim() != value || ours || named {
                return Err(Refusal::Malformed);
            }
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        Ok(Secret::new(head))
    }
}

#[cfg(test)]
mod tests {
    use laika_protocol::http::{HeaderValue, Method};
    use laika_protocol::secret::SafeUrl;

    use super::*;

    fn sending(url: &str, headers: &[(&str, &str)]) -> Sending {
        let header = |(name, value): &(&str, &str)| {
            ((*name).into(), HeaderValue::Secret(Secret::new((*value).into())))
        };
        let request = HttpRequest {
            method: Method::Post,
            url: SafeUrl::parse(url).unwrap(),
            headers: headers.iter().map(header).collect(),
            body: b"{}".to_vec(),
            deadline_ms: 5,
            most_bytes: 6,
        };
        Sending::new(&request, Origin::parse("https://a.example").unwrap(), false)
    }

    #[test]
    fn a_request_is_written_in_one_way() {
        let sending = sending("https://a.example/v1/x?y=z", &[("authorization", "Bearer c4n4ry")]);
        assert!(!format!("{sending:?}").contains("c4n4ry"), "{sending:?}");
        let piped = serde_json::to_string(&sending).unwrap();
        let sending: Sending = serde_json::from_str(&piped).unwrap();
        let url = sending.place().unwrap();
        let expected = format!(
            "POST /v1/x?y=z HTTP/1.1\r\nhost: a.example\r\nuser-agent: {USER_AGENT}\r\n\
             accept-encoding: identity\r\nconnection: close\r\ncontent-length: 2\r\n\
             authorization: Bearer c4n4ry\r\n\r\n"
        );
        assert_eq!(sending.head(&url).unwrap().expose(), expected);
    }

    #[test]
    fn a_compressed_answer_is_asked_for_in_one_word() {
        for (headers, expected) in [
            (vec![], Ok("identity")),
            (vec![("accept-encoding", "identity")], Ok("identity")),
            (vec![("accept-encoding", "gzip")], Ok("gzip")),
            (vec![("accept-encoding", "gzip, br")], Err(Refusal::Malformed)),
            (vec![("accept-encoding", "br")], Err(Refusal::Malformed)),
            (vec![("accept-encoding", "*")], Err(Refusal::Malformed)),
            (vec![("accept-encoding", "gzip"), ("accept-encoding", "gzip")], Err(Refusal::Malformed)),
            (vec![("Accept-Encoding", "gzip")], Err(Refusal::Malformed)),
        ] {
            let sending = sending("https://a.example/", &headers);
            let head = sending.head(&sending.place().unwrap());
            let said = head.map(|head| {
                let lines = head.expose().lines().filter_map(|line| line.strip_prefix("accept-encoding: "));
                lines.map(str::to_owned).collect::<Vec<_>>()
            });
            assert_eq!(said, expected.map(|coding: &str| vec![coding.to_owned()]), "{headers:?}");
        }
    }

    #[test]
    fn only_the_named_origin_and_only_harmless_headers() {
        for url in [
            "http://a.example/",
            "https://a.example:8443/",
            "https://b.example/",
            "https://a.example.b.example/",
            "https://x.a.example/",
        ] {
            assert_eq!(sending(url, &[]).place().unwrap_err(), Refusal::Origin, "{url}");
        }
        assert_eq!(sending("https://u@a.example/", &[]).place().unwrap_err(), Refusal::Malformed);
        let long = "x".repeat(LONGEST_HEADER + 1);
        for (name, value) in [
            ("cookie", "a=b"),
            ("host", "b.example"),
            ("Accept", "x"),
            ("proxy-authorization", "x"),
            ("content-length", "3"),
            ("transfer-encoding", "chunked"),
            ("", "x"),
            ("a b", "x"),
            ("a\r\nb", "x"),
            ("x-a", "b\r\nc: d"),
            ("x-a", " b"),
            ("x-a", "\u{e4}"),
            ("x-a", &long),
        ] {
            let sending = sending("https://a.example/", &[(name, value)]);
            let url = sending.place().unwrap();
            assert_eq!(sending.head(&url).unwrap_err(), Refusal::Malformed, "{name}: {value:.20}");
        }
    }
}
