//! Steps that are the person's: each is said with what to do and why, and the page is looked at afresh when it is done.

use std::time::Duration;

use laika_bench::web::{Asked, Reply};
use laika_daemon::service::Reply as Said;
use laika_protocol::ids::RunId;
use laika_protocol::run::{HandoffNeed, Pause, Record};
use laika_protocol::wire::{RunStatus, SiteMode};
use laika_store::Reader;

use super::world::World;

fn serve(asked: &Asked) -> Reply {
    let page = |body: &str| {
        Reply::html(format!("<!doctype html><meta charset=utf-8><title>Board</title><main>{body}</main>"))
    };
    match asked.path.as_str() {
        "/drag" => page("<h1>Board</h1><button>Blue card</button><div>Bin</div>"),
        "/file" => page(
            "<h1>Send</h1><form action=/send method=post><label>Your picture <input type=file name=f></label></form>",
        ),
        "/tour" => page(
            "<h1>Tour</h1><form action=/booked><label>Your name <input name=n required></label><p style='height:3000px'></p>\
             <label>People <select name=p required><option value=''>How many<option>1 person<option>3 people</select></label>\
             <button>Book the tour</button></form>",
        ),
        path if path.starts_with("/booked?") => {
            page("<h1>Booked</h1><p>Your tour is booked, see you soon.</p>")
        }
        "/check" => page("<h1>One moment</h1><p>Please verify you are human to go on.</p>"),
        "/code" => page(
            "<h1>Code</h1><form><label>Code <input autocomplete=one-time-code name=c></label></form><label>Name <input name=n></label>",
        ),
        "/login" => page(
            "<h1>Members</h1><form><label>Name <input name=u></label><label>Password <input type=password name=p></label><button>Log in</button></form>",
        ),
        _ => Reply::status(404),
    }
}

/// A form is sent once, with what it wants: the goal says one part, the person the other when they are asked.
#[test]
fn what_a_form_wants_and_nobody_said_is_asked_for() {
    let Some(world) = World::new(serve) else { return };
    world.will_say("3");
    let order = world.order("Book the tour. My name is Mara.", "/tour", SiteMode::Assist);
    let told = world.run_with(order, |_| Said::Once, |pause| pause == Pause::Clarify);
    let asked =
        ["The form is not sent without \"People\" (How many, 1 person, 3 people). What belongs there?"];
    assert_eq!(told.questions, asked, "{told:#?}");
    assert_eq!(told.status, Some(RunStatus::Completed), "{told:#?}");
    let sent: Vec<String> = world
        .site
        .asked()
        .into_iter()
        .map(|asked| asked.path)
        .filter(|path| path.contains("booked"))
        .collect();
    assert_eq!(sent, ["/booked?n=Mara&p=3+people"]);
    world.end();
}

/// RUN-039: what is handed over, with the pause and the record, and what comes after a resume is a fresh look.
#[test]
fn run_039_what_only_a_person_does_is_handed_over() {
    let Some(world) = World::new(serve) else { return };
    for (goal, path, need, words) in [
        ("Drag the blue card to the bin.", "/drag", HandoffNeed::Manual, "by hand"),
        ("Upload my picture.", "/file", HandoffNeed::FilePicker, "only you choose files"),
        ("How deep is the lake?", "/check", HandoffNeed::Captcha, "you are human"),
        ("My name is Mara.", "/code", HandoffNeed::TwoFactor, "a code that only you have"),
        ("Log in.", "/login", HandoffNeed::Login, "only you log in"),
    ] {
        // The person does it and lets the run go on, once; whatever else would wait ends it.
        let mut went_on = false;
        let order = world.order(goal, path, SiteMode::Autopilot);
        let told = world.run_with(
            order,
            |_| Said::Once,
            |pause| pause == Pause::Handoff && !std::mem::replace(&mut went_on, true),
        );
        let (found, said) = told.handoffs.first().unwrap_or_else(|| panic!("{path}: {told:#?}"));
        assert_eq!(*found, need, "{path}: {told:#?}");
        assert!(said.contains(words), "{path}: {said}");
        assert_eq!((told.handoffs.len(), told.pauses[0]), (1, Pause::Handoff), "{path}: {told:#?}");
        if need != HandoffNeed::TwoFactor {
            assert_eq!(told.status, Some(RunStatus::Completed), "{path}: {told:#?}");
        }
        let records = ended(&world, &told.run.clone().unwrap());
        let at = |wanted: fn(&Record) -> bool| records.iter().position(|(_, record)| wanted(record)).unwrap();
        let (handed, resumed) =
            (at(|one| matches!(one, Record::Handoff(_))), at(|one| matches!(one, Record::Resumed(_))));
        assert!(handed < resumed, "{path}");
        let looked = |(_, record): &(u64, Record)| matches!(record, Record::Observed(_));
        assert!(records[resumed..].iter().any(looked), "{path}: nobody looked again");
    }
    world.end();
}

/// The records of a run that is over, once the last of them is on disk.
fn ended(world: &World, run: &RunId) -> Vec<(u64, Record)> {
    for _ in 0..500 {
        let records = Reader::open(world.home.path()).unwrap().records(run).unwrap();
        if records.iter().any(|(_, record)| matches!(record, Record::Ended(_))) {
            return records;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    unreachable!("the end of {run} is not on disk")
}
