//! What the log costs: durable appends against bare transactions of the same rows, verifying against a bare loop that
//! reads and hashes them, and opening a run in a long log against a short one.
//!
//! Everything is compared with SQLite itself, on the same disk, in turns, in one run.

mod bare;
mod fill;
mod report;

use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result};
use laika_agent::{Entry, Run};
use laika_protocol::ids::RunId;
use laika_protocol::run::Record;
use laika_store::{Check, DATABASE, Options as StoreOptions, Reader, Store};

use crate::clock::median;
use crate::{Options, Outcome, Reports, print};
use report::{Pair, Report};

/// Events of the long log.
const EVENTS: u64 = 1_000_000;
/// Events of the short one.
const FEW_EVENTS: u64 = 1_000;
/// Events of the run that is opened.
const OPENED_EVENTS: u64 = 30;
const ROUNDS: usize = 9;
const APPENDS: usize = 1_500;

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let events = options.cases.map_or(EVENTS, |cases| cases as u64).max(2 * FEW_EVENTS);
    let folder =
        tempfile::tempdir_in(scratch(&options.cache)?).context("cannot make a folder to measure in")?;
    (reports.progress)("store: durable appends");
    let appends = appends(folder.path())?;
    let (long, short) = (folder.path().join("long"), folder.path().join("short"));
    (reports.progress)(&format!("store: writing a log of {events} events"));
    let opened = fill::log(&long, events, OPENED_EVENTS)?;
    fill::log(&short, FEW_EVENTS, OPENED_EVENTS)?;
    (reports.progress)("store: verifying");
    let verifying = verifying(&long)?;
    (reports.progress)("store: opening a run");
    let opening = opening(&long, &short, &opened)?;
    let report = Report::new(events, appends, verifying, opening, cfg!(debug_assertions));
    report.metrics().into_iter().for_each(|metric| reports.metric(metric));
    print(options, reports, || report.text(), || report.json())?;
    Ok(report.outcome())
}

/// On the disk that is measured, not in memory: a temporary folder may be either.
fn scratch(cache: &Path) -> Result<&Path> {
    std::fs::create_dir_all(cache).context("cannot make the cache folder")?;
    Ok(cache)
}

/// Seconds for one durable append: ours, and the same rows in a bare transaction.
fn appends(folder: &Path) -> Result<Pair> {
    let store = Store::open(StoreOptions::folder(folder.join("ours")), fill::NOW_MS)?;
    // The same tables, made by the same code, and then nobody's but SQLite's.
    let bare_folder = folder.join("bare");
    drop(Store::open(StoreOptions::folder(&bare_folder), fill::NOW_MS)?);
    let mut bare = bare::Bare::open(&bare_folder.join(DATABASE))?;
    let run = fill::run_id("run-append")?;
    let (mut ours, mut bare_times) = (Vec::with_capacity(APPENDS), Vec::with_capacity(APPENDS));
    for number in 0..APPENDS as u64 {
        // Made beforehand for both, and written in turns: a slow moment of the disk meets both.
        let batch = fill::step_batch(&run, number)?;
        let copy = batch.clone();
        let start = Instant::now();
        store.append(batch)?;
        ours.push(start.elapsed().as_secs_f64());
        let start = Instant::now();
        bare.append(&copy)?;
        bare_times.push(start.elapsed().as_secs_f64());
    }
    Ok(Pair { ours: median(ours), bare: median(bare_times) })
}

/// Seconds to verify the log, and to read and hash the same rows.
fn verifying(folder: &Path) -> Result<Pair> {
    let (mut ours, mut bare) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        let start = Instant::now();
        let report = Reader::open(folder)?.verify(&Check::default(), &mut |_| {})?;
        ours.push(start.elapsed().as_secs_f64());
        anyhow::ensure!(report.is_intact(), "the log that was just written does not verify: {report}");
        let start = Instant::now();
        bare::read_and_hash(&folder.join(DATABASE))?;
        bare.push(start.elapsed().as_secs_f64());
    }
    Ok(Pair { ours: median(ours), bare: median(bare) })
}

/// Seconds to open a run in the long log, and in the short one.
fn opening(long: &Path, short: &Path, run: &RunId) -> Result<Pair> {
    let (mut in_long, mut in_short) = (Vec::new(), Vec::new());
    // Often, because each takes well under a millisecond.
    for _ in 0..ROUNDS * 20 {
        for (folder, times) in [(long, &mut in_long), (short, &mut in_short)] {
            let start = Instant::now();
            open_run(folder, run)?;
            times.push(start.elapsed().as_secs_f64());
        }
    }
    Ok(Pair { ours: median(in_long), bare: median(in_short) })
}

fn open_run(folder: &Path, run: &RunId) -> Result<()> {
    let reader = Reader::open(folder)?;
    let events = reader.events(run, 1, 10_000)?;
    let entries: Vec<Entry> = events
        .iter()
        .map(|event| Record::read(event.payload.as_deref().unwrap_or_default()).map(Entry::Record))
        .collect::<Result<_, _>>()?;
    anyhow::ensure!(entries.len() as u64 == OPENED_EVENTS, "the run has {} events", entries.len());
    Run::replay(&entries)?;
    Ok(())
}
