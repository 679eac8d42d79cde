//! Decoding: a model that is drawn from at random, and asked to break out of its shape, over every tool we have.
//!
//! Each answer must be JSON, fit the tool's own schema, name only elements and addresses that were offered, and quote
//! only what is there. The checks here do not share code with what held the model to it.

mod asks;
mod judge;
mod report;

use anyhow::Result;
use laika_model::{Cancel, Runner as _};

use crate::{Options, Outcome, Reports, models, print, skip, web};
use judge::{Found, judge};
use report::Report;

const CASES: usize = 2_000;
/// The most draws from one question: reading it takes longer than answering it.
const DRAWS: usize = 4;
/// Cases with a model that takes ten times as long to read and write.
const CASES_OF_LARGER: usize = 100;

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let models = models::here(options)?;
    if models.is_empty() {
        return skip(options, models::NONE_HERE, reports);
    }
    let pages = asks::pages()?;
    let runtime = web::runtime()?;
    let mut rows = Vec::new();
    for (place, candidate) in models.iter().enumerate() {
        let most = if place == 0 { CASES } else { CASES_OF_LARGER };
        let cases = options.cases.unwrap_or(most).min(most);
        let found = runtime.block_on(async {
            let model = models::start(options, candidate).await?;
            let mut found = Found::default();
            for number in 0..cases {
                if number % 50 == 0 {
                    (reports.progress)(&format!("decoding: {} {number}/{cases}", candidate.name));
                }
                let mut asked = asks::ask(number / draws(cases), &pages)?;
                asked.ask.sampling.seed = u64::try_from(number).unwrap_or_default();
                let written = model.write(&asked.ask, &Cancel::new()).await?;
                judge(&asked, &written, &mut found);
            }
            anyhow::Ok(found)
        })?;
        rows.push((candidate.name.clone(), found));
    }
    let report = Report { rows, sample: options.cases.is_some() };
    report.metrics().into_iter().for_each(|metric| reports.metric(metric));
    print(options, reports, || report.text(), || report.json())?;
    Ok(report.outcome())
}

/// How often one question is drawn from, so that all cases together ask for quotes, too.
fn draws(cases: usize) -> usize {
    (cases / asks::QUOTES_EVERY).clamp(1, DRAWS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few cases are drawn from questions of every kind, too: a check that nothing was held to fails.
    #[test]
    fn a_small_sample_asks_for_quotes() {
        let pages = asks::pages().unwrap();
        for cases in [asks::QUOTES_EVERY, 10, 20, 40] {
            let asked = (0..cases).map(|number| asks::ask(number / draws(cases), &pages).unwrap().kind);
            let quotes = asked.filter(|kind| matches!(kind, asks::Kind::Quotes { .. })).count();
            assert!(quotes > 0 && quotes < cases, "{quotes} of {cases}");
        }
        assert_eq!(draws(CASES), DRAWS);
    }
}
