//! The encrypted files beside the log.

use std::path::Path;

use anyhow::{Context as _, Result};
use laika_store::{Reader, artifact};

/// Removes the files that the log no longer lists. Says how many there were.
pub(crate) fn sweep(home: &Path, reader: &Reader) -> Result<usize> {
    let folder = home.join("artifacts");
    if !folder.is_dir() {
        return Ok(0);
    }
    let present = reader.files()?;
    artifact::sweep(&folder, &present).context("cannot remove the files of what was forgotten")
}
