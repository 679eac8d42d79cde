//! `laika summarize URL`: what a page says, every point with the words it stands on.

use anyhow::Result;
use laika_daemon::working::{Asks, Order};
use laika_protocol::wire::SiteMode;

use super::start::{address, is_person, origins};
use super::watch;
use crate::arguments::work::How;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(page: &str, how: &How, printer: &mut Printer) -> Result<Outcome> {
    let order = Order {
        goal: "Summarise this page".to_owned(),
        urls: vec![address(page)?.into()],
        allow: origins(&how.allow)?,
        mode: SiteMode::Observe,
        private: how.private,
        strict: how.strict,
        headed: false,
        asks: if is_person() { Asks::Person } else { Asks::Nobody },
    };
    watch::watch(order, how, printer)
}
