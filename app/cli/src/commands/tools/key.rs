//! `laika tools key`: keeps what signs the person in at a service, sealed in the key store; settings only name it (INK-090).

use std::io::{self, IsTerminal as _};

use anyhow::{Result, bail};
use laika_daemon::tooling::key_name;
use laika_protocol::secret::Secret;
use laika_tools::toolbox::is_key_name;

use crate::arguments::tools::KeepKey;
use crate::key_store;
use crate::printer::{Outcome, Printer};

pub(super) fn run(asked: &KeepKey, printer: &mut Printer) -> Result<Outcome> {
    let name = &asked.name;
    if !is_key_name(name) {
        // It is not said again: it may be the key.
        bail!(
            "that is no name of a key: give up to 32 small letters, digits, `-` and `_`; the key itself is asked for"
        );
    }
    let mut store = key_store::unlocked(&asked.folder, printer)?;
    if asked.remove {
        key_store::hinted(store.delete_secret(&key_name(name)))?;
        printer.data(format_args!("the key {name} is gone\n"));
        return Ok(Outcome::Done);
    }
    if !asked.key_stdin && !io::stdin().is_terminal() {
        bail!("nobody is at this terminal; hand the key over with --key-stdin");
    }
    // It is never an argument: every process of the machine could read it there.
    let key = key_store::line(&format!("the key {name}"), printer)?;
    let key = key.expose().trim();
    if key.is_empty() {
        bail!("there was no key; nothing is kept");
    }
    key_store::hinted(store.put_secret(&key_name(name), &Secret::new(key.to_owned())))?;
    printer.data(format_args!("the key {name} is kept\n"));
    printer.say("hint", format_args!("`laika tools config TOOL key={name}` lets a tool use it"));
    Ok(Outcome::Done)
}
