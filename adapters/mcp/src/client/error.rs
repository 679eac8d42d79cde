//! What can go wrong with a server, each with a code that does not change.

use std::time::Duration;

/// Why a server was not asked, or did not answer. Nothing of this is ever tried again by itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// It did not introduce itself as a server.
    #[error("the server did not introduce itself: {0}")]
    Start(String),
    /// It speaks no version of the protocol that is spoken here.
    #[error("the server speaks no version of the protocol that Laika speaks")]
    Version,
    /// What it says is not of the protocol.
    #[error("the server said what no server may say: {0}")]
    Nonsense(String),
    /// It answers a question that nobody asked.
    #[error("the server answered a question that nobody asked")]
    WrongId,
    /// It says too much.
    #[error("the server said too much: {0}")]
    Flood(String),
    /// It did not answer in time.
    #[error("the server did not answer within {} s", .0.as_secs())]
    Timeout(Duration),
    /// It ended without an answer.
    #[error("the server ended without an answer")]
    Died,
    /// Somebody called it off.
    #[error("the call was called off")]
    Cancelled,
    /// It answered that it cannot.
    #[error("the server says: {message}")]
    Refused {
        /// Its own code.
        code: i32,
        /// Its own words. They are untrusted.
        message: String,
    },
    /// It wants something of the person, a model or the files before it answers.
    #[error("the server wants an answer from you, a model or your files first; it gets none")]
    Asked,
    /// It answers later, which nobody waits for.
    #[error("the server wants to answer later; Laika waits for no answer of a server in the background")]
    Later,
    /// Two of its tools have one name.
    #[error("two tools of the server have the same name")]
    Twice,
    /// It has more tools than anybody looks at.
    #[error("the server has more than {0} tools, or lists them without an end")]
    TooMany(usize),
    /// The network process did not bring the answer.
    #[error("the server could not be asked: {0}")]
    Unreachable(String),
    /// The answer over HTTP is none.
    #[error("the server answered with HTTP status {0}")]
    Status(u16),
}

impl ClientError {
    /// The stable code.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::Start(_) => "E_MCP_START",
            Self::Version => "E_MCP_VERSION",
            Self::Nonsense(_) => "E_MCP_NONSENSE",
            Self::WrongId => "E_MCP_WRONG_ID",
            Self::Flood(_) => "E_MCP_FLOOD",
            Self::Timeout(_) => "E_MCP_TIMEOUT",
            Self::Died => "E_MCP_DIED",
            Self::Cancelled => "E_MCP_CANCELLED",
            Self::Refused { .. } => "E_MCP_REFUSED",
            Self::Asked => "E_MCP_ASKED",
            Self::Later => "E_MCP_LATER",
            Self::Twice => "E_MCP_TOOL_TWICE",
            Self::TooMany(_) => "E_MCP_TOO_MANY_TOOLS",
            Self::Unreachable(_) => "E_MCP_UNREACHABLE",
            Self::Status(_) => "E_MCP_HTTP_STATUS",
        }
    }

    /// Whether the server may go on being asked.
    #[must_use]
    pub const fn is_the_end(&self) -> bool {
        match self {
            Self::Refused { .. } | Self::Asked | Self::Later | Self::Twice | Self::TooMany(_) => false,
            Self::Start(_)
            | Self::Version
            | Self::Nonsense(_)
            | Self::WrongId
            | Self::Flood(_)
            | Self::Timeout(_)
            | Self::Died
            | Self::Cancelled
            | Self::Unreachable(_)
            | Self::Status(_) => true,
        }
    }
}
