//! Requests over HTTP, each on a connection of its own, to a server on this machine.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use http_body_util::{BodyExt as _, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, HeaderName, HeaderValue, WWW_AUTHENTICATE};
use hyper::{Method, Request, Response, StatusCode, Uri};
use hyper_util::rt::TokioIo;
use rmcp::model::ClientJsonRpcMessage;
use rmcp::transport::common::client_side_sse::BoxedSseResponse;
use rmcp::transport::common::http_header::{HEADER_LAST_EVENT_ID, HEADER_SESSION_ID};
use rmcp::transport::streamable_http_client::{
    AuthRequiredError, HttpStatusError, StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
};
use sse_stream::SseStream;
use tokio::net::TcpStream;

type Failure = StreamableHttpError<io::Error>;
type Headers = HashMap<HeaderName, HeaderValue>;

/// Makes requests one by one.
#[derive(Clone)]
pub(crate) struct OneByOne;

/// What every request says.
struct Said {
    uri: Arc<str>,
    session: Option<Arc<str>>,
    token: Option<String>,
    headers: Headers,
}

impl Said {
    async fn send(
        self,
        method: Method,
        more: &[(&str, &str)],
        body: Vec<u8>,
    ) -> Result<Response<Incoming>, Failure> {
        let uri: Uri = self.uri.parse().map_err(other)?;
        let host = uri.authority().ok_or_else(|| other("the address has no host"))?.as_str();
        let mut request = Request::builder().method(method).uri(uri.path()).header(HOST, host);
        for (name, value) in more {
            request = request.header(*name, *value);
        }
        if let Some(session) = &self.session {
            request = request.header(HEADER_SESSION_ID, session.as_ref());
        }
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request.body(Full::new(Bytes::from(body))).map_err(other)?;
        let stream = TcpStream::connect(host).await?;
        let (mut sender, connection) =
            hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(other)?;
        tokio::spawn(connection);
        sender.send_request(request).await.map_err(other)
    }
}

fn other(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Failure {
    Failure::Io(io::Error::other(error))
}

/// What is in the way of reading a response.
fn refused(response: &Response<Incoming>, in_session: bool) -> Option<Failure> {
    let status = response.status();
    if status.is_success() {
        return None;
    }
    let challenge = response.headers().get(WWW_AUTHENTICATE).and_then(|value| value.to_str().ok());
    Some(match (status, challenge) {
        (StatusCode::UNAUTHORIZED, Some(challenge)) => {
            Failure::AuthRequired(AuthRequiredError::new(challenge.to_owned()))
        }
        (StatusCode::NOT_FOUND, _) if in_session => Failure::SessionExpired,
        (StatusCode::METHOD_NOT_ALLOWED, _) => Failure::ServerDoesNotSupportSse,
        (status, _) => Failure::HttpStatus(HttpStatusError::new(status.as_u16(), None)),
    })
}

impl StreamableHttpClient for OneByOne {
    type Error = io::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<StreamableHttpPostResponse, Failure> {
        let in_session = session.is_some();
        let kinds = [
            (CONTENT_TYPE.as_str(), "application/json"),
            (ACCEPT.as_str(), "application/json, text/event-stream"),
        ];
        let said = Said { uri, session, token, headers };
        let response = said.send(Method::POST, &kinds, serde_json::to_vec(&message)?).await?;
        if let Some(refused) = refused(&response, in_session) {
            return Err(refused);
        }
        if [StatusCode::ACCEPTED, StatusCode::NO_CONTENT].contains(&response.status()) {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        let header = |name: &str| Some(response.headers().get(name)?.to_str().ok()?.to_owned());
        let (kind, session) = (header("content-type"), header(HEADER_SESSION_ID));
        match kind {
            Some(kind) if kind.starts_with("text/event-stream") => {
                Ok(StreamableHttpPostResponse::Sse(Box::pin(SseStream::new(response.into_body())), session))
            }
            Some(kind) if kind.starts_with("application/json") => {
                let body = response.into_body().collect().await.map_err(other)?.to_bytes();
                // Only a question has an answer; some servers say something to the rest as well.
                if !matches!(message, ClientJsonRpcMessage::Request(_)) {
                    return Ok(StreamableHttpPostResponse::Accepted);
                }
                Ok(StreamableHttpPostResponse::Json(serde_json::from_slice(&body)?, session))
            }
            other => Err(Failure::UnexpectedContentType(other)),
        }
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<(), Failure> {
        let said = Said { uri, session: Some(session), token, headers };
        let response = said.send(Method::DELETE, &[], Vec::new()).await?;
        match refused(&response, true) {
            None | Some(Failure::ServerDoesNotSupportSse) => Ok(()),
            Some(refused) => Err(refused),
        }
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last_event: Option<String>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<BoxedSseResponse, Failure> {
        let in_session = session.is_some();
        let mut more = vec![(ACCEPT.as_str(), "text/event-stream")];
        more.extend(last_event.as_deref().map(|id| (HEADER_LAST_EVENT_ID, id)));
        let said = Said { uri, session, token, headers };
        let response = said.send(Method::GET, &more, Vec::new()).await?;
        match refused(&response, in_session) {
            None => Ok(Box::pin(SseStream::new(response.into_body()))),
            Some(refused) => Err(refused),
        }
    }
}
