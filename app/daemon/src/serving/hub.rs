//! What happens, told to everybody who watches. Nobody who listens slowly holds anything up.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{SyncSender, TrySendError};
use std::sync::{Mutex, MutexGuard, PoisonError};

use laika_protocol::ids::RunId;
use laika_protocol::wire::{AppState, RunState, RunStatus};

use super::message::Told;
use super::trail::Trail;
use crate::now_ms;
use crate::working::{Audience, News};

/// Runs that are over stay known to latecomers, so many of them.
const MOST_OVER: usize = 64;
/// So many things can happen in a millisecond before numbers of one process reach those of the next; the product is
/// still a number that JavaScript holds exactly.
const EVENTS_A_MS: u64 = 1_000;
/// Whoever watches more runs watches all.
const MOST_WATCHED: usize = 1_024;

/// What happens.
pub(super) struct Hub(Mutex<Known>);

struct Known {
    app: AppState,
    runs: BTreeMap<RunId, Shown>,
    over: VecDeque<RunId>,
    watchers: BTreeMap<u64, Watcher>,
    last: u64,
    /// The number of the last news. They rise over restarts, too: nobody takes an old number for a new one.
    last_event: u64,
}

/// A run as it was last shown.
struct Shown {
    state: RunState,
    /// When, by the number of that news.
    at: u64,
    trail: Trail,
}

/// Somebody who is connected.
struct Watcher {
    queue: SyncSender<Told>,
    stream: UnixStream,
    runs: BTreeSet<RunId>,
    all: bool,
    /// Whether it shows where Laika itself stands, with or without a run.
    app: bool,
}

impl Watcher {
    fn hears(&self, run: Option<&RunId>) -> bool {
        self.all || run.map_or(self.app || !self.runs.is_empty(), |run| self.runs.contains(run))
    }

    /// False when it is gone, or so far behind that it is cut off.
    fn tell(&self, told: Told) -> bool {
        match self.queue.try_send(told) {
            Ok(()) => true,
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => {
                // It may be gone already.
                let _ = self.stream.shutdown(Shutdown::Both);
                false
            }
        }
    }
}

impl Hub {
    pub(super) fn new(app: AppState) -> Self {
        Self(Mutex::new(Known {
            app,
            runs: BTreeMap::new(),
            over: VecDeque::new(),
            watchers: BTreeMap::new(),
            last: 0,
            last_event: now_ms().saturating_mul(EVENTS_A_MS),
        }))
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in somebody, who watches nothing yet.
    pub(super) fn enter(&self, queue: SyncSender<Told>, stream: UnixStream) -> u64 {
        let mut known = self.known();
        known.last += 1;
        let number = known.last;
        known
            .watchers
            .insert(number, Watcher { queue, stream, runs: BTreeSet::new(), all: false, app: false });
        number
    }

    pub(super) fn leave(&self, number: u64) {
        self.known().watchers.remove(&number);
    }

    /// From now on, this one hears where Laika stands, whatever it watches: a panel has to show that it is locked.
    pub(super) fn watch_app(&self, number: u64) {
        if let Some(watcher) = self.known().watchers.get_mut(&number) {
            watcher.app = true;
        }
    }

    /// From now on, this one hears of a run, or of all. False when it watches too many one by one.
    pub(super) fn watch(&self, number: u64, run: Option<&RunId>) -> bool {
        let mut known = self.known();
        let Some(watcher) = known.watchers.get_mut(&number) else { return true };
        match run {
            Some(_) if watcher.runs.len() >= MOST_WATCHED => return false,
            Some(run) => _ = watcher.runs.insert(run.clone()),
            None => watcher.all = true,
        }
        true
    }

    /// What somebody has to know who comes later, or comes back: where a run stands, what happened after `seen`, and
    /// everything that waits for the person (TOOL-023).
    pub(super) fn so_far(&self, run: Option<&RunId>, seen: Option<u64>) -> Vec<Told> {
        let known = self.known();
        let wanted = known.runs.iter().filter(|(id, _)| run.is_none_or(|run| run == *id));
        wanted
            .flat_map(|(id, shown)| {
                let state = News::State { app: known.app, state: Some(Box::new(shown.state.clone())) };
                let told = |event, news| Told::News { run: Some(id.clone()), event, news: Box::new(news) };
                let after = shown.trail.after(seen.unwrap_or_default());
                let after = after.map(move |(event, news)| told(Some(event), news.clone()));
                core::iter::once(told(None, state)).chain(after).collect::<Vec<_>>()
            })
            .collect()
    }

    pub(super) fn app(&self) -> AppState {
        self.known().app
    }

    pub(super) fn clients(&self) -> usize {
        self.known().watchers.len()
    }

    /// The runs that are not over.
    pub(super) fn runs(&self) -> Vec<RunState> {
        let known = self.known();
        known
            .runs
            .values()
            .map(|shown| &shown.state)
            .filter(|state| !state.status.is_over())
            .cloned()
            .collect()
    }

    /// The runs that somebody follows who comes back: those that go on, and those that ended meanwhile.
    pub(super) fn to_follow(&self, seen: Option<u64>) -> Vec<RunId> {
        let known = self.known();
        let missed = |shown: &Shown| seen.is_some_and(|seen| shown.at > seen);
        let runs = known.runs.iter().filter(|(_, shown)| !shown.state.status.is_over() || missed(shown));
        runs.map(|(run, _)| run.clone()).collect()
    }

    /// The page that a run would go on with in the person's own browser, while that is offered.
    pub(super) fn offered_page(&self, run: &RunId) -> Option<String> {
        self.known().runs.get(run)?.trail.offered_page()
    }

    /// The runs that do something by themselves, or wait for an answer to go on with it.
    pub(super) fn at_work(&self) -> Vec<RunId> {
        let idle = |status| matches!(status, RunStatus::Idle | RunStatus::Paused | RunStatus::Takeover);
        self.runs().into_iter().filter(|state| !idle(state.status)).map(|state| state.run_id).collect()
    }

    /// Where a run stands.
    pub(super) fn status(&self, run: &RunId) -> Option<RunStatus> {
        self.known().runs.get(run).map(|shown| shown.state.status)
    }
}

impl Known {
    /// Takes in what is told, and numbers it.
    fn show(&mut self, news: &News, run: Option<&RunId>) -> u64 {
        self.last_event += 1;
        let News::State { app, state } = news else {
            if let Some(shown) = run.and_then(|run| self.runs.get_mut(run)) {
                shown.trail.push(self.last_event, news);
            }
            return self.last_event;
        };
        self.app = *app;
        let Some(state) = state else { return self.last_event };
        let mut trail = self.runs.remove(&state.run_id).map(|shown| shown.trail).unwrap_or_default();
        trail.moves_on(state.status);
        if state.status.is_over() && !self.over.contains(&state.run_id) {
            self.over.push_back(state.run_id.clone());
        }
        self.runs
            .insert(state.run_id.clone(), Shown { state: (**state).clone(), at: self.last_event, trail });
        if self.over.len() > MOST_OVER
            && let Some(oldest) = self.over.pop_front()
        {
            self.runs.remove(&oldest);
        }
        self.last_event
    }
}

impl Audience for Hub {
    fn tell(&self, run: &RunId, news: News) {
        self.state(Some(run), news);
    }

    fn state(&self, run: Option<&RunId>, news: News) {
        let mut known = self.known();
        let event = Some(known.show(&news, run));
        known.watchers.retain(|_, watcher| {
            !watcher.hears(run)
                || watcher.tell(Told::News { run: run.cloned(), event, news: Box::new(news.clone()) })
        });
    }
}
