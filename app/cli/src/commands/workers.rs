//! The processes that this program becomes when it is started by itself: each can do one thing and nothing else.

use std::io;

use anyhow::{Context as _, Result};

use crate::printer::Outcome;

/// What a process does until it ends, and how that is said when it cannot go on.
pub(crate) fn run(ended: io::Result<()>, what: &'static str) -> Result<Outcome> {
    ended.with_context(|| format!("{what} cannot go on"))?;
    Ok(Outcome::Done)
}
