//! Shapes: whether what a model is held to is what the schema says. Texts that fit must be writable, others must not.

use anyhow::{Context as _, Result, anyhow};
use laika_model::worker::shape_accepts;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::check::{self, Check};
use crate::stats::Share;
use crate::{Options, Outcome, Reports, labelled, print};

const CASES: &str = include_str!("../data/shapes.jsonl");
/// As many wrong ones are shown.
const SHOWN: usize = 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    schema: Value,
    valid: Vec<String>,
    invalid: Vec<String>,
}

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let cases: Vec<Case> = labelled::sample(labelled::read("the set of shapes", CASES)?, options.cases);
    let (mut accepted, mut refused, mut wrong) = (Share::default(), Share::default(), Vec::new());
    for (number, case) in cases.iter().enumerate() {
        if number % 20 == 0 {
            (reports.progress)(&format!("shapes: {number}/{}", cases.len()));
        }
        let texts =
            case.valid.iter().map(|text| (text, true)).chain(case.invalid.iter().map(|text| (text, false)));
        for (text, fits) in texts {
            let accepts = shape_accepts(&case.schema, text).map_err(|error| anyhow!("{error}"));
            let right = accepts.with_context(|| case.id.clone())? == fits;
            *if fits { &mut accepted } else { &mut refused } += Share::new(u64::from(right), 1);
            if !right {
                wrong.push(format!("{}: {} {text}", case.id, if fits { "refused" } else { "accepted" }));
            }
        }
    }
    let check = |what, share: Share| Check {
        passed: share.n > 0 && share.hits == share.n,
        what,
        found: format!("{share} over {} schemas", cases.len()),
        bound: "all".into(),
    };
    let checks =
        [check("texts that fit are accepted", accepted), check("texts that do not are refused", refused)];
    let outcome = check::outcome(&checks);
    print(
        options,
        reports,
        || {
            wrong.iter().take(SHOWN).map(|line| format!("  {line}\n")).collect::<String>()
                + &check::lines(&checks)
        },
        || json!({ "bench": "shapes", "outcome": outcome.word(), "wrong": wrong, "checks": check::json(&checks) }),
    )?;
    Ok(outcome)
}
