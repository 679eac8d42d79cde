//! What can be typed after `laika mcp`.

use clap::Subcommand;

use super::agents::{AgentMode, Agents, AllowAgent, InstallAgent, OneAgent, ServeAgent};

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
}
