//! `laika status`: whether Laika runs, whether it is locked, and what it does.

use anyhow::Result;
use laika_daemon::is_locked;
use laika_daemon::serving::{ServeError, Standing};
use laika_os::machine::of_this_system;
use laika_protocol::run::Pause;
use laika_protocol::text::one_line;
use laika_protocol::wire::{AppState, RunStatus};
use laika_store::RunFilter;
use serde_json::{Value, json};

use super::connect;
use crate::arguments::runs::Folder;
use crate::arguments::serve::Status;
use crate::commands::runs::when;
use crate::commands::work::link::explained;
use crate::printer::{Outcome, Printer};
use crate::table::Table;

/// A run that is not over.
struct Unfinished {
    run: String,
    status: RunStatus,
    pause: Option<Pause>,
    doing: Option<String>,
}

pub(crate) fn run(status: &Status, printer: &mut Printer) -> Result<Outcome> {
    let server = match connect(&status.folder)?.map(|client| client.status()) {
        Some(Ok(standing)) => Some(standing),
        // One that ends while it is asked does not run.
        Some(Err(ServeError::Gone(_))) | None => None,
        Some(Err(error)) => return Err(explained(error)),
    };
    let locked = match &server {
        Some(standing) => standing.app == AppState::Locked,
        None => is_locked(&status.folder.path()?),
    };
    let runs = match &server {
        Some(standing) => told(standing),
        None => logged(&status.folder)?,
    };
    // Sleep is between two looks, and this is one.
    let machine = server.as_ref().map_or_else(|| of_this_system().look(), |standing| standing.machine);
    if status.json {
        let runs: Vec<Value> = runs
            .iter()
            .map(
                |one| json!({ "run": one.run, "status": one.status, "pause": one.pause, "doing": one.doing }),
            )
            .collect();
        let value = json!({
            "running": server.is_some(),
            "pid": server.as_ref().map(|standing| standing.pid),
            "sinceMs": server.as_ref().map(|standing| standing.since_ms),
            // This command is one of them.
            "clients": server.as_ref().map(|standing| standing.clients.saturating_sub(1)),
            "locked": locked,
            "machine": machine,
            "runs": runs,
        });
        printer.data(format_args!("{value:#}\n"));
        return Ok(Outcome::Done);
    }
    match &server {
        Some(standing) => printer.data(format_args!(
            "Laika is running, process {}, since {} UTC\n",
            standing.pid,
            when(standing.since_ms)
        )),
        None => printer.data("Laika is not running; `laika serve --background` starts it\n"),
    }
    if locked {
        printer.data("It is locked: nothing starts and nothing goes on before `laika unlock`\n");
    }
    if machine.locked == Some(true) || machine.logged_out == Some(true) {
        printer.data("Nobody is at the machine: runs that act are paused, others only read\n");
    } else if machine.low_power == Some(true) {
        printer.data("The machine saves power: Laika only reads, and less often\n");
    }
    if runs.is_empty() {
        printer.data("No run is unfinished\n");
        return Ok(Outcome::Done);
    }
    let mut table = Table::new(["RUN", "STATUS", "WHAT"]);
    for one in &runs {
        let what = one.pause.map(|pause| pause.sentence().to_owned()).or_else(|| one.doing.clone());
        table.row([
            one.run.clone(),
            one.status.as_str().into(),
            one_line(&what.unwrap_or_default()).into_owned(),
        ]);
    }
    printer.data(format_args!("\n{table}"));
    Ok(Outcome::Done)
}

fn told(standing: &Standing) -> Vec<Unfinished> {
    let one = |state: &laika_protocol::wire::RunState| Unfinished {
        run: state.run_id.to_string(),
        status: state.status,
        pause: state.pause,
        doing: state.last_action_summary.clone(),
    };
    standing.runs.iter().map(one).collect()
}

/// Without a Laika that runs, the log knows what was left. Nothing of it is at work.
fn logged(folder: &Folder) -> Result<Vec<Unfinished>> {
    if !folder.path()?.join(laika_store::DATABASE).is_file() {
        return Ok(Vec::new());
    }
    let status = RunStatus::ALL.iter().copied().filter(|status| !status.is_over()).collect();
    let filter = RunFilter { status, ..RunFilter::default() };
    let runs = folder.reader()?.runs(&filter)?;
    let one = |run: &laika_store::Run| Unfinished {
        run: run.row.run.to_string(),
        status: run.row.status,
        pause: None,
        doing: Some(format!("`laika runs resume {}` lets it go on", run.row.run)),
    };
    Ok(runs.iter().map(one).collect())
}
