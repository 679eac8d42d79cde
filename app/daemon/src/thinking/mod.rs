//! Thinking: the questions of the pure core, asked of a model.
//!
//! Nothing here acts. A route is a choice, a call is a proposal for the gate, a text stands on its citations.

mod any_model;
mod budget;
mod cloud;
mod error;
mod wire;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use laika_collect::ask::Asking;
use laika_collect::transform::Work;
use laika_context::execute::{Execution, Outcome, Task};
use laika_context::ground::{Grounded, Grounding};
use laika_context::route::{Decision, Prior, Routing};
use laika_context::{Fence, Problem, ask_again};
use laika_model::{Cancel, ModelError, Runner};
use laika_protocol::ids::Sha256;
use laika_protocol::limits::Limits;
use laika_protocol::llmcp::ToolCall;
use laika_protocol::model::{Ask, Usage, Written};

use self::budget::Budget;
use crate::now_ms;

pub use any_model::{AnyModel, Chosen, StandIn};
pub use cloud::{Cloud, Egress, Leaving, Outgoing};
pub use error::ThinkError;
pub use wire::{NetWire, NoWire};

/// A request, the page it is made on in a few words, and the tools with their lines.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// What the person wants.
    pub query: &'a str,
    /// The page in front.
    pub page: Option<&'a str>,
    /// The tools that may be used here and now.
    pub tools: &'a [(&'a str, &'a str)],
}

/// Questions one after the other, each from what the ones before gave. What no answer comes to is fed nothing.
pub trait Questions {
    /// The next one.
    fn next(&self, fence: &Fence) -> Option<Ask>;

    /// Takes in the answer to it.
    fn feed(&mut self, written: Option<&Written>);

    /// How many are answered, and how many there are.
    fn progress(&self) -> (usize, usize);
}

macro_rules! questions {
    ($($machine:ty),*) => { $(
        impl Questions for $machine {
            fn next(&self, fence: &Fence) -> Option<Ask> {
                <$machine>::next(self, fence)
            }

            fn feed(&mut self, written: Option<&Written>) {
                <$machine>::feed(self, written);
            }

            fn progress(&self) -> (usize, usize) {
                <$machine>::progress(self)
            }
        }
    )* };
}

questions!(Grounding, Asking<'_>, Work);

/// A model that thinks, with what it weighs anyway for the tools it was asked about before.
#[derive(Debug)]
pub struct Mind<R> {
    model: R,
    budget: Budget,
    priors: HashMap<Sha256, Prior>,
    read: AtomicU64,
    written: AtomicU64,
    /// Whether tools are chosen by words alone: a model that is too small only gets in their way.
    by_words: bool,
}

impl<R: Runner> Mind<R> {
    /// With this model, as often as one run may ask it.
    #[must_use]
    pub fn new(model: R) -> Self {
        Self::within(model, &Limits::default(), now_ms)
    }

    /// The same within these limits, by the milliseconds of this clock (MODEL-037).
    #[must_use]
    pub fn within(model: R, limits: &Limits, clock: fn() -> u64) -> Self {
        let budget = Budget::new(limits, model.capabilities().local, clock);
        Self {
            model,
            budget,
            priors: HashMap::new(),
            read: AtomicU64::new(0),
            written: AtomicU64::new(0),
            by_words: false,
        }
    }

    /// The same, choosing tools by words alone.
    #[must_use]
    pub fn routing_by_words(self, by_words: bool) -> Self {
        Self { by_words, ..self }
    }

    /// The model.
    #[must_use]
    pub const fn model(&self) -> &R {
        &self.model
    }

    /// Tokens that it read, those known from before left out, and that it wrote or weighed.
    #[must_use]
    pub fn tokens(&self) -> (u64, u64) {
        (self.read.load(Ordering::Relaxed), self.written.load(Ordering::Relaxed))
    }

    fn count(&self, usage: &Usage) {
        self.read.fetch_add(u64::from(usage.read.saturating_sub(usage.reused)), Ordering::Relaxed);
        self.written.fetch_add(u64::from(usage.written), Ordering::Relaxed);
    }

    /// Chooses a tool, none, or a question back; by words and rules where there is no model (MODEL-001).
    ///
    /// # Errors
    /// When there is nothing to choose from, or the model gives no answer.
    pub async fn route(&mut self, request: &Request<'_>, cancel: &Cancel) -> Result<Decision, ThinkError> {
        let routing = Routing::new(request.query, request.page, request.tools, &fence()?)?;
        if self.by_words {
            return Ok(routing.by_words());
        }
        if !self.model.capabilities().weighs {
            return match self.route_in_writing(&routing, cancel).await {
                Err(ThinkError::Model(ModelError::Absent)) => Ok(routing.by_words()),
                routed => routed,
            };
        }
        let routing = routing.for_tuned(self.model.capabilities().tuned);
        let known = self.priors.get(routing.prior_key());
        let routing = routing.with_prior(known);
        let weights = {
            let _turn = self.budget.turn(cancel).await?;
            self.model.weigh(&routing.weighing(), cancel).await?
        };
        self.count(&weights.usage);
        if routing.needs_prior() {
            let prior = routing.prior(&weights)?;
            self.priors.insert(prior.key().clone(), prior);
        }
        Ok(routing.decide(&weights)?)
    }

    async fn route_in_writing(&self, routing: &Routing, cancel: &Cancel) -> Result<Decision, ThinkError> {
        let ask = routing.ask();
        match routing.read(&self.write(&ask, cancel).await?) {
            Err(Problem::Unusable) => {
                let again = ask_again(&ask, "it is none of the names");
                Ok(routing.read(&self.write(&again, cancel).await?)?)
            }
            read => Ok(read?),
        }
    }

    /// What this model is asked for the arguments of one tool.
    ///
    /// # Errors
    /// When the page has nothing that the tool could act on.
    pub fn execution(&self, task: &Task<'_>) -> Result<Execution, ThinkError> {
        Ok(Execution::new(task, &fence()?)?.for_tuned(self.model.capabilities().tuned))
    }

    /// Fills in the arguments of one tool: a proposal, for the gate to decide.
    ///
    /// # Errors
    /// When the page has nothing that the tool could act on, or the model gives no call that fits, twice.
    pub async fn fill(&self, task: &Task<'_>, cancel: &Cancel) -> Result<ToolCall, ThinkError> {
        let mut execution = self.execution(task)?;
        let mut ask = execution.ask().clone();
        loop {
            let written = self.write(&ask, cancel).await?;
            match execution.read(&written) {
                Outcome::Call(call) => return Ok(call),
                Outcome::Repair(again) => ask = again,
                Outcome::Failed(problem, _) => return Err(problem.into()),
            }
        }
    }

    /// Puts one question after the other, until there is none left. `progress` hears how many are answered, and how many
    /// there are.
    ///
    /// # Errors
    /// When it is taken back, the model cannot be asked at all, or there is no randomness.
    pub async fn put(
        &self,
        questions: &mut (impl Questions + ?Sized),
        cancel: &Cancel,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<(), ThinkError> {
        while let Some(ask) = questions.next(&fence()?) {
            let (done, all) = questions.progress();
            progress(done, all);
            match self.write(&ask, cancel).await {
                Ok(written) => questions.feed(Some(&written)),
                Err(ThinkError::Model(error)) if error.ends_the_task() => return Err(error.into()),
                Err(_) => questions.feed(None),
            }
        }
        Ok(())
    }

    /// Reads part by part and writes what stands on it. What the model cannot do is taken from the documents themselves,
    /// so there is a result whatever it says. `progress` hears how many questions are answered, and how many there are.
    ///
    /// # Errors
    /// When it is taken back, the model cannot be asked at all, or there is no randomness.
    pub async fn ground(
        &self,
        mut grounding: Grounding,
        cancel: &Cancel,
        progress: impl FnMut(usize, usize),
    ) -> Result<Grounded, ThinkError> {
        self.put(&mut grounding, cancel, progress).await?;
        Ok(grounding.finish())
    }

    /// Writes. Who holds an answer against its shape refuses one that does not fit; it is asked for once more.
    async fn write(&self, ask: &Ask, cancel: &Cancel) -> Result<Written, ThinkError> {
        match self.write_once(ask, cancel).await {
            Err(ThinkError::Model(ModelError::Remote(misfit))) if misfit.is_repairable() => {
                self.write_once(&ask_again(ask, &misfit.to_string()), cancel).await
            }
            written => written,
        }
    }

    async fn write_once(&self, ask: &Ask, cancel: &Cancel) -> Result<Written, ThinkError> {
        let _turn = self.budget.turn(cancel).await?;
        let within = Ask { max_tokens: ask.max_tokens.min(self.budget.answer_tokens()), ..ask.clone() };
        let written = self.model.write(&within, cancel).await?;
        self.count(&written.usage);
        Ok(written)
    }
}

/// The first question of a summary or an answer, as it would be asked.
///
/// # Errors
/// When there is no randomness.
pub fn first_question(grounding: &Grounding) -> Result<Option<Ask>, ThinkError> {
    Ok(grounding.next(&fence()?))
}

/// A fence that no page can have known.
fn fence() -> Result<Fence, ThinkError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|_| ThinkError::NoRandomness)?;
    Ok(Fence::new(&format!("{:016x}", u64::from_le_bytes(bytes))))
}
