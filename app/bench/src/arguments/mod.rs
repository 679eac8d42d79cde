//! Arguments: what the executor fills in for one tool, on a page with much else on it.

pub(crate) mod material;
mod report;

use std::time::Instant;

use anyhow::Result;
use laika_context::Fence;
use laika_context::execute::{Execution, Outcome as Filled, Task};
use laika_model::{Cancel, Runner};
use laika_protocol::llmcp::Content;
use laika_protocol::model::Written;
use serde_json::{Map, Value};

use crate::clock::median;
use crate::models::Subject;
use crate::stats::Share;
use crate::{Options, Outcome, Reports, labelled, models, print, results, skip, web};
use material::Case;
use report::Report;

/// Tokens of a page in the executor's prompt.
const PAGE_TOKENS: usize = 400;

/// What one model did.
pub(crate) struct Measured {
    model: String,
    /// By case: the arguments, or why there are none.
    filled: Vec<Result<Map<String, Value>, String>>,
    /// Seconds of each goal.
    times: Vec<f64>,
    /// The middle of them.
    seconds: f64,
    tally: Tally,
}

/// What the answers of a model were, repairs included.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Those that are JSON.
    json: Share,
    /// Those that are a call which fits.
    schema: Share,
    /// How many goals needed the one repair.
    repaired: usize,
    shape_ms: f64,
    total_ms: f64,
}

impl Tally {
    fn add(&mut self, written: &Written, fits: bool) {
        let is_json = serde_json::from_str::<Value>(&written.text).is_ok();
        self.json += Share::new(u64::from(is_json), 1);
        self.schema += Share::new(u64::from(fits), 1);
        self.shape_ms += written.usage.shape_ms;
        self.total_ms += written.usage.total_ms;
    }
}

/// The pages of the set, each with its goal.
pub(crate) fn pages() -> Result<Vec<(String, Content)>> {
    material::cases()?.into_iter().map(|case| Ok((case.goal.clone(), case.page()?))).collect()
}

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let cases = labelled::sample(material::cases()?, options.cases);
    let models = models::subjects(options)?;
    if models.is_empty() {
        return skip(options, models::NONE_HERE, reports);
    }
    let runtime = web::runtime()?;
    let mut measured = Vec::new();
    for model in &models {
        measured.push(runtime.block_on(measure(options, model, &cases, reports))?);
    }
    let report = Report { cases: &cases, measured };
    for (model, filled) in report.results() {
        results::keep(options, reports, model, |latest| latest.arguments = Some(filled))?;
    }
    report.metrics().into_iter().for_each(|metric| reports.metric(metric));
    print(options, reports, || report.text(), || report.json())?;
    Ok(report.outcome())
}

async fn measure(
    options: &Options,
    subject: &Subject,
    cases: &[Case],
    reports: &mut Reports<'_>,
) -> Result<Measured> {
    let model = models::begin(options, subject).await?;
    let (mut filled, mut seconds, mut tally) = (Vec::new(), Vec::new(), Tally::default());
    for (number, case) in cases.iter().enumerate() {
        if number % 20 == 0 {
            (reports.progress)(&format!("arguments: {} {number}/{}", subject.name, cases.len()));
        }
        let start = Instant::now();
        let arguments = fill(&model, case, &mut tally).await?;
        seconds.push(start.elapsed().as_secs_f64());
        filled.push(arguments);
    }
    let times = seconds.clone();
    Ok(Measured { model: subject.name.clone(), filled, times, seconds: median(seconds), tally })
}

/// What the executor is told of a case.
pub(crate) fn with_task<T>(case: &Case, of: impl FnOnce(&Task<'_>) -> T) -> Result<T> {
    let page = case.page()?;
    let done: Vec<&str> = case.done.iter().map(String::as_str).collect();
    let tabs = case.tabs();
    let tabs: Vec<(u32, &str)> = tabs.iter().map(|(id, title)| (*id, title.as_str())).collect();
    Ok(of(&Task {
        tool: case.tool()?,
        goal: &case.goal,
        page: Some(&page),
        done: &done,
        pack: None,
        tabs: &tabs,
        tokens: PAGE_TOKENS,
    }))
}

/// The arguments that a model fills in, as the product asks it; the code of what is wrong where there are none.
pub(crate) async fn fill(
    model: &impl Runner,
    case: &Case,
    tally: &mut Tally,
) -> Result<Result<Map<String, Value>, String>> {
    let execution = with_task(case, |task| Execution::new(task, &Fence::new(&case.id)))?;
    let mut execution = match execution {
        Ok(execution) => execution.for_tuned(model.capabilities().tuned),
        Err(problem) => return Ok(Err(problem.code().into())),
    };
    let mut ask = execution.ask().clone();
    loop {
        let written = model.write(&ask, &Cancel::new()).await?;
        let read = execution.read(&written);
        tally.add(&written, matches!(read, Filled::Call(_)));
        match read {
            Filled::Call(call) => return Ok(Ok(call.arguments)),
            Filled::Repair(again) => {
                tally.repaired += 1;
                ask = again;
            }
            Filled::Failed(problem, _) => return Ok(Err(problem.code().into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use laika_model::scripted::{Answer, Scripted};

    use super::*;

    /// PIPE-020: every answer counts, also the one that was repaired: whether it is JSON, and whether it is a call that
    /// fits. Right is only what came of it.
    #[tokio::test]
    async fn every_answer_is_judged() {
        let cases = material::cases().unwrap();
        let scrolls = |case: &&Case| case.tool == "browser.scroll" && case.page().is_ok();
        let case = cases.iter().find(scrolls).unwrap();
        let fitting = format!(r#"{{"tool":"browser.scroll","args":{}}}"#, case.expected());
        let mut tally = Tally::default();
        for (says, ended) in [
            (vec![fitting.as_str()], Ok(())),
            (vec!["I would scroll.", fitting.as_str()], Ok(())),
            (vec!["[1, 2]", "{\"tool\":"], Err("E_ANSWER_UNUSABLE")),
        ] {
            let model = Scripted::new(says.iter().map(|text| Answer::Text((*text).to_owned())));
            let filled = fill(&model, case, &mut tally).await.unwrap();
            assert_eq!(filled.map(|_| ()), ended.map_err(str::to_owned), "{says:?}");
            assert_eq!(model.left(), 0, "{says:?}");
        }
        assert_eq!((tally.json, tally.schema, tally.repaired), (Share::new(3, 5), Share::new(2, 5), 2));

        let filled = vec![Ok(Map::new()), Err("E_ANSWER_UNUSABLE".into())];
        let measured = vec![Measured { model: "one".into(), filled, times: vec![0.5], seconds: 0.5, tally }];
        let report = Report { cases: &cases[..2], measured };
        let (text, json, results) = (report.text(), report.json(), report.results());
        let (model, kept) = &results[0];
        assert_eq!(
            (*model, kept.json_validity, kept.schema_validity),
            ("one", Share::new(3, 5), Share::new(2, 5))
        );
        assert_eq!((kept.right, kept.executor_ms), (Share::new(0, 2), 500.0));
        assert_eq!(json["models"][0]["json_validity"], kept.json_validity.json());
        assert_eq!(json["models"][0]["schema_validity"], kept.schema_validity.json());
        assert!(text.contains("3/5 60.0%") && text.contains("2/5 40.0%"), "{text}");
        assert_eq!(report.outcome(), Outcome::Failed, "an answer that could not be used fails the suite");
    }
}
