//! What can be typed to see Laika work.

use clap::Args;

use super::runs::Folder;

#[derive(Args)]
pub(crate) struct Demo {
    /// Only this goal: summarise, answer or book; or compare: a table of four products with a citation in every cell.
    pub(crate) goal: Option<String>,
    /// Only serve the site, at this port of this machine, until Ctrl-C: to try Laika on.
    #[arg(long, value_name = "PORT", conflicts_with_all = ["goal", "model", "json"])]
    pub(crate) serve: Option<u16>,
    /// The model, on this machine or behind a server; the default one if not given.
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Print the results as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) folder: Folder,
}
