//! What came of all cases.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::perform::Ended;
use crate::Outcome;
use crate::check::{self, Check};
use crate::metric::Metric;
use crate::stats::Share;
use crate::table;

/// Cases on pages that do not change which have to work, in percent.
const WORKING: f64 = 0.99;
/// Cases that are shown one by one.
const MOST_SHOWN: usize = 40;

/// One case.
pub(super) struct Row {
    pub(super) number: usize,
    pub(super) family: &'static str,
    /// Nothing stands in its way, so it has to be performed.
    pub(super) control: bool,
    pub(super) words: String,
    pub(super) ended: Ended,
}

/// All of them.
pub(super) struct Measured {
    pub(super) rows: Vec<Row>,
}

#[derive(Default)]
struct Counts {
    cases: u64,
    performed: u64,
    refused: u64,
    wrong: u64,
    untrue: u64,
}

impl Measured {
    fn families(&self) -> BTreeMap<&'static str, Counts> {
        let mut families: BTreeMap<_, Counts> = BTreeMap::new();
        for row in &self.rows {
            let counts = families.entry(row.family).or_default();
            counts.cases += 1;
            match row.ended {
                Ended::Performed => counts.performed += 1,
                Ended::Refused(_) => counts.refused += 1,
                Ended::Wrong(_) => counts.wrong += 1,
                Ended::Untrue(_) => counts.untrue += 1,
            }
        }
        families
    }

    fn reasons(&self) -> BTreeMap<&str, u64> {
        let mut reasons = BTreeMap::new();
        for row in &self.rows {
            if let Ended::Refused(reason) = &row.ended {
                *reasons.entry(reason.as_str()).or_default() += 1;
            }
        }
        reasons
    }

    /// What is stored and compared.
    pub(super) fn metrics(&self) -> Vec<Metric> {
        let n = self.rows.len() as u64;
        let count =
            |which: fn(&Ended) -> bool| self.rows.iter().filter(|row| which(&row.ended)).count() as u64;
        vec![
            Metric::none("wrong targets", count(|ended| matches!(ended, Ended::Wrong(_))), n),
            Metric::none("said to be done and not done", count(|ended| matches!(ended, Ended::Untrue(_))), n),
        ]
    }

    pub(super) fn checks(&self) -> Vec<Check> {
        let n = self.rows.len();
        let count = |which: fn(&Ended) -> bool| self.rows.iter().filter(|row| which(&row.ended)).count();
        let wrong = count(|ended| matches!(ended, Ended::Wrong(_)));
        let untrue = count(|ended| matches!(ended, Ended::Untrue(_)));
        let nameless = count(|ended| matches!(ended, Ended::Refused(reason) if reason.is_empty()));
        let mut working = Share::default();
        for row in self.rows.iter().filter(|row| row.control) {
            working += Share::new(u64::from(row.ended == Ended::Performed), 1);
        }
        vec![
            Check {
                passed: wrong == 0 && n > 0,
                what: "wrong targets",
                found: format!("{wrong} of {n} cases"),
                bound: "none".into(),
            },
            Check {
                passed: untrue == 0 && n > 0,
                what: "said to be done and not done",
                found: format!("{untrue} of {n} cases"),
                bound: "none".into(),
            },
            Check {
                passed: nameless == 0 && n > 0,
                what: "refusals without a reason",
                found: format!("{nameless} of {}", count(|ended| matches!(ended, Ended::Refused(_)))),
                bound: "none".into(),
            },
            Check {
                passed: working.value().is_some_and(|share| share >= WORKING),
                what: "control, nothing in the way",
                found: working.with_interval(),
                bound: "at least 99% are done".into(),
            },
        ]
    }

    pub(super) fn text(&self, checks: &[Check]) -> String {
        let head = ["what happens", "cases", "performed", "refused", "wrong", "untrue"];
        let rows: Vec<_> = self
            .families()
            .into_iter()
            .map(|(family, counts)| {
                let Counts { cases, performed, refused, wrong, untrue } = counts;
                let numbers = [cases, performed, refused, wrong, untrue].map(|count| count.to_string());
                [family.to_owned()].into_iter().chain(numbers).collect()
            })
            .collect();
        let mut text = table::layout(1, &head, &rows) + "\n";
        let reasons: Vec<_> =
            self.reasons().into_iter().map(|(reason, n)| vec![reason.to_owned(), n.to_string()]).collect();
        text += &table::layout(1, &["refused because", "cases"], &reasons);
        text.push('\n');
        for row in self.noted().take(MOST_SHOWN) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}: {:?}", row.words, row.ended);
        }
        text + &check::lines(checks)
    }

    /// Cases that somebody should look at.
    fn noted(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| match row.ended {
            Ended::Performed => false,
            Ended::Refused(_) => row.control,
            Ended::Wrong(_) | Ended::Untrue(_) => true,
        })
    }

    pub(super) fn json(&self, outcome: Outcome, checks: &[Check]) -> Value {
        let family = |(family, counts): (&str, Counts)| {
            json!({
                "family": family, "cases": counts.cases, "performed": counts.performed,
                "refused": counts.refused, "wrong": counts.wrong, "untrue": counts.untrue,
            })
        };
        let noted: Vec<_> = self
            .noted()
            .take(MOST_SHOWN)
            .map(|row| json!({ "case": row.words, "ended": format!("{:?}", row.ended) }))
            .collect();
        json!({
            "bench": "targets",
            "outcome": outcome.word(),
            "n": self.rows.len(),
            "families": self.families().into_iter().map(family).collect::<Vec<_>>(),
            "refused_because": self.reasons(),
            "noted": noted,
            "checks": check::json(checks),
        })
    }
}
