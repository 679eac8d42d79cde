//! `laika runs`: what Laika did, and what becomes of it.

mod change;
mod events;
mod export;
mod list;
pub(crate) mod scribe;
mod show;
pub(crate) mod summary;
mod training;
pub(crate) mod verify;

use anyhow::{Context as _, Result, anyhow};
use laika_protocol::ids::RunId;
use laika_protocol::quoted;
use laika_store::{Reader, Run};

use crate::arguments::runs::Runs;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(runs: &Runs, printer: &mut Printer) -> Result<Outcome> {
    match runs {
        Runs::List { folder, status, site, limit, json } => {
            let asked = list::Asked { status: *status, site: site.as_deref(), limit: *limit };
            list::run(&folder.reader()?, &asked, *json, printer)
        }
        Runs::Show { run, folder, json } => show::run(&folder.reader()?, run, *json, printer),
        Runs::Events { run, folder, from, limit, json } => {
            events::run(&folder.reader()?, run, (*from, *limit), *json, printer)
        }
        Runs::Export { run, out, training: true, consent, folder, .. } => {
            training::run(folder, run, *consent, out.as_deref(), printer)
        }
        Runs::Export { run, out, force, folder, json, .. } => {
            export::run(folder, run, out.as_deref(), *force, *json, printer)
        }
        Runs::Verify { run, folder, file, held, quick, json } => {
            let reader = match file {
                Some(file) => {
                    Reader::open(file).with_context(|| format!("cannot read {}", file.display()))?
                }
                None => folder.reader()?,
            };
            verify::log(&reader, run.as_deref(), held, !*quick, *json, printer)
        }
        Runs::Resume(resume) => super::work::resume::run(resume, printer),
        Runs::Cancel { run, folder, json } => change::cancel(folder, run, *json, printer),
        Runs::Rollback { run, to, folder, json } => change::roll_back(folder, run, *to, *json, printer),
        Runs::Branch { run, at: Some(at), folder, json } => {
            change::roll_back(folder, run, Some(*at), *json, printer)
        }
        Runs::Branch { run, at: None, folder, json } => {
            change::branches(&folder.reader()?, run, *json, printer)
        }
        Runs::Forget { run, site, everything: _, yes, folder, json } => {
            change::forget(folder, run.as_deref(), site.as_deref(), *yes, *json, printer)
        }
        Runs::SaveSummary { run, folder } => summary::run(folder, run, printer),
        Runs::Prune { days, sensitive_days, folder, json } => {
            change::prune(folder, *days, *sensitive_days, *json, printer)
        }
    }
}

/// The run of this name.
pub(crate) fn find(reader: &Reader, name: &str) -> Result<Run> {
    let unknown =
        || anyhow!("hint: `laika runs list` names them").context(format!("there is no run {}", quoted(name)));
    let id = RunId::parse(name).map_err(|_| unknown())?;
    reader.run(&id)?.ok_or_else(unknown)
}

/// A time for people: UTC to the second.
pub(crate) fn when(at_ms: u64) -> String {
    let text = laika_protocol::time::to_iso(at_ms);
    text.get(..19).unwrap_or(&text).replace('T', " ")
}
