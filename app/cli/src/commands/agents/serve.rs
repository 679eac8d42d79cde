//! `laika mcp serve`: a relay between a client that speaks MCP and the Laika that is running. It decides nothing.

use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow, bail};
use laika_daemon::agents::AgentName;
use laika_daemon::serving::{AgentLink, Ask, Kept, Refusal};
use laika_mcp::server::{Kept as Wanted, Laika, Later, Refused, Server};
use serde_json::{Map, Value};
use tokio::sync::mpsc;

use crate::arguments::agents::ServeAgent;
use crate::commands::serve;
use crate::commands::work::link::explained;
use crate::printer::{Outcome, Printer};

/// A Laika that was started on the way ends after so many idle seconds.
const IDLE_EXIT_S: u64 = 600;

/// The Laika that is running.
pub(crate) struct Relay(Arc<AgentLink>);

fn refused(Refusal { code, sentence }: Refusal) -> Refused {
    Refused { code, sentence }
}

impl Relay {
    fn ask(&self, ask: Ask, notes: Option<mpsc::UnboundedSender<String>>) -> Later<String> {
        let asked = self.0.ask(ask, notes);
        Box::pin(async move { asked.map_err(refused)?.answer().await.map_err(refused) })
    }
}

impl Laika for Relay {
    fn call(
        &self,
        tool: &str,
        arguments: Map<String, Value>,
        notes: mpsc::UnboundedSender<String>,
    ) -> Later<String> {
        self.ask(Ask::AgentCall { tool: tool.to_owned(), arguments }, Some(notes))
    }

    fn read(&self, what: Wanted) -> Later<String> {
        let what = match what {
            Wanted::Runs => Kept::Runs {},
            Wanted::Run(run) => Kept::Run { run },
            Wanted::Artifacts => Kept::Artifacts {},
        };
        self.ask(Ask::AgentRead { what }, None)
    }
}

/// Connects as an agent, to a Laika that is started where none is running.
pub(crate) fn connect(asked: &ServeAgent, name: AgentName, printer: &Printer) -> Result<Relay> {
    serve::start(&asked.folder, Some(IDLE_EXIT_S), printer)?;
    let project = asked.project.as_ref().map(std::path::absolute).transpose().context("the project")?;
    let link = AgentLink::connect(&asked.folder.path()?, name, project).map_err(explained)?;
    link.map(Relay).ok_or_else(|| anyhow!("the Laika that was started is gone"))
}

pub(crate) fn run(asked: &ServeAgent, printer: &mut Printer) -> Result<Outcome> {
    if asked.http.is_some() {
        bail!("serving over HTTP is not part of this build");
    }
    let name = AgentName::parse(&asked.name)?;
    let relay = connect(asked, name.clone(), printer)?;
    printer.say(
        "laika",
        format_args!("{name} is connected; `laika approvals` in a terminal shows what it asks for"),
    );
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::new(Arc::new(relay), asked.all_tools);
        laika_mcp::server::over_stdio(server).await.map_err(|why| anyhow!(why))
    })?;
    // What still waits on the input of this process must not keep it.
    runtime.shutdown_background();
    Ok(Outcome::Done)
}
