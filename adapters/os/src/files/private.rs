//! Files that only their owner can read, and that are replaced whole or not at all.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use zeroize::Zeroizing;

use super::{FileError, MOST_BYTES, fill, without_waiting};

/// Makes the folder, or checks that nobody else can look into it or put files there.
///
/// # Errors
/// When it cannot be made, or others can look into it.
pub fn make_dir(dir: &Path) -> Result<(), FileError> {
    if let Err(error) = DirBuilder::new().recursive(true).mode(0o700).create(dir) {
        return Err(FileError::io("make", dir)(error));
    }
    check(dir, &fs::metadata(dir).map_err(FileError::io("look at", dir))?)
}

/// Holds everybody else off until it is dropped or the process ends.
///
/// # Errors
/// When it cannot be made or locked.
pub fn lock(path: &Path) -> Result<File, FileError> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true).mode(0o600).custom_flags(flags());
    let file = options.open(path).map_err(|error| refused(path, error))?;
    file.lock().map_err(FileError::io("lock", path))?;
    Ok(file)
}

/// The bytes of a private file, or nothing where there is none.
///
/// # Errors
/// When it is not private, not a file, too large, or cannot be read.
pub fn read(path: &Path) -> Result<Option<Zeroizing<Vec<u8>>>, FileError> {
    read_up_to(path, MOST_BYTES)
}

/// The same for a file that may have more bytes than others.
///
/// # Errors
/// As [`read`].
pub fn read_up_to(path: &Path, most: usize) -> Result<Option<Zeroizing<Vec<u8>>>, FileError> {
    let file = match OpenOptions::new().read(true).custom_flags(flags()).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(refused(path, error)),
    };
    let metadata = file.metadata().map_err(FileError::io("look at", path))?;
    if metadata.is_file() {
        check(path, &metadata)?;
    }
    // The full size at once: a buffer that grows would leave copies behind that nobody wipes.
    let mut bytes = Zeroizing::new(Vec::with_capacity(most + 1));
    fill(file, path, most, &mut bytes).map(|()| Some(bytes))
}

/// Replaces a file. After a crash at any moment, the old bytes are there or the new ones. One caller at a time: see
/// [`lock`].
///
/// # Errors
/// When it cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let beside = write_beside(path, bytes)?;
    fs::rename(&beside, path).map_err(FileError::io("replace", path))?;
    let dir = path.parent().unwrap_or(Path::new("."));
    // Without this the new name may not survive a power cut.
    File::open(dir).and_then(|dir| dir.sync_all()).map_err(FileError::io("write", dir))
}

fn write_beside(path: &Path, bytes: &[u8]) -> Result<PathBuf, FileError> {
    let beside = path.with_extension("new");
    // Left by a crash, and worth nothing: it never got its name.
    match fs::remove_file(&beside) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(FileError::io("remove", &beside)(error));
        }
        _ => {}
    }
    let file = OpenOptions::new().create_new(true).write(true).mode(0o600).open(&beside);
    file.and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .map_err(FileError::io("write", &beside))?;
    Ok(beside)
}

/// A link could lead to somebody else's file.
fn flags() -> i32 {
    OFlags::NOFOLLOW.bits().cast_signed() | without_waiting()
}

fn refused(path: &Path, error: io::Error) -> FileError {
    if error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error()) {
        return FileError::NotPrivate { path: path.to_owned(), why: "it is a symbolic link" };
    }
    FileError::io("open", path)(error)
}

fn check(path: &Path, metadata: &fs::Metadata) -> Result<(), FileError> {
    let why = if metadata.uid() != rustix::process::geteuid().as_raw() {
        "it belongs to somebody else"
    } else if metadata.mode() & 0o077 != 0 {
        "others may use it"
    } else {
        return Ok(());
    };
    Err(FileError::NotPrivate { path: path.to_owned(), why })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_before_the_rename_leaves_the_old_bytes() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("keys");
        replace(&path, b"old").unwrap();
        write_beside(&path, b"never finis").unwrap();
        assert_eq!(**read(&path).unwrap().unwrap(), *b"old");
        replace(&path, b"new").unwrap();
        assert_eq!(**read(&path).unwrap().unwrap(), *b"new");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
