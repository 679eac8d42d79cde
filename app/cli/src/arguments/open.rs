//! What can be typed after `laika open`.

use std::path::PathBuf;

use clap::Args;

use super::runs::Folder;

#[derive(Args)]
pub(crate) struct Open {
    /// Print an address for any browser of yours instead; a window there is for looking only.
    #[arg(long)]
    pub(crate) view: bool,
    /// Where files go that you save from the window; your folder for downloads if not given.
    #[arg(long, value_name = "FOLDER", conflicts_with = "view")]
    pub(crate) save_to: Option<PathBuf>,
    /// Open no window that can be seen; for tests.
    #[arg(long, hide = true)]
    pub(crate) headless: bool,
    /// Act in the window by what comes through this file; for journeys, in builds for development.
    #[cfg(debug_assertions)]
    #[arg(long, hide = true, value_name = "FILE")]
    pub(crate) driven: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) folder: Folder,
}
