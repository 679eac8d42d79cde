//! The runner of a machine without a model. It says so, and who asked goes on by rules alone (MODEL-001).

use laika_protocol::model::{Ask, Weighing, Weights, Written};

use crate::remote::estimated_tokens;
use crate::{Cancel, Capabilities, ModelError, Runner};

/// The most that is packed for it; nothing reads it.
const CONTEXT: u32 = 4096;

/// No model at all. Every question is answered with [`ModelError::Absent`]; tokens are estimated.
#[derive(Clone, Copy, Debug)]
pub struct NoModel;

impl Runner for NoModel {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            model: "none".into(),
            context: CONTEXT,
            constrained: false,
            weighs: false,
            native_tools: false,
            vision: false,
            local: true,
            exact_counts: false,
            tuned: false,
        }
    }

    async fn write(&self, _: &Ask, _: &Cancel) -> Result<Written, ModelError> {
        Err(ModelError::Absent)
    }

    async fn weigh(&self, _: &Weighing, _: &Cancel) -> Result<Weights, ModelError> {
        Err(ModelError::Absent)
    }

    async fn count(&self, texts: &[String]) -> Result<Vec<u32>, ModelError> {
        Ok(texts.iter().map(|text| estimated_tokens(text)).collect())
    }
}
