//! `laika runs rollback`, `branch`, `forget` and `prune`.

use std::cell::RefCell;
use std::io::{self, BufRead as _, IsTerminal as _};
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use laika_agent::{Effect, Event, RunEvent};
use laika_daemon::config::Flags;
use laika_daemon::{Daemon, Executor, Sender, Settings, now_ms};
use laika_policy::config::Value as Setting;
use laika_protocol::limits::Limit;
use laika_protocol::run::Record;
use laika_store::{Appended, Forget, Reader, Removed, RunHead, Site};
use serde_json::{Value, json};

use super::find;
use crate::arguments::runs::Folder;
use crate::printer::{Outcome, Printer};
use crate::table::Table;

/// Long enough for a slow disk; the head moves in one commit.
const PATIENCE: Duration = Duration::from_secs(20);

/// What the loop said.
#[derive(Default)]
struct Heard {
    head: Option<RunHead>,
    refused: Option<String>,
}

/// Nobody acts here: the loop only records.
struct Scribe(Rc<RefCell<Heard>>);

impl Executor for Scribe {
    fn perform(&mut self, effect: Effect, _: &Sender) {
        if let Effect::Refuse { error, .. } = effect {
            self.0.borrow_mut().refused = Some(error.message);
        }
    }

    fn acknowledged(&mut self, appended: &Appended) {
        self.0.borrow_mut().head = Some(appended.head.clone());
    }

    fn trouble(&mut self, code: &'static str, sentence: &str) {
        self.0.borrow_mut().refused = Some(format!("{sentence} ({code})"));
    }
}

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
    let heard = Rc::new(RefCell::new(Heard::default()));
    // Nothing is sealed by moving a head, so no key is needed.
    let settings = Settings::new(crate::commands::policy::shipped()?, [0; 32]);
    let mut daemon = Daemon::beside(settings, store, Scribe(Rc::clone(&heard)));
    daemon.sender().send(Event::Run(id.clone(), RunEvent::Rollback { to_seq }));
    daemon.work(PATIENCE, |state| {
        let heard = heard.borrow();
        let on_disk = heard.head.as_ref().map_or(0, |head| head.seq);
        let moved = state
            .run(&id)
            .map(|run| run.recorded())
            .is_some_and(|recorded| recorded.branch > run.row.branch && on_disk == recorded.seq);
        moved || heard.refused.is_some()
    });
    let Heard { head, refused } = heard.take();
    if let Some(refused) = refused {
        bail!("{refused}");
    }
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
