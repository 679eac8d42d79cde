//! Everything that can happen to a run, one scenario for each: every state, every code that a call can end with, and the
//! person's stop, pause, takeover and restart at every step. Real loop, gate, browser and log; only the planner is written
//! down beforehand.

mod lab;
mod never;
mod planner;
mod report;
mod scenario;
mod site;

use anyhow::Result;
use laika_store::{Check as Verify, Reader};

use crate::{Options, Outcome, Reports, check, print, processes, skip};
use lab::Lab;
use report::Measured;
use scenario::SCENARIOS;

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    if laika_browser::find_program().is_none() {
        return skip(options, "there is no Chromium on this machine", reports);
    }
    if !processes::known() {
        return skip(options, "this system does not say which processes run", reports);
    }
    let mut lab = Lab::start(&options.laika, SCENARIOS.iter().map(|scenario| scenario.page).collect())?;
    let mut seen = Vec::new();
    for (number, scenario) in SCENARIOS.iter().enumerate() {
        (reports.progress)(&format!("scenarios: {}", scenario.name));
        seen.push(lab.play(number, scenario)?);
    }
    lab.end();
    let everything = Verify { run: None, anchors: &[], run_heads: &[], deep: true };
    let verified = Reader::open(lab.folder())?.verify(&everything, &mut |_| {})?;
    let measured = Measured { seen, events: verified.events, intact: verified.is_intact() };
    let checks = measured.checks();
    let outcome = check::outcome(&checks);
    print(options, reports, || measured.text(&checks), || measured.json(outcome, &checks))?;
    Ok(outcome)
}
