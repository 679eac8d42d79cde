//! The one client of all network tools: polite, bounded, and only to places that were decided about.
//!
//! It asks `robots.txt` before a page, waits for its turn at a host, uses what is still fresh, follows redirects within
//! one origin, and hands every other redirect back, so that it is decided anew (S10). Nothing is ever sent twice.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use laika_protocol::http::{HeaderValue, HttpRequest, HttpResponse, Method};
use laika_protocol::ids::{HttpUrl, Origin};
use laika_protocol::secret::{SafeUrl, Secret};
use laika_protocol::{ErrorCode, ToolError};
use url::Url;

use super::failure;
use super::freshness::{fresh_for, retry_after};
use super::pace::{LONGEST_REST, Turn};
use super::robots::{GOOD_FOR, LEFT_ALONE_FOR, MOST_BYTES, Robots, Ruling};
use super::web::Web;
use crate::Bounds;
use crate::outside::Way;
use crate::refusal::{invalid, refusal};
use crate::toolbox::Task;

/// How long a server may take to answer (INK-011).
const LONGEST_ANSWER: Duration = Duration::from_secs(10);
/// Bytes of an answer.
pub(super) const LARGEST_ANSWER: usize = 5 << 20;
/// Redirects within one origin.
const MOST_REDIRECTS: usize = 5;
/// The longest that a call waits for its turn; one that would wait longer is told to come again.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// How long a call sleeps before it looks whether it was called off.
const NAP: Duration = Duration::from_millis(20);
/// How long a host rests that says it is asked too often, but not for how long.
const USUAL_REST: Duration = Duration::from_secs(30);

/// Who says that an address may be fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A page of somebody: its site's rules for programs count.
    Page,
    /// An interface for programs that the person's settings name.
    Interface,
}

/// What is asked of a server.
pub(super) struct Question {
    pub(super) url: Url,
    pub(super) kind: Kind,
    /// What is taken, as a header.
    pub(super) accept: &'static str,
    /// A key in a header.
    pub(super) header_key: Option<(&'static str, Secret)>,
    /// A key in the address, where a service wants it there; it is no part of what is remembered or said.
    pub(super) query_key: Option<(&'static str, Secret)>,
    /// Bytes of the answer.
    pub(super) most_bytes: usize,
    /// For how long an answer counts that says nothing itself.
    pub(super) usual: Duration,
}

impl Question {
    /// A question to an interface that answers in JSON.
    pub(super) fn json(url: Url, usual: Duration) -> Self {
        Self {
            url,
            kind: Kind::Interface,
            accept: "application/json",
            header_key: None,
            query_key: None,
            most_bytes: LARGEST_ANSWER,
            usual,
        }
    }
}

/// What came back.
pub(super) enum Got {
    /// An answer with the status 200, from this address.
    Answer {
        /// Where it came from, after redirects within the origin.
        url: Url,
        answer: HttpResponse,
        /// Whether it was asked for earlier.
        cached: bool,
    },
    /// Another place, which nobody has decided about.
    Elsewhere(Url),
}

/// The client for one call.
pub(super) struct Client<'a> {
    way: Way<'a>,
    web: Arc<Web>,
    bounds: &'a Bounds,
    wall: SystemTime,
    /// The time that the person set.
    keep: Option<Duration>,
}

impl<'a> Client<'a> {
    /// The client for a call.
    pub(super) fn of(task: &Task<'a>) -> Result<Self, ToolError> {
        Ok(Self {
            way: task.way()?,
            web: Arc::clone(&task.kit.web),
            bounds: task.bounds,
            wall: (task.kit.clock)(),
            keep: task.set.number("cache_ttl").map(Duration::from_secs),
        })
    }

    /// Asks a question and follows it within its origin.
    pub(super) fn get(&self, question: &Question) -> Result<Got, ToolError> {
        let remembered = format!("{} {}", question.accept, question.url);
        if let Some(answer) = self.web.cache().get(&remembered, self.web.ticks.now()) {
            return Ok(Got::Answer { url: question.url.clone(), answer, cached: true });
        }
        let mut url = question.url.clone();
        for _ in 0..=MOST_REDIRECTS {
            if question.kind == Kind::Page {
                self.allowed(&url)?;
            }
            let answer = self.ask(question, &url)?;
            let Some(next) = leads_to(&url, &answer)? else {
                let answer = self.good(&url, answer)?;
                // What came from another address is remembered by nobody.
                if url == question.url {
                    self.keep(remembered, &answer, question.usual);
                }
                return Ok(Got::Answer { url, answer, cached: false });
            };
            if next.origin() != url.origin() {
                return Ok(Got::Elsewhere(next));
            }
            url = next;
        }
        Err(failure::redirected(host_of(&url), "it does so again and again"))
    }

    /// Asks an interface, which has no reason to lead elsewhere.
    pub(super) fn interface(&self, question: &Question) -> Result<(HttpResponse, bool), ToolError> {
        match self.get(question)? {
            Got::Answer { answer, cached, .. } => Ok((answer, cached)),
            Got::Elsewhere(to) => {
                let why = format!("set the address that it has now, at {}", host_of(&to));
                Err(failure::redirected(host_of(&question.url), &why))
            }
        }
    }

    /// Sends a body to an interface, once.
    pub(super) fn post(&self, url: &Url, body: Vec<u8>) -> Result<HttpResponse, ToolError> {
        let headers = [("content-type", "application/json"), ("accept", "application/json")];
        let headers = headers.map(|(name, value)| (name.to_owned(), HeaderValue::Plain(value.to_owned())));
        let answer = self.send(url, Method::Post, headers.into(), body, LARGEST_ANSWER)?;
        if leads_to(url, &answer)?.is_some() {
            return Err(failure::redirected(host_of(url), "a text is sent only to the address that is set"));
        }
        self.good(url, answer)
    }

    fn keep(&self, remembered: String, answer: &HttpResponse, usual: Duration) {
        if let Some(time) = fresh_for(answer, self.keep, usual, self.wall) {
            let until = self.web.ticks.now() + time;
            self.web.cache().put(remembered, answer.clone(), until);
        }
    }

    fn ask(&self, question: &Question, url: &Url) -> Result<HttpResponse, ToolError> {
        let mut headers = vec![("accept".to_owned(), HeaderValue::Plain(question.accept.to_owned()))];
        if let Some((name, key)) = &question.header_key {
            headers.push(((*name).to_owned(), HeaderValue::Secret(key.clone())));
        }
        let mut url = url.clone();
        if let Some((name, key)) = &question.query_key {
            url.query_pairs_mut().append_pair(name, key.expose());
        }
        self.send(&url, Method::Get, headers, Vec::new(), question.most_bytes)
    }

    fn send(
        &self,
        url: &Url,
        method: Method,
        mut headers: Vec<(String, HeaderValue)>,
        body: Vec<u8>,
        most_bytes: usize,
    ) -> Result<HttpResponse, ToolError> {
        self.wait_for_turn(host_of(url))?;
        headers.push(("accept-encoding".to_owned(), HeaderValue::Plain("gzip".to_owned())));
        let mut sent = url.clone();
        sent.set_fragment(None);
        let time = self.bounds.left().min(LONGEST_ANSWER);
        let request = HttpRequest {
            method,
            url: SafeUrl::parse(sent.as_str()).map_err(|_| no_address())?,
            headers,
            body,
            deadline_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1),
            most_bytes,
        };
        let answer = self.way.send(request)?;
        self.bounds.check()?;
        let rest = retry_after(&answer, self.wall);
        if let (429, time) | (503, time @ Some(_)) = (answer.status, rest) {
            let now = self.web.ticks.now();
            self.web.pace().rest(host_of(url), now, time.unwrap_or(USUAL_REST));
        }
        Ok(answer)
    }

    /// An answer that is a success.
    fn good(&self, url: &Url, answer: HttpResponse) -> Result<HttpResponse, ToolError> {
        if answer.status == 200 {
            return Ok(answer);
        }
        let again = retry_after(&answer, self.wall).map(|time| time.min(LONGEST_REST));
        Err(failure::of_status(host_of(url), &answer, again))
    }

    fn wait_for_turn(&self, host: &str) -> Result<(), ToolError> {
        let ticks = &self.web.ticks;
        let until = ticks.now() + LONGEST_WAIT.min(self.bounds.left());
        loop {
            self.bounds.check()?;
            let now = ticks.now();
            let turn = self.web.pace().take(host, now);
            match turn {
                Turn::Now => return Ok(()),
                Turn::Resting(time) => return Err(failure::resting(host, time)),
                Turn::After(time) if now + time > until => return Err(failure::too_often(host)),
                Turn::After(time) => ticks.wait(time.min(NAP)),
            }
        }
    }

    /// Whether a site lets programs fetch an address.
    fn allowed(&self, url: &Url) -> Result<(), ToolError> {
        let site = Origin::of_url(url.as_str()).ok_or_else(no_address)?;
        let known = self.web.robots().get(&site, self.web.ticks.now());
        let ruling = match known {
            Some(ruling) => ruling,
            None => {
                let (ruling, time) = self.rules_of(url)?;
                self.web.robots().put(&site, ruling.clone(), self.web.ticks.now() + time);
                ruling
            }
        };
        match ruling {
            Ruling::Unknown => Err(failure::rules_unknown(host_of(url))),
            Ruling::NoFile | Ruling::File(_) if ruling.allows(url) => Ok(()),
            Ruling::NoFile | Ruling::File(_) => Err(failure::not_for_programs(host_of(url))),
        }
    }

    /// What a site's file says, and for how long that counts. A site that cannot be reached at all says so itself.
    fn rules_of(&self, page: &Url) -> Result<(Ruling, Duration), ToolError> {
        let mut url = page.join("/robots.txt").map_err(|_| no_address())?;
        for _ in 0..=MOST_REDIRECTS {
            let accept = vec![("accept".to_owned(), HeaderValue::Plain("text/plain".to_owned()))];
            let answer = match self.send(&url, Method::Get, accept, Vec::new(), MOST_BYTES) {
                Ok(answer) => answer,
                Err(error) if error.finest_code() == "E_NET_TOO_LARGE" => {
                    return Ok((Ruling::Unknown, LEFT_ALONE_FOR));
                }
                Err(error) => return Err(error),
            };
            match leads_to(&url, &answer) {
                Ok(Some(next)) if next.origin() == url.origin() => url = next,
                // Nobody has decided about another place, so that its file is none of this site.
                Ok(Some(_)) | Err(_) => return Ok((Ruling::NoFile, GOOD_FOR)),
                Ok(None) => return Ok(ruled(&answer)),
            }
        }
        Ok((Ruling::NoFile, GOOD_FOR))
    }
}

fn ruled(answer: &HttpResponse) -> (Ruling, Duration) {
    match answer.status {
        200 => {
            let robots = Robots::parse(&String::from_utf8_lossy(&answer.body));
            (Ruling::File(Arc::new(robots)), GOOD_FOR)
        }
        429 | 500..=599 => (Ruling::Unknown, LEFT_ALONE_FOR),
        _ => (Ruling::NoFile, GOOD_FOR),
    }
}

/// Where a redirect leads.
fn leads_to(from: &Url, answer: &HttpResponse) -> Result<Option<Url>, ToolError> {
    if !matches!(answer.status, 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let host = host_of(from);
    let location =
        answer.header("location").ok_or_else(|| failure::redirected(host, "it does not say where"))?;
    let to = from.join(location).ok().and_then(|url| HttpUrl::read(url.as_str()));
    to.map(Some).ok_or_else(|| failure::redirected(host, "not to an address of the web"))
}

/// The host of an address, for a sentence and for its turns.
pub(super) fn host_of(url: &Url) -> &str {
    url.host_str().unwrap_or("the server")
}

/// The address of an argument.
pub(super) fn page_of(address: &HttpUrl) -> Result<Url, ToolError> {
    HttpUrl::read(address.as_str()).ok_or_else(no_address)
}

/// An address from a person's settings, with a path below it.
pub(super) fn below(address: &str, path: &str) -> Result<Url, ToolError> {
    let bad = || refusal(ErrorCode::Unavailable, "E_TOOL_SETTING", "the address that is set cannot be read");
    let mut url = Url::parse(address).map_err(|_| bad())?;
    url.set_query(None);
    url.set_fragment(None);
    let mut segments = url.path_segments_mut().map_err(|()| bad())?;
    segments.pop_if_empty().extend(path.split('/').filter(|one| !one.is_empty()));
    drop(segments);
    Ok(url)
}

fn no_address() -> ToolError {
    invalid("E_URL", "this is no address of the web")
}
