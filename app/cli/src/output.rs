//! Files that a command writes where the person says.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

/// Writes what was seen or said to a file. A new one can be read by nobody else; one that is there keeps its rights.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path);
    file?.write_all(bytes)
}
