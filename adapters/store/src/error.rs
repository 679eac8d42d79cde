//! What can go wrong with the log: one clear sentence and one stable code each.

use std::io;
use std::path::{Path, PathBuf};

use laika_protocol::ids::{ArtifactId, CollectionId, ProfileId, RunId, SourceId, Uuid};
use rusqlite::ErrorCode;

/// An error of the store.
///
/// It can be copied, since one failed transaction is the answer to every batch that was in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another process writes here.
    #[error("another Laika is already writing to `{}`", .0.display())]
    Locked(PathBuf),
    /// The database was written by a newer program.
    #[error(
        "the log was written by a newer Laika (schema {found}, this one knows {known}); use that one or newer"
    )]
    Newer {
        /// Its schema.
        found: u32,
        /// The newest schema that this program knows.
        known: u32,
    },
    /// The database is older than what is asked of it, and only the writer may change that.
    #[error(
        "the log has schema {found}, which lacks this; open it once for writing and it is brought up to date"
    )]
    Older {
        /// Its schema.
        found: u32,
    },
    /// The file is not a log of Laika.
    #[error("`{0}` is a database of another program, not a log of Laika")]
    Foreign(String),
    /// There is no log here.
    #[error("there is no log at `{}`", .0.display())]
    Nothing(PathBuf),
    /// A call or an idempotency key comes a second time.
    #[error("the call `{request}` was already recorded in run `{run}`; nothing was written")]
    Repeated {
        /// The call that was recorded first.
        request: Uuid,
        /// Its run.
        run: RunId,
    },
    /// Another run holds the tab.
    #[error("tab {tab} is held by run `{run}`; nothing was written")]
    TabBusy {
        /// The tab.
        tab: u32,
        /// Who holds it.
        run: RunId,
    },
    /// A run does not change its profile.
    #[error("run `{run}` belongs to profile `{profile}`; nothing was written")]
    Profile {
        /// The run.
        run: RunId,
        /// The profile it belongs to.
        profile: ProfileId,
    },
    /// The run has other events at its end than whoever hands in a batch knows of.
    #[error("run `{run}` ends with event {last}, not {after}; nothing was written")]
    Moved {
        /// The run.
        run: RunId,
        /// What was thought to be its last event.
        after: u64,
        /// What is.
        last: u64,
    },
    /// A batch that cannot be stored.
    #[error("the batch cannot be stored: {0}; nothing was written")]
    Batch(&'static str),
    /// A stored record that this version cannot read.
    #[error("event {seq} of run `{run}` cannot be read: {why}")]
    Record {
        /// The run.
        run: RunId,
        /// The event.
        seq: u64,
        /// Why.
        why: String,
    },
    /// There is no such run.
    #[error("there is no run `{0}`")]
    NoRun(RunId),
    /// Nothing was logged yet.
    #[error("the log is empty, so there is nothing to sign")]
    Empty,
    /// No signed head covers the run.
    #[error("no signed head covers run `{0}` yet; sign one first")]
    NoHead(RunId),
    /// The key for the next head is not there.
    #[error("the key that must sign head {epoch} {why}; a new line of heads is never begun silently")]
    HeadKey {
        /// The head.
        epoch: u64,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A host or origin that is none.
    #[error("`{0}` is neither a host nor an origin")]
    Site(String),
    /// A text that is not a head or an anchor.
    #[error("not {0}")]
    Form(&'static str),
    /// There is no such collection.
    #[error("there is no collection `{0}`")]
    NoCollection(CollectionId),
    /// There is no such source.
    #[error("there is no source `{0}`")]
    NoSource(SourceId),
    /// Nothing of this id was made.
    #[error("nothing was made under the id `{0}`")]
    NoMade(ArtifactId),
    /// A collection, or what should be in it, that cannot be stored.
    #[error("this cannot be collected: {0}; nothing was written")]
    Collection(&'static str),
    /// More sources than a collection has.
    #[error("collection `{0}` would have more than 1000 sources; nothing was written")]
    CollectionFull(CollectionId),
    /// Words of a sensitive source (CTX-011).
    #[error(
        "source `{0}` is sensitive: only totals of it are kept, without words or links; nothing was written"
    )]
    SensitiveText(SourceId),
    /// The queue is full.
    #[error("the log is busy and its queue is full; try again")]
    Busy,
    /// The writer is gone.
    #[error("the log is closed")]
    Closed,
    /// No space.
    #[error("there is no space left for the log; nothing was written")]
    Full,
    /// The database is damaged.
    #[error("the log is damaged: {0}")]
    Damaged(String),
    /// The database failed otherwise.
    #[error("the database failed: {message}")]
    Database {
        /// The extended result code of SQLite, 0 if it is not from there.
        result: i32,
        /// Its words.
        message: String,
    },
    /// A file could not be used.
    #[error("cannot {what} `{}`: {message}", path.display())]
    File {
        /// What was tried.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        message: String,
    },
    /// What is read or written elsewhere failed.
    #[error("cannot {what}: {message}")]
    Stream {
        /// What was tried.
        what: &'static str,
        /// Why not.
        message: String,
    },
    /// A bundle that is not of the form.
    #[error("not a bundle of Laika: {0}")]
    Bundle(String),
    /// No random numbers.
    #[error("the system gives no random numbers: {0}")]
    Random(String),
}

impl StoreError {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Locked(_) => "E_STORE_LOCKED",
            Self::Newer { .. } => "E_STORE_NEWER",
            Self::Older { .. } => "E_STORE_OLDER",
            Self::Foreign(_) => "E_STORE_FOREIGN",
            Self::Nothing(_) => "E_STORE_NOTHING",
            Self::Repeated { .. } => "E_STORE_REPEATED",
            Self::TabBusy { .. } => "E_STORE_TAB_BUSY",
            Self::Profile { .. } => "E_STORE_PROFILE",
            Self::Moved { .. } => "E_STORE_MOVED",
            Self::Batch(_) => "E_STORE_BATCH",
            Self::Record { .. } => "E_STORE_RECORD",
            Self::NoRun(_) => "E_STORE_NO_RUN",
            Self::Empty => "E_STORE_EMPTY",
            Self::NoHead(_) => "E_STORE_NO_HEAD",
            Self::HeadKey { .. } => "E_STORE_HEAD_KEY",
            Self::Site(_) => "E_STORE_SITE",
            Self::Form(_) => "E_STORE_FORM",
            Self::NoCollection(_) => "E_STORE_NO_COLLECTION",
            Self::NoSource(_) => "E_STORE_NO_SOURCE",
            Self::NoMade(_) => "E_STORE_NO_MADE",
            Self::Collection(_) => "E_STORE_COLLECTION",
            Self::CollectionFull(_) => "E_STORE_COLLECTION_FULL",
            Self::SensitiveText(_) => "E_SENSITIVE_TEXT",
            Self::Busy => "E_STORE_BUSY",
            Self::Closed => "E_STORE_CLOSED",
            Self::Full => "E_STORE_FULL",
            Self::Damaged(_) => "E_STORE_DAMAGED",
            Self::Database { .. } => "E_STORE_DATABASE",
            Self::File { .. } => "E_STORE_FILE",
            Self::Stream { .. } => "E_STORE_STREAM",
            Self::Bundle(_) => "E_STORE_BUNDLE",
            Self::Random(_) => "E_STORE_RANDOM",
        }
    }

    /// Whether only this batch is at fault, so that the others of its transaction may still be written.
    pub(crate) const fn is_of_the_batch(&self) -> bool {
        matches!(
            self,
            Self::Repeated { .. }
                | Self::TabBusy { .. }
                | Self::Profile { .. }
                | Self::Moved { .. }
                | Self::Batch(_)
                | Self::Record { .. }
        )
    }

    /// Whether the disk failed, after which nothing the connection remembers can be trusted.
    pub(crate) const fn is_of_the_disk(&self) -> bool {
        matches!(self, Self::Database { result, .. } if *result & 0xff == rusqlite::ffi::SQLITE_IOERR)
    }

    pub(crate) fn file(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |error| {
            if error.kind() == io::ErrorKind::StorageFull {
                return Self::Full;
            }
            Self::File { what, path, message: error.to_string() }
        }
    }

    pub(crate) fn stream(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Stream { what, message: error.to_string() }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let message = error.to_string();
        match error.sqlite_error() {
            Some(cause) if cause.code == ErrorCode::DiskFull => Self::Full,
            Some(cause) if matches!(cause.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Self::Damaged(message)
            }
            Some(cause) => Self::Database { result: cause.extended_code, message },
            // A column of another type than the schema says.
            None => Self::Damaged(message),
        }
    }
}

impl From<getrandom::Error> for StoreError {
    fn from(error: getrandom::Error) -> Self {
        Self::Random(error.to_string())
    }
}
