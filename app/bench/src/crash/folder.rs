//! Folders for single cases: made empty, copied, and gone afterwards.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context as _, Result};

/// A folder that goes with its owner.
pub(super) struct Folder(PathBuf);

impl Folder {
    /// A new folder in memory where there is such a place. What a killed process wrote is in the page cache on any
    /// file system, and power cuts are rebuilt from a recording: no case asks a real disk to remember.
    pub(super) fn new() -> Result<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let memory = Path::new("/dev/shm");
        let place = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = place.join(format!("laika-crash-{}-{count}", std::process::id()));
        fs::create_dir(&path).with_context(|| format!("cannot make `{}`", path.display()))?;
        // Traces name files by their real paths.
        let real = fs::canonicalize(&path).with_context(|| format!("cannot find `{}`", path.display()))?;
        Ok(Self(real))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// A copy with everything that is in it.
    pub(super) fn copy(&self) -> Result<Self> {
        let new = Self::new()?;
        copy(&self.0, &new.0).with_context(|| format!("cannot copy `{}`", self.0.display()))?;
        Ok(new)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is left to the system that cleans up after a restart.
        let _ = fs::remove_dir_all(&self.0);
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
