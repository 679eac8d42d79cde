//! Small files that others must not read, or must not write.

mod error;
pub mod guarded;
pub mod private;

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use rustix::fs::OFlags;

pub use error::FileError;

/// No file of ours is larger unless its reader says so; a larger one is not looked at.
const MOST_BYTES: usize = 64 * 1024;

/// A pipe would wait for somebody to write into it.
fn without_waiting() -> i32 {
    OFlags::NONBLOCK.bits().cast_signed()
}

/// Reads a file that was opened, into room that was made for it.
fn fill(file: fs::File, path: &Path, most: usize, bytes: &mut Vec<u8>) -> Result<(), FileError> {
    if !file.metadata().map_err(FileError::io("look at", path))?.is_file() {
        return Err(FileError::damaged(path, "it is not a file"));
    }
    file.take(most as u64 + 1).read_to_end(bytes).map_err(FileError::io("read", path))?;
    if bytes.len() > most { Err(FileError::damaged(path, "it is too large")) } else { Ok(()) }
}

/// Whether an error says that there is no such file.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
