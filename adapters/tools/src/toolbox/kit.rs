//! What tools may touch, opened before any of them runs: a project, the journal of its changes, a dictionary, the time, a
//! way outside, processes for what others made.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use laika_protocol::ToolError;
use laika_protocol::secret::Secret;

use super::{Collections, Integrations};
use crate::cells::Cells;
use crate::files::Files;
use crate::net::Web;
use crate::outside::Outside;
use crate::project::Project;
use crate::scripts::Scripts;

/// Where keys of the person are kept; settings only name them (INK-090).
pub trait Keys: Send + Sync {
    /// The key with this name, if there is one.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn key(&self, name: &str) -> Result<Option<Secret>, ToolError>;
}

/// What the tools of one run work with.
#[derive(Clone)]
pub struct Kit {
    /// The folder that the person opened; none where there is no project.
    pub project: Option<Arc<Project>>,
    /// Where changes of projects are kept so that they can be undone.
    pub journals: Option<PathBuf>,
    /// The process that works on the project's files; without one, this process does.
    pub files: Option<Arc<Files>>,
    /// Folders in which a dictionary may be.
    pub dictionaries: Vec<PathBuf>,
    /// Folders in which programs are, as `PATH` names them.
    pub programs: OsString,
    /// Whether this process does nothing else, so that whoever ends it ends what it started.
    pub alone: bool,
    /// Whether git may be told to change something.
    pub git_may_write: bool,
    /// Tells the time.
    pub clock: fn() -> SystemTime,
    /// What connects to servers.
    pub outside: Option<Arc<dyn Outside>>,
    /// What network tools remember of hosts; one for all runs, so that no host is asked too often.
    pub web: Arc<Web>,
    /// What reads documents and runs programs of others.
    pub cells: Option<Arc<dyn Cells>>,
    /// A browser for pages that only their scripts write.
    pub scripts: Option<Arc<dyn Scripts>>,
    /// Where keys are.
    pub keys: Option<Arc<dyn Keys>>,
    /// The plugins that the person installed.
    pub integrations: Option<Arc<dyn Integrations>>,
    /// Whoever keeps collections.
    pub collections: Option<Arc<dyn Collections>>,
    /// Where what is taken along goes when no project is open.
    pub exports: Option<PathBuf>,
}

impl Default for Kit {
    fn default() -> Self {
        Self {
            project: None,
            journals: None,
            files: None,
            dictionaries: Vec::new(),
            programs: OsString::new(),
            alone: false,
            git_may_write: false,
            clock: SystemTime::now,
            outside: None,
            web: Arc::default(),
            cells: None,
            scripts: None,
            keys: None,
            integrations: None,
            collections: None,
            exports: None,
        }
    }
}
