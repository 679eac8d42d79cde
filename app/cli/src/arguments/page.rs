//! What can be typed about pages.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Args)]
pub(crate) struct Observe {
    #[command(flatten)]
    pub(crate) page: Page,
    /// Print the text as it is, one line per block.
    #[arg(long, conflicts_with_all = ["json", "look"])]
    pub(crate) text: bool,
    /// Print the whole observation as JSON.
    #[arg(long, conflicts_with = "look")]
    pub(crate) json: bool,
    /// Print the first look that a model gets, as JSON.
    #[arg(long)]
    pub(crate) look: bool,
    /// Which part of the page.
    #[arg(long, value_enum, default_value_t = Scope::Document)]
    pub(crate) scope: Scope,
    /// At most this many characters of text.
    #[arg(long, value_name = "CHARACTERS", value_parser = clap::value_parser!(u32).range(0..=16_000))]
    pub(crate) budget: Option<u32>,
    /// At most this many elements.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=300))]
    pub(crate) elements: Option<u32>,
    /// Start at this character of the text: what `--json` gives as nextCursor.
    #[arg(long, value_name = "CHARACTER")]
    pub(crate) cursor: Option<u32>,
    /// Find elements and lines by what they are for, instead of reading all of it.
    #[arg(long, value_name = "WORDS", conflicts_with_all = ["text", "look", "cursor"])]
    pub(crate) find: Option<String>,
    /// Add timings and the parts that were chosen.
    #[arg(long, hide = true)]
    pub(crate) debug_observe: bool,
}

#[derive(Args)]
pub(crate) struct Screenshot {
    #[command(flatten)]
    pub(crate) page: Page,
    /// The file to write, a PNG.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Where the elements are in the picture, as JSON on standard output.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Page {
    /// The address, or a file on this machine.
    #[arg(value_name = "URL")]
    pub(crate) address: String,
    /// A further origin that the page may come from or lead to, such as https://login.example.com.
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) allow: Vec<String>,
    /// Refuse everything that pages load from other hosts.
    #[arg(long)]
    pub(crate) strict: bool,
    /// How long the page may change before it is read as it is.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 800, value_parser = clap::value_parser!(u32).range(0..=2_000))]
    pub(crate) settle: u32,
    /// Show which hosts the page connected to.
    #[arg(long)]
    pub(crate) hosts: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scope {
    /// The whole page.
    Document,
    /// What is on screen.
    Viewport,
}
