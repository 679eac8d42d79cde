//! What can be typed after `laika grants`.

use clap::{Args, Subcommand};

use super::runs::Folder;

#[derive(Subcommand)]
pub(crate) enum Grants {
    /// Make a grant, after it was shown to you whole. Only a person at a terminal can.
    ///
    /// `laika run --grant ID` then asks nobody: what the grant names is answered with yes, everything else with no. No
    /// grant covers passwords, payments, messages to people, files or sensitive sites; those are for you to say each time.
    Add(Box<Add>),
    /// Every grant, whether it still holds, and how often it was used.
    List {
        #[command(flatten)]
        folder: Folder,
        /// Print them as JSON.
        #[arg(long)]
        json: bool,
    },
    /// One grant, whole.
    Show {
        /// The grant.
        id: String,
        #[command(flatten)]
        folder: Folder,
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Take a grant back. A run that is at work under it keeps it until it ends; `laika stop` stops the run.
    Revoke {
        /// The grant.
        id: String,
        #[command(flatten)]
        folder: Folder,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args, Debug)]
pub(crate) struct Add {
    /// What it is for, in your words.
    pub(crate) title: String,
    /// A site it holds on, such as https://shop.example; can be given several times.
    #[arg(long = "origin", value_name = "ORIGIN", required = true)]
    pub(crate) origins: Vec<String>,
    /// A page of those sites, by its path, such as /order; can be given several times.
    #[arg(long = "page", value_name = "PATH", required = true)]
    pub(crate) pages: Vec<String>,
    /// What may be done and how often, such as type=2: navigate, click, type, select or submit.
    #[arg(long = "may", value_name = "VERB=N", required = true)]
    pub(crate) may: Vec<String>,
    /// A field that may be filled, by the name its form sends, and the exact value; can be given several times.
    #[arg(long = "field", value_name = "NAME=VALUE")]
    pub(crate) fields: Vec<String>,
    /// A button that may be pressed and sends nothing, by its exact name.
    #[arg(long = "button", value_name = "NAME")]
    pub(crate) buttons: Vec<String>,
    /// A form that may be sent, with every field that it sends: 'POST /order name,email'.
    #[arg(long = "form", value_name = "METHOD PATH FIELDS")]
    pub(crate) forms: Vec<String>,
    /// How often it answers in all; as often as its verbs together if not given.
    #[arg(long, value_name = "N")]
    pub(crate) uses: Option<u32>,
    /// How long it holds, such as 30m, 12h or 7d; at most 90 days.
    #[arg(long = "for", value_name = "TIME", default_value = "1d")]
    pub(crate) life: String,
    /// Let it hold even where a page tries to give Laika orders. What it names stays all that it covers.
    #[arg(long)]
    pub(crate) beside_orders: bool,
    #[command(flatten)]
    pub(crate) folder: Folder,
}
