//! What the loop cannot do.

use laika_agent::ReplayError;
use laika_protocol::ids::RunId;
use laika_store::StoreError;
use laika_store::artifact::ArtifactError;

/// Why something could not be done.
#[derive(Debug, thiserror::Error)]
pub enum DaemonError {
    /// The log cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system gives no thread.
    #[error("the system gives no thread: {0}")]
    Thread(#[from] std::io::Error),
    /// The folder of artifacts cannot be used.
    #[error(transparent)]
    Artifacts(#[from] ArtifactError),
    /// There is no such run.
    #[error("there is no run {0}")]
    NoRun(RunId),
    /// A run cannot go on.
    #[error("run {run} cannot go on: {why}")]
    Replay {
        /// The run.
        run: RunId,
        /// Why.
        why: ReplayError,
    },
}

impl DaemonError {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Store(error) => error.code(),
            Self::Thread(_) => "E_NO_THREAD",
            Self::Artifacts(_) => "E_ARTIFACTS",
            Self::NoRun(_) => "E_NO_RUN",
            Self::Replay { .. } => "E_RUN_UNREADABLE",
        }
    }
}
