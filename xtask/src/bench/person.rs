//! Proofs in the person's own browser that are written in JavaScript: everything in them is real, and played from outside.

use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::Result;

use super::{Format, laika};
use crate::counts::Counts;
use crate::setup::{self, Need};
use crate::{printer, process, workspace};

const JOURNEYS: &str = "web/scripts/journeys.mjs";
const COMPANION: &str = "web/scripts/companion-journeys.mjs";

/// A few of them for every test run.
const SAMPLES: [&[&str]; 7] = [
    &[JOURNEYS, "--only", "summarize"],
    &[JOURNEYS, "--only", "approve-click"],
    &[JOURNEYS, "--only", "takeover"],
    &["web/scripts/neighbours.mjs", "when the card is shown$"],
    &[COMPANION, "--only", "thread"],
    &[COMPANION, "--only", "approve"],
    &["web/scripts/companion-check.mjs", "--only", "approval"],
];

/// Runs one with the programs as they are built for tests, and passes its exit code on.
pub(super) fn run(script: &str, format: Format) -> Result<ExitCode> {
    setup::install(&[Need::Compiler, Need::Node, Need::Browser])?;
    process::must(&mut process::cargo(["build", "--package", "laika-cli"]))?;
    let mut command = with_program(&[script])?;
    if format == Format::Json {
        command.arg("--json");
    }
    Ok(ExitCode::from(process::stream(&mut command)?.code))
}

/// The sample, with the programs that the Rust tests built. Each counts as one check.
pub(crate) fn samples() -> Result<Counts> {
    let mut counts = Counts::default();
    for sample in SAMPLES {
        let began = Instant::now();
        counts += laika::count(&process::stream(&mut with_program(sample)?)?);
        printer::note(&format!("sample {} took {}", sample.join(" "), printer::seconds(began.elapsed())));
    }
    Ok(counts)
}

fn with_program(words: &[&str]) -> Result<Command> {
    let mut command = process::command("node", words);
    command.env("LAIKA", workspace::laika("debug")?);
    Ok(command)
}
