//! A disk of our own: a file with a file system in it, mounted while it is used.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use tempfile::TempDir;

use crate::process;

const BYTES: u64 = 48 * 1024 * 1024;

/// What this machine does not have or allow.
pub(super) struct Missing(pub(super) String);

/// A mounted image. It is unmounted when it goes, however that comes about.
pub(super) struct Image {
    scratch: TempDir,
    mounted: bool,
}

impl Image {
    /// Makes and mounts an image, where this machine can.
    pub(super) fn mounted(cache: &Path) -> Result<Result<Self, Missing>> {
        let scratch = tempfile::tempdir_in(cache).context("cannot make a folder for the image")?;
        let file = scratch.path().join("disk.img");
        File::create(&file)?.set_len(BYTES)?;
        let folder = scratch.path().join("disk");
        fs::create_dir(&folder)?;
        let made = process::read(Command::new("mkfs.ext4").args(["-q", "-F"]).arg(&file));
        if let Err(error) = made {
            return Ok(Err(Missing(format!("no file system can be made: {error}"))));
        }
        let mounted = process::read(Command::new("mount").args(["-o", "loop"]).arg(&file).arg(&folder));
        Ok(match mounted {
            Ok(_) => Ok(Self { scratch, mounted: true }),
            Err(error) => Err(Missing(format!("an image cannot be mounted here: {error}"))),
        })
    }

    /// Where it is mounted.
    pub(super) fn folder(&self) -> PathBuf {
        self.scratch.path().join("disk")
    }

    /// Unmounts it and reads all of it.
    pub(super) fn unmounted(mut self) -> Result<Vec<u8>> {
        self.unmount()?;
        fs::read(self.scratch.path().join("disk.img")).context("the image cannot be read")
    }

    fn unmount(&mut self) -> Result<()> {
        process::read(Command::new("umount").arg(self.folder()))?;
        self.mounted = false;
        Ok(())
    }
}

impl Drop for Image {
    fn drop(&mut self) {
        if self.mounted {
            // It stays mounted then, and says so when its folder cannot be removed.
            let _ = self.unmount();
        }
    }
}
