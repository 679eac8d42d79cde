//! A request as the browser sends it to a proxy, and as the server gets it.

use std::io::Write as _;

use super::OF_THE_CONNECTION;
use crate::head::{self, Head};
use crate::rules::Way;
use crate::target::Target;

/// A request that is understood.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) way: Way,
    pub(super) target: Target,
    /// The head for the server, of a plain request.
    pub(super) head: Vec<u8>,
    /// What is there of the body already.
    pub(super) early: Vec<u8>,
    /// How long the rest of the body is.
    pub(super) rest: u64,
}

impl Request {
    /// Reads a request. `early` is what came after the head, together with it.
    pub(super) fn parse(head: &Head, early: Vec<u8>) -> Option<Self> {
        let mut words = head.first.split(' ');
        let (method, target, version) = (words.next()?, words.next()?, words.next()?);
        let token = !method.is_empty() && method.len() <= 32 && method.bytes().all(head::is_token);
        if !token || version != "HTTP/1.1" || words.next().is_some() {
            return None;
        }
        if method == "CONNECT" {
            let target = Target::parse(target, None)?;
            let agreed = Target::parse(head.only("host")?, Some(target.port))? == target;
            // A browser waits for our answer. Who does not may be talking to somebody else through us.
            let sound =
                agreed && early.is_empty() && !head.has("transfer-encoding") && body_length(head)? == 0;
            return sound.then_some(Self { way: Way::Tunnel, target, head: vec![], early, rest: 0 });
        }
        let rest = target.strip_prefix("http://")?;
        let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let target = Target::parse(authority, Some(80))?;
        // A server behind us goes by this field, and must not see another host than the one that was judged.
        let agreed = Target::parse(head.only("host")?, Some(80))? == target;
        // A browser knows the length of what it sends, and asks for nothing special on a plain connection.
        let sound = agreed
            && !path.contains('#')
            && !head.has("transfer-encoding")
            && !head.has("expect")
            && head.values("connection").all(is_about_keeping);
        let rest = body_length(head)?.checked_sub(early.len() as u64)?;
        let head = outgoing(head, method, path);
        sound.then_some(Self { way: Way::Plain, target, head, early, rest })
    }
}

/// The length of the body. Two answers to that are how one request hides inside another.
fn body_length(head: &Head) -> Option<u64> {
    if !head.has("content-length") {
        return Some(0);
    }
    let digits = head.only("content-length")?;
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.parse().ok())?
}

/// Whether a `Connection` field only says how long to stay. Naming other fields there would take them out.
fn is_about_keeping(value: &[u8]) -> bool {
    value.eq_ignore_ascii_case(b"keep-alive") || value.eq_ignore_ascii_case(b"close")
}

fn outgoing(head: &Head, method: &str, path: &str) -> Vec<u8> {
    let slash = if path.starts_with('/') { "" } else { "/" };
    let mut bytes = format!("{method} {slash}{path} HTTP/1.1\r\n").into_bytes();
    write_fields(&mut bytes, head, OF_THE_CONNECTION);
    bytes
}

/// Writes the fields that are not taken out, and the end of the head. The connection ends after the message.
pub(super) fn write_fields(bytes: &mut Vec<u8>, head: &Head, without: &[&str]) {
    for (name, value) in head.fields.iter().filter(|(name, _)| !without.contains(&name.as_str())) {
        // Writing to memory cannot fail.
        let _ = write!(bytes, "{name}: ");
        bytes.extend_from_slice(value);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(b"connection: close\r\n\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::head::Lines;

    async fn parsed(text: &str) -> Option<Request> {
        let mut early = Vec::new();
        let head = head::read(&mut text.as_bytes(), &mut early, Lines::Strict).await.ok()??;
        Request::parse(&head, early)
    }

    #[tokio::test]
    async fn a_plain_request_reaches_the_server_without_what_is_between_us() {
        let text = "POST http://A.example:8080/p?q HTTP/1.1\r\nHost: a.example:8080\r\nProxy-Connection: keep-alive\r\n\
            Proxy-Authorization: Basic x\r\nConnection: keep-alive\r\nTE: trailers\r\nUpgrade: h2c\r\nCookie: c\r\n\
            Content-Length: 5\r\nAccept: */*\r\n\r\nbody";
        let request = parsed(text).await.unwrap();
        assert_eq!(
            String::from_utf8(request.head).unwrap(),
            "POST /p?q HTTP/1.1\r\nhost: a.example:8080\r\ncookie: c\r\ncontent-length: 5\r\naccept: */*\r\nconnection: close\r\n\r\n"
        );
        assert_eq!(
            (request.target.to_string().as_str(), request.early.len(), request.rest),
            ("a.example:8080", 4, 1)
        );
        let request = parsed("GET http://a.example?q HTTP/1.1\r\nHost: a.example\r\n\r\n").await.unwrap();
        assert!(request.head.starts_with(b"GET /?q HTTP/1.1\r\n"));
    }

    #[tokio::test]
    async fn what_could_be_two_requests_is_none() {
        let table = [
            // (request line, fields, body)
            ("GET http://a.example/ HTTP/1.1", "", ""),
            ("GET http://a.example/ HTTP/1.1", "Host: b.example\r\n", ""),
            ("GET http://a.example/ HTTP/1.1", "Host: a.example\r\nHost: a.example\r\n", ""),
            ("GET http://a.example/ HTTP/1.1", "Host: a.example:81\r\n", ""),
            ("GET http://u:p@a.example/ HTTP/1.1", "Host: a.example\r\n", ""),
            ("GET http://a.example./ HTTP/1.1", "Host: a.example.\r\n", ""),
            ("GET http://127.1/ HTTP/1.1", "Host: 127.1\r\n", ""),
            ("GET http://a.example/#f HTTP/1.1", "Host: a.example\r\n", ""),
            ("GET http://a.example\\@b.example/ HTTP/1.1", "Host: a.example\r\n", ""),
            ("GET https://a.example/ HTTP/1.1", "Host: a.example\r\n", ""),
            ("GET ftp://a.example/ HTTP/1.1", "Host: a.example\r\n", ""),
            ("GET / HTTP/1.1", "Host: a.example\r\n", ""),
            ("GET http://a.example/ HTTP/1.0", "Host: a.example\r\n", ""),
            ("GET http://a.example/ HTTP/2.0", "Host: a.example\r\n", ""),
            ("GET http://a.example/  HTTP/1.1", "Host: a.example\r\n", ""),
            ("GET http://a.example/ x HTTP/1.1", "Host: a.example\r\n", ""),
            ("G@T http://a.example/ HTTP/1.1", "Host: a.example\r\n", ""),
            ("connect a.example:443 HTTP/1.1", "Host: a.example:443\r\n", ""),
            ("GET http://a.example/ HTTP/1.1", "Host: a.example\r\nConnection: content-length\r\n", ""),
            ("GET http://a.example/ HTTP/1.1", "Host: a.example\r\nConnection: Upgrade\r\n", ""),
            ("GET http://a.example/ HTTP/1.1", "Host: a.example\r\nExpect: 100-continue\r\n", ""),
            (
                "GET http://a.example/ HTTP/1.1",
                "Host: a.example\r\n",
                "GET http://b.example/ HTTP/1.1\r\n\r\n",
            ),
            ("POST http://a.example/ HTTP/1.1", "Host: a.example\r\nContent-Length: 1\r\n", "22"),
            (
                "POST http://a.example/ HTTP/1.1",
                "Host: a.example\r\nContent-Length: 1\r\nContent-Length: 1\r\n",
                "1",
            ),
            ("POST http://a.example/ HTTP/1.1", "Host: a.example\r\nContent-Length: 1, 1\r\n", "1"),
            ("POST http://a.example/ HTTP/1.1", "Host: a.example\r\nContent-Length: +1\r\n", "1"),
            ("POST http://a.example/ HTTP/1.1", "Host: a.example\r\nContent-Length: -1\r\n", "1"),
            ("POST http://a.example/ HTTP/1.1", "Host: a.example\r\nContent-Length: 0x1\r\n", "1"),
            ("POST http://a.example/ HTTP/1.1", "Host: a.example\r\nContent-Length:\r\n", ""),
            (
                "POST http://a.example/ HTTP/1.1",
                "Host: a.example\r\nTransfer-Encoding: chunked\r\n",
                "0\r\n\r\n",
            ),
            (
                "POST http://a.example/ HTTP/1.1",
                "Host: a.example\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                "0\r\n\r\n",
            ),
            ("CONNECT a.example HTTP/1.1", "Host: a.example\r\n", ""),
            ("CONNECT a.example:443 HTTP/1.1", "", ""),
            ("CONNECT a.example:443 HTTP/1.1", "Host: b.example:443\r\n", ""),
            ("CONNECT a.example:443 HTTP/1.1", "Host: a.example:443\r\n", "early"),
            ("CONNECT a.example:443 HTTP/1.1", "Host: a.example:443\r\nContent-Length: 5\r\n", ""),
            ("CONNECT http://a.example/ HTTP/1.1", "Host: a.example\r\n", ""),
            ("CONNECT u@a.example:443 HTTP/1.1", "Host: a.example:443\r\n", ""),
        ];
        for (line, fields, body) in table {
            assert!(
                parsed(&format!("{line}\r\n{fields}\r\n{body}")).await.is_none(),
                "{line} {fields} {body}"
            );
        }
        for line in ["CONNECT a.example:443 HTTP/1.1", "CONNECT A.example:443 HTTP/1.1"] {
            assert!(parsed(&format!("{line}\r\nHost: a.example:443\r\n\r\n")).await.is_some(), "{line}");
        }
    }
}
