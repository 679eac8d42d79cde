//! `laika ask`: a question, answered from a page.

use anyhow::{Result, bail};

use super::start::order;
use super::watch;
use crate::arguments::work::Ask;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(ask: &Ask, printer: &mut Printer) -> Result<Outcome> {
    let question = ask.question.trim();
    if question.is_empty() {
        bail!("the question is empty");
    }
    // With its mark, whatever its form: it is a question, and nothing to be done.
    let goal = format!("{}?", question.trim_end_matches(['?', '.', ' ']));
    let pages = [ask.address.clone()];
    watch::watch(order(goal, &pages, Some(ask.mode.into()), &ask.how)?, &ask.how, printer)
}
