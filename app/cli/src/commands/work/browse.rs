//! `laika browse`: a person drives an isolated browser by typing, and the gate decides every step.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use laika_daemon::working::Driver;

use laika_os::terminal::has_person;

use super::start::order;
use super::watch::Terminal;
use crate::arguments::work::Browse;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(browse: &Browse, printer: &mut Printer) -> Result<Outcome> {
    if !has_person() {
        return Err(anyhow!("hint: programs use `laika run` and `laika observe`")
            .context("browsing needs a terminal"));
    }
    let pages = [browse.address.clone()];
    let order = order("Browse".to_owned(), &pages, browse.mode.map(Into::into), &browse.how)?;
    let terminal = Terminal::with(&browse.how, Arc::new(|_, _| Box::new(Driver::default())), printer)?;
    let end = terminal.run(order, printer);
    terminal.close();
    let end = end?;
    if let Some(run) = &end.run {
        printer.say("run", format_args!("{run}; `laika runs show {run}` shows all of it"));
    }
    Ok(Outcome::Done)
}
