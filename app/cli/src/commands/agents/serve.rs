//! `laika mcp serve`: a relay between a client that speaks MCP and the Laika that is running. It decides nothing.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result, anyhow};
use laika_daemon::agents::{AgentName, KnownAgents};
use laika_daemon::serving::{AgentLink, Ask, Kept, Refusal};
use laika_mcp::http::{ClientName, Doors, TokenHash};
use laika_mcp::server::{Kept as Wanted, Laika, Later, Refused, Server as McpServer};
use serde_json::{Map, Value};
use tokio::sync::mpsc;

use super::behind::{Behind, behind};
use crate::arguments::agents::ServeAgent;
use crate::commands::serve;
use crate::commands::work::link::explained;
use crate::printer::{Outcome, Printer};

/// The Laika that is running, as one agent sees it. Where it could not be reached, every call says so.
struct Relay(Result<Arc<AgentLink>, Refused>);

fn refused(Refusal { code, sentence }: Refusal) -> Refused {
    Refused { code, sentence }
}

impl Relay {
    fn ask(&self, ask: Ask, notes: Option<mpsc::UnboundedSender<String>>) -> Later<String> {
        let asked = self.0.clone().and_then(|link| link.ask(ask, notes).map_err(refused));
        Box::pin(async move { asked?.answer().await.map_err(refused) })
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

/// Where agents are let in, and with what.
struct House {
    folder: PathBuf,
    project: Option<PathBuf>,
    all_tools: bool,
    /// Those who came over HTTP: a client may ask for a server anew with every request, and goes on where it was.
    here: Mutex<BTreeMap<AgentName, Arc<AgentLink>>>,
}

impl House {
    fn link(&self, name: AgentName, behind: Option<i32>) -> Result<Arc<AgentLink>> {
        let link = AgentLink::connect(&self.folder, name, self.project.clone(), behind).map_err(explained)?;
        link.ok_or_else(|| anyhow!("the Laika that was started is gone"))
    }

    /// The link of whoever asks over HTTP. The process behind it is the one that holds the other end of the connection.
    fn link_over_http(&self, name: &AgentName) -> Result<Arc<AgentLink>> {
        let mut here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(link) = here.get(name).filter(|link| !link.is_gone()) {
            return Ok(Arc::clone(link));
        }
        let behind = match laika_mcp::http::from().map(behind) {
            Some(Behind::Process(pid)) => Some(pid),
            Some(Behind::Stranger) => None,
            Some(Behind::Unknown) | None => {
                let unknown = "which program is behind the connection cannot be told";
                return Err(anyhow!("{unknown}, so nobody could be kept from answering for you"));
            }
        };
        let link = self.link(name.clone(), behind)?;
        here.insert(name.clone(), Arc::clone(&link));
        Ok(link)
    }

    fn server(&self, link: Result<Arc<AgentLink>, Refused>) -> McpServer<Relay> {
        McpServer::new(Arc::new(Relay(link)), self.all_tools)
    }
}

pub(crate) fn run(asked: &ServeAgent, printer: &mut Printer) -> Result<Outcome> {
    let house = House {
        folder: asked.folder.path()?,
        project: asked.project.as_ref().map(std::path::absolute).transpose().context("the project")?,
        all_tools: asked.all_tools,
        here: Mutex::default(),
    };
    // One that serves over HTTP stays, so what it serves stays, too.
    let idle = asked.http.is_none().then_some(serve::IDLE_EXIT_S);
    serve::start(&asked.folder, idle, printer)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    match asked.http {
        Some(port) => runtime.block_on(over_http(house, port, printer))?,
        None => {
            let name = AgentName::parse(&asked.name)?;
            let link = house.link(name.clone(), None)?;
            let approvals = "`laika approvals` in a terminal shows what it asks for";
            printer.say("laika", format_args!("{name} is connected; {approvals}"));
            let served = runtime.block_on(laika_mcp::server::over_stdio(house.server(Ok(link))));
            served.map_err(|why| anyhow!(why))?;
        }
    }
    // What still waits on the input of this process must not keep it.
    runtime.shutdown_background();
    Ok(Outcome::Done)
}

/// Serves agents that have a token, on this machine alone, until Ctrl-C.
async fn over_http(house: House, port: u16, printer: &Printer) -> Result<()> {
    let known = KnownAgents::of(&house.folder).all()?;
    let tokens: Vec<_> = known
        .iter()
        .filter_map(|(name, agent)| {
            let digest = agent.token.as_ref()?.as_str().strip_prefix("sha256:")?;
            Some((ClientName::new(name.as_str()), TokenHash::parse(digest)?))
        })
        .collect();
    if tokens.is_empty() {
        return Err(anyhow!("hint: `laika mcp token NAME` makes one").context("no agent has a token"));
    }
    let names: Vec<&str> = tokens.iter().map(|(name, _)| name.as_str()).collect();
    let names = names.join(", ");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .with_context(|| format!("port {port} of this machine cannot be had"))?;
    let address = listener.local_addr()?;
    printer.say("laika", format_args!("serving {names} at http://{address}/mcp; Ctrl-C ends it"));
    let doors = Doors::new(tokens);
    let make = move |client: &ClientName| {
        let link = AgentName::parse(client.as_str()).map_err(refused).and_then(|name| {
            house
                .link_over_http(&name)
                .map_err(|error| Refused { code: "E_GONE".into(), sentence: error.to_string() })
        });
        house.server(link)
    };
    // Whoever cannot be interrupted is killed.
    laika_mcp::http::serve(listener, doors, make, async { _ = tokio::signal::ctrl_c().await }).await?;
    Ok(())
}
