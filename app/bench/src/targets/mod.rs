//! Acts on pages that change under our hands: who really got the input, by the word of the page and of the site.
//!
//! A case is wrong if anything but the very element of the observation got an event, or anything but its own request
//! arrived. Cases on pages that do not change are the control: there everything has to work.

mod attacks;
mod case;
mod perform;
mod report;
mod site;

use std::path::PathBuf;
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
use perform::{Ended, Hands};
use report::{Measured, Row};
use site::{Ledger, Pages};

/// Fuzzed cases of a full run.
const CASES: usize = 2_000;
/// Tabs that work at the same time.
const HANDS: usize = 6;
/// Cases after which a surface is thrown away and made again.
const LOT: usize = 40;
/// How often a busy browser is asked for a tab before that is an error.
const TRIES: usize = 4;
/// Two names of this machine are two sites; no other leads anywhere.
const OFFLINE: &str = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost";

/// Where all cases play.
struct Place {
    browser: Browser,
    site: Site,
    ledger: Ledger,
    pages: Pages,
    next: AtomicUsize,
    /// The program, for the network process.
    laika: PathBuf,
}

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let runtime = crate::web::runtime()?;
    let launch = LaunchOptions { extra: vec![OFFLINE.into()], ..LaunchOptions::default() };
    let browser = match runtime.block_on(Browser::launch(launch)) {
        Ok(browser) => browser,
        Err(BrowserError::NoProgram) => {
            return skip(options, "there is no Chromium on this machine", reports);
        }
        Err(error) => return Err(error).context("the browser cannot be started"),
    };
    let (ledger, pages) = (Ledger::default(), Pages::default());
    let site = site::start(&ledger, &pages)?;
    let place = Arc::new(Place {
        browser,
        site,
        ledger,
        pages,
        next: AtomicUsize::new(0),
        laika: options.laika.clone(),
    });
    let measured = runtime.block_on(measure(options, &place, reports))?;
    let checks = measured.checks();
    let outcome = check::outcome(&checks);
    measured.metrics().into_iter().for_each(|metric| reports.metric(metric));
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
    let mut hands = new_hands(&place).await?;
    loop {
        let number = place.next.fetch_add(1, Ordering::Relaxed);
        let Some(what) = What::of(number, fuzzed, &attacks) else { break };
        if rows.len() % LOT == LOT - 1 {
            hands.surface.dispose().await;
            hands = new_hands(&place).await?;
        }
        let ended = match what.play(&mut hands).await {
            Ok(ended) => ended,
            // The browser of a busy machine may not answer in time: that is no result, so it is played again.
            Err(_) => {
                hands = new_hands(&place).await?;
                place.ledger.forget(what.path_number());
                what.play(&mut hands).await.with_context(|| what.words())?
            }
        };
        rows.push(Row {
            number,
            family: what.family(),
            control: what.is_control(),
            words: what.words(),
            ended,
        });
    }
    hands.surface.dispose().await;
    Ok(rows)
}

/// What is played under a number.
enum What<'a> {
    Fuzzed(Case),
    Attack(&'a attacks::Attack),
}

impl<'a> What<'a> {
    fn of(number: usize, fuzzed: usize, attacks: &'a [attacks::Attack]) -> Option<Self> {
        match number.checked_sub(fuzzed) {
            None => Some(Self::Fuzzed(Case::of(number))),
            Some(at) => attacks.get(at).map(Self::Attack),
        }
    }

    async fn play(&self, hands: &mut Hands) -> Result<Ended> {
        match self {
            Self::Fuzzed(case) => hands.play(case).await,
            Self::Attack(attack) => attacks::play(hands, attack).await,
        }
    }

    fn path_number(&self) -> usize {
        match self {
            Self::Fuzzed(case) => case.number,
            Self::Attack(attack) => attack.number,
        }
    }

    fn family(&self) -> &'static str {
        match self {
            Self::Fuzzed(case) if case.is_control() => "unchanged",
            Self::Fuzzed(case) => case.mutation,
            Self::Attack(attack) => attack.family,
        }
    }

    /// Nothing stands in its way, so it has to be done.
    fn is_control(&self) -> bool {
        match self {
            Self::Fuzzed(case) => case.is_control(),
            Self::Attack(attack) => attack.must_work,
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Fuzzed(case) => case.words(),
            Self::Attack(attack) => attack.words.clone(),
        }
    }
}

async fn new_hands(place: &Arc<Place>) -> Result<Hands> {
    for _ in 0..TRIES {
        if let Ok(hands) = hands(place).await {
            return Ok(hands);
        }
    }
    hands(place).await
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
