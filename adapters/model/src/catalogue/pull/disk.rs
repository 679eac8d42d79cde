//! Whether there is room.

use std::path::Path;

use super::super::LibraryError;

/// The state file, the journal and what else needs a little.
const MARGIN: u64 = 16 << 20;

/// Refuses where fewer bytes are free than it takes.
pub(in super::super) fn check(folder: &Path, bytes: u64) -> Result<(), LibraryError> {
    let disk =
        rustix::fs::statvfs(folder).map_err(|error| LibraryError::io("look at", folder)(error.into()))?;
    let free = disk.f_bavail.saturating_mul(disk.f_frsize);
    let needed = bytes.saturating_add(MARGIN);
    if needed > free {
        return Err(LibraryError::DiskFull { path: folder.to_owned(), needed, free });
    }
    Ok(())
}
