//! What can be typed to have something done.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use laika_protocol::wire::SiteMode;

use crate::arguments::runs::Folder;

#[derive(Args)]
pub(crate) struct Run {
    /// What you want, in your own words.
    pub(crate) goal: String,
    /// Where to begin; can be given several times. An address in the goal counts too.
    #[arg(long = "url", value_name = "URL")]
    pub(crate) urls: Vec<String>,
    /// Work with tools in this folder instead of a browser; the folder you are in, where the goal names no page.
    #[arg(long, value_name = "DIR", conflicts_with = "urls")]
    pub(crate) project: Option<PathBuf>,
    /// How much may be done without asking; as the settings say if not given, which is usually assist.
    #[arg(long, value_enum)]
    pub(crate) mode: Option<Mode>,
    /// Ask nobody: this grant, made with `laika grants add`, answers what it covers, and the rest is refused.
    #[arg(long, value_name = "ID")]
    pub(crate) grant: Option<String>,
    #[command(flatten)]
    pub(crate) how: How,
}

#[derive(Args)]
pub(crate) struct Ask {
    /// The page; nothing where a collection is asked.
    #[arg(value_name = "URL", required = true, num_args = 1..=2, value_names = ["URL", "QUESTION"])]
    pub(crate) words: Vec<String>,
    /// Ask all sources of this collection, by its title or id.
    #[arg(long, value_name = "COLLECTION")]
    pub(crate) collection: Option<String>,
    /// How far it may look: only this page, or other pages of the site too.
    #[arg(long, value_enum, default_value_t = Mode::Observe)]
    pub(crate) mode: Mode,
    #[command(flatten)]
    pub(crate) how: How,
}

#[derive(Args)]
pub(crate) struct Extract {
    /// The page.
    #[arg(value_name = "URL")]
    pub(crate) address: String,
    /// The fields to read out, such as price,sku.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required = true)]
    pub(crate) fields: Vec<String>,
    #[command(flatten)]
    pub(crate) how: How,
}

#[derive(Args)]
pub(crate) struct Browse {
    /// The page to begin at.
    #[arg(value_name = "URL")]
    pub(crate) address: String,
    /// How much is done without asking; as the settings say if not given, which is usually assist.
    #[arg(long, value_enum)]
    pub(crate) mode: Option<Mode>,
    #[command(flatten)]
    pub(crate) how: How,
}

/// What every way to have something done takes.
#[derive(Args)]
pub(crate) struct How {
    /// A further origin that pages may come from or lead to, such as https://login.example.com.
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) allow: Vec<String>,
    /// Refuse everything that pages load from other hosts.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Open a window, in which you can watch and act yourself: then Laika waits until you let it go on.
    #[arg(long)]
    pub(crate) headed: bool,
    /// Keep nothing of it: no log, no answer, no model on another machine.
    #[arg(long)]
    pub(crate) private: bool,
    /// At the end of a private run, show a summary without anything about a person, and keep it if you say so.
    #[arg(long, requires = "private")]
    pub(crate) save_summary: bool,
    /// The model, on this machine or behind a server; the default one if not given.
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Use no model: answers are in the page's own words, and nothing is done on pages.
    #[arg(long, conflicts_with = "model")]
    pub(crate) no_model: bool,
    /// Work in a Laika that stays, and start one if none is running; it ends by itself after ten idle minutes.
    #[arg(long)]
    pub(crate) background: bool,
    /// Write the answer to this file, as Markdown.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) folder: Folder,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// Read only.
    Observe,
    /// Ask before acting.
    Assist,
    /// Do what is safe, ask for the rest.
    Autopilot,
}

impl From<Mode> for SiteMode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Observe => Self::Observe,
            Mode::Assist => Self::Assist,
            Mode::Autopilot => Self::Autopilot,
        }
    }
}
