//! `laika summarize URL`: what a page says, every point with the words it stands on.

use anyhow::Result;
use laika_protocol::wire::SiteMode;

use super::start::order;
use super::watch;
use crate::arguments::work::How;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(page: &str, how: &How, printer: &mut Printer) -> Result<Outcome> {
    let order = order("Summarise this page".to_owned(), &[page.to_owned()], Some(SiteMode::Observe), how)?;
    watch::watch(order, how, printer)
}
