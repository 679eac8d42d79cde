//! What every runner of a model can do.

use std::future::Future;
use std::sync::Arc;

use laika_protocol::model::{Ask, Weighing, Weights, Written};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::ModelError;

/// What a runner can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing a runner can or cannot do")]
pub struct Capabilities {
    /// The name of the model.
    pub model: String,
    /// The most tokens of a prompt and its answer together.
    pub context: u32,
    /// Whether an answer cannot leave its shape.
    pub constrained: bool,
    /// Whether candidates can be weighed.
    pub weighs: bool,
    /// Whether it has its own way of calling tools.
    pub native_tools: bool,
    /// Whether it reads pictures.
    pub vision: bool,
    /// Whether what it reads stays on this machine.
    pub local: bool,
    /// Whether tokens are counted with the tokenizer of the model; otherwise they are estimated, rather too many.
    #[serde(default)]
    pub exact_counts: bool,
    /// Whether it was trained on what Laika asks.
    #[serde(default)]
    pub tuned: bool,
}

impl Capabilities {
    /// What weights on this machine can do in the embedded engine.
    #[must_use]
    pub const fn of_engine(model: String, context: u32) -> Self {
        Self {
            model,
            context,
            constrained: true,
            weighs: true,
            native_tools: false,
            vision: false,
            local: true,
            exact_counts: true,
            tuned: false,
        }
    }
}

/// Runs a model.
pub trait Runner: Send + Sync {
    /// What it can do.
    fn capabilities(&self) -> Capabilities;

    /// Writes a text.
    fn write(&self, ask: &Ask, cancel: &Cancel) -> impl Future<Output = Result<Written, ModelError>> + Send;

    /// Weighs candidates.
    fn weigh(
        &self,
        weighing: &Weighing,
        cancel: &Cancel,
    ) -> impl Future<Output = Result<Weights, ModelError>> + Send;

    /// Counts the tokens of texts, or estimates them where the capabilities say so.
    fn count(&self, texts: &[String]) -> impl Future<Output = Result<Vec<u32>, ModelError>> + Send;
}

/// A way to take a request back. Its clones are the same one.
#[derive(Clone, Debug)]
pub struct Cancel(Arc<watch::Sender<bool>>);

impl Cancel {
    /// One that nobody has used yet.
    #[must_use]
    pub fn new() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }

    /// Takes the request back, now or as soon as it comes.
    pub fn cancel(&self) {
        self.0.send_replace(true);
    }

    /// Whether it was taken back.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until it is taken back.
    pub async fn cancelled(&self) {
        // We hold the sender ourselves, so waiting cannot fail.
        let _ = self.0.subscribe().wait_for(|cancelled| *cancelled).await;
    }
}

impl Default for Cancel {
    fn default() -> Self {
        Self::new()
    }
}
