//! What can be typed after `laika config`.

use std::path::PathBuf;

use clap::Subcommand;

use super::runs::Folder;

#[derive(Subcommand)]
pub(crate) enum Config {
    /// Every setting: its value, where it came from, and what was wanted and not allowed.
    ///
    /// Settings come from the machine's file, your own, and flags, in this order. A project's file and the environment
    /// only tighten them; a project's file may loosen what you saw and approved.
    Show {
        #[command(flatten)]
        folder: Folder,
        /// Show what it would be with this on top; can be given several times.
        #[arg(long, value_name = "KEY=VALUE")]
        set: Vec<String>,
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Set one setting in your own file. What loosens something asks you first.
    ///
    /// Lists have commas between their entries. A value that a limit or another layer would not grant is not written.
    Set {
        /// The setting, such as blocked_origins or limits.retention_days.
        key: String,
        /// Its value; an empty text for an empty list.
        value: String,
        #[command(flatten)]
        folder: Folder,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
    /// The files that count here, whether they are there, and what you approved.
    Path {
        #[command(flatten)]
        folder: Folder,
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Let a project's file loosen settings, after showing what it would loosen. Any change of the file asks again.
    Approve {
        /// The file; the project's own, here or in a folder above, if not given.
        file: Option<PathBuf>,
        #[command(flatten)]
        folder: Folder,
    },
    /// Take an approval back.
    Forget {
        /// The file that was approved.
        file: PathBuf,
        #[command(flatten)]
        folder: Folder,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
}
