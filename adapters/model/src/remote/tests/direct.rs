//! A wire of the tests: a socket to one server on this machine, whatever the address in the request says.

use std::net::SocketAddr;
use std::time::Duration;

use laika_protocol::http::{HttpRequest, HttpResponse};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::Cancel;
use crate::remote::{Wire, WireError};

pub(super) struct Direct(pub(super) SocketAddr);

impl Wire for Direct {
    async fn send(&self, request: HttpRequest, _: &Cancel) -> Result<HttpResponse, WireError> {
        let within = Duration::from_millis(request.deadline_ms);
        tokio::time::timeout(within, exchange(self.0, &request)).await.unwrap_or(Err(WireError::Timeout))
    }
}

async fn exchange(to: SocketAddr, request: &HttpRequest) -> Result<HttpResponse, WireError> {
    let mut stream =
        TcpStream::connect(to).await.map_err(|error| WireError::NotSent(error.kind().to_string()))?;
    let path = request.url.expose().splitn(4, '/').nth(3).unwrap_or_default();
    let mut head = format!("{} /{path} HTTP/1.1\r\n", request.method.as_str());
    for (name, value) in &request.headers {
        head += &format!("{name}: {}\r\n", value.expose());
    }
    head += &format!("content-length: {}\r\nconnection: close\r\n\r\n", request.body.len());
    let lost = |_| WireError::Lost("the connection broke".into());
    stream.write_all(&[head.as_bytes(), &request.body].concat()).await.map_err(lost)?;
    let mut answer = Vec::new();
    let most = request.most_bytes as u64 + 4096;
    (&mut stream).take(most + 1).read_to_end(&mut answer).await.map_err(lost)?;
    if answer.len() as u64 > most {
        return Err(WireError::TooLarge);
    }
    parse(&answer).ok_or_else(|| WireError::Lost("the answer is not HTTP".into()))
}

fn parse(answer: &[u8]) -> Option<HttpResponse> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&answer[..end]).ok()?;
    let mut lines = head.lines();
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let body = answer[end + 4..].to_vec();
    let length =
        headers.iter().find(|(name, _)| name == "content-length").map(|(_, value)| value.parse().ok());
    (length.is_none_or(|length| length == Some(body.len()))).then_some(HttpResponse { status, headers, body })
}
