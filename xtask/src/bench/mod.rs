//! `cargo xtask bench`: measurements and long proofs.

mod fuzz;
mod linear;
pub(crate) mod xss;

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::printer;

/// What `cargo xtask bench` accepts.
#[derive(Args)]
pub(crate) struct Options {
    /// Which one to run; without a name they are listed
    name: Option<Name>,
    /// How long to run, where that is a choice
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// One measurement.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Name {
    /// Throws random bytes at everything that reads what a model or a page wrote; counts runs and crashes
    Fuzz,
    /// Opens hostile payloads, rendered, in Chromium; counts scripts, requests and elements that got through
    Xss,
    /// Doubles hostile input and times the readers and the renderer; work must not grow faster than the input
    Linear,
}

/// How to print a result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// For a person.
    Text,
    /// For a program.
    Json,
}

/// Runs one measurement, or lists them. True when it succeeded.
pub(crate) fn run(options: &Options) -> Result<bool> {
    let format = if options.json { Format::Json } else { Format::Text };
    match options.name {
        None => {
            list();
            Ok(true)
        }
        Some(Name::Fuzz) => printer::timed("bench fuzz", || fuzz::run(options.seconds, format)),
        Some(Name::Xss) => printer::timed("bench xss", || Ok(xss::run(format)?.failed == 0)),
        Some(Name::Linear) => printer::timed("bench linear", || linear::run(format)),
    }
}

fn list() {
    for value in Name::value_variants().iter().filter_map(ValueEnum::to_possible_value) {
        let help = value.get_help().map(ToString::to_string).unwrap_or_default();
        printer::result(&format!("{:<8}{help}", value.get_name()));
    }
}
