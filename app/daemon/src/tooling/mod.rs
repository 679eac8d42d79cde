//! The tools of a run: what the settings of its folder say, and what is on this machine.

mod cells;
mod integrations;
mod keys;
mod mcp;
mod outside;
mod plugins;
mod scripts;

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use laika_protocol::{ErrorCode, ToolError};
use laika_tools::cells::Cells;
use laika_tools::files::Files;
use laika_tools::net::Web;
use laika_tools::outside::Outside;
use laika_tools::project::Project;
use laika_tools::toolbox::{Collections, Integrations, Keys, Kit, Toolbox};
use laika_tools::{Bounds, Dictionary};
use tokio::time::sleep;

pub use keys::key_name;
pub use mcp::{Kept, Pinned, Reached, Servers, ServersError, ToolStanding, Wanted, talks_to_models};
pub use plugins::{Approval, Plugins, PluginsError};

use crate::config::{Config, Flags, Places};
use cells::Processes;
use integrations::Both;
use keys::StoredKeys;
use outside::NetOutside;
use scripts::OwnBrowser;

/// How often is looked whether a call was called off.
const LOOK: Duration = Duration::from_millis(50);

/// Where changes of projects are kept, in Laika's folder.
pub const JOURNALS: &str = "journals";

/// Where what is taken along goes when no project is open, in Laika's folder.
const EXPORTS: &str = "exports";

/// What this program is called with to become the process that works on a project's files.
const FILE_WORKER: &str = "file-worker";

/// What the tools of all runs share: a network process, started when one first needs it, and what starts the processes for
/// what others made.
#[derive(Clone)]
pub struct Means {
    laika: PathBuf,
    outside: Arc<dyn Outside>,
    cells: Arc<dyn Cells>,
    web: Arc<Web>,
    collections: Option<Arc<dyn Collections>>,
}

impl Means {
    /// What connects for tools.
    #[must_use]
    pub fn outside(&self) -> Arc<dyn Outside> {
        Arc::clone(&self.outside)
    }

    /// `laika` is this program, which is also every process that tools need.
    #[must_use]
    pub fn new(laika: &Path) -> Self {
        Self {
            laika: laika.to_owned(),
            outside: Arc::new(NetOutside::new(laika.to_owned())),
            cells: Arc::new(Processes::new(laika, env::var_os("PATH"))),
            web: Arc::default(),
            collections: None,
        }
    }

    /// The same, with whoever keeps collections.
    #[must_use]
    pub(crate) fn collected(self, collections: Arc<dyn Collections>) -> Self {
        Self { collections: Some(collections), ..self }
    }
}

/// The tools for work in a project, or without one.
///
/// Settings are those of the project's folder, whatever folder Laika was started in; a file of the project that nobody
/// approved loosens nothing (S12).
///
/// # Errors
/// When the folder cannot be opened, or the settings say something that a tool does not take.
pub fn toolbox(
    means: &Means,
    home: Option<&Path>,
    project: Option<&Path>,
    private: bool,
) -> Result<Toolbox, ToolError> {
    let failed =
        |error: &dyn std::fmt::Display| ToolError::new(ErrorCode::InvalidArgument, error.to_string());
    let table = match home {
        Some(home) => {
            let mut places = Places::usual(home.to_owned(), false).map_err(|error| failed(&error))?;
            if let Some(project) = project {
                project.clone_into(&mut places.started_in);
            }
            Config::load(&places, Flags::default()).map_err(|error| failed(&error))?.values().tools.clone()
        }
        None => Default::default(),
    };
    let kit = Kit {
        project: project.map(Project::open).transpose()?.map(Arc::new),
        // Before a file changes, what it held is kept; a private run keeps nothing, so it changes nothing.
        journals: home.filter(|_| !private).map(|home| home.join(JOURNALS)),
        // One for a run: what it reads of one project is not there when another is worked on.
        files: project.map(|_| Arc::new(Files::new(means.laika.clone(), vec![FILE_WORKER.into()]))),
        dictionaries: dictionaries(),
        programs: env::var_os("PATH").unwrap_or_default(),
        outside: Some(Arc::clone(&means.outside)),
        // What a private run has read stays with it.
        web: if private { Arc::default() } else { Arc::clone(&means.web) },
        cells: Some(Arc::clone(&means.cells)),
        scripts: Some(Arc::new(OwnBrowser(means.laika.clone()))),
        integrations: home.map(|home| {
            let path = env::var_os("PATH");
            let outside = Some(Arc::clone(&means.outside));
            Arc::new(Both {
                plugins: Plugins::new(home, &means.laika, path.clone()),
                servers: Servers::new(home, &means.laika, path, outside),
            }) as Arc<dyn Integrations>
        }),
        // A private run keeps nothing.
        collections: means.collections.clone().filter(|_| !private),
        exports: home.filter(|_| !private).map(|home| home.join(EXPORTS)),
        keys: home.map(|home| Arc::new(StoredKeys(home.to_owned())) as Arc<dyn Keys>),
        ..Kit::default()
    };
    Toolbox::new(kit, table)
}

/// Waits until a call was called off or its time is over; says which.
async fn is_over(bounds: &Bounds) -> ToolError {
    loop {
        match bounds.check() {
            Ok(()) => sleep(LOOK).await,
            Err(error) => return error,
        }
    }
}

/// Folders in which a dictionary may be: the system's, and one that was installed beside this program.
fn dictionaries() -> Vec<PathBuf> {
    let own = env::current_exe().ok();
    let beside: Vec<PathBuf> =
        own.iter().flat_map(|program| program.ancestors().skip(1)).map(Path::to_owned).collect();
    let web = beside.iter().map(|folder| folder.join("web"));
    let all: Vec<PathBuf> = beside.iter().cloned().chain(web).collect();
    Dictionary::usual_places(&all)
}
