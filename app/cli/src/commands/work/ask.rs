//! `laika ask`: a question, answered from a page.

use anyhow::{Result, bail};
use laika_daemon::working::{Asks, Order};

use super::start::{address, is_person, origins};
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
    let order = Order {
        goal,
        urls: vec![address(&ask.address)?.into()],
        allow: origins(&ask.how.allow)?,
        mode: ask.mode.into(),
        private: ask.how.private,
        strict: ask.how.strict,
        headed: false,
        asks: if is_person() { Asks::Person } else { Asks::Nobody },
    };
    watch::watch(order, &ask.how, printer)
}
