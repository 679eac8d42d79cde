//! `laika runs cancel`, `rollback`, `branch`, `forget` and `prune`.

use std::io::{self, BufRead as _, IsTerminal as _};

use anyhow::{Context as _, Result, anyhow, bail};
use laika_agent::{Event, RunEvent};
use laika_daemon::config::Flags;
use laika_daemon::now_ms;
use laika_daemon::serving::Ask;
use laika_policy::config::Value as Setting;
use laika_protocol::limits::Limit;
use laika_protocol::run::{CancelledBy, Record};
use laika_store::{Forget, Reader, Removed, Site};
use serde_json::{Value, json};

use super::find;
use super::scribe::record;
use crate::arguments::runs::Folder;
use crate::commands::serve::connect;
use crate::commands::work::link::explained;
use crate::printer::{Outcome, Printer};
use crate::table::Table;

pub(super) fn roll_back(
    folder: &Folder,
    name: &str,
    to: Option<u64>,
    as_json: bool,
    printer: &mut Printer,
) -> Result<Outcome> {
    let store = folder.store()?;
    let run = find(&store.reader()?, name)?;
    let Some(to_seq) = to.or(run.checkpoint_seq) else {
        return Err(anyhow!("hint: name an event with `--to`; `laika runs events {name}` lists them")
            .context("the run has no checkpoint"));
    };
    let id = run.row.run.clone();
    let heard = record(store, Event::Run(id.clone(), RunEvent::Rollback { to_seq }), |state, heard| {
        let on_disk = heard.head.as_ref().map_or(0, |head| head.seq);
        let moved =
            |recorded: &laika_agent::Recorded| recorded.branch > run.row.branch && on_disk == recorded.seq;
        state.run(&id).map(|run| run.recorded()).is_some_and(moved)
    })?;
    let head = heard.head.context("the log did not answer")?;
    if as_json {
        printer.data(format_args!(
            "{:#}\n",
            json!({ "run": id, "rolledBackTo": to_seq, "head": head.to_string() })
        ));
    } else {
        printer.data(format_args!("{id} goes on from event {to_seq} on a new branch; head {head}\n"));
        printer.say("hint", "what was done stays done; nothing happens before the run is resumed");
    }
    Ok(Outcome::Done)
}

/// Ends a run that waits. One that is at work in the Laika that is running is stopped there.
pub(super) fn cancel(folder: &Folder, name: &str, as_json: bool, printer: &mut Printer) -> Result<Outcome> {
    let run = find(&folder.reader()?, name)?;
    let id = run.row.run.clone();
    if run.row.status.is_over() {
        bail!("{id} is over already ({})", run.row.status.as_str());
    }
    match connect(folder)? {
        Some(client) => _ = client.ask(Ask::Stop { run: Some(id.clone()) }).map_err(explained)?,
        None => {
            let stop = Event::Run(id.clone(), RunEvent::Stop(CancelledBy::Stop));
            // A run that is over is put away as soon as that is on disk.
            record(folder.store()?, stop, |state, heard| heard.head.is_some() && state.run(&id).is_none())?;
        }
    }
    if as_json {
        printer.data(format_args!("{:#}\n", json!({ "run": id, "cancelled": true })));
    } else {
        printer.data(format_args!("{id} is cancelled; what it did stays done\n"));
    }
    Ok(Outcome::Done)
}

pub(super) fn branches(reader: &Reader, name: &str, as_json: bool, printer: &mut Printer) -> Result<Outcome> {
    let run = find(reader, name)?;
    let mut table = Table::new(["BRANCH", "GROWS FROM", "AT EVENT"]);
    let mut values: Vec<Value> = Vec::new();
    for (seq, record) in reader.records(&run.row.run)? {
        if let Record::Branch(branch) = record {
            table.row([branch.branch.to_string(), branch.from_seq.to_string(), seq.to_string()]);
            values.push(json!({ "branch": branch.branch, "fromSeq": branch.from_seq, "atSeq": seq }));
        }
    }
    if as_json {
        printer.data(format_args!("{:#}\n", json!({ "current": run.row.branch, "branches": values })));
    } else if values.is_empty() {
        printer.say("hint", "the run has no branches; `--at SEQ` opens one");
    } else {
        printer.data(table);
    }
    Ok(Outcome::Done)
}

pub(super) fn forget(
    folder: &Folder,
    run: Option<&str>,
    site: Option<&str>,
    yes: bool,
    as_json: bool,
    printer: &mut Printer,
) -> Result<Outcome> {
    let store = folder.store()?;
    let (what, asked) = match (run, site) {
        (Some(name), _) => {
            let id = find(&store.reader()?, name)?.row.run;
            (Forget::Run(id.clone()), format!("everything that is known of {id}"))
        }
        (None, Some(site)) => (Forget::Site(Site::parse(site)?), format!("every run that read {site}")),
        (None, None) => (Forget::Everything, "everything".into()),
    };
    if !yes && !confirmed(&asked, printer)? {
        bail!("nothing was forgotten");
    }
    let erased = store.forget(what, now_ms(), &mut |progress| {
        printer.progress(progress.stage, progress.done, progress.total)
    })?;
    printer.progress_over();
    let removed = crate::artifacts::sweep(&folder.path()?, &store.reader()?)?;
    Ok(tell(&erased, removed, as_json, printer))
}

pub(super) fn prune(
    folder: &Folder,
    days: Option<u32>,
    sensitive_days: Option<u32>,
    as_json: bool,
    printer: &mut Printer,
) -> Result<Outcome> {
    let typed = |limit, days: Option<u32>| days.map(|days| Setting::Limit(limit, days.into()));
    let flags = Flags::default()
        .with("--days", typed(Limit::RetentionDays, days))
        .with("--sensitive-days", typed(Limit::SensitiveRetentionDays, sensitive_days));
    let windows = folder.config(flags)?.retention();
    let store = folder.store()?;
    let erased = store.prune(now_ms(), windows, &mut |progress| {
        printer.progress(progress.stage, progress.done, progress.total)
    })?;
    printer.progress_over();
    let removed = crate::artifacts::sweep(&folder.path()?, &store.reader()?)?;
    Ok(tell(&erased, removed, as_json, printer))
}

fn tell(erased: &Removed, removed: usize, as_json: bool, printer: &mut Printer) -> Outcome {
    if as_json {
        printer.data(format_args!(
            "{:#}\n",
            json!({ "runs": erased.runs, "payloads": erased.payloads, "messages": erased.messages, "artifacts": removed, "clean": erased.clean })
        ));
    } else {
        printer.data(format_args!(
            "erased {} payloads of {} runs, {} messages, {removed} artifacts\n",
            erased.payloads, erased.runs, erased.messages
        ));
        if !erased.clean {
            let why = "the log is being read, or the disk is full";
            printer
                .say("hint", format_args!("its files may still hold old bytes ({why}); run it again later"));
        }
    }
    Outcome::Done
}

fn confirmed(what: &str, printer: &Printer) -> Result<bool> {
    if !io::stdin().is_terminal() {
        return Err(anyhow!("hint: add `--yes`").context(format!("forgetting {what} has to be confirmed")));
    }
    printer.say("laika", format_args!("forget {what}, for good? Type `forget` to do it"));
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).context("cannot read the answer")?;
    Ok(answer.trim() == "forget")
}
