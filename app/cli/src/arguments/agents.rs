//! What can be typed about other agents that borrow Laika.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::runs::Folder;

#[derive(Args)]
pub(crate) struct ServeAgent {
    /// What you call the agent: what it may know is kept under this name.
    #[arg(long = "as", value_name = "NAME", default_value = "agent")]
    pub(crate) name: String,
    /// A folder that its file tools may work in.
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// List every tool with its whole schema, instead of the few that are always needed.
    #[arg(long)]
    pub(crate) all_tools: bool,
    /// Serve over HTTP on this port of this machine alone, to agents that have a token; 0 chooses a port.
    #[arg(long, value_name = "PORT")]
    pub(crate) http: Option<u16>,
    #[command(flatten)]
    pub(crate) folder: Folder,
}

#[derive(Args)]
pub(crate) struct InstallAgent {
    /// Where to add Laika.
    #[arg(long, value_enum)]
    pub(crate) client: KnownClient,
    /// Write it into the client's file, after a copy of that was kept; without this, it is printed.
    #[arg(long)]
    pub(crate) write: bool,
    /// A folder that its file tools may work in.
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) folder: Folder,
}

/// Clients whose settings are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum KnownClient {
    /// Claude Code, in this folder's `.mcp.json`.
    ClaudeCode,
    /// Claude Desktop.
    ClaudeDesktop,
    /// Codex CLI.
    Codex,
    /// Cursor.
    Cursor,
    /// Gemini CLI.
    Gemini,
    /// VS Code, in this folder's `.vscode/mcp.json`.
    Vscode,
    /// Any other client that takes a command.
    Other,
}

#[derive(Args)]
pub(crate) struct AllowAgent {
    /// The agent.
    pub(crate) name: String,
    /// A site such as `https://example.com`, `local:files`, `runs` or `artifacts`.
    pub(crate) what: String,
    /// Show you everything of it before it is told.
    #[arg(long, conflicts_with = "off")]
    pub(crate) preview: bool,
    /// Tell it nothing of it.
    #[arg(long)]
    pub(crate) off: bool,
    #[command(flatten)]
    pub(crate) folder: Folder,
}

#[derive(Args)]
pub(crate) struct AgentMode {
    /// The agent.
    pub(crate) name: String,
    /// The most that it may do by itself.
    #[arg(value_enum)]
    pub(crate) mode: ModeOfAgent,
    #[command(flatten)]
    pub(crate) folder: Folder,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModeOfAgent {
    /// Read only.
    Observe,
    /// Ask before acting.
    Assist,
    /// Act by itself where that is safe.
    Autopilot,
}

#[derive(Args)]
pub(crate) struct OneAgent {
    /// The agent.
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) folder: Folder,
}

#[derive(Args)]
pub(crate) struct Agents {
    /// Print them as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) folder: Folder,
}

/// `laika approvals`.
#[derive(Args)]
pub(crate) struct Approvals {
    /// Leave after the first answer.
    #[arg(long)]
    pub(crate) once: bool,
    #[command(flatten)]
    pub(crate) folder: Folder,
}
