//! One model for all runs of a suite: whatever it answers from, it is started once, and stands in for the weights that each
//! run would start by itself.

use std::sync::Arc;
use std::thread;

use anyhow::Result;
use laika_daemon::thinking::{AnyModel, StandIn};
use laika_daemon::working::{StartModel, StartedModel};
use laika_model::{Cancel, Capabilities, ModelError, Runner as _};
use laika_protocol::model::{Ask, Weighing, Weights, Written};
use tokio::runtime::Runtime;

use super::{Started, Subject, begin};
use crate::{Options, web};

/// A model that several runs use, one after the other.
pub(crate) struct Shared {
    subject: Subject,
    model: Started,
    /// Until it is dropped.
    runtime: Option<Runtime>,
}

/// The last to hold it may be a run on a runtime of its own, where another one cannot be waited for.
impl Drop for Shared {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Shared {
    pub(crate) fn start(options: &Options, subject: &Subject) -> Result<Arc<Self>> {
        let runtime = web::runtime()?;
        let model = runtime.block_on(begin(options, subject))?;
        Ok(Arc::new(Self { subject: subject.clone(), model, runtime: Some(runtime) }))
    }

    /// Waits for an answer. Whoever asks works for a run on a runtime of its own, where nothing may be waited for like
    /// that, so it is done beside it.
    fn wait<T: Send>(
        &self,
        answer: impl Future<Output = Result<T, ModelError>> + Send,
    ) -> Result<T, ModelError> {
        let Some(runtime) = &self.runtime else { return Err(ModelError::Crashed) };
        let beside = thread::scope(|scope| scope.spawn(|| runtime.block_on(answer)).join());
        beside.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

/// What each run starts; nothing where no model is measured.
pub(crate) fn for_runs(shared: Option<&Arc<Shared>>) -> StartModel {
    let shared = shared.cloned();
    Arc::new(move || {
        let shared = shared.clone();
        Box::pin(async move {
            Ok(shared.map(|shared| {
                let Subject { name, routes, writes, .. } = shared.subject.clone();
                StartedModel { name, model: AnyModel::StandIn(Box::new(Seat(shared))), routes, writes }
            }))
        })
    })
}

/// A run's way to the model.
struct Seat(Arc<Shared>);

impl StandIn for Seat {
    fn capabilities(&self) -> Capabilities {
        self.0.model.capabilities()
    }

    fn write(&self, ask: &Ask) -> Result<Written, ModelError> {
        self.0.wait(self.0.model.write(ask, &Cancel::new()))
    }

    fn weigh(&self, weighing: &Weighing) -> Result<Weights, ModelError> {
        self.0.wait(self.0.model.weigh(weighing, &Cancel::new()))
    }

    fn count(&self, texts: &[String]) -> Vec<u32> {
        // Nobody who only counts can be told that it did not work; what is not known counts as too long.
        self.0.wait(self.0.model.count(texts)).unwrap_or_else(|_| vec![u32::MAX; texts.len()])
    }
}
