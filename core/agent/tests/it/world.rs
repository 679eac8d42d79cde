//! A world to step a run in: a log in memory, a page, and a loop that performs nothing by itself.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use laika_agent::{
    Commit, CommitId, Effect, Entry, Event, Finished, Proposal, Proposed, Question, Recorded, Run, RunEvent,
    Seen, Start, State, World, Yes, step,
};
use laika_policy::classify::FieldFacts;
use laika_policy::redact::{Audit, Keep};
use laika_policy::{Call, Described, Document, Field, GrantId, Handle, Place, Policy, SiteClass};
use laika_protocol::canonical::digest_bytes;
use laika_protocol::ids::{IdempotencyKey, Origin, ProfileId, RunId, Sha256, Uuid};
use laika_protocol::limits::Limits;
use laika_protocol::run::{ApprovedIn, Record, Started, Surface, UserMessage};
use laika_protocol::tools;
use laika_protocol::wire::{CallContext, RunStatus, SiteMode, TargetFacts};
use serde_json::{Value, json};

pub(crate) const HERE: &str = "https://shop.example";
pub(crate) const HANDLE: &str = "h_0123456789abcdefghijkl";

pub(crate) fn policy() -> &'static Policy {
    static POLICY: OnceLock<Policy> = OnceLock::new();
    POLICY.get_or_init(|| Policy::read(include_str!("../../../../policy/default.json")).unwrap())
}

pub(crate) fn run_id(name: &str) -> RunId {
    RunId::parse(name).unwrap()
}

pub(crate) fn uuid(number: u32) -> Uuid {
    Uuid::parse(&format!("00000000-0000-4000-8000-{number:012x}")).unwrap()
}

pub(crate) fn context(tab_id: u32) -> CallContext {
    serde_json::from_value(json!({
        "profileId": "default", "tabId": tab_id, "frameId": 0, "origin": HERE, "documentId": "d1",
        "navigationGeneration": 1,
    }))
    .unwrap()
}

pub(crate) fn message(number: u32, text: &str) -> UserMessage {
    UserMessage { message_id: uuid(900_000 + number), text: text.into(), caller: false }
}

pub(crate) fn start(run: &str, goal: &str) -> Event {
    let started = Started {
        run: run_id(run),
        profile: ProfileId::parse("default").unwrap(),
        surface: Surface::Isolated,
        mode: SiteMode::Assist,
        conversation: None,
        private: false,
        needs_authorisation: false,
        may_read: vec![],
        may_act: vec![Origin::parse(HERE).unwrap()],
        exposed: Vec::new(),
    };
    Event::Start(Box::new(Start { started, goal: message(0, goal), directory: vec![] }))
}

/// The page in tab 1: low risk, one button.
pub(crate) fn seen(text: &str) -> Said {
    let place = Place::parse(HERE).unwrap();
    Said::Seen(Box::new(Seen {
        context: context(1),
        url: format!("{HERE}/cart?session=abc"),
        title: "Shop".into(),
        site: SiteClass::Low,
        site_override: false,
        most: None,
        logged_in: false,
        restricted: false,
        handles: vec![Handle { place: place.clone(), value: HANDLE.into(), requested: false }],
        documents: vec![Document::plain("doc:web:summary", place, text)],
        elements: 1,
        excerpt: text.into(),
        digest: digest_bytes(text.as_bytes()),
    }))
}

pub(crate) fn own(tool: &str, arguments: Value) -> Call {
    let tool = tools::find(tool).unwrap();
    let mut call = Call::of_tool(Described::from(tool), arguments.as_object().unwrap().clone());
    call.context = Some(context(1));
    call
}

/// A click that the gate asks about in Assist.
pub(crate) fn click(name: &str) -> Call {
    let mut call = own("browser.click", json!({ "handleId": HANDLE }));
    call.target =
        Some(TargetFacts { role: "button".into(), accessible_name: name.into(), ..TargetFacts::default() });
    call
}

pub(crate) fn typing(text: &str) -> Call {
    let mut call = own("browser.type", json!({ "handleId": HANDLE, "text": text }));
    call.field = Some(Field::new(FieldFacts {
        input_type: "text".into(),
        label: "Notes".into(),
        ..FieldFacts::default()
    }));
    call
}

/// A scroll, which the gate allows.
pub(crate) fn scroll() -> Call {
    own("browser.scroll", json!({ "deltaY": 1 }))
}

pub(crate) fn proposal(request: u32, key: Option<&str>, call: Call) -> Said {
    Said::Proposed(Box::new(Proposal {
        model: "scripted".into(),
        tokens: 12,
        packet: None,
        deferred: 0,
        what: Proposed::Call {
            request_id: uuid(request),
            idempotency_key: key.map(|key| IdempotencyKey::parse(key).unwrap()),
            call: Box::new(call),
        },
    }))
}

pub(crate) fn says(what: Proposed) -> Said {
    Said::Proposed(Box::new(Proposal {
        model: "scripted".into(),
        tokens: 3,
        packet: None,
        deferred: 0,
        what,
    }))
}

pub(crate) fn done() -> Finished {
    Finished::Done { result: Some(digest_bytes(b"ok")), documents: vec![] }
}

pub(crate) fn checked(confirmed: bool, finished: bool) -> Said {
    Said::Checked(confirmed, finished)
}

/// Something that happens; an answer goes to the question that is open, unless a test names an older one.
#[expect(clippy::large_enum_variant, reason = "made and taken apart in one line")]
pub(crate) enum Said {
    Event(RunEvent),
    Seen(Box<Seen>),
    Proposed(Box<Proposal>),
    Checked(bool, bool),
}

impl From<RunEvent> for Said {
    fn from(event: RunEvent) -> Self {
        Self::Event(event)
    }
}

impl Said {
    pub(crate) fn to(self, question: Question) -> RunEvent {
        match self {
            Self::Event(event) => event,
            Self::Seen(seen) => RunEvent::Seen(question, seen),
            Self::Proposed(proposal) => RunEvent::Proposed(question, proposal),
            Self::Checked(confirmed, finished) => {
                RunEvent::Checked { question, confirmed, finished, answer: None }
            }
        }
    }
}

/// The loop of a test: it keeps the log, and hands effects to the test instead of performing them.
pub(crate) struct Sim {
    pub(crate) state: Option<State>,
    pub(crate) now_ms: u64,
    pub(crate) limits: Limits,
    /// What is in the log of each run, committed or on its way.
    pub(crate) log: BTreeMap<RunId, Vec<Entry>>,
    /// The stored bytes, for whoever looks for something that must not be there.
    pub(crate) bytes: Vec<u8>,
    /// How much of each log is durable.
    pub(crate) durable: BTreeMap<RunId, usize>,
    pub(crate) waiting: Vec<(RunId, CommitId, usize)>,
    pub(crate) executed: Vec<(RunId, Uuid)>,
    pub(crate) asked: Option<(Uuid, Sha256)>,
    /// The last question of each run to an adapter.
    pub(crate) questions: BTreeMap<RunId, Question>,
    pub(crate) effects: Vec<Effect>,
}

impl Sim {
    pub(crate) fn new() -> Self {
        Self {
            state: Some(State::default()),
            now_ms: 1_000_000,
            limits: Limits::default(),
            log: BTreeMap::new(),
            bytes: Vec::new(),
            durable: BTreeMap::new(),
            waiting: Vec::new(),
            executed: Vec::new(),
            asked: None,
            questions: BTreeMap::new(),
            effects: Vec::new(),
        }
    }

    /// Steps, and writes down what the step wants written.
    pub(crate) fn step(&mut self, event: Event) {
        let world = World {
            policy: policy(),
            limits: &self.limits,
            machine_key: &[7; 32],
            audit: Audit::default(),
            keep: Keep::Redacted,
            own_ports: &[],
            search_engine: None,
            origins: laika_policy::config::OriginRules::anywhere(),
            now_ms: self.now_ms,
        };
        let (state, effects) = step(self.state.take().unwrap(), event, &world);
        self.state = Some(state);
        for effect in &effects {
            match effect {
                Effect::Commit(commit) => {
                    let Commit { id, durable, after_seq, records, summary, .. } = &**commit;
                    let log = self.log.entry(summary.run.clone()).or_default();
                    assert_eq!(*after_seq, log.len() as u64, "a commit follows what is there");
                    for record in records {
                        self.bytes.extend(&record.get().bytes);
                        log.push(Entry::Record(Record::read(&record.get().bytes).unwrap()));
                    }
                    if *durable {
                        self.waiting.push((summary.run.clone(), *id, log.len()));
                    }
                }
                Effect::Execute { run, request_id, .. } => {
                    self.executed.push((run.clone(), request_id.clone()));
                }
                Effect::Observe { run, question }
                | Effect::AskModel { run, question }
                | Effect::Verify { run, question, .. } => {
                    self.questions.insert(run.clone(), *question);
                }
                Effect::RequestApproval { request_id, digest, .. } => {
                    self.asked = Some((request_id.clone(), digest.clone()));
                }
                _ => {}
            }
        }
        self.effects = effects;
    }

    pub(crate) fn run(&mut self, run: &str, said: impl Into<Said>) {
        let event = said.into().to(self.question(run));
        self.step(Event::Run(run_id(run), event));
    }

    pub(crate) fn question(&self, run: &str) -> Question {
        self.questions.get(&run_id(run)).copied().unwrap_or(Question(0))
    }

    /// Says that the oldest commit is on disk.
    pub(crate) fn commit(&mut self) -> bool {
        if self.waiting.is_empty() {
            return false;
        }
        let (run, id, len) = self.waiting.remove(0);
        self.durable.insert(run.clone(), len);
        self.step(Event::Run(run, RunEvent::Committed(id)));
        true
    }

    /// An event, and everything it wanted written.
    pub(crate) fn go(&mut self, run: &str, said: impl Into<Said>) {
        self.run(run, said);
        while self.commit() {}
    }

    pub(crate) fn recorded(&self, run: &str) -> &Recorded {
        self.state.as_ref().unwrap().run(&run_id(run)).unwrap().recorded()
    }

    pub(crate) fn status(&self, run: &str) -> RunStatus {
        self.recorded(run).status
    }

    /// The process dies: of each log what is durable is left, and it is read back.
    pub(crate) fn crash(&mut self) {
        let mut state = State::default();
        for (run, log) in &mut self.log {
            log.truncate(self.durable.get(run).copied().unwrap_or(0));
            if !log.is_empty() {
                state.adopt(Run::replay(log.iter()).unwrap());
            }
        }
        self.log.retain(|_, log| !log.is_empty());
        self.waiting.clear();
        self.asked = None;
        self.state = Some(state);
        let runs: Vec<RunId> = self.log.keys().cloned().collect();
        for run in runs {
            self.step(Event::Run(run, RunEvent::Restarted));
        }
        while self.commit() {}
    }

    pub(crate) fn answer(&mut self, run: &str, yes: bool) {
        let (request_id, digest) = self.asked.take().expect("nobody was asked");
        let yes = yes.then(|| Yes {
            grant: GrantId(format!("grant-{}", self.bytes.len())),
            kind: None,
            standing: None,
        });
        self.go(run, RunEvent::Answered { request_id, digest, answered_in: ApprovedIn::Terminal, yes });
    }

    /// The kinds of a run's events, one word each.
    pub(crate) fn kinds(&self, run: &str) -> String {
        let kind = |entry: &Entry| match entry {
            Entry::Record(record) => record.kind().as_str(),
            Entry::Erased(_) => "erased",
        };
        self.log[&run_id(run)].iter().map(kind).collect::<Vec<_>>().join(" ")
    }
}

/// A run that has looked at the page and waits for the model.
pub(crate) fn planning() -> Sim {
    let mut sim = Sim::new();
    sim.step(start("run-1", "put the blue mug into the cart"));
    while sim.commit() {}
    sim.run("run-1", seen("A blue mug. Add to cart"));
    sim
}
