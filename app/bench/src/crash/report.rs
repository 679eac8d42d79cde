//! What was done, what was found, and the bounds: nothing acknowledged is lost, nothing happens twice, no damage is
//! silent; and a log that does not ask the disk is caught.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::flips::Flipped;
use super::kills::Killed;
use super::trial::Tally;
use crate::Outcome;
use crate::check::{self, Check};
use crate::metric::Metric;
use crate::table;

/// A resume takes at most this many seconds, in a debug build on a busy machine too.
const SLOWEST: f64 = 10.0;
/// How many failures a person is shown; a program gets all.
const SHOWN: usize = 20;

/// What each part found.
pub(super) struct Parts {
    /// How many kills were asked for.
    pub(super) asked: usize,
    pub(super) kills: Killed,
    pub(super) faults: Tally,
    pub(super) cuts: Tally,
    pub(super) flips: Flipped,
    /// The control.
    pub(super) careless: Tally,
}

pub(super) struct Report {
    parts: Parts,
    slowest: f64,
    median: f64,
    checks: Vec<Check>,
}

impl Report {
    pub(super) fn new(parts: Parts) -> Self {
        let mut resumes: Vec<f64> =
            tallies(&parts).iter().flat_map(|(_, tally)| tally.resumes.iter().copied()).collect();
        resumes.sort_by(f64::total_cmp);
        let slowest = resumes.last().copied().unwrap_or(f64::NAN);
        let median = resumes.get(resumes.len() / 2).copied().unwrap_or(f64::NAN);
        let checks = checks(&parts, slowest, median);
        Self { parts, slowest, median, checks }
    }

    pub(super) fn outcome(&self) -> Outcome {
        check::outcome(&self.checks)
    }

    /// What is stored and compared.
    pub(super) fn metrics(&self) -> Vec<Metric> {
        let all = tallies(&self.parts);
        let sum = |of: fn(&Tally) -> usize| all.iter().map(|(_, tally)| of(tally)).sum::<usize>() as u64;
        let flips = &self.parts.flips;
        vec![
            Metric::none("acknowledged events lost", sum(|tally| tally.lost), sum(|tally| tally.acks)),
            Metric::none(
                "cases with an effect done twice or lost",
                sum(|tally| tally.twice + tally.missing),
                sum(|tally| tally.cases),
            ),
            Metric::none(
                "damaged files that went unnoticed",
                flips.undetected.len() as u64,
                flips.cases as u64,
            ),
        ]
    }

    pub(super) fn json(&self) -> Value {
        let tally = |tally: &Tally| {
            json!({
                "cases": tally.cases, "kills": tally.kills, "acknowledged": tally.acks, "lost": tally.lost,
                "twice": tally.twice, "missing": tally.missing, "unfinished": tally.unfinished,
                "notIntact": tally.broken, "failures": tally.failures,
            })
        };
        let Parts { kills, flips, .. } = &self.parts;
        json!({
            "bench": "crash",
            "outcome": self.outcome().word(),
            "checks": check::json(&self.checks),
            "kills": tally(&kills.tally),
            "boundaries": { "all": kills.points, "killedAt": kills.met },
            "faults": tally(&self.parts.faults),
            "cuts": tally(&self.parts.cuts),
            "flips": {
                "cases": flips.cases, "refused": flips.refused, "reported": flips.reported,
                "harmless": flips.harmless, "undetected": flips.undetected,
            },
            "synchronousOff": tally(&self.parts.careless),
            "resumeSeconds": { "slowest": self.slowest, "median": self.median },
        })
    }

    pub(super) fn text(&self) -> String {
        let Parts { kills, flips, .. } = &self.parts;
        let rows = tallies(&self.parts).map(|(name, tally)| {
            let numbers = [
                tally.cases,
                tally.acks,
                tally.lost,
                tally.twice,
                tally.missing,
                tally.unfinished,
                tally.broken,
            ];
            [name.to_owned()].into_iter().chain(numbers.iter().map(ToString::to_string)).collect::<Vec<_>>()
        });
        let head = ["after", "cases", "acknowledged", "lost", "twice", "missing", "unfinished", "not intact"];
        let mut text = format!(
            "The real loop with its log in a scripted world. After each case it is started again on what is left.\n\n\
             {}\n{} kills in all; {} of the {} calls of a small run that change something were killed at.\n\
             Damaged files: {} refused, {} reported, {} harmless, {} undetected.\n\n",
            table::layout(1, &head, &rows),
            kills.tally.kills,
            kills.met,
            kills.points,
            flips.refused,
            flips.reported,
            flips.harmless,
            flips.undetected.len(),
        );
        let failures: Vec<_> =
            tallies(&self.parts).into_iter().flat_map(|(_, tally)| &tally.failures).collect();
        let failures: Vec<_> = failures.into_iter().chain(&flips.undetected).collect();
        for failure in failures.iter().take(SHOWN) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "failed: {failure}");
        }
        if failures.len() > SHOWN {
            let _ = writeln!(text, "failed: {} more", failures.len() - SHOWN);
        }
        if !failures.is_empty() {
            text.push('\n');
        }
        text.push_str(&check::lines(&self.checks));
        text
    }
}

/// The parts that are held to the same. The control is not: it must fail.
fn tallies(parts: &Parts) -> [(&'static str, &Tally); 3] {
    [("kills", &parts.kills.tally), ("faults", &parts.faults), ("power cuts", &parts.cuts)]
}

fn checks(parts: &Parts, slowest: f64, median: f64) -> Vec<Check> {
    let sum = |of: fn(&Tally) -> usize| tallies(parts).iter().map(|(_, tally)| of(tally)).sum::<usize>();
    let none = |what, bad: usize, of: usize, unit: &str| Check {
        // None of nothing is no proof.
        passed: bad == 0 && of > 0,
        what,
        found: format!("{bad} in {of} {unit}"),
        bound: "none".to_owned(),
    };
    let cases = sum(|tally| tally.cases);
    let kills = parts.kills.tally.kills;
    let careless = &parts.careless;
    vec![
        Check {
            passed: kills >= parts.asked && kills > 0,
            what: "kills",
            found: kills.to_string(),
            bound: format!("at least {}", parts.asked),
        },
        none("acknowledged events lost", sum(|tally| tally.lost), sum(|tally| tally.acks), "events"),
        none("effects executed twice", sum(|tally| tally.twice), cases, "cases"),
        none("effects lost", sum(|tally| tally.missing), cases, "cases"),
        none("resumes unfinished", sum(|tally| tally.unfinished), cases, "cases"),
        none("problems in the log after a resume", sum(|tally| tally.broken), cases, "cases"),
        none("corruptions undetected", parts.flips.undetected.len(), parts.flips.cases, "files"),
        Check {
            passed: careless.lost > 0,
            what: "power cuts with synchronous=off",
            found: format!("{} acknowledged events found lost", careless.lost),
            bound: "some, or the test could not fail".to_owned(),
        },
        Check {
            passed: slowest <= SLOWEST,
            what: "slowest resume",
            found: format!("{slowest:.2} s, median {median:.3} s"),
            bound: format!("at most {SLOWEST:.0} s"),
        },
    ]
}

#[cfg(test)]
#[path = "report_tests.rs"]
mod tests;
