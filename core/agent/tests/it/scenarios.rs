//! Runs told as stories: what is recorded, what is done, and what is never done.

use expect_test::expect;
use laika_agent::{Effect, Entry, Event, Finished, Packet, Proposed, RunEvent};
use laika_protocol::llmcp::Role;
use laika_protocol::run::{CancelledBy, Outcome, Pause, Record, TakeoverInput};
use laika_protocol::wire::{AppState, RunStatus};
use laika_protocol::{ErrorCode, ToolError};

use super::world::{
    Said, Sim, checked, click, done, message, own, proposal, run_id, says, scroll, seen, start, typing, uuid,
};

/// A run that has looked at the page and waits for the model.
fn planning() -> Sim {
    let mut sim = Sim::new();
    sim.step(start("run-1", "put the blue mug into the cart"));
    while sim.commit() {}
    sim.run("run-1", seen("A blue mug. Add to cart"));
    assert_eq!(sim.status("run-1"), RunStatus::Planning);
    sim
}

/// A run whose click waits for the person.
fn asking() -> Sim {
    let mut sim = planning();
    sim.go("run-1", proposal(1, Some("k1"), click("Add to cart")));
    assert_eq!(sim.status("run-1"), RunStatus::AwaitingApproval);
    sim
}

/// A run whose click is under way.
fn executing() -> Sim {
    let mut sim = asking();
    sim.answer("run-1", true);
    assert_eq!(sim.status("run-1"), RunStatus::Executing);
    assert_eq!(sim.executed.len(), 1);
    sim
}

fn failed(code: ErrorCode) -> RunEvent {
    RunEvent::Finished { request_id: uuid(1), how: Finished::Failed(ToolError::new(code, "no")) }
}

#[test]
fn one_step_from_goal_to_done() {
    let mut sim = executing();
    sim.go("run-1", RunEvent::Finished { request_id: uuid(1), how: done() });
    sim.go("run-1", checked(true, true));
    assert_eq!(sim.status("run-1"), RunStatus::Completed);
    expect!["run.started user.message page.observe tab.attach model.output tab.lock browser.tool.request policy.decision ui.approval policy.decision browser.tool.result run.verify tab.unlock run.ended"].assert_eq(&sim.kinds("run-1"));
}

/// I1: before the intent and the approval are on disk there is no Execute, and nothing that could become one.
#[test]
fn i1_nothing_is_dispatched_before_it_is_durable() {
    let mut sim = planning();
    sim.run("run-1", proposal(1, None, scroll()));
    assert_eq!(sim.status("run-1"), RunStatus::Executing, "the gate allows it");
    assert!(sim.executed.is_empty(), "and nothing happens yet");
    sim.commit();
    assert_eq!(sim.executed.len(), 1);
}

/// I8, C-27: a call with a known request id or idempotency key is answered from the log.
#[test]
fn i8_a_second_delivery_returns_the_recorded_result() {
    for (request, key) in [(1, None), (2, Some("k1"))] {
        let mut sim = executing();
        sim.go("run-1", RunEvent::Finished { request_id: uuid(1), how: done() });
        sim.go("run-1", checked(true, false));
        sim.run("run-1", seen("A blue mug. In your cart"));
        sim.run("run-1", proposal(request, key, click("Add to cart")));
        let answered = sim.effects.iter().find_map(|effect| match effect {
            Effect::Redelivered { request_id, settled, .. } => Some((request_id.clone(), settled.clone())),
            _ => None,
        });
        let (first, settled) = answered.expect("it is recognised");
        assert_eq!((first, settled.unwrap().outcome), (uuid(1), Outcome::Done));
        while sim.commit() {}
        assert_eq!(sim.executed.len(), 1, "and not made twice");
    }
}

/// I9, C-43: a call that may have begun is "outcome unknown" after a crash; the person decides, nothing is repeated.
#[test]
fn i9_after_a_crash_nothing_runs_by_itself() {
    for (name, mut sim, why) in [
        ("observing", Sim::new(), Pause::Restarted),
        ("planning", planning(), Pause::Restarted),
        ("asking", asking(), Pause::Restarted),
        ("executing", executing(), Pause::OutcomeUnknown),
    ] {
        if sim.log.is_empty() {
            sim.step(start("run-1", "read this"));
            while sim.commit() {}
        }
        let before = sim.executed.len();
        sim.crash();
        let recorded = sim.recorded("run-1");
        assert_eq!((recorded.status, recorded.pause), (RunStatus::Paused, Some(why)), "{name}");
        assert!(recorded.open.is_none(), "{name}: no call is left hanging");
        if why == Pause::OutcomeUnknown {
            assert_eq!(recorded.settled[&uuid(1)].outcome, Outcome::Unknown);
            assert_eq!(recorded.done.len(), 1, "what may have been done counts as done");
        }
        assert_eq!(sim.executed.len(), before, "{name}");
    }
}

/// S11: what was done before a crash is remembered after it, without the log holding what it was.
#[test]
fn s11_the_same_act_asks_again_after_a_restart() {
    let mut sim = executing();
    sim.go("run-1", RunEvent::Finished { request_id: uuid(1), how: done() });
    sim.crash();
    sim.go("run-1", RunEvent::Resume(None));
    sim.run("run-1", seen("A blue mug. Add to cart"));
    sim.go("run-1", proposal(2, None, click("Add to cart")));
    let text = String::from_utf8(sim.bytes.clone()).unwrap();
    assert!(text.contains("P_ASK_REPEATED"), "{text}");
}

/// I10: whatever a run is doing, Stop ends it, and what is still on its way starts nothing.
#[test]
fn i10_stop_ends_everything_at_once() {
    for mut sim in [planning(), asking(), executing()] {
        let before = sim.executed.len();
        sim.run("run-1", RunEvent::Stop(CancelledBy::Stop));
        let revoke = sim.effects.iter().position(|one| matches!(one, Effect::Revoke { .. }));
        let commit = sim.effects.iter().position(|one| matches!(one, Effect::Commit(_)));
        assert!(revoke < commit, "tokens go before anything is written");
        while sim.commit() {}
        for late in [
            Said::Event(RunEvent::Finished { request_id: uuid(1), how: done() }),
            Said::Event(RunEvent::Resume(None)),
            seen("more"),
            proposal(9, None, scroll()),
            checked(true, false),
        ] {
            sim.go("run-1", late);
        }
        assert_eq!(sim.status("run-1"), RunStatus::Cancelled);
        assert_eq!(sim.executed.len(), before);
        assert!(sim.recorded("run-1").open.is_none());
    }
}

#[test]
fn i10_a_stop_between_the_commit_and_its_answer_wins() {
    let mut sim = planning();
    sim.run("run-1", proposal(1, None, scroll()));
    sim.run("run-1", RunEvent::Stop(CancelledBy::Stop));
    while sim.commit() {}
    assert!(sim.executed.is_empty());
    let settled = &sim.recorded("run-1").settled[&uuid(1)];
    assert_eq!(settled.outcome, Outcome::NotDispatched, "and the log says that it never began");
}

/// RUN-029: Panic ends every run and locks; nothing starts or goes on before the person unlocks.
#[test]
fn i10_panic_cancels_all_and_locks() {
    let mut sim = executing();
    sim.step(start("run-2", "read this"));
    while sim.commit() {}
    sim.step(Event::Panic);
    assert!(matches!(sim.effects[0], Effect::RevokeAll));
    while sim.commit() {}
    for run in ["run-1", "run-2"] {
        assert_eq!(sim.status(run), RunStatus::Cancelled);
    }
    sim.step(start("run-3", "read this"));
    assert!(matches!(&sim.effects[..], [Effect::Refuse { .. }]));
    assert_eq!(sim.state.as_ref().unwrap().app(), AppState::Locked);
    sim.step(Event::Unlock);
    sim.step(start("run-3", "read this"));
    while sim.commit() {}
    assert_eq!(sim.status("run-3"), RunStatus::Observing);
}

/// I11: after a takeover only the person's resume goes on, and with a fresh look.
#[test]
fn i11_takeover_needs_an_explicit_resume() {
    let mut sim = executing();
    sim.go("run-1", RunEvent::Takeover(TakeoverInput::Key));
    assert_eq!(sim.status("run-1"), RunStatus::Takeover);
    sim.go("run-1", RunEvent::Finished { request_id: uuid(1), how: done() });
    for event in [seen("x"), proposal(2, None, scroll()), Said::Event(RunEvent::TakeoverOver)] {
        sim.go("run-1", event);
    }
    assert_eq!(sim.status("run-1"), RunStatus::Paused);
    assert_eq!(sim.executed.len(), 1);
    sim.go("run-1", RunEvent::Resume(None));
    assert!(matches!(sim.effects[..], [Effect::Observe { .. }, Effect::Show { .. }]));
    assert_eq!(sim.status("run-1"), RunStatus::Observing);
}

/// I24: an approval of other arguments is no approval.
#[test]
fn i24_an_approval_is_bound_to_what_was_shown() {
    let mut sim = asking();
    let (request, _) = sim.asked.clone().unwrap();
    sim.asked = Some((request, laika_protocol::canonical::digest_bytes(b"another call")));
    sim.answer("run-1", true);
    assert_eq!(sim.status("run-1"), RunStatus::AwaitingApproval);
    assert!(sim.executed.is_empty());
    assert!(!sim.kinds("run-1").contains("ui.approval"), "and it is not recorded as one");
}

#[test]
fn a_no_is_not_asked_again() {
    let mut sim = asking();
    sim.answer("run-1", false);
    assert_eq!(sim.recorded("run-1").pause, Some(Pause::Rejected));
    assert!(sim.executed.is_empty());
}

/// RUN-023, RUN-024, C-26: what follows a failure depends on whether something may have happened.
#[test]
fn failures_lead_where_they_should() {
    for (code, status, why) in [
        (ErrorCode::StaleHandle, RunStatus::Observing, None),
        (ErrorCode::NotFound, RunStatus::Observing, None),
        (ErrorCode::PreconditionFailed, RunStatus::Observing, None),
        (ErrorCode::Timeout, RunStatus::Paused, Some(Pause::OutcomeUnknown)),
        (ErrorCode::Unavailable, RunStatus::Paused, Some(Pause::OutcomeUnknown)),
        (ErrorCode::Internal, RunStatus::Paused, Some(Pause::OutcomeUnknown)),
    ] {
        let mut sim = executing();
        sim.go("run-1", failed(code));
        let recorded = sim.recorded("run-1");
        assert_eq!((recorded.status, recorded.pause), (status, why), "{code:?}");
    }
}

/// I22: every budget ends in a pause or a failure, never in going on.
#[test]
fn i22_budgets_fail_safe() {
    let mut sim = planning();
    for _ in 0..200 {
        match sim.status("run-1") {
            RunStatus::Planning => {
                let request = sim.log[&run_id("run-1")].len() as u32 + 10;
                sim.go("run-1", proposal(request, None, scroll()));
                sim.go("run-1", RunEvent::Finished { request_id: uuid(request), how: done() });
                sim.go("run-1", checked(true, false));
            }
            RunStatus::Observing => sim.go("run-1", seen("text")),
            _ => break,
        }
        sim.now_ms += 10_000;
    }
    assert_eq!(sim.recorded("run-1").pause, Some(Pause::StepsSpent));
    assert_eq!(sim.executed.len(), 50);

    let mut sim = planning();
    for _ in 0..100 {
        if sim.status("run-1") == RunStatus::Paused {
            break;
        }
        let request = sim.log[&run_id("run-1")].len() as u32 + 10;
        sim.go("run-1", proposal(request, None, scroll()));
        let how = Finished::Failed(ToolError::new(ErrorCode::NotFound, "gone"));
        sim.go("run-1", RunEvent::Finished { request_id: uuid(request), how });
        sim.go("run-1", seen("text"));
    }
    assert_eq!(sim.recorded("run-1").pause, Some(Pause::RetriesSpent));

    let mut sim = planning();
    for _ in 0..100 {
        sim.go("run-1", says(Proposed::Clarify));
        sim.go("run-1", RunEvent::Resume(Some(message(1, "go on"))));
        sim.go("run-1", seen("text"));
        if sim.recorded("run-1").pause == Some(Pause::RateSpent) {
            return;
        }
    }
    panic!("the model was asked without end");
}

/// RUN-049..RUN-052: one mutating run per tab; the other is told who holds it, and the lock is in the log.
#[test]
fn a_tab_belongs_to_one_run() {
    let mut sim = asking();
    sim.step(start("run-2", "put the red mug into the cart"));
    while sim.commit() {}
    sim.run("run-2", seen("A red mug. Add to cart"));
    sim.run("run-2", proposal(2, None, click("Add to cart")));
    let holder = sim.effects.iter().find_map(|effect| match effect {
        Effect::TabConflict { holder, .. } => Some(holder.clone()),
        _ => None,
    });
    assert_eq!(holder, Some(run_id("run-1")));
    while sim.commit() {}
    assert_eq!(sim.recorded("run-2").pause, Some(Pause::TabBusy));
    sim.go("run-1", RunEvent::Stop(CancelledBy::Stop));
    sim.go("run-2", RunEvent::Resume(None));
    sim.run("run-2", seen("A red mug. Add to cart"));
    sim.go("run-2", proposal(3, None, click("Add to cart")));
    assert_eq!(sim.status("run-2"), RunStatus::AwaitingApproval, "a run that ends lets its tabs go");
}

/// RUN-051: a run that the person sets aside gives its tab to the other; when it goes on, it is the one that has to ask.
#[test]
fn a_run_that_is_set_aside_gives_its_tab_up() {
    let mut sim = asking();
    sim.go("run-1", RunEvent::Pause);
    sim.step(start("run-2", "put the red mug into the cart"));
    while sim.commit() {}
    sim.run("run-2", seen("A red mug. Add to cart"));
    sim.go("run-2", proposal(2, None, click("Add to cart")));
    assert_eq!(sim.status("run-2"), RunStatus::AwaitingApproval, "the tab is free");
    sim.go("run-1", RunEvent::Resume(None));
    sim.run("run-1", seen("A blue mug. Add to cart"));
    sim.go("run-1", proposal(3, None, click("Add to cart")));
    assert_eq!(sim.recorded("run-1").pause, Some(Pause::TabBusy), "now it belongs to the other");
}

/// RUN-047: the head moves, what was done stays done, and nothing goes on before a fresh look.
#[test]
fn a_rollback_opens_a_branch_and_undoes_nothing() {
    let mut sim = executing();
    sim.go("run-1", RunEvent::Rollback { to_seq: 2 });
    assert!(
        matches!(sim.effects[..], [Effect::Refuse { .. }, Effect::Show { .. }]),
        "not while a step is open"
    );
    sim.go("run-1", RunEvent::Finished { request_id: uuid(1), how: done() });
    sim.go("run-1", checked(true, true));
    let done_before = sim.recorded("run-1").done.clone();
    assert_eq!(done_before.len(), 1);
    sim.go("run-1", RunEvent::Rollback { to_seq: 2 });
    let recorded = sim.recorded("run-1");
    assert_eq!((recorded.status, recorded.branch), (RunStatus::Paused, 1));
    assert_eq!(recorded.done, done_before);
    assert!(recorded.holds(2) && !recorded.holds(3));
    assert!(sim.executed.len() == 1);
    sim.go("run-1", RunEvent::Resume(Some(message(2, "take the green one"))));
    let words: Vec<&str> = sim.recorded("run-1").words_here().map(|words| words.text.as_str()).collect();
    assert_eq!(words, ["put the blue mug into the cart", "take the green one"]);
}

/// I12, I13: neither what is typed nor a secret in the person's own words reaches the log.
#[test]
fn i13_typed_text_and_secrets_are_not_in_the_log() {
    let canary = "c4n4ry-typed-words";
    let secret = "AKIAQ3EGRZ7XK2PLM4NT";
    let mut sim = Sim::new();
    sim.step(start("run-1", &format!("type {canary} into the notes, my key is {secret}")));
    while sim.commit() {}
    sim.run("run-1", seen(&format!("Notes. The key {secret} was used.")));
    sim.go("run-1", proposal(1, None, typing(&format!("secret plan {secret} of mine"))));
    let text = String::from_utf8(sim.bytes.clone()).unwrap();
    assert!(text.contains("browser.type"), "{text}");
    assert!(!text.contains(secret), "{text}");
    assert!(!text.contains("secret plan"), "{text}");
    assert!(!text.contains("session=abc"), "an address is kept without what it carries: {text}");
    assert!(!text.contains(super::world::HANDLE), "a handle is a capability: {text}");
}

/// C-25, PROT-052..055: packets are stored beside the events that name them, without what must not be stored.
#[test]
fn packets_go_with_the_events_that_refer_to_them() {
    let mut sim = Sim::new();
    let Event::Start(mut begin) = start("run-1", "read this") else { unreachable!() };
    begin.started.conversation = Some(uuid(77));
    sim.step(Event::Start(begin));
    while sim.commit() {}
    sim.run("run-1", seen("A page"));
    let secret = "AKIAQ3EGRZ7XK2PLM4NT";
    let value = serde_json::json!({ "input": { "user_message": { "text": format!("key {secret}") } } });
    let packet = Packet { id: uuid(78), turn: 1, sender: Role::Agent, in_reply_to: None, value };
    sim.run(
        "run-1",
        RunEvent::Prompted { model: "m".into(), tokens: 9, left: None, packet: Some(Box::new(packet)) },
    );
    let Some(Effect::Commit(commit)) = sim.effects.first() else { panic!("nothing is written") };
    let stored = commit.packets[0].bytes.get();
    let event = String::from_utf8(commit.records[0].get().bytes.clone()).unwrap();
    assert!(event.contains(laika_protocol::canonical::digest_bytes(stored).as_str()), "{event}");
    assert!(!String::from_utf8_lossy(stored).contains(secret));
}

/// What the person said counts whole while the process lives; the log keeps it without what an address carries, so after a
/// restart the same call asks.
#[test]
fn the_persons_words_count_whole_and_are_stored_without_what_they_carry() {
    let url = "https://shop.example/search?q=blue+mug";
    let mut sim = Sim::new();
    sim.step(start("run-1", &format!("open {url} please")));
    while sim.commit() {}
    sim.run("run-1", seen("A shop"));
    let navigate = || own("browser.navigate", serde_json::json!({ "url": url }));
    sim.go("run-1", proposal(1, None, navigate()));
    let yours = String::from_utf8(sim.bytes.clone()).unwrap();
    assert!(!yours.contains("blue+mug"), "{yours}");
    let first = sim.log[&run_id("run-1")].iter().rev().find_map(|entry| match entry {
        Entry::Record(Record::Decided(decided)) => Some(decided.reasons.clone()),
        _ => None,
    });
    sim.crash();
    sim.go("run-1", RunEvent::Resume(None));
    sim.run("run-1", seen("A shop"));
    sim.go("run-1", proposal(2, None, navigate()));
    let second = sim.log[&run_id("run-1")].iter().rev().find_map(|entry| match entry {
        Entry::Record(Record::Decided(decided)) => Some(decided.reasons.clone()),
        _ => None,
    });
    assert_ne!(first, second, "the stored words are not taken for the whole ones");
}

/// What waited for a commit is given up with everything else when the run has to wait.
#[test]
fn i10_a_pause_takes_back_what_waits_for_the_disk() {
    let mut sim = Sim::new();
    sim.step(start("run-1", "read this"));
    sim.run("run-1", RunEvent::Pause);
    while sim.commit() {
        assert!(!sim.effects.iter().any(|effect| matches!(effect, Effect::Observe { .. })));
    }
    assert_eq!(sim.recorded("run-1").pause, Some(Pause::Asked));
}
