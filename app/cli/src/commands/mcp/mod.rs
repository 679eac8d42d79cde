//! `laika mcp`: Laika for other agents, and tools of other servers for Laika. `docs/mcp.md` is the guide.

mod servers;

use anyhow::Result;

use super::agents::{install, known, serve};
use crate::arguments::mcp::Mcp;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(mcp: &Mcp, printer: &mut Printer) -> Result<Outcome> {
    match mcp {
        Mcp::Serve(asked) => serve::run(asked, printer),
        Mcp::Install(asked) => install::run(asked, printer),
        Mcp::Agents(asked) => known::list(asked, printer),
        Mcp::Allow(asked) => known::allow(asked, printer),
        Mcp::Mode(asked) => known::mode(asked, printer),
        Mcp::Token(asked) => known::token(asked, printer),
        Mcp::Forget(asked) => known::forget(asked, printer),
        Mcp::Add(asked) => servers::add(asked, printer),
        Mcp::List { folder, json } => servers::list(folder, *json, printer),
        Mcp::Show { name, folder, json } => servers::show(name, folder, *json, printer),
        Mcp::Approve { name, reads, folder } => servers::approve(name, reads, folder, printer),
        Mcp::Remove { name, folder } => servers::remove(name, folder, printer),
    }
}
