//! `laika enter`: confines itself and becomes a program that somebody else wrote.

use anyhow::{Context as _, Result};

use crate::arguments::Enter;
use crate::printer::Outcome;

pub(crate) fn run(enter: &Enter) -> Result<Outcome> {
    laika_cell::enter::run(&enter.spec).context("the program was not started")?;
    Ok(Outcome::Done)
}
