//! What stops settings from being read, and what a person can do about it.

use std::path::PathBuf;

use laika_os::files::FileError;
use laika_policy::config::{Setting, ValueError};
use laika_protocol::quoted;

/// Why there are no settings. None of these is ever answered by leaving a file out.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A file cannot be read or written, or is not safe.
    #[error(transparent)]
    File(#[from] FileError),
    /// The person named a file, and there is none.
    #[error("there is no settings file `{}`: {why}", path.display())]
    NotFound {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// It is not written as settings are.
    #[error("{place}: {why}")]
    Syntax {
        /// The file and line, the variable or the flag.
        place: String,
        /// What is wrong.
        why: String,
    },
    /// There is no such setting.
    #[error("{place}: there is no setting {}", quoted(key))]
    UnknownKey {
        /// The file and line, or the flag.
        place: String,
        /// What was written.
        key: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// A variable that looks like a setting and is none.
    #[error("the environment sets {}, which is no setting", quoted(name))]
    UnknownVariable {
        /// The variable.
        name: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// A setting does not take this.
    #[error("{place}: {why}")]
    Value {
        /// The file and line, the variable or the flag.
        place: String,
        /// What it takes.
        why: ValueError,
    },
    /// What was approved cannot be read.
    #[error("`{}` does not say what was approved: {why}", path.display())]
    Approvals {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The path cannot be written down.
    #[error("the path `{}` is not text, and cannot be remembered", .0.display())]
    PathNotText(PathBuf),
    /// There is nothing to approve here.
    #[error("there is no project file here or above: `.laika/config.toml`")]
    NoProject,
    /// Only the environment says that this is the person's folder.
    #[error("`{}` is named by the environment only, and what is approved there does not count", .0.display())]
    NamedFolder(PathBuf),
    /// Only a person approves.
    #[error("approving a project's file needs you at a terminal")]
    NoTerminal,
}

impl ConfigError {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::File(FileError::NotGuarded { .. } | FileError::NotPrivate { .. }) => "E_CONFIG_NOT_SAFE",
            Self::File(FileError::Damaged { .. } | FileError::Io { .. }) => "E_CONFIG_UNREADABLE",
            Self::NotFound { .. } | Self::NoProject => "E_CONFIG_NO_FILE",
            Self::Syntax { .. } => "E_CONFIG_SYNTAX",
            Self::UnknownKey { .. } | Self::UnknownVariable { .. } => "E_CONFIG_UNKNOWN",
            Self::Value { .. } => "E_CONFIG_VALUE",
            Self::Approvals { .. } | Self::PathNotText(_) => "E_CONFIG_APPROVALS",
            Self::NamedFolder(_) => "E_CONFIG_NAMED_FOLDER",
            Self::NoTerminal => "E_CONFIG_NO_TERMINAL",
        }
    }

    /// What a person can do about it.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::File(FileError::NotGuarded { path, .. }) => {
                format!("see who wrote it, then take the right away: chmod go-w '{}'", path.display())
            }
            Self::File(FileError::NotPrivate { path, .. }) => {
                format!("make it yours alone: chmod go= '{}'", path.display())
            }
            Self::File(FileError::Damaged { path, .. } | FileError::Io { path, .. }) => {
                format!("make `{}` readable, or move it away", path.display())
            }
            Self::UnknownKey { near: Some(near), .. } | Self::UnknownVariable { near: Some(near), .. } => {
                format!("did you mean `{near}`?")
            }
            Self::UnknownVariable { near: None, .. } => "unset it".into(),
            Self::UnknownKey { near: None, .. } => {
                let keys = Setting::keys().into_iter().filter(|key| !key.contains('.')).collect::<Vec<_>>();
                format!("there are {}, and limits below `[limits]`", keys.join(", "))
            }
            Self::Value { .. } => "change it, or take it out".into(),
            Self::Syntax { .. } => {
                "settings are TOML: `mode = \"assist\"`, and limits below `[limits]`".into()
            }
            Self::NotFound { .. } => {
                "check the spelling; `laika config path` lists the files that count here".into()
            }
            Self::Approvals { path, .. } => {
                format!("remove `{}`, and approve again what you want", path.display())
            }
            Self::PathNotText(_) => "move the project to a folder with a plain name".into(),
            Self::NoProject => "name the file: `laika config approve FILE`".into(),
            Self::NamedFolder(folder) => {
                format!("name the folder yourself: `--home '{}'`", folder.display())
            }
            Self::NoTerminal => "run `laika config approve` in a terminal".into(),
        }
    }
}
