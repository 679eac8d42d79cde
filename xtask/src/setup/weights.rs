//! The weights that are worked and tested with: fetched once, into the models folder of this person, and verified.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::{printer, process, workspace};

/// Laika's own model, which is the one that is used where nobody chose another.
const OURS: &str = "laika-0.5b";
/// The small one that tests start.
const SMALL: &str = "smollm2-135m";

/// Fetches them for tests.
pub(super) fn install() -> Result<()> {
    printer::note("setup: the weights of the models");
    // As the tests build it: by itself it would have other features, and the engine be compiled twice.
    process::must(&mut process::cargo(["test", "--quiet", "--workspace", "--no-run"]))?;
    let program = workspace::laika("debug")?;
    fetch(&program, SMALL)?;
    pull(&program)
}

/// Fetches what a run uses.
pub(crate) fn pull(program: &Path) -> Result<()> {
    fetch(program, OURS)
}

/// With the program itself, which does nothing where they are there.
fn fetch(program: &Path, name: &str) -> Result<()> {
    process::must(&mut process::command(program, ["model", "pull", name]))
        .with_context(|| format!("the weights of {name} could not be fetched"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_fetched_is_what_is_used() {
        let catalogue = include_str!("../../../adapters/model/models.toml");
        assert!(catalogue.contains(&format!("recommended = \"{OURS}\"")), "{OURS}");
        assert!(catalogue.contains(&format!("name = \"{SMALL}\"")), "{SMALL}");
    }
}
