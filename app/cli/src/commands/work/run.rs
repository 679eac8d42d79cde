//! `laika run`: a goal, from its words to an answer or a finished task.

use anyhow::{Result, anyhow, bail};

use laika_daemon::working::Asks;

use super::start::order;
use super::watch;
use crate::arguments::work::Run;
use crate::commands::grants;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(run: &Run, printer: &mut Printer) -> Result<Outcome> {
    if run.goal.trim().is_empty() {
        bail!("the goal is empty");
    }
    let urls = if run.urls.is_empty() { laika_context::goal::addresses(&run.goal) } else { run.urls.clone() };
    if urls.is_empty() {
        return Err(anyhow!("hint: give one with --url, or write it into the goal")
            .context("there is no address to begin at"));
    }
    let mut order = order(run.goal.clone(), &urls, run.mode.map(Into::into), &run.how)?;
    if let Some(id) = &run.grant {
        order.asks = Asks::Grant(Box::new(grants::named(&run.how.folder, id, printer)?));
    }
    watch::watch(order, &run.how, printer)
}
