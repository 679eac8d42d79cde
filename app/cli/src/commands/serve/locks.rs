//! `laika panic` and `laika unlock`: everything stops and stays locked, until the person says otherwise.

use std::cell::Cell;

use anyhow::{Context as _, Result, anyhow};
use laika_agent::Event;
use laika_daemon::serving::Ask;
use laika_daemon::{now_ms, set_locked};
use laika_protocol::wire::AppState;
use laika_store::{DATABASE, Options, Store, StoreError};
use serde_json::json;

use super::connect;
use crate::arguments::serve::Lock;
use crate::commands::runs::scribe::record;
use crate::commands::work::link::explained;
use crate::printer::{Outcome, Printer};
use laika_os::terminal::has_person;

pub(crate) fn panic(lock: &Lock, printer: &mut Printer) -> Result<Outcome> {
    let elsewhere = match connect(&lock.folder)? {
        Some(client) => {
            client.ask(Ask::Panic {}).map_err(explained)?;
            false
        }
        None => lock_the_folder(lock)?,
    };
    if lock.json {
        let value = json!({ "locked": true, "everythingStopped": !elsewhere });
        printer.data(format_args!("{value:#}\n"));
    } else {
        printer.data("everything is stopped and locked; `laika unlock` lets Laika work again\n");
    }
    if elsewhere {
        printer.say(
            "warning",
            "a Laika in another terminal is at work by itself; press Ctrl-C twice there (E_STORE_LOCKED)",
        );
        return Ok(Outcome::Defects);
    }
    Ok(Outcome::Done)
}

/// Locks where nobody serves, and ends what waits in the log. True if another process writes to it.
fn lock_the_folder(lock: &Lock) -> Result<bool> {
    let folder = lock.folder.path()?;
    if !folder.is_dir() {
        return Err(anyhow!("there is no folder {}, so there is nothing to lock", folder.display()));
    }
    set_locked(&folder, true).context("Laika cannot be locked")?;
    if !folder.join(DATABASE).is_file() {
        return Ok(false);
    }
    let store = match Store::open(Options::folder(&folder), now_ms()) {
        Ok(store) => store,
        Err(StoreError::Locked(_)) => return Ok(true),
        Err(error) => return Err(anyhow!(error).context("what waits in the log cannot be ended")),
    };
    let handled = Cell::new(false);
    record(store, Event::Panic, |state, _| {
        // Asked before the event is handled, and after it.
        handled.replace(true) && state.app() == AppState::Locked && state.runs().next().is_none()
    })?;
    Ok(false)
}

pub(crate) fn unlock(lock: &Lock, printer: &mut Printer) -> Result<Outcome> {
    match connect(&lock.folder)? {
        Some(client) => _ = client.ask(Ask::Unlock {}).map_err(explained)?,
        None if !has_person() => {
            return Err(anyhow!("only a person at a terminal can unlock Laika (E_NO_PERSON)"));
        }
        None => set_locked(&lock.folder.path()?, false).context("Laika stays locked")?,
    }
    if lock.json {
        printer.data(format_args!("{:#}\n", json!({ "locked": false })));
    } else {
        printer.data("Laika can work again; what was stopped stays stopped\n");
    }
    Ok(Outcome::Done)
}
