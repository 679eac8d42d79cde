//! What can be typed after `laika artifacts`.

use std::path::PathBuf;

use clap::Subcommand;

use super::runs::Folder;

#[derive(Subcommand)]
pub(crate) enum Artifacts {
    /// The files that were kept, the oldest first.
    List {
        /// Only those of this run.
        #[arg(long, value_name = "RUN")]
        run: Option<String>,
        #[command(flatten)]
        folder: Folder,
        /// Print them as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Write one of them to a file, as it came: the only way out. Nothing is opened, and no file is written over.
    Export {
        /// The artifact, as `laika artifacts list` names it.
        id: String,
        /// The file to write.
        file: PathBuf,
        #[command(flatten)]
        folder: Folder,
    },
}
