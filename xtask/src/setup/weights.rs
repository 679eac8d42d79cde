//! The weights of the small model: fetched once, into the models folder of this person, and verified.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::{printer, process, workspace};

/// Laika's own small model, which is the one that is used where nobody chose another; its base comes with it.
const SMALL: &str = "laika-135m";

/// Fetches the small model for tests.
pub(super) fn install() -> Result<()> {
    printer::note("setup: the weights of the small model");
    // As the tests build it: by itself it would have other features, and the engine be compiled twice.
    process::must(&mut process::cargo(["test", "--quiet", "--workspace", "--no-run"]))?;
    pull(&workspace::laika("debug")?)
}

/// Fetches the small model with the program itself, which does nothing where it is there.
pub(crate) fn pull(program: &Path) -> Result<()> {
    process::must(&mut process::command(program, ["model", "pull", SMALL]))
        .context("the weights of the small model could not be fetched")
}
