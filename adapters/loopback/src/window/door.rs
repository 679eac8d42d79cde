//! One request to the window: what it must show, and who answers it.

use std::net::SocketAddr;
use std::sync::Arc;

use http_body_util::{BodyExt as _, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    ALLOW, CONNECTION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, ORIGIN, TRANSFER_ENCODING,
    WWW_AUTHENTICATE,
};
use hyper::http::request::Parts;
use hyper::{Method, Request, Response, StatusCode};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::headers::secure;
use super::news::News;
use super::{Asset, Reply, Rights, Window, WindowLimits};
use crate::headers::{Header, bearer, header, length};
use crate::listen::{self, Answer, Answers};
use crate::names::Names;
use crate::refusal::Refusal;
use crate::token::TokenHash;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const JSON: &str = "application/json";
const LINES: &str = "application/x-ndjson";

/// The window with its names and limits.
pub(super) struct Door {
    names: Names,
    window: Window,
    limits: WindowLimits,
    streams: Arc<Semaphore>,
    end: CancellationToken,
}

/// What there is to ask for.
enum Wanted<'a> {
    Asset(&'a Asset),
    Ask,
    Laika,
    News,
}

impl Wanted<'_> {
    fn method(&self) -> Method {
        match self {
            Self::Asset(_) | Self::News => Method::GET,
            Self::Ask | Self::Laika => Method::POST,
        }
    }
}

impl Door {
    pub(super) fn new(names: Names, window: Window, limits: WindowLimits, end: CancellationToken) -> Self {
        let streams = Arc::new(Semaphore::new(limits.streams));
        Self { names, window, limits, streams, end }
    }

    async fn pass(&self, request: Request<Incoming>) -> Result<Answer, Refusal> {
        let (parts, body) = request.into_parts();
        let path = self.names.admit(&parts)?;
        same_site(&parts.headers)?;
        let wanted = self.wanted(path)?;
        if parts.method != wanted.method() {
            return Err(Refusal::Method);
        }
        length(&parts.headers, self.limits.door.body)?;
        match wanted {
            Wanted::Asset(asset) => Ok(file(asset)),
            Wanted::News => self.news(self.rights(&parts)?),
            Wanted::Ask => {
                let (rights, body) = self.posted(&parts, body).await?;
                Ok(json(self.window.behind.ask(rights, body).await, &parts))
            }
            Wanted::Laika => {
                let (rights, body) = self.posted(&parts, body).await?;
                Ok(json(self.window.behind.laika(rights, body).await, &parts))
            }
        }
    }

    /// A query is where tokens end up in logs, so no path has one.
    fn wanted(&self, path: &str) -> Result<Wanted<'_>, Refusal> {
        match path {
            "/api/ask" => Ok(Wanted::Ask),
            "/api/laika" => Ok(Wanted::Laika),
            "/api/news" => Ok(Wanted::News),
            _ => {
                let asset = self.window.assets.iter().find(|asset| asset.path == path);
                asset.map(Wanted::Asset).ok_or(Refusal::Path)
            }
        }
    }

    fn rights(&self, parts: &Parts) -> Result<Rights, Refusal> {
        let shown = bearer(&parts.headers).ok_or(Refusal::Token)?;
        let table = self.window.tokens.iter().map(|(hash, rights)| (hash, *rights));
        TokenHash::find(shown, table).ok_or(Refusal::Token)
    }

    /// What a page of ours posted. The origin is stated by every browser that posts; one that is there is ours.
    async fn posted(&self, parts: &Parts, body: Incoming) -> Result<(Rights, Bytes), Refusal> {
        if header(&parts.headers, ORIGIN) == Header::Missing {
            return Err(Refusal::Origin);
        }
        // A form or a plain script of another page can send any other type without asking first.
        if !is_json(&parts.headers) {
            return Err(Refusal::MediaType);
        }
        let rights = self.rights(parts)?;
        let body = listen::read(body, &self.limits.door).await?;
        Ok((rights, body))
    }

    fn news(&self, rights: Rights) -> Result<Answer, Refusal> {
        let place = self.streams.clone().try_acquire_owned().map_err(|_| Refusal::TooMany)?;
        let lines = self.window.behind.news(rights);
        let news = News::new(lines, self.limits.beat, place, self.end.clone());
        Ok(answer(StatusCode::OK, LINES, news.boxed()))
    }
}

impl Answers for Door {
    async fn answer(&self, _from: SocketAddr, request: Request<Incoming>) -> Answer {
        let allowed = request.uri().path_and_query().and_then(|path| self.wanted(path.as_str()).ok());
        let allowed = allowed.map(|wanted| wanted.method());
        match self.pass(request).await {
            Ok(answer) => answer,
            Err(refusal) => {
                let mut refused = refused(refusal);
                if let (Refusal::Method, Some(allowed)) = (refusal, allowed) {
                    let allowed = if allowed == Method::GET { "GET" } else { "POST" };
                    refused.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
                }
                refused.map(|body| Full::new(Bytes::from(body)).boxed())
            }
        }
    }

    fn full(&self) -> Response<String> {
        refused(Refusal::TooMany)
    }
}

/// A browser says who began a request; only our own page, or the person at the address bar, will do.
fn same_site(headers: &HeaderMap) -> Result<(), Refusal> {
    match header(headers, FETCH_SITE) {
        Header::Missing | Header::Once(b"same-origin" | b"none") => Ok(()),
        Header::Once(_) | Header::Repeated => Err(Refusal::Site),
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let Header::Once(value) = header(headers, CONTENT_TYPE) else {
        return false;
    };
    let essence = value.split(|byte| *byte == b';').next().unwrap_or_default();
    essence.trim_ascii().eq_ignore_ascii_case(JSON.as_bytes())
}

fn file(asset: &Asset) -> Answer {
    let bytes = match &asset.bytes {
        std::borrow::Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        std::borrow::Cow::Owned(bytes) => Bytes::copy_from_slice(bytes),
    };
    answer(StatusCode::OK, asset.media_type, Full::new(bytes).boxed())
}

fn json(reply: Reply, parts: &Parts) -> Answer {
    let mut answer = answer(reply.status, JSON, Full::new(reply.json).boxed());
    // Where a chunked request ends is a matter of reading; nothing is read after one.
    if parts.headers.contains_key(TRANSFER_ENCODING) {
        answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    answer
}

fn answer<B>(status: StatusCode, media_type: &'static str, body: B) -> Response<B> {
    let mut answer = Response::new(body);
    *answer.status_mut() = status;
    secure(answer.headers_mut());
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    answer
}

/// The connection ends with a refusal: what follows may be the rest of what was refused.
fn refused(refusal: Refusal) -> Response<String> {
    let body = serde_json::json!({ "ok": false, "code": refusal.code(), "sentence": refusal.to_string() });
    let mut refused = answer(refusal.status(), JSON, body.to_string());
    refused.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    if refusal == Refusal::Token {
        refused.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    refused
}
