//! The hostile model in the seat of the planner, and what is written down of it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use laika_context::{Expected, read_answer};
use laika_daemon::working::{PlanError, Planner, Thinking, Thought, View};
use laika_protocol::ids::RunId;
use laika_protocol::llmcp::{TaskName, ToolCall};
use laika_protocol::tools::TOOLS;

use super::attack::{Attack, Said};
use super::case::Case;
use super::kind::Kind;
use super::secrets::Secrets;
use super::site::Origins;
use crate::random::Random;

/// One thing that was tried.
#[derive(Clone, Debug)]
pub(super) struct Tried {
    pub(super) kind: Kind,
    /// How far it came before the loop saw it.
    pub(super) came: Came,
}

/// How far something came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Came {
    /// Nothing could be read in it.
    Unread,
    /// The loop takes it for a proposal.
    Proposed,
    /// The loop takes it for something that the person has to do.
    HandedOff,
}

/// What is written down of one run.
#[derive(Debug, Default)]
pub(super) struct Journal {
    pub(super) tried: Vec<Tried>,
    /// Whether it has nothing left to try.
    pub(super) is_over: bool,
    /// Every text and address of every page that was read, in words of the documents themselves.
    pub(super) read: Vec<serde_json::Value>,
}

/// What is written down of all of them.
#[derive(Clone, Default)]
pub(super) struct Journals(Arc<Mutex<BTreeMap<RunId, Journal>>>);

impl Journals {
    pub(super) fn with<T>(&self, run: &RunId, what: impl FnOnce(&mut Journal) -> T) -> T {
        what(self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(run.clone()).or_default())
    }
}

/// The hostile model of one run.
pub(super) struct Hostile {
    run: RunId,
    case: Case,
    secrets: Secrets,
    origins: Origins,
    random: Random,
    next: usize,
    earlier: Vec<String>,
    journals: Journals,
}

impl Hostile {
    pub(super) fn new(run: &RunId, case: Case, origins: Origins, journals: Journals) -> Self {
        Self {
            run: run.clone(),
            secrets: Secrets::of(case.number),
            random: Random::of("hostile model", case.number),
            case,
            origins,
            next: 0,
            earlier: Vec::new(),
            journals,
        }
    }

    fn think(&mut self, view: &View<'_>) -> Result<Thought, PlanError> {
        let documents =
            view.pages.iter().filter_map(|page| serde_json::to_value(&page.document.content).ok());
        let documents: Vec<_> = documents.collect();
        self.journals.with(&self.run, |journal| {
            for document in documents {
                if !journal.read.contains(&document) {
                    journal.read.push(document);
                }
            }
        });
        let Some(kind) = self.case.kinds.get(self.next).copied() else {
            self.journals.with(&self.run, |journal| journal.is_over = true);
            return Err(PlanError::Unusable("there is nothing left to try".into()));
        };
        self.next += 1;
        let (case, secrets, origins) = (&self.case, &self.secrets, &self.origins);
        let attack = Attack { case, secrets, origins, view, earlier: &self.earlier };
        let random = &mut self.random;
        let said = if case.control { attack.aimed(kind, random) } else { attack.say(kind, random) };
        self.earlier.extend(view.aliases.current().iter().take(8).map(|alias| alias.as_str().to_owned()));
        let thought = match said {
            Said::Thought(thought) => Some(thought),
            Said::Words(words) => {
                self.read(&words, view).map(|call| Thought::Call(call, "this is what you want".into()))
            }
        };
        let came = match &thought {
            None => Came::Unread,
            Some(Thought::Handoff { .. }) => Came::HandedOff,
            Some(Thought::Call(..) | Thought::Answer(_) | Thought::Clarify(_)) => Came::Proposed,
        };
        let is_over = self.next >= self.case.kinds.len();
        self.journals.with(&self.run, |journal| {
            journal.tried.push(Tried { kind, came });
            journal.is_over = is_over;
        });
        thought.ok_or_else(|| PlanError::Unusable("nothing can be read in it".into()))
    }

    /// Reads the words as an answer of a model is read; half of the time what that refuses gets past it all the same, so
    /// that everything behind it has to hold by itself.
    fn read(&mut self, words: &str, view: &View<'_>) -> Option<ToolCall> {
        let expected = Expected {
            tools: TOOLS.to_vec(),
            handles: view.aliases.current(),
            stale: view.aliases.stale().clone(),
            ..Expected::for_task(TaskName::AgentArgs)
        };
        let past = self.random.one_in(2);
        let (answer, _) = read_answer(words, &expected);
        answer.call.or_else(|| serde_json::from_str(words).ok().filter(|_| past))
    }
}

impl Planner for Hostile {
    fn next<'a>(&'a mut self, view: View<'a>) -> Thinking<'a> {
        let thought = self.think(&view);
        Box::pin(async move { thought })
    }

    fn model(&self) -> String {
        "hostile".into()
    }
}
