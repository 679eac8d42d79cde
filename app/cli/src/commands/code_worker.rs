//! `laika code-worker`: the process in which JavaScript of others runs. It has neither files nor a network.

use anyhow::{Context as _, Result};

use crate::printer::Outcome;

pub(crate) fn run() -> Result<Outcome> {
    laika_cell::code::worker::run().context("the process that runs code cannot go on")?;
    Ok(Outcome::Done)
}
