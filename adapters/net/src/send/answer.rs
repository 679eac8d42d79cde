//! The answer of a server, read strictly and only so far.

use std::io::Read as _;

use laika_protocol::http::HttpResponse;
use tokio::io::{AsyncRead, AsyncReadExt as _};

use super::Refusal;
use crate::head::{self, Head, Lines};
use crate::problem::Problem;

/// A server may say "go on" so often before it answers.
const MOST_INTERIM: usize = 8;
/// The longest line that says how long the next part is.
const LONGEST_SIZE_LINE: usize = 256;
/// The most lines after the last part.
const MOST_TRAILERS: usize = 32;
const BUFFER: usize = 32 * 1024;

/// What is taken of an answer.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// Bytes of its body, as it comes and as it is when it is unpacked.
    pub(super) most: usize,
    /// Whether it may be packed with gzip.
    pub(super) gzip: bool,
}

/// Reads an answer.
pub(super) async fn read(
    stream: &mut (impl AsyncRead + Unpin),
    wanted: Wanted,
) -> Result<HttpResponse, Refusal> {
    let mut reader = Reader { stream, ahead: Vec::new(), most: wanted.most };
    let (status, mut head) = reader.head().await?;
    let is_packed = match coding(&head)? {
        Coding::Plain => false,
        Coding::Gzip if wanted.gzip => true,
        Coding::Gzip => return Err(Refusal::Compressed),
    };
    let body = match framing(status, &head)? {
        Framing::Empty => Vec::new(),
        Framing::Length(length) => reader.exactly(length).await?,
        Framing::Parts => reader.parts().await?,
        Framing::UntilEnd => reader.until_end().await?,
    };
    let body = if is_packed && !body.is_empty() { unpacked(&body, wanted.most)? } else { body };
    if is_packed {
        // They speak of what came, which nobody sees any more.
        head.fields.retain(|(name, _)| !matches!(&**name, "content-encoding" | "content-length"));
    }
    let headers =
        head.fields.into_iter().filter(|(name, _)| !matches!(&**name, "set-cookie" | "set-cookie2"));
    let text = |(name, value)| String::from_utf8(value).ok().map(|value| (name, value));
    Ok(HttpResponse { status, headers: headers.filter_map(text).collect(), body })
}

enum Coding {
    Plain,
    Gzip,
}

/// How a body is packed: not at all, or once. Packed twice is a bomb with a longer fuse.
fn coding(head: &Head) -> Result<Coding, Refusal> {
    let mut codings =
        head.values("content-encoding").filter(|coding| !coding.eq_ignore_ascii_case(b"identity"));
    match (codings.next(), codings.next()) {
        (None, _) => Ok(Coding::Plain),
        (Some(one), None) if one.eq_ignore_ascii_case(b"gzip") || one.eq_ignore_ascii_case(b"x-gzip") => {
            Ok(Coding::Gzip)
        }
        (Some(_), _) => Err(Refusal::Compressed),
    }
}

/// Unpacks a body that must not become larger than the bound; what is longer is never made.
fn unpacked(body: &[u8], most: usize) -> Result<Vec<u8>, Refusal> {
    let mut plain = Vec::new();
    // One more than the bound shows that there is more.
    let mut reader = flate2::read::MultiGzDecoder::new(body).take(most as u64 + 1);
    reader.read_to_end(&mut plain).map_err(|_| Refusal::NotHttp)?;
    if plain.len() > most { Err(Refusal::TooLarge) } else { Ok(plain) }
}

/// How the end of a body is known.
enum Framing {
    Empty,
    Length(usize),
    Parts,
    UntilEnd,
}

fn framing(status: u16, head: &Head) -> Result<Framing, Refusal> {
    if matches!(status, 204 | 304) {
        return Ok(Framing::Empty);
    }
    match (head.has("transfer-encoding"), head.has("content-length")) {
        // Two readers would see two ends.
        (true, true) => Err(Refusal::NotHttp),
        (true, false) => {
            let coding = head.only("transfer-encoding").ok_or(Refusal::NotHttp)?;
            if coding.eq_ignore_ascii_case("chunked") { Ok(Framing::Parts) } else { Err(Refusal::NotHttp) }
        }
        (false, true) => {
            let digits = head.only("content-length").ok_or(Refusal::NotHttp)?;
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(Refusal::NotHttp);
            }
            // A number that is too large to be read is too large a body.
            digits.parse().map(Framing::Length).map_err(|_| Refusal::TooLarge)
        }
        (false, false) => Ok(Framing::UntilEnd),
    }
}

struct Reader<'a, S> {
    stream: &'a mut S,
    /// What was read and not yet used.
    ahead: Vec<u8>,
    most: usize,
}

impl<S: AsyncRead + Unpin> Reader<'_, S> {
    async fn head(&mut self) -> Result<(u16, Head), Refusal> {
        for _ in 0..MOST_INTERIM {
            let head = head::read(self.stream, &mut self.ahead, Lines::Lenient).await;
            let head = head.map_err(|problem| {
                if problem == Problem::Malformed { Refusal::NotHttp } else { Refusal::BrokenOff }
            })?;
            let head = head.ok_or(Refusal::BrokenOff)?;
            match head.status() {
                Some(100 | 102 | 103) => {}
                // Nobody asked for another protocol.
                None | Some(101) => return Err(Refusal::NotHttp),
                Some(status) => return Ok((status, head)),
            }
        }
        Err(Refusal::NotHttp)
    }

    /// Reads more; false at the end.
    async fn more(&mut self) -> Result<bool, Refusal> {
        self.ahead.reserve(BUFFER);
        let length = self.stream.read_buf(&mut self.ahead).await.map_err(|_| Refusal::BrokenOff)?;
        Ok(length > 0)
    }

    async fn exactly(&mut self, length: usize) -> Result<Vec<u8>, Refusal> {
        if length > self.most {
            return Err(Refusal::TooLarge);
        }
        self.have(length).await?;
        let rest = self.ahead.split_off(length);
        Ok(std::mem::replace(&mut self.ahead, rest))
    }

    async fn have(&mut self, length: usize) -> Result<(), Refusal> {
        while self.ahead.len() < length {
            if !self.more().await? {
                return Err(Refusal::BrokenOff);
            }
        }
        Ok(())
    }

    async fn until_end(&mut self) -> Result<Vec<u8>, Refusal> {
        loop {
            if self.ahead.len() > self.most {
                return Err(Refusal::TooLarge);
            }
            if !self.more().await? {
                return Ok(std::mem::take(&mut self.ahead));
            }
        }
    }

    async fn parts(&mut self) -> Result<Vec<u8>, Refusal> {
        let mut body = Vec::new();
        loop {
            let line = self.line().await?;
            let length = part_length(&line).ok_or(Refusal::NotHttp)?;
            if length == 0 {
                break;
            }
            if length > self.most - body.len() {
                return Err(Refusal::TooLarge);
            }
            self.have(length + 2).await?;
            body.extend_from_slice(&self.ahead[..length]);
            if self.ahead[length..length + 2] != *b"\r\n" {
                return Err(Refusal::NotHttp);
            }
            self.ahead.drain(..length + 2);
        }
        for _ in 0..MOST_TRAILERS {
            if self.line().await?.is_empty() {
                return Ok(body);
            }
        }
        Err(Refusal::NotHttp)
    }

    async fn line(&mut self) -> Result<Vec<u8>, Refusal> {
        loop {
            if let Some(end) = self.ahead.windows(2).position(|pair| pair == b"\r\n") {
                let line = self.ahead[..end].to_vec();
                self.ahead.drain(..end + 2);
                return if line.len() <= LONGEST_SIZE_LINE { Ok(line) } else { Err(Refusal::NotHttp) };
            }
            if self.ahead.len() > LONGEST_SIZE_LINE {
                return Err(Refusal::NotHttp);
            }
            if !self.more().await? {
                return Err(Refusal::BrokenOff);
            }
        }
    }
}

fn part_length(line: &[u8]) -> Option<usize> {
    let digits = line.split(|byte| *byte == b';').next()?.trim_ascii_end();
    let text = std::str::from_utf8(digits).ok()?;
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    // One that does not fit is larger than anything we take; the caller compares.
    Some(usize::from_str_radix(text, 16).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn answer(text: &[u8]) -> Result<(u16, String), Refusal> {
        let read = read(&mut &text[..], Wanted { most: 10, gzip: false }).await?;
        assert!(read.header("set-cookie").is_none());
        Ok((read.status, String::from_utf8_lossy(&read.body).into_owned()))
    }

    #[tokio::test]
    async fn bodies_end_where_the_server_says() {
        let ok = |status, body: &str| Ok((status, body.to_owned()));
        for (text, expected) in [
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokmore", ok(200, "ok")),
            ("HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\n\r\nall of it", ok(200, "all of it")),
            ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No\r\n\r\n", ok(204, "")),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n3;x=y\r\ncde\r\n0\r\n\r\n",
                ok(200, "abcde"),
            ),
            ("HTTP/1.1 302 Found\r\nLocation: https://b.example/\r\nContent-Length: 0\r\n\r\n", ok(302, "")),
            ("HTTP/1.1 200 OK\r\nContent-Encoding: identity\r\nContent-Length: 0\r\n\r\n", ok(200, "")),
        ] {
            assert_eq!(answer(text.as_bytes()).await, expected, "{text}");
        }
    }

    #[tokio::test]
    async fn what_is_too_much_or_unclear_is_refused() {
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        let interim = "HTTP/1.1 100 Continue\r\n\r\n".repeat(9);
        for (text, expected) in [
            ("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n", Refusal::TooLarge),
            ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\n", Refusal::TooLarge),
            ("HTTP/1.1 200 OK\r\n\r\n0123456789a", Refusal::TooLarge),
            (&format!("{chunked}b\r\n0123456789a\r\n0\r\n\r\n"), Refusal::TooLarge),
            (&format!("{chunked}9\r\n012345678\r\n9\r\n0123"), Refusal::TooLarge),
            (&format!("{chunked}ffffffffffffffffffff\r\n"), Refusal::TooLarge),
            (&format!("{chunked}2\r\nabc\r\n"), Refusal::NotHttp),
            (&format!("{chunked}+2\r\nab\r\n"), Refusal::NotHttp),
            (&format!("{chunked}{}", "0".repeat(400)), Refusal::NotHttp),
            (&format!("{chunked}2\r\na"), Refusal::BrokenOff),
            (&format!("{chunked}2\r\nab\r\n"), Refusal::BrokenOff),
            (&format!("{chunked}0\r\n{}", "a: b\r\n".repeat(40)), Refusal::NotHttp),
            ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc", Refusal::BrokenOff),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", Refusal::NotHttp),
            ("HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\nab", Refusal::NotHttp),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", Refusal::NotHttp),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", Refusal::NotHttp),
            ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", Refusal::Compressed),
            ("HTTP/1.1 101 Other\r\n\r\n", Refusal::NotHttp),
            (&interim, Refusal::NotHttp),
            ("hello\r\n\r\n", Refusal::NotHttp),
            ("HTTP/1.1 200 OK\r\nContent-", Refusal::BrokenOff),
            ("", Refusal::BrokenOff),
        ] {
            assert_eq!(answer(text.as_bytes()).await, Err(expected), "{text:.80}");
        }
    }

    fn packed(body: &[u8]) -> Vec<u8> {
        use std::io::Write as _;
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packer.write_all(body).unwrap();
        packer.finish().unwrap()
    }

    async fn with_gzip(fields: &str, body: &[u8], most: usize) -> Result<HttpResponse, Refusal> {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n{fields}\r\n", body.len());
        let whole = [head.as_bytes(), body].concat();
        read(&mut &whole[..], Wanted { most, gzip: true }).await
    }

    #[tokio::test]
    async fn a_packed_answer_is_unpacked_within_the_same_bound() {
        let gzip = "Content-Encoding: GZIP\r\n";
        let text = b"some words and some words and some words";
        let got = with_gzip(gzip, &packed(text), 100).await.unwrap();
        assert_eq!((got.body.as_slice(), got.header("content-encoding")), (&text[..], None));
        assert_eq!(got.header("content-length"), None, "it is that of what came");
        let twice = [packed(b"one, "), packed(b"two")].concat();
        assert_eq!(with_gzip(gzip, &twice, 100).await.unwrap().body, b"one, two");
        assert_eq!(with_gzip("", text, 100).await.unwrap().body, text, "it may also come as it is");
        assert_eq!(with_gzip(gzip, b"", 100).await.unwrap().body, b"");
        // A thousand times as much as comes: nothing beyond the bound is ever made.
        let bomb = packed(&vec![0; 8 << 20]);
        assert!(bomb.len() < 20 << 10);
        for most in [20 << 10, 1 << 20, (8 << 20) - 1] {
            assert_eq!(with_gzip(gzip, &bomb, most).await.unwrap_err(), Refusal::TooLarge);
        }
        assert_eq!(with_gzip(gzip, &bomb, 8 << 20).await.unwrap().body.len(), 8 << 20);
        for (fields, body, expected) in [
            (gzip, &b"these are no packed bytes"[..], Refusal::NotHttp),
            (gzip, &packed(text)[..20], Refusal::NotHttp),
            (gzip, &[&packed(text)[..], b"and more"].concat(), Refusal::NotHttp),
            ("Content-Encoding: gzip, gzip\r\n", &packed(text), Refusal::Compressed),
            ("Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n", &packed(text), Refusal::Compressed),
            ("Content-Encoding: br\r\n", b"x", Refusal::Compressed),
            ("Content-Encoding: deflate\r\n", b"x", Refusal::Compressed),
            ("Content-Encoding: zstd\r\n", b"x", Refusal::Compressed),
        ] {
            assert_eq!(with_gzip(fields, body, 100).await.unwrap_err(), expected, "{fields}");
        }
        let mut torn = packed(text);
        for at in 0..torn.len() {
            torn[at] ^= 0xff;
            let _ = with_gzip(gzip, &torn, 100).await;
            torn[at] ^= 0xff;
        }
    }
}
