//! A runner whose answers are given beforehand, for tests of what stands above it.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use laika_protocol::model::{Ask, Ended, Usage, Weighing, Weights, Written};

use crate::{Cancel, Capabilities, ModelError, Runner};

/// One answer of a script.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// To a request for a text.
    Text(String),
    /// To a request for weights, by prompt and then by candidate.
    Weights(Vec<Vec<f32>>),
    /// No answer but this, to any request.
    Fails(ModelError),
}

/// What a script was asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// A text.
    Write(Ask),
    /// Weights.
    Weigh(Weighing),
}

/// A runner that gives its answers in order, each once.
#[derive(Debug)]
pub struct Scripted {
    state: Mutex<State>,
    context: u32,
}

#[derive(Debug, Default)]
struct State {
    answers: VecDeque<Answer>,
    asked: Vec<Asked>,
}

impl Scripted {
    /// A runner with these answers.
    #[must_use]
    pub fn new(answers: impl IntoIterator<Item = Answer>) -> Self {
        let state = State { answers: answers.into_iter().collect(), asked: Vec::new() };
        Self { state: Mutex::new(state), context: 8192 }
    }

    /// The same with another size of its context.
    #[must_use]
    pub const fn with_context(mut self, context: u32) -> Self {
        self.context = context;
        self
    }

    /// What was asked so far.
    #[must_use]
    pub fn asked(&self) -> Vec<Asked> {
        self.state().asked.clone()
    }

    /// How many answers are left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.state().answers.len()
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a request and takes the next answer.
    fn next(&self, asked: Asked, cancel: &Cancel) -> Result<Answer, ModelError> {
        if cancel.is_cancelled() {
            return Err(ModelError::Cancelled);
        }
        let kind = match &asked {
            Asked::Write(_) => "write",
            Asked::Weigh(_) => "weigh",
        };
        let mut state = self.state();
        state.asked.push(asked);
        match state.answers.pop_front() {
            Some(Answer::Fails(error)) => Err(error),
            Some(answer) => Ok(answer),
            None => Err(ModelError::ScriptEnded(kind.into())),
        }
    }
}

impl Runner for Scripted {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            model: "scripted".into(),
            context: self.context,
            constrained: false,
            weighs: true,
            native_tools: false,
            vision: false,
            local: true,
            exact_counts: false,
            tuned: false,
        }
    }

    async fn write(&self, ask: &Ask, cancel: &Cancel) -> Result<Written, ModelError> {
        match self.next(Asked::Write(ask.clone()), cancel)? {
            Answer::Text(text) => Ok(Written { text, ended: Ended::Complete, usage: Usage::default() }),
            Answer::Weights(_) | Answer::Fails(_) => Err(ModelError::ScriptEnded("write".into())),
        }
    }

    async fn weigh(&self, weighing: &Weighing, cancel: &Cancel) -> Result<Weights, ModelError> {
        match self.next(Asked::Weigh(weighing.clone()), cancel)? {
            Answer::Weights(weights) => Ok(Weights { weights, usage: Usage::default() }),
            Answer::Text(_) | Answer::Fails(_) => Err(ModelError::ScriptEnded("weigh".into())),
        }
    }

    async fn count(&self, texts: &[String]) -> Result<Vec<u32>, ModelError> {
        // About four letters to a token, as in English.
        let count = |text: &String| u32::try_from(text.chars().count().div_ceil(4)).unwrap_or(u32::MAX);
        Ok(texts.iter().map(count).collect())
    }
}
