//! What can be typed about the extension in the person's own browser.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::runs::Folder;

#[derive(Subcommand)]
pub(crate) enum Extension {
    /// Put the extension into a folder, tell your browsers where its native host is, and say what to do next.
    Install(Install),
    /// Take it all away again: the folder and what browsers were told.
    Uninstall(Uninstall),
    /// Whether browsers find the native host, and whether one is connected now.
    Status(Status),
}

#[derive(Args)]
pub(crate) struct Install {
    /// The build that can make real input: pages take it for your own, and the browser shows a banner.
    #[arg(long)]
    pub(crate) real_input: bool,
    /// Tell the browser with this profile folder (its --user-data-dir) instead of those that are found.
    #[arg(long, value_name = "DIR")]
    pub(crate) profile_dir: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) folder: Folder,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Uninstall {
    /// Of the browser with this profile folder only.
    #[arg(long, value_name = "DIR")]
    pub(crate) profile_dir: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) folder: Folder,
}

#[derive(Args)]
pub(crate) struct Status {
    #[command(flatten)]
    pub(crate) folder: Folder,
    /// Print it as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
