//! What was found, and what it is held to.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::material::Case;
use super::measure::{Measured, name};
use crate::check::{self, Check};
use crate::labelled::is_held_out;
use crate::metric::{Better, Metric, Unit};
use crate::results::Routed;
use crate::stats::Share;
use crate::{Outcome, table};

/// Of the best model on this machine.
const STRICT: f64 = 0.95;

pub(super) struct Report<'a> {
    pub(super) cases: &'a [Case],
    pub(super) measured: Vec<Measured>,
    pub(super) sample: bool,
}

impl Report<'_> {
    fn strict(&self, measured: &Measured, counts: impl Fn(&Case) -> bool) -> Share {
        let pairs = self.cases.iter().zip(&measured.routes).filter(|(case, _)| counts(case));
        share(pairs.map(|(case, route)| case.expect.is(route)))
    }

    fn acceptable(&self, measured: &Measured) -> Share {
        let good =
            |case: &Case, route| case.expect.is(route) || case.acceptable.iter().any(|one| one.is(route));
        share(self.cases.iter().zip(&measured.routes).map(|(case, route)| good(case, route)))
    }

    fn alone(&self, chosen: &[String]) -> Share {
        share(self.cases.iter().zip(chosen).map(|(case, name)| case.expect.name() == name))
    }

    fn clarified(measured: &Measured) -> Share {
        share(measured.routes.iter().map(|route| name(route) == "clarify"))
    }

    /// What is kept of each model.
    pub(super) fn results(&self) -> Vec<(&str, Routed)> {
        let routed = |one: &Measured| Routed {
            strict: self.strict(one, |_| true),
            held_out: self.strict(one, |case| is_held_out(&case.id)),
            acceptable: self.acceptable(one),
            clarify: Self::clarified(one),
            router_ms: 1000.0 * one.seconds,
        };
        self.measured.iter().map(|one| (one.model.as_str(), routed(one))).collect()
    }

    /// What is stored and compared.
    pub(super) fn metrics(&self) -> Vec<Metric> {
        let mut metrics = Vec::new();
        for one in &self.measured {
            let cases = self.cases.iter().zip(&one.routes);
            let strict = cases.map(|(case, route)| (case.id.as_str(), case.expect.is(route)));
            metrics.extend(
                [
                    Metric::cases("the right choice", strict).at(STRICT),
                    Metric::share(
                        "the right choice, held out",
                        self.strict(one, |case| is_held_out(&case.id)),
                    ),
                    Metric::share("an acceptable choice", self.acceptable(one)),
                    Metric::share("questions back", Self::clarified(one)),
                    Metric::seconds("a choice", &one.times),
                    Metric::number("tokens read for a choice", one.tokens, Unit::Tokens, Better::Less),
                ]
                .map(|metric| metric.of(&one.model)),
            );
        }
        metrics
    }

    fn checks(&self) -> Vec<Check> {
        let offered = |measured: &Measured| {
            self.cases.iter().zip(&measured.routes).all(|(case, route)| {
                let chosen = name(route);
                matches!(chosen, "none" | "clarify") || case.tools().iter().any(|(tool, _)| *tool == chosen)
            })
        };
        let best = self.measured.iter().map(|one| self.strict(one, |_| true));
        let best = best.max_by_key(|share| share.hits).unwrap_or_default();
        vec![
            Check {
                passed: self.measured.iter().all(offered),
                what: "a choice among what was offered",
                found: format!(
                    "{} of {} models",
                    self.measured.iter().filter(|one| offered(one)).count(),
                    self.measured.len()
                ),
                bound: "all".into(),
            },
            Check {
                passed: self.sample || best.value().is_some_and(|value| value >= STRICT),
                what: "the right choice, best model",
                found: best.with_interval(),
                bound: if self.sample {
                    "judged over all cases and models only".into()
                } else {
                    format!("at least {STRICT}")
                },
            },
        ]
    }

    pub(super) fn outcome(&self) -> Outcome {
        check::outcome(&self.checks())
    }

    pub(super) fn text(&self) -> String {
        let head = [
            "model",
            "strict",
            "held out",
            "acceptable",
            "weights",
            "calibrated",
            "words",
            "sampled",
            "clarify",
            "ms",
            "tokens",
            "first ms cold",
            "known",
        ];
        let percent =
            |share: Share| share.value().map_or_else(|| "-".into(), |value| format!("{:.1}%", 100.0 * value));
        let rows: Vec<Vec<String>> = self
            .measured
            .iter()
            .map(|one| {
                vec![
                    one.model.clone(),
                    self.strict(one, |_| true).to_string(),
                    self.strict(one, |case| is_held_out(&case.id)).to_string(),
                    percent(self.acceptable(one)),
                    percent(self.alone(&one.raw)),
                    percent(self.alone(&one.calibrated)),
                    percent(self.alone(&one.words)),
                    percent(self.alone(&one.sampled)),
                    percent(Self::clarified(one)),
                    format!("{:.0}", 1000.0 * one.seconds),
                    format!("{:.0}", one.tokens),
                    format!("{:.0}", 1000.0 * one.cold),
                    format!("{:.0}", 1000.0 * one.warm),
                ]
            })
            .collect();
        let mut text = table::layout(1, &head, &rows);
        for one in &self.measured {
            text += &format!("\n{}: ", one.model);
            let kinds =
                self.kinds(one).into_iter().map(|(kind, share)| format!("{kind} {}/{}", share.hits, share.n));
            text += &kinds.collect::<Vec<_>>().join(", ");
            text.push('\n');
            if let Some(fitted) = &one.fitted {
                text += &format!("  {}\n", fitted.line());
            }
            for (case, route) in self.wrong(one) {
                text += &format!(
                    "  {} `{}`: {} instead of {}\n",
                    case.id,
                    case.query,
                    name(route),
                    case.expect.name()
                );
            }
        }
        text + "\n" + &check::lines(&self.checks())
    }

    /// What went wrong, of the cases that may be looked at.
    fn wrong<'b>(
        &'b self,
        measured: &'b Measured,
    ) -> impl Iterator<Item = (&'b Case, &'b laika_protocol::llmcp::Route)> {
        let shown = self.cases.iter().zip(&measured.routes).filter(|(case, _)| !is_held_out(&case.id));
        shown.filter(|(case, route)| !case.expect.is(route))
    }

    fn kinds(&self, measured: &Measured) -> BTreeMap<&str, Share> {
        let kinds =
            self.cases.iter().map(|case| case.kind.as_str()).collect::<std::collections::BTreeSet<_>>();
        kinds.into_iter().map(|kind| (kind, self.strict(measured, |case| case.kind == kind))).collect()
    }

    pub(super) fn json(&self) -> Value {
        let models: Vec<Value> = self.measured.iter().map(|one| json!({
            "model": one.model,
            "strict": self.strict(one, |_| true).json(),
            "held_out": self.strict(one, |case| is_held_out(&case.id)).json(),
            "acceptable": self.acceptable(one).json(),
            "weights_alone": self.alone(&one.raw).json(),
            "calibrated": self.alone(&one.calibrated).json(),
            "words_alone": self.alone(&one.words).json(),
            "sampled": self.alone(&one.sampled).json(),
            "clarify": Self::clarified(one).json(),
            "kinds": self.kinds(one).into_iter().map(|(kind, share)| (kind.to_owned(), share.json())).collect::<serde_json::Map<_, _>>(),
            "seconds": one.seconds,
            "tokens": one.tokens,
            "fitted": one.fitted.as_ref().map(super::fitting::Fitted::json),
            "first_seconds": { "nothing_known": one.cold, "all_known": one.warm },
        })).collect();
        json!({ "bench": "routing", "outcome": self.outcome().word(), "cases": self.cases.len(), "models": models, "checks": check::json(&self.checks()) })
    }
}

fn share(right: impl Iterator<Item = bool>) -> Share {
    right.fold(Share::default(), |mut share, right| {
        share += Share::new(u64::from(right), 1);
        share
    })
}

#[cfg(test)]
#[path = "report_tests.rs"]
mod tests;
