//! What can be typed after `laika artifact`.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

use super::collections::Told;
use super::runs::Folder;

#[derive(Subcommand)]
pub(crate) enum Artifacts {
    /// The files that runs kept, the oldest first; with --made, what was made from collections.
    List {
        /// Only those of this run.
        #[arg(long, value_name = "RUN", conflicts_with = "made")]
        run: Option<String>,
        /// What was made from collections.
        #[arg(long)]
        made: bool,
        /// Only what was made from this one.
        #[arg(long, value_name = "COLLECTION", requires = "made")]
        of: Option<String>,
        #[command(flatten)]
        told: Told,
    },
    /// Show something that was made from a collection, with where each part of it stands.
    Show {
        /// The artifact.
        id: String,
        #[command(flatten)]
        told: Told,
    },
    /// What is different from the version before.
    Changes {
        /// The artifact.
        id: String,
        #[command(flatten)]
        told: Told,
    },
    /// Write one of them to a file: the only way out. Nothing is opened, and no file is written over.
    ///
    /// A file that a run kept is written as it came. What was made from a collection is written as Markdown, text, JSON,
    /// CSV, HTML or PDF, without numbers of cards, mail addresses and the like.
    Export {
        /// The artifact, as `laika artifact list` names it.
        id: String,
        /// The file to write; `-` is the output.
        file: PathBuf,
        /// As what; as the name of the file says if not given.
        #[arg(long = "as", value_enum)]
        format: Option<As>,
        /// Leave everything in it.
        #[arg(long)]
        unredacted: bool,
        #[command(flatten)]
        folder: Folder,
    },
    /// Remove something that was made from a collection.
    Remove {
        /// The artifact.
        id: String,
        #[command(flatten)]
        told: Told,
    },
}

/// As what something is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum As {
    /// Markdown.
    Markdown,
    /// Plain text.
    Text,
    /// JSON.
    Json,
    /// Its tables.
    Csv,
    /// A page that loads nothing.
    Html,
    /// The same page, printed.
    Pdf,
}
