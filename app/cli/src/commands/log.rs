//! `laika log anchor`: where the log stands, signed, to be kept elsewhere.

use std::fs;

use anyhow::{Context as _, Result};
use laika_daemon::now_ms;

use crate::arguments::runs::Log;
use crate::input;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(log: &Log, printer: &mut Printer) -> Result<Outcome> {
    let Log::Anchor { folder, out } = log;
    let anchor = folder.store()?.anchor(now_ms())?;
    match out {
        None => printer.data(format_args!("{}\n", anchor.to_json().trim_end())),
        Some(path) => {
            fs::write(path, anchor.to_json())
                .with_context(|| format!("cannot write {}", input::name(path)))?;
            printer.say("laika", format_args!("signed {} events", anchor.log_seq));
        }
    }
    printer.say("hint", "keep it where nobody who can change the log can change it; check with `laika runs verify --anchor FILE`");
    Ok(Outcome::Done)
}
