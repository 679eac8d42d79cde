//! `laika net-worker`: the only process that connects to the outside.

use anyhow::{Context as _, Result};

use crate::printer::Outcome;

pub(crate) fn run() -> Result<Outcome> {
    laika_net::worker::run().context("the network process cannot go on")?;
    Ok(Outcome::Done)
}
