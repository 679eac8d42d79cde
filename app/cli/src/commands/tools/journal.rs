//! `laika tools undo` and `redo`: changes of files that tools made are taken back whole, or made again.

use std::time::Duration;

use anyhow::{Result, anyhow};
use laika_protocol::ToolError;
use laika_tools::project::{Journal, Moved, Project, State};
use laika_tools::{Bounds, CallOff};
use serde_json::json;

use super::project_of;
use crate::arguments::tools::Journal as Asked;
use crate::printer::{Outcome, Printer};

/// How long it may take.
const PATIENCE: Duration = Duration::from_secs(600);

/// Which way.
#[derive(Clone, Copy)]
pub(super) enum Way {
    Undo,
    Redo,
}

pub(super) fn run(way: Way, asked: &Asked, printer: &mut Printer) -> Result<Outcome> {
    let project = Project::open(&project_of(asked.place.project.as_deref())?).map_err(refused)?;
    let home = asked.place.folder.made_path()?;
    let journal = Journal::among(&home.join(laika_daemon::tooling::JOURNALS), &project).map_err(refused)?;
    if asked.list {
        return list(&journal, asked.json, printer);
    }
    // What a killed Laika left half done is settled first.
    for settled in journal.recover(&project).map_err(refused)? {
        printer.say("recovered", format_args!("change {}: {}", settled.batch, state(settled.state)));
    }
    let bounds = Bounds::new(PATIENCE, &CallOff::default());
    let moved = match way {
        Way::Undo => journal.undo(&project, &bounds),
        Way::Redo => journal.redo(&project, &bounds),
    };
    let Moved { batch, files } = moved.map_err(refused)?;
    let done = match way {
        Way::Undo => "taken back",
        Way::Redo => "made again",
    };
    if asked.json {
        printer.data(format_args!("{:#}\n", json!({ "batch": batch, "files": files })));
    } else {
        printer.data(format_args!("change {batch} was {done}: {} files\n", files.len()));
        files.iter().for_each(|file| printer.data(format_args!("  {file}\n")));
    }
    Ok(Outcome::Done)
}

fn list(journal: &Journal, as_json: bool, printer: &mut Printer) -> Result<Outcome> {
    let batches = journal.batches().map_err(refused)?;
    if as_json {
        let all: Vec<_> = batches
            .iter()
            .map(|batch| json!({ "batch": batch.id, "state": state(batch.state), "files": batch.files, "replacements": batch.replacements }))
            .collect();
        printer.data(format_args!("{:#}\n", json!(all)));
    } else if batches.is_empty() {
        printer.data("nothing was changed here by tools\n");
    } else {
        for batch in batches {
            printer.data(format_args!(
                "{}  {}  {} places in {} files\n",
                batch.id,
                state(batch.state),
                batch.replacements,
                batch.files.len()
            ));
        }
    }
    Ok(Outcome::Done)
}

const fn state(state: State) -> &'static str {
    match state {
        State::Applied => "made",
        State::Undone => "taken back",
        State::Preparing | State::Applying | State::Undoing | State::Redoing | State::Partly => "half made",
    }
}

fn refused(error: ToolError) -> anyhow::Error {
    anyhow!("{} ({})", error.message, error.finest_code())
}
