//! `laika ask`: a question, answered from a page, or from everything that was collected.

use anyhow::{Result, bail};

use super::link::choice;
use super::start::order;
use super::watch;
use crate::arguments::collections::Told;
use crate::arguments::work::Ask;
use crate::commands::collect;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(ask: &Ask, printer: &mut Printer) -> Result<Outcome> {
    let (address, question) = match (&ask.collection, ask.words.as_slice()) {
        (Some(collection), words) => {
            let told = Told { folder: ask.how.folder.clone(), json: ask.how.json };
            return collect::ask(&told, collection, &words.join(" "), choice(&ask.how), printer);
        }
        (None, [address, question]) => (address, question.trim()),
        (None, _) => bail!("say the page and the question: laika ask URL QUESTION"),
    };
    if question.is_empty() {
        bail!("the question is empty");
    }
    // With its mark, whatever its form: it is a question, and nothing to be done.
    let goal = format!("{}?", question.trim_end_matches(['?', '.', ' ']));
    let pages = [address.clone()];
    watch::watch(order(goal, &pages, Some(ask.mode.into()), &ask.how)?, &ask.how, printer)
}
