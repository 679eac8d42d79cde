//! A machine that sleeps, is locked or saves power: what acts is paused, and the rest only reads (OPS-003, EVAL-020).

use laika_agent::{Event, Machine, RunEvent};
use laika_protocol::run::Pause;
use laika_protocol::wire::RunStatus;

use super::world::{Sim, checked, click, done, planning, proposal, scroll, seen, uuid};

const AWAY: Machine = Machine { away: true, low_power: false };
const HERE: Machine = Machine { away: false, low_power: false };
const LOW: Machine = Machine { away: false, low_power: true };

fn pause(sim: &Sim) -> (RunStatus, Option<Pause>) {
    let recorded = sim.recorded("run-1");
    (recorded.status, recorded.pause)
}

#[test]
fn ops_003_whoever_leaves_finds_nothing_done_and_nothing_queued() {
    let mut asking = planning();
    asking.go("run-1", proposal(1, Some("k1"), click("Add to cart")));
    let mut executing = planning();
    executing.go("run-1", proposal(1, Some("k1"), click("Add to cart")));
    executing.answer("run-1", true);
    for (name, mut sim, why) in [
        ("planning", planning(), Pause::Away),
        ("asking", asking, Pause::Away),
        ("executing", executing, Pause::OutcomeUnknown),
    ] {
        let before = sim.executed.len();
        sim.step(Event::Machine(AWAY));
        while sim.commit() {}
        assert_eq!(pause(&sim), (RunStatus::Paused, Some(why)), "{name}");
        sim.step(Event::Machine(HERE));
        // What was under way when they left comes in late, and moves nothing.
        sim.step(Event::Run(
            super::world::run_id("run-1"),
            RunEvent::Finished { request_id: uuid(1), how: done() },
        ));
        while sim.commit() {}
        assert_eq!(
            (pause(&sim).0, sim.executed.len()),
            (RunStatus::Paused, before),
            "{name}: nothing goes on by itself"
        );
        sim.go("run-1", RunEvent::Resume(None));
        assert_eq!(sim.status("run-1"), RunStatus::Observing, "{name}: the page is looked at again first");
    }
}

#[test]
fn eval_020_while_power_is_saved_pages_are_only_read_and_less_often() {
    let mut sim = planning();
    sim.step(Event::Machine(LOW));
    sim.go("run-1", proposal(1, Some("k1"), click("Add to cart")));
    assert_eq!(sim.status("run-1"), RunStatus::Observing, "denied, not asked: nobody is bothered for it");
    assert!(sim.executed.is_empty());
    sim.run("run-1", seen("A blue mug. Add to cart"));
    sim.go("run-1", proposal(2, None, scroll()));
    assert_eq!(sim.executed.len(), 1, "reading goes on");
    sim.go("run-1", RunEvent::Finished { request_id: uuid(2), how: done() });
    sim.go("run-1", checked(true, false));
    sim.run("run-1", seen("A blue mug. Add to cart"));
    sim.step(Event::Machine(HERE));
    sim.go("run-1", proposal(3, None, click("Add to cart")));
    assert_eq!(sim.status("run-1"), RunStatus::AwaitingApproval, "with power it asks again");

    assert_eq!([0, 1, 20].map(|most| LOW.bounded(most)), [0, 1, 10]);
    assert_eq!(HERE.bounded(20), 20);
}
