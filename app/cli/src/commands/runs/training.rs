//! `laika runs export --training`: only of a run whose person allowed it twice, in the settings and with this very command.

use std::path::Path;

use anyhow::{Result, anyhow};
use laika_daemon::config::Flags;
use laika_daemon::training::{self, Use};

use super::find;
use crate::arguments::runs::Folder;
use crate::printer::{Outcome, Printer};

pub(super) fn run(
    folder: &Folder,
    name: &str,
    consent: bool,
    out: Option<&Path>,
    printer: &mut Printer,
) -> Result<Outcome> {
    if !folder.config(Flags::default())?.values().training_export {
        return Err(anyhow!("hint: `training_export = true` in your own settings allows it")
            .context("the settings do not allow that runs become training data"));
    }
    if !consent {
        return Err(anyhow!("hint: add `--consent` if the words and pages of this run may be learned from")
            .context("this run becomes training data only with your consent"));
    }
    let reader = folder.reader()?;
    let run = find(&reader, name)?.row.run;
    let line = training::line(&reader, &run, Use::Train)?;
    match out {
        Some(path) => std::fs::write(path, format!("{line}\n"))?,
        None => printer.data(format_args!("{line}\n")),
    }
    Ok(Outcome::Done)
}
