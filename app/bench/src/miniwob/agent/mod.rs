//! MiniWoB++ tasks done by the agent itself: the words of the task are the goal, and everything else is the product: its
//! loop, browser, gate and planner, with the model under test. Only starting an episode and reading its reward are not.

mod player;
mod report;
mod tasks;

use std::time::Instant;

use anyhow::{Context as _, Result};
use laika_daemon::working::{Asks, Order, Part, StartModel, Thinker, Where};
use laika_protocol::ids::Origin;
use laika_protocol::wire::SiteMode;

use super::episode::Episode;
use super::material;
use crate::at_work::{AtWork, Heard, Told};
use crate::check;
use crate::models::Shared;
use crate::web::{self, Ground, Site};
use crate::{Options, Outcome, Reports, models, print, skip};
use player::{Agreeing, Counted, Counting, Ledger};
use report::{Measured, Played, Report};
use tasks::Case;

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let models = models::subjects(options)?;
    if models.is_empty() {
        return skip(options, models::NONE_HERE, reports);
    }
    let pages = match material::pages(&options.cache, reports.progress) {
        Ok(pages) => pages,
        Err(error) => {
            return skip(options, &format!("{} cannot be had: {error:#}", material::PACKAGE), reports);
        }
    };
    let site = material::serve(pages)?;
    let Some(cases) = worded(&site, tasks::cases(options.cases), reports)? else {
        return skip(options, "there is no Chromium on this machine", reports);
    };
    let work = AtWork::start(&options.laika)?;
    let mut measured = Vec::new();
    for model in &models {
        let start = models::for_runs(Some(&Shared::start(options, model)?));
        let mut episodes = Vec::new();
        for (number, (case, goal)) in (1..).zip(&cases) {
            let Case { task, seed } = case;
            (reports.progress)(&format!(
                "miniwob: {} {number} of {}, {task} {seed}",
                model.name,
                cases.len()
            ));
            episodes.push(play(*case, goal, &start, &site, &work)?);
        }
        measured.push(Measured { model: model.name.clone(), episodes });
    }
    work.end(options)?;
    let report = Report { measured };
    reports.version("miniwob", material::PACKAGE);
    report.metrics().into_iter().for_each(|metric| reports.metric(metric));
    let checks = report.checks();
    let outcome = check::outcome(&checks);
    print(options, reports, || report.text(&checks), || report.json(outcome, &checks))?;
    Ok(outcome)
}

/// Every episode with the words of its task, which the page says once it has started; none where there is no browser.
fn worded(site: &Site, cases: Vec<Case>, reports: &mut Reports<'_>) -> Result<Option<Vec<(Case, String)>>> {
    (reports.progress)("miniwob: reading the tasks");
    web::runtime()?.block_on(async {
        let Some(browser) = web::browser().await? else { return Ok(None) };
        let surface = web::surface(&browser, &[site]).await?;
        let mut worded = Vec::new();
        for case in cases {
            let Case { task, seed } = case;
            let episode = Episode::start(Ground::Own(&surface), site, task, seed).await;
            let episode = episode.with_context(|| format!("{task} with seed {seed} does not start"))?;
            worded.push((case, episode.goal.clone()));
            episode.end().await;
        }
        surface.dispose().await;
        browser.close().await;
        Ok(Some(worded))
    })
}

fn play(case: Case, goal: &str, start: &StartModel, site: &Site, work: &AtWork) -> Result<Played> {
    let order = Order {
        part: Part::Page,
        goal: goal.to_owned(),
        urls: vec![material::episode(site, case.task, case.seed)],
        allow: Vec::new(),
        mode: SiteMode::Assist,
        private: false,
        strict: true,
        headed: false,
        surface: Where::default(),
        exposed: Vec::new(),
        asks: Asks::Person,
    };
    let ledger = Ledger::default();
    let planner = Counting { thinker: Thinker::new(StartModel::clone(start)), ledger: ledger.clone() };
    let mut person = Agreeing { origin: Origin::parse(&site.origin())?, ledger: ledger.clone() };
    let began = Instant::now();
    let told = work.run(order, Box::new(planner), &mut person)?;
    let seconds = began.elapsed().as_secs_f64();
    let counted = ledger.counted();
    let why = lost(&counted, &told);
    Ok(Played { case, goal: goal.to_owned(), counted, seconds, lost: why, heard: heard(&told) })
}

/// Why an episode was not won, in a few words that can be counted; nothing where it was.
fn lost(counted: &Counted, told: &Told) -> Option<String> {
    match counted.reward {
        Some(reward) if reward > 0.0 => return None,
        Some(_) => return Some("the task says it was done wrong".into()),
        None => {}
    }
    if counted.spent {
        return Some("too many steps".into());
    }
    Some(if told.answer().is_some() {
        "it answered, and the task was not done".into()
    } else if let Some(pause) = counted.pauses.last() {
        match told.trouble() {
            Some(code) => format!("it waits: {}, {code}", pause.as_str()),
            None => format!("it waits: {}", pause.as_str()),
        }
    } else {
        format!("it broke off: {}", told.trouble().unwrap_or("no reason was given"))
    })
}

/// What was heard, a line each.
fn heard(told: &Told) -> Vec<String> {
    let line = |heard: &Heard| match heard {
        Heard::Step(step) => {
            let target = step.target.as_deref().unwrap_or_default();
            Some(format!(
                "{} {} \"{target}\": {}",
                step.tool,
                step.role.as_deref().unwrap_or_default(),
                step.why
            ))
        }
        Heard::Denied(code) => Some(format!("denied {code}")),
        Heard::AskedBack(text) => Some(format!("asks back: {text}")),
        Heard::Asked(card, yes) => {
            let values: Vec<String> =
                card.values.iter().map(|value| format!("{}={}", value.name, value.value)).collect();
            let said = if *yes { "yes" } else { "no" };
            Some(format!("asked {}: {said} {}", card.reason_code, values.join(" ")))
        }
        Heard::Ended(done, how) => Some(format!("{}: {how}", if *done { "done" } else { "failed" })),
        Heard::Trouble(code) => Some(format!("trouble {code}")),
        Heard::Suspicious => Some("the page gives orders".to_owned()),
        Heard::Answer(finished) => Some(format!("answered, not done: {}", finished.undone.join("; "))),
        Heard::Hung => Some("it hung".to_owned()),
        Heard::Doing(_) | Heard::State(_) => None,
    };
    told.0.iter().filter_map(line).collect()
}
