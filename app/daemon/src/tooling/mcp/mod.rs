//! Servers of the Model Context Protocol that the person added: each tool as it described itself when they approved it, and
//! held to that.

mod error;
mod gate;
mod kept;
mod live;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use laika_mcp::client::{Called, Listed};
use laika_protocol::ToolError;
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::Invoke;
use laika_tools::Bounds;
use laika_tools::outside::{Destination, Outside, Way};
use laika_tools::toolbox::{Integrations, Operation};
use serde_json::json;
use tokio::runtime::Handle;

pub use error::ServersError;
pub use kept::{Kept, Pinned, Reached, Wanted, talks_to_models};
use live::Live;

use super::{Plugins, is_over};

/// How long a server may take to list its tools.
const LIST: Duration = Duration::from_secs(20);
/// How often its tools are looked at before a call, while it says that they change.
const LOOKS: usize = 3;

/// What starts servers and asks them.
struct Means {
    home: PathBuf,
    laika: PathBuf,
    path: Option<OsString>,
    outside: Option<Arc<dyn Outside>>,
}

/// The servers of Laika's folder, and those of them that were started here. They end with this.
pub struct Servers {
    means: Means,
    live: Mutex<BTreeMap<String, Arc<Live>>>,
}

/// How a tool of a server stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolStanding {
    /// As it was approved.
    Approved,
    /// It describes itself otherwise now.
    Changed,
    /// Nobody approved it.
    New,
    /// It is not there any more.
    Gone,
}

impl ToolStanding {
    /// As a program reads it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Changed => "changed",
            Self::New => "new",
            Self::Gone => "gone",
        }
    }
}

impl Servers {
    /// Those of this folder. `laika` is this program, which starts them; `path` is where programs are, and `outside` what
    /// connects.
    #[must_use]
    pub fn new(home: &Path, laika: &Path, path: Option<OsString>, outside: Option<Arc<dyn Outside>>) -> Self {
        Self { means: live::means(home, laika, path, outside), live: Mutex::default() }
    }

    /// What was approved, by name.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn approved(&self) -> Result<BTreeMap<String, Kept>, ServersError> {
        kept::read(&self.means.home)
    }

    /// Starts a server with what it would be granted, and asks what it offers. Nothing is kept. It needs a runtime around it.
    ///
    /// # Errors
    /// When it may not be granted that, cannot be started, or offers nothing that can be used.
    pub fn look_at(&self, name: &str, wanted: Wanted) -> Result<(Wanted, Listed), ServersError> {
        kept::check_name(name, &[])?;
        let wanted = wanted.checked(&self.means.home)?;
        let listed = Handle::current().block_on(async {
            let live = Live::start(&self.means, &wanted).await?;
            live.session.tools(LIST).await.map_err(|error| live.explained(error))
        })?;
        kept::check_name(name, &listed.tools)?;
        Ok((wanted, listed))
    }

    /// Keeps that the person approved a server with these tools, as they are. Another server of its name goes.
    ///
    /// # Errors
    /// When the name is taken by a plugin, `reads` names what is no tool, or it cannot be kept.
    pub fn keep(
        &self,
        name: &str,
        wanted: Wanted,
        listed: &Listed,
        reads: &BTreeSet<String>,
        now_ms: u64,
    ) -> Result<(), ServersError> {
        kept::check_name(name, &listed.tools)?;
        let plugins = Plugins::new(&self.means.home, &self.means.laika, None);
        if plugins.approved().map_err(|_| ServersError::Damaged)?.contains_key(name) {
            return Err(ServersError::Taken(name.to_owned()));
        }
        let kept = Kept { server: wanted, tools: kept::pinned(&listed.tools, reads)?, approved_ms: now_ms };
        let mut all = self.approved()?;
        all.insert(name.to_owned(), kept);
        kept::write(&self.means.home, &all)
    }

    /// How the tools of a list stand against what was approved, by their names.
    ///
    /// # Errors
    /// When what a tool says of itself cannot be held against anything.
    pub fn compare(kept: &Kept, listed: &Listed) -> Result<BTreeMap<String, ToolStanding>, ServersError> {
        let mut all: BTreeMap<String, ToolStanding> =
            kept.tools.keys().map(|name| (name.clone(), ToolStanding::Gone)).collect();
        for tool in &listed.tools {
            let print = tool.fingerprint().map_err(|_| ServersError::Damaged)?;
            let standing = match kept.tools.get(&tool.name) {
                None => ToolStanding::New,
                Some(pinned) if pinned.sha256 == print => ToolStanding::Approved,
                Some(_) => ToolStanding::Changed,
            };
            all.insert(tool.name.clone(), standing);
        }
        Ok(all)
    }

    /// Forgets a server.
    ///
    /// # Errors
    /// When there is none of that name, or it cannot be forgotten.
    pub fn remove(&self, name: &str) -> Result<(), ServersError> {
        let mut all = self.approved()?;
        all.remove(name).ok_or_else(|| ServersError::Unknown(name.to_owned()))?;
        kept::write(&self.means.home, &all)
    }

    fn known(&self, asked: &Invoke) -> Result<(Kept, Pinned), ServersError> {
        let name = &asked.integration;
        let kept = self.approved()?.remove(name).ok_or_else(|| ServersError::Unknown(name.clone()))?;
        let pinned = kept.tools.get(&asked.operation).cloned();
        let pinned = pinned.ok_or_else(|| ServersError::New {
            server: name.clone(),
            tool: laika_protocol::text::one_line(&asked.operation).into_owned(),
        })?;
        Ok((kept, pinned))
    }

    fn running(&self, name: &str) -> Option<Arc<Live>> {
        let live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        live.get(name).filter(|live| live.session.why_over().is_none()).cloned()
    }

    fn set_running(&self, name: &str, live: Option<Arc<Live>>) {
        let mut all = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        match live {
            Some(live) => drop(all.insert(name.to_owned(), live)),
            None => drop(all.remove(name)),
        }
    }

    /// The server, started if it is not running, with the tool as it was approved.
    async fn ready(&self, asked: &Invoke, kept: &Kept, pinned: &Pinned) -> Result<Arc<Live>, ServersError> {
        let name = &asked.integration;
        let live = match self.running(name) {
            Some(live) => live,
            None => {
                let live = Arc::new(Live::start(&self.means, &kept.server).await?);
                self.set_running(name, Some(Arc::clone(&live)));
                live
            }
        };
        // Right before each call, also where the server says that nothing changed.
        for _ in 0..LOOKS {
            let listed = live.session.tools(LIST).await.map_err(|error| live.explained(error))?;
            let (server, tool) = (name.clone(), asked.operation.clone());
            let now = listed.tools.iter().find(|one| one.name == tool);
            match now.map(laika_mcp::client::Offered::fingerprint) {
                None => return Err(ServersError::Gone { server, tool }),
                Some(Ok(print)) if print == pinned.sha256 => {}
                Some(_) => return Err(ServersError::Changed { server, tool }),
            }
            if !live.session.has_changed() {
                return Ok(live);
            }
        }
        Err(ServersError::Changed { server: name.clone(), tool: asked.operation.clone() })
    }

    async fn call(&self, asked: &Invoke, bounds: &Bounds) -> Result<Called, ToolError> {
        let (kept, pinned) = self.known(asked).map_err(|error| error.for_tool())?;
        gate::check(&pinned, asked).map_err(|error| error.for_tool())?;
        let ready = tokio::select! {
            biased;
            over = is_over(bounds) => return Err(over),
            ready = self.ready(asked, &kept, &pinned) => ready,
        };
        let live = ready.map_err(|error| error.for_tool())?;
        let off = async { drop(is_over(bounds).await) };
        let called = live.session.call(&asked.operation, asked.payload.clone(), bounds.left(), off).await;
        called.map_err(|error| {
            let is_the_end = error.is_the_end();
            let said = live.explained(error).in_call();
            if is_the_end {
                // It is not asked again; the next call gets another.
                self.set_running(&asked.integration, None);
            }
            said
        })
    }
}

impl Integrations for Servers {
    fn names(&self) -> Vec<String> {
        self.approved().map(|all| all.into_keys().collect()).unwrap_or_default()
    }

    fn operation(&self, asked: &Invoke) -> Result<Operation, ToolError> {
        let (kept, pinned) = self.known(asked).map_err(|error| error.for_tool())?;
        gate::check(&pinned, asked).map_err(|error| error.for_tool())?;
        let hosts: Vec<Destination> = match &kept.server.reached {
            Reached::Url(url) => vec![kept::destination(url).map_err(|error| error.for_tool())?],
            Reached::Command { .. } => Vec::new(),
        };
        Ok(Operation { described: gate::described(&asked.integration, &pinned)?, hosts })
    }

    fn invoke(&self, asked: &Invoke, _: Way<'_>, bounds: &Bounds) -> Result<ToolResult, ToolError> {
        let called = Handle::current().block_on(self.call(asked, bounds))?;
        Ok(told(asked, called))
    }
}

/// What came of it. The brief is ours; every other word is the server's.
fn told(asked: &Invoke, called: Called) -> ToolResult {
    let how = if called.success { "answered" } else { "says that it failed" };
    let summary = format!("{} of the server {} {how}", asked.operation, asked.integration);
    let result = ToolResult::done(json!({ "data": called.structured }), summary, called.text);
    let mut result = ToolResult { success: called.success, ..result };
    if called.cut > 0 {
        result = result.with("serverCutBytes", called.cut);
    }
    if !called.declined.is_empty() {
        result = result.with("declined", called.declined.join(", "));
    }
    result
}
