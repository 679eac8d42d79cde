//! `laika trajectories`: making and checking training data.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Subcommand)]
pub(crate) enum Trajectories {
    /// Make examples of what a model is asked, each with the answer that is right. The same seed gives the same bytes.
    ///
    /// Routes, arguments and readings need no browser. Episodes are played on real pages in a browser of its own; what was
    /// played already is not played again.
    Make(Make),
    /// Write the labelled sets that Laika is measured with in the same form: to score weights on, never to learn from.
    Labelled(LabelledSets),
    /// Read files of examples: whether each has the form, and none says what is measured with.
    Check(CheckExamples),
}

#[derive(Args)]
pub(crate) struct Make {
    /// The folder that they go into.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Examples that need no browser.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(crate) examples: u32,
    /// Episodes on real pages, each of which is a few steps.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) episodes: u32,
    /// Where the random choices start.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Args)]
pub(crate) struct LabelledSets {
    /// The file.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

#[derive(Args)]
pub(crate) struct CheckExamples {
    /// The files.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
}
