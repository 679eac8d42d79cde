//! One extension: questions to it by number, answers and events from it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use laika_browser::mine::{Browse, Coming, Happened, Link};
use laika_protocol::ids::{ProfileId, ReasonCode, Uuid};
use laika_protocol::{ErrorCode, ToolError};
use serde_json::Value;
use tokio::sync::{broadcast, oneshot};

use crate::serving::ConnectedBrowser;
use crate::working::fresh_uuid;

/// Questions that wait for an answer at once; beyond it the run waits and looks again.
const MOST_OPEN: usize = 64;
/// What happened and was not heard yet.
const MOST_HAPPENED: usize = 1_024;
/// What the way to the extension may add to a deadline.
const SLACK: Duration = Duration::from_secs(2);

/// What goes to the extension.
#[derive(Clone, Debug)]
pub(crate) enum Post {
    /// Something to do.
    Browse {
        /// Which answer is wanted.
        request_id: Uuid,
        /// How long it may take.
        deadline_ms: u64,
        /// What.
        what: Box<Browse>,
    },
    /// It is not wanted any more.
    Cancel {
        /// What.
        request_id: Uuid,
    },
}

/// Hands something to the extension; false when it is gone or far behind.
pub(crate) type Posts = Box<dyn Fn(Post) -> bool + Send + Sync>;

/// One extension.
pub(crate) struct Bridge {
    profile: ProfileId,
    posts: Posts,
    makes_input: bool,
    sites: u32,
    open: Mutex<HashMap<Uuid, oneshot::Sender<Result<Value, ToolError>>>>,
    happened: broadcast::Sender<Happened>,
    alive: AtomicBool,
}

impl Bridge {
    pub(crate) fn new(profile: ProfileId, makes_input: bool, sites: u32, posts: Posts) -> Arc<Self> {
        Arc::new(Self {
            profile,
            posts,
            makes_input,
            sites,
            open: Mutex::default(),
            happened: broadcast::channel(MOST_HAPPENED).0,
            alive: AtomicBool::new(true),
        })
    }

    pub(crate) const fn profile(&self) -> &ProfileId {
        &self.profile
    }

    pub(crate) fn standing(&self) -> ConnectedBrowser {
        ConnectedBrowser { profile: self.profile.clone(), sites: self.sites, real_input: self.makes_input }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Uuid, oneshot::Sender<Result<Value, ToolError>>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The extension answered. An answer that nobody waits for is nobody's; false says so.
    pub(crate) fn answered(&self, request_id: &Uuid, answer: Result<Value, ToolError>) -> bool {
        let waits = self.open().remove(request_id);
        waits.is_some_and(|waits| waits.send(answer).is_ok())
    }

    /// The extension tells of something.
    pub(crate) fn tell(&self, event: Happened) {
        // Nobody may be working in this browser.
        let _ = self.happened.send(event);
    }

    /// It is gone: whoever waits learns it now.
    pub(crate) fn end(&self) {
        if self.alive.swap(false, Ordering::SeqCst) {
            self.open().clear();
            self.tell(Happened::Gone);
        }
    }
}

impl Link for Bridge {
    fn ask(&self, what: Browse, within: Duration) -> Coming<'_, Result<Value, ToolError>> {
        Box::pin(async move {
            let request_id = fresh_uuid()?;
            let (waits, answer) = oneshot::channel();
            {
                let mut open = self.open();
                if !self.is_alive() {
                    return Err(browser_gone());
                }
                if open.len() >= MOST_OPEN {
                    return Err(ToolError::new(
                        ErrorCode::RateLimited,
                        "too much is asked of the browser at once",
                    ));
                }
                open.insert(request_id.clone(), waits);
            }
            // Whoever stops waiting is not answered; the extension is told, so that it need not do it.
            let waiting = Waiting { bridge: self, request_id: request_id.clone() };
            let deadline_ms = u64::try_from(within.as_millis()).unwrap_or(u64::MAX);
            let what = Box::new(what);
            if !(self.posts)(Post::Browse { request_id, deadline_ms, what }) {
                return Err(browser_gone());
            }
            let answer = tokio::time::timeout(within + SLACK, answer).await;
            drop(waiting);
            match answer {
                Ok(Ok(answer)) => answer,
                Ok(Err(_)) => Err(browser_gone()),
                Err(_) => Err(ToolError::new(ErrorCode::Timeout, "your browser did not answer in time")),
            }
        })
    }

    fn happened(&self) -> broadcast::Receiver<Happened> {
        self.happened.subscribe()
    }

    fn is_alive(&self) -> bool {
        self.alive.load(Ordering::SeqCst)
    }

    fn makes_input(&self) -> bool {
        self.makes_input
    }
}

struct Waiting<'a> {
    bridge: &'a Bridge,
    request_id: Uuid,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if self.bridge.open().remove(&self.request_id).is_some() {
            let _ = (self.bridge.posts)(Post::Cancel { request_id: self.request_id.clone() });
        }
    }
}

/// The person's browser is not there.
pub(crate) fn browser_gone() -> ToolError {
    let message = "your browser is not connected; open Laika's panel in it, then resume";
    ToolError {
        reason: ReasonCode::parse("E_BROWSER_GONE").ok(),
        ..ToolError::new(ErrorCode::Unavailable, message)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use serde_json::json;

    use super::*;

    fn bridge() -> (Arc<Bridge>, Receiver<Post>) {
        let (send, posted) = channel();
        let posts = Box::new(move |post| send.send(post).is_ok());
        (Bridge::new(ProfileId::parse("p").unwrap(), false, 0, posts), posted)
    }

    fn asked(posted: &Receiver<Post>) -> Uuid {
        match posted.recv_timeout(Duration::from_secs(5)).unwrap() {
            Post::Browse { request_id, .. } => request_id,
            Post::Cancel { .. } => panic!("nothing was to be cancelled"),
        }
    }

    fn attach(bridge: &Arc<Bridge>, within: Duration) -> tokio::task::JoinHandle<Result<Value, ToolError>> {
        let bridge = Arc::clone(bridge);
        tokio::spawn(async move { bridge.ask(Browse::Attach { tab_id: 1 }, within).await })
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_answer_is_for_the_question_that_is_open_and_counts_once() {
        let (bridge, posted) = bridge();
        let waits = attach(&bridge, Duration::from_secs(5));
        let id = asked(&posted);
        assert!(!bridge.answered(&fresh_uuid().unwrap(), Ok(json!("forged"))), "nobody asked that");
        assert!(bridge.answered(&id, Ok(json!("mine"))));
        assert!(!bridge.answered(&id, Ok(json!("again"))), "a second answer is nobody's");
        assert_eq!(waits.await.unwrap().unwrap(), json!("mine"));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn tool_014_who_stops_waiting_takes_the_question_back() {
        let (bridge, posted) = bridge();
        let waits = attach(&bridge, Duration::from_secs(60));
        let id = asked(&posted);
        waits.abort();
        let Ok(Post::Cancel { request_id }) = posted.recv_timeout(Duration::from_secs(5)) else {
            panic!("it was not taken back")
        };
        assert_eq!(request_id, id);
        assert!(!bridge.answered(&id, Ok(Value::Null)), "what comes now is nobody's");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_extension_that_is_gone_answers_nobody_and_says_so() {
        let (bridge, posted) = bridge();
        let mut happened = bridge.happened();
        let waits = attach(&bridge, Duration::from_secs(60));
        let _ = asked(&posted);
        bridge.end();
        assert_eq!(waits.await.unwrap().unwrap_err().finest_code(), "E_BROWSER_GONE");
        assert_eq!(happened.recv().await.unwrap(), Happened::Gone);
        let later = bridge.ask(Browse::Attach { tab_id: 1 }, Duration::from_secs(1)).await;
        assert_eq!(later.unwrap_err().finest_code(), "E_BROWSER_GONE");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn i22_questions_that_wait_are_bounded() {
        let (bridge, posted) = bridge();
        let waits: Vec<_> = (0..MOST_OPEN).map(|_| attach(&bridge, Duration::from_secs(60))).collect();
        (0..MOST_OPEN).for_each(|_| _ = asked(&posted));
        let one_more = bridge.ask(Browse::Attach { tab_id: 1 }, Duration::from_secs(1)).await;
        assert_eq!(one_more.unwrap_err().code, ErrorCode::RateLimited);
        waits.iter().for_each(tokio::task::JoinHandle::abort);
    }
}
