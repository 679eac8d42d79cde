//! What can go wrong with keys, in one sentence each, and what a person can do about it.

use std::io;
use std::path::{Path, PathBuf};

use super::Place;
use crate::files::FileError;

/// Why there is no key. None of these is ever answered by making a new one.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// Names are part of files and of calls to programs.
    #[error("`{0}` is not a name for a key")]
    Name(String),
    /// It is no secret but a file.
    #[error("a secret has at most {0} bytes")]
    TooLong(usize),
    /// There is no such store here, it does not answer, or it refuses.
    #[error("the system's key store does not work: {0}")]
    Unavailable(String),
    /// It answers, but holds the key back.
    #[error("the system's key store is locked")]
    StoreLocked,
    /// It holds something else under this name.
    #[error("what the system's key store holds as `{0}` is not a key")]
    NotAKey(String),
    /// The key file cannot be read before [`super::KeyStore::unlock`].
    #[error("the key file is protected by a passphrase")]
    NeedsPassphrase,
    /// The key file is whole, and this does not open it.
    #[error("the passphrase is wrong")]
    WrongPassphrase,
    /// It would protect nothing.
    #[error("the passphrase is empty")]
    EmptyPassphrase,
    /// Checking it takes memory on purpose.
    #[error("there is not enough memory to check the passphrase")]
    NoMemory,
    /// Elsewhere the system or nobody protects the keys.
    #[error("only a key file can have a passphrase")]
    NoPassphraseHere,
    /// Not what was written.
    #[error("`{}` is damaged: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: &'static str,
    },
    /// Its protection is no longer the one it had when it was opened.
    #[error("`{}` was changed by another program", .0.display())]
    Changed(PathBuf),
    /// Somebody else could read or replace it.
    #[error("`{}` is not private: {why}", path.display())]
    NotPrivate {
        /// The file or folder.
        path: PathBuf,
        /// Who could.
        why: &'static str,
    },
    /// The keys of this data folder live elsewhere.
    #[error("the keys of this data folder are elsewhere: {}", .0.code())]
    KeptElsewhere(Place),
    /// It was made before, and its place no longer has it.
    #[error("the key `{0}` was made before and is gone")]
    Gone(String),
    /// The system gives no randomness.
    #[error("the system gives no randomness: {0}")]
    Random(String),
    /// A file cannot be read or written.
    #[error("cannot {action} `{}`: {error}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// On which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl KeyError {
    /// What a person can do about it, where there is something.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Name(_) => Some("1 to 64 of a-z, 0-9, `_` and `-`".to_owned()),
            Self::Unavailable(_) => {
                Some("start the key store of your desktop, log in again, or try later".to_owned())
            }
            Self::StoreLocked => Some("unlock the key store of your desktop and try again".to_owned()),
            Self::NeedsPassphrase => Some("give the passphrase".to_owned()),
            Self::Damaged { .. } | Self::Gone(_) | Self::NotAKey(_) => Some(
                "restore it from a backup; without it, what was written with it cannot be read".to_owned(),
            ),
            Self::Changed(_) => Some("start again".to_owned()),
            Self::NotPrivate { path, .. } => Some(if path.is_dir() {
                format!("make it yours alone: chmod 700 '{}'", path.display())
            } else {
                format!(
                    "see who could have read it, then make it yours alone: chmod 600 '{}'",
                    path.display()
                )
            }),
            Self::KeptElsewhere(place) => Some(format!("choose `{}` or `auto`", place.code())),
            Self::WrongPassphrase
            | Self::TooLong(_)
            | Self::EmptyPassphrase
            | Self::NoMemory
            | Self::NoPassphraseHere
            | Self::Random(_)
            | Self::Io { .. } => None,
        }
    }

    pub(super) fn damaged(path: &Path, why: &'static str) -> Self {
        Self::Damaged { path: path.to_owned(), why }
    }
}

impl From<FileError> for KeyError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Damaged { path, why } => Self::Damaged { path, why },
            FileError::NotPrivate { path, why } | FileError::NotGuarded { path, why } => {
                Self::NotPrivate { path, why }
            }
            FileError::Io { action, path, error } => Self::Io { action, path, error },
        }
    }
}
