//! What can be wrong with a file.

use std::io;
use std::path::{Path, PathBuf};

/// Why a file was not read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Not what was written.
    #[error("`{}` is damaged: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: &'static str,
    },
    /// Somebody else could read or replace it.
    #[error("`{}` is not private: {why}", path.display())]
    NotPrivate {
        /// The file or folder.
        path: PathBuf,
        /// Who could.
        why: &'static str,
    },
    /// Somebody else could write or replace it.
    #[error("`{}` is not yours alone to write: {why}", path.display())]
    NotGuarded {
        /// The file or folder.
        path: PathBuf,
        /// Who could.
        why: &'static str,
    },
    /// It cannot be read or written.
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

impl FileError {
    pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Io { action, path: path.to_owned(), error }
    }

    pub(super) fn damaged(path: &Path, why: &'static str) -> Self {
        Self::Damaged { path: path.to_owned(), why }
    }
}
