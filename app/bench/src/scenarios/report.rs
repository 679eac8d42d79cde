//! What came of all scenarios, and whether anything that can happen has none.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;

use laika_protocol::ErrorCode;
use laika_protocol::run::Pause;
use laika_protocol::wire::RunStatus;
use serde_json::{Value, json};

use super::lab::Seen;
use super::never;
use super::scenario::{SCENARIOS, Scenario};
use crate::Outcome;
use crate::check::{self, Check};
use crate::table;

/// All of it.
pub(super) struct Measured {
    pub(super) seen: Vec<Seen>,
    pub(super) events: u64,
    pub(super) intact: bool,
}

/// Where a run stands and why, in words.
fn end(status: Option<RunStatus>, pause: Option<Pause>) -> String {
    let status = status.map_or("nowhere", RunStatus::as_str);
    pause.map_or_else(|| status.to_owned(), |pause| format!("{status}: {}", pause.as_str()))
}

/// What is not as it has to be.
fn wrong(scenario: &Scenario, seen: &Seen) -> Vec<String> {
    let mut wrong = Vec::new();
    let (has, is) = (end(Some(scenario.ends.status), scenario.ends.pause), end(seen.status, seen.pause));
    if seen.hung {
        wrong.push(format!("it hangs at {is}"));
    } else if has != is {
        wrong.push(format!("it ends {is}, not {has}"));
    }
    if seen.codes != scenario.ends.codes {
        wrong.push(format!("its codes are {:?}, not {:?}", seen.codes, scenario.ends.codes));
    }
    let (least, most) = scenario.ends.effects;
    if !(least..=most).contains(&seen.effects) {
        wrong.push(format!("{} effects, not {least} to {most}", seen.effects));
    }
    if !seen.says_why {
        wrong.push("the log does not say why it ended".into());
    }
    wrong.extend(seen.late.clone());
    wrong
}

/// Those of all that neither came up nor are listed with a reason; and those that are listed and came up all the same.
fn missing<'a>(
    all: impl Iterator<Item = &'a str>,
    shown: &BTreeSet<&str>,
    never: &[(&str, &str)],
) -> Vec<String> {
    let listed = |name: &str| never.iter().any(|(listed, _)| *listed == name);
    all.filter(|name| shown.contains(name) == listed(name)).map(ToOwned::to_owned).collect()
}

fn codes() -> impl Iterator<Item = &'static str> {
    ErrorCode::ALL.iter().map(|code| code.code())
}

fn states() -> impl Iterator<Item = &'static str> {
    RunStatus::ALL.iter().map(|status| status.as_str())
}

fn pauses() -> impl Iterator<Item = &'static str> {
    Pause::ALL.iter().map(|pause| pause.as_str())
}

impl Measured {
    fn pairs(&self) -> impl Iterator<Item = (&'static Scenario, &Seen)> {
        SCENARIOS.iter().zip(&self.seen)
    }

    pub(super) fn checks(&self) -> Vec<Check> {
        let n = self.seen.len();
        let right = self.pairs().filter(|(scenario, seen)| wrong(scenario, seen).is_empty()).count();
        let of_calls = |code: &'_ String| code.split(' ').next().map(ToOwned::to_owned);
        let shown: Vec<String> = self.seen.iter().flat_map(|seen| &seen.codes).filter_map(of_calls).collect();
        let shown: BTreeSet<&str> = shown.iter().map(String::as_str).collect();
        let been: BTreeSet<&str> = self.seen.iter().flat_map(|seen| seen.states.iter().copied()).collect();
        let waited: BTreeSet<&str> = self.seen.iter().flat_map(|seen| seen.pauses.iter().copied()).collect();
        let whole = |what, missing: Vec<String>, all: usize, never: usize| Check {
            passed: missing.is_empty(),
            what,
            found: if missing.is_empty() {
                format!("{} of {all}; {never} are listed with a reason", all - never)
            } else {
                format!("neither shown nor listed, or both: {}", missing.join(", "))
            },
            bound: "every one shown or listed".into(),
        };
        let stops = self.pairs().filter(|(scenario, _)| scenario.is_stop()).count();
        let late = self.seen.iter().filter(|seen| seen.late.is_some()).count();
        vec![
            Check {
                passed: right == n && n == SCENARIOS.len(),
                what: "scenarios that end as they have to",
                found: format!("{right} of {n}"),
                bound: format!("all {}", SCENARIOS.len()),
            },
            whole(
                "codes of calls",
                missing(codes(), &shown, never::CODES),
                codes().count(),
                never::CODES.len(),
            ),
            whole(
                "states of a run",
                missing(states(), &been, never::STATES),
                states().count(),
                never::STATES.len(),
            ),
            whole(
                "reasons to wait",
                missing(pauses(), &waited, never::PAUSES),
                pauses().count(),
                never::PAUSES.len(),
            ),
            Check {
                passed: late == 0 && stops >= 5,
                what: "what happens after a stop",
                found: format!("{late} in {stops} stops"),
                bound: "nothing, at each step".into(),
            },
            check::log(self.events, self.intact),
        ]
    }

    pub(super) fn text(&self, checks: &[Check]) -> String {
        let row = |(scenario, seen): (&Scenario, &Seen)| {
            vec![
                scenario.name.to_owned(),
                end(seen.status, seen.pause),
                if seen.codes.is_empty() { "-".into() } else { folded(&seen.codes) },
                seen.effects.to_string(),
                format!("{:.1} s", seen.took.as_secs_f32()),
            ]
        };
        let rows: Vec<_> = self.pairs().map(row).collect();
        let mut text = table::layout(3, &["scenario", "end", "codes", "effects", "took"], &rows);
        text.push('\n');
        for (what, list) in
            [("code", never::CODES), ("state", never::STATES), ("reason to wait", never::PAUSES)]
        {
            for (name, why) in list {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "no {what} {name}: {why}");
            }
        }
        text.push('\n');
        for (scenario, seen) in self.pairs() {
            for wrong in wrong(scenario, seen) {
                let _ = writeln!(text, "{}: {wrong}", scenario.name);
            }
        }
        let all: Duration = self.seen.iter().map(|seen| seen.took).sum();
        let _ = writeln!(text, "{:.1} s in all", all.as_secs_f32());
        text + &check::lines(checks)
    }

    pub(super) fn json(&self, outcome: Outcome, checks: &[Check]) -> Value {
        let one = |(scenario, seen): (&Scenario, &Seen)| {
            json!({
                "scenario": scenario.name,
                "end": end(seen.status, seen.pause),
                "codes": seen.codes,
                "effects": seen.effects,
                "seconds": seen.took.as_secs_f64(),
                "wrong": wrong(scenario, seen),
            })
        };
        json!({
            "bench": "scenarios",
            "outcome": outcome.word(),
            "n": self.seen.len(),
            "scenarios": self.pairs().map(one).collect::<Vec<_>>(),
            "checks": check::json(checks),
        })
    }
}

/// Codes in order; the same one several times in a row once, with how often.
fn folded(codes: &[String]) -> String {
    let runs = codes.chunk_by(|one, next| one == next);
    let words = runs.map(|run| match (run.first(), run.len()) {
        (Some(code), 1) => code.clone(),
        (Some(code), times) => format!("{code} x{times}"),
        (None, _) => String::new(),
    });
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A code, a state or a reason that somebody adds needs a scenario, or a line that says why there is none.
    #[test]
    fn everything_that_can_happen_has_a_scenario() {
        let expected: Vec<&str> = SCENARIOS
            .iter()
            .flat_map(|one| one.ends.codes)
            .filter_map(|code| code.split(' ').next())
            .collect();
        let shown: BTreeSet<&str> = expected.into_iter().collect();
        assert_eq!(missing(codes(), &shown, never::CODES), Vec::<String>::new());
        let ends: BTreeSet<&str> = SCENARIOS.iter().map(|one| one.ends.status.as_str()).collect();
        let over = RunStatus::ALL.iter().filter(|status| status.is_over()).map(|status| status.as_str());
        assert_eq!(missing(over, &ends, never::STATES), Vec::<String>::new());
        let names: BTreeSet<&str> = SCENARIOS.iter().map(|one| one.name).collect();
        assert_eq!(names.len(), SCENARIOS.len());
    }

    #[test]
    fn what_is_not_as_it_has_to_be_is_said() {
        let scenario = &SCENARIOS[0];
        let right =
            Seen { status: Some(RunStatus::Completed), effects: 1, says_why: true, ..Seen::default() };
        assert_eq!(wrong(scenario, &right), Vec::<String>::new());
        type Break = fn(&mut Seen);
        let table: [Break; 6] = [
            |seen| seen.hung = true,
            |seen| seen.status = Some(RunStatus::Cancelled),
            |seen| seen.codes.push("TIMEOUT".into()),
            |seen| seen.effects = 2,
            |seen| seen.says_why = false,
            |seen| seen.late = Some("a request".into()),
        ];
        for spoil in table {
            let mut seen = right.clone();
            spoil(&mut seen);
            assert_eq!(wrong(scenario, &seen).len(), 1, "{seen:?}");
        }
        let shown = BTreeSet::from(["a", "b"]);
        assert_eq!(
            missing(["a", "b", "c"].into_iter(), &shown, &[("b", "listed, and it came up")]),
            ["b", "c"]
        );
    }
}
