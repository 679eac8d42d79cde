//! `laika extract`: fields of a page, each with the words it stands in.

use anyhow::Result;
use laika_daemon::working::{Asks, Order};
use laika_protocol::wire::SiteMode;

use super::start::{address, is_person, origins};
use super::watch;
use crate::arguments::work::Extract;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(extract: &Extract, printer: &mut Printer) -> Result<Outcome> {
    let names: Vec<&str> =
        extract.fields.iter().map(|name| name.trim()).filter(|name| !name.is_empty()).collect();
    let order = Order {
        goal: format!("Extract these fields: {}", names.join(", ")),
        urls: vec![address(&extract.address)?.into()],
        allow: origins(&extract.how.allow)?,
        mode: SiteMode::Observe,
        private: extract.how.private,
        strict: extract.how.strict,
        headed: false,
        asks: if is_person() { Asks::Person } else { Asks::Nobody },
    };
    watch::watch(order, &extract.how, printer)
}
