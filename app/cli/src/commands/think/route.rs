//! `laika route`: which tool a request would go to, with the scores.

use anyhow::{Result, anyhow};
use laika_context::route::{By, Decision};
use laika_daemon::thinking::Request;
use laika_protocol::tools::{self, TOOLS};
use serde_json::{Value, json};

use super::with_mind;
use crate::arguments::think::Route;
use crate::printer::{Outcome, Printer};
use crate::table::Table;

/// Candidates shown to a person.
const SHOWN: usize = 6;

pub(crate) fn run(route: &Route, printer: &mut Printer) -> Result<Outcome> {
    let mut offered = Vec::new();
    for name in &route.tools {
        let tool = tools::resolve(name);
        let tool = tool.ok_or_else(|| {
            anyhow!("hint: `laika tools` lists them").context(format!("there is no tool `{name}`"))
        })?;
        offered.push((tool.name, tool.line));
    }
    if offered.is_empty() {
        offered = TOOLS.iter().map(|tool| (tool.name, tool.line)).collect();
    }
    let decision = with_mind(&route.model, Vec::new(), printer, async |mind, cancel, _| {
        let request = Request { query: &route.query, page: route.page.as_deref(), tools: &offered };
        mind.route(&request, cancel).await
    })?;
    if route.model.json {
        printer.data(format_args!("{:#}\n", json(&decision)));
    } else {
        printer.data(text(&decision));
    }
    Ok(Outcome::Done)
}

/// The choice in words.
pub(super) fn chosen(decision: &Decision) -> String {
    match (&decision.route.tool, &decision.route.question) {
        (Some(tool), _) => tool.to_string(),
        (None, Some(question)) => format!("clarify: {question}"),
        (None, None) => "none".into(),
    }
}

fn text(decision: &Decision) -> String {
    let mut table = Table::new(["CANDIDATE", "SCORE", "WEIGHT", "PRIOR", "WORDS"]);
    for score in decision.scores.iter().take(SHOWN) {
        let [total, weight, prior, fit] =
            [score.score, score.weight, score.prior, score.fit].map(|value| format!("{value:.2}"));
        table.row([score.name.clone(), total, weight, prior, fit]);
    }
    let by = match decision.by {
        By::Weighing => "",
        By::Writing => " (written, not weighed: a weight says only which name it was)",
        By::Words => " (by words alone: there is no model)",
    };
    format!("{}\nmargin {:.2}{by}\n\n{table}", chosen(decision), decision.margin)
}

pub(super) fn json(decision: &Decision) -> Value {
    let scores: Vec<Value> = decision
        .scores
        .iter()
        .map(|score| json!({ "name": score.name, "score": score.score, "weight": score.weight, "prior": score.prior, "words": score.fit }))
        .collect();
    json!({ "route": decision.route, "margin": decision.margin, "by": decision.by.as_str(), "scores": scores })
}
