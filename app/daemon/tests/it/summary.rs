//! The only way out of a private run: a summary that the person saw first.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::time::Duration;

use expect_test::expect;
use laika_agent::{Effect, Event, Finished, Packet, Proposal, Proposed, RunEvent, Seen, Start, Yes};
use laika_daemon::working::fresh_uuid;
use laika_daemon::{Daemon, DaemonError, Executor, Sender, Settings, Summarised, compare, now_ms};
use laika_policy::{Call, Described, Document, GrantId, Handle, Place, Policy, SiteClass};
use laika_protocol::canonical::digest_bytes;
use laika_protocol::document::{Block, Document as Page, Inline};
use laika_protocol::ids::{DocumentId, Origin, ProfileId, RunId, Uuid};
use laika_protocol::llmcp::{Assistant, Role};
use laika_protocol::run::{ApprovedIn, Started, Surface, UserMessage};
use laika_protocol::tools;
use laika_protocol::wire::{CallContext, RunStatus, SiteMode, TargetFacts};
use laika_store::{Check, Options, Reader, RunFilter, Store};
use serde_json::json;

const SITE: &str = "https://shop.example";
const HANDLE: &str = "h_0123456789abcdefghijkl";
/// What no file may hold: a card, a mail address, a key, a typed text, a query, a path.
const CANARIES: [&str; 6] = [
    "4111 1111 1111 1111",
    "ann.canary@example.com",
    "AKIAQ3EGRZ7XK2PLM4NT",
    "Zuleika Canary",
    "queried-canary",
    "trodden-canary",
];

/// A page, a model that types a name, scrolls and answers, and a person who agrees. Of `run-quiet` it hears nothing.
struct World {
    calls: VecDeque<(&'static str, serde_json::Value)>,
    answer: Uuid,
}

impl World {
    fn proposal(&mut self) -> Proposal {
        let [card, mail, _, name, query, path] = CANARIES;
        let Some((tool, arguments)) = self.calls.pop_front() else {
            let words = format!(
                "{name} ordered two lamps at {SITE}/{path}?q={query}. The bill goes to {mail}, paid with {card}."
            );
            let render = Page {
                children: vec![Block::Paragraph { children: vec![Inline::text(words)] }],
                ..Page::default()
            };
            let packet = Packet {
                id: self.answer.clone(),
                turn: 1,
                sender: Role::Assistant,
                in_reply_to: None,
                value: json!({ "assistant": Assistant { render, ..Assistant::default() } }),
            };
            let what = Proposed::Answer;
            return Proposal {
                model: "script".into(),
                tokens: 1,
                packet: Some(Box::new(packet)),
                deferred: 0,
                what,
            };
        };
        let arguments = arguments.as_object().cloned().unwrap();
        let mut call = Call::of_tool(Described::from(tools::find(tool).unwrap()), arguments);
        call.context = Some(context());
        call.target = call.arguments.contains_key("handleId").then(|| TargetFacts {
            role: "textbox".into(),
            accessible_name: "Name".into(),
            ..TargetFacts::default()
        });
        let what =
            Proposed::Call { request_id: fresh_uuid().unwrap(), idempotency_key: None, call: Box::new(call) };
        Proposal { model: "script".into(), tokens: 1, packet: None, deferred: 0, what }
    }
}

impl Executor for World {
    fn perform(&mut self, effect: Effect, results: &Sender) {
        #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is answered")]
        let (run, event) = match effect {
            Effect::Observe { run, question } => (run, RunEvent::Seen(question, Box::new(seen()))),
            Effect::AskModel { run, question } => {
                (run, RunEvent::Proposed(question, Box::new(self.proposal())))
            }
            Effect::RequestApproval { run, request_id, digest, .. } => {
                let yes = Some(Yes {
                    grant: GrantId(fresh_uuid().unwrap().to_string()),
                    kind: None,
                    standing: None,
                });
                (run, RunEvent::Answered { request_id, digest, answered_in: ApprovedIn::Terminal, yes })
            }
            Effect::Execute { run, request_id, .. } => {
                let how = Finished::Done { result: None, documents: Vec::new() };
                (run, RunEvent::Finished { request_id, how })
            }
            Effect::Verify { run, question, subject } => {
                let finished = subject == laika_agent::Subject::Answer;
                let answer = finished.then(|| self.answer.clone());
                (run, RunEvent::Checked { question, confirmed: true, finished, answer })
            }
            _ => return,
        };
        if run.as_str() != "run-quiet" {
            results.send(Event::Run(run, event));
        }
    }
}

fn context() -> CallContext {
    CallContext {
        profile_id: Some(ProfileId::parse("default").unwrap()),
        tab_id: 1,
        frame_id: 0,
        origin: Origin::parse(SITE).unwrap(),
        document_id: DocumentId::parse("d1").unwrap(),
        navigation_generation: 1,
    }
}

fn seen() -> Seen {
    let [_, _, _, _, query, path] = CANARIES;
    let place = Place::parse(SITE).unwrap();
    Seen {
        context: context(),
        url: format!("{SITE}/{path}?q={query}"),
        title: "Lamps".into(),
        site: SiteClass::Low,
        site_override: false,
        most: None,
        logged_in: false,
        restricted: false,
        handles: vec![Handle { place: place.clone(), value: HANDLE.into(), requested: false }],
        documents: vec![Document::plain("doc:web:summary", place, "Two lamps")],
        elements: 1,
        digest: digest_bytes(b"Two lamps"),
        excerpt: "Two lamps".into(),
    }
}

fn start(run: &RunId) -> Event {
    let [card, mail, key, name, query, path] = CANARIES;
    let started = Started {
        run: run.clone(),
        profile: ProfileId::parse("default").unwrap(),
        surface: Surface::Isolated,
        mode: SiteMode::Assist,
        conversation: Some(fresh_uuid().unwrap()),
        private: true,
        needs_authorisation: false,
        may_read: Vec::new(),
        may_act: vec![Origin::parse(SITE).unwrap()],
        exposed: Vec::new(),
    };
    let text =
        format!("Order two lamps for {name} ({mail}) with {card} and {key}\nPages: {SITE}/{path}?q={query}");
    let goal = UserMessage { message_id: fresh_uuid().unwrap(), text, caller: false };
    Event::Start(Box::new(Start { started, goal, directory: Vec::new() }))
}

/// Every word of these that is in a file of the folder.
fn found<'a>(folder: &Path, words: &[&'a str]) -> Vec<&'a str> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let bytes: Vec<u8> =
        files.filter(|file| file.is_file()).flat_map(|file| fs::read(file).unwrap()).collect();
    let is_there = |word: &&str| bytes.windows(word.len()).any(|part| part == word.as_bytes());
    words.iter().copied().filter(is_there).collect()
}

/// PRIV-003, I14: a private run leaves nothing; of what it did, the text that was shown is kept once the person says so, in
/// a run of its own, and nothing else.
#[test]
fn priv_003_i14_of_a_private_run_only_the_summary_that_was_shown_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let [run, quiet] = ["run-secluded", "run-quiet"].map(|name| RunId::parse(name).unwrap());
    let policy = Policy::read(include_str!("../../../../policy/default.json")).unwrap();
    let calls = [
        ("browser.type", json!({ "handleId": HANDLE, "text": CANARIES[3] })),
        ("browser.scroll", json!({ "deltaY": 1 })),
    ];
    let world = World { calls: calls.into(), answer: fresh_uuid().unwrap() };
    let store = Store::open(Options::folder(folder.path()), now_ms()).unwrap();
    let mut daemon = Daemon::open(Settings::new(policy, [7; 32]), store, world).unwrap();
    let sender = daemon.sender();
    let ask = |daemon: &mut Daemon<World>, run: &RunId, shown| -> Result<Summarised, DaemonError> {
        let told = daemon.sender().summarise(run, shown);
        daemon.work(Duration::from_millis(300), |_| false);
        told.recv_timeout(Duration::from_secs(5)).unwrap()
    };
    let code = |done: Result<Summarised, DaemonError>| done.unwrap_err().code();

    sender.send(start(&quiet));
    assert_eq!(code(ask(&mut daemon, &quiet, None)), "E_NOTHING_YET");
    sender.send(start(&run));
    daemon.work(Duration::from_secs(1), |_| false);
    let preview = ask(&mut daemon, &run, None).unwrap();
    expect![[r#"
        Goal: Order two lamps for [typed] ([email]) with [card_number] and [api_key]
        It ended: completed
        Answer: [typed] ordered two lamps at https://shop.example The bill goes to [email], paid with [card_number].
        Read: https://shop.example
        Steps: browser.scroll (1)
    "#]]
    .assert_eq(&preview.text);
    let words = [&CANARIES[..], &["secluded", "lamps", "shop.example"]].concat();
    assert_eq!(found(folder.path(), &words), [""; 0], "to look keeps nothing");
    assert_eq!(code(ask(&mut daemon, &run, Some(digest_bytes(b"another text")))), "E_SHOWN_CHANGED");

    let saved = ask(&mut daemon, &run, Some(preview.digest.clone())).unwrap();
    assert_eq!(saved.text, preview.text);
    let kept = saved.saved.unwrap();
    assert_eq!(code(ask(&mut daemon, &kept, None)), "E_NOT_PRIVATE");
    assert_eq!(code(ask(&mut daemon, &RunId::parse("run-nobodys").unwrap(), None)), "E_NO_RUN");
    drop(daemon);
    assert_eq!(found(folder.path(), &words), ["lamps", "shop.example"], "what was shown, and nothing else");

    let reader = Reader::open(folder.path()).unwrap();
    let runs = reader.runs(&RunFilter::default()).unwrap();
    assert_eq!(runs.iter().map(|run| &run.row.run).collect::<Vec<_>>(), [&kept]);
    assert_eq!(runs[0].row.status, RunStatus::Completed);
    let kinds: Vec<_> =
        reader.records(&kept).unwrap().iter().map(|(_, record)| record.kind().as_str()).collect();
    assert_eq!(kinds, ["run.started", "user.message", "run.summary", "run.ended"]);
    assert_eq!(reader.sites(&kept).unwrap(), [Origin::parse(SITE).unwrap()], "forgetting the site finds it");
    assert_eq!(compare(&reader).unwrap(), []);
    assert_eq!(reader.verify(&Check { deep: true, ..Check::default() }, &mut |_| {}).unwrap().problems, []);
}
