//! What a server cannot do, and what it will not.

use std::io;
use std::path::PathBuf;

use laika_protocol::ToolError;
use laika_store::StoreError;

use crate::DaemonError;

/// Why something that was asked for is not done: a code that stays, and one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence} ({code})")]
pub struct Refusal {
    /// The code.
    pub code: String,
    /// The sentence.
    pub sentence: String,
}

impl Refusal {
    /// A refusal.
    #[must_use]
    pub fn new(code: &str, sentence: impl Into<String>) -> Self {
        Self { code: code.to_owned(), sentence: sentence.into() }
    }
}

impl From<ToolError> for Refusal {
    fn from(error: ToolError) -> Self {
        Self { code: error.finest_code().to_owned(), sentence: error.message }
    }
}

impl From<DaemonError> for Refusal {
    fn from(error: DaemonError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

/// Why there is no server, or no way to it.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another one serves this folder.
    #[error("Laika is already running in `{}`{}", folder.display(), process(*pid))]
    Running {
        /// The folder.
        folder: PathBuf,
        /// Its process, where it says so.
        pid: Option<u32>,
    },
    /// The socket cannot be used.
    #[error("the socket `{}` cannot be used: {why}", path.display())]
    Socket {
        /// The socket.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// The system refuses what protects the process.
    #[error("this process cannot be protected from others: {0}")]
    Harden(io::Error),
    /// The log or the loop.
    #[error(transparent)]
    Daemon(#[from] DaemonError),
    /// What the server said.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It went away.
    #[error("the Laika that was at work is gone: {0}")]
    Gone(String),
}

impl ServeError {
    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &str {
        match self {
            Self::Running { .. } => "E_ALREADY_RUNNING",
            Self::Socket { .. } => "E_SOCKET",
            Self::Harden(_) => "E_HARDEN",
            Self::Daemon(error) => error.code(),
            Self::Refused(refusal) => &refusal.code,
            Self::Gone(_) => "E_GONE",
        }
    }
}

fn process(pid: Option<u32>) -> String {
    pid.map(|pid| format!(", process {pid}")).unwrap_or_default()
}
