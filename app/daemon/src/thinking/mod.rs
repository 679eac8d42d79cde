//! Thinking: the questions of the pure core, asked of a model.
//!
//! Nothing here acts. A route is a choice, a call is a proposal for the gate, a text stands on its citations.

mod error;

use std::collections::HashMap;

use laika_context::Fence;
use laika_context::execute::{Execution, Outcome, Task};
use laika_context::ground::{Grounded, Grounding};
use laika_context::route::{Decision, Prior, Routing};
use laika_model::{Cancel, ModelError, Runner};
use laika_protocol::ids::Sha256;
use laika_protocol::llmcp::ToolCall;

pub use error::ThinkError;

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

/// A model that thinks, with what it weighs anyway for the tools it was asked about before.
#[derive(Debug)]
pub struct Mind<R> {
    model: R,
    priors: HashMap<Sha256, Prior>,
}

impl<R: Runner> Mind<R> {
    /// With this model.
    #[must_use]
    pub fn new(model: R) -> Self {
        Self { model, priors: HashMap::new() }
    }

    /// The model.
    #[must_use]
    pub const fn model(&self) -> &R {
        &self.model
    }

    /// Chooses a tool, none, or a question back.
    ///
    /// # Errors
    /// When there is nothing to choose from, or the model gives no answer.
    pub async fn route(&mut self, request: &Request<'_>, cancel: &Cancel) -> Result<Decision, ThinkError> {
        let routing = Routing::new(request.query, request.page, request.tools, &fence()?)?;
        let known = self.priors.get(routing.prior_key());
        let routing = routing.with_prior(known);
        let weights = self.model.weigh(&routing.weighing(), cancel).await?;
        let prior = routing.prior(&weights)?;
        self.priors.insert(prior.key().clone(), prior);
        Ok(routing.decide(&weights)?)
    }

    /// Fills in the arguments of one tool: a proposal, for the gate to decide.
    ///
    /// # Errors
    /// When the page has nothing that the tool could act on, or the model gives no call that fits, twice.
    pub async fn fill(&self, task: &Task<'_>, cancel: &Cancel) -> Result<ToolCall, ThinkError> {
        let mut execution = Execution::new(task, &fence()?)?;
        let mut ask = execution.ask().clone();
        loop {
            let written = self.model.write(&ask, cancel).await?;
            match execution.read(&written) {
                Outcome::Call(call) => return Ok(call),
                Outcome::Repair(again) => ask = again,
                Outcome::Failed(problem, _) => return Err(problem.into()),
            }
        }
    }

    /// Reads part by part and writes what stands on it. What the model cannot do is taken from the documents themselves,
    /// so there is a result whatever it says. `progress` hears how many questions are answered, and how many there are.
    ///
    /// # Errors
    /// When it is taken back, or there is no randomness.
    pub async fn ground(
        &self,
        mut grounding: Grounding,
        cancel: &Cancel,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Grounded, ThinkError> {
        while let Some(ask) = grounding.next(&fence()?) {
            let (done, all) = grounding.progress();
            progress(done, all);
            match self.model.write(&ask, cancel).await {
                Ok(written) => grounding.feed(Some(&written)),
                Err(ModelError::Cancelled) => return Err(ModelError::Cancelled.into()),
                Err(_) => grounding.feed(None),
            }
        }
        Ok(grounding.finish())
    }
}

/// A fence that no page can have known.
fn fence() -> Result<Fence, ThinkError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|_| ThinkError::NoRandomness)?;
    Ok(Fence::new(&format!("{:016x}", u64::from_le_bytes(bytes))))
}
