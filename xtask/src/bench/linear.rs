//! Work against input size, measured by a program of the end-to-end crate.

use anyhow::Result;

use super::Format;
use crate::process;

/// Runs it in the release profile. True when the work grew no faster than the input.
pub(super) fn run(format: Format) -> Result<bool> {
    let mut command =
        process::cargo(["run", "--release", "--quiet", "--package", "laika-e2e", "--bin", "linear"]);
    if format == Format::Json {
        command.args(["--", "--json"]);
    }
    Ok(process::stream(&mut command)?.success)
}
