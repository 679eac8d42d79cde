//! Why a model gave no answer.

use laika_policy::cloud::CloudRefusal;
use serde::{Deserialize, Serialize};

use crate::remote::RemoteError;

/// Why a model gave no answer. Each has a code that stays, and one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "kind", content = "why", rename_all = "snake_case")]
pub enum ModelError {
    /// There is no model.
    #[error("no model is on this machine, and this needs one")]
    Absent,
    /// The process could not be started or confined.
    #[error("the model's process cannot be started: {0}")]
    Start(String),
    /// The file is not a model that can be run.
    #[error("the model cannot be loaded: {0}")]
    Weights(String),
    /// The process ended in the middle of the request.
    #[error("the model's process ended unexpectedly; the next request starts it again")]
    Crashed,
    /// The process said what it should not. It was ended.
    #[error("the model's process gave an answer that is not valid")]
    Broken,
    /// It took longer than a request may.
    #[error("the model took too long")]
    Timeout,
    /// Who asked no longer wants the answer.
    #[error("the request was cancelled")]
    Cancelled,
    /// The prompt does not fit into what the model can read.
    #[error("the prompt has {tokens} tokens, and the model reads at most {most}")]
    TooLong {
        /// The tokens of the prompt and what has to follow it.
        tokens: u32,
        /// What fits.
        most: u32,
    },
    /// The shape cannot be held while the answer is written.
    #[error("the shape of the answer cannot be used: {0}")]
    Shape(String),
    /// The request makes no sense.
    #[error("the request cannot be answered: {0}")]
    Request(String),
    /// The engine gave up.
    #[error("the model failed while it computed: {0}")]
    Engine(String),
    /// The server of the model gave no answer that can be used.
    #[error(transparent)]
    Remote(RemoteError),
    /// It may not leave this machine.
    #[error("{0}")]
    Cloud(CloudRefusal),
    /// Nothing was recorded for this request.
    #[error("no recorded answer for this request ({0})")]
    NotRecorded(String),
    /// The recording cannot be read or written.
    #[error("the recording cannot be used: {0}")]
    Recording(String),
    /// The script has no further answer of this kind.
    #[error("the script has no further answer to `{0}`")]
    ScriptEnded(String),
}

impl ModelError {
    /// The code that stays.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Absent => "E_MODEL_ABSENT",
            Self::Start(_) => "E_MODEL_START",
            Self::Weights(_) => "E_MODEL_WEIGHTS",
            Self::Crashed => "E_MODEL_CRASHED",
            Self::Broken => "E_MODEL_BROKEN",
            Self::Timeout => "E_MODEL_TIMEOUT",
            Self::Cancelled => "E_MODEL_CANCELLED",
            Self::TooLong { .. } => "E_MODEL_TOO_LONG",
            Self::Shape(_) => "E_MODEL_SHAPE",
            Self::Request(_) => "E_MODEL_REQUEST",
            Self::Engine(_) => "E_MODEL_ENGINE",
            Self::Remote(error) => error.code(),
            Self::Cloud(refusal) => refusal.code(),
            Self::NotRecorded(_) => "E_MODEL_NOT_RECORDED",
            Self::Recording(_) => "E_MODEL_RECORDING",
            Self::ScriptEnded(_) => "E_MODEL_SCRIPT_ENDED",
        }
    }

    /// Whether any other question to this model would fail in the same way, and rules alone must not go on instead.
    #[must_use]
    pub const fn ends_the_task(&self) -> bool {
        match self {
            Self::Cancelled | Self::Start(_) | Self::Weights(_) | Self::Cloud(_) => true,
            Self::Remote(error) => error.ends_the_task(),
            Self::Absent
            | Self::Crashed
            | Self::Broken
            | Self::Timeout
            | Self::TooLong { .. }
            | Self::Shape(_)
            | Self::Request(_)
            | Self::Engine(_)
            | Self::NotRecorded(_)
            | Self::Recording(_)
            | Self::ScriptEnded(_) => false,
        }
    }
}

impl From<RemoteError> for ModelError {
    fn from(error: RemoteError) -> Self {
        if error == RemoteError::Cancelled { Self::Cancelled } else { Self::Remote(error) }
    }
}

impl From<CloudRefusal> for ModelError {
    fn from(refusal: CloudRefusal) -> Self {
        Self::Cloud(refusal)
    }
}
