//! Why there is no thought.

use laika_context::Problem;
use laika_model::ModelError;

/// Why there is no thought. Each has a code that stays, and one sentence.
#[derive(Debug, thiserror::Error)]
pub enum ThinkError {
    /// What is asked cannot be asked, or the answer cannot be used.
    #[error("{0}")]
    Problem(Problem),
    /// The model gave no answer.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The run asked too often.
    #[error("the model was asked {0} times within a minute, and more is not allowed")]
    RateSpent(u64),
    /// The system gives no random numbers, without which pages could forge the marks around them.
    #[error("the system gives no random numbers")]
    NoRandomness,
}

impl ThinkError {
    /// The code that stays.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Problem(problem) => problem.code(),
            Self::Model(error) => error.code(),
            Self::RateSpent(_) => "E_MODEL_RATE",
            Self::NoRandomness => "E_NO_RANDOMNESS",
        }
    }
}

impl From<Problem> for ThinkError {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}
