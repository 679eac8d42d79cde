//! Processes of Laika killed without a word at random points of real runs: the server, the model, the browser or the
//! network process. Real server, real browser, real model, and a person at a terminal who approves, looks and resumes.
//!
//! A run may end, wait or fail; whatever it does, it says why, does nothing twice, loses nothing and never hangs.

mod case;
mod drive;
mod judge;
mod report;
mod shop;
mod terminal;

use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{self, Sender};
use std::thread;

use anyhow::{Result, anyhow};
use laika_store::Reader;

use crate::{Options, Outcome, Reports, check, models, print, process, processes, skip};
use case::Case;
use drive::{Lab, Played};
use judge::{Logged, Wrong};
use report::Measured;

const RUNS: usize = 200;
/// Servers at the same time, each with its own folder, browser and model: a person waits for most of a run.
const LANES: usize = 4;

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    if !processes::known() {
        return skip(options, "this system does not say which processes run", reports);
    }
    if laika_browser::find_program().is_none() {
        return skip(options, "there is no Chromium on this machine", reports);
    }
    if !terminal::is_here() {
        return skip(options, "there is no `script`, which makes a terminal", reports);
    }
    let Some(model) = models::here(options)?.into_iter().next() else {
        return skip(options, "there are no weights on this machine; `laika model pull` gets some", reports);
    };
    let runs = options.cases.unwrap_or(RUNS).max(1);
    let mut lanes = Vec::new();
    thread::scope(|scope| {
        let (said, heard) = mpsc::channel();
        let start = |first: usize| {
            let (said, name) = (said.clone(), model.name.as_str());
            scope.spawn(move || Lane::run(&options.laika, name, (first..runs).step_by(LANES), &said))
        };
        let threads: Vec<_> = (0..LANES.min(runs)).map(start).collect();
        drop(said);
        for (at, line) in (1..).zip(heard) {
            (reports.progress)(&format!("kills: {at} of {runs}; {line}"));
        }
        lanes.extend(threads.into_iter().map(|thread| thread.join()));
    });
    let mut measured = Measured::default();
    for lane in lanes {
        let lane = lane.map_err(|_| anyhow!("a part of the measurement broke off"))??;
        measured.add(lane);
    }
    let checks = measured.checks();
    let outcome = check::outcome(&checks);
    measured.metrics().into_iter().for_each(|metric| reports.metric(metric));
    print(options, reports, || measured.text(&checks), || measured.json(outcome, &checks))?;
    Ok(outcome)
}

/// What one server and its runs came to.
struct Lane {
    played: Vec<Played>,
    wrong: Vec<Wrong>,
    /// Why its log is not intact, by the word of the program.
    verified: Result<(), String>,
    /// Processes that outlived the server they belonged to.
    left: usize,
}

impl Lane {
    fn run(
        laika: &Path,
        model: &str,
        numbers: impl Iterator<Item = usize>,
        said: &Sender<String>,
    ) -> Result<Self> {
        let mut lab = Lab::start(laika, model)?;
        let mut played = Vec::new();
        for number in numbers {
            let one = lab.play(Case::of(number))?;
            // Whoever listened may have given up.
            let _ = said.send(report::line(&one));
            played.push(one);
        }
        let left = lab.end()?;
        let reader = Reader::open(lab.folder())?;
        let mut wrong = Vec::new();
        for one in &played {
            let log = one.run.as_ref().map(|run| Logged::of(&reader, run)).transpose()?;
            wrong.append(&mut judge::judge(one, &log.unwrap_or_default()));
        }
        Ok(Self { played, wrong, verified: verify(laika, lab.folder()), left })
    }
}

/// What the program itself says about the log of all of it.
fn verify(laika: &Path, folder: &Path) -> Result<(), String> {
    let mut command = Command::new(laika);
    command.args(["runs", "verify", "--home"]).arg(folder);
    process::read(&mut command).map(|_| ()).map_err(|error| error.to_string())
}
