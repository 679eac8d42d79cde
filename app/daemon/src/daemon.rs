//! The loop itself: one event at a time, its effects in order.

use std::collections::BTreeSet;
use std::mem;
use std::time::Duration;

use laika_agent::{CommitId, Effect, Event, RunEvent, RunSummary, State, StoredPacket, World, step};
use laika_policy::Policy;
use laika_policy::redact::{Audit, Keep, Redacted, Stored};
use laika_protocol::ids::{Origin, RunId};
use laika_protocol::limits::Limits;
use laika_protocol::llmcp::Role;
use laika_protocol::run::TabLock;
use laika_protocol::wire::{AppState, RunStatus};
use laika_store::{Appended, Batch, Message, PacketKind, RunFilter, RunRow, Store, StoreError};

use crate::DaemonError;
use crate::executor::Executor;
use crate::inbox::{Inbox, Item, Sender};
use crate::logs::Logs;

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
    /// The loopback ports of Laika itself.
    pub own_ports: Vec<u16>,
    /// Where searches go.
    pub search_engine: Option<Origin>,
    /// The time, in milliseconds after 1970.
    pub clock: fn() -> u64,
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
        let state = State::new(AppState::Online, locks);
        let unfinished = RunStatus::ALL.iter().copied().filter(|status| !status.is_over()).collect();
        let unfinished =
            reader.runs(&RunFilter { status: unfinished, limit: Some(u32::MAX), ..RunFilter::default() })?;
        drop(reader);
        let mending = BTreeSet::new();
        let logs = Logs::new(store);
        let mut daemon = Self { settings, state, logs, executor, inbox: Inbox::default(), mending };
        for run in unfinished {
            if let Err(error) = daemon.load(&run.row.run) {
                daemon.executor.trouble(error.code(), &error.to_string());
            }
        }
        Ok(daemon)
    }

    /// Only the loop: runs are read back when something is wanted of them. For a program that does one thing to one run.
    #[must_use]
    pub fn beside(settings: Settings, store: Store, executor: E) -> Self {
        let (logs, inbox) = (Logs::new(store), Inbox::default());
        Self { settings, state: State::default(), logs, executor, inbox, mending: BTreeSet::new() }
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
            }
        }
    }

    fn event(&mut self, event: Event) {
        match &event {
            Event::Start(start) if start.started.private => {
                if let Err(error) = self.logs.open_private(&start.started.run, (self.settings.clock)()) {
                    return self.executor.trouble(error.code(), &error.to_string());
                }
            }
            // A run that is not in memory is read back when the person wants something of it; what comes late from an
            // adapter is of no use to it any more.
            Event::Run(run, event) if self.state.run(run).is_none() => {
                if !is_of_the_person(event) {
                    return;
                }
                if let Err(error) = self.load(run) {
                    return self.executor.trouble(error.code(), &error.to_string());
                }
            }
            Event::Start(_)
            | Event::Run(..)
            | Event::Panic
            | Event::Unlock
            | Event::Offline
            | Event::Online => {}
        }
        self.step(event);
    }

    /// Moves the state and performs what follows, in order.
    fn step(&mut self, event: Event) {
        let Settings { policy, limits, machine_key, audit, keep, own_ports, search_engine, clock } =
            &self.settings;
        let now_ms = clock();
        let world = World {
            policy,
            limits,
            machine_key,
            audit: *audit,
            keep: *keep,
            own_ports,
            search_engine: search_engine.as_ref(),
            now_ms,
        };
        let (state, effects) = step(mem::take(&mut self.state), event, &world);
        self.state = state;
        for effect in effects {
            match effect {
                Effect::Commit { id, durable, after_seq, records, summary, sites, packets } => {
                    self.commit(id, durable, after_seq, records, *summary, sites, packets, now_ms);
                }
                // Pruned when the run is put away: until then its log is this loop's alone to write.
                Effect::Checkpoint { .. } => {}
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
                | Effect::Refuse { .. }
                | Effect::Show { .. } => self.executor.perform(effect, &self.inbox.sender()),
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one effect")]
    fn commit(
        &mut self,
        id: CommitId,
        durable: bool,
        after_seq: u64,
        records: Vec<Redacted<Stored>>,
        summary: RunSummary,
        sites: Vec<Origin>,
        packets: Vec<StoredPacket>,
        at_ms: u64,
    ) {
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
        if let Err(error) = handed_in {
            self.inbox.sender().put(Item::Commit(run, id, Err(error)));
        }
    }

    fn committed(&mut self, run: RunId, id: CommitId, appended: &Appended) {
        self.mending.remove(&run);
        self.executor.acknowledged(appended);
        self.step(Event::Run(run.clone(), RunEvent::Committed(id)));
        let over = self
            .state
            .run(&run)
            .map(|run| run.recorded())
            .is_some_and(|recorded| recorded.status.is_over() && recorded.seq == appended.last_seq);
        if over {
            self.put_away(&run);
        }
    }

    /// Takes a run that is over out of memory. Its checkpoints stand for what it saw; a private one leaves nothing.
    fn put_away(&mut self, run: &RunId) {
        let recorded = self.state.run(run).map(|run| run.recorded());
        let compactable = recorded.is_some_and(|recorded| recorded.checkpoint.is_some() && !recorded.private);
        if !self.state.evict(run) {
            return;
        }
        self.logs.close_private(run);
        if compactable && let Err(error) = self.logs.disk().compact(run.clone(), (self.settings.clock)()) {
            self.executor.trouble(error.code(), &error.to_string());
        }
    }

    fn not_committed(&mut self, run: RunId, id: CommitId, error: &StoreError) {
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
        self.step(Event::Run(run.clone(), RunEvent::Restarted));
        Ok(())
    }
}

/// Whether it is the person who wants something.
const fn is_of_the_person(event: &RunEvent) -> bool {
    matches!(event, RunEvent::Resume(_) | RunEvent::Stop(_) | RunEvent::Rollback { .. })
}

fn row(summary: RunSummary) -> RunRow {
    let RunSummary { run, profile, conversation, surface, mode, status, branch, sensitive, checkpoint: _ } =
        summary;
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
