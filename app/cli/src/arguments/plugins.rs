//! What can be typed after `laika plugins`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::runs::Folder;

#[derive(Subcommand)]
pub(crate) enum Plugins {
    /// Look at a plugin, see what it asks for, and approve it as it is; a changed file has to be approved again.
    Add(AddPlugin),
    /// The plugins that you approved, and what each can do.
    List {
        #[command(flatten)]
        folder: Folder,
        /// Print them as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Forget a plugin and delete its files.
    Remove {
        /// Its name.
        name: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// While you write one: ask it what it can do, or have it do something, with nothing granted.
    Try(TryPlugin),
}

#[derive(Args)]
pub(crate) struct AddPlugin {
    /// Its folder, with its `plugin.toml`.
    pub(crate) from: PathBuf,
    #[command(flatten)]
    pub(crate) folder: Folder,
}

#[derive(Args)]
pub(crate) struct TryPlugin {
    /// Its folder, with its `plugin.toml`.
    pub(crate) from: PathBuf,
    /// What to have it do; without it, it is only asked what it can do.
    pub(crate) operation: Option<String>,
    /// With what, as a JSON object.
    #[arg(long, value_name = "JSON", default_value = "{}")]
    pub(crate) args: String,
    /// Print what came of it as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) folder: Folder,
}
