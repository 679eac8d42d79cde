//! Panic outlives the process: a file says that Laika is locked, until the person unlocks it (RUN-029).

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

/// Whether Laika in this folder is locked. What cannot be told counts as locked.
#[must_use]
pub fn is_locked(folder: &Path) -> bool {
    LockedFile::in_folder(Some(folder)).is_set()
}

/// Locks Laika in this folder or unlocks it, where no loop runs that would do it.
///
/// # Errors
/// When the file cannot be made or removed.
pub fn set_locked(folder: &Path, locked: bool) -> io::Result<()> {
    LockedFile::in_folder(Some(folder)).set(locked)
}

/// The file, where there is a folder for it.
pub(crate) struct LockedFile(Option<PathBuf>);

impl LockedFile {
    /// The file of this name in a data folder; nothing is remembered without one.
    pub(crate) fn in_folder(folder: Option<&Path>) -> Self {
        Self(folder.map(|folder| folder.join("locked")))
    }

    /// Whether Laika was locked. What cannot be told counts as locked.
    pub(crate) fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|path| path.try_exists().unwrap_or(true))
    }

    /// Remembers it through a power cut.
    pub(crate) fn set(&self, locked: bool) -> io::Result<()> {
        let Some(path) = &self.0 else { return Ok(()) };
        if locked {
            OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?.sync_all()?;
        } else if path.try_exists()? {
            fs::remove_file(path)?;
        }
        path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
    }
}
