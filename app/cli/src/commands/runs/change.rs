//! `laika runs cancel`, `rollback`, `branch`, `forget` and `prune`.

use std::io::{self, BufRead as _, IsTerminal as _};

use anyhow::{Context as _, Result, anyhow, bail};
use laika_agent::{Event, RunEvent};
use laika_daemon::collecting::Collect;
use laika_daemon::config::Flags;
use laika_daemon::now_ms;
use laika_daemon::serving::{Ask, Told};
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
    let run = find(&folder.reader()?, name)?;
    let Some(to_seq) = to.or(run.checkpoint_seq) else {
        return Err(anyhow!("hint: name an event with `--to`; `laika runs events {name}` lists them")
            .context("the run has no checkpoint"));
    };
    let id = run.row.run.clone();
    let head = match connect(folder)? {
        // Whoever runs holds the log.
        Some(client) => {
            client.request(Ask::Rollback { run: id.clone(), to_seq }).map_err(explained)?;
            folder.reader()?.run(&id)?.map(|run| run.head)
        }
        None => {
            let back = Event::Run(id.clone(), RunEvent::Rollback { to_seq });
            record(folder.store()?, back, |state, heard| {
                let on_disk = heard.head.as_ref().map_or(0, |head| head.seq);
                let moved = |recorded: &laika_agent::Recorded| {
                    recorded.branch > run.row.branch && on_disk == recorded.seq
                };
                state.run(&id).map(|run| run.recorded()).is_some_and(moved)
            })?
            .head
        }
    };
    let head = head.context("the log did not answer")?;
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
    let (what, asked) = match (run, site) {
        (Some(name), _) => {
            let id = find(&folder.reader()?, name)?.row.run;
            (Forget::Run(id.clone()), format!("everything that is known of {id}"))
        }
        (None, Some(site)) => (Forget::Site(Site::parse(site)?), format!("every run that read {site}")),
        (None, None) => (Forget::Everything, "everything".into()),
    };
    if !yes && !confirmed(&asked, printer)? {
        bail!("nothing was forgotten");
    }
    if let Some(client) = connect(folder)? {
        let told = match what {
            Forget::Run(run) => client.request(Ask::Forget { run: Some(run) }),
            Forget::Everything => client.request(Ask::Forget { run: None }),
            Forget::Site(_) => {
                let site = site.unwrap_or_default().to_owned();
                client.request(Ask::Collect { what: Box::new(Collect::Forget { site }) })
            }
        };
        let told = told.map_err(explained)?;
        let Told::Collected { value, .. } = told else { bail!("Laika did not say what it erased") };
        return Ok(tell(&value, as_json, printer));
    }
    let store = folder.store()?;
    let erased = store.forget(what, now_ms(), &mut |progress| {
        printer.progress(progress.stage, progress.done, progress.total)
    })?;
    printer.progress_over();
    let removed = crate::artifacts::sweep(&folder.path()?, &store.reader()?)?;
    Ok(tell(&self::erased(&erased, removed), as_json, printer))
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
    Ok(tell(&self::erased(&erased, removed), as_json, printer))
}

/// What was erased, by whoever holds the log: this process, or the Laika that is running.
fn erased(removed: &Removed, artifacts: usize) -> Value {
    json!({ "runs": removed.runs, "payloads": removed.payloads, "messages": removed.messages, "artifacts": artifacts, "clean": removed.clean })
}

fn tell(erased: &Value, as_json: bool, printer: &mut Printer) -> Outcome {
    if as_json {
        printer.data(format_args!("{erased:#}\n"));
        return Outcome::Done;
    }
    printer.data(format_args!(
        "erased {} payloads of {} runs, {} messages, {} artifacts\n",
        erased["payloads"], erased["runs"], erased["messages"], erased["artifacts"]
    ));
    if erased["clean"] != true {
        let why = "the log is being read, or the disk is full";
        printer.say("hint", format_args!("its files may still hold old bytes ({why}); run it again later"));
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
