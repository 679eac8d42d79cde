//! The weights that tests use: fetched once, into the models folder of this person, and verified.

use anyhow::{Context as _, Result};

use crate::{printer, process, workspace};

/// The smallest model of the catalogue.
const SMALL: &str = "smollm2-135m";

/// Fetches the small model with the program itself, which does nothing where it is there.
pub(super) fn install() -> Result<()> {
    printer::note("setup: the weights of the small model");
    // As the tests build it: by itself it would have other features, and the engine be compiled twice.
    process::must(&mut process::cargo(["test", "--quiet", "--workspace", "--no-run"]))?;
    let pull = ["model", "pull", SMALL];
    process::must(&mut process::command(&workspace::laika("debug")?, pull))
        .context("the weights that tests use could not be fetched")
}
