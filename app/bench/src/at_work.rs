//! Laika at work for a measurement: the real loop, browser and gate, with a planner and a person that are handed in.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use laika_daemon::service::{Reply, Service};
use laika_daemon::training::{self, Use};
use laika_daemon::working::{
    Audience, Card, Finished, News, Order, PlanError, Planner, Step, Thinking, View, Workshop,
};
use laika_daemon::{Settings, now_ms};
use laika_policy::Policy;
use laika_protocol::ids::RunId;
use laika_protocol::run::Pause;
use laika_protocol::wire::{RunState, RunStatus};
use laika_store::{Options as StoreOptions, Reader, RunFilter, Store};

use crate::Options;

const POLICY: &str = include_str!("../../../policy/default.json");
/// Nothing was heard of a run for so long: it hangs.
const SILENCE: Duration = Duration::from_secs(180);

/// Who answers.
pub(crate) trait Person {
    /// What they say to a card.
    fn answer(&mut self, card: &Card) -> Reply;

    /// Whether a run that waits goes on as it is.
    fn goes_on(&mut self, pause: Option<Pause>) -> bool;
}

/// Something that was heard of a run, in order.
#[derive(Debug)]
pub(crate) enum Heard {
    /// What it does, in its words.
    Doing(String),
    /// A call goes to the gate.
    Step(Box<Step>),
    /// The gate denied it: the code.
    Denied(String),
    /// It asks back, or for something that only a person does.
    AskedBack(String),
    /// The gate asked, and whether the answer was yes.
    Asked(Box<Card>, bool),
    /// A call was performed, or failed while it was.
    Ended(bool, String),
    /// Where it stands.
    State(Box<RunState>),
    /// Something does not work: its code.
    Trouble(String),
    /// A page tries to give orders.
    Suspicious,
    /// The answer.
    Answer(Box<Finished>),
    /// It hung, and was stopped.
    Hung,
}

/// What was heard of one run.
#[derive(Debug, Default)]
pub(crate) struct Told(pub(crate) Vec<Heard>);

impl Told {
    pub(crate) fn answer(&self) -> Option<&Finished> {
        self.0
            .iter()
            .find_map(|heard| if let Heard::Answer(finished) = heard { Some(&**finished) } else { None })
    }

    pub(crate) fn is_completed(&self) -> bool {
        self.0
            .iter()
            .any(|heard| matches!(heard, Heard::State(state) if state.status == RunStatus::Completed))
    }

    /// The last thing that did not work.
    pub(crate) fn trouble(&self) -> Option<&str> {
        let codes =
            self.0.iter().rev().filter_map(|heard| {
                if let Heard::Trouble(code) = heard { Some(code.as_str()) } else { None }
            });
        let hung = self.0.iter().any(|heard| matches!(heard, Heard::Hung)).then_some("E_HUNG");
        hung.or_else(|| codes.into_iter().next())
    }
}

type Next = Arc<Mutex<Option<Box<dyn Planner>>>>;

/// Laika at work in this process.
pub(crate) struct AtWork {
    service: Service,
    next: Next,
    heard: Receiver<(Option<RunId>, News)>,
    /// The log, as long as it is needed.
    folder: tempfile::TempDir,
}

impl AtWork {
    /// Starts it with a log of its own. `laika` is the program, which is also the process of the network.
    pub(crate) fn start(laika: &Path) -> Result<Self> {
        let folder = tempfile::tempdir().context("no folder for the log")?;
        let store = Store::open(StoreOptions::folder(folder.path()), now_ms())?;
        let (sender, heard) = mpsc::channel();
        let next = Next::default();
        let taken = Arc::clone(&next);
        let planners = move |_: &RunId, _: &Order| {
            let planner = taken.lock().unwrap_or_else(PoisonError::into_inner).take();
            planner.unwrap_or_else(|| Box::new(Nobody))
        };
        let workshop = Workshop::new(laika.to_owned(), Arc::new(planners));
        let ears = Arc::new(Ears(sender));
        let service = Service::start(settings()?, store, workshop, ears, false)?;
        Ok(Self { service, next, heard, folder })
    }

    /// Runs an order with this planner until it is over, or waits and nobody lets it go on.
    pub(crate) fn run(
        &self,
        order: Order,
        planner: Box<dyn Planner>,
        person: &mut dyn Person,
    ) -> Result<Told> {
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Some(planner);
        let run = self.service.begin(order).map_err(|error| anyhow!("{}", error.message))?;
        let mut told = Told::default();
        let mut waits = false;
        loop {
            let news = match self.heard.recv_timeout(SILENCE) {
                Ok((of, news)) if of.is_none() || of.as_ref() == Some(&run) => news,
                Ok(_) => continue,
                Err(RecvTimeoutError::Disconnected) => return Err(anyhow!("the loop is gone")),
                Err(RecvTimeoutError::Timeout) => {
                    told.0.push(Heard::Hung);
                    self.service.stop(&run);
                    return Ok(told);
                }
            };
            match news {
                News::State { state: Some(state), .. } => {
                    let (status, pause) = (state.status, state.pause);
                    told.0.push(Heard::State(state));
                    if status.is_over() {
                        return Ok(told);
                    }
                    // A pause is told more than once; it is answered once.
                    if status == RunStatus::Paused && !waits {
                        if person.goes_on(pause) {
                            self.service.resume(&run, None).map_err(|error| anyhow!("{}", error.message))?;
                        } else {
                            self.service.stop(&run);
                        }
                    }
                    waits = status == RunStatus::Paused;
                }
                News::Ask(card) => {
                    let reply = person.answer(&card);
                    let (request_id, digest) = (card.request_id.clone(), card.digest.clone());
                    told.0.push(Heard::Asked(card, reply != Reply::No));
                    let said = self.service.answer(&run, request_id, digest, reply);
                    said.map_err(|error| anyhow!("{}", error.message))?;
                }
                news @ (News::State { .. }
                | News::Doing { .. }
                | News::Step(_)
                | News::Ended { .. }
                | News::Answered { .. }
                | News::Question { .. }
                | News::Denied { .. }
                | News::Handoff { .. }
                | News::Suspicion { .. }
                | News::Answer(_)
                | News::Refused { .. }
                | News::Picture { .. }
                | News::Kept(_)
                | News::Authorise { .. }
                | News::Conflict { .. }
                | News::Gesture { .. }
                | News::Candidates { .. }
                | News::Offer { .. }
                | News::Result { .. }
                | News::AgentAsk(_)
                | News::AgentAnswered { .. }
                | News::Collection { .. }
                | News::Trouble { .. }) => told.0.extend(plain(news)),
            }
        }
    }

    /// Ends the loop and the browser. What was done is written down where that is wanted.
    pub(crate) fn end(self, options: &Options) -> Result<()> {
        self.service.end();
        write_down(options, self.folder.path())
    }
}

/// The runs of a log as lines of training data that are never learned from, into the folder that answers are recorded in.
pub(crate) fn write_down(options: &Options, log: &Path) -> Result<()> {
    let Some(folder) = &options.record else { return Ok(()) };
    let reader = Reader::open(log)?;
    let mut text = String::new();
    let every = RunFilter { limit: Some(u32::MAX), ..RunFilter::default() };
    for run in reader.runs(&every)?.iter().rev() {
        let line = training::line(&reader, &run.row.run, Use::Measured)?;
        writeln!(text, "{line}")?;
    }
    fs::create_dir_all(folder)?;
    let again = if options.seed == 0 { String::new() } else { format!("-{}", options.seed) };
    let path = folder.join(format!("{}-runs{again}.jsonl", options.name));
    fs::write(&path, text).with_context(|| format!("{} cannot be written", path.display()))
}

/// What the loop is usually set up with: the shipped policy, and a key for this once.
pub(crate) fn settings() -> Result<Settings> {
    let policy =
        Policy::read(POLICY).map_err(|defects| anyhow!("the policy has {} defects", defects.len()))?;
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(|error| anyhow!("no randomness: {error}"))?;
    Ok(Settings::new(policy, key))
}

fn plain(news: News) -> Option<Heard> {
    Some(match news {
        News::Doing { what } => Heard::Doing(what),
        News::Step(step) => Heard::Step(step),
        News::Denied { code, .. } => Heard::Denied(code),
        News::Question { text } | News::Handoff { what: text, .. } => Heard::AskedBack(text),
        News::Ended { done, how } => Heard::Ended(done, how),
        News::Answered { card, grant, .. } => Heard::Asked(card, grant.is_some()),
        News::Suspicion { .. } => Heard::Suspicious,
        News::Answer(finished) => Heard::Answer(finished),
        News::Refused { error } => Heard::Trouble(error.code.code().to_owned()),
        News::Trouble { code, .. } => Heard::Trouble(code),
        News::State { .. }
        | News::Ask(_)
        | News::Kept(_)
        | News::Authorise { .. }
        | News::Conflict { .. }
        | News::Gesture { .. }
        | News::Candidates { .. }
        | News::Offer { .. }
        | News::Result { .. }
        | News::AgentAsk(_)
        | News::AgentAnswered { .. }
        | News::Collection { .. }
        | News::Picture { .. } => return None,
    })
}

/// Hands everything on.
pub(crate) struct Ears(pub(crate) Sender<(Option<RunId>, News)>);

impl Audience for Ears {
    fn tell(&self, run: &RunId, news: News) {
        self.state(Some(run), news);
    }

    fn state(&self, run: Option<&RunId>, news: News) {
        // Whoever listened may have left already.
        let _ = self.0.send((run.cloned(), news));
    }
}

/// A run that nobody handed a planner in for.
struct Nobody;

impl Planner for Nobody {
    fn next<'a>(&'a mut self, _: View<'a>) -> Thinking<'a> {
        Box::pin(async { Err(PlanError::Unusable("no planner was handed in".into())) })
    }

    fn model(&self) -> String {
        "nobody".to_owned()
    }
}
