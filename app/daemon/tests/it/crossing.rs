//! The loop on a real log, where the person, the disk and the adapters cross each other.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use laika_agent::{Effect, Event, Note, Proposal, Proposed, Question, RunEvent, Seen, Start};
use laika_daemon::{Daemon, Executor, Sender, Settings};
use laika_policy::{Call, Described, Document, Place, Policy, SiteClass};
use laika_protocol::canonical::digest_bytes;
use laika_protocol::ids::{DocumentId, Origin, ProfileId, RunId, Uuid};
use laika_protocol::run::{CancelledBy, Started, Surface, TakeoverInput, TaskTab, UserMessage};
use laika_protocol::tools;
use laika_protocol::wire::{AppState, CallContext, RunStatus, SiteMode};
use laika_store::{Options, Store};
use serde_json::json;
use tempfile::TempDir;

const HERE: &str = "https://shop.example";

/// Writes down what it is asked, and answers looks and the model if it is told to.
#[derive(Clone, Default)]
struct World {
    heard: Arc<Mutex<Vec<String>>>,
    auto: bool,
}

impl Executor for World {
    fn perform(&mut self, effect: Effect, results: &Sender) {
        let name = format!("{effect:?}").split([' ', '{']).next().unwrap().to_string();
        self.heard.lock().unwrap().push(name);
        match effect {
            Effect::Observe { run, question } if self.auto => {
                results.send(Event::Run(run, seen(question)));
            }
            Effect::AskModel { run, question } if self.auto => {
                results.send(Event::Run(run, proposal(question)));
            }
            _ => {}
        }
    }

    fn trouble(&mut self, code: &'static str, sentence: &str) {
        self.heard.lock().unwrap().push(format!("trouble {code} {sentence}"));
    }
}

fn uuid(n: u32) -> Uuid {
    Uuid::parse(&format!("00000000-0000-4000-8000-{n:012x}")).unwrap()
}

fn context() -> CallContext {
    CallContext {
        profile_id: Some(ProfileId::parse("default").unwrap()),
        tab_id: 1,
        frame_id: 0,
        origin: Origin::parse(HERE).unwrap(),
        document_id: DocumentId::parse("d1").unwrap(),
        navigation_generation: 1,
    }
}

fn seen(question: Question) -> RunEvent {
    let document = Document::plain("d", Place::parse(HERE).unwrap(), "x");
    let seen = Seen {
        context: context(),
        url: HERE.into(),
        title: "t".into(),
        site: SiteClass::Low,
        site_override: false,
        most: None,
        logged_in: false,
        restricted: false,
        handles: vec![],
        documents: vec![document],
        elements: 1,
        excerpt: "x".into(),
        digest: digest_bytes(b"x"),
    };
    RunEvent::Seen(question, Box::new(seen))
}

fn proposal(question: Question) -> RunEvent {
    let tool = tools::find("browser.scroll").unwrap();
    let mut call = Call::of_tool(Described::from(tool), json!({ "deltaY": 1 }).as_object().unwrap().clone());
    call.context = Some(context());
    let what = Proposed::Call { request_id: uuid(1), idempotency_key: None, call: Box::new(call) };
    RunEvent::Proposed(
        question,
        Box::new(Proposal { model: "m".into(), tokens: 1, packet: None, deferred: 0, what }),
    )
}

fn settings(folder: &Path) -> Settings {
    let policy = Policy::read(include_str!("../../../../policy/default.json")).unwrap();
    Settings { folder: Some(folder.to_owned()), clock: || 1_000_000, ..Settings::new(policy, [7; 32]) }
}

fn start(run: &str, private: bool) -> Event {
    let started = Started {
        run: id(run),
        profile: ProfileId::parse("default").unwrap(),
        surface: Surface::Isolated,
        mode: SiteMode::Assist,
        conversation: None,
        private,
        needs_authorisation: false,
        may_read: vec![],
        may_act: vec![Origin::parse(HERE).unwrap()],
        exposed: Vec::new(),
    };
    let goal = UserMessage { message_id: uuid(900), text: "go".into(), caller: false };
    Event::Start(Box::new(Start { started, goal, directory: vec![] }))
}

fn open(folder: &Path, world: World) -> Daemon<World> {
    Daemon::open(settings(folder), Store::open(Options::folder(folder), 1).unwrap(), world).unwrap()
}

fn daemon(auto: bool) -> (Daemon<World>, World, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let world = World { auto, ..World::default() };
    (open(folder.path(), world.clone()), world, folder)
}

fn work(daemon: &mut Daemon<World>) {
    daemon.work(Duration::from_millis(250), |_| false);
}

fn id(run: &str) -> RunId {
    RunId::parse(run).unwrap()
}

/// A refused private start leaves its memory log behind; the next run of that id is not private and acts with nothing on disk.
#[test]
fn i1_a_refused_private_start_leaves_no_log_behind() {
    let (mut d, w, _folder) = daemon(true);
    let s = d.sender();
    s.send(Event::Panic);
    work(&mut d);
    s.send(start("r", true));
    work(&mut d);
    s.send(Event::Unlock);
    work(&mut d);
    s.send(start("r", false));
    work(&mut d);
    let heard = w.heard.lock().unwrap().join("\n");
    let on_disk = d.store().reader().unwrap().run(&id("r")).unwrap().is_some();
    assert!(on_disk || !heard.contains("Execute"), "Execute without anything on disk");
}
/// A second start, private, of a run that is at work takes its log away, and Stop no longer reaches it.
#[test]
fn i10_a_second_start_takes_no_log_away() {
    let (mut d, w, _folder) = daemon(true);
    let s = d.sender();
    s.send(start("r", false));
    work(&mut d);
    assert!(w.heard.lock().unwrap().iter().any(|e| e == "Execute"));
    s.send(start("r", true));
    work(&mut d);
    // any record now fails
    s.send(Event::Run(
        id("r"),
        RunEvent::Noted(Note::TaskTab(TaskTab { window_id: None, tab_id: 1, created_by_laika: true })),
    ));
    work(&mut d);
    w.heard.lock().unwrap().clear();
    s.send(Event::Run(id("r"), RunEvent::Stop(CancelledBy::Stop)));
    work(&mut d);
    let heard = w.heard.lock().unwrap().join("\n");
    assert!(heard.contains("Cancel"), "Stop did not cancel or revoke: {heard}");
}
/// Stop right after Start goes first and is lost.
#[test]
fn i10_a_stop_right_after_a_start_stops_it() {
    let (mut d, w, _folder) = daemon(true);
    let s = d.sender();
    s.send(start("r", false));
    s.send(Event::Run(id("r"), RunEvent::Stop(CancelledBy::Stop)));
    work(&mut d);
    let heard = w.heard.lock().unwrap().join("\n");
    assert!(!heard.contains("Execute"), "stopped run executes: {heard}");
}
/// Unlock, then Panic: Panic goes first and the earlier unlock undoes it.
#[test]
fn i10_a_panic_outlasts_an_unlock_pressed_before_it() {
    let (mut d, _, _folder) = daemon(false);
    let s = d.sender();
    s.send(Event::Panic);
    work(&mut d);
    s.send(Event::Unlock);
    s.send(Event::Panic);
    work(&mut d);
    assert_eq!(d.state().app(), AppState::Locked, "panic undone by an unlock pressed before it");
}
/// Resume, then take over: the takeover goes first and the earlier resume ends it.
#[test]
fn i11_a_takeover_outlasts_a_resume_pressed_before_it() {
    let (mut d, _, _folder) = daemon(false);
    let s = d.sender();
    s.send(start("r", false));
    work(&mut d);
    s.send(Event::Run(id("r"), RunEvent::Pause));
    work(&mut d);
    s.send(Event::Run(id("r"), RunEvent::Resume(None)));
    s.send(Event::Run(id("r"), RunEvent::Takeover(TakeoverInput::Key)));
    work(&mut d);
    let status = d.state().run(&id("r")).unwrap().recorded().status;
    assert_eq!(status, RunStatus::Takeover, "the run goes on while the person acts");
}
/// The lock of a panic is gone after a restart.
#[test]
fn i10_panic_locks_through_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    {
        let mut d = open(folder.path(), World::default());
        d.sender().send(Event::Panic);
        work(&mut d);
        assert_eq!(d.state().app(), AppState::Locked);
    }
    let d = open(folder.path(), World::default());
    assert_eq!(d.state().app(), AppState::Locked, "restart unlocks");
}
/// Forgetting a run that waits leaves its tab locked, and nothing can free it.
#[test]
fn a_forgotten_run_holds_no_tab() {
    let folder = tempfile::tempdir().unwrap();
    {
        let mut d = open(folder.path(), World { auto: true, ..World::default() });
        d.sender().send(start("r", false));
        work(&mut d);
        d.sender().send(Event::Run(id("r"), RunEvent::Pause));
        work(&mut d);
    }
    let store = Store::open(Options::folder(folder.path()), 1).unwrap();
    store.forget(laika_store::Forget::Run(id("r")), 2, &mut |_| {}).unwrap();
    let w = World { auto: true, ..World::default() };
    let mut d = Daemon::open(settings(folder.path()), store, w.clone()).unwrap();
    d.sender().send(Event::Run(id("r"), RunEvent::Stop(CancelledBy::Stop)));
    work(&mut d);
    d.sender().send(start("r2", false));
    work(&mut d);
    // request id 1 is used up; only the lock matters
    let heard = w.heard.lock().unwrap().join("\n");
    assert!(!heard.contains("TabConflict"), "tab locked for ever");
}
/// Ended runs that are asked for stay in memory.
#[test]
fn runs_that_are_over_leave_memory() {
    let (mut d, _, _folder) = daemon(false);
    let s = d.sender();
    for n in 0..5 {
        s.send(start(&format!("r{n}"), false));
    }
    work(&mut d);
    for n in 0..5 {
        s.send(Event::Run(id(&format!("r{n}")), RunEvent::Stop(CancelledBy::Stop)));
    }
    work(&mut d);
    assert_eq!(d.state().runs().count(), 0);
    for n in 0..5 {
        s.send(Event::Run(id(&format!("r{n}")), RunEvent::Stop(CancelledBy::Stop)));
    }
    work(&mut d);
    assert_eq!(d.state().runs().count(), 0, "ended runs stay in memory");
}

/// A run that waits for long leaves memory, lets go of what it held, and comes back when it is wanted (RUN-009).
#[test]
fn a_run_that_waits_for_long_leaves_memory_and_comes_back() {
    static NOW: AtomicU64 = AtomicU64::new(1_000_000);
    let folder = tempfile::tempdir().unwrap();
    let world = World::default();
    let settings = Settings { clock: || NOW.load(Ordering::Relaxed), ..settings(folder.path()) };
    let store = Store::open(Options::folder(folder.path()), 1).unwrap();
    let mut d = Daemon::open(settings, store, world.clone()).unwrap();
    let s = d.sender();
    for (run, private) in [("waits", false), ("private", true), ("works", false)] {
        s.send(start(run, private));
        work(&mut d);
    }
    for run in ["waits", "private"] {
        s.send(Event::Run(id(run), RunEvent::Pause));
        work(&mut d);
    }
    d.put_idle_away(60_000);
    assert_eq!(d.state().runs().count(), 3, "nothing waited for long");
    NOW.fetch_add(60_000, Ordering::Relaxed);
    world.heard.lock().unwrap().clear();
    d.put_idle_away(60_000);
    let left: Vec<String> = d.state().runs().map(|run| run.recorded().run.to_string()).collect();
    assert_eq!(left, ["private", "works"], "what is at work stays, and what is nowhere else");
    assert_eq!(*world.heard.lock().unwrap(), ["Revoke"]);
    s.send(Event::Run(id("waits"), RunEvent::Resume(None)));
    work(&mut d);
    assert_eq!(d.state().run(&id("waits")).unwrap().recorded().status, RunStatus::Observing);
}
/// A loop that ends in good order leaves no run at work in the log.
#[test]
fn i9_what_is_at_work_is_paused_at_the_end() {
    let (mut d, _, folder) = daemon(false);
    d.sender().send(start("r", false));
    work(&mut d);
    assert_eq!(d.state().run(&id("r")).unwrap().recorded().status, RunStatus::Observing);
    d.settle();
    drop(d);
    let row = laika_store::Reader::open(folder.path()).unwrap().run(&id("r")).unwrap().unwrap();
    assert_eq!(row.row.status, RunStatus::Paused);
}
/// A process that does one thing is locked like any other.
#[test]
fn i10_a_lock_holds_for_a_loop_beside() {
    let folder = tempfile::tempdir().unwrap();
    laika_daemon::set_locked(folder.path(), true).unwrap();
    let store = Store::open(Options::folder(folder.path()), 1).unwrap();
    let world = World::default();
    let mut d = Daemon::beside(settings(folder.path()), store, world.clone());
    d.sender().send(start("r", false));
    work(&mut d);
    assert!(d.state().run(&id("r")).is_none());
    assert_eq!(*world.heard.lock().unwrap(), ["Refuse"]);
}
/// A stop that overtakes the start of its run leaves nobody waiting.
#[test]
fn i10_a_stop_before_the_start_is_told() {
    let (mut d, w, _folder) = daemon(false);
    let s = d.sender();
    s.send(start("r", false));
    s.send(Event::Run(id("r"), RunEvent::Stop(CancelledBy::Stop)));
    work(&mut d);
    assert!(d.state().run(&id("r")).is_none());
    assert_eq!(*w.heard.lock().unwrap(), ["Revoke", "Refuse"]);
}
