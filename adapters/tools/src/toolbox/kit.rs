//! What tools may touch, opened before any of them runs: a project, the journal of its changes, a dictionary, the time.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use crate::project::Project;

/// What the tools of one run work with.
#[derive(Clone)]
pub struct Kit {
    /// The folder that the person opened; none where there is no project.
    pub project: Option<Arc<Project>>,
    /// Where changes of projects are kept so that they can be undone.
    pub journals: Option<PathBuf>,
    /// Folders in which a dictionary may be.
    pub dictionaries: Vec<PathBuf>,
    /// Folders in which programs are, as `PATH` names them.
    pub programs: OsString,
    /// Whether git may be told to change something.
    pub git_may_write: bool,
    /// Tells the time.
    pub clock: fn() -> SystemTime,
}

impl Default for Kit {
    fn default() -> Self {
        Self {
            project: None,
            journals: None,
            dictionaries: Vec::new(),
            programs: OsString::new(),
            git_may_write: false,
            clock: SystemTime::now,
        }
    }
}
