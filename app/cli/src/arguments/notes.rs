//! What can be typed after `laika notes`.

use clap::{ArgGroup, Subcommand};

use super::runs::Folder;

#[derive(Subcommand)]
pub(crate) enum Notes {
    /// What you wrote down, by site.
    List {
        /// Only about this site.
        #[arg(value_name = "SITE")]
        site: Option<String>,
        #[command(flatten)]
        folder: Folder,
        /// Print them as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Write something down about a site: a model that fills in a step there is told so, in your words.
    #[command(group = ArgGroup::new("kind"))]
    Add {
        /// The site, such as https://shop.example.
        #[arg(value_name = "SITE")]
        site: String,
        /// The note.
        #[arg(value_name = "WORDS")]
        words: String,
        /// It is something to do there.
        #[arg(long = "do", group = "kind")]
        to_do: bool,
        /// It is something not to do there.
        #[arg(long, group = "kind")]
        dont: bool,
        #[command(flatten)]
        folder: Folder,
    },
    /// Take a note away.
    Remove {
        /// Its number, as `laika notes list` shows it.
        #[arg(value_name = "NUMBER")]
        number: u64,
        #[command(flatten)]
        folder: Folder,
    },
}
