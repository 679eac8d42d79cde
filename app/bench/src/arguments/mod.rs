//! Arguments: what the executor fills in for one tool, on a page with much else on it.

pub(crate) mod material;
mod report;

use std::time::Instant;

use anyhow::Result;
use laika_context::Fence;
use laika_context::execute::{Execution, Outcome as Filled, Task};
use laika_model::{Cancel, Embedded, Runner as _};
use laika_protocol::llmcp::Content;
use serde_json::{Map, Value};

use crate::clock::median;
use crate::models::Candidate;
use crate::{Options, Outcome, Reports, labelled, models, print, skip, web};
use material::Case;
use report::Report;

/// Tokens of a page in the executor's prompt.
pub(crate) const PAGE_TOKENS: usize = 400;

/// What one model did.
pub(crate) struct Measured {
    model: String,
    /// By case: the arguments, or why there are none.
    filled: Vec<Result<Map<String, Value>, String>>,
    /// How many needed the one repair.
    repaired: usize,
    seconds: f64,
    shape_share: f64,
}

/// The pages of the set, each with its goal.
pub(crate) fn pages() -> Result<Vec<(String, Content)>> {
    material::cases()?.into_iter().map(|case| Ok((case.goal.clone(), case.page()?))).collect()
}

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let cases = labelled::sample(material::cases()?, options.cases);
    let models = models::here(options)?;
    if models.is_empty() {
        return skip(options, "no model is on this machine; `laika model pull` fetches one", reports);
    }
    let runtime = web::runtime()?;
    let mut measured = Vec::new();
    for model in &models {
        measured.push(runtime.block_on(measure(options, model, &cases, reports))?);
    }
    let report = Report { cases: &cases, measured };
    print(options, reports, || report.text(), || report.json())?;
    Ok(report.outcome())
}

async fn measure(
    options: &Options,
    candidate: &Candidate,
    cases: &[Case],
    reports: &mut Reports<'_>,
) -> Result<Measured> {
    let model = models::start(options, candidate).await?;
    let (mut filled, mut repaired) = (Vec::new(), 0);
    let (mut seconds, mut shape_ms, mut total_ms) = (Vec::new(), 0.0, 0.0);
    for (number, case) in cases.iter().enumerate() {
        if number % 20 == 0 {
            (reports.progress)(&format!("arguments: {} {number}/{}", candidate.name, cases.len()));
        }
        let start = Instant::now();
        let arguments = fill(&model, case, &mut repaired, &mut shape_ms, &mut total_ms).await?;
        seconds.push(start.elapsed().as_secs_f64());
        filled.push(arguments);
    }
    Ok(Measured {
        model: candidate.name.clone(),
        filled,
        repaired,
        seconds: median(seconds),
        shape_share: shape_ms / total_ms,
    })
}

async fn fill(
    model: &Embedded,
    case: &Case,
    repaired: &mut usize,
    shape_ms: &mut f64,
    total_ms: &mut f64,
) -> Result<Result<Map<String, Value>, String>> {
    let page = case.page()?;
    let done: Vec<&str> = case.done.iter().map(String::as_str).collect();
    let tabs = case.tabs();
    let tabs: Vec<(u32, &str)> = tabs.iter().map(|(id, title)| (*id, title.as_str())).collect();
    let task = Task {
        tool: case.tool()?,
        goal: &case.goal,
        page: Some(&page),
        done: &done,
        tabs: &tabs,
        tokens: PAGE_TOKENS,
    };
    let mut execution = match Execution::new(&task, &Fence::new(&case.id)) {
        Ok(execution) => execution,
        Err(problem) => return Ok(Err(problem.code().into())),
    };
    let mut ask = execution.ask().clone();
    loop {
        let written = model.write(&ask, &Cancel::new()).await?;
        *shape_ms += written.usage.shape_ms;
        *total_ms += written.usage.total_ms;
        match execution.read(&written) {
            Filled::Call(call) => return Ok(Ok(call.arguments)),
            Filled::Repair(again) => {
                *repaired += 1;
                ask = again;
            }
            Filled::Failed(problem, _) => return Ok(Err(problem.code().into())),
        }
    }
}
