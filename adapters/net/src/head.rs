//! The heads of HTTP/1.1 messages, read strictly: what two readers could understand differently is refused.

use tokio::io::{AsyncRead, AsyncReadExt as _};

use crate::problem::Problem;

/// Longest head.
pub(crate) const LONGEST: usize = 32 * 1024;
const MOST_FIELDS: usize = 256;

/// A first line and fields. Names are in lower case.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) first: String,
    pub(crate) fields: Vec<(String, Vec<u8>)>,
}

/// How lines end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lines {
    /// With CR and LF, nothing else: a browser writes no other.
    Strict,
    /// Also with LF alone, as some servers do. What is passed on ends with both.
    Lenient,
}

/// Reads a head, and whatever of the body came with it. `None` when the other side ended before it sent anything.
pub(crate) async fn read(
    stream: &mut (impl AsyncRead + Unpin),
    already: &mut Vec<u8>,
    lines: Lines,
) -> Result<Option<Head>, Problem> {
    let mut from = 0;
    loop {
        if let Some(end) = find_end(already, from, lines) {
            let rest = already.split_off(end);
            let head = Head::parse(already, lines).ok_or(Problem::Malformed)?;
            *already = rest;
            return Ok(Some(head));
        }
        from = already.len().saturating_sub(3);
        if already.len() >= LONGEST {
            return Err(Problem::Malformed);
        }
        let mut chunk = [0; 4096];
        let room = chunk.len().min(LONGEST - already.len());
        match stream.read(&mut chunk[..room]).await {
            Ok(0) if already.is_empty() => return Ok(None),
            Ok(0) | Err(_) => return Err(Problem::BrokenOff),
            Ok(length) => already.extend_from_slice(&chunk[..length]),
        }
    }
}

/// Where the body begins.
fn find_end(bytes: &[u8], from: usize, lines: Lines) -> Option<usize> {
    let ends = |at: &usize| {
        let rest = &bytes[*at..];
        rest.starts_with(b"\r\n\r\n")
            || (lines == Lines::Lenient && (rest.starts_with(b"\n\n") || rest.starts_with(b"\n\r\n")))
    };
    let at = (from..bytes.len()).find(ends)?;
    let length = match &bytes[at..] {
        [b'\n', b'\n', ..] => 2,
        [b'\n', ..] => 3,
        _ => 4,
    };
    Some(at + length)
}

impl Head {
    fn parse(bytes: &[u8], lines: Lines) -> Option<Self> {
        let mut all = bytes.split(|byte| *byte == b'\n').map(|line| match (line, lines) {
            ([line @ .., b'\r'], _) => Some(line),
            (line, Lines::Lenient) => Some(line),
            ([], Lines::Strict) => Some(line),
            (_, Lines::Strict) => None,
        });
        let first = all.next()??;
        if first.is_empty() || !first.iter().all(|byte| matches!(byte, b' '..=b'~')) {
            return None;
        }
        let first = String::from_utf8(first.to_vec()).ok()?;
        let mut fields = Vec::new();
        for line in all {
            let line = line?;
            if line.is_empty() {
                break;
            }
            fields.push(field(line)?);
            if fields.len() > MOST_FIELDS {
                return None;
            }
        }
        Some(Self { first, fields })
    }

    /// All values of a field.
    pub(crate) fn values(&self, name: &str) -> impl Iterator<Item = &[u8]> {
        self.fields.iter().filter(move |(own, _)| own == name).map(|(_, value)| value.as_slice())
    }

    /// The value of a field that stands there exactly once.
    pub(crate) fn only(&self, name: &str) -> Option<&str> {
        let mut values = self.fields.iter().filter(|(own, _)| own == name);
        let (_, value) = values.next()?;
        if values.next().is_some() { None } else { std::str::from_utf8(value).ok() }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.values(name).next().is_some()
    }

    /// The status, where the first line is that of an answer.
    pub(crate) fn status(&self) -> Option<u16> {
        let rest = self.first.strip_prefix("HTTP/1.1 ").or_else(|| self.first.strip_prefix("HTTP/1.0 "))?;
        let digits = rest.get(..3).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
        let ends = rest[3..].is_empty() || rest[3..].starts_with(' ');
        digits.parse().ok().filter(|status| ends && (100..600).contains(status))
    }
}

fn field(line: &[u8]) -> Option<(String, Vec<u8>)> {
    // A name that ends in a space, or a line that continues the one before, is read differently by different readers.
    let colon = line.iter().position(|byte| *byte == b':')?;
    let (name, value) = (&line[..colon], &line[colon + 1..]);
    if name.is_empty() || !name.iter().copied().all(is_token) {
        return None;
    }
    let value = value.trim_ascii();
    if value.iter().any(|byte| (*byte < b' ' && *byte != b'\t') || *byte == 0x7f) {
        return None;
    }
    Some((String::from_utf8(name.to_ascii_lowercase()).ok()?, value.to_vec()))
}

pub(crate) fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn parsed(text: &[u8], lines: Lines) -> Result<Option<Head>, Problem> {
        read(&mut &text[..], &mut Vec::new(), lines).await
    }

    #[tokio::test]
    async fn a_head_is_read_and_the_rest_is_kept() {
        let text = b"GET http://a.example/ HTTP/1.1\r\nHost:  a.example \r\nX-Y: \xff\r\nx-y:\r\n\r\nbody";
        let mut rest = Vec::new();
        let head = read(&mut &text[..], &mut rest, Lines::Strict).await.unwrap().unwrap();
        assert_eq!(head.first, "GET http://a.example/ HTTP/1.1");
        assert_eq!(head.only("host"), Some("a.example"));
        assert_eq!(head.values("x-y").collect::<Vec<_>>(), [&b"\xff"[..], b""]);
        assert_eq!(head.only("x-y"), None);
        assert_eq!(rest, b"body");
        assert_eq!(parsed(b"", Lines::Strict).await, Ok(None));
    }

    #[tokio::test]
    async fn what_can_be_read_in_two_ways_is_refused() {
        for text in [
            "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n",
            "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\n\r\n\r\n",
            "GET / HTTP/1.1\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\0\r\n\r\n",
            "GET / HTTP/1.1\r\nHost\r\n\r\n",
            "GET / HTTP/1.1\r\n: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHo(st: a\r\n\r\n",
            "GET /\t HTTP/1.1\r\n\r\n",
            "GET /\u{e4} HTTP/1.1\r\n\r\n",
            "\r\nGET / HTTP/1.1\r\n\r\n",
        ] {
            assert_eq!(parsed(text.as_bytes(), Lines::Strict).await, Err(Problem::Malformed), "{text:?}");
        }
        assert_eq!(parsed(b"GET / HTTP/1.1\r\nHost", Lines::Strict).await, Err(Problem::BrokenOff));
        let long = format!("GET / HTTP/1.1\r\nA: {}\r\n\r\n", "a".repeat(LONGEST));
        assert_eq!(parsed(long.as_bytes(), Lines::Strict).await, Err(Problem::Malformed));
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(MOST_FIELDS + 1));
        assert_eq!(parsed(many.as_bytes(), Lines::Strict).await, Err(Problem::Malformed));
    }

    #[test]
    fn status_lines() {
        for (line, expected) in [
            ("HTTP/1.1 200 OK", Some(200)),
            ("HTTP/1.0 404", Some(404)),
            ("HTTP/1.1 200OK", None),
            ("HTTP/1.1 99 x", None),
            ("HTTP/1.1 +20 x", None),
            ("HTTP/2 200", None),
            ("ICY 200 OK", None),
            ("HTTP/1.1 600 x", None),
        ] {
            assert_eq!(Head { first: line.into(), fields: Vec::new() }.status(), expected, "{line}");
        }
    }

    #[tokio::test]
    async fn servers_may_end_lines_as_they_like() {
        for text in ["HTTP/1.0 200 OK\nA: b\n\nbody", "HTTP/1.0 200 OK\r\nA: b\n\r\nbody"] {
            let head = parsed(text.as_bytes(), Lines::Lenient).await.unwrap().unwrap();
            assert_eq!((head.first.as_str(), head.only("a")), ("HTTP/1.0 200 OK", Some("b")));
        }
    }
}
