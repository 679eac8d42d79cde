//! The keys of a folder, for the commands that need them.

use std::io::{self, IsTerminal as _, Read as _};

use anyhow::{Context as _, Result, anyhow};
use laika_os::key_store::{Choice, KeyError, KeyStore};
use laika_protocol::secret::Secret;

use crate::arguments::runs::Folder;
use crate::printer::Printer;

/// No passphrase and no key is longer.
const MOST_BYTES: u64 = 4_096;

/// The keys, perhaps locked.
pub(crate) fn open(folder: &Folder) -> Result<KeyStore> {
    hinted(KeyStore::open(&folder.path()?, Choice::Auto))
}

/// The keys, after asking for the passphrase where there is somebody to ask.
pub(crate) fn unlocked(folder: &Folder, printer: &Printer) -> Result<KeyStore> {
    let mut store = open(folder)?;
    if store.is_locked() && io::stdin().is_terminal() {
        hinted(store.unlock(&line("the passphrase", printer)?))?;
    }
    Ok(store)
}

/// An error of the key store with its hint on a line of its own.
pub(crate) fn hinted<T>(result: Result<T, KeyError>) -> Result<T> {
    result.map_err(|error| match error.hint() {
        Some(hint) => anyhow!("hint: {hint}").context(error),
        None => anyhow!(error),
    })
}

/// Asks for a secret without showing it, or takes a line of standard input.
pub(crate) fn line(what: &str, printer: &Printer) -> Result<Secret> {
    if io::stdin().is_terminal() {
        printer.say("laika", format_args!("{what}:"));
        let typed = rpassword::read_password();
        return Ok(Secret::new(typed.with_context(|| format!("cannot read {what}"))?));
    }
    // A line at a time, byte by byte: the next question's answer may follow.
    let mut line = Vec::new();
    for byte in io::stdin().lock().take(MOST_BYTES).bytes() {
        match byte.with_context(|| format!("cannot read {what}"))? {
            b'\n' => break,
            byte => line.push(byte),
        }
    }
    String::from_utf8(line).map(Secret::new).map_err(|_| anyhow!("{what} has to be text"))
}
