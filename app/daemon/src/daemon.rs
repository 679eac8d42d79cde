//! The loop itself: one event at a time, its effects in order.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use laika_agent::{
    Commit, CommitId, Effect, Event, Proposed, Run, RunEvent, RunSummary, Start, State, StoredPacket, World,
    step,
};
use laika_policy::Policy;
use laika_policy::config::{DEFAULT_ASK_TIMEOUT_S, OriginRules, SearchEngine};
use laika_policy::redact::{Audit, Keep};
use laika_protocol::ids::RunId;
use laika_protocol::limits::{Limit, Limits};
use laika_protocol::llmcp::Role;
use laika_protocol::run::{CancelledBy, Pause, RevokedFor, TabLock};
use laika_protocol::wire::RunStatus;
use laika_protocol::{ErrorCode, ToolError};
use laika_store::{
    Appended, Batch, Message, PacketKind, Reader, RunFilter, RunRow, Store, StoreError, Windows,
};

use crate::DaemonError;
use crate::executor::Executor;
use crate::inbox::{Inbox, Item, Sender};
use crate::locked::LockedFile;
use crate::logs::Logs;

/// Where the companion window listens: the first of these that is free. They are known before any window is open, so that no
/// page ever reaches one (S2).
pub const WINDOW_PORTS: [u16; 4] = [47_811, 47_812, 47_813, 47_814];

/// What the loop is set up with.
pub struct Settings {
    /// The gate's policy.
    pub policy: Policy,
    /// The bounds in force.
    pub limits: Limits,
    /// The key of this machine that seals digests.
    pub machine_key: [u8; 32],
    /// How much of a typed text is kept.
    pub audit: Audit,
    /// How much of a packet is kept.
    pub keep: Keep,
    /// The loopback ports of Laika itself: no page and no call reaches them (S2).
    pub own_ports: Vec<u16>,
    /// Where searches go.
    pub search_engine: Option<SearchEngine>,
    /// The key of the files that pages give; without one they are refused.
    pub artifact_key: Option<[u8; 32]>,
    /// Where runs may go at all.
    pub origins: OriginRules,
    /// How long an ask waits for its answer.
    pub ask_timeout: Duration,
    /// The folder in which Laika remembers that it is locked; none for a program that does one thing.
    pub folder: Option<PathBuf>,
    /// The time, in milliseconds after 1970.
    pub clock: fn() -> u64,
}

impl Settings {
    /// What is usual: the bounds of the table, nothing kept beyond what must be, the clock of this machine.
    #[must_use]
    pub fn new(policy: Policy, machine_key: [u8; 32]) -> Self {
        Self {
            policy,
            machine_key,
            limits: Limits::default(),
            audit: Audit::default(),
            keep: Keep::Redacted,
            own_ports: WINDOW_PORTS.to_vec(),
            search_engine: None,
            artifact_key: None,
            origins: OriginRules::default(),
            ask_timeout: Duration::from_secs(DEFAULT_ASK_TIMEOUT_S),
            folder: None,
            clock: now_ms,
        }
    }
}

/// Milliseconds after 1970, by the clock of this machine.
#[must_use]
pub fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// Laika at work.
pub struct Daemon<E> {
    settings: Settings,
    state: State,
    logs: Logs,
    executor: E,
    inbox: Inbox,
    /// Runs that were read back because their log failed; a second failure in a row leaves them on disk.
    mending: BTreeSet<RunId>,
    /// Runs that the person stopped. Should the log not take that in, they are stopped again when they are read back.
    stopped: BTreeSet<RunId>,
    /// Durable commits that were handed in and not answered.
    outstanding: BTreeMap<RunId, u64>,
    /// When something last happened to a run.
    moved_at: BTreeMap<RunId, u64>,
    locked: LockedFile,
}

impl<E: Executor> Daemon<E> {
    /// Starts with what is on disk. Runs that were at work come back paused, and nothing is done again (I9).
    ///
    /// # Errors
    /// When the log cannot be read. A single run that cannot be read is reported and left where it is.
    pub fn open(settings: Settings, store: Store, executor: E) -> Result<Self, DaemonError> {
        let reader = store.reader()?;
        let locks = reader.locks()?;
        let locks =
            locks.into_iter().map(|lock| (TabLock { profile_id: lock.profile, tab_id: lock.tab }, lock.run));
        let mut daemon = Self::beside(settings, store, executor);
        daemon.state = State::new(daemon.locked.is_set(), locks);
        let unfinished = unfinished(&reader)?;
        drop(reader);
        for run in unfinished {
            if let Err(error) = daemon.load(&run) {
                daemon.executor.trouble(error.code(), &error.to_string());
            }
        }
        Ok(daemon)
    }

    /// Only the loop: runs are read back when something is wanted of them. For a program that does one thing to one run.
    #[must_use]
    pub fn beside(settings: Settings, store: Store, executor: E) -> Self {
        let locked = LockedFile::in_folder(settings.folder.as_deref());
        Self {
            // Whoever locked Laika locked all of it, not one process.
            state: State::new(locked.is_set(), []),
            locked,
            settings,
            logs: Logs::new(store),
            executor,
            inbox: Inbox::default(),
            mending: BTreeSet::new(),
            stopped: BTreeSet::new(),
            outstanding: BTreeMap::new(),
            moved_at: BTreeMap::new(),
        }
    }

    /// Where events are handed in.
    #[must_use]
    pub fn sender(&self) -> Sender {
        self.inbox.sender()
    }

    /// What Laika is doing.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// What performs the effects.
    pub const fn executor(&mut self) -> &mut E {
        &mut self.executor
    }

    /// The log on disk.
    #[must_use]
    pub const fn store(&self) -> &Store {
        self.logs.disk()
    }

    /// Handles events until there is nothing to do for as long as `patience`, or until `enough` says so.
    pub fn work(&mut self, patience: Duration, mut enough: impl FnMut(&State) -> bool) {
        while !enough(&self.state) {
            let Some(item) = self.inbox.next(patience) else { return };
            match item {
                Item::Event(event) => self.event(event),
                Item::Commit(run, id, Ok(appended)) => self.committed(run, id, &appended),
                Item::Commit(run, id, Err(error)) => self.not_committed(run, id, &error),
                Item::Summary(wish) => {
                    let recorded = self.state.run(&wish.run).map(Run::recorded);
                    self.logs.summarise(wish, recorded, (self.settings.clock)());
                }
                Item::Used(used) => {
                    // A count that is lost is no reason to stop.
                    if let Err(error) = self.logs.disk().add_tool_use(used) {
                        self.executor.trouble(error.code(), &error.to_string());
                    }
                }
                Item::Keep(artifact) => {
                    // A file that is not listed is found and removed with the next one that is forgotten.
                    if let Err(error) = self.logs.disk().add_artifact(*artifact) {
                        self.executor.trouble(error.code(), &error.to_string());
                    }
                }
            }
        }
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Start(start) => self.start(start),
            Event::Run(run, event) => self.run_event(run, event),
            Event::Panic => self.panic_now(),
            Event::Unlock => match self.locked.set(false) {
                Ok(()) => self.step(Event::Unlock),
                // It would be locked again after a restart, and nobody would know why.
                Err(error) => self.executor.trouble("E_UNLOCK", &format!("Laika stays locked: {error}")),
            },
            Event::Offline | Event::Online | Event::Machine(_) => self.step(event),
        }
    }

    /// Starts a run under an id that no log has seen: the log of another run is never taken for its own.
    fn start(&mut self, start: Box<Start>) {
        let (run, private) = (start.started.run.clone(), start.started.private);
        match self.logs.knows(&run) {
            Ok(false) if self.state.run(&run).is_none() => {}
            Ok(_) => {
                let error = ToolError::new(ErrorCode::InvalidArgument, "a run of this id exists already");
                return self.executor.perform(Effect::Refuse { run, error }, &self.inbox.sender());
            }
            Err(error) => return self.executor.trouble(error.code(), &error.to_string()),
        }
        if private && let Err(error) = self.logs.open_private(&run, (self.settings.clock)()) {
            return self.executor.trouble(error.code(), &error.to_string());
        }
        self.step(Event::Start(start));
        if self.state.run(&run).is_none() {
            self.logs.close_private(&run);
        }
    }

    /// Takes runs out of memory that have waited for the person for so long (RUN-009). What they held is let go; the log
    /// has all that is needed to go on. A private run has nothing else, and stays.
    pub fn put_idle_away(&mut self, idle_ms: u64) {
        let before = (self.settings.clock)().saturating_sub(idle_ms);
        let is_idle = |run: &&Run| {
            let recorded = run.recorded();
            let moved_at = self.moved_at.get(&recorded.run).copied().unwrap_or(0);
            recorded.status == RunStatus::Paused && !recorded.private && moved_at <= before
        };
        let idle: Vec<RunId> =
            self.state.runs().filter(is_idle).map(|run| run.recorded().run.clone()).collect();
        for run in idle.into_iter().filter(|run| !self.outstanding.contains_key(run)) {
            if self.state.evict(&run) {
                self.moved_at.remove(&run);
                let revoke = Effect::Revoke { run, why: RevokedFor::Ended };
                self.executor.perform(revoke, &self.inbox.sender());
            }
        }
    }

    /// Ends in good order: what is at work waits from now on, as after any restart, and the log says so.
    pub fn settle(&mut self) {
        let live = |run: &&Run| !run.recorded().status.is_over();
        let runs: Vec<RunId> = self.state.runs().filter(live).map(|run| run.recorded().run.clone()).collect();
        for run in runs {
            self.step(Event::Run(run, RunEvent::Restarted));
        }
        if let Err(error) = self.logs.disk().flush() {
            self.executor.trouble(error.code(), &error.to_string());
        }
    }

    /// Whether no run is in memory.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.state.runs().next().is_none()
    }

    /// Erases what is older than it may be kept, where no run is in memory whose log would change under it.
    pub fn prune(&mut self) {
        if !self.is_empty() {
            return;
        }
        let bound = |limit| u32::try_from(self.settings.limits.get(limit)).unwrap_or(0);
        let windows = Windows {
            days: bound(Limit::RetentionDays),
            sensitive_days: bound(Limit::SensitiveRetentionDays),
        };
        let pruned = self.logs.disk().prune((self.settings.clock)(), windows, &mut |_| {});
        if let Err(error) = pruned {
            self.executor.trouble(error.code(), &error.to_string());
        }
    }

    fn run_event(&mut self, run: RunId, event: RunEvent) {
        let stops = matches!(event, RunEvent::Stop(_));
        if stops {
            self.stopped.insert(run.clone());
        }
        if let RunEvent::Proposed(_, proposal) = &event
            && let Proposed::Call { call, .. } = &proposal.what
        {
            self.logs.proposed(&run, call);
        }
        if self.state.run(&run).is_none() {
            // What comes late from an adapter is of no use to a run that is not in memory; the person's wish is.
            if !is_of_the_person(&event) {
                return;
            }
            if let Err(error) = self.load(&run) {
                if !stops {
                    return self.executor.trouble(error.code(), &error.to_string());
                }
                // Whatever it is, nothing of it may go on.
                let revoke = Effect::Revoke { run: run.clone(), why: RevokedFor::Stop };
                self.executor.perform(revoke, &self.inbox.sender());
                if !matches!(error, DaemonError::NoRun(_)) {
                    return self.executor.trouble(error.code(), &error.to_string());
                }
                // The stop overtook the start, which is gone; whoever waits for the run has to know.
                self.stopped.remove(&run);
                let error = ToolError::new(ErrorCode::Cancelled, "the run was stopped before it began");
                return self.executor.perform(Effect::Refuse { run, error }, &self.inbox.sender());
            }
            // The person could not know what reading it back has just found out.
            let pause = self.state.run(&run).and_then(|run| run.recorded().pause);
            let news = self.is_waiting(&run) && pause == Some(Pause::OutcomeUnknown);
            if news && matches!(event, RunEvent::Resume(_)) {
                return;
            }
        }
        self.moved_at.insert(run.clone(), (self.settings.clock)());
        if let RunEvent::Resume(Some(message)) = &event {
            self.executor.heard(&run, &message.text, &self.inbox.sender());
        }
        let before = self.state.run(&run).map(|run| run.recorded().seq);
        self.step(Event::Run(run.clone(), event));
        let idle = |one: &Run| one.recorded().status.is_over() && Some(one.recorded().seq) == before;
        if self.state.run(&run).is_some_and(idle) && !self.is_waiting(&run) {
            self.stopped.remove(&run);
            self.put_away(&run);
        }
    }

    /// Ends every run there is, in memory or not, and stays locked through a restart. Nothing waits for the disk.
    fn panic_now(&mut self) {
        self.step(Event::Panic);
        if let Err(error) = self.locked.set(true) {
            self.executor.trouble("E_LOCK", &format!("Laika is locked until it is restarted only: {error}"));
        }
        match self.logs.disk().reader().and_then(|reader| unfinished(&reader)) {
            Ok(runs) => {
                for run in runs {
                    self.run_event(run, RunEvent::Stop(CancelledBy::Panic));
                }
            }
            Err(error) => self.executor.trouble(error.code(), &error.to_string()),
        }
    }

    /// Whether commits of a run are on their way.
    fn is_waiting(&self, run: &RunId) -> bool {
        self.outstanding.contains_key(run)
    }

    /// Moves the state and performs what follows, in order.
    fn step(&mut self, event: Event) {
        let Settings {
            policy,
            limits,
            machine_key,
            audit,
            keep,
            own_ports,
            search_engine,
            origins,
            clock,
            ..
        } = &self.settings;
        let now_ms = clock();
        let world = World {
            policy,
            limits,
            machine_key,
            audit: *audit,
            keep: *keep,
            own_ports,
            search_engine: search_engine.as_ref().map(SearchEngine::origin),
            origins,
            now_ms,
        };
        let (state, effects) = step(mem::take(&mut self.state), event, &world);
        self.state = state;
        for effect in effects {
            match effect {
                Effect::Commit(commit) => self.commit(*commit, now_ms),
                Effect::Reload { run } => self.mend(&run),
                Effect::RequestAuthorisation { .. }
                | Effect::Observe { .. }
                | Effect::AskModel { .. }
                | Effect::RequestApproval { .. }
                | Effect::Execute { .. }
                | Effect::Verify { .. }
                | Effect::Cancel { .. }
                | Effect::Revoke { .. }
                | Effect::RevokeAll
                | Effect::Redelivered { .. }
                | Effect::TabConflict { .. }
                | Effect::Denied { .. }
                | Effect::Refuse { .. }
                | Effect::Show { .. } => self.executor.perform(effect, &self.inbox.sender()),
            }
        }
    }

    fn commit(&mut self, commit: Commit, at_ms: u64) {
        let Commit { id, durable, after_seq, records, summary, sites, packets } = commit;
        let run = summary.run.clone();
        let messages = packets.into_iter().map(|packet| message(packet, at_ms)).collect();
        let batch = Batch { run: row(summary), after_seq: Some(after_seq), at_ms, records, sites, messages };
        let log = self.logs.of(&run);
        let results = self.inbox.sender();
        let handed_in = if durable {
            let of = run.clone();
            log.submit(batch, move |result| {
                results.put(Item::Commit(of, id, result));
            })
        } else {
            log.later(batch)
        };
        if durable || handed_in.is_err() {
            *self.outstanding.entry(run.clone()).or_default() += 1;
        }
        if let Err(error) = handed_in {
            self.inbox.sender().put(Item::Commit(run, id, Err(error)));
        }
    }

    fn answered(&mut self, run: &RunId) {
        if let Some(count) = self.outstanding.get_mut(run) {
            *count -= 1;
            if *count == 0 {
                self.outstanding.remove(run);
            }
        }
    }

    fn committed(&mut self, run: RunId, id: CommitId, appended: &Appended) {
        self.answered(&run);
        self.mending.remove(&run);
        self.executor.acknowledged(appended);
        self.step(Event::Run(run.clone(), RunEvent::Committed(id)));
        let over = self
            .state
            .run(&run)
            .map(|run| run.recorded())
            .is_some_and(|recorded| recorded.status.is_over() && recorded.seq == appended.last_seq);
        if over {
            self.stopped.remove(&run);
            self.put_away(&run);
        }
    }

    /// Takes a run that is over out of memory. Its checkpoints stand for what it saw, which is pruned only now: until then
    /// its log is this loop's alone to write. A private one leaves nothing but what the person may save.
    fn put_away(&mut self, run: &RunId) {
        let recorded = self.state.run(run).map(|run| run.recorded());
        let compactable = recorded.is_some_and(|recorded| recorded.checkpoint.is_some() && !recorded.private);
        let private = recorded.filter(|recorded| recorded.private).cloned();
        if !self.state.evict(run) {
            return;
        }
        self.moved_at.remove(run);
        if let Some(private) = private {
            self.logs.end_private(&private);
        }
        if compactable && let Err(error) = self.logs.disk().compact(run.clone(), (self.settings.clock)()) {
            self.executor.trouble(error.code(), &error.to_string());
        }
    }

    fn not_committed(&mut self, run: RunId, id: CommitId, error: &StoreError) {
        self.answered(&run);
        self.executor.trouble(error.code(), &error.to_string());
        self.step(Event::Run(run, RunEvent::CommitFailed(id)));
    }

    /// Reads a run back whose log failed. It comes back as the log has it: paused, and what was under way unknown.
    fn mend(&mut self, run: &RunId) {
        if !self.mending.insert(run.clone()) {
            // The log still fails. The run stays on disk until somebody wants something of it.
            self.mending.remove(run);
            return;
        }
        if let Err(error) = self.load(run) {
            self.executor.trouble(error.code(), &error.to_string());
        }
    }

    fn load(&mut self, run: &RunId) -> Result<(), DaemonError> {
        self.state.adopt(self.logs.replay(run)?);
        self.moved_at.insert(run.clone(), (self.settings.clock)());
        self.step(Event::Run(run.clone(), RunEvent::Restarted));
        if self.stopped.contains(run) {
            self.step(Event::Run(run.clone(), RunEvent::Stop(CancelledBy::Stop)));
        }
        Ok(())
    }
}

/// The runs that somebody may still want to go on with.
fn unfinished(reader: &Reader) -> Result<Vec<RunId>, StoreError> {
    let status = RunStatus::ALL.iter().copied().filter(|status| !status.is_over()).collect();
    let runs = reader.runs(&RunFilter { status, limit: Some(u32::MAX), ..RunFilter::default() })?;
    Ok(runs.into_iter().map(|run| run.row.run).collect())
}

/// Whether it is the person who wants something.
const fn is_of_the_person(event: &RunEvent) -> bool {
    matches!(event, RunEvent::Resume(_) | RunEvent::Stop(_) | RunEvent::Rollback { .. })
}

/// The row of a run as the store has it.
pub(crate) fn row(summary: RunSummary) -> RunRow {
    let RunSummary { run, profile, conversation, surface, mode, status, branch, sensitive } = summary;
    RunRow { run, profile, surface, mode, status, branch, sensitive, conversation }
}

fn message(packet: StoredPacket, created_at_ms: u64) -> Message {
    let StoredPacket { id, conversation, turn, sender, in_reply_to, model, bytes } = packet;
    let packet_type = match sender {
        Role::User | Role::Agent => PacketKind::Request,
        Role::Assistant => PacketKind::Response,
        Role::Tool => PacketKind::Tool,
    };
    let model = Some(model);
    Message { id, conversation, turn, created_at_ms, sender, packet_type, in_reply_to, model, packet: bytes }
}
