//! A yes that is a word to be typed, for what loosens something: one key too many must not say it.

use std::io::{self, BufRead as _};

use anyhow::{Context as _, Result, bail};
use laika_os::terminal;

use crate::printer::Printer;

/// Asks the person at the terminal to type a word. Nothing that was typed before the question counts (S18); anything else ends
/// with what was not done.
pub(crate) fn agreed(word: &str, to: &str, otherwise: &str, printer: &Printer) -> Result<()> {
    terminal::forget_typed();
    printer.say("laika", format_args!("type `{word}` to {to}"));
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).context("cannot read the answer")?;
    if answer.trim() != word {
        bail!("{otherwise}");
    }
    Ok(())
}
