//! What happens, told to everybody who watches. Nobody who listens slowly holds anything up.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{SyncSender, TrySendError};
use std::sync::{Mutex, MutexGuard, PoisonError};

use laika_protocol::ids::RunId;
use laika_protocol::wire::{AppState, RunState, RunStatus};

use super::message::Told;
use crate::working::{Audience, Card, News};

/// Runs that are over stay known to latecomers, so many of them.
const MOST_OVER: usize = 64;
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
}

/// A run as it was last shown.
struct Shown {
    state: RunState,
    card: Option<Box<Card>>,
    /// What the person is shown before they authorise it, while it waits for that.
    authorise: Option<News>,
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

    /// What somebody has to know who comes later: where a run stands, and the card that is open.
    pub(super) fn so_far(&self, run: Option<&RunId>) -> Vec<Told> {
        let known = self.known();
        let wanted = known.runs.iter().filter(|(id, _)| run.is_none_or(|run| run == *id));
        wanted
            .flat_map(|(id, shown)| {
                let state = News::State { app: known.app, state: Some(Box::new(shown.state.clone())) };
                let told = |news: News| Told::News { run: Some(id.clone()), news: Box::new(news) };
                let authorise = shown.authorise.clone().map(told);
                [Some(told(state)), authorise, shown.card.clone().map(|card| told(News::Ask(card)))]
            })
            .flatten()
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
    fn show(&mut self, news: &News, run: Option<&RunId>) {
        if let News::State { app, state } = news {
            self.app = *app;
            let Some(state) = state else { return };
            let waits = state.status == RunStatus::AwaitingApproval;
            let before = self.runs.remove(&state.run_id);
            let (card, authorise) = before.map_or((None, None), |shown| (shown.card, shown.authorise));
            let card = card.filter(|_| waits);
            let authorise = authorise.filter(|_| state.status == RunStatus::Authorizing);
            if state.status.is_over() && !self.over.contains(&state.run_id) {
                self.over.push_back(state.run_id.clone());
            }
            self.runs.insert(state.run_id.clone(), Shown { state: (**state).clone(), card, authorise });
            if self.over.len() > MOST_OVER
                && let Some(oldest) = self.over.pop_front()
            {
                self.runs.remove(&oldest);
            }
        } else if let (News::Ask(card), Some(shown)) = (news, run.and_then(|run| self.runs.get_mut(run))) {
            shown.card = Some(card.clone());
        } else if let (News::Authorise { .. }, Some(shown)) =
            (news, run.and_then(|run| self.runs.get_mut(run)))
        {
            shown.authorise = Some(news.clone());
        }
    }
}

impl Audience for Hub {
    fn tell(&self, run: &RunId, news: News) {
        self.state(Some(run), news);
    }

    fn state(&self, run: Option<&RunId>, news: News) {
        let mut known = self.known();
        known.show(&news, run);
        known.watchers.retain(|_, watcher| {
            !watcher.hears(run)
                || watcher.tell(Told::News { run: run.cloned(), news: Box::new(news.clone()) })
        });
    }
}
