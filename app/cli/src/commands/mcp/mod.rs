//! `laika mcp`: servers of the Model Context Protocol that others wrote. `docs/mcp.md` is the guide.

mod servers;

use anyhow::Result;

use crate::arguments::mcp::Mcp;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(mcp: &Mcp, printer: &mut Printer) -> Result<Outcome> {
    match mcp {
        Mcp::Add(asked) => servers::add(asked, printer),
        Mcp::List { folder, json } => servers::list(folder, *json, printer),
        Mcp::Show { name, folder, json } => servers::show(name, folder, *json, printer),
        Mcp::Approve { name, reads, folder } => servers::approve(name, reads, folder, printer),
        Mcp::Remove { name, folder } => servers::remove(name, folder, printer),
    }
}
