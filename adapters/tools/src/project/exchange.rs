//! Puts new files in the place of old ones: written beside them, made to last together, then renamed one by one.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;
use std::os::fd::{AsFd, OwnedFd};

use laika_protocol::ToolError;
use rustix::fs::{AtFlags, Mode, OFlags, Stat, Timespec, Timestamps, UTIME_OMIT};

use super::path::ProjectPath;
use super::plan::sha256;
use super::refusal::{not_now, of_io, refused, shown};
use super::root::{Project, open_regular, read_whole};
use crate::Bounds;

/// Files that are made to last one by one; for more, the file system is told once.
const FEW: usize = 4;

/// A file as it is now.
pub(crate) struct Current {
    pub(crate) bytes: Vec<u8>,
    pub(crate) hash: [u8; 32],
    pub(crate) mode: u32,
    pub(crate) mtime: (i64, i64),
    stat: Stat,
}

/// A new file that waits beside the old one.
pub(crate) struct Waiting {
    path: ProjectPath,
    temporary: String,
    /// The old file when it was read; it must still be this one.
    stat: Stat,
    file: Option<File>,
}

/// Files that wait to take the place of others.
pub(crate) struct Exchange<'a> {
    project: &'a Project,
    batch: u64,
    waiting: Vec<Waiting>,
    /// The folder of the last file: files of a batch lie together.
    last: Option<(String, OwnedFd)>,
}

/// The name of a new file while it waits.
pub(crate) fn temporary_name(batch: u64, at: usize) -> String {
    format!(".laika-{batch}-{at}.tmp")
}

impl<'a> Exchange<'a> {
    pub(crate) fn new(project: &'a Project, batch: u64) -> Self {
        Self { project, batch, waiting: Vec::new(), last: None }
    }

    fn folder(&mut self, path: &ProjectPath) -> Result<&OwnedFd, ToolError> {
        if self.last.as_ref().is_none_or(|(known, _)| known != path.folder()) {
            self.last = Some((path.folder().to_owned(), self.project.folder_of(path)?));
        }
        match &self.last {
            Some((_, fd)) => Ok(fd),
            None => Err(ToolError::new(laika_protocol::ErrorCode::Internal, "a folder was lost")),
        }
    }

    /// Reads a file as it is now.
    pub(crate) fn read(&mut self, path: &ProjectPath) -> Result<Current, ToolError> {
        let folder = self.folder(path)?;
        let (mut file, stat) = open_regular(folder.as_fd(), path)?;
        let bytes = read_whole(&mut file, &stat, path)?;
        let hash = sha256(&bytes);
        Ok(Current { bytes, hash, mode: stat.st_mode & 0o7777, mtime: mtime(&stat), stat })
    }

    /// Writes a new file beside the old one. `at` is its place in the batch.
    pub(crate) fn write(
        &mut self,
        path: &ProjectPath,
        at: usize,
        bytes: &[u8],
        old: &Current,
        mode: u32,
        mtime: Option<(i64, i64)>,
    ) -> Result<(), ToolError> {
        if old.mode & 0o222 == 0 {
            return Err(refused(
                laika_protocol::ErrorCode::PermissionRequired,
                "E_PATH_PERMISSION",
                format!("`{}` is set to be only read; nothing was changed", shown(path.as_str())),
            ));
        }
        let temporary = temporary_name(self.batch, at);
        let stat = old.stat;
        let folder = self.folder(path)?;
        let file = written(folder, &temporary, bytes, &stat, mode, mtime)
            .map_err(|error| of_io("write", path.as_str(), &error))?;
        // Few files are made to last one by one, later and together.
        self.waiting.push(Waiting { path: path.clone(), temporary, stat, file: (at < FEW).then_some(file) });
        Ok(())
    }

    /// Makes every waiting file last.
    pub(crate) fn sync(&self) -> Result<(), ToolError> {
        if self.waiting.len() > FEW && sync_all_of(self.project) {
            return Ok(());
        }
        for one in &self.waiting {
            let again;
            let file = match &one.file {
                Some(file) => file,
                None => {
                    let folder = self.project.folder_of(&one.path)?;
                    again = rustix::fs::openat(
                        &folder,
                        one.temporary.as_str(),
                        OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC,
                        Mode::empty(),
                    )
                    .map(File::from)
                    .map_err(|error| of_io("write", one.path.as_str(), &error.into()))?;
                    &again
                }
            };
            file.sync_all().map_err(|error| of_io("write", one.path.as_str(), &error))?;
        }
        Ok(())
    }

    /// Checks once more that every file is the one that was read; nothing is changed yet.
    pub(crate) fn check(&mut self, bounds: &Bounds) -> Result<(), ToolError> {
        let waiting = std::mem::take(&mut self.waiting);
        let mut result = bounds.check();
        for one in &waiting {
            if result.is_ok() {
                result = self.is_same(one);
            }
        }
        self.waiting = waiting;
        result
    }

    fn is_same(&mut self, one: &Waiting) -> Result<(), ToolError> {
        let folder = self.folder(&one.path)?;
        let now = rustix::fs::statat(folder, one.path.split().1, AtFlags::SYMLINK_NOFOLLOW)
            .map_err(|error| of_io("open", one.path.as_str(), &error.into()))?;
        if identity(&now) == identity(&one.stat) { Ok(()) } else { Err(changed_meanwhile(&one.path)) }
    }

    /// Renames the waiting files, one by one; on failure says how many took their place.
    pub(crate) fn rename(&mut self) -> Result<(), (usize, ToolError)> {
        let waiting = std::mem::take(&mut self.waiting);
        let mut result = Ok(());
        for (at, one) in waiting.iter().enumerate() {
            let renamed = self.is_same(one).and_then(|()| {
                let folder = self.folder(&one.path)?;
                rustix::fs::renameat(folder, one.temporary.as_str(), folder, one.path.split().1)
                    .map_err(|error| of_io("write", one.path.as_str(), &error.into()))
            });
            if let Err(error) = renamed {
                result = Err((at, error));
                break;
            }
        }
        self.waiting = waiting;
        result
    }

    /// Makes the new names last.
    pub(crate) fn sync_names(&self) -> Result<(), ToolError> {
        let mut folders = BTreeSet::new();
        for one in &self.waiting {
            folders.insert(one.path.folder());
        }
        if folders.len() > FEW && sync_all_of(self.project) {
            return Ok(());
        }
        for one in &self.waiting {
            if folders.remove(one.path.folder()) {
                let folder = self.project.folder_of(&one.path)?;
                rustix::fs::fsync(&folder)
                    .map_err(|error| of_io("write", one.path.as_str(), &error.into()))?;
            }
        }
        Ok(())
    }

    /// Removes what still waits.
    pub(crate) fn abandon(mut self) {
        for one in std::mem::take(&mut self.waiting) {
            remove_temporary(self.project, &one.path, &one.temporary);
        }
    }
}

/// Removes a file that waited; one that is not there is no matter.
pub(crate) fn remove_temporary(project: &Project, path: &ProjectPath, temporary: &str) {
    if let Ok(folder) = project.folder_of(path) {
        let _gone = rustix::fs::unlinkat(&folder, temporary, AtFlags::empty());
    }
}

fn written(
    folder: &OwnedFd,
    temporary: &str,
    bytes: &[u8],
    like: &Stat,
    mode: u32,
    mtime: Option<(i64, i64)>,
) -> std::io::Result<File> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let create = || rustix::fs::openat(folder, temporary, flags, Mode::from_raw_mode(0o600));
    let fd = create().or_else(|error| {
        if error != rustix::io::Errno::EXIST {
            return Err(error);
        }
        // Left by a process that ended; the name is Laika's own.
        rustix::fs::unlinkat(folder, temporary, AtFlags::empty())?;
        create()
    })?;
    let mut file = File::from(fd);
    let filled = file.write_all(bytes).and_then(|()| {
        let made = rustix::fs::fstat(&file)?;
        if (made.st_uid, made.st_gid) != (like.st_uid, like.st_gid) {
            let owner = rustix::fs::Uid::from_raw(like.st_uid);
            let group = rustix::fs::Gid::from_raw(like.st_gid);
            rustix::fs::fchown(&file, Some(owner), Some(group))?;
        }
        rustix::fs::fchmod(&file, Mode::from_raw_mode(mode))?;
        if let Some((seconds, nanoseconds)) = mtime {
            let times = Timestamps {
                last_access: Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT },
                last_modification: Timespec { tv_sec: seconds, tv_nsec: nanoseconds },
            };
            rustix::fs::futimens(&file, &times)?;
        }
        Ok(())
    });
    if let Err(error) = filled {
        let _gone = rustix::fs::unlinkat(folder, temporary, AtFlags::empty());
        return Err(error);
    }
    Ok(file)
}

/// Tells the file system of the project to write everything; `false` if it cannot be told.
fn sync_all_of(project: &Project) -> bool {
    #[cfg(target_os = "linux")]
    {
        super::root::open_folder(project.fd(), ".").and_then(rustix::fs::syncfs).is_ok()
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = project;
        false
    }
}

#[expect(clippy::useless_conversion, reason = "the types differ between systems")]
fn mtime(stat: &Stat) -> (i64, i64) {
    (i64::from(stat.st_mtime), stat.st_mtime_nsec as i64)
}

/// What tells two states of a file apart without reading it.
fn identity(stat: &Stat) -> (u64, u64, i64, (i64, i64), i64) {
    (stat.st_dev, stat.st_ino, stat.st_size, mtime(stat), stat.st_ctime)
}

pub(crate) fn changed_meanwhile(path: &ProjectPath) -> ToolError {
    not_now(
        "E_FILE_CHANGED",
        format!(
            "`{}` was changed meanwhile, so nothing is replaced; look at the change again",
            shown(path.as_str())
        ),
    )
}
