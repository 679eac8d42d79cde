//! `cargo xtask bench`: measurements and long proofs, those that need a toolchain and those that `laika bench` has.

mod fuzz;
pub(crate) mod laika;
mod linear;
pub(crate) mod mcp;
pub(crate) mod person;
mod tools;
pub(crate) mod xss;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::{exit_code, printer};

/// What `cargo xtask bench` accepts.
#[derive(Args)]
pub(crate) struct Options {
    /// Which one to run; without a name they are listed
    name: Option<String>,
    /// How long to run, where that is a choice
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,
    /// At most this many cases, where that is a choice
    #[arg(long, value_name = "N")]
    cases: Option<u32>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// One measurement that needs more than the program.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Name {
    /// Throws random bytes at everything that reads what a model or a page wrote; counts runs and crashes
    Fuzz,
    /// Opens hostile payloads, rendered, in Chromium; counts scripts, requests and elements that got through
    Xss,
    /// A person's journeys through the panel of their own browser, from the first click to the log
    Journeys,
    /// What hostile pages, extensions and programs beside the extension get
    Neighbours,
    /// Whether everybody can use the panel, and what opening it costs
    Accessibility,
    /// A person's journeys through the companion window, by real presses and keys
    Companion,
    /// Every view of the companion window: whether everybody can use it, and what it weighs
    Views,
    /// The extension and the native host in Firefox
    Firefox,
    /// Searching and replacing in files beside programs made for it; prints ratios
    Tools,
    /// The protocol's conformance suite, its inspector, and what a list of tools costs a model
    Mcp,
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

/// Runs one measurement, or lists them. A benchmark of the program ends with the program's own exit code.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let format = if options.json { Format::Json } else { Format::Text };
    let Some(name) = &options.name else {
        list();
        return laika::list();
    };
    let title = format!("bench {name}");
    match Name::from_str(name, false) {
        Ok(Name::Fuzz) => printer::timed(&title, || fuzz::run(options.seconds, format)).map(exit_code),
        Ok(Name::Xss) => printer::timed(&title, || Ok(xss::run(format)?.failed == 0)).map(exit_code),
        Ok(Name::Linear) => printer::timed(&title, || linear::run(format)).map(exit_code),
        Ok(Name::Mcp) => printer::timed(&title, || mcp::run(format)).map(exit_code),
        Ok(Name::Tools) => printer::timed(&title, tools::run).map(exit_code),
        Ok(Name::Journeys) => person::run("web/scripts/journeys.mjs", format),
        Ok(Name::Neighbours) => person::run("web/scripts/neighbours.mjs", format),
        Ok(Name::Accessibility) => person::run("web/scripts/accessibility.mjs", format),
        Ok(Name::Companion) => person::run("web/scripts/companion-journeys.mjs", format),
        Ok(Name::Views) => person::run("web/scripts/companion-check.mjs", format),
        Ok(Name::Firefox) => person::run("web/scripts/firefox.mjs", format),
        Err(_) => printer::timed(&title, || laika::run(name, options.cases, format)),
    }
}

fn list() {
    for value in Name::value_variants().iter().filter_map(ValueEnum::to_possible_value) {
        let help = value.get_help().map(ToString::to_string).unwrap_or_default();
        printer::result(&format!("{:<15}{help}", value.get_name()));
    }
}
