//! Weights that are not all here yet. What is complete survives the end of the process at any moment.

use std::fs::{self, File, TryLockError};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::LibraryError;

/// Everything under way is in this folder, so that the models folder itself holds only what was verified.
const UNDER_WAY: &str = ".pull";
const WEIGHTS: &str = "weights.part";
const JOURNAL: &str = "journal.json";

/// The weights of one model on their way, held by one process.
pub(in super::super) struct Partial {
    folder: PathBuf,
    lock: File,
}

impl Drop for Partial {
    fn drop(&mut self) {
        // Closing is not enough: a program that another thread starts just now has the file open until it runs.
        let _ = self.lock.unlock();
    }
}

/// Which parts are complete, and from where.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Journal {
    /// What identifies the source: parts of two sources are never joined.
    pub(super) source: String,
    /// The bytes of each part that is complete.
    pub(super) parts: Vec<u64>,
}

impl Journal {
    pub(super) fn bytes(&self) -> u64 {
        self.parts.iter().fold(0, |sum, part| sum.saturating_add(*part))
    }
}

impl Partial {
    /// Takes hold of what there is of a model; refuses where another process does.
    pub(in super::super) fn hold(models: &Path, name: &str) -> Result<Self, LibraryError> {
        let under_way = models.join(UNDER_WAY);
        fs::create_dir_all(&under_way).map_err(LibraryError::io("make", &under_way))?;
        // The lock stays when the rest goes: a name that is made again would be another lock.
        let lock = under_way.join(format!("{name}.lock"));
        let file = File::options().create(true).truncate(false).write(true).open(&lock);
        let file = file.map_err(LibraryError::io("open", &lock))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LibraryError::Busy(name.to_owned())),
            Err(TryLockError::Error(error)) => return Err(LibraryError::io("lock", &lock)(error)),
        }
        Ok(Self { folder: under_way.join(name), lock: file })
    }

    /// How many bytes there are of a model that is not all here.
    pub(in super::super) fn bytes_of(models: &Path, name: &str) -> Option<u64> {
        let weights = models.join(UNDER_WAY).join(name).join(WEIGHTS);
        fs::metadata(weights).ok().map(|metadata| metadata.len())
    }

    /// The file that grows.
    pub(in super::super) fn weights(&self) -> PathBuf {
        self.folder.join(WEIGHTS)
    }

    /// What is complete of this source. What came from another, and what is not complete, is dropped.
    pub(super) fn resume(&self, source: &str) -> Result<Journal, LibraryError> {
        let journal = self.read_journal().filter(|journal| journal.source == source);
        let here = fs::metadata(self.weights()).map_or(0, |metadata| metadata.len());
        match journal.filter(|journal| journal.bytes() <= here) {
            Some(journal) => Ok(journal),
            None => {
                self.clear()?;
                fs::create_dir_all(&self.folder).map_err(LibraryError::io("make", &self.folder))?;
                let journal = Journal { source: source.to_owned(), parts: Vec::new() };
                self.write_journal(&journal)?;
                Ok(journal)
            }
        }
    }

    /// The file, open to grow behind so many bytes.
    pub(super) fn open_at(&self, bytes: u64) -> Result<File, LibraryError> {
        let path = self.weights();
        let open = || {
            let mut file = File::options().create(true).truncate(false).write(true).open(&path)?;
            file.set_len(bytes)?;
            file.seek(SeekFrom::Start(bytes))?;
            Ok(file)
        };
        open().map_err(LibraryError::io("open", &path))
    }

    /// Notes that one more part is complete. Its bytes are on the disk before the note is.
    pub(super) fn complete(&self, file: &File, journal: &Journal) -> Result<(), LibraryError> {
        file.sync_all().map_err(LibraryError::io("write", &self.weights()))?;
        self.write_journal(journal)
    }

    /// The bytes that are complete, of whatever source.
    pub(super) fn kept(&self) -> u64 {
        self.read_journal().map_or(0, |journal| journal.bytes())
    }

    fn read_journal(&self) -> Option<Journal> {
        // One that cannot be read is worth nothing; the bytes are fetched again.
        serde_json::from_slice(&fs::read(self.folder.join(JOURNAL)).ok()?).ok()
    }

    fn write_journal(&self, journal: &Journal) -> Result<(), LibraryError> {
        let (path, beside) = (self.folder.join(JOURNAL), self.folder.join("journal.json.new"));
        let write = || -> io::Result<()> {
            let mut file = File::create(&beside)?;
            file.write_all(&serde_json::to_vec(journal)?)?;
            file.sync_all()?;
            fs::rename(&beside, &path)?;
            File::open(&self.folder)?.sync_all()
        };
        write().map_err(LibraryError::io("write", &path))
    }

    /// A new, empty folder for one attempt of a program. What earlier ones left is removed.
    pub(super) fn attempt(&self) -> Result<Attempt, LibraryError> {
        let entries = fs::read_dir(&self.folder).map_err(LibraryError::io("read", &self.folder))?;
        let old = entries
            .flatten()
            .filter(|entry| entry.file_name().to_string_lossy().starts_with(Attempt::PREFIX));
        old.for_each(|entry| drop(fs::remove_dir_all(entry.path())));
        // A program of a process that was killed may still be writing into an old one, so no name is used twice.
        let since_1970 =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let name = format!("{}{}-{}", Attempt::PREFIX, std::process::id(), since_1970.as_nanos());
        let folder = self.folder.join(name);
        fs::create_dir(&folder).map_err(LibraryError::io("make", &folder))?;
        Ok(Attempt(folder))
    }

    /// Moves the weights to where models are looked for.
    pub(in super::super) fn place(&self, target: &Path) -> Result<(), LibraryError> {
        let weights = self.weights();
        let place = || {
            File::open(&weights)?.sync_all()?;
            fs::rename(&weights, target)?;
            target.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
        };
        place().map_err(LibraryError::io("write", target))?;
        self.clear()
    }

    /// Makes the folder, empty.
    pub(in super::super) fn start(&self) -> Result<(), LibraryError> {
        self.clear()?;
        fs::create_dir_all(&self.folder).map_err(LibraryError::io("make", &self.folder))
    }

    /// Removes all there is.
    pub(in super::super) fn clear(&self) -> Result<(), LibraryError> {
        match fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(LibraryError::io("remove", &self.folder)(error))
            }
            _ => Ok(()),
        }
    }
}

/// A folder for one attempt of a program, gone with it.
pub(super) struct Attempt(PathBuf);

impl Attempt {
    const PREFIX: &'static str = "attempt-";

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
