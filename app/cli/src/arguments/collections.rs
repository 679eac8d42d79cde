//! What can be typed after `laika collection` and `laika transform`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::runs::Folder;

/// Where, and how it is printed.
#[derive(Args)]
pub(crate) struct Told {
    #[command(flatten)]
    pub(crate) folder: Folder,
    /// Print it as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What thinks.
#[derive(Args)]
pub(crate) struct Thinks {
    /// The model; the usual one if not given.
    #[arg(long, value_name = "NAME", conflicts_with = "no_model")]
    pub(crate) model: Option<String>,
    /// No model: rules and the sources' own words.
    #[arg(long)]
    pub(crate) no_model: bool,
}

#[derive(Subcommand)]
pub(crate) enum Collections {
    /// Make a collection.
    Create {
        /// What it is called.
        title: String,
        /// A word to find it by; several can be given.
        #[arg(long = "tag", value_name = "WORD")]
        tags: Vec<String>,
        #[command(flatten)]
        told: Told,
    },
    /// Your collections, the last one that changed first.
    List {
        #[command(flatten)]
        told: Told,
    },
    /// A collection: its sources, how far each is, and what was made from it.
    Show {
        /// Its title or id.
        collection: String,
        #[command(flatten)]
        told: Told,
    },
    /// Add pages, notes and files; pages are captured in a browser of Laika's own.
    ///
    /// With --from, the pages that another page lists are added: the results of a search, the links of a thread.
    Add(Box<Add>),
    /// The pages that a page lists, to choose from.
    Links {
        /// The page.
        #[arg(value_name = "URL")]
        page: String,
        #[command(flatten)]
        told: Told,
    },
    /// Find words in everything you collected.
    Search {
        /// The words.
        #[arg(required = true)]
        words: Vec<String>,
        /// Only in this collection.
        #[arg(long = "in", value_name = "COLLECTION")]
        within: Option<String>,
        #[command(flatten)]
        told: Told,
    },
    /// What was captured of a source.
    Source {
        /// The source, as `laika collection show` names it.
        source: String,
        /// The number of a capture; the latest if not given.
        #[arg(long, value_name = "NUMBER", conflicts_with = "changes")]
        capture: Option<u32>,
        /// What the last capture changed.
        #[arg(long)]
        changes: bool,
        #[command(flatten)]
        told: Told,
    },
    /// Capture a source again, or all pages of a collection.
    Refresh {
        /// A source, or the title or id of a collection.
        what: String,
        /// Do not wait until it is done.
        #[arg(long)]
        no_wait: bool,
        #[command(flatten)]
        told: Told,
    },
    /// Call a collection something else.
    Rename {
        /// Its title or id.
        collection: String,
        /// What it is called from now on.
        title: String,
        #[command(flatten)]
        told: Told,
    },
    /// Remove a collection with everything of it, or one source. Nothing of it stays in Laika's files.
    Remove {
        /// A source, or the title or id of a collection.
        what: String,
        #[command(flatten)]
        told: Told,
    },
}

#[derive(Args)]
pub(crate) struct Add {
    /// The title or id of the collection; it is made if there is none of this title.
    pub(crate) collection: String,
    /// Pages.
    #[arg(value_name = "URL")]
    pub(crate) urls: Vec<String>,
    /// A note, in your own words; several can be given.
    #[arg(long = "note", value_name = "WORDS")]
    pub(crate) notes: Vec<String>,
    /// A file with text; several can be given.
    #[arg(long = "file", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Add the pages that this page lists.
    #[arg(long, value_name = "URL")]
    pub(crate) from: Option<String>,
    /// Of those, the first so many, no site more often than its share.
    #[arg(long, value_name = "NUMBER", requires = "from")]
    pub(crate) top: Option<u32>,
    /// Of those, only this one; several can be given.
    #[arg(long = "only", value_name = "URL", requires = "from")]
    pub(crate) only: Vec<String>,
    /// What of a page is captured.
    #[arg(long, value_enum, default_value_t = Mode::Auto)]
    pub(crate) mode: Mode,
    /// Do not wait until the pages are captured.
    #[arg(long)]
    pub(crate) no_wait: bool,
    #[command(flatten)]
    pub(crate) told: Told,
}

/// What of a page is captured.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// Whatever the page is.
    Auto,
    /// Its text.
    Article,
    /// Its entries.
    List,
}

#[derive(Args)]
pub(crate) struct Transform {
    /// What is made; `laika transform types` lists everything.
    #[arg(value_name = "TYPE")]
    pub(crate) kind: String,
    /// The title or id of the collection.
    #[arg(required_unless_present = "list")]
    pub(crate) collection: Option<String>,
    /// How: NAME=VALUE, such as columns=rent,size or preferences="cheapest first"; several can be given.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) config: Vec<String>,
    #[arg(long, hide = true)]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) thinks: Thinks,
    #[command(flatten)]
    pub(crate) told: Told,
}
