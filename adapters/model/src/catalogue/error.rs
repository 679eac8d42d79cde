//! What can go wrong with models on disk, in one sentence each, and what a person can do about it.

use std::io;
use std::path::{Path, PathBuf};

use super::hash::Sha256Hex;
use crate::remote::RemoteError;

/// Why there are no weights. Whatever the reason, nothing unverified is left where weights are looked for.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// The catalogue cannot be read.
    #[error("the catalogue of models is wrong: {0}")]
    Catalogue(String),
    /// There is no place for models.
    #[error("there is no folder to keep models in")]
    NoFolder,
    /// Nobody knows it.
    #[error("there is no model `{0}`")]
    Unknown(String),
    /// Names are part of files.
    #[error("`{0}` is no name for a model")]
    Name(String),
    /// Another model has the name or the file.
    #[error("there is a model `{0}` already")]
    Taken(String),
    /// Its server cannot be used like that.
    #[error(transparent)]
    Server(#[from] RemoteError),
    /// What it reads stays on this machine anyway.
    #[error("`{0}` is on this machine, so nothing leaves for it")]
    NotCloud(String),
    /// Known, and not on this machine.
    #[error("the model `{0}` is not on this machine")]
    Absent(String),
    /// No model was chosen, and none is here.
    #[error("there is no model on this machine")]
    NoneHere,
    /// The file is not the one that was verified.
    #[error("the file of `{0}` was changed since it was verified")]
    Changed(String),
    /// The file was never verified.
    #[error("the file of `{0}` was never verified")]
    Unverified(String),
    /// What was kept about models cannot be read.
    #[error("`{}` is damaged: {why}", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Another process fetches, imports or removes it.
    #[error("another process is busy with `{0}`")]
    Busy(String),
    /// Nobody says which bytes are the right ones.
    #[error(
        "the catalogue does not know the SHA-256 of `{0}`, so nothing can tell whether its file is genuine"
    )]
    Unpinned(String),
    /// The person and the catalogue name different files.
    #[error("the catalogue says that the SHA-256 of `{name}` is {known}, not {given}")]
    OtherPin {
        /// The model.
        name: String,
        /// What the catalogue says.
        known: Sha256Hex,
        /// What the person says.
        given: Sha256Hex,
    },
    /// These are not the bytes of the model.
    #[error("these are not the bytes of `{name}`: SHA-256 {expected} was expected, {got} was found")]
    Hash {
        /// The model.
        name: String,
        /// What it has to be.
        expected: Sha256Hex,
        /// What it is.
        got: Sha256Hex,
    },
    /// The file was right once, and is not any more.
    #[error("the file of `{name}` is damaged: SHA-256 {expected} was expected, {got} was found")]
    Damaged {
        /// The model.
        name: String,
        /// What it has to be.
        expected: Sha256Hex,
        /// What it is.
        got: Sha256Hex,
    },
    /// Not even as many bytes as the model has.
    #[error("these are not the bytes of `{name}`: {expected} bytes were expected, {got} were found")]
    Size {
        /// The model.
        name: String,
        /// What it has to be.
        expected: u64,
        /// What it is.
        got: u64,
    },
    /// The catalogue names no such source for the model.
    #[error("`{name}` cannot be had from {source_kind}")]
    NoSource {
        /// The model.
        name: String,
        /// The kind of source.
        source_kind: &'static str,
    },
    /// A program that fetches is not installed.
    #[error("the program `{0}` is not on this machine")]
    NoProgram(&'static str),
    /// The person named no hub.
    #[error("no address of a model hub is set")]
    NoHub,
    /// Not an address that weights may come from. It is not repeated: it may hold a password.
    #[error(
        "the address of a model hub has to be https, or http on this machine, without a password or a question"
    )]
    HubAddress,
    /// The source cannot be reached, or does not have it.
    #[error("`{what}` cannot be had: {said}")]
    Source {
        /// The package or file.
        what: String,
        /// The last words of the program that tried.
        said: String,
    },
    /// A package does not hold what it has to, or holds what it must not.
    #[error("the package `{package}` is refused: {why}")]
    Package {
        /// The package.
        package: String,
        /// What is wrong with it.
        why: String,
    },
    /// Not weights that can be read.
    #[error("`{}` is no usable GGUF file: {why}", path.display())]
    Gguf {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Turns cannot be written for it.
    #[error("`{}` does not say that it reads ChatML, the only way of writing turns that Laika knows", .0.display())]
    Template(PathBuf),
    /// There is not enough room.
    #[error("the disk is too full: {needed} bytes are needed in `{}`, {free} are free", path.display())]
    DiskFull {
        /// The folder.
        path: PathBuf,
        /// What it takes.
        needed: u64,
        /// What there is.
        free: u64,
    },
    /// Whoever watches wants it to end.
    #[error("stopped")]
    Stopped,
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

impl LibraryError {
    /// Its stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Catalogue(_) => "E_MODEL_CATALOGUE",
            Self::NoFolder => "E_MODEL_NO_FOLDER",
            Self::Unknown(_) => "E_MODEL_UNKNOWN",
            Self::Name(_) => "E_MODEL_NAME",
            Self::Taken(_) => "E_MODEL_TAKEN",
            Self::Server(error) => error.code(),
            Self::NotCloud(_) => "E_MODEL_NOT_CLOUD",
            Self::Absent(_) | Self::NoneHere => "E_MODEL_ABSENT",
            Self::Changed(_) => "E_MODEL_CHANGED",
            Self::Unverified(_) => "E_MODEL_UNVERIFIED",
            Self::State { .. } => "E_MODEL_STATE",
            Self::Busy(_) => "E_MODEL_BUSY",
            Self::Unpinned(_) | Self::OtherPin { .. } => "E_MODEL_PIN",
            Self::Hash { .. } | Self::Damaged { .. } | Self::Size { .. } => "E_MODEL_HASH",
            Self::NoSource { .. } | Self::Source { .. } => "E_MODEL_SOURCE",
            Self::NoProgram(_) => "E_MODEL_PROGRAM",
            Self::NoHub | Self::HubAddress => "E_MODEL_HUB",
            Self::Package { .. } => "E_MODEL_PACKAGE",
            Self::Gguf { .. } => "E_MODEL_GGUF",
            Self::Template(_) => "E_MODEL_TEMPLATE",
            Self::DiskFull { .. } => "E_DISK_FULL",
            Self::Io { error, .. } if error.kind() == io::ErrorKind::StorageFull => "E_DISK_FULL",
            Self::Stopped => "E_MODEL_STOPPED",
            Self::Io { .. } => "E_MODEL_FILE",
        }
    }

    /// What a person can do about it, where there is something.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::NoFolder => "name one with `LAIKA_MODELS`".into(),
            Self::Unknown(_) => "`laika model list` shows all of them".into(),
            Self::Name(_) => "1 to 64 of a-z, 0-9, `.`, `_` and `-`, a letter or digit first".into(),
            Self::Taken(name) => {
                format!("give another name, or remove that one: laika model remove {name}")
            }
            Self::Absent(name) => format!("fetch it: laika model pull {name}"),
            Self::NoneHere => {
                "fetch one: `laika model list` shows them, `laika model pull NAME` fetches".into()
            }
            Self::Changed(name) => format!("compare it with its hash: laika model info {name} --verify"),
            Self::Unverified(name) => format!("verify it: laika model pull {name}"),
            Self::State { path, .. } => {
                format!("move `{}` away; the files themselves are verified again", path.display())
            }
            Self::Busy(_) => "wait until it is done".into(),
            Self::Unpinned(_) => "give the SHA-256 that its makers publish, with --sha256".into(),
            Self::Hash { .. } | Self::Size { .. } => {
                "nothing was kept; try again or use another source with --from".into()
            }
            Self::Damaged { name, .. } => {
                format!("remove it with `laika model remove {name}`, then have it again")
            }
            Self::NoSource { .. } => "`laika model info NAME` shows its sources".into(),
            Self::NoProgram(program) => {
                format!("install `{program}`, or give the file itself with --from FILE")
            }
            Self::NoHub | Self::HubAddress => "give one with --hub https://ADDRESS".into(),
            Self::Source { .. } => "see whether this machine is online and the source is set up; what was \
                 fetched is kept, and the same command goes on from there"
                .into(),
            Self::Template(_) => "give --template chatml if you know that it does".into(),
            Self::DiskFull { .. } => "make room, or keep models elsewhere with `LAIKA_MODELS`".into(),
            Self::Io { error, .. } if error.kind() == io::ErrorKind::StorageFull => {
                "make room; what was fetched is kept, and the same command goes on from there".into()
            }
            Self::Stopped => "what was fetched is kept; the same command goes on from there".into(),
            Self::OtherPin { .. }
            | Self::Server(_)
            | Self::NotCloud(_)
            | Self::Catalogue(_)
            | Self::Package { .. }
            | Self::Gguf { .. }
            | Self::Io { .. } => return None,
        })
    }

    pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Io { action, path: path.to_owned(), error }
    }

    /// Whether another source may do better.
    pub(super) fn is_of_the_source(&self) -> bool {
        matches!(
            self,
            Self::NoProgram(_) | Self::NoHub | Self::HubAddress | Self::Source { .. } | Self::Package { .. }
        )
    }
}
