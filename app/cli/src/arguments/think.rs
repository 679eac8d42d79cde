//! What can be typed to see a model think.

use std::path::PathBuf;

use clap::{ArgGroup, Args};

use crate::arguments::runs::Folder;

#[derive(Args)]
pub(crate) struct Route {
    /// What you want.
    pub(crate) query: String,
    /// The page in front, in a few words.
    #[arg(long, value_name = "WORDS")]
    pub(crate) page: Option<String>,
    /// A tool to choose from; all tools of the page if none is given.
    #[arg(long = "tool", value_name = "NAME")]
    pub(crate) tools: Vec<String>,
    #[command(flatten)]
    pub(crate) model: Model,
}

#[derive(Args)]
pub(crate) struct Plan {
    /// What you want.
    pub(crate) goal: String,
    /// The page: an observation, as `laika observe --json` prints it, or - for standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) observation: PathBuf,
    /// A step that was done before.
    #[arg(long, value_name = "WORDS")]
    pub(crate) done: Vec<String>,
    /// Show what the model would be told for the step, word for word, and how many tokens each part takes.
    #[arg(long)]
    pub(crate) show: bool,
    #[command(flatten)]
    pub(crate) model: Model,
}

#[derive(Args)]
#[command(group = ArgGroup::new("page").required(true))]
pub(crate) struct Summarize {
    /// The page.
    #[arg(value_name = "URL", group = "page")]
    pub(crate) address: Option<String>,
    /// The page as it was read before: an observation, as `laika observe --json` prints it, or - for standard input.
    #[arg(long, value_name = "FILE", group = "page")]
    pub(crate) observation: Option<PathBuf>,
    /// Answer this from the page, instead of a summary.
    #[arg(long, value_name = "WORDS")]
    pub(crate) question: Option<String>,
    /// Take the best sentences as they are, without a model.
    #[arg(long, conflicts_with = "model")]
    pub(crate) extractive: bool,
    #[command(flatten)]
    pub(crate) model: Model,
}

#[derive(Args)]
pub(crate) struct Model {
    /// The model, on this machine or behind a server; the default one if not given.
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    #[command(flatten)]
    pub(crate) folder: Folder,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
