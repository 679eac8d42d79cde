//! `laika keys`: where the keys are, and what protects them.

use std::io::{self, IsTerminal as _, Read as _};

use anyhow::{Context as _, Result, anyhow, bail};
use laika_os::key_store::{Choice, KeyError, KeyStore};
use laika_protocol::secret::Secret;
use serde_json::json;

use crate::arguments::runs::{Folder, Keys};
use crate::printer::{Outcome, Printer};

/// No passphrase is longer.
const MOST_BYTES: u64 = 4_096;

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

fn open(folder: &Folder) -> Result<KeyStore> {
    hinted(KeyStore::open(&folder.path()?, Choice::Auto))
}

/// An error of the key store with its hint on a line of its own.
fn hinted<T>(result: Result<T, KeyError>) -> Result<T> {
    result.map_err(|error| match error.hint() {
        Some(hint) => anyhow!("hint: {hint}").context(error),
        None => anyhow!(error),
    })
}

/// Asks for a passphrase without showing it, or takes a line of standard input.
fn passphrase(what: &str, printer: &Printer) -> Result<Secret> {
    if io::stdin().is_terminal() {
        printer.say("laika", format_args!("{what}:"));
        return Ok(Secret::new(rpassword::read_password().context("cannot read the passphrase")?));
    }
    // A line at a time, byte by byte: the next question's answer may follow.
    let mut line = Vec::new();
    for byte in io::stdin().lock().take(MOST_BYTES).bytes() {
        match byte.context("cannot read the passphrase")? {
            b'\n' => break,
            byte => line.push(byte),
        }
    }
    String::from_utf8(line).map(Secret::new).context("a passphrase is text")
}
