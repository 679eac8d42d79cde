//! Nothing leaves but by the rules (S20): every way a page has to send something, towards listeners that count what
//! reaches them; first in a plain browser, where each must get through, then in ours, where none may.

mod bare;
mod channel;
mod guarded;
mod listener;
mod net_log;
mod report;
mod site;

use anyhow::Result;

use crate::check;
use crate::{Options, Outcome, Reports, print, skip};
use guarded::Guard;
use report::Measured;
use site::Site;

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let Some(program) = laika_browser::find_program() else {
        return skip(options, "there is no Chromium on this machine", reports);
    };
    let site = Site::start()?;
    let numbers = channel::chosen(options.cases);
    let bare = bare::run(&program, &site, &numbers, reports.progress)?;
    let proxy = guarded::run(&options.laika, &site, &numbers, Guard::Proxy, reports.progress)?;
    let everything = guarded::run(&options.laika, &site, &numbers, Guard::Everything, reports.progress)?;
    let measured = Measured { numbers, bare, proxy, everything };
    let checks = measured.checks();
    let outcome = check::outcome(&checks);
    measured.metrics().into_iter().for_each(|metric| reports.metric(metric));
    print(options, reports, || measured.text(&checks), || measured.json(outcome, &checks))?;
    Ok(outcome)
}
