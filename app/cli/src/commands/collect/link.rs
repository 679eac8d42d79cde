//! The way to collections: the Laika that is running, or one that is started on the way.

use anyhow::{Result, anyhow};
use laika_daemon::collecting::Collect;
use laika_daemon::serving::{Choice, Client, Connected};
use serde_json::Value;

use crate::arguments::collections::{Thinks, Told};
use crate::commands::serve;
use crate::commands::work::link::explained;
use crate::printer::Printer;

/// A connection to whoever keeps the collections.
pub(super) struct Kept(Client);

impl Kept {
    pub(super) fn open(told: &Told, printer: &Printer) -> Result<Self> {
        let folder = told.folder.path()?;
        let connect = || Client::connect(&folder, Box::new(|_, _| {}), Box::new(|| {})).map_err(explained);
        if let Connected::To(client) = connect()? {
            return Ok(Self(client));
        }
        serve::start(&told.folder, Some(serve::IDLE_EXIT_S), printer)?;
        match connect()? {
            Connected::To(client) => Ok(Self(client)),
            Connected::Nobody => Err(anyhow!("the Laika that was started is gone")),
        }
    }

    /// Asks for something and shows how far it is.
    pub(super) fn ask(&self, what: Collect, printer: &Printer) -> Result<Value> {
        let told = self.0.collect(what, |done, all, what| {
            let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
            printer.progress(what, number(done), number(all));
        });
        printer.progress_over();
        told.map_err(explained)
    }
}

/// What thinks, as it was typed.
pub(super) fn choice(thinks: &Thinks) -> Choice {
    match &thinks.model {
        _ if thinks.no_model => Choice::Without,
        Some(name) => Choice::Named(name.clone()),
        None => Choice::Usual,
    }
}
