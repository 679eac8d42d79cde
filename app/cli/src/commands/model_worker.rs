//! `laika model-worker`: the process of the embedded model. It has the weights, and neither network nor other files.

use anyhow::{Context as _, Result};

use crate::printer::Outcome;

pub(crate) fn run() -> Result<Outcome> {
    laika_model::worker::run().context("the process of the model cannot go on")?;
    Ok(Outcome::Done)
}
