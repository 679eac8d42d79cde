//! Laika's own client, for the protocol's conformance suite, which starts it with the address of a server and the name
//! of a scenario. A tool for tests: the daemon has its requests made by another process, this makes them itself.
//!
//! It lists the tools and calls each of them once. What the suite then finds is in `e2e/mcp/expected.tsv`.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::header::HOST;
use hyper::{Request, Uri};
use hyper_util::rt::TokioIo;
use laika_mcp::client::{Answered, Limits, Offered, Post, Posting, Session};
use serde_json::{Map, Value, json};
use tokio::net::TcpStream;

/// How long a server may take for one answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Makes requests to one address on this machine, each on a connection of its own.
struct Direct(Uri);

impl Post for Direct {
    fn post(&self, headers: Vec<(String, String)>, body: Vec<u8>) -> Posting {
        let uri = self.0.clone();
        Box::pin(async move { post(&uri, headers, body).await.map_err(|error| error.to_string()) })
    }
}

async fn post(
    uri: &Uri,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
) -> Result<Answered, Box<dyn std::error::Error + Send + Sync>> {
    let host = uri.authority().ok_or("the address has no host")?.as_str();
    let mut request = Request::post(uri.path()).header(HOST, host);
    for (name, value) in headers {
        request = request.header(name, value);
    }
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(TcpStream::connect(host).await?)).await?;
    tokio::spawn(connection);
    let response = sender.send_request(request.body(Full::new(Bytes::from(body)))?).await?;
    let line = |(name, value): (&hyper::header::HeaderName, &hyper::header::HeaderValue)| {
        Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
    };
    let headers = response.headers().iter().filter_map(line).collect();
    let status = response.status().as_u16();
    Ok(Answered { status, headers, body: response.into_body().collect().await?.to_bytes().to_vec() })
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address = std::env::args().nth(1).ok_or("the address of a server is missing")?;
    let session = Session::posting(Arc::new(Direct(address.parse()?)), Limits::default()).await?;
    for tool in session.tools(PATIENCE).await?.tools {
        session.call(&tool.name, arguments(&tool), PATIENCE, std::future::pending()).await?;
    }
    Ok(())
}

/// Something of the right type for every argument.
fn arguments(tool: &Offered) -> Map<String, Value> {
    let none = Map::new();
    let properties = tool.input_schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
    let value = |schema: &Value| match schema["type"].as_str() {
        Some("number" | "integer") => json!(5),
        Some("boolean") => json!(true),
        Some(_) | None => json!("five"),
    };
    properties.iter().map(|(name, schema)| (name.clone(), value(schema))).collect()
}
