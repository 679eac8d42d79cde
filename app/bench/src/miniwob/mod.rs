//! MiniWoB++ tasks, done by the agent itself, and played by plans that are written down.
//!
//! Of plans not the plan is measured, but whether reading and acting through our calls is enough to carry it out. A plan
//! works from what an observation says, never from the page's insides; only starting an episode and reading its reward go
//! past the calls.

mod agent;
mod episode;
mod material;
mod plans;
mod report;

use std::time::{Duration, Instant};

use anyhow::Result;
use laika_daemon::extension::Build;
use tokio::time::timeout;

use crate::check;
use crate::web::{self, Ground, OwnBrowser, Site};
use crate::{Options, Outcome, Reports, print, skip};
use episode::Episode;
use plans::{PLANS, Plan};
use report::{Measured, Played, Task};

pub(crate) use agent::run;

const SEEDS: u32 = 5;
/// No episode may take longer, however busy the machine is.
const EPISODE: Duration = Duration::from_secs(120);

pub(crate) fn run_plans(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    held(options, reports, "miniwob-plans", false)
}

/// The same in the person's own browser, through the extension.
pub(crate) fn run_plans_in_mine(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    held(options, reports, "miniwob-mine", true)
}

fn held(options: &Options, reports: &mut Reports<'_>, name: &str, mine: bool) -> Result<Outcome> {
    let pages = match material::pages(&options.cache, reports.progress) {
        Ok(pages) => pages,
        Err(error) => {
            return skip(options, &format!("{} cannot be fetched: {error:#}", material::PACKAGE), reports);
        }
    };
    let site = material::serve(pages)?;
    let runtime = web::runtime()?;
    let measured = runtime.block_on(async {
        if mine {
            let Some(own) = OwnBrowser::start(&options.laika, &[&site], Build::Plain).await? else {
                return Ok(None);
            };
            let measured = measure(Ground::Mine(&own), &site, options, reports).await;
            own.end().await;
            return measured.map(Some);
        }
        let Some(browser) = web::browser().await? else { return Ok(None) };
        let surface = web::surface(&browser, &[&site]).await?;
        let measured = measure(Ground::Own(&surface), &site, options, reports).await;
        surface.dispose().await;
        browser.close().await;
        measured.map(Some)
    });
    let Some(measured) = measured? else {
        return skip(
            options,
            "there is no Chromium on this machine, or no native host beside Laika",
            reports,
        );
    };
    let checks = measured.checks();
    let outcome = check::outcome(&checks);
    print(options, reports, || measured.text(&checks), || measured.json(name, outcome, &checks))?;
    Ok(outcome)
}

async fn measure(
    ground: Ground<'_>,
    site: &Site,
    options: &Options,
    reports: &mut Reports<'_>,
) -> Result<Measured> {
    // A few cases are the first seed of as many tasks; more than there are tasks are more seeds of all of them.
    let cases = options.cases.unwrap_or(usize::MAX);
    let tasks = cases.clamp(1, PLANS.len());
    let seeds = u32::try_from(cases / PLANS.len()).unwrap_or(SEEDS).clamp(1, SEEDS);
    let mut measured = Measured { tasks: Vec::new() };
    for plan in PLANS.iter().take(tasks) {
        (reports.progress)(&format!("miniwob-plans: {}", plan.task));
        let mut episodes = Vec::new();
        for seed in 1..=seeds {
            episodes.push(play(ground, site, plan, seed).await?);
        }
        measured.tasks.push(Task { name: plan.task, about: plan.about, episodes });
    }
    Ok(measured)
}

async fn play(ground: Ground<'_>, site: &Site, plan: &Plan, seed: u32) -> Result<Played> {
    let started = Instant::now();
    let mut episode = Episode::start(ground, site, plan.task, seed).await?;
    let played = timeout(EPISODE, (plan.play)(&mut episode))
        .await
        .unwrap_or_else(|_| Err(anyhow::anyhow!("it takes too long")));
    // The last act may be answered with an error because it ended the task; the reward is what counts.
    let won = episode.is_won().await?;
    let (calls, goal) = (episode.calls, episode.goal.clone());
    let seen = episode.end().await.unwrap_or_default();
    let trouble = (!won).then(|| {
        let error = played
            .err()
            .map(|error| format!("{error:#}"))
            .unwrap_or_else(|| "the task says it was done wrong".into());
        format!("{error}\n{goal}\n{seen}")
    });
    Ok(Played { seed, won, calls, milliseconds: started.elapsed().as_millis(), trouble })
}
