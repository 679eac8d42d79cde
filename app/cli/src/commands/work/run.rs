//! `laika run`: a goal, from its words to an answer or a finished task.

use anyhow::{Result, anyhow, bail};
use laika_daemon::working::{Asks, Order};

use super::start::{address, is_person, origins};
use super::watch;
use crate::arguments::work::Run;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(run: &Run, printer: &mut Printer) -> Result<Outcome> {
    if run.goal.trim().is_empty() {
        bail!("the goal is empty");
    }
    let named = run.urls.iter().map(|url| address(url).map(String::from)).collect::<Result<Vec<_>>>()?;
    let urls = if named.is_empty() { laika_context::goal::addresses(&run.goal) } else { named };
    if urls.is_empty() {
        return Err(anyhow!("hint: give one with --url, or write it into the goal")
            .context("there is no address to begin at"));
    }
    let order = Order {
        goal: run.goal.clone(),
        urls,
        allow: origins(&run.how.allow)?,
        mode: run.mode.into(),
        private: run.how.private,
        strict: run.how.strict,
        headed: false,
        asks: if is_person() { Asks::Person } else { Asks::Nobody },
    };
    watch::watch(order, &run.how, printer)
}
