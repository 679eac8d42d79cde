//! `laika stop`: a run of the Laika that is running ends, now.

use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use laika_daemon::serving::{Ask, Client, Connected};
use laika_daemon::working::News;
use laika_protocol::ids::RunId;
use serde_json::json;

use crate::arguments::serve::Stop;
use crate::commands::runs::find;
use crate::commands::work::link::explained;
use crate::printer::{Outcome, Printer};

/// It takes milliseconds; a machine that is very busy may need more.
const STOPPED_WITHIN: Duration = Duration::from_secs(10);

pub(crate) fn run(stop: &Stop, printer: &mut Printer) -> Result<Outcome> {
    let (sender, ended) = mpsc::channel();
    let connected = Client::connect(
        &stop.folder.path()?,
        Box::new(move |run, news| {
            // One that is refused never began.
            let over = if let News::State { state: Some(state), .. } = &news {
                state.status.is_over()
            } else {
                matches!(news, News::Refused { .. })
            };
            if let Some(run) = run.filter(|_| over) {
                // Whoever waited may have seen enough.
                let _ = sender.send(run);
            }
        }),
        Box::new(|| {}),
    );
    let client = match connected.map_err(explained)? {
        Connected::To(client) => client,
        Connected::Nobody => {
            printer.say("laika", "is not running, so nothing is at work");
            printer.say("hint", "a run in another terminal is stopped there with Ctrl-C; `laika runs cancel RUN` ends one that waits");
            if stop.json {
                printer.data(format_args!("{:#}\n", json!({ "stopped": [] })));
            }
            return Ok(Outcome::Done);
        }
    };
    client.ask(Ask::Watch { run: None }).map_err(explained)?;
    let runs = client.ask(Ask::Stop { run: which(stop, &client)? }).map_err(explained)?;
    let stopped = wait(runs, &ended);
    tell(stop, &stopped, printer);
    Ok(if stopped.iter().all(|(_, over)| *over) { Outcome::Done } else { Outcome::Defects })
}

/// The run that is meant; none for all.
fn which(stop: &Stop, client: &Client) -> Result<Option<RunId>> {
    if stop.all {
        return Ok(None);
    }
    let unfinished = client.status().map_err(explained)?.runs;
    if let Some(name) = &stop.run {
        // A private run is in no log.
        return match unfinished.into_iter().find(|state| state.run_id.as_str() == name) {
            Some(state) => Ok(Some(state.run_id)),
            None => {
                let known = find(&stop.folder.reader()?, name)?;
                Err(anyhow!("{} is over already ({})", known.row.run, known.row.status.as_str()))
            }
        };
    }
    match unfinished.as_slice() {
        [one] => Ok(Some(one.run_id.clone())),
        [] => Err(anyhow!("no run is unfinished")),
        _ => Err(anyhow!("hint: name one, or stop those at work with `--all`; `laika status` lists them")
            .context(format!("{} runs are unfinished", unfinished.len()))),
    }
}

/// Waits until each is over, as far as that is heard in time.
fn wait(runs: Vec<RunId>, ended: &Receiver<RunId>) -> Vec<(RunId, bool)> {
    let until = Instant::now() + STOPPED_WITHIN;
    let mut stopped: Vec<(RunId, bool)> = runs.into_iter().map(|run| (run, false)).collect();
    while stopped.iter().any(|(_, over)| !over) {
        let Ok(one) = ended.recv_timeout(until.saturating_duration_since(Instant::now())) else { break };
        for (run, over) in &mut stopped {
            *over |= *run == one;
        }
    }
    stopped
}

fn tell(stop: &Stop, stopped: &[(RunId, bool)], printer: &mut Printer) {
    if stop.json {
        let runs: Vec<_> = stopped.iter().map(|(run, over)| json!({ "run": run, "over": over })).collect();
        return printer.data(format_args!("{:#}\n", json!({ "stopped": runs })));
    }
    if stopped.is_empty() {
        printer.say("laika", "nothing is at work");
    }
    for (run, over) in stopped {
        printer.data(format_args!(
            "{run} {}\n",
            if *over { "is stopped" } else { "was told to stop, and has not said so yet" }
        ));
    }
}
