//! What was found, and what it is held to.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Measured;
use super::material::Case;
use crate::check::{self, Check};
use crate::labelled::is_held_out;
use crate::metric::Metric;
use crate::results::Filled;
use crate::stats::Share;
use crate::{Outcome, table};

/// The goal for a model of this machine.
const RIGHT: f64 = 0.9;

pub(super) struct Report<'a> {
    pub(super) cases: &'a [Case],
    pub(super) measured: Vec<Measured>,
}

impl Report<'_> {
    fn right(&self, measured: &Measured, counts: impl Fn(&Case) -> bool) -> Share {
        self.cases.iter().zip(&measured.filled).filter(|(case, _)| counts(case)).fold(
            Share::default(),
            |mut share, (case, filled)| {
                let right = filled.as_ref().is_ok_and(|arguments| case.is_right(arguments));
                share += Share::new(u64::from(right), 1);
                share
            },
        )
    }

    fn valid(measured: &Measured) -> Share {
        let valid = measured
            .filled
            .iter()
            .filter(|filled| !matches!(filled, Err(code) if code == "E_ANSWER_UNUSABLE"));
        Share::new(valid.count() as u64, measured.filled.len() as u64)
    }

    /// Of the time that the model took, what went into keeping to the shape.
    fn shape_share(measured: &Measured) -> f64 {
        measured.tally.shape_ms / measured.tally.total_ms
    }

    /// What is kept of each model.
    pub(super) fn results(&self) -> Vec<(&str, Filled)> {
        let filled = |one: &Measured| Filled {
            json_validity: one.tally.json,
            schema_validity: one.tally.schema,
            right: self.right(one, |_| true),
            executor_ms: 1000.0 * one.seconds,
        };
        self.measured.iter().map(|one| (one.model.as_str(), filled(one))).collect()
    }

    /// What is stored and compared.
    pub(super) fn metrics(&self) -> Vec<Metric> {
        let mut metrics = Vec::new();
        for one in &self.measured {
            let cases = self.cases.iter().zip(&one.filled);
            let right = cases.map(|(case, filled)| {
                (case.id.as_str(), filled.as_ref().is_ok_and(|arguments| case.is_right(arguments)))
            });
            metrics.extend(
                [
                    Metric::cases("the right arguments", right).at(RIGHT),
                    Metric::share(
                        "the right arguments, held out",
                        self.right(one, |case| is_held_out(&case.id)),
                    ),
                    Metric::share("answers that are JSON", one.tally.json).at(1.0),
                    Metric::share("answers that fit the schema", one.tally.schema),
                    Metric::seconds("a call", &one.times),
                ]
                .map(|metric| metric.of(&one.model)),
            );
        }
        metrics
    }

    fn checks(&self) -> Vec<Check> {
        let mut valid = Share::default();
        self.measured.iter().for_each(|one| valid += Self::valid(one));
        vec![Check {
            passed: valid.n > 0 && valid.hits == valid.n,
            what: "calls that their schema accepts",
            found: valid.to_string(),
            bound: "all".into(),
        }]
    }

    pub(super) fn outcome(&self) -> Outcome {
        check::outcome(&self.checks())
    }

    pub(super) fn text(&self) -> String {
        let head = ["model", "right", "held out", "valid", "JSON", "schema", "repaired", "ms", "shape"];
        let rows: Vec<Vec<String>> = self
            .measured
            .iter()
            .map(|one| {
                vec![
                    one.model.clone(),
                    self.right(one, |_| true).with_interval(),
                    self.right(one, |case| is_held_out(&case.id)).to_string(),
                    Self::valid(one).to_string(),
                    one.tally.json.to_string(),
                    one.tally.schema.to_string(),
                    one.tally.repaired.to_string(),
                    format!("{:.0}", 1000.0 * one.seconds),
                    format!("{:.1}%", 100.0 * Self::shape_share(one)),
                ]
            })
            .collect();
        let mut text = table::layout(1, &head, &rows);
        for one in &self.measured {
            let tools: BTreeSet<&str> = self.cases.iter().map(|case| case.tool.as_str()).collect();
            let shares = tools.into_iter().map(|tool| {
                let share = self.right(one, |case| case.tool == tool);
                format!("{tool} {}/{}", share.hits, share.n)
            });
            text += &format!("\n{}: {}\n", one.model, shares.collect::<Vec<_>>().join(", "));
            for (case, filled) in
                self.cases.iter().zip(&one.filled).filter(|(case, _)| !is_held_out(&case.id))
            {
                let found = match filled {
                    Ok(arguments) if case.is_right(arguments) => continue,
                    Ok(arguments) => Value::Object(arguments.clone()).to_string(),
                    Err(code) => code.clone(),
                };
                text += &format!(
                    "  {} {} `{}`: {found} instead of {}\n",
                    case.id,
                    case.tool,
                    case.goal,
                    case.expected()
                );
            }
        }
        text + "\n" + &check::lines(&self.checks())
    }

    pub(super) fn json(&self) -> Value {
        let models: Vec<Value> = self
            .measured
            .iter()
            .map(|one| {
                json!({
                    "model": one.model,
                    "right": self.right(one, |_| true).json(),
                    "held_out": self.right(one, |case| is_held_out(&case.id)).json(),
                    "valid": Self::valid(one).json(),
                    "json_validity": one.tally.json.json(),
                    "schema_validity": one.tally.schema.json(),
                    "repaired": one.tally.repaired,
                    "seconds": one.seconds,
                    "shape_share": Self::shape_share(one),
                })
            })
            .collect();
        json!({ "bench": "arguments", "outcome": self.outcome().word(), "cases": self.cases.len(), "models": models, "checks": check::json(&self.checks()) })
    }
}
