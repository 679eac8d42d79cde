//! Random orders of everything that can happen, and what must hold in all of them.

use std::collections::BTreeSet;

use laika_agent::{Effect, Entry, Event, Finished, Proposed, Question, Run, RunEvent, Yes};
use laika_policy::GrantId;
use laika_protocol::ids::{RunId, Uuid};
use laika_protocol::run::{ApprovedIn, CancelledBy, HandoffNeed, Record, TakeoverInput};
use laika_protocol::wire::{Decision, RunStatus};
use laika_protocol::{ErrorCode, ToolError};
use proptest::prelude::*;

use super::world::{
    Sim, checked, click, done, message, proposal, run_id, says, scroll, seen, start, typing, uuid,
};

/// What the world does next. Half of it answers what Laika asked for, half of it comes out of the blue.
#[derive(Clone, Copy, Debug)]
enum Move {
    /// Answer the last thing that was asked for.
    Answer,
    /// The oldest commit is on disk.
    Commit,
    /// It could not be written.
    CommitFails,
    Approve,
    Reject,
    WrongApproval,
    Gesture,
    Fail(u8),
    Stop,
    Panic,
    Unlock,
    Takeover,
    TakeoverOver,
    Resume,
    Pause,
    ConnectionLost,
    Handoff,
    Rollback(u8),
    Crash,
    OldProposal(u8),
    Late(u8),
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let one = prop_oneof![
        12 => Just(Move::Answer),
        14 => Just(Move::Commit),
        4 => Just(Move::Approve),
        1 => Just(Move::CommitFails),
        1 => Just(Move::Reject),
        1 => Just(Move::WrongApproval),
        1 => Just(Move::Gesture),
        2 => any::<u8>().prop_map(Move::Fail),
        1 => Just(Move::Stop),
        1 => Just(Move::Panic),
        1 => Just(Move::Unlock),
        1 => Just(Move::Takeover),
        1 => Just(Move::TakeoverOver),
        4 => Just(Move::Resume),
        1 => Just(Move::Pause),
        1 => Just(Move::ConnectionLost),
        1 => Just(Move::Handoff),
        1 => any::<u8>().prop_map(Move::Rollback),
        1 => Just(Move::Crash),
        1 => any::<u8>().prop_map(Move::OldProposal),
        1 => any::<u8>().prop_map(Move::Late),
    ];
    proptest::collection::vec(one, 1..120)
}

/// What was asked for last, and what has to hold.
struct Watch {
    sim: Sim,
    request: u32,
    wanted: Vec<Wanted>,
    /// Runs that ended, until the person opens a new branch.
    over: BTreeSet<RunId>,
}

#[derive(Clone, Debug)]
enum Wanted {
    Observe(Question),
    Model(Question),
    Execute(Uuid),
    Verify(Question),
    Authorise,
}

impl Watch {
    fn event(&mut self, event: Event) {
        let executed = self.sim.executed.len();
        self.sim.step(event);
        self.check(executed);
    }

    fn run(&mut self, event: RunEvent) {
        self.event(Event::Run(run_id("run-1"), event));
    }

    /// Everything that must hold after every step.
    fn check(&mut self, executed_before: usize) {
        for effect in &self.sim.effects {
            match effect {
                Effect::Observe { question, .. } => self.wanted.push(Wanted::Observe(*question)),
                Effect::AskModel { question, .. } => self.wanted.push(Wanted::Model(*question)),
                Effect::Execute { request_id, .. } => self.wanted.push(Wanted::Execute(request_id.clone())),
                Effect::Verify { question, .. } => self.wanted.push(Wanted::Verify(*question)),
                Effect::RequestAuthorisation { .. } => self.wanted.push(Wanted::Authorise),
                _ => {}
            }
        }
        let new: Vec<(RunId, Uuid)> = self.sim.executed[executed_before..].to_vec();
        for (run, request) in &new {
            self.i1_allowed_and_durable(run, request);
            assert!(!self.over.contains(run), "something ran after the end");
        }
        let all: BTreeSet<_> = self.sim.executed.iter().collect();
        assert_eq!(all.len(), self.sim.executed.len(), "a call was made twice");
        let state = self.sim.state.as_ref().unwrap();
        for run in state.runs() {
            let recorded = run.recorded();
            let replayed = Run::replay(self.sim.log[&recorded.run].iter()).unwrap();
            assert_eq!(replayed.recorded(), recorded, "the log gives another state");
            let is_over =
                matches!(recorded.status, RunStatus::Completed | RunStatus::Cancelled | RunStatus::Failed);
            if is_over {
                self.over.insert(recorded.run.clone());
            } else {
                self.over.remove(&recorded.run);
            }
        }
    }

    /// What ran has an intent and an allow on disk, and a matching yes if the gate asked first.
    fn i1_allowed_and_durable(&self, run: &RunId, request: &Uuid) {
        let durable = self.sim.durable[run];
        let mut intent = None;
        let (mut asked, mut yes, mut allowed) = (false, false, false);
        for entry in &self.sim.log[run][..durable] {
            match entry {
                Entry::Record(Record::Intent(one)) if one.step.request_id == *request => intent = Some(one),
                Entry::Record(Record::Decided(one)) if one.step.request_id == *request => {
                    assert_eq!(one.sealed, intent.unwrap().sealed);
                    match one.decision {
                        Decision::Ask => (asked, allowed) = (true, false),
                        Decision::Allow => allowed = true,
                        Decision::Deny => allowed = false,
                    }
                }
                Entry::Record(Record::Approval(one)) if one.step.request_id == *request => {
                    yes = one.approved && one.sealed == intent.unwrap().sealed;
                }
                _ => {}
            }
        }
        assert!(intent.is_some() && allowed && (!asked || yes), "{request} ran without leave");
    }

    fn answer(&mut self) {
        let Some(wanted) = self.wanted.pop() else { return };
        match wanted {
            Wanted::Observe(question) => self.run(seen("A mug. Add to cart").to(question)),
            Wanted::Authorise => self.run(RunEvent::Authorised),
            Wanted::Execute(request_id) => self.run(RunEvent::Finished { request_id, how: done() }),
            Wanted::Verify(question) => {
                let finished = self.request.is_multiple_of(7);
                self.run(checked(!self.request.is_multiple_of(5), finished).to(question));
            }
            Wanted::Model(question) => {
                self.request += 1;
                let call = match self.request % 4 {
                    0 => scroll(),
                    1 => click("Add to cart"),
                    2 => typing("hello there"),
                    _ => return self.run(says(Proposed::Answer).to(question)),
                };
                let key = format!("k{}", self.request % 11);
                self.run(proposal(self.request, Some(&key), call).to(question));
            }
        }
    }

    fn make(&mut self, one: Move) {
        match one {
            Move::Answer => self.answer(),
            Move::Commit => {
                if !self.sim.waiting.is_empty() {
                    let executed = self.sim.executed.len();
                    self.sim.commit();
                    self.check(executed);
                }
            }
            Move::CommitFails => {
                if let Some((run, id, _)) = self.sim.waiting.first().cloned() {
                    self.event(Event::Run(run, RunEvent::CommitFailed(id)));
                    // What the loop does then: read it back from what is on disk.
                    self.crash();
                }
            }
            Move::Approve | Move::Reject | Move::WrongApproval => {
                let Some((request_id, digest)) = self.sim.asked.clone() else { return };
                let digest = match one {
                    Move::WrongApproval => laika_protocol::canonical::digest_bytes(b"other"),
                    _ => digest,
                };
                let grant = GrantId(format!("g{}", self.sim.bytes.len()));
                let yes = (!matches!(one, Move::Reject)).then_some(Yes { grant, kind: None, standing: None });
                let answered_in = ApprovedIn::Terminal;
                self.run(RunEvent::Answered { request_id, digest, answered_in, yes });
            }
            Move::Gesture => {
                let Some((request_id, _)) = self.sim.asked.clone() else { return };
                self.run(RunEvent::Gesture { request_id });
            }
            Move::Fail(code) => {
                let code = ErrorCode::ALL[usize::from(code) % ErrorCode::ALL.len()];
                let last = self.wanted.iter().rev().find_map(|one| match one {
                    Wanted::Execute(request) => Some(request.clone()),
                    _ => None,
                });
                let Some(request_id) = last else { return };
                let how = Finished::Failed(ToolError::new(code, "no"));
                self.run(RunEvent::Finished { request_id, how });
            }
            Move::Stop => self.run(RunEvent::Stop(CancelledBy::Stop)),
            Move::Panic => self.event(Event::Panic),
            Move::Unlock => self.event(Event::Unlock),
            Move::Takeover => self.run(RunEvent::Takeover(TakeoverInput::Pointer)),
            Move::TakeoverOver => self.run(RunEvent::TakeoverOver),
            Move::Resume => self.run(RunEvent::Resume(Some(message(self.request, "go on")))),
            Move::Pause => self.run(RunEvent::Pause),
            Move::ConnectionLost => self.run(RunEvent::ConnectionLost),
            Move::Handoff => self.run(RunEvent::Handoff(HandoffNeed::Login)),
            Move::Rollback(at) => {
                let len = self.sim.log[&run_id("run-1")].len() as u64;
                self.run(RunEvent::Rollback { to_seq: u64::from(at) % len.max(1) });
            }
            Move::Crash => self.crash(),
            Move::OldProposal(at) => {
                let request = u32::from(at) % self.request.max(1);
                let question = self.sim.question("run-1");
                self.run(proposal(request, None, click("Add to cart")).to(question));
            }
            Move::Late(at) => {
                let request_id = uuid(u32::from(at) % self.request.max(1));
                self.run(RunEvent::Finished { request_id, how: done() });
            }
        }
    }

    fn crash(&mut self) {
        let executed = self.sim.executed.len();
        self.sim.crash();
        assert_eq!(self.sim.executed.len(), executed, "a restart ran something");
        self.wanted.clear();
        if self.sim.log.is_empty() {
            // Even the start was not on disk: the person begins again.
            self.event(start("run-1", "put a mug into the cart"));
            while !self.sim.waiting.is_empty() {
                self.make(Move::Commit);
            }
        }
        self.check(executed);
        for run in self.sim.state.as_ref().unwrap().runs() {
            let status = run.recorded().status;
            assert!(
                matches!(
                    status,
                    RunStatus::Paused
                        | RunStatus::Completed
                        | RunStatus::Cancelled
                        | RunStatus::Failed
                        | RunStatus::Observing
                ),
                "{status:?} after a restart"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 2_000, ..ProptestConfig::default() })]

    /// I1, I8, I9, I10, I11 and RUN-017 at once: whatever the order, what runs was allowed on disk, once, in a run that
    /// had not ended; and the log alone gives the state.
    #[test]
    fn i1_i8_i9_i10_whatever_the_order(moves in moves()) {
        let mut watch = Watch { sim: Sim::new(), request: 0, wanted: vec![], over: BTreeSet::new() };
        watch.event(start("run-1", "put a mug into the cart"));
        for one in moves {
            watch.make(one);
        }
    }
}
