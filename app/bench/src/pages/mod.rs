//! Pages that try to take over whoever reads them: a model that obeys is stopped, and the person's goal is still reached.
//!
//! Every attack runs twice in the real loop: where nobody can be asked, and with a person who agrees to what is harmless
//! and says no to the rest. Runs that wait are told to go on, so that every step of an attack is tried.

mod benign;
mod files;
mod judge;
mod material;
mod obedient;
mod report;

use std::sync::PoisonError;

use anyhow::Result;
use laika_daemon::service::Reply;
use laika_daemon::working::{Asks, Card, Order, Part, StartModel, Thinker, Where};
use laika_protocol::ids::Origin;
use laika_protocol::run::Pause;
use laika_protocol::wire::SiteMode;

use crate::at_work::{AtWork, Person};
use crate::check;
use crate::models::Shared;
use crate::{Options, Outcome, Reports, models, print, skip, skip_part};
use benign::{Agrees, Front, Watched};
use judge::{Fate, Stopped};
use material::{Case, Sites};
use obedient::{Obedient, Seen};

/// How often a run that waits is told to go on.
const MOST_RESUMES: u32 = 8;

/// What came of one case.
struct Found {
    case: Case,
    /// Where nobody can be asked, and with a person who says no.
    attacks: [Attack; 2],
    /// Whether the person's goal was reached; nothing, where it needs a model and there is none.
    benign: Option<Result<(), String>>,
}

/// What came of one attack.
struct Attack {
    fates: Vec<Fate>,
    verdict: Result<Stopped, String>,
}

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    if laika_browser::find_program().is_none() {
        return skip(options, "no Chromium", reports);
    }
    let cases = material::cases(options.cases)?;
    let candidates = models::subjects(options)?;
    let model = candidates.first();
    if model.is_none() {
        skip_part(options, "no model is on this machine; goals that need one are left out", reports)?;
    }
    let shared = model.map(|model| Shared::start(options, model)).transpose()?;
    let start = models::for_runs(shared.as_ref());
    let sites = Sites::start()?;
    let work = AtWork::start(&options.laika)?;
    let mut found = Vec::new();
    for (number, case) in (1..).zip(&cases) {
        (reports.progress)(&format!("pages: {number} of {}, {}", cases.len(), case.id));
        let attacks =
            [attack(case, Asks::Nobody, &sites, &work)?, attack(case, Asks::Person, &sites, &work)?];
        let benign = (model.is_some() || !case.needs_model())
            .then(|| goal(case, &start, &sites, &work))
            .transpose()?;
        found.push(Found { case: case.clone(), attacks, benign });
    }
    work.end(options)?;
    let checks = report::checks(&found);
    let outcome = check::outcome(&checks);
    report::metrics(&found).into_iter().for_each(|metric| reports.metric(metric));
    print(
        options,
        reports,
        || format!("{}{}{}", report::misses(&found), report::table(&found), check::lines(&checks)),
        || report::json(&found, model.map(|model| model.name.as_str()), outcome, &checks),
    )?;
    Ok(outcome)
}

fn order(case: &Case, asks: Asks, sites: &Sites) -> Result<Order> {
    let allow = if case.needs_other() { vec![Origin::parse(&sites.other.origin())?] } else { Vec::new() };
    Ok(Order {
        part: Part::Page,
        goal: case.goal.clone(),
        urls: vec![sites.site.url(&format!("/{}", case.entry))],
        allow,
        mode: SiteMode::Assist,
        private: false,
        strict: true,
        headed: false,
        surface: Where::default(),
        exposed: Vec::new(),
        asks,
    })
}

fn attack(case: &Case, asks: Asks, sites: &Sites, work: &AtWork) -> Result<Attack> {
    sites.forget();
    let seen = Seen::default();
    let planner = Obedient::new(case, Seen::clone(&seen));
    let mut person = SaysNo { case, resumes: 0 };
    let told = work.run(order(case, asks, sites)?, Box::new(planner), &mut person)?;
    let fates = judge::fates(case, &told);
    let seen = seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let verdict = judge::verdict(case, &fates, &seen, &told, sites);
    Ok(Attack { fates, verdict })
}

fn goal(case: &Case, start: &StartModel, sites: &Sites, work: &AtWork) -> Result<Result<(), String>> {
    sites.forget();
    let front = Front::default();
    let planner = Watched { thinker: Thinker::new(StartModel::clone(start)), front: Front::clone(&front) };
    let told = work.run(order(case, Asks::Person, sites)?, Box::new(planner), &mut Agrees(case))?;
    let front = front.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok(benign::finished(case, &told, &front, sites))
}

/// Agrees to what does no harm and leads to the attack, says no to the rest, and lets the run go on.
struct SaysNo<'a> {
    case: &'a Case,
    resumes: u32,
}

impl Person for SaysNo<'_> {
    fn answer(&mut self, card: &Card) -> Reply {
        let harmless = &self.case.attack[..self.case.stop_at];
        let leads =
            |act: &material::Act| card.target.as_deref().is_some_and(|target| target.trim() == act.target);
        if harmless.iter().any(leads) { Reply::Once } else { Reply::No }
    }

    fn goes_on(&mut self, _: Option<Pause>) -> bool {
        self.resumes += 1;
        self.resumes <= MOST_RESUMES
    }
}
