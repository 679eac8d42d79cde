//! Crashes: the real loop with its log is killed at every call that changes something, gets errors from the disk, loses
//! its power, and finds its files damaged. What it acknowledged must be there, what it did must be done once.
//!
//! A kill leaves what was written in the page cache; a power cut does not, and is rebuilt from a recording with a model
//! of a disk that forgets ([`disk`]). The same cuts through a log that does not ask the disk must be seen to lose
//! something, or the test could not fail.

mod child;
mod cuts;
mod damage;
mod disk;
mod faults;
mod flips;
mod folder;
mod judge;
mod kills;
mod parallel;
mod readback;
mod report;
mod survey;
mod trace;
mod trial;

use anyhow::Result;

use crate::{Options, Outcome, Reports, print, skip};
use report::{Parts, Report};

/// How many kills there are if nothing is said.
const KILLS: usize = 10_000;
/// Words about progress in each part.
const WORDS: usize = 10;

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    if let Some(why) = child::cannot_trace() {
        return skip(options, why, reports);
    }
    let laika = options.laika.as_path();
    let count = options.cases.unwrap_or(KILLS).max(1);
    (reports.progress)("crash: looking where the child can be hit");
    let targets = kills::Targets::find(laika)?;
    let kills = kills::run(laika, count, &targets, &mut teller("kills", count, reports))?;
    let faults = count.div_ceil(2);
    let faults = faults::run(laika, faults, &targets.unit, &mut teller("faults", faults, reports))?;
    let cuts = cuts::run(laika, count, &mut teller("power cuts", count, reports))?;
    let careless = cuts::careless(laika, count.div_ceil(20).min(50))?;
    let flips = 4 * count;
    let flips = flips::run(laika, flips, &mut teller("damaged files", flips, reports))?;
    let report = Report::new(Parts { asked: count, kills, faults, cuts, flips, careless });
    report.metrics().into_iter().for_each(|metric| reports.metric(metric));
    print(options, reports, || report.text(), || report.json())?;
    Ok(report.outcome())
}

/// Says now and then how far a part is.
fn teller<'a>(part: &'a str, count: usize, reports: &'a mut Reports<'_>) -> impl FnMut(usize) + 'a {
    let stride = count.div_ceil(WORDS).max(1);
    move |done| {
        if done % stride == 0 || done == count {
            (reports.progress)(&format!("crash: {part} {done}/{count}"));
        }
    }
}
