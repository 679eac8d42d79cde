//! Why a server cannot be kept or used, each with a code that does not change.

use laika_cell::enter::ServingError;
use laika_mcp::client::ClientError;
use laika_os::files::FileError;
use laika_protocol::ids::ReasonCode;
use laika_protocol::{ErrorCode, ToolError};

/// Characters of a message.
const MESSAGE_CHARS: usize = 480;

/// Why a server cannot be kept or used.
#[derive(Debug, thiserror::Error)]
pub enum ServersError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// What is kept about servers is damaged.
    #[error("what was approved cannot be read; remove `mcp-servers.json` from Laika's folder and add the servers again")]
    Damaged,
    /// There is no room for more.
    #[error("there are too many servers, or their tools say too much of themselves; remove one first")]
    TooMuch,
    /// There is none of that name.
    #[error("there is no server `{0}`")]
    Unknown(String),
    /// The name cannot be one.
    #[error("a name has 1 to 40 letters a to z, digits and hyphens")]
    Name,
    /// Something else has the name.
    #[error("the name `{0}` is taken")]
    Taken(String),
    /// A folder that is not there, or may not be granted.
    #[error("the folder `{0}` cannot be granted: it is not there, is of the machine, or holds Laika's own folder")]
    Folder(String),
    /// The address is none.
    #[error("an address is `https://…`, or `http://…` on this machine, without a name or password in it")]
    Address,
    /// A variable's name is none.
    #[error("variables and keys are named with letters, digits and `_`")]
    Variable,
    /// A variable that looks like a secret.
    #[error("`{0}` looks like a secret; keep it with `laika tools key` and name it with `--env-key {0}=NAME`")]
    Secret(String),
    /// A key is not there.
    #[error("{0}")]
    Key(String),
    /// What is granted does not go with how the server is reached.
    #[error("folders, variables and the network are for a command, a bearer key is for an address; one of them is needed")]
    NotFor,
    /// There is no network process.
    #[error("there is no way outside")]
    NoWay,
    /// A tool that the server does not have.
    #[error("the server has no tool `{0}`")]
    NoTool(String),
    /// A tool that nobody approved.
    #[error("you have not approved a tool `{tool}` of `{server}`; `laika mcp approve {server}` shows what is new")]
    New {
        /// The server.
        server: String,
        /// The tool.
        tool: String,
    },
    /// A tool that is not what was approved.
    #[error("the tool `{tool}` of `{server}` no longer describes itself as you approved it; `laika mcp approve {server}` shows what changed")]
    Changed {
        /// The server.
        server: String,
        /// The tool.
        tool: String,
    },
    /// A tool that is not there any more.
    #[error("the server `{server}` has no tool `{tool}` any more")]
    Gone {
        /// The server.
        server: String,
        /// The tool.
        tool: String,
    },
    /// The arguments do not fit the tool.
    #[error("the arguments do not fit the tool: {0}")]
    Arguments(String),
    /// What a tool says of itself cannot be read by the gate.
    #[error("the tool cannot be described to the gate: {0}")]
    Schema(String),
    /// Its process is not running.
    #[error(transparent)]
    Serving(#[from] ServingError),
    /// It ended, and complained.
    #[error("the server ended without an answer: {0}")]
    Died(String),
    /// The conversation came to nothing.
    #[error(transparent)]
    Client(#[from] ClientError),
}

impl ServersError {
    /// The stable code.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::File(_) => "E_MCP_FILES",
            Self::Damaged => "E_MCP_APPROVALS",
            Self::TooMuch => "E_MCP_TOO_MUCH",
            Self::Unknown(_) => "E_MCP_UNKNOWN",
            Self::Name => "E_MCP_NAME",
            Self::Taken(_) => "E_MCP_NAME_TAKEN",
            Self::Folder(_) => "E_MCP_FOLDER",
            Self::Address => "E_MCP_ADDRESS",
            Self::Variable => "E_MCP_VARIABLE",
            Self::Secret(_) => "E_MCP_SECRET",
            Self::Key(_) => "E_MCP_KEY",
            Self::NotFor => "E_MCP_GRANTS",
            Self::NoWay => "E_MCP_UNREACHABLE",
            Self::NoTool(_) => "E_MCP_NO_TOOL",
            Self::New { .. } => "E_MCP_TOOL_NEW",
            Self::Changed { .. } => "E_MCP_TOOL_CHANGED",
            Self::Gone { .. } => "E_MCP_TOOL_GONE",
            Self::Arguments(_) => "E_MCP_ARGUMENTS",
            Self::Schema(_) => "E_MCP_TOOL_SCHEMA",
            Self::Serving(ServingError::Start(_)) => "E_MCP_START",
            Self::Serving(ServingError::Unconfined(_)) => "E_MCP_UNCONFINED",
            Self::Died(_) => "E_MCP_DIED",
            Self::Client(error) => error.reason(),
        }
    }

    /// As a tool says it, where nothing was asked of the tool yet: surely nothing happened.
    pub(super) fn for_tool(&self) -> ToolError {
        let code = match self {
            Self::Unknown(_) | Self::NoTool(_) | Self::Gone { .. } => ErrorCode::NotFound,
            Self::Arguments(_) => ErrorCode::InvalidArgument,
            Self::New { .. } | Self::Changed { .. } | Self::Taken(_) => ErrorCode::PolicyDenied,
            Self::File(_)
            | Self::Damaged
            | Self::TooMuch
            | Self::Name
            | Self::Folder(_)
            | Self::Address
            | Self::Variable
            | Self::Secret(_)
            | Self::Key(_)
            | Self::NotFor
            | Self::NoWay
            | Self::Schema(_)
            | Self::Serving(_)
            | Self::Died(_)
            | Self::Client(_) => ErrorCode::PreconditionFailed,
        };
        self.coded(code)
    }

    /// As a tool says it, once the tool was asked: whatever it did is done, and nobody knows what that was.
    pub(super) fn in_call(&self) -> ToolError {
        match self {
            Self::Client(ClientError::Timeout(_)) => self.coded(ErrorCode::Timeout),
            Self::Client(ClientError::Cancelled) => self.coded(ErrorCode::Cancelled),
            Self::Client(ClientError::Unreachable(_) | ClientError::Status(_)) => self.coded(ErrorCode::Unavailable),
            Self::Client(_) | Self::Died(_) => self.coded(ErrorCode::Internal),
            other => other.for_tool(),
        }
    }

    fn coded(&self, code: ErrorCode) -> ToolError {
        let message: String = self.to_string().chars().take(MESSAGE_CHARS).collect();
        ToolError { reason: ReasonCode::parse(self.reason()).ok(), ..ToolError::new(code, message) }
    }
}
