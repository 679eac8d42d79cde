//! Where a log lies, and the connections to it.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags, config::DbConfig};

use crate::StoreError;
use crate::chain::hex;

/// The name of the database in its folder.
pub const DATABASE: &str = "laika.db";
/// The name of the lock in its folder.
pub(crate) const LOCK: &str = "laika.lock";
/// The name of the folder of head keys.
pub(crate) const KEYS: &str = "head-keys";

/// How long a connection waits for another.
pub(crate) const BUSY: Duration = Duration::from_secs(10);
/// No row is larger. A file from elsewhere could claim a gigabyte.
const MOST_ROW_BYTES: i32 = 16 * 1024 * 1024;

/// Where a log lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A folder that belongs to Laika alone.
    Folder(PathBuf),
    /// In memory: private runs. Nothing touches the disk, and it is gone when it is closed (I14).
    Memory,
}

/// When a commit counts as durable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Synchronous {
    /// After the disk says so.
    #[default]
    Full,
    /// At once, without asking the disk. Only so that a proof of durability can be seen to fail.
    Off,
}

/// How a log is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Where it lies.
    pub place: Place,
    /// When a commit counts as durable.
    pub synchronous: Synchronous,
}

impl Options {
    /// A log in a folder.
    #[must_use]
    pub fn folder(path: impl Into<PathBuf>) -> Self {
        Self { place: Place::Folder(path.into()), synchronous: Synchronous::Full }
    }

    /// A log in memory.
    #[must_use]
    pub const fn memory() -> Self {
        Self { place: Place::Memory, synchronous: Synchronous::Full }
    }
}

/// What connections are made to.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// A database file.
    File(PathBuf),
    /// A database in memory, by the name under which connections of this process share it.
    Memory(Arc<str>),
}

impl Source {
    /// Where the keys of its heads lie.
    pub(crate) fn keys(&self) -> Option<PathBuf> {
        match self {
            Self::File(file) => Some(file.parent()?.join(KEYS)),
            Self::Memory(_) => None,
        }
    }

    /// A new database in memory.
    pub(crate) fn memory() -> Result<Self, StoreError> {
        let mut name = [0; 16];
        getrandom::fill(&mut name)?;
        // The file system `memdb` lives in memory, and unlike the shared cache it isolates readers from a writer.
        Ok(Self::Memory(format!("file:/laika-{}?vfs=memdb", hex(&name)).into()))
    }

    /// The name for messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Memory(_) => "memory".into(),
        }
    }

    /// The one connection that writes.
    pub(crate) fn writer(&self, synchronous: Synchronous) -> Result<Connection, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = match self {
            Self::File(path) => Connection::open_with_flags(path, flags)?,
            Self::Memory(name) => Connection::open_with_flags(
                &**name,
                flags | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_URI,
            )?,
        };
        harden(&connection)?;
        let journal = match self {
            Self::File(_) => "WAL",
            Self::Memory(_) => "MEMORY",
        };
        let used = {
            let mut pragma = connection.prepare(&format!("PRAGMA journal_mode = {journal}"))?;
            let mut rows = pragma.query([])?;
            let used: String = match rows.next()? {
                Some(row) => row.get(0)?,
                None => String::new(),
            };
            // The answer comes before the change is committed. Only whoever asks on hears that this failed; the
            // connection itself would go on saying that it is in this mode.
            while rows.next()?.is_some() {}
            used
        };
        if !used.eq_ignore_ascii_case(journal) {
            return Err(StoreError::Database { result: 0, message: format!("no {journal} journal here") });
        }
        let synchronous = match synchronous {
            Synchronous::Full => "FULL",
            Synchronous::Off => "OFF",
        };
        connection.pragma_update(None, "synchronous", synchronous)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "secure_delete", true)?;
        connection.pragma_update(None, "recursive_triggers", true)?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(connection)
    }

    /// A connection that reads.
    pub(crate) fn reader(&self) -> Result<Connection, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = match self {
            Self::File(path) => {
                if !path.is_file() {
                    return Err(StoreError::Nothing(path.clone()));
                }
                // Beside a write-ahead log or a lock somebody may be writing. A copy that lies alone cannot change,
                // and SQLite must be told so, or it would want to make files beside it.
                let waiting = beside(path, "-wal").exists();
                let locked = path.parent().is_some_and(|folder| folder.join(LOCK).exists());
                let open = || Connection::open_with_flags(path, flags);
                let alone =
                    || Connection::open_with_flags(immutable(path), flags | OpenFlags::SQLITE_OPEN_URI);
                match (waiting, locked) {
                    (true, _) => open()?,
                    // A whole folder on a medium that cannot be written to.
                    (false, true) => {
                        open().and_then(|live| touch(&live).map(|()| live)).or_else(|_| alone())?
                    }
                    (false, false) => alone()?,
                }
            }
            // Memory has no read-only mode of its own; the setting below is what keeps a reader from writing.
            Self::Memory(name) => Connection::open_with_flags(
                &**name,
                OpenFlags::SQLITE_OPEN_READ_WRITE
                    | OpenFlags::SQLITE_OPEN_NO_MUTEX
                    | OpenFlags::SQLITE_OPEN_URI,
            )?,
        };
        harden(&connection)?;
        connection.pragma_update(None, "query_only", true)?;
        Ok(connection)
    }
}

/// Settings of every connection: a file may come from anywhere, and nothing of it goes to a temporary file.
fn harden(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(BUSY)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    let _: i64 =
        connection.pragma_update_and_check(None, "mmap_size", 0, |row| row.get(0)).or_else(|error| {
            // In memory there is nothing to map, and no answer.
            if matches!(error, rusqlite::Error::QueryReturnedNoRows) { Ok(0) } else { Err(error) }
        })?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MOST_ROW_BYTES)?;
    Ok(())
}

/// Reads anything at all.
fn touch(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("PRAGMA schema_version", [], |_| Ok(()))
}

/// The path with something added to its name.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(suffix);
    name.into()
}

/// The address of a file that does not change while it is read.
fn immutable(path: &Path) -> String {
    let mut uri = String::from("file:");
    for &byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'-' | b'_') {
            uri.push(char::from(byte));
        } else {
            uri.push('%');
            uri.push_str(&hex(&[byte]));
        }
    }
    uri.push_str("?immutable=1");
    uri
}

/// Makes the folder ours alone, and takes the lock of its one writer (RUN-011).
pub(crate) fn take(folder: &Path) -> Result<File, StoreError> {
    private_folder(folder)?;
    let path = folder.join(LOCK);
    let lock = private_file(&path)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(fs::TryLockError::WouldBlock) => return Err(StoreError::Locked(folder.to_path_buf())),
        Err(fs::TryLockError::Error(error)) => return Err(StoreError::file("lock", &path)(error)),
    }
    // SQLite gives the files beside the database the rights of the database.
    private_file(&folder.join(DATABASE))?;
    Ok(lock)
}

/// A folder that nobody else can enter.
pub(crate) fn private_folder(path: &Path) -> Result<(), StoreError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    // Before anything is made: those whose names have to be kept by the folder they are in.
    let mut made: Vec<&Path> =
        path.ancestors().take_while(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()).collect();
    builder.create(path).map_err(StoreError::file("make", path))?;
    while let Some(folder) = made.pop() {
        // A power cut may take the name of a new folder with all it holds, unless its parent is synced.
        if let Some(parent) = folder.parent() {
            crate::keys::sync_folder(if parent.as_os_str().is_empty() { Path::new(".") } else { parent })?;
        }
    }
    #[cfg(unix)]
    {
        let rights = std::os::unix::fs::PermissionsExt::from_mode(0o700);
        fs::set_permissions(path, rights).map_err(StoreError::file("close off", path))?;
    }
    Ok(())
}

/// A file that nobody else can read. What it holds is kept.
fn private_file(path: &Path) -> Result<File, StoreError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(StoreError::file("open", path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_cannot_become_a_parameter() {
        assert_eq!(immutable(Path::new("/a b/c?x#%.db")), "file:/a%20b/c%3fx%23%25.db?immutable=1");
    }
}
