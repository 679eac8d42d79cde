//! `laika keys`: where the keys are, and what protects them.

use std::io::{self, IsTerminal as _};

use anyhow::{Result, bail};
use serde_json::json;

use crate::arguments::runs::Keys;
use crate::key_store::{hinted, line as passphrase, open};
use crate::printer::{Outcome, Printer};

pub(crate) fn run(keys: &Keys, printer: &mut Printer) -> Result<Outcome> {
    match keys {
        Keys::Show { folder, json } => {
            let description = open(folder)?.describe();
            if *json {
                let value = json!({ "place": description.place.code(), "sentence": description.to_string(), "because": description.because });
                printer.data(format_args!("{value:#}\n"));
            } else {
                printer.data(format_args!("{description}\n"));
            }
        }
        Keys::Protect { folder } => {
            let mut store = open(folder)?;
            if store.is_locked() {
                hinted(store.unlock(&passphrase("the passphrase as it is", printer)?))?;
            }
            let new = passphrase("the new passphrase", printer)?;
            if new.expose().is_empty() {
                bail!("an empty passphrase protects nothing");
            }
            if io::stdin().is_terminal() && passphrase("once more", printer)? != new {
                bail!("the two are not the same; nothing was changed");
            }
            hinted(store.set_passphrase(&new))?;
            printer.data(format_args!("{}\n", store.describe()));
        }
        Keys::Unprotect { folder } => {
            let mut store = open(folder)?;
            if store.is_locked() {
                hinted(store.unlock(&passphrase("the passphrase", printer)?))?;
            }
            hinted(store.remove_passphrase())?;
            printer.data(format_args!("{}\n", store.describe()));
        }
    }
    Ok(Outcome::Done)
}
