//! Where the worker works: the project, its journal, and the program it needs; opened first, then there is nothing else.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use laika_os::confine::{Confinement, Rooms, confine_to};
use laika_protocol::{ErrorCode, ToolError};

use super::wire::Setup;
use crate::git::Git;
use crate::project::{Journal, Project};
use crate::refusal::refusal;
use crate::toolbox::Kit;

/// What a program of the system needs: shared libraries, where they are, what time it is here, and chance for the names of
/// git's files.
const SYSTEM: &[&str] = &[
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/nix/store",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/usr/share/zoneinfo",
    "/dev/urandom",
];

/// Several files of a project in memory, or a large pack of git.
const MEMORY_BYTES: u64 = 4 << 30;
/// The journal of a large change is one file.
const FILE_BYTES: u64 = 8 << 30;
/// A walk holds a folder for each level, in each of its threads.
const DESCRIPTORS: u64 = 1024;
/// Whoever asked has given up long before.
const CPU_SECONDS: u64 = 900;

/// What was opened.
pub(super) struct Room {
    project: Arc<Project>,
    journal: Option<Journal>,
    git: Option<Git>,
    setup: Setup,
}

impl Room {
    /// Opens what is to be worked on.
    ///
    /// # Errors
    /// When the folder is not there, or another one is in its place.
    pub(super) fn open(setup: Setup) -> Result<Self, ToolError> {
        let project = Project::open(Path::new(&setup.project))?;
        if identity(&project)? != setup.is {
            let message = "another folder stands in the place of the project; open it again";
            return Err(refusal(ErrorCode::PreconditionFailed, "E_FILES_MOVED", message));
        }
        let journals = setup.journals.as_deref().filter(|_| setup.changes).map(Path::new);
        // Whoever needs it and cannot have it says so then, in the same words.
        let journal = journals.and_then(|journals| Journal::among(journals, &project).ok());
        let git = Git::find(&setup.programs).ok();
        Ok(Self { project: Arc::new(project), journal, git, setup })
    }

    /// Confines this process to it, for good.
    ///
    /// # Errors
    /// When the system refuses what it says it can do.
    pub(super) fn close(&self) -> io::Result<Confinement> {
        let project: &[BorrowedFd<'_>] = &[self.project.fd()];
        let journal: Vec<BorrowedFd<'_>> = self.journal.iter().map(AsFd::as_fd).collect();
        let (read, link): (&[_], &[_]) = if self.setup.changes { (&[], project) } else { (project, &[]) };
        let programs = self.git.as_ref().map(Git::programs).unwrap_or_default();
        let libraries = self.git.as_ref().map(Git::libraries).unwrap_or_default();
        let system: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).chain(libraries).collect();
        confine_to(&Rooms {
            read,
            change: &journal,
            link,
            programs: &programs,
            system: &system,
            memory_bytes: MEMORY_BYTES,
            file_bytes: FILE_BYTES,
            descriptors: DESCRIPTORS,
            cpu_seconds: CPU_SECONDS,
        })
    }

    /// What the tools work with here.
    pub(super) fn kit(&self) -> Kit {
        Kit {
            project: Some(Arc::clone(&self.project)),
            journals: self.setup.journals.clone().map(PathBuf::from),
            programs: self.setup.programs.clone(),
            git_may_write: self.setup.git_may_write,
            alone: true,
            ..Kit::default()
        }
    }
}

/// Which folder a project is, whatever its name.
pub(super) fn identity(project: &Project) -> Result<(u64, u64), ToolError> {
    let stat = rustix::fs::fstat(project.fd())
        .map_err(|error| ToolError::new(ErrorCode::Unavailable, format!("the project is gone: {error}")))?;
    Ok((stat.st_dev, stat.st_ino))
}
