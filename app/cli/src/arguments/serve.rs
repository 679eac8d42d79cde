//! What can be typed to have Laika stay, and to control what it does.

use clap::{ArgGroup, Args};

use super::runs::Folder;

#[derive(Args)]
pub(crate) struct Serve {
    /// Start it and come back; it stays until it is ended.
    #[arg(long, conflicts_with = "end")]
    pub(crate) background: bool,
    /// End the one that is running. Its runs are paused.
    #[arg(long)]
    pub(crate) end: bool,
    /// End it by itself after so many seconds in which nothing is at work and nobody is connected.
    #[arg(long, value_name = "SECONDS", conflicts_with = "end")]
    pub(crate) idle_exit: Option<u64>,
    /// Leave the terminal it was started from.
    #[arg(long, hide = true)]
    pub(crate) detached: bool,
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

#[derive(Args)]
#[command(group = ArgGroup::new("which"))]
pub(crate) struct Stop {
    /// The run; the only one that is at work if not given.
    #[arg(group = "which")]
    pub(crate) run: Option<String>,
    /// Every run that is at work.
    #[arg(long, group = "which")]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) folder: Folder,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What `laika panic` and `laika unlock` take.
#[derive(Args)]
pub(crate) struct Lock {
    #[command(flatten)]
    pub(crate) folder: Folder,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
