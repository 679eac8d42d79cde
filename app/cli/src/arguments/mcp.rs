//! What can be typed after `laika mcp`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::agents::{AgentMode, Agents, AllowAgent, InstallAgent, OneAgent, ServeAgent};
use super::runs::Folder;

#[derive(Subcommand)]
pub(crate) enum Mcp {
    /// Lend Laika to another agent: serve its gated browser and tools over MCP, on standard input and output or HTTP.
    Serve(ServeAgent),
    /// Print what a client needs to find Laika, or write it into the client's file.
    Install(InstallAgent),
    /// What other agents may know and do.
    Agents(Agents),
    /// Say what an agent may know: a site, your files, earlier runs. Only a person at a terminal can.
    Allow(AllowAgent),
    /// Say how much an agent may do by itself.
    Mode(AgentMode),
    /// Make a token for an agent that connects over HTTP; an earlier one counts no more.
    Token(OneAgent),
    /// Forget everything that was said about an agent.
    Forget(OneAgent),
    /// Look at a server of others, see its tools, and approve them as they are; a tool that changes has to be approved again.
    Add(AddServer),
    /// The servers that you approved, and their tools.
    List {
        #[command(flatten)]
        folder: Folder,
        /// Print them as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Start a server and show how each of its tools stands against what you approved.
    Show {
        /// Its name.
        name: String,
        #[command(flatten)]
        folder: Folder,
        /// Print them as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Look at a server again, see what is new or changed, and approve its tools as they are now.
    Approve {
        /// Its name.
        name: String,
        /// A tool that only reads; what a server says of that counts for nothing. Without it, those from before stay.
        #[arg(long, value_name = "TOOL")]
        reads: Vec<String>,
        #[command(flatten)]
        folder: Folder,
    },
    /// Forget a server.
    Remove {
        /// Its name.
        name: String,
        #[command(flatten)]
        folder: Folder,
    },
}

#[derive(Args)]
pub(crate) struct AddServer {
    /// What it is to be called: letters a to z, digits and hyphens.
    pub(crate) name: String,
    /// Its address, for a server that is reached over HTTP; it is `https://…`, or `http://…` on this machine.
    #[arg(long, conflicts_with = "command", required_unless_present = "command")]
    pub(crate) url: Option<String>,
    /// The key that signs in at its address, by the name that `laika tools key` keeps it under.
    #[arg(long, value_name = "KEY", requires = "url")]
    pub(crate) bearer: Option<String>,
    /// A folder that it may read.
    #[arg(long, value_name = "PATH")]
    pub(crate) folder: Vec<PathBuf>,
    /// A folder that it may read and write.
    #[arg(long, value_name = "PATH")]
    pub(crate) folder_rw: Vec<PathBuf>,
    /// Let it connect to other machines, and to this one, by itself.
    #[arg(long)]
    pub(crate) network: bool,
    /// A variable of its environment; not for secrets.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) env: Vec<String>,
    /// A variable of its environment whose value is a key that `laika tools key` keeps.
    #[arg(long, value_name = "NAME=KEY")]
    pub(crate) env_key: Vec<String>,
    /// A tool that only reads; what a server says of that counts for nothing.
    #[arg(long, value_name = "TOOL")]
    pub(crate) reads: Vec<String>,
    #[command(flatten)]
    pub(crate) home: Folder,
    /// The program and its arguments, behind `--`.
    #[arg(last = true)]
    pub(crate) command: Vec<String>,
}
