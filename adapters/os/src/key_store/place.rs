//! Where keys can be, what a person may choose of that, and how it is said.

use std::fmt;
use std::path::{Path, PathBuf};

use super::os::OsKeyStore;

/// What a person may choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// What was chosen before; else the system's key store if it works; else a file.
    #[default]
    Auto,
    /// The system's key store or nothing.
    OsKeyStore,
    /// A file in the data folder.
    KeyFile,
    /// Nothing is written, and the keys end with the process.
    Memory,
}

/// Where the keys are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The system's key store.
    OsKeyStore,
    /// A file that only its owner can read.
    KeyFile,
    /// The same, sealed with a passphrase.
    KeyFilePassphrase,
    /// Nowhere else.
    Memory,
}

impl Place {
    /// A name that never changes its meaning.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::OsKeyStore => "os_key_store",
            Self::KeyFile => "key_file",
            Self::KeyFilePassphrase => "key_file_passphrase",
            Self::Memory => "memory",
        }
    }
}

/// Where the keys are, for a person. Prints as one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// Where.
    pub place: Place,
    /// Why not in the system's key store, if that was tried just now.
    pub because: Option<String>,
    pub(super) file: Option<PathBuf>,
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.as_deref().unwrap_or(Path::new("")).display();
        match self.place {
            Place::OsKeyStore => write!(f, "keys are in the system's key store ({})", OsKeyStore::name()),
            Place::KeyFile => {
                write!(f, "keys are in a file that only you can read: {file} (not protected by a passphrase)")
            }
            Place::KeyFilePassphrase => {
                write!(f, "keys are in a file that only you can read: {file} (protected by a passphrase)")
            }
            Place::Memory => f.write_str("keys are in memory only and end with this process"),
        }
    }
}

/// What is remembered of a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keeping {
    Os,
    File,
}

impl Keeping {
    pub(super) const fn place(self) -> Place {
        match self {
            Self::Os => Place::OsKeyStore,
            Self::File => Place::KeyFile,
        }
    }

    pub(super) const fn code(self) -> &'static str {
        self.place().code()
    }

    pub(super) fn of_code(code: &str) -> Option<Self> {
        [Self::Os, Self::File].into_iter().find(|keeping| keeping.code() == code)
    }
}
