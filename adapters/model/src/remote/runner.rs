//! A model behind a server, as a runner.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use laika_policy::cloud::{EgressPack, Guarded, guard_answer};
use laika_policy::{EgressPermit, Place};
use laika_protocol::http::{HeaderValue, HttpRequest, MOST_SENT, Method};
use laika_protocol::model::{Ask, Ended, Usage, Weighing, Weights, Written};
use laika_protocol::secret::SafeUrl;
use serde_json::{Map, Value};

use super::api::{Reply, Words, read_count};
use super::fit::{fitted, is_checkable, object_of};
use super::price::estimated_tokens;
use super::reply::{self, holds_key, without_thinking};
use super::{Api, Price, RemoteError, Spent, Wire};
use crate::{Cancel, Capabilities, ModelError, Runner};

/// How often a request is sent again when nothing came of it.
const MOST_REPEATS: u32 = 2;
/// Before the first repeat; four times as long before each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// Counting is quick.
const COUNT_WITHIN: Duration = Duration::from_secs(5);
/// No token of any model is longer.
const TOKEN_BYTES: usize = 1024;

/// What is settled about a server.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The most tokens of a prompt and its answer together.
    pub context: u32,
    /// How long an answer may take, repeats and pauses included.
    pub deadline: Duration,
    /// The most bytes of an answer.
    pub most_bytes: usize,
    /// What it costs.
    pub price: Option<Price>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { context: 8192, deadline: Duration::from_secs(120), most_bytes: 4 << 20, price: None }
    }
}

/// An answer, and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The answer.
    pub written: Written,
    /// What the local guard saw in it.
    pub guarded: Guarded,
    /// What it cost, where a price is known.
    pub cost: Option<f64>,
}

/// A model behind a server.
#[derive(Debug)]
pub struct Remote<A, W> {
    api: A,
    wire: W,
    settings: Settings,
    spent: Mutex<Spent>,
}

impl<A: Api, W: Wire> Remote<A, W> {
    /// A runner that speaks to one server over a wire that leads there.
    ///
    /// # Errors
    /// When the key is none, or everybody on the way could read it.
    pub fn new(api: A, wire: W, settings: Settings) -> Result<Self, RemoteError> {
        let good = |key: &str| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
        if api.key().is_some_and(|key| !good(key.expose())) {
            return Err(RemoteError::settings("the key holds other characters than a key has"));
        }
        if api.key().is_some() && !api.base().is_unheard() {
            return Err(RemoteError::settings("a key goes to other machines only over https"));
        }
        Ok(Self { api, wire, settings, spent: Mutex::default() })
    }

    /// The server.
    pub const fn api(&self) -> &A {
        &self.api
    }

    /// What all calls took together.
    pub fn spent(&self) -> Spent {
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The exact bytes that would leave, to be shown and decided.
    ///
    /// # Errors
    /// When they would be too many, or an answer could not be checked.
    pub fn preview(&self, pack: &EgressPack) -> Result<Vec<u8>, RemoteError> {
        self.bytes(pack.ask())
    }

    /// Lets a pack leave and brings its answer back. The permit must be for exactly the bytes of [`Self::preview`] and
    /// for this server; it is used up whatever becomes of it.
    ///
    /// # Errors
    /// When the permit is for something else, or there is no answer that fits.
    pub async fn write_out(
        &self,
        pack: &EgressPack,
        permit: EgressPermit,
        cancel: &Cancel,
    ) -> Result<Answered, RemoteError> {
        let bytes = self.bytes(pack.ask())?;
        if !permit.covers(&Place::from(self.api.base().origin()), &bytes) {
            return Err(RemoteError::WrongPermit);
        }
        self.answer(pack.ask(), bytes, cancel).await
    }

    /// Asks a server on this machine.
    ///
    /// # Errors
    /// When it is on another machine, or there is no answer that fits.
    pub async fn write_here(&self, ask: &Ask, cancel: &Cancel) -> Result<Answered, RemoteError> {
        if !self.api.base().is_local() {
            return Err(RemoteError::NoPermit);
        }
        let bytes = self.bytes(ask)?;
        self.answer(ask, bytes, cancel).await
    }

    fn bytes(&self, ask: &Ask) -> Result<Vec<u8>, RemoteError> {
        if ask.shape.as_ref().is_some_and(|shape| !is_checkable(shape)) {
            return Err(RemoteError::Shape);
        }
        let bytes = self.api.body(ask)?.to_string().into_bytes();
        if bytes.len() > MOST_SENT { Err(RemoteError::TooMuch) } else { Ok(bytes) }
    }

    async fn answer(&self, ask: &Ask, bytes: Vec<u8>, cancel: &Cancel) -> Result<Answered, RemoteError> {
        let began = Instant::now();
        let asked = u32::try_from(bytes.len() / 3).unwrap_or(u32::MAX);
        let body = tokio::select! {
            biased;
            () = cancel.cancelled() => return Err(RemoteError::Cancelled),
            body = self.exchange(bytes, began, cancel) => body?,
        };
        let reply = self.api.read(&body)?;
        let usage = usage(&reply, asked, began);
        // It was paid for, whether it can be used or not.
        let price = self.settings.price.as_ref();
        self.spent.lock().unwrap_or_else(PoisonError::into_inner).add(&usage, price);
        let ended = reply.ended;
        let text = self.text(ask, reply)?;
        let guarded = guard_answer(&text);
        let cost = price.map(|price| price.of(&usage));
        Ok(Answered { written: Written { text, ended, usage }, guarded, cost })
    }

    /// What was said, if it is what was asked for.
    fn text(&self, ask: &Ask, reply: Reply) -> Result<String, RemoteError> {
        let most = usize::try_from(ask.max_tokens).unwrap_or(usize::MAX).saturating_mul(TOKEN_BYTES);
        let (said, object) = match reply.said {
            Words::Text(text) => (without_thinking(&text).to_owned(), None),
            Words::Object(object) => (object.to_string(), Some(object)),
            Words::Call(call) => (call.to_string(), None),
        };
        if said.len() > most {
            return Err(RemoteError::TooLarge);
        }
        if holds_key(&said, self.api.key()) {
            return Err(RemoteError::Echo);
        }
        match &ask.shape {
            // What was cut is handed on as it is, as every runner does.
            Some(shape) if reply.ended == Ended::Complete => {
                fitted(shape, object.map_or_else(|| object_of(&said), Ok)?)
            }
            _ => {
                let start = &ask.prompt.answer_starts;
                let begun = said.strip_prefix(start.as_str()).filter(|_| !start.is_empty());
                Ok(begun.map_or_else(|| said.clone(), str::to_owned))
            }
        }
    }

    /// Sends until there is an answer, or no more sense in it.
    async fn exchange(
        &self,
        bytes: Vec<u8>,
        began: Instant,
        cancel: &Cancel,
    ) -> Result<Map<String, Value>, RemoteError> {
        let mut pause = FIRST_PAUSE;
        let mut repeats = 0;
        loop {
            let left = self.settings.deadline.saturating_sub(began.elapsed());
            let (error, wanted) = match self.once(&bytes, left, cancel).await {
                Ok(body) => return Ok(body),
                Err(failed) => failed,
            };
            let wait = wanted.unwrap_or(pause);
            let left = self.settings.deadline.saturating_sub(began.elapsed());
            if !error.may_be_repeated() || repeats == MOST_REPEATS || wait >= left {
                return Err(error);
            }
            tokio::time::sleep(wait).await;
            repeats += 1;
            pause *= 4;
        }
    }

    /// Sends once. An error comes with how long the server wants to be left alone.
    async fn once(
        &self,
        bytes: &[u8],
        left: Duration,
        cancel: &Cancel,
    ) -> Result<Map<String, Value>, (RemoteError, Option<Duration>)> {
        let plain = |error: RemoteError| (error, None);
        let url = self.api.base().join(self.api.path()).map_err(plain)?;
        let request = self.request(url, bytes.to_vec(), left);
        self.spent.lock().unwrap_or_else(PoisonError::into_inner).requests += 1;
        // Whoever carries it keeps to the deadline; one that does not is not waited for.
        let sent = tokio::time::timeout(left, self.wire.send(request, cancel)).await;
        let response = sent.map_err(|_| plain(RemoteError::Timeout))?.map_err(|error| plain(error.into()))?;
        if response.body.len() > self.settings.most_bytes {
            return Err(plain(RemoteError::TooLarge));
        }
        reply::object(&response, self.api.key()).map_err(|error| (error, reply::retry_after(&response)))
    }

    fn request(&self, url: SafeUrl, body: Vec<u8>, left: Duration) -> HttpRequest {
        let json = || HeaderValue::Plain("application/json".into());
        let mut headers = vec![("content-type".to_owned(), json()), ("accept".to_owned(), json())];
        headers.extend(self.api.headers());
        HttpRequest {
            method: Method::Post,
            url,
            headers,
            body,
            deadline_ms: u64::try_from(left.as_millis()).unwrap_or(u64::MAX),
            most_bytes: self.settings.most_bytes,
        }
    }

    /// What the server counts, if it is on this machine and does.
    async fn counted(&self, text: &str) -> Option<u32> {
        let body = self.api.counting(text).filter(|_| self.api.base().is_local())?;
        let url = self.api.base().at_root("tokenize").ok()?;
        let within = self.settings.deadline.min(COUNT_WITHIN);
        let request = self.request(url, body.to_string().into_bytes(), within);
        let sent = tokio::time::timeout(within, self.wire.send(request, &Cancel::new())).await;
        read_count(&reply::object(&sent.ok()?.ok()?, self.api.key()).ok()?)
    }
}

/// What a call took; what a server does not count is estimated.
fn usage(reply: &Reply, asked: u32, began: Instant) -> Usage {
    let small = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
    let said = match &reply.said {
        Words::Text(text) => estimated_tokens(text),
        Words::Object(value) | Words::Call(value) => estimated_tokens(&value.to_string()),
    };
    let read = reply.read.map_or(asked, small);
    let total_ms = began.elapsed().as_secs_f64() * 1000.0;
    Usage {
        read,
        reused: small(reply.reused).min(read),
        written: reply.written.map_or(said, small),
        // An answer comes at once.
        first_ms: total_ms,
        total_ms,
        ..Usage::default()
    }
}

impl<A: Api, W: Wire> Runner for Remote<A, W> {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            model: self.api.model().to_owned(),
            context: self.settings.context,
            // A server says so; every answer is checked all the same.
            constrained: false,
            weighs: false,
            native_tools: false,
            vision: false,
            local: self.api.base().is_local(),
            exact_counts: self.api.counting("").is_some() && self.api.base().is_local(),
            tuned: false,
        }
    }

    async fn write(&self, ask: &Ask, cancel: &Cancel) -> Result<Written, ModelError> {
        Ok(self.write_here(ask, cancel).await?.written)
    }

    async fn weigh(&self, _: &Weighing, _: &Cancel) -> Result<Weights, ModelError> {
        Err(RemoteError::Unsupported.into())
    }

    /// Asks llama-server and vLLM on this machine. For all others it estimates, rather too many: they have no common way to
    /// count, and a text is not sent away to be counted.
    async fn count(&self, texts: &[String]) -> Result<Vec<u32>, ModelError> {
        let mut counts = Vec::with_capacity(texts.len());
        let mut asks = true;
        for text in texts {
            let counted = if asks { self.counted(text).await } else { None };
            // A server that does not count the first one is not asked about the rest.
            asks = counted.is_some();
            counts.push(counted.unwrap_or_else(|| estimated_tokens(text)));
        }
        Ok(counts)
    }
}
