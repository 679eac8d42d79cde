//! `cargo xtask run`: build Laika and do its main job.

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};

use crate::{printer, process, setup, workspace};

/// Builds the release program and runs it in the caller's folder, with the caller's terminal.
pub(crate) fn run(args: &[String]) -> Result<ExitCode> {
    printer::timed("setup", || setup::install(setup::TO_RUN))?;
    printer::timed("build", || {
        process::must(&mut process::cargo(["build", "--release", "--package", "laika-cli"]))
    })?;

    let program = workspace::laika("release")?;
    let mut laika = Command::new(&program);
    if args.is_empty() {
        let demo = workspace::root().join("demo");
        laika.arg("render").arg(demo.join("answer.json")).arg("--context").arg(demo.join("request.json"));
    } else {
        laika.args(args);
    }
    let status = laika.status().with_context(|| format!("`{}` cannot be run", program.display()))?;
    Ok(ExitCode::from(process::code(status)))
}
