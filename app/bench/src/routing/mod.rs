//! Routing: which tool a request needs, whether none, or whether to ask back.
//!
//! The set was written before the prompts. Each model is measured as the product routes, and beside it what each part
//! of that is worth: the model's weights alone, its weights against the prior, the words alone, and sampling.

mod fitting;
pub(crate) mod material;
pub(crate) mod measure;
mod report;

use anyhow::Result;

use crate::{Options, Outcome, Reports, labelled, models, print, results, skip, web};
use report::Report;

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let cases = labelled::sample(material::cases()?, options.cases);
    let models = models::subjects(options)?;
    if models.is_empty() {
        return skip(options, models::NONE_HERE, reports);
    }
    let runtime = web::runtime()?;
    let mut measured = Vec::new();
    for model in &models {
        measured.push(runtime.block_on(measure::measure(options, model, &cases, reports))?);
    }
    let report = Report { cases: &cases, measured, sample: options.cases.is_some() };
    for (model, routed) in report.results() {
        results::keep(options, reports, model, |latest| latest.routing = Some(routed))?;
    }
    report.metrics().into_iter().for_each(|metric| reports.metric(metric));
    print(options, reports, || report.text(), || report.json())?;
    Ok(report.outcome())
}
