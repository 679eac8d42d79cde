//! The weights that are worked and tested with: fetched once, into the models folder of this person, and verified.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::{printer, process, workspace};

/// The small model that tests start, and Laika's own, which is the one that is used where nobody chose another.
const WEIGHTS: [&str; 2] = ["smollm2-135m", "laika-0.5b"];

/// Fetches them for tests.
pub(super) fn install() -> Result<()> {
    printer::note("setup: the weights of the models");
    // As the tests build it: by itself it would have other features, and the engine be compiled twice.
    process::must(&mut process::cargo(["test", "--quiet", "--workspace", "--no-run"]))?;
    pull(&workspace::laika("debug")?)
}

/// Fetches them with the program itself, which does nothing where they are there.
pub(crate) fn pull(program: &Path) -> Result<()> {
    for name in WEIGHTS {
        process::must(&mut process::command(program, ["model", "pull", name]))
            .with_context(|| format!("the weights of {name} could not be fetched"))?;
    }
    Ok(())
}
