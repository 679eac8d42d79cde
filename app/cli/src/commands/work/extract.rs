//! `laika extract`: fields of a page, each with the words it stands in.

use anyhow::Result;
use laika_protocol::wire::SiteMode;

use super::start::order;
use super::watch;
use crate::arguments::work::Extract;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(extract: &Extract, printer: &mut Printer) -> Result<Outcome> {
    let names = extract.fields.iter().map(|name| name.trim()).filter(|name| !name.is_empty());
    let goal = format!("Extract these fields: {}", names.collect::<Vec<_>>().join(", "));
    let pages = [extract.address.clone()];
    watch::watch(order(goal, &pages, Some(SiteMode::Observe), &extract.how)?, &extract.how, printer)
}
