//! What can be typed after `laika tools`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::runs::Folder;
use super::work::{How, Mode};

#[derive(Subcommand)]
pub(crate) enum Tools {
    /// Every tool, one line each; of those beside the browser, how each stands here.
    List {
        #[command(flatten)]
        place: Place,
        /// Print names, schemas and attributes as JSON.
        #[arg(long)]
        json: bool,
        /// Print what another model can be told of the tools that are ready: a number, what each is for, how it is called.
        #[arg(long, conflicts_with = "json")]
        for_model: bool,
    },
    /// One tool: its arguments, its effect, what can be set, and what is checked before and after.
    Show {
        /// Its name, such as browser.click.
        name: String,
        /// Print it as JSON, with its schemas.
        #[arg(long)]
        json: bool,
    },
    /// Use one tool, through the gate like any other call, and print what it gives.
    ///
    /// Exit codes: 0 done, 1 not done, 2 could not begin, 3 somebody has to be asked.
    Run(Box<Use>),
    /// Switch a tool on, in your own settings or the project's.
    Enable(Switch),
    /// Switch a tool off, in your own settings or the project's.
    Disable(Switch),
    /// Show what is set for tools, set something, or begin with a profile.
    Config(Set),
    /// Keep a key that a service wants, sealed; settings name it and never hold it.
    Key(KeepKey),
    /// Write a page about every tool, from the table of tools; or look whether the pages are up to date.
    Docs {
        /// Where the pages are.
        #[arg(long, value_name = "DIR", default_value = "docs/tools")]
        out: PathBuf,
        /// Write nothing; fail where a page is not up to date.
        #[arg(long)]
        check: bool,
    },
    /// How tools did: calls, errors, how long they took, and when they were last used.
    Metrics {
        #[command(flatten)]
        folder: Folder,
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Take back the last change of files that a tool made in this project; every byte, mode and time.
    Undo(Journal),
    /// Make the change again that was taken back last.
    Redo(Journal),
}

#[derive(Args)]
pub(crate) struct KeepKey {
    /// The name by which settings will know it: small letters, digits, `-` and `_`.
    pub(crate) name: String,
    /// Read the key from standard input instead of asking for it.
    #[arg(long)]
    pub(crate) key_stdin: bool,
    /// Forget it instead.
    #[arg(long, conflicts_with = "key_stdin")]
    pub(crate) remove: bool,
    #[command(flatten)]
    pub(crate) folder: Folder,
}

/// Where tools work, and where Laika's things are.
#[derive(Args)]
pub(crate) struct Place {
    /// The project's folder; the one you are in if not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) folder: Folder,
}

#[derive(Args)]
pub(crate) struct Use {
    /// The tool, by its name or an older one.
    pub(crate) name: String,
    /// Its arguments, as a JSON object.
    #[arg(long, value_name = "JSON", default_value = "{}")]
    pub(crate) args: String,
    /// The project's folder; the one you are in if not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// How much may be done without asking; as the settings say if not given, which is usually assist.
    #[arg(long, value_enum)]
    pub(crate) mode: Option<Mode>,
    #[command(flatten)]
    pub(crate) how: How,
}

#[derive(Args)]
pub(crate) struct Switch {
    /// The tool, by its name or an older one.
    pub(crate) name: String,
    /// In the project's file (.laika/config.toml) instead of your own.
    #[arg(long)]
    pub(crate) in_project: bool,
    #[command(flatten)]
    pub(crate) place: Place,
}

#[derive(Args)]
pub(crate) struct Set {
    /// The tool; all of them if not given.
    pub(crate) name: Option<String>,
    /// What to set, such as max_files=20.
    #[arg(value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Switch on what kind of work needs: writing, research, visual or development.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["name", "set"])]
    pub(crate) profile: Option<String>,
    /// In the project's file (.laika/config.toml) instead of your own.
    #[arg(long)]
    pub(crate) in_project: bool,
    /// Print it as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) place: Place,
}

#[derive(Args)]
pub(crate) struct Journal {
    /// Only list the changes that are kept.
    #[arg(long)]
    pub(crate) list: bool,
    /// Print it as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) place: Place,
}
