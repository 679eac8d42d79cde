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
    /// A summary is for private runs alone.
    #[error("{0} is not private; the log has all of it")]
    NotPrivate(RunId),
    /// There is nothing to keep.
    #[error("{0} has not come to anything yet that a summary could tell")]
    NothingYet(RunId),
    /// What was shown is not what would be kept.
    #[error("this is not what was shown; look at it again")]
    ShownChanged,
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
            Self::NotPrivate(_) => "E_NOT_PRIVATE",
            Self::NothingYet(_) => "E_NOTHING_YET",
            Self::ShownChanged => "E_SHOWN_CHANGED",
            Self::Replay { .. } => "E_RUN_UNREADABLE",
        }
    }
}
