//! Files that decide something for the person: nobody else may write them, or put another file in their place.

use std::fs::{self, File, Metadata, OpenOptions};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

use super::{FileError, MOST_BYTES, fill, is_missing, without_waiting};

/// The bytes of a file that only its owner, this person or root, can change; nothing where there is none.
///
/// # Errors
/// When somebody else could write it or its folder, or it cannot be read.
pub fn read(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    let Some(file) = open(path)? else { return Ok(None) };
    check(path, &file.metadata().map_err(FileError::io("look at", path))?)?;
    // A link may lead elsewhere; then both folders decide which file it is.
    let real = fs::canonicalize(path).map_err(FileError::io("find", path))?;
    for folder in [path.parent(), real.parent()].into_iter().flatten() {
        check(folder, &fs::metadata(folder).map_err(FileError::io("look at", folder))?)?;
    }
    let mut bytes = Vec::new();
    fill(file, path, MOST_BYTES, &mut bytes).map(|()| Some(bytes))
}

/// The bytes of a file, whoever wrote it; nothing where there is none.
///
/// # Errors
/// When it cannot be read.
pub fn read_any(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    let Some(file) = open(path)? else { return Ok(None) };
    let mut bytes = Vec::new();
    fill(file, path, MOST_BYTES, &mut bytes).map(|()| Some(bytes))
}

fn open(path: &Path) -> Result<Option<File>, FileError> {
    match OpenOptions::new().read(true).custom_flags(without_waiting()).open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(FileError::io("open", path)(error)),
    }
}

fn check(path: &Path, metadata: &Metadata) -> Result<(), FileError> {
    let why = if metadata.uid() != 0 && metadata.uid() != rustix::process::geteuid().as_raw() {
        "it belongs to somebody else"
    } else if metadata.mode() & 0o022 != 0 {
        "others may write it"
    } else {
        return Ok(());
    };
    Err(FileError::NotGuarded { path: path.to_owned(), why })
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn a_file_or_folder_that_others_can_write_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("laika");
        let path = folder.join("config.toml");
        assert_eq!(read(&path).unwrap(), None);
        fs::create_dir(&folder).unwrap();
        fs::write(&path, "a").unwrap();
        let mode = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        for (file, around, fine) in [
            (0o600, 0o700, true),
            (0o644, 0o755, true),
            (0o664, 0o700, false),
            (0o646, 0o700, false),
            (0o600, 0o775, false),
            (0o600, 0o757, false),
        ] {
            mode(&path, file);
            mode(&folder, around);
            let is_read = match read(&path) {
                Ok(bytes) => bytes == Some(b"a".to_vec()),
                Err(error) => {
                    assert!(matches!(error, FileError::NotGuarded { .. }), "{error}");
                    false
                }
            };
            assert_eq!(is_read, fine, "{file:o} in {around:o}");
            assert_eq!(read_any(&path).unwrap().unwrap(), b"a");
        }
    }

    #[test]
    fn a_link_is_as_safe_as_where_it_leads() {
        let dir = tempfile::tempdir().unwrap();
        let elsewhere = dir.path().join("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        fs::write(elsewhere.join("real"), "a").unwrap();
        fs::set_permissions(elsewhere.join("real"), Permissions::from_mode(0o600)).unwrap();
        let link = dir.path().join("link");
        symlink(elsewhere.join("real"), &link).unwrap();
        fs::set_permissions(&elsewhere, Permissions::from_mode(0o700)).unwrap();
        assert_eq!(read(&link).unwrap().unwrap(), b"a");
        fs::set_permissions(&elsewhere, Permissions::from_mode(0o777)).unwrap();
        assert!(matches!(read(&link), Err(FileError::NotGuarded { .. })));
    }

    #[test]
    fn what_is_no_file_or_too_large_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        assert!(matches!(read_any(dir.path()), Err(FileError::Damaged { .. })));
        let large = dir.path().join("large");
        fs::write(&large, vec![b' '; 64 * 1024 + 1]).unwrap();
        assert!(matches!(read_any(&large), Err(FileError::Damaged { .. })));
        assert_eq!(read_any(&large.join("below")).unwrap(), None);
    }
}
