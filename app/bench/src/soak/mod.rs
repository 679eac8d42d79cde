//! A browser that is used for a long time and badly treated: hundreds of pages in several contexts, and its renderers,
//! its first process and Laika itself killed in the middle of an act. Afterwards no process and no folder is left, and
//! memory is where it was.

mod kills;
mod pages;
mod report;
mod visits;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;

use crate::check;
use crate::processes;
use crate::web::{self, Site};
use crate::{Options, Outcome, Reports, print, skip};
use pages::Library;
use report::Measured;

const PAGES: usize = 500;
const KILLS: usize = 20;
/// Of each kind at least one, however few pages there are.
const KINDS: usize = 3;

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    if !processes::known() {
        return skip(options, "this system does not say which processes run", reports);
    }
    let runtime = web::runtime()?;
    let Some(measured) = runtime.block_on(measure(options, reports))? else {
        return skip(options, "there is no Chromium on this machine", reports);
    };
    let checks = measured.checks();
    let outcome = check::outcome(&checks);
    print(options, reports, || measured.text(&checks), || measured.json(outcome, &checks))?;
    Ok(outcome)
}

async fn measure(options: &Options, reports: &mut Reports<'_>) -> Result<Option<Measured>> {
    let pages = options.cases.unwrap_or(PAGES).clamp(1, PAGES);
    let kills = (KILLS * pages).div_ceil(PAGES).max(KINDS);
    // Most of them hit pages, which die most often in real life, too.
    let (of_browser, of_laika) = (kills.div_ceil(4), kills.div_ceil(4));
    let of_renderers = kills - of_browser - of_laika;
    let library =
        Arc::new(Library::of(options.data.as_ref().map(|data| data.join("readability")).as_deref())?);
    let served = Arc::clone(&library);
    let site = Site::start(move |asked| served.answer(asked))?;

    let Some(browser) = web::browser().await? else { return Ok(None) };
    let at: Vec<usize> = (1..=of_renderers).map(|kill| kill * pages / (of_renderers + 1)).collect();
    let family = processes::family(browser.process_id());
    let folder = processes::folder(&family);
    let soaked = visits::all(&browser, &site, &library, pages, &at, reports.progress).await;
    let family: std::collections::BTreeSet<_> =
        family.into_iter().chain(processes::family(browser.process_id())).collect();
    browser.close().await;
    let mut measured = Measured { soaked: soaked?, real: library.len(), ..Measured::default() };
    measured.closed = kills::Left {
        orphans: processes::survivors(&family, Duration::from_secs(5)).len(),
        folder: folder.filter(|folder| folder.exists()),
        answered: true,
    };

    for kill in 0..of_browser {
        (reports.progress)(&format!("soak: the browser is killed, {} of {of_browser}", kill + 1));
        measured.browsers.push(kills::browser(&site, moment(kill)).await?);
    }
    let mut folders = Vec::new();
    for kill in 0..of_laika {
        (reports.progress)(&format!("soak: laika is killed, {} of {of_laika}", kill + 1));
        let (left, folder) = kills::laika(&options.laika, &site, moment(kill))?;
        measured.laikas.push(left);
        folders.extend(folder);
    }
    measured.named_folders = folders.len();
    // The next start sweeps what a killed Laika could not.
    if let Some(browser) = web::browser().await? {
        browser.close().await;
    }
    measured.unswept = folders.into_iter().filter(|folder: &PathBuf| folder.exists()).count();
    Ok(Some(measured))
}

/// Another moment of the act each time.
fn moment(kill: usize) -> Duration {
    let step = u64::try_from(kill).unwrap_or(0) % 7;
    Duration::from_millis(40 + 70 * step)
}
