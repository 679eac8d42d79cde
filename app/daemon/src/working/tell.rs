//! Telling whoever watches, and what has to be remembered for it.

use std::sync::{Arc, Mutex, PoisonError};

use laika_agent::RunEvent;
use laika_policy::{Call, Explanation};
use laika_protocol::ids::{RunId, Uuid};

use super::entered::Entered;
use super::news::News;

/// Whoever watches runs.
pub trait Audience: Send + Sync {
    /// Tells something about a run.
    fn tell(&self, run: &RunId, news: News);

    /// Tells where things stand; about all of Laika, where there is no run.
    fn state(&self, run: Option<&RunId>, news: News);
}

/// Tells the run itself something at once, in the middle of a job.
pub(super) type ToRun = Arc<dyn Fn(RunEvent) + Send + Sync>;

/// The call at hand and the page it is on, and what was entered so far, so that an ask can show what it is about.
#[derive(Default)]
struct Proposed {
    call: Option<(Uuid, Call, String)>,
    asks: u32,
    entered: Entered,
}

/// Tells about one run.
#[derive(Clone)]
pub struct Tell {
    run: RunId,
    audience: Arc<dyn Audience>,
    proposed: Arc<Mutex<Proposed>>,
}

impl Tell {
    pub(super) fn new(run: RunId, audience: Arc<dyn Audience>) -> Self {
        Self { run, audience, proposed: Arc::default() }
    }

    pub(super) fn news(&self, news: News) {
        self.audience.tell(&self.run, news);
    }

    pub(super) fn doing(&self, what: String) {
        self.news(News::Doing { what });
    }

    /// Remembers the call at hand; there is never more than one.
    pub(super) fn proposed(&self, id: &Uuid, call: &Call, url: Option<&str>) {
        let mut proposed = self.proposed.lock().unwrap_or_else(PoisonError::into_inner);
        proposed.call = Some((id.clone(), call.clone(), url.unwrap_or_default().to_owned()));
    }

    pub(super) fn call(&self, id: &Uuid) -> Option<(Call, String)> {
        let proposed = self.proposed.lock().unwrap_or_else(PoisonError::into_inner);
        let at_hand = proposed.call.as_ref().filter(|(at_hand, ..)| at_hand == id);
        at_hand.map(|(_, call, url)| (call.clone(), url.clone()))
    }

    /// Remembers what the call at hand enters into a field.
    pub(super) fn entering(&self, id: &Uuid, explanation: &Explanation) {
        let mut proposed = self.proposed.lock().unwrap_or_else(PoisonError::into_inner);
        let Proposed { call, entered, .. } = &mut *proposed;
        if let Some((_, call, _)) = call.as_ref().filter(|(at_hand, ..)| at_hand == id) {
            entered.add(call, explanation);
        }
    }

    pub(super) fn entered(&self) -> Entered {
        self.proposed.lock().unwrap_or_else(PoisonError::into_inner).entered.clone()
    }

    pub(super) fn asked(&self) {
        self.proposed.lock().unwrap_or_else(PoisonError::into_inner).asks += 1;
    }

    pub(super) fn asks(&self) -> u32 {
        self.proposed.lock().unwrap_or_else(PoisonError::into_inner).asks
    }
}
