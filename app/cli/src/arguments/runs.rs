//! What can be typed after `laika runs`, `laika log`, `laika keys` and `laika verify`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, Subcommand};
use laika_protocol::wire::RunStatus;

/// Where the log is.
#[derive(Args, Clone, Debug)]
pub(crate) struct Folder {
    /// Laika's folder; LAIKA_HOME or the person's data folder if not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) home: Option<PathBuf>,
}

/// What was kept elsewhere, to compare the log with.
#[derive(Args)]
pub(crate) struct Held {
    /// A head of the log that `laika log anchor` wrote; can be given several times.
    #[arg(long, value_name = "FILE")]
    pub(crate) anchor: Vec<PathBuf>,
    /// A head of a run as RUN:SEQ:HASH, as every run prints it; can be given several times.
    #[arg(long, value_name = "HEAD")]
    pub(crate) head: Vec<String>,
}

#[derive(Subcommand)]
pub(crate) enum Runs {
    /// The runs, the latest first.
    List {
        #[command(flatten)]
        folder: Folder,
        /// Only those in this state, such as paused.
        #[arg(long, value_parser = status())]
        status: Option<RunStatus>,
        /// Only those that read this origin, such as https://example.com.
        #[arg(long, value_name = "ORIGIN")]
        site: Option<String>,
        /// At most this many.
        #[arg(long, default_value_t = 50, value_name = "N")]
        limit: u32,
        /// Print them as JSON.
        #[arg(long)]
        json: bool,
    },
    /// One run: where it stands, what it did, what it read, and what could have left.
    Show {
        /// The run.
        run: String,
        #[command(flatten)]
        folder: Folder,
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
    },
    /// The events of a run as they lie in the log.
    Events {
        /// The run.
        run: String,
        #[command(flatten)]
        folder: Folder,
        /// From this event on.
        #[arg(long, default_value_t = 1, value_name = "SEQ")]
        from: u64,
        /// At most this many.
        #[arg(long, default_value_t = 200, value_name = "N")]
        limit: u32,
        /// Print them as JSON, one event a line.
        #[arg(long)]
        json: bool,
    },
    /// Write a run to a file that anyone can check with `laika verify`, and read in a browser.
    Export {
        /// The run.
        run: String,
        /// The file; RUN.laika.tar here if not given.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Replace a file that is there.
        #[arg(long)]
        force: bool,
        /// One line of training data instead, as docs/trajectories.md describes it; only where the settings allow it.
        #[arg(long)]
        training: bool,
        /// What was said and seen in this run may be learned from.
        #[arg(long)]
        consent: bool,
        #[command(flatten)]
        folder: Folder,
        /// Print what was written as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Check that the log is what was written; it needs only the database file.
    ///
    /// A log that verifies is tamper-evident since the last head you hold elsewhere: give such heads with --anchor and
    /// --head. Without one, whoever owns the machine could have written the log anew.
    Verify {
        /// One run; the whole log if not given.
        run: Option<String>,
        #[command(flatten)]
        folder: Folder,
        /// A database file, or a copy of one, instead of Laika's own.
        #[arg(long, value_name = "FILE", conflicts_with = "home")]
        file: Option<PathBuf>,
        #[command(flatten)]
        held: Held,
        /// Only the chain: not the database's own structure, not the stored messages.
        #[arg(long)]
        quick: bool,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Let a run go on that waits, perhaps with further words, and watch it.
    ///
    /// A run of an earlier Laika goes on at the page it was on, which is read again first; whatever other hosts would add
    /// to that page stays out.
    Resume(Resume),
    /// End a run for good. What it did stays done.
    Cancel {
        /// The run.
        run: String,
        #[command(flatten)]
        folder: Folder,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Move the head of a run back. Plans and context follow it; what was done stays done.
    Rollback {
        /// The run.
        run: String,
        /// The event that becomes the head; the last checkpoint if not given.
        #[arg(long, value_name = "SEQ")]
        to: Option<u64>,
        #[command(flatten)]
        folder: Folder,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Open a branch of a run at an event. Without --at, list its branches.
    Branch {
        /// The run.
        run: String,
        /// The event it grows from.
        #[arg(long, value_name = "SEQ")]
        at: Option<u64>,
        #[command(flatten)]
        folder: Folder,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Erase what is known of a run, a site or everything, for good. The log still verifies.
    #[command(group = ArgGroup::new("what").required(true))]
    Forget {
        /// The run.
        #[arg(group = "what")]
        run: Option<String>,
        /// Every run that read this site: a host such as example.com with its subdomains, or one origin.
        #[arg(long, value_name = "SITE", group = "what")]
        site: Option<String>,
        /// All runs, conversations, settings and artifacts.
        #[arg(long, group = "what")]
        everything: bool,
        /// Do not ask.
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        folder: Folder,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Keep a summary of a private run that is at work, or was, in the Laika that is running.
    ///
    /// It is shown first: what the run was for, how it ended, its answer, the sites and the number of steps, without
    /// anything about a person. What you say yes to is kept as a run of its own, and nothing else.
    SaveSummary {
        /// The run.
        run: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// Erase what is older than it may be kept: 30 days, 7 days where a sensitive site was read, or less by the settings.
    Prune {
        /// Keep runs for so many days; never more than 30.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=30))]
        days: Option<u32>,
        /// Keep runs that read a sensitive site for so many days; never more than 7.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=7))]
        sensitive_days: Option<u32>,
        #[command(flatten)]
        folder: Folder,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
pub(crate) struct Resume {
    /// The run.
    pub(crate) run: String,
    /// What to add, in your own words.
    pub(crate) words: Option<String>,
    /// The model, on this machine or behind a server; the default one if not given.
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Use no model: answers are in the page's own words, and nothing is done on pages.
    #[arg(long, conflicts_with = "model")]
    pub(crate) no_model: bool,
    /// Write the answer to this file, as Markdown.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) folder: Folder,
}

#[derive(Subcommand)]
pub(crate) enum Log {
    /// Sign where the log stands and print it, to be kept where nobody who can change the log can change it.
    Anchor {
        #[command(flatten)]
        folder: Folder,
        /// Write it to this file instead.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

#[derive(Subcommand)]
pub(crate) enum Keys {
    /// Where the keys of this folder are.
    Show {
        #[command(flatten)]
        folder: Folder,
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Protect the key file with a passphrase, or change it. It is asked for, or read from standard input.
    Protect {
        #[command(flatten)]
        folder: Folder,
    },
    /// Take the passphrase off the key file.
    Unprotect {
        #[command(flatten)]
        folder: Folder,
    },
}

#[derive(Args)]
pub(crate) struct Verify {
    /// A file that `laika runs export` wrote.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) held: Held,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The states of a run by their names in the log.
fn status() -> impl TypedValueParser<Value = RunStatus> {
    let named = |name: String| RunStatus::ALL.iter().copied().find(|status| status.as_str() == name);
    PossibleValuesParser::new(RunStatus::ALL.iter().map(|status| status.as_str()))
        .try_map(move |name| named(name).ok_or("no state of a run"))
}
