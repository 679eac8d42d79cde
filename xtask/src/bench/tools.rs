//! Searching and replacing in files beside `rg`, `sd` and `perl`, measured by tests of the tools' crate.

use anyhow::Result;

use crate::setup::{self, Need};
use crate::{process, workspace};

/// Runs it in the release profile over this repository. True when it came to its end.
pub(super) fn run() -> Result<bool> {
    setup::install(&[Need::Compiler, Need::Searchers])?;
    let mut command =
        process::cargo(["test", "--release", "--quiet", "--package", "laika-tools", "--test", "all"]);
    command.args(["--", "--ignored", "--nocapture", "--test-threads", "1", "project_speed"]);
    command.env("LAIKA_TEST_TREE", workspace::root());
    Ok(process::stream(&mut command)?.success)
}
