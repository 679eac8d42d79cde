//! `cargo xtask run` and `cargo xtask laika`: build Laika and have it do something.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};

use crate::setup::Need;
use crate::{printer, process, setup, workspace};

/// Its main job: the bundled demo without arguments, a goal of one's own with them.
pub(crate) fn run(args: &[String]) -> Result<ExitCode> {
    let program = build(setup::TO_RUN)?;
    printer::timed("weights", || setup::pull_weights(&program))?;
    let job: &[&str] = if args.is_empty() { &["demo"] } else { &["run"] };
    start(&program, &job.iter().copied().chain(args.iter().map(String::as_str)).collect::<Vec<_>>())
}

/// Builds Laika and runs it in the caller's folder, with the caller's terminal.
pub(crate) fn laika(args: &[&str]) -> Result<ExitCode> {
    start(&build(setup::TO_BUILD)?, args)
}

/// Builds the program, and nothing beside it: what is slow is optimised in this profile too.
fn build(needs: &[Need]) -> Result<PathBuf> {
    printer::timed("setup", || setup::install(needs))?;
    printer::timed("build", || process::must(&mut process::cargo(["build", "--package", "laika-cli"])))?;
    workspace::laika("debug")
}

fn start(program: &Path, args: &[&str]) -> Result<ExitCode> {
    let mut laika = Command::new(program);
    laika.args(args);
    let status = laika.status().with_context(|| format!("`{}` cannot be run", program.display()))?;
    Ok(ExitCode::from(process::code(status)))
}
