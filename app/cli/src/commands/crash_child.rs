//! `laika crash-child`: the real loop in a scripted world, to be killed by `laika bench crash`.

use std::io;
use std::path::Path;

use anyhow::{Result, bail};
use laika_bench::scripted::{self, Script};
use laika_store::{Options, Place};

use crate::arguments::{CrashChild, Synchronous};
use crate::input;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(child: &CrashChild, printer: &mut Printer) -> Result<Outcome> {
    let synchronous = match child.synchronous {
        Synchronous::Full => laika_store::Synchronous::Full,
        Synchronous::Off => laika_store::Synchronous::Off,
    };
    let script = Script {
        options: Options { place: Place::Folder(scripted::log_folder(&child.dir)), synchronous },
        folder: child.dir.clone(),
        runs: child.runs,
        steps: child.steps,
        private: child.private,
        goal: if child.goal_from_stdin {
            input::read(Path::new("-"), printer)?
        } else {
            "count to the end".into()
        },
    };
    // Straight to the pipe: each line must be out before the next thing happens.
    if !scripted::play(&script, &mut io::stdout())? {
        bail!("the log keeps failing");
    }
    printer.data("done\n");
    Ok(Outcome::Done)
}
