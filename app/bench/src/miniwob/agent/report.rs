//! Episodes won, by model and by task, what that took, and why the others were lost.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::player::{Counted, MOST_STEPS};
use super::tasks::Case;
use crate::Outcome;
use crate::check::{self, Check};
use crate::clock::median;
use crate::metric::{Better, Metric, Unit};
use crate::miniwob::material::PACKAGE;
use crate::stats::{Share, real};
use crate::table::layout;

/// Episodes that a model of our own is to win. No run fails for it.
const GOAL: f64 = 0.6;

/// How one episode went.
pub(super) struct Played {
    pub(super) case: Case,
    pub(super) goal: String,
    pub(super) counted: Counted,
    pub(super) seconds: f64,
    /// Why it was lost.
    pub(super) lost: Option<String>,
    /// What was heard of it.
    pub(super) heard: Vec<String>,
}

/// What one model did.
pub(super) struct Measured {
    pub(super) model: String,
    pub(super) episodes: Vec<Played>,
}

impl Measured {
    fn won(&self) -> Share {
        won(self.episodes.iter())
    }

    /// The episodes of each task.
    fn tasks(&self) -> BTreeMap<&'static str, Vec<&Played>> {
        let mut tasks: BTreeMap<_, Vec<&Played>> = BTreeMap::new();
        self.episodes.iter().for_each(|played| tasks.entry(played.case.task).or_default().push(played));
        tasks
    }

    fn mean(&self, value: impl Fn(&Played) -> f64) -> f64 {
        self.episodes.iter().map(value).sum::<f64>() / real(self.episodes.len() as u64)
    }

    /// Tokens of all episodes, by those that were won.
    fn tokens_per_success(&self) -> Option<f64> {
        let tokens: u64 = self.episodes.iter().map(|played| played.counted.tokens).sum();
        (self.won().hits > 0).then(|| real(tokens) / real(self.won().hits))
    }

    /// The median over the episodes in which something was done.
    fn seconds_per_step(&self) -> f64 {
        let acted = self.episodes.iter().filter(|played| played.counted.steps > 0);
        median(acted.map(|played| played.seconds / f64::from(played.counted.steps)).collect())
    }

    fn reasons(&self) -> BTreeMap<&str, u64> {
        let mut reasons = BTreeMap::new();
        for why in self.episodes.iter().filter_map(|played| played.lost.as_deref()) {
            *reasons.entry(why).or_default() += 1;
        }
        reasons
    }

    fn json(&self) -> Value {
        let task = |(name, played): (&&str, &Vec<&Played>)| json!({ "task": name, "won": won(played.iter().copied()).json(), "episodes": played.iter().map(|one| one.json()).collect::<Vec<_>>() });
        json!({
            "model": self.model, "won": self.won().json(), "steps": self.mean(|one| one.counted.steps.into()),
            "asks": self.mean(|one| one.counted.asks.into()), "tokens_per_success": self.tokens_per_success(),
            "seconds_per_step": self.seconds_per_step(), "lost": self.reasons(),
            "tasks": self.tasks().iter().map(task).collect::<Vec<_>>(),
        })
    }
}

impl Played {
    fn json(&self) -> Value {
        let Counted { reward, steps, tokens, asks, .. } = &self.counted;
        json!({
            "seed": self.case.seed, "goal": self.goal, "won": self.lost.is_none(), "reward": reward, "steps": steps,
            "asks": asks, "tokens": tokens, "seconds": self.seconds, "lost": self.lost, "heard": self.heard,
        })
    }
}

fn won<'a>(episodes: impl Iterator<Item = &'a Played>) -> Share {
    let mut share = Share::default();
    episodes.for_each(|played| share += Share::new(u64::from(played.lost.is_none()), 1));
    share
}

pub(super) struct Report {
    pub(super) measured: Vec<Measured>,
}

impl Report {
    /// What is stored and compared.
    pub(super) fn metrics(&self) -> Vec<Metric> {
        let mut metrics = Vec::new();
        for one in &self.measured {
            let names: Vec<String> = one
                .episodes
                .iter()
                .map(|played| format!("{} {}", played.case.task, played.case.seed))
                .collect();
            let won = one.episodes.iter().map(|played| played.lost.is_none());
            let acted = one.episodes.iter().filter(|played| played.counted.steps > 0);
            let steps: Vec<f64> =
                acted.map(|played| played.seconds / f64::from(played.counted.steps)).collect();
            let mean = |value: fn(&Played) -> f64| one.mean(value);
            let mut all = vec![
                Metric::cases("episodes won", names.iter().map(String::as_str).zip(won)).at(GOAL),
                Metric::number(
                    "steps of an episode",
                    mean(|played| played.counted.steps.into()),
                    Unit::Steps,
                    Better::Less,
                ),
                Metric::number(
                    "asks of an episode",
                    mean(|played| played.counted.asks.into()),
                    Unit::Asks,
                    Better::Less,
                ),
                Metric::seconds("a step", &steps),
            ];
            all.extend(
                one.tokens_per_success()
                    .map(|tokens| Metric::number("tokens for a success", tokens, Unit::Tokens, Better::Less)),
            );
            metrics.extend(all.into_iter().map(|metric| metric.of(&one.model)));
        }
        metrics
    }

    /// How many are won is a matter of the model, and no bound of ours; that every episode was played to an end is one.
    pub(super) fn checks(&self) -> Vec<Check> {
        let episodes = || self.measured.iter().flat_map(|one| &one.episodes);
        let hung = episodes().filter(|played| played.heard.iter().any(|line| line == "it hung")).count();
        let most = episodes().map(|played| played.counted.steps).max().unwrap_or(0);
        vec![
            Check {
                passed: hung == 0 && episodes().next().is_some(),
                what: "episodes that hang",
                found: format!("{hung} of {}", episodes().count()),
                bound: "none".into(),
            },
            Check {
                passed: most <= MOST_STEPS,
                what: "steps of one episode",
                found: format!("at most {most}"),
                bound: format!("at most {MOST_STEPS}"),
            },
        ]
    }

    pub(super) fn text(&self, checks: &[Check]) -> String {
        let head = ["model", "won", "steps", "asks", "tokens per success", "s per step"];
        let row = |one: &Measured| {
            vec![
                one.model.clone(),
                one.won().with_interval(),
                format!("{:.1}", one.mean(|played| played.counted.steps.into())),
                format!("{:.1}", one.mean(|played| played.counted.asks.into())),
                one.tokens_per_success().map_or_else(|| "-".into(), |tokens| format!("{tokens:.0}")),
                format!("{:.1}", one.seconds_per_step()),
            ]
        };
        let rows: Vec<_> = self.measured.iter().map(row).collect();
        let mut text = format!("{PACKAGE}, the agent itself\n{}", layout(1, &head, &rows));
        for one in &self.measured {
            let mut reasons: Vec<_> = one.reasons().into_iter().collect();
            reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            for (why, count) in reasons {
                text.push_str(&format!("{}, lost {count} times: {why}\n", one.model));
            }
        }
        text + &check::lines(checks)
    }

    pub(super) fn json(&self, outcome: Outcome, checks: &[Check]) -> Value {
        json!({
            "bench": "miniwob", "outcome": outcome.word(), "package": PACKAGE,
            "models": self.measured.iter().map(Measured::json).collect::<Vec<_>>(), "checks": check::json(checks),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(task: &'static str, steps: u32, lost: Option<&str>) -> Played {
        let counted = Counted { steps, tokens: 300, asks: 1, ..Counted::default() };
        let (case, heard) = (Case { task, seed: 1 }, Vec::new());
        Played { case, goal: "g".into(), counted, seconds: 6.0, lost: lost.map(str::to_owned), heard }
    }

    #[test]
    fn what_is_won_counts_by_task_and_what_it_took_counts_as_a_whole() {
        let episodes =
            vec![played("a", 3, None), played("a", 0, Some("it waits")), played("b", 2, Some("it waits"))];
        let measured = Measured { model: "m".into(), episodes };
        assert_eq!((measured.won(), measured.tokens_per_success()), (Share::new(1, 3), Some(900.0)));
        assert!(
            (measured.seconds_per_step() - 3.0).abs() < 1e-9,
            "an episode without a step has no time of one"
        );
        let report = Report { measured: vec![measured] };
        let (checks, json) = (report.checks(), report.json(Outcome::Passed, &report.checks()));
        assert_eq!(check::outcome(&checks), Outcome::Passed);
        assert_eq!(json["models"][0]["tasks"][0]["won"]["hits"], 1);
        assert_eq!(json["models"][0]["lost"]["it waits"], 2);
        assert!(report.text(&checks).contains("m, lost 2 times: it waits"));
        assert_eq!(check::outcome(&Report { measured: vec![] }.checks()), Outcome::Failed);
    }
}
