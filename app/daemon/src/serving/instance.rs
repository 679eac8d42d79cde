//! One server for each folder: a lock that dies with its process, and the socket beside it.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::fs::{
    DirBuilderExt as _, FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _,
};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

use rustix::process::geteuid;

use super::error::ServeError;
use crate::doctor::SOCKET;

/// The name of the lock in Laika's folder.
const LOCK: &str = "laika.serve";

/// The right to serve a folder.
pub(super) struct Instance {
    folder: PathBuf,
    /// Held, never read: it is free again when this process is gone, however it went.
    _lock: File,
    bound: bool,
}

impl Instance {
    /// Takes the folder, which is made if it is not there.
    pub(super) fn take(folder: &Path) -> Result<Self, ServeError> {
        let path = folder.join(LOCK);
        let failed = |error: io::Error| ServeError::Socket { path: path.clone(), why: error.to_string() };
        DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed)?;
        let metadata = fs::metadata(folder).map_err(failed)?;
        if metadata.uid() != geteuid().as_raw() {
            return Err(failed(io::Error::other("its folder belongs to somebody else")));
        }
        if metadata.mode() & 0o077 != 0 {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).map_err(failed)?;
        }
        let lock =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(&path);
        let mut lock = lock.map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                let read = lock.take(32).read_to_string(&mut text);
                let pid = read.ok().and_then(|_| text.trim().parse().ok());
                return Err(ServeError::Running { folder: folder.to_owned(), pid });
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let noted = lock.set_len(0).and_then(|()| lock.rewind());
        noted.and_then(|()| writeln!(lock, "{}", std::process::id())).map_err(failed)?;
        Ok(Self { folder: folder.to_owned(), _lock: lock, bound: false })
    }

    /// The socket.
    pub(super) fn path(&self) -> PathBuf {
        self.folder.join(SOCKET)
    }

    /// Opens the socket. One that a dead server left behind is replaced: whoever holds the lock is the only one alive.
    pub(super) fn bind(&mut self) -> Result<UnixListener, ServeError> {
        let path = self.path();
        let failed = |why: String| ServeError::Socket { path: path.clone(), why };
        match fs::symlink_metadata(&path) {
            Ok(found) if found.file_type().is_socket() => {
                fs::remove_file(&path).map_err(|error| failed(error.to_string()))?;
            }
            Ok(_) => return Err(failed("something that is no socket has its name".into())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(error.to_string())),
        }
        // Between this and its mode, only the folder's mode keeps others out.
        let listener = UnixListener::bind(&path).map_err(|error| failed(error.to_string()))?;
        self.bound = true;
        let mode = fs::set_permissions(&path, fs::Permissions::from_mode(0o600));
        mode.map_err(|error| failed(error.to_string()))?;
        Ok(listener)
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        if self.bound {
            // One that stays is replaced by the next server.
            let _ = fs::remove_file(self.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_serves_a_folder_and_its_end_frees_it() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("laika");
        let mut first = Instance::take(&folder).unwrap();
        let listener = first.bind().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
        assert_eq!((mode(&folder), mode(&first.path())), (0o700, 0o600));
        let second = Instance::take(&folder).err().unwrap();
        assert!(matches!(&second, ServeError::Running { pid: Some(pid), .. } if *pid == std::process::id()));
        assert_eq!(second.code(), "E_ALREADY_RUNNING");
        let path = first.path();
        drop((first, listener));
        assert!(!path.exists());
        // A server that was killed leaves its socket, and nobody behind it.
        drop(UnixListener::bind(&path).unwrap());
        Instance::take(&folder).unwrap().bind().unwrap();
        fs::write(&path, "").unwrap();
        let taken = Instance::take(&folder).unwrap().bind().err().unwrap();
        assert_eq!(taken.code(), "E_SOCKET");
        assert!(path.exists(), "what is not ours is not removed");
    }
}
