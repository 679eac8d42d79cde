//! What can be typed after `laika doctor`.

use clap::Args;

use super::runs::Folder;

#[derive(Args)]
pub(crate) struct Doctor {
    #[command(flatten)]
    pub(crate) folder: Folder,
    /// Print the findings as JSON, all together at the end.
    #[arg(long)]
    pub(crate) json: bool,
}
