//! A site, Laika at work in this process, and a person who answers.

use std::collections::VecDeque;
use std::io::Write as _;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use laika_bench::web::{Asked, Reply as Page, Site};
use laika_daemon::service::{Reply, Service};
use laika_daemon::working::{
    Asks, Audience, Card, Finished, News, Order, Part, Planner, StartModel, Step, Thinker, Thinking, Thought,
    View, Where, Workshop,
};
use laika_daemon::{Settings, now_ms};
use laika_policy::Policy;
use laika_protocol::ids::{RunId, ToolName};
use laika_protocol::llmcp::ToolCall;
use laika_protocol::run::{HandoffNeed, Pause};
use laika_protocol::wire::{RunStatus, SiteMode};
use laika_store::{Options, Store};
use serde_json::Value;
use tempfile::TempDir;

const POLICY: &str = include_str!("../../../../../policy/default.json");
const SILENCE: Duration = Duration::from_secs(60);

/// What was heard of a run.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) run: Option<RunId>,
    /// Each step with how it ended: the tool, what it was done to, and whether it was done.
    pub(super) steps: Vec<(Step, Option<(bool, String)>)>,
    pub(super) doing: Vec<String>,
    pub(super) cards: Vec<Card>,
    pub(super) questions: Vec<String>,
    pub(super) handoffs: Vec<(HandoffNeed, String)>,
    pub(super) troubles: Vec<String>,
    pub(super) answer: Option<Finished>,
    pub(super) pauses: Vec<Pause>,
    pub(super) status: Option<RunStatus>,
}

impl Told {
    /// The steps that were done, as one would tell them.
    pub(super) fn done(&self) -> Vec<String> {
        let done = self.steps.iter().filter(|(_, end)| end.as_ref().is_some_and(|(done, _)| *done));
        done.map(|(step, _)| told(step)).collect()
    }

    /// All of them, with why those failed that did.
    pub(super) fn tried(&self) -> Vec<String> {
        let one = |(step, end): &(Step, Option<(bool, String)>)| match end {
            Some((true, _)) => told(step),
            Some((false, why)) => format!("{}: {why}", told(step)),
            None => format!("{}: never begun", told(step)),
        };
        self.steps.iter().map(one).collect()
    }

    /// The answer as text.
    pub(super) fn text(&self) -> String {
        self.answer
            .as_ref()
            .map(|answer| serde_json::to_string(&answer.assistant).unwrap())
            .unwrap_or_default()
    }
}

fn told(step: &Step) -> String {
    format!("{} {}", step.tool, step.target.as_deref().unwrap_or_default()).trim().to_owned()
}

/// Laika at work in this process, with a site to work on.
pub(super) struct World {
    pub(super) site: Site,
    pub(super) service: Service,
    pub(super) heard: Receiver<(Option<RunId>, News)>,
    pub(super) home: TempDir,
    words: Mutex<Option<String>>,
    scripted: Slot,
}

type Slot = Arc<Mutex<Option<Script>>>;

/// A planner that proposes these calls one after another, then an empty answer. `named` stands for the element of that name.
struct Script(VecDeque<(String, Value)>);

impl Planner for Script {
    fn next<'a>(&'a mut self, view: View<'a>) -> Thinking<'a> {
        let next = self.0.pop_front();
        let thought = next.map_or(Thought::Answer(Box::default()), |(tool, mut arguments)| {
            if let Some(name) = arguments.as_object_mut().unwrap().remove("named") {
                let mut elements = view.page.elements.iter();
                let found = elements.find(|element| Some(element.accessible_name.as_str()) == name.as_str());
                let handle = &found
                    .unwrap_or_else(|| unreachable!("no {name} in {:#?}", view.page.elements))
                    .handle_id;
                arguments["handleId"] = view.aliases.alias(handle).unwrap().as_str().into();
            }
            let name = ToolName::parse(&tool).unwrap();
            Thought::Call(
                ToolCall { name, arguments: arguments.as_object().unwrap().clone() },
                "a script".into(),
            )
        });
        Box::pin(async move { Ok(thought) })
    }

    fn model(&self) -> String {
        "script".to_owned()
    }
}

impl World {
    /// Nothing where there is no browser.
    pub(super) fn new(answer: impl Fn(&Asked) -> Page + Send + Sync + 'static) -> Option<Self> {
        Self::set_up(answer, |_, _| {})
    }

    /// The same with settings of its own.
    pub(super) fn set_up(
        answer: impl Fn(&Asked) -> Page + Send + Sync + 'static,
        set_up: impl FnOnce(&mut Settings, &Site),
    ) -> Option<Self> {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().to_owned();
        let world = Self::in_folder(&folder, answer, |settings, site| {
            settings.folder = Some(folder.clone());
            set_up(settings, site);
        })?;
        Some(Self { home, ..world })
    }

    /// The same over the log of this folder.
    pub(super) fn in_folder(
        folder: &Path,
        answer: impl Fn(&Asked) -> Page + Send + Sync + 'static,
        set_up: impl FnOnce(&mut Settings, &Site),
    ) -> Option<Self> {
        if laika_browser::find_program().is_none() {
            assert!(std::env::var_os("CI").is_none(), "with `CI` set Chromium is required");
            let _ = writeln!(std::io::stderr(), "skipped: real pages (no Chromium)");
            return None;
        }
        let home = tempfile::tempdir().unwrap();
        let store = Store::open(Options::folder(folder), now_ms()).unwrap();
        let policy = Policy::read(POLICY).unwrap_or_else(|defects| unreachable!("{} defects", defects.len()));
        let (sender, heard) = mpsc::channel();
        let scripted = Slot::default();
        let taken = Arc::clone(&scripted);
        let none: StartModel = Arc::new(|| Box::pin(async { Ok(None) }));
        let planners = Arc::new(move |_: &RunId, _: &Order| match taken.lock().unwrap().take() {
            Some(script) => Box::new(script) as Box<dyn Planner>,
            None => Box::new(Thinker::new(Arc::clone(&none))),
        });
        let workshop = Workshop::new(env!("CARGO_BIN_EXE_laika").into(), planners);
        let site = Site::start(answer).unwrap();
        let mut settings = Settings::new(policy, [7; 32]);
        set_up(&mut settings, &site);
        let service = Service::start(settings, store, workshop, Arc::new(Ears(sender)), false).unwrap();
        Some(Self { site, service, heard, home, scripted, words: Mutex::default() })
    }

    /// Says this when a run that waits is let go on.
    pub(super) fn will_say(&self, words: &str) {
        *self.words.lock().unwrap() = Some(words.to_owned());
    }

    /// Has the next run planned by this script.
    pub(super) fn script(&self, steps: &[(&str, Value)]) {
        let steps = steps.iter().map(|(tool, arguments)| ((*tool).to_owned(), arguments.clone())).collect();
        *self.scripted.lock().unwrap() = Some(Script(steps));
    }

    pub(super) fn order(&self, goal: &str, path: &str, mode: SiteMode) -> Order {
        Order {
            part: Part::Page,
            goal: goal.to_owned(),
            urls: vec![self.site.url(path)],
            allow: Vec::new(),
            mode,
            private: false,
            strict: true,
            headed: false,
            surface: Where::default(),
            exposed: Vec::new(),
            asks: Asks::Person,
        }
    }

    /// Runs a goal with a person who says yes, and lets nothing go on that waits.
    pub(super) fn run(&self, goal: &str, path: &str, mode: SiteMode) -> Told {
        self.run_with(self.order(goal, path, mode), |_| Reply::Once, |_| false)
    }

    /// Runs an order until it is over, or waits and is not let go on.
    pub(super) fn run_with(
        &self,
        order: Order,
        mut answers: impl FnMut(&Card) -> Reply,
        mut goes_on: impl FnMut(Pause) -> bool,
    ) -> Told {
        let run = self.service.begin(order).unwrap();
        let mut told = Told { run: Some(run.clone()), ..Told::default() };
        let mut waits = false;
        loop {
            let (of, news) =
                self.heard.recv_timeout(SILENCE).unwrap_or_else(|_| unreachable!("it hangs: {told:#?}"));
            if of.is_some() && of.as_ref() != Some(&run) {
                continue;
            }
            match news {
                News::State { state: Some(state), .. } => {
                    told.status = Some(state.status);
                    let over = state.status.is_over();
                    if state.status == RunStatus::Paused && !waits {
                        let pause = state.pause.unwrap_or(Pause::Asked);
                        told.pauses.push(pause);
                        if goes_on(pause) {
                            self.service.resume(&run, self.words.lock().unwrap().take()).unwrap();
                        } else {
                            self.service.stop(&run);
                        }
                    }
                    waits = state.status == RunStatus::Paused;
                    if over {
                        return told;
                    }
                }
                News::Ask(card) => {
                    let reply = answers(&card);
                    self.service.answer(&run, card.request_id.clone(), card.digest.clone(), reply).unwrap();
                    told.cards.push(*card);
                }
                News::Step(step) => told.steps.push((*step, None)),
                News::Ended { done, how } => {
                    if let Some((_, end)) = told.steps.last_mut() {
                        *end = Some((done, how));
                    }
                }
                News::Doing { what } => told.doing.push(what),
                News::Question { text } => told.questions.push(text),
                News::Handoff { need, what } => told.handoffs.push((need, what)),
                News::Trouble { code, .. } => told.troubles.push(code),
                News::Answer(finished) => told.answer = Some(*finished),
                News::State { state: None, .. }
                | News::Answered { .. }
                | News::Picture { .. }
                | News::Kept(_)
                | News::Authorise { .. }
                | News::Conflict { .. }
                | News::Gesture { .. }
                | News::Candidates { .. }
                | News::Offer { .. }
                | News::Result { .. }
                | News::Denied { .. }
                | News::Suspicion { .. }
                | News::AgentAsk(_)
                | News::AgentAnswered { .. }
                | News::Collection { .. }
                | News::Refused { .. } => {}
            }
        }
    }

    /// How often a path was asked for.
    pub(super) fn asked(&self, path: &str) -> usize {
        self.site.asked().iter().filter(|asked| asked.path.split('?').next() == Some(path)).count()
    }

    pub(super) fn end(self) {
        self.service.end();
    }
}

struct Ears(Sender<(Option<RunId>, News)>);

impl Audience for Ears {
    fn tell(&self, run: &RunId, news: News) {
        self.state(Some(run), news);
    }

    fn state(&self, run: Option<&RunId>, news: News) {
        let _ = self.0.send((run.cloned(), news));
    }
}
