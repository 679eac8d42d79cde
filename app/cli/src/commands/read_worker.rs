//! `laika read-worker`: reads one document that somebody else made, and can do nothing else.

use anyhow::{Context as _, Result};

use crate::printer::Outcome;

pub(crate) fn run() -> Result<Outcome> {
    laika_cell::reading::worker::run().context("the process that reads documents cannot go on")?;
    Ok(Outcome::Done)
}
