//! `cargo xtask run` and `cargo xtask laika`: build Laika and have it do something.

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};

use crate::{printer, process, setup, workspace};

/// Its main job: the bundled demo without arguments, a goal of one's own with them.
pub(crate) fn run(args: &[String]) -> Result<ExitCode> {
    printer::timed("setup", || setup::install(setup::TO_RUN))?;
    let job: &[&str] = if args.is_empty() { &["demo"] } else { &["run"] };
    laika(&job.iter().copied().chain(args.iter().map(String::as_str)).collect::<Vec<_>>())
}

/// Builds Laika and runs it in the caller's folder, with the caller's terminal.
pub(crate) fn laika(args: &[&str]) -> Result<ExitCode> {
    printer::timed("setup", || setup::install(setup::TO_BUILD))?;
    // As the tests build it: what is slow is optimised in this profile too, and the engine is compiled once.
    printer::timed("build", || process::must(&mut process::cargo(["build", "--package", "laika-cli"])))?;
    let program = workspace::laika("debug")?;
    let mut laika = Command::new(&program);
    laika.args(args);
    let status = laika.status().with_context(|| format!("`{}` cannot be run", program.display()))?;
    Ok(ExitCode::from(process::code(status)))
}
