//! The repository of a project: in its own folder, whole, and the person's own.

use std::io::Read;
use std::os::fd::AsFd;
use std::path::Path;

use laika_protocol::{ErrorCode, ToolError};
use rustix::fs::{AtFlags, FileType};

use super::program::{Git, Place};
use super::settings::{Found, Overrides, judge};
use crate::Bounds;
use crate::project::Project;
use crate::project::refusal::{denied, refused, shown};
use crate::project::root::{open_folder, open_if_regular};

/// Bytes of a repository's settings.
const SETTINGS_MOST_BYTES: i64 = 1 << 20;

/// What git's folder may hold, but not as a link: git would follow it.
const NO_LINKS: &[&str] = &[
    "HEAD",
    "config",
    "index",
    "objects",
    "objects/info",
    "objects/pack",
    "refs",
    "refs/heads",
    "refs/tags",
    "refs/remotes",
    "refs/stash",
    "info",
    "info/attributes",
    "info/exclude",
    "info/sparse-checkout",
    "info/grafts",
    "packed-refs",
    "logs",
    "logs/HEAD",
    "logs/refs",
    "reftable",
    "shallow",
    "modules",
    "worktrees",
    "ORIG_HEAD",
    "MERGE_HEAD",
    "COMMIT_EDITMSG",
];

/// What leads git elsewhere.
const NOT_THERE: &[&str] =
    &["commondir", "gitdir", "config.worktree", "objects/info/alternates", "objects/info/http-alternates"];

/// A repository that was looked at.
#[derive(Debug)]
pub(crate) struct Repository<'a> {
    pub(crate) project: &'a Project,
    pub(crate) found: Found,
}

impl<'a> Repository<'a> {
    /// Looks at the project's repository.
    pub(crate) fn open(git: &Git, project: &'a Project, bounds: &Bounds) -> Result<Self, ToolError> {
        check_folder(project)?;
        let config = project.root().join(".git/config");
        // Outside of every repository: this only reads a file.
        let nowhere = Place {
            folder: Path::new("/"),
            repository: None,
            overrides: Overrides::default(),
            extra: vec![],
        };
        let mut arguments: Vec<std::ffi::OsString> =
            vec!["config".into(), "--file".into(), config.into_os_string()];
        arguments.extend(["--no-includes", "--null", "--list"].map(Into::into));
        let said = git.run(&nowhere, arguments, bounds)?;
        if !said.ok || said.cut {
            return Err(denied("E_GIT_CONFIG", "the repository's settings cannot be read"));
        }
        Ok(Self { project, found: judge(&said.out)? })
    }

    /// For calls that only read: filters are off.
    pub(crate) fn reading(&self) -> Place<'a> {
        self.place(Overrides::without_filters(&self.found))
    }

    /// For calls that change something; a repository that works with filters is refused.
    pub(crate) fn changing(&self) -> Result<Place<'a>, ToolError> {
        if !self.found.filters.is_empty() || has_filter_attributes(self.project) {
            return Err(denied(
                "E_GIT_FILTER",
                "the repository passes files through programs (filters), which Laika does not run; use git yourself for this",
            ));
        }
        if self.found.merge_drivers {
            return Err(denied(
                "E_GIT_CONFIG",
                "the repository joins files with its own programs, which Laika does not run",
            ));
        }
        Ok(self.place(Overrides::default()))
    }

    fn place(&self, overrides: Overrides) -> Place<'a> {
        let folder = self.project.root();
        Place { folder, repository: Some(folder.join(".git")), overrides, extra: vec![] }
    }
}

fn check_folder(project: &Project) -> Result<(), ToolError> {
    let elsewhere = |what: &str| {
        denied(
            "E_GIT_ELSEWHERE",
            format!("`.git{what}` leads out of the project's own repository; use git yourself there"),
        )
    };
    let stat = rustix::fs::statat(project.fd(), ".git", AtFlags::SYMLINK_NOFOLLOW).map_err(|_| {
        refused(
            ErrorCode::NotFound,
            "E_GIT_NONE",
            "the project's folder is no git repository; `git init` makes one",
        )
    })?;
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::Directory => {}
        FileType::RegularFile
        | FileType::Symlink
        | FileType::Fifo
        | FileType::Socket
        | FileType::CharacterDevice
        | FileType::BlockDevice
        | FileType::Unknown => return Err(elsewhere("")),
    }
    if stat.st_uid != rustix::process::geteuid().as_raw() {
        return Err(denied(
            "E_GIT_OWNER",
            "the repository belongs to another user, so Laika does not run git in it",
        ));
    }
    let folder = open_folder(project.fd(), ".git").map_err(|_| elsewhere(""))?;
    let kind = |name: &str| {
        rustix::fs::statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW)
            .ok()
            .map(|stat| (FileType::from_raw_mode(stat.st_mode), stat.st_size))
    };
    if let Some(name) = NO_LINKS.iter().find(|name| matches!(kind(name), Some((FileType::Symlink, _)))) {
        return Err(elsewhere(&format!("/{}", shown(name))));
    }
    if let Some(name) = NOT_THERE.iter().find(|name| kind(name).is_some()) {
        return Err(elsewhere(&format!("/{}", shown(name))));
    }
    match kind("config") {
        Some((FileType::RegularFile, size)) if size <= SETTINGS_MOST_BYTES => {}
        _ => return Err(denied("E_GIT_CONFIG", "the repository's settings are not an ordinary file")),
    }
    match kind("HEAD") {
        Some((FileType::RegularFile, _)) => Ok(()),
        _ => Err(refused(ErrorCode::NotFound, "E_GIT_NONE", "the project's `.git` is no repository")),
    }
}

/// Whether attributes name a filter, though perhaps only the person's own settings say which program it is.
fn has_filter_attributes(project: &Project) -> bool {
    let names = |folder: std::io::Result<std::os::fd::OwnedFd>, name: &str| {
        let Ok(folder) = folder else { return false };
        let Ok(Some((file, _))) = open_if_regular(folder.as_fd(), name) else { return false };
        let mut bytes = Vec::new();
        // What cannot be read does not count; git will not read it either.
        let _read = file.take(1 << 20).read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).lines().any(|line| line.contains("filter="))
    };
    let top = project.fd().try_clone_to_owned();
    let info = open_folder(project.fd(), ".git")
        .and_then(|folder| open_folder(folder.as_fd(), "info"))
        .map_err(Into::into);
    names(top, ".gitattributes") || names(info, "attributes")
}
