//! Folders for single cases: made empty, copied, and gone afterwards.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use tempfile::TempDir;

/// A folder that goes with its owner.
pub(super) struct Folder(TempDir);

impl Folder {
    /// A new folder in memory where there is such a place. What a killed process wrote is in the page cache on any
    /// file system, and power cuts are rebuilt from a recording: no case asks a real disk to remember.
    pub(super) fn new() -> Result<Self> {
        let memory = Path::new("/dev/shm");
        let place = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
        // Traces name files by their real paths.
        let place = fs::canonicalize(&place).with_context(|| format!("there is no `{}`", place.display()))?;
        let folder = tempfile::Builder::new().prefix("laika-crash-").tempdir_in(&place);
        folder.map(Self).with_context(|| format!("cannot make a folder in `{}`", place.display()))
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    /// A copy with everything that is in it.
    pub(super) fn copy(&self) -> Result<Self> {
        let new = Self::new()?;
        copy(self.path(), new.path()).with_context(|| format!("cannot copy `{}`", self.path().display()))?;
        Ok(new)
    }
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir(&target)?;
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_holds_everything_and_both_go_with_their_owners() {
        let first = Folder::new().unwrap();
        fs::create_dir(first.path().join("inner")).unwrap();
        fs::write(first.path().join("inner/file"), "text").unwrap();
        let second = first.copy().unwrap();
        assert_eq!(fs::read_to_string(second.path().join("inner/file")).unwrap(), "text");
        let paths = [first.path().to_path_buf(), second.path().to_path_buf()];
        drop((first, second));
        assert!(paths.iter().all(|path| !path.exists()));
    }
}
