//! A page is captured by a run like any other: its address is a navigation that the gate decides (S4), its text is read
//! without what tries to give orders, and the run stands in the log. The planner of such a run looks once and is done.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use laika_collect::snapshot::{Body, of_page_looks};
use laika_collect::urls::{Address, Offered, offered};
use laika_protocol::collection::{CaptureMode, Failure};
use laika_protocol::ids::RunId;
use laika_protocol::observation::{Observation, Signal};
use laika_protocol::wire::{RunStatus, SiteMode};

use super::lent::Tab;
use crate::agents::Hands;
use crate::serving::Refusal;
use crate::working::{
    Answered, Asks, News, Order, Part, PlanError, Planner, Thinking, Thought, ToolView, View, Where,
};

/// A page that has not been read by then is given up.
const WITHIN: Duration = Duration::from_secs(90);
/// A page with fewer characters behind a login or a paywall shows the gate and nothing else.
const LEAST_BEHIND_A_GATE: usize = 600;

/// What is wanted of a page.
#[derive(Clone, Copy, Debug)]
pub(super) enum Want {
    /// Its text.
    Text(CaptureMode),
    /// What it lists.
    Links,
}

/// What came of it.
#[derive(Debug)]
pub(super) enum Came {
    /// The text.
    Text(Box<Body>),
    /// What it lists.
    Links(Vec<Offered>, String),
    /// A bank, a hospital, a mailbox: of that only totals are kept.
    Sensitive(Box<Body>),
}

type Reply = SyncSender<Result<Came, Failure>>;

struct Capture {
    want: Want,
    /// The address that has to be in the tab, where it is the person's: they go where they like.
    only: Option<String>,
    reply: Reply,
    /// Why it went wrong, as far as that was said.
    why: Option<Failure>,
}

/// The captures that are under way.
#[derive(Clone, Default)]
pub struct Captures(Arc<Mutex<BTreeMap<RunId, Capture>>>);

fn failure(code: &str, sentence: impl Into<String>) -> Failure {
    Failure { code: code.to_owned(), sentence: sentence.into() }
}

impl From<Refusal> for Failure {
    fn from(Refusal { code, sentence }: Refusal) -> Self {
        Self { code, sentence }
    }
}

impl Captures {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<RunId, Capture>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The planner of a run, if it captures something.
    #[must_use]
    pub fn planner(&self, run: &RunId) -> Option<Box<dyn Planner>> {
        let (want, only) = self.lock().get(run).map(|capture| (capture.want, capture.only.clone()))?;
        Some(Box::new(Look { run: run.clone(), want, only, captures: self.clone() }))
    }

    /// Hears what happens to a run: one that waits or is over will not look any more.
    pub fn hear(&self, run: &RunId, news: &News) {
        let mut all = self.lock();
        let Some(capture) = all.get_mut(run) else { return };
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "a capture ends or goes wrong; nothing else matters"
        )]
        let ended = match news {
            News::Denied { code, sentence, .. } | News::Trouble { code, sentence } => {
                capture.why.get_or_insert_with(|| failure(code, sentence.clone()));
                false
            }
            News::Refused { error } => {
                capture.why.get_or_insert_with(|| failure(error.finest_code(), error.message.clone()));
                true
            }
            News::Handoff { what, .. } => {
                capture.why.get_or_insert_with(|| failure("E_NEEDS_YOU", what.clone()));
                true
            }
            News::State { state: Some(state), .. } => {
                state.status.is_over() || matches!(state.status, RunStatus::Paused | RunStatus::Takeover)
            }
            _ => false,
        };
        if ended && let Some(capture) = all.remove(run) {
            let unknown = || failure("E_NOT_CAPTURED", "the page could not be read");
            // Whoever waited may have given up.
            let _ = capture.reply.send(Err(capture.why.unwrap_or_else(unknown)));
        }
    }

    fn came(&self, run: &RunId, came: Result<Came, Failure>) {
        if let Some(capture) = self.lock().remove(run) {
            // Whoever waited may have given up.
            let _ = capture.reply.send(came);
        }
    }

    /// Looks at a page, in a run of its own, and waits for it. In a tab of the person's it only reads, and nobody is asked:
    /// handing the tab in was the question (S4).
    pub(super) fn look(
        &self,
        hands: &dyn Hands,
        url: &str,
        want: Want,
        tab: Option<Tab>,
    ) -> Result<Came, Failure> {
        let only = tab.as_ref().map(|_| url.to_owned());
        let surface = tab.map_or(Where::Workspace, |Tab { id, profile }| Where::Mine {
            tab_id: Some(id),
            profile: Some(profile),
        });
        let order = Order {
            goal: format!("Read {url}"),
            urls: vec![url.to_owned()],
            allow: Vec::new(),
            mode: SiteMode::Observe,
            private: false,
            strict: false,
            headed: false,
            surface,
            part: Part::Page,
            exposed: Vec::new(),
            // It goes on when nobody is there, so nobody is asked.
            asks: Asks::Nobody,
        };
        let (reply, receiver) = mpsc::sync_channel(1);
        let run = hands.begin(order, &|run| {
            let capture = Capture { want, only: only.clone(), reply: reply.clone(), why: None };
            self.lock().insert(run.clone(), capture);
        })?;
        match receiver.recv_timeout(WITHIN) {
            Ok(came) => {
                if came.is_err() {
                    hands.stop(&run);
                }
                came
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                self.lock().remove(&run);
                hands.stop(&run);
                Err(failure("E_TIMEOUT", "the page took too long"))
            }
        }
    }
}

/// Looks once.
struct Look {
    run: RunId,
    want: Want,
    only: Option<String>,
    captures: Captures,
}

impl Planner for Look {
    fn next<'a>(&'a mut self, view: View<'a>) -> Thinking<'a> {
        Box::pin(async move {
            let seen = found(view.status)
                .and_then(|()| is_meant(self.only.as_deref(), &view.page.url))
                .and_then(|()| seen(view.page, view.sensitive, self.want));
            self.captures.came(&self.run, seen);
            let method = "it was captured".to_owned();
            Ok::<_, PlanError>(Thought::Answer(Box::new(Answered { method, ..Answered::default() })))
        })
    }

    fn next_tool<'a>(&'a mut self, _: ToolView<'a>) -> Thinking<'a> {
        Box::pin(async { Err(PlanError::Unusable("a capture has a page".into())) })
    }

    fn model(&self) -> String {
        "none".to_owned()
    }
}

/// A page that says that there is none is no source, however much it says.
fn found(status: Option<u16>) -> Result<(), Failure> {
    match status.filter(|status| *status >= 400) {
        None => Ok(()),
        Some(status @ (408 | 429 | 500..)) => {
            Err(failure("E_HTTP_LATER", format!("the server cannot answer now ({status})")))
        }
        Some(status) => Err(failure("E_HTTP_STATUS", format!("the server has no such page ({status})"))),
    }
}

/// Whether the page is the one that was handed in. A site may be the same and the page another.
fn is_meant(only: Option<&str>, here: &str) -> Result<(), Failure> {
    let key = |url: &str| Address::read(url).ok().map(|address| address.key());
    match only {
        Some(only) if key(only).is_none() || key(only) != key(here) => {
            Err(failure("E_ORIGIN_CHANGED", "another page is in the tab than the one that was added"))
        }
        Some(_) | None => Ok(()),
    }
}

fn seen(page: &Observation, sensitive: bool, want: Want) -> Result<Came, Failure> {
    let gate = |signal: &Signal| match signal {
        Signal::Paywall => Some("the page lies behind a paywall"),
        Signal::AuthGate => Some("the page wants a login"),
        Signal::AgeGate => Some("the page asks for an age"),
        Signal::GeoBlock => Some("the page is closed to this region"),
        Signal::OverlayOrDialog | Signal::AuthFields | Signal::ConsentOverlay | Signal::ScriptRequired => {
            None
        }
    };
    if let Some(why) = page.signals.iter().find_map(gate).filter(|_| page.text.len() < LEAST_BEHIND_A_GATE) {
        let sentence = format!("{why}; open it in your own browser and add the tab");
        return Err(failure("E_GATED", sentence));
    }
    match want {
        Want::Links => Ok(Came::Links(offered(page), page.url.clone())),
        Want::Text(mode) => {
            let body = of_page_looks(core::slice::from_ref(page), mode)
                .filter(|body| !body.text.trim().is_empty())
                .ok_or_else(|| failure("E_EMPTY_PAGE", "the page shows no text"))?;
            Ok(if sensitive { Came::Sensitive(Box::new(body)) } else { Came::Text(Box::new(body)) })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_in_a_tab_is_the_page_that_was_added() {
        for (only, here, meant) in [
            (None, "https://a.example/anything", true),
            (Some("https://a.example/x"), "https://a.example/x", true),
            (Some("https://a.example/x"), "https://a.example/x#part", true),
            (Some("https://a.example/x"), "https://a.example/y", false),
            (Some("https://a.example/x"), "https://b.example/x", false),
            (Some("chrome://settings"), "chrome://settings", false),
        ] {
            let why = is_meant(only, here).err().map(|failure| failure.code);
            assert_eq!(why.as_deref(), (!meant).then_some("E_ORIGIN_CHANGED"), "{only:?} {here}");
        }
    }
}
