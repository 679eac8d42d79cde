//! Acts on pages that change under our hands: who really got the input, by the word of the page and of the site.
//!
//! A case is wrong if anything but the very element of the observation got an event, or anything but its own request
//! arrived. Cases on pages that do not change are the control: there everything has to work.

mod attacks;
mod case;
mod perform;
mod random;
mod report;
mod site;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result};
use laika_browser::{Browser, BrowserError, ContextOptions, Isolated, LaunchOptions, Rules, SiteRules};
use laika_policy::OriginSets;
use laika_protocol::ids::Origin;
use tokio::task::JoinSet;

use crate::web::{Person, Site};
use crate::{Options, Outcome, Reports, check, print, skip};
use case::{Case, TYPED};
use perform::Hands;
use report::{Measured, Row};
use site::{Ledger, Pages};

/// Fuzzed cases of a full run.
const CASES: usize = 2_000;
/// Tabs that work at the same time.
const HANDS: usize = 6;
/// Cases after which a surface is thrown away and made again.
const LOT: usize = 40;
/// Two names of this machine are two sites; no other leads anywhere.
const OFFLINE: &str = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost";

/// Where all cases play.
struct Place {
    browser: Browser,
    site: Site,
    ledger: Ledger,
    pages: Pages,
    next: AtomicUsize,
}

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let launch = LaunchOptions { extra: vec![OFFLINE.into()], ..LaunchOptions::default() };
    let browser = match runtime.block_on(Browser::launch(launch)) {
        Ok(browser) => browser,
        Err(BrowserError::NoProgram) => return skip(options, "there is no Chromium on this machine", reports),
        Err(error) => return Err(error).context("the browser cannot be started"),
    };
    let (ledger, pages) = (Ledger::default(), Pages::default());
    let site = site::start(&ledger, &pages)?;
    let place = Arc::new(Place { browser, site, ledger, pages, next: AtomicUsize::new(0) });
    let measured = runtime.block_on(measure(options, &place, reports))?;
    let checks = measured.checks();
    let outcome = check::outcome(&checks);
    print(options, reports, || measured.text(&checks), || measured.json(outcome, &checks))?;
    Ok(outcome)
}

async fn measure(options: &Options, place: &Arc<Place>, reports: &mut Reports<'_>) -> Result<Measured> {
    // A sample takes a third of its cases from the attacks.
    let fuzzed = options.cases.map_or(CASES, |cases| cases - cases / 3);
    let mut attacks = attacks::all(place).await?;
    if let Some(cases) = options.cases {
        attacks = attacks::sample(attacks, cases / 3);
    }
    let (attacks, total) = (Arc::new(attacks), fuzzed);
    let all = total + attacks.len();
    let mut working = JoinSet::new();
    for _ in 0..HANDS {
        working.spawn(work(Arc::clone(place), total, Arc::clone(&attacks)));
    }
    let mut rows = Vec::new();
    loop {
        let tick = tokio::time::sleep(Duration::from_secs(10));
        tokio::select! {
            done = working.join_next() => match done {
                Some(done) => rows.extend(done??),
                None => break,
            },
            () = tick => {
                let at = place.next.load(Ordering::Relaxed).min(all);
                (reports.progress)(&format!("targets: {at} of {all} cases"));
            }
        }
    }
    rows.sort_by_key(|row| row.number);
    Ok(Measured { rows })
}

/// Plays case after case until there are none left: first the fuzzed ones, then the attacks.
async fn work(place: Arc<Place>, fuzzed: usize, attacks: Arc<Vec<attacks::Attack>>) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    loop {
        let mut hands = hands(&place).await?;
        for _ in 0..LOT {
            let number = place.next.fetch_add(1, Ordering::Relaxed);
            let row = if number < fuzzed {
                let case = Case::of(number);
                let ended = hands.play(&case).await.with_context(|| case.words())?;
                let family = if case.is_control() { "unchanged" } else { case.mutation };
                Row { number, family, control: case.is_control(), words: case.words(), ended }
            } else if let Some(attack) = attacks.get(number - fuzzed) {
                let ended = attacks::play(&mut hands, attack).await.with_context(|| attack.words.clone())?;
                let control = attack.must_work;
                Row { number, family: attack.family, control, words: attack.words.clone(), ended }
            } else {
                hands.surface.dispose().await;
                return Ok(rows);
            };
            rows.push(row);
        }
        hands.surface.dispose().await;
    }
}

/// A surface and a tab in it. The site's other name belongs to the run too.
async fn hands(place: &Arc<Place>) -> Result<Hands> {
    let mut origins = OriginSets::default();
    for origin in [place.site.origin(), place.other()] {
        origins.allow_acting(Origin::parse(&origin)?);
    }
    let rules = SiteRules::new(Rules { origins, logged_in: false }, Vec::new());
    let context = place.browser.context(ContextOptions::new(Arc::clone(&rules) as _)).await?;
    let surface = Isolated::new(context, rules);
    let tab = surface.context().open().await?;
    let person = Person::saying(&format!("type {TYPED} and choose closed"))?;
    Ok(Hands { surface, tab, person, place: Arc::clone(place) })
}

impl Place {
    /// The site's other name: another site to a browser.
    fn other(&self) -> String {
        self.site.origin().replace("127.0.0.1", "localhost")
    }
}
