//! Which model to recommend: chosen by what was measured, never guessed (MODEL-042).

use anyhow::Result;
use laika_model::catalogue::Catalogue;
use serde_json::{Value, json};

use crate::check::{self, Check};
use crate::results::{self, Latest};
use crate::stats::Share;
use crate::{Options, Outcome, Reports, print, skip, table};

/// The longest step that a person waits for.
const STEP_MS: f64 = 10_000.0;

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let folder = options.results.as_ref().filter(|folder| folder.is_dir());
    let measured = folder.map(|folder| results::all(folder)).transpose()?.unwrap_or_default();
    if measured.is_empty() {
        let why =
            "no model was measured as a whole; `laika bench routing arguments --results DIR` keeps that";
        return skip(options, why, reports);
    }
    let catalogue = Catalogue::built_in()?;
    let report = Report { measured: &measured, recommended: catalogue.recommended() };
    print(options, reports, || report.text(), || report.json())?;
    Ok(check::outcome(&report.checks()))
}

/// The model whose steps are right most often, among those that nobody waits too long for; among equals the quicker one.
/// Where all are too slow, the quickest. One of which only a part was measured is not chosen.
fn choose(measured: &[Latest]) -> Option<&Latest> {
    let whole = || measured.iter().filter_map(|one| Some((one, one.right_steps()?, one.step_ms()?)));
    let quick = whole().filter(|(.., ms)| *ms <= STEP_MS);
    let best = quick.max_by(|a, b| a.1.total_cmp(&b.1).then(b.2.total_cmp(&a.2)));
    best.or_else(|| whole().min_by(|a, b| a.2.total_cmp(&b.2))).map(|(one, ..)| one)
}

struct Report<'a> {
    measured: &'a [Latest],
    recommended: &'a str,
}

impl Report<'_> {
    fn checks(&self) -> Vec<Check> {
        let whole = self.measured.iter().filter(|one| one.step_ms().is_some()).count();
        let chosen = choose(self.measured).map(|one| one.model.as_str());
        vec![
            Check {
                passed: whole >= 2,
                what: "models measured as a whole",
                found: whole.to_string(),
                bound: "at least 2".into(),
            },
            Check {
                passed: chosen == Some(self.recommended),
                what: "the model to choose",
                found: chosen.unwrap_or("none").into(),
                bound: format!("recommended: {}", self.recommended),
            },
        ]
    }

    fn text(&self) -> String {
        let head = [
            "model",
            "strict",
            "acceptable",
            "clarify",
            "router ms",
            "JSON",
            "schema",
            "right",
            "executor ms",
            "steps right",
        ];
        let share = |share: Option<Share>| share.map_or_else(|| "-".into(), |share| share.to_string());
        let ms = |ms: Option<f64>| ms.map_or_else(|| "-".into(), |ms| format!("{ms:.0}"));
        let row = |one: &Latest| {
            let (routing, arguments) = (one.routing.as_ref(), one.arguments.as_ref());
            vec![
                one.model.clone(),
                share(routing.map(|of| of.strict)),
                share(routing.map(|of| of.acceptable)),
                share(routing.map(|of| of.clarify)),
                ms(routing.map(|of| of.router_ms)),
                share(arguments.map(|of| of.json_validity)),
                share(arguments.map(|of| of.schema_validity)),
                share(arguments.map(|of| of.right)),
                ms(arguments.map(|of| of.executor_ms)),
                one.right_steps().map_or_else(|| "-".into(), |right| format!("{:.1}%", 100.0 * right)),
            ]
        };
        let rows: Vec<Vec<String>> = self.measured.iter().map(row).collect();
        table::layout(1, &head, &rows) + "\n" + &check::lines(&self.checks())
    }

    fn json(&self) -> Value {
        let checks = self.checks();
        let chosen = choose(self.measured).map(|one| &one.model);
        json!({ "bench": "choice", "outcome": check::outcome(&checks).word(), "models": self.measured, "chosen": chosen, "checks": check::json(&checks) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{Filled, Routed};

    /// A model by how many of 100 steps it gets right, and how long one takes.
    fn model(name: &str, right: u64, ms: f64) -> Latest {
        let (whole, most) = (Share::new(100, 100), Share::new(right, 100));
        let routing =
            Routed { strict: most, held_out: most, acceptable: whole, clarify: whole, router_ms: ms / 4.0 };
        let arguments =
            Filled { json_validity: whole, schema_validity: whole, right: whole, executor_ms: ms * 0.75 };
        Latest { model: name.into(), routing: Some(routing), arguments: Some(arguments) }
    }

    /// MODEL-042: a larger model is slower and more often right, a smaller one the other way round; numbers decide.
    #[test]
    fn the_choice_follows_from_the_numbers() {
        let half = Latest { arguments: None, ..model("half", 100, 1.0) };
        for (models, chosen) in [
            (vec![], None),
            (vec![half.clone()], None),
            (vec![model("small", 40, 100.0), half], Some("small")),
            (vec![model("small", 40, 100.0), model("large", 80, 9_000.0)], Some("large")),
            (vec![model("small", 40, 100.0), model("large", 80, 11_000.0)], Some("small")),
            (vec![model("large", 80, 9_000.0), model("same", 80, 2_000.0)], Some("same")),
            (vec![model("large", 80, 90_000.0), model("small", 40, 20_000.0)], Some("small")),
        ] {
            assert_eq!(choose(&models).map(|one| one.model.as_str()), chosen, "{models:?}");
        }
    }

    /// MODEL-042, PIPE-023: a recommendation passes only if several models were measured and it is the best of them.
    #[test]
    fn a_recommendation_that_nobody_measured_fails() {
        let two = [model("large", 80, 9_000.0), model("small", 40, 100.0)];
        for (measured, recommended, passes) in [
            (&two[..], "large", true),
            (&two[..], "small", false),
            (&two[..], "another", false),
            (&two[..1], "large", false),
            (&[][..], "large", false),
        ] {
            let report = Report { measured, recommended };
            assert_eq!(check::outcome(&report.checks()) == Outcome::Passed, passes, "{recommended}");
            let (text, json) = (report.text(), report.json());
            for one in measured {
                assert!(
                    text.contains(&one.model) && json["models"].to_string().contains(&one.model),
                    "{text}"
                );
            }
        }
        let text = Report { measured: &two, recommended: "large" }.text();
        assert!(text.contains("pass the model to choose: large (recommended: large)"), "{text}");
    }
}
