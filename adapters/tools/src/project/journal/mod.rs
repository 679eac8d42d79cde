//! The journal of replacements: what every file held before, so that it can be had back (INK-044, INK-049).
//!
//! A batch is a folder with a record and the bytes of its files. The record that names every change, and the bytes that
//! would be lost, are on the disk before the first file is changed; so whatever ends the process, every file is the old one
//! or the new one, and the journal can tell which by their hashes.

mod pack;
mod record;

use std::fs::{DirBuilder, File};
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use laika_protocol::{ErrorCode, ToolError};
use rustix::fs::{FlockOperation, Mode, OFlags};

use super::plan::{hex, sha256};
use super::refusal::{invalid, is_full, not_now, refused};
use super::root::{Project, open_folder};

pub(crate) use pack::Pack;
pub use record::State;
pub(crate) use record::{FileRecord, Kept, Record};

/// Batches that are kept.
const MOST_BATCHES: usize = 100;
/// Bytes that all kept batches may have.
const MOST_BYTES: u64 = 1 << 30;

/// The journal of one project.
#[derive(Debug)]
pub struct Journal {
    dir: Dir,
}

/// Held while the journal changes; nobody else changes it meanwhile.
#[derive(Debug)]
pub(crate) struct Held(File);

impl Drop for Held {
    fn drop(&mut self) {
        // Closing is not enough: a process that another thread is just starting has the file, too, for a moment.
        let _freed = rustix::fs::flock(&self.0, FlockOperation::Unlock);
    }
}

impl AsFd for Journal {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.dir.as_fd()
    }
}

/// A batch, for a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// Its number; a later one is larger.
    pub id: u64,
    /// How it stands.
    pub state: State,
    /// Its files.
    pub files: Vec<String>,
    /// Its replacements.
    pub replacements: u64,
    /// The digest that was approved.
    pub digest: String,
    /// When it was begun, in milliseconds since 1970.
    pub begun_ms: u64,
}

impl Journal {
    /// Opens the journal of a project, which lies outside it; makes the folder if it is not there.
    ///
    /// # Errors
    ///
    /// `E_JOURNAL`, or `E_JOURNAL_PLACE` if the folder is inside the project.
    pub fn open(folder: &Path, project: &Project) -> Result<Self, ToolError> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(|error| broken(&error))?;
        let real = folder.canonicalize().map_err(|error| broken(&error))?;
        if real.starts_with(project.root()) {
            return Err(invalid(
                "E_JOURNAL_PLACE",
                "the journal lies inside the project; keep it in Laika's own folder",
            ));
        }
        let dir = Dir::open_ambient_dir(&real, ambient_authority()).map_err(|error| broken(&error))?;
        // What it keeps may be secret: nobody else reads it, whoever made the folder.
        open_folder(dir.as_fd(), ".")
            .and_then(|folder| rustix::fs::fchmod(folder, Mode::from_raw_mode(0o700)))
            .map_err(|error| broken(&error.into()))?;
        Ok(Self { dir })
    }

    /// Opens the journal of a project among those of all projects.
    ///
    /// # Errors
    ///
    /// As for [`Self::open`].
    pub fn among(journals: &Path, project: &Project) -> Result<Self, ToolError> {
        let name = hex(&sha256(project.root().as_os_str().as_encoded_bytes()));
        Self::open(&journals.join(&name[..32]), project)
    }

    /// Every batch, oldest first.
    ///
    /// # Errors
    ///
    /// `E_JOURNAL`.
    pub fn batches(&self) -> Result<Vec<Batch>, ToolError> {
        let records = self.records()?;
        let batch = |record: Record| Batch {
            id: record.id,
            state: record.state,
            files: record.files.into_iter().map(|file| file.path).collect(),
            replacements: record.replacements,
            digest: record.digest,
            begun_ms: record.begun_ms,
        };
        Ok(records.into_iter().map(batch).collect())
    }

    /// Takes the journal for a change.
    pub(crate) fn hold(&self) -> Result<Held, ToolError> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let lock = rustix::fs::openat(&self.dir, "lock", flags, Mode::from_raw_mode(0o600))
            .map_err(|error| broken(&error.into()))?;
        rustix::fs::flock(&lock, FlockOperation::NonBlockingLockExclusive).map_err(|_| {
            refused(
                ErrorCode::Unavailable,
                "E_JOURNAL_BUSY",
                "another change of this project is under way; try again after it",
            )
        })?;
        Ok(Held(File::from(lock)))
    }

    /// Every record, oldest first.
    pub(crate) fn records(&self) -> Result<Vec<Record>, ToolError> {
        let mut records = Vec::new();
        for id in self.ids()? {
            records.extend(Record::read(&self.folder(id)?).map_err(|error| broken(&error))?);
        }
        Ok(records)
    }

    /// Removes the batches that never began. Only for whoever holds the journal: another's may just begin.
    pub(crate) fn drop_never_begun(&self) -> Result<(), ToolError> {
        for id in self.ids()? {
            if Record::read(&self.folder(id)?).map_err(|error| broken(&error))?.is_none() {
                self.drop_batch(id);
            }
        }
        Ok(())
    }

    fn ids(&self) -> Result<Vec<u64>, ToolError> {
        let mut ids = Vec::new();
        for entry in self.dir.entries().map_err(|error| broken(&error))? {
            let entry = entry.map_err(|error| broken(&error))?;
            if let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) {
                ids.push(id);
            }
        }
        ids.sort_unstable();
        Ok(ids)
    }

    /// The folder of a batch.
    pub(crate) fn folder(&self, id: u64) -> Result<Dir, ToolError> {
        self.dir.open_dir(name_of(id)).map_err(|error| broken(&error))
    }

    /// Makes the folder of a new batch.
    pub(crate) fn begin(&self) -> Result<(u64, Dir), ToolError> {
        let id = self.ids()?.last().map_or(1, |last| last + 1);
        self.dir.create_dir(name_of(id)).map_err(|error| broken(&error))?;
        Ok((id, self.folder(id)?))
    }

    /// Removes a batch that changed nothing.
    pub(crate) fn drop_batch(&self, id: u64) {
        // What stays is found by the next recovery.
        let _left = self.dir.remove_dir_all(name_of(id));
    }

    /// Makes the names of batches last.
    pub(crate) fn sync(&self) -> Result<(), ToolError> {
        sync_folder(&self.dir)
    }

    /// Forgets the oldest batches beyond what is kept, never the newest one.
    pub(crate) fn prune(&self) -> Result<(), ToolError> {
        let ids = self.ids()?;
        let mut bytes = 0;
        for (age, id) in ids.iter().rev().enumerate() {
            bytes += self.size(*id);
            if age > 0 && (age >= MOST_BATCHES || bytes > MOST_BYTES) {
                self.drop_batch(*id);
            }
        }
        Ok(())
    }

    fn size(&self, id: u64) -> u64 {
        let Ok(dir) = self.folder(id) else { return 0 };
        let Ok(entries) = dir.entries() else { return 0 };
        entries.flatten().filter_map(|entry| entry.metadata().ok()).map(|about| about.len()).sum()
    }
}

fn name_of(id: u64) -> String {
    format!("{id:08}")
}

/// The journal could not be read or written.
pub(crate) fn broken(error: &io::Error) -> ToolError {
    let kind = error.kind();
    if is_full(error) {
        return refused(
            ErrorCode::Unavailable,
            "E_DISK_FULL",
            "the disk is full, so nothing was changed; make room and try again",
        );
    }
    refused(ErrorCode::Unavailable, "E_JOURNAL", format!("the journal of changes cannot be used: {kind}"))
}

/// A batch of another folder.
pub(crate) fn check_project(record: &Record, project: &Project) -> Result<(), ToolError> {
    if record.project == project.root().to_string_lossy() {
        Ok(())
    } else {
        Err(not_now("E_JOURNAL_PROJECT", "this batch belongs to another folder; open that project"))
    }
}

/// Makes a folder's names last.
pub(crate) fn sync_folder(dir: &Dir) -> Result<(), ToolError> {
    fsync(dir).map_err(|error| broken(&error))
}

/// The descriptor of a [`Dir`] only names the folder; what is to be written out must be opened.
fn fsync(dir: &Dir) -> io::Result<()> {
    Ok(open_folder(dir.as_fd(), ".").and_then(rustix::fs::fsync)?)
}
