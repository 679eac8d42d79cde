//! Everything Laika is doing, and the one function that moves it.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use laika_policy::Policy;
use laika_policy::config::OriginRules;
use laika_policy::redact::{Audit, Keep};
use laika_protocol::ToolError;
use laika_protocol::ids::{Origin, RunId};
use laika_protocol::limits::Limits;
use laika_protocol::run::{CancelledBy, Pause, Record, Revoked, RevokedFor, TabLock};
use laika_protocol::wire::AppState;

use crate::effect::Effect;
use crate::event::{Event, Note, RunEvent, Start};
use crate::machine::Machine;
use crate::recorded::Recorded;
use crate::run::{Live, Run};
use crate::turn::Turn;

/// What a step depends on beside the state: time, keys and settings come in as arguments.
#[derive(Clone, Copy)]
pub struct World<'a> {
    /// The gate's policy.
    pub policy: &'a Policy,
    /// The bounds in force.
    pub limits: &'a Limits,
    /// The key of this machine that seals digests.
    pub machine_key: &'a [u8; 32],
    /// How much of a typed text is kept.
    pub audit: Audit,
    /// How much of a packet is kept; more only for whoever looks for a fault.
    pub keep: Keep,
    /// The loopback ports of Laika itself.
    pub own_ports: &'a [u16],
    /// Where searches go.
    pub search_engine: Option<&'a Origin>,
    /// Where the person's settings let runs go.
    pub origins: &'a OriginRules,
    /// The time.
    pub now_ms: u64,
}

/// Whether Laika can work, and its runs.
#[derive(Debug)]
pub struct State {
    /// Whether the person locked Laika with Panic, and did not unlock it.
    locked: bool,
    /// Whether the adapters cannot be reached.
    offline: bool,
    /// How the machine stands.
    pub(crate) machine: Machine,
    /// The last number that was given to a commit or a question.
    last_number: u64,
    runs: BTreeMap<RunId, Run>,
    /// Who holds which tab, runs that are not in memory included (RUN-052).
    locks: BTreeMap<TabLock, RunId>,
}

impl Default for State {
    fn default() -> Self {
        Self::new(false, [])
    }
}

impl State {
    /// Laika as it starts: locked if it was, with the tab locks that are on record.
    #[must_use]
    pub fn new(locked: bool, locks: impl IntoIterator<Item = (TabLock, RunId)>) -> Self {
        let locks = locks.into_iter().collect();
        Self {
            locked,
            offline: false,
            machine: Machine::default(),
            last_number: 0,
            runs: BTreeMap::new(),
            locks,
        }
    }

    /// Takes in a run that was read back from the log. Tell it next that Laika was restarted.
    pub fn adopt(&mut self, mut run: Run) {
        run.live.born = self.last_number;
        self.runs.insert(run.recorded.run.clone(), run);
    }

    /// Takes a run out of memory that is not at work; the log keeps it (RUN-009).
    pub fn evict(&mut self, run: &RunId) -> bool {
        let idle = |run: &Run| !crate::status::is_at_work(run.recorded.status) && !run.live.in_flight;
        let idle = self.runs.get(run).is_some_and(idle);
        idle && self.runs.remove(run).is_some()
    }

    /// Whether Laika can work.
    #[must_use]
    pub const fn app(&self) -> AppState {
        match (self.locked, self.offline) {
            (true, _) => AppState::Locked,
            (false, true) => AppState::Offline,
            (false, false) => AppState::Online,
        }
    }

    /// A run in memory.
    #[must_use]
    pub fn run(&self, run: &RunId) -> Option<&Run> {
        self.runs.get(run)
    }

    /// Every run in memory.
    pub fn runs(&self) -> impl Iterator<Item = &Run> {
        self.runs.values()
    }
}

/// Moves the state by one event and says what should be done. Same state, event and world: same result.
#[must_use]
pub fn step(mut state: State, event: Event, world: &World<'_>) -> (State, Vec<Effect>) {
    let effects = match event {
        Event::Start(start) => state.start(*start, world),
        Event::Run(run, event) => state.run_event(&run, event, world),
        Event::Panic => state.panic_now(world),
        Event::Unlock => state.become_app(false, state.offline),
        Event::Online => state.become_app(state.locked, false),
        Event::Offline => state.become_app(state.locked, true),
        Event::Machine(machine) => state.become_machine(machine, world),
    };
    (state, effects)
}

impl State {
    fn start(&mut self, start: Start, world: &World<'_>) -> Vec<Effect> {
        let Start { started, goal, directory } = start;
        let id = started.run.clone();
        if self.app() != AppState::Online {
            let offline = || ToolError::new(laika_protocol::ErrorCode::Unavailable, "Laika is offline");
            let error = if self.locked { ToolError::locked() } else { offline() };
            return vec![Effect::Refuse { run: id, error }];
        }
        if self.runs.contains_key(&id) {
            let error = ToolError::new(laika_protocol::ErrorCode::InvalidArgument, "this run exists already");
            return vec![Effect::Refuse { run: id, error }];
        }
        let mut turn = Turn::new(world, self.app(), Vec::new(), &id, self.last_number);
        turn.machine = self.machine;
        let Some(Record::Started(started)) = turn.begin(Record::Started(started)) else {
            let error = ToolError::new(laika_protocol::ErrorCode::Internal, "the run cannot be recorded");
            return vec![Effect::Refuse { run: id, error }];
        };
        let live = Live { directory, born: self.last_number, ..Live::default() };
        let mut run = Run { recorded: Recorded::begun(&started), live };
        run.hear(goal, &mut turn);
        run.begin(&mut turn);
        self.settle(run, turn)
    }

    pub(crate) fn run_event(&mut self, id: &RunId, event: RunEvent, world: &World<'_>) -> Vec<Effect> {
        let Some(mut run) = self.runs.remove(id) else { return Vec::new() };
        let held = self.locks.iter().filter(|(_, holder)| *holder != id);
        let held = held.map(|(tab, holder)| (tab.clone(), holder.clone())).collect();
        let mut turn = Turn::new(world, self.app(), held, id, self.last_number).following(&run.recorded);
        turn.machine = self.machine;
        match event {
            RunEvent::Committed(commit) => run.committed(commit, &mut turn),
            // What is in memory is no longer what is in the log: it is read back, and the person is told.
            RunEvent::CommitFailed(commit) => turn.broken = commit.0 > run.live.born,
            RunEvent::Authorised => run.authorised(&mut turn),
            RunEvent::Seen(question, seen) => run.seen(question, *seen, &mut turn),
            RunEvent::NotSeen(question, _) => {
                if run.is_asked(question).is_some() {
                    run.connection_lost(&mut turn);
                }
            }
            RunEvent::Proposed(question, proposal) => run.proposed(question, *proposal, &mut turn),
            RunEvent::ModelFailed(question, reason) => {
                if run.is_asked(question).is_some() {
                    run.live.reason = reason;
                    run.pause_asked(Pause::ModelFailed, &mut turn);
                }
            }
            RunEvent::Answered { request_id, digest, answered_in, yes } => {
                run.answered(&request_id, &digest, answered_in, yes, &mut turn);
            }
            RunEvent::Gesture { request_id } => run.gesture(&request_id, &mut turn),
            RunEvent::ApprovalExpired { request_id } => run.approval_expired(&request_id, &mut turn),
            RunEvent::Finished { request_id, how } => run.finished(&request_id, how, &mut turn),
            RunEvent::Checked { question, confirmed, finished, answer } => {
                run.checked(question, confirmed, finished, answer, &mut turn);
            }
            RunEvent::Takeover(input) => run.take_over(input, &mut turn),
            RunEvent::TakeoverOver => run.takeover_over(&mut turn),
            RunEvent::Handoff(need) => run.hand_off(need, &mut turn),
            RunEvent::Resume(words) => run.resume(words, &mut turn),
            RunEvent::Stop(by) => run.stop(by, &mut turn),
            RunEvent::Continued(elsewhere) => {
                run.noted(Note::Surface(elsewhere), &mut turn);
                run.stop(CancelledBy::Stop, &mut turn);
            }
            RunEvent::Pause => run.pause_asked(Pause::Asked, &mut turn),
            RunEvent::Away => run.pause_asked(Pause::Away, &mut turn),
            RunEvent::ConnectionLost => run.connection_lost(&mut turn),
            RunEvent::Restarted => run.restarted(&mut turn),
            RunEvent::Rollback { to_seq } => run.roll_back(to_seq, &mut turn),
            RunEvent::Prompted { model, tokens, left, packet } => {
                run.prompted(model, tokens, left, packet, &mut turn);
            }
            RunEvent::Noted(note) => run.noted(note, &mut turn),
            RunEvent::RevokeGrant(grant) => {
                if run.live.grants.revoke(&grant) {
                    turn.record(&mut run, Revoked { grant: Some(grant.0), why: RevokedFor::Asked });
                }
            }
        }
        self.settle(run, turn)
    }

    /// Puts the run back, and its locks with it.
    fn settle(&mut self, mut run: Run, turn: Turn<'_>) -> Vec<Effect> {
        let broken = turn.broken;
        let (effects, last_number) = turn.finish(&mut run);
        self.last_number = last_number;
        let id = run.recorded.run.clone();
        if !broken {
            self.locks.retain(|_, holder| *holder != id);
            self.locks.extend(run.recorded.locks.iter().map(|tab| (tab.clone(), id.clone())));
            self.runs.insert(id, run);
        }
        effects
    }

    /// Cancels every run and locks, whatever else waits (RUN-029).
    fn panic_now(&mut self, world: &World<'_>) -> Vec<Effect> {
        self.locked = true;
        let mut effects = vec![Effect::RevokeAll];
        let live: Vec<RunId> = self
            .runs
            .values()
            .filter(|run| !run.recorded.status.is_over())
            .map(|run| run.recorded.run.clone())
            .collect();
        for run in live {
            effects.append(&mut self.run_event(&run, RunEvent::Stop(CancelledBy::Panic), world));
        }
        effects.push(Effect::Show { app: self.app(), state: None });
        effects
    }

    fn become_app(&mut self, locked: bool, offline: bool) -> Vec<Effect> {
        (self.locked, self.offline) = (locked, offline);
        vec![Effect::Show { app: self.app(), state: None }]
    }
}
