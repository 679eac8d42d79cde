//! Times and their ratios, and the bounds on the ratios.

use serde_json::{Value, json};

use super::real;
use super::world::{CHARACTERS, DOCUMENTS};
use crate::Outcome;
use crate::check::{self, Check};
use crate::metric::{Better, Metric};
use crate::table;

/// A decision takes at most this many times as long as reading the call.
const DEAREST: f64 = 10.0;
/// A byte of the longest text takes at most this many times as long as one of the shortest.
const STEEPEST: f64 = 1.5;

/// Seconds to read a call and to decide it.
pub(super) struct Decided {
    pub(super) call: &'static str,
    pub(super) bytes: usize,
    pub(super) reason: &'static str,
    pub(super) read: f64,
    pub(super) decide: f64,
}

impl Decided {
    fn ratio(&self) -> f64 {
        self.decide / self.read
    }
}

/// Bytes and seconds for growing amounts of text.
pub(super) struct Indexed {
    pub(super) what: &'static str,
    pub(super) sizes: Vec<(u64, f64)>,
}

impl Indexed {
    /// Seconds for a byte of the most text against those for a byte of the least; nothing to compare is no number.
    fn growth(&self) -> f64 {
        match (self.sizes.first(), self.sizes.last()) {
            (Some(first), Some(last)) => per_byte(*last) / per_byte(*first),
            _ => f64::NAN,
        }
    }
}

fn per_byte((bytes, seconds): (u64, f64)) -> f64 {
    seconds / real(bytes)
}

pub(super) struct Report {
    decided: Vec<Decided>,
    indexed: Vec<Indexed>,
    checks: Vec<Check>,
    /// Whether nothing is held to anything: the ratios of a debug build are those of its checks and calls.
    is_debug: bool,
}

impl Report {
    pub(super) fn new(decided: Vec<Decided>, indexed: Vec<Indexed>, is_debug: bool) -> Self {
        let decisions = decided.iter().map(|one| Check {
            passed: one.ratio() <= DEAREST,
            what: one.call,
            found: format!("decided in {:.1} times what reading it takes", one.ratio()),
            bound: format!("at most {DEAREST:.0}"),
        });
        let growths = indexed.iter().map(|one| Check {
            passed: one.growth() <= STEEPEST,
            what: one.what,
            found: format!("a byte of the most takes {:.2} times what one of the least takes", one.growth()),
            bound: format!("at most {STEEPEST}"),
        });
        let checks = decisions.chain(growths).collect();
        Self { decided, indexed, checks, is_debug }
    }

    pub(super) fn outcome(&self) -> Outcome {
        if self.is_debug { Outcome::Passed } else { check::outcome(&self.checks) }
    }

    /// What is stored and compared.
    pub(super) fn metrics(&self) -> Vec<Metric> {
        let decided = self.decided.iter().map(|one| {
            Metric::ratio("a decision against reading its call", one.ratio(), Better::Less)
                .of(one.call)
                .at(DEAREST)
        });
        let indexed = self.indexed.iter().map(|one| {
            Metric::ratio("a byte of the most against one of the least", one.growth(), Better::Less)
                .of(one.what)
                .at(STEEPEST)
        });
        decided.chain(indexed).collect()
    }

    pub(super) fn json(&self) -> Value {
        let decided = |one: &Decided| {
            json!({
                "call": one.call, "bytes": one.bytes, "reasonCode": one.reason,
                "readSeconds": one.read, "decideSeconds": one.decide, "ratio": one.ratio(),
            })
        };
        let indexed = |one: &Indexed| {
            let sizes =
                one.sizes.iter().map(|(bytes, seconds)| json!({ "bytes": bytes, "seconds": seconds }));
            json!({ "what": one.what, "sizes": sizes.collect::<Vec<_>>(), "growth": one.growth() })
        };
        json!({
            "bench": "gate",
            "outcome": self.outcome().word(),
            "debug": self.is_debug,
            "checks": check::json(&self.checks),
            "decided": self.decided.iter().map(decided).collect::<Vec<_>>(),
            "indexed": self.indexed.iter().map(indexed).collect::<Vec<_>>(),
        })
    }

    pub(super) fn text(&self) -> String {
        let end = if self.is_debug {
            "A debug build: the ratios count in release builds only, and nothing is held to them here.\n"
                .to_owned()
        } else {
            check::lines(&self.checks)
        };
        format!(
            "One decision with {DOCUMENTS} documents of {CHARACTERS} characters indexed, against reading its call as \
             strict JSON.\nMedians of rounds in which both take turns.\n\n{}\nIndexing documents, in milliseconds\n{}\n{end}",
            self.decisions(),
            self.indexing()
        )
    }

    fn decisions(&self) -> String {
        let microseconds = |seconds: f64| format!("{:.2}", 1e6 * seconds);
        let rows = self.decided.iter().map(|one| {
            vec![
                one.call.to_owned(),
                one.reason.to_owned(),
                one.bytes.to_string(),
                microseconds(one.read),
                microseconds(one.decide),
                format!("{:.1}", one.ratio()),
            ]
        });
        table::layout(
            2,
            &["call", "verdict", "bytes", "read µs", "decide µs", "ratio"],
            &rows.collect::<Vec<_>>(),
        )
    }

    fn indexing(&self) -> String {
        let rows = self.indexed.iter().flat_map(|one| {
            one.sizes.iter().map(|size| {
                vec![
                    one.what.to_owned(),
                    size.0.to_string(),
                    format!("{:.1}", 1e3 * size.1),
                    format!("{:.1}", 1e9 * per_byte(*size)),
                ]
            })
        });
        table::layout(1, &["text", "bytes", "ms", "ns a byte"], &rows.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(decide: f64, most: f64, is_debug: bool) -> Report {
        let decided = Decided { call: "send_email", bytes: 1_000, reason: "P_ASK_SEND", read: 1e-6, decide };
        let indexed = Indexed { what: "more documents", sizes: vec![(100, 1e-6), (800, most)] };
        Report::new(vec![decided], vec![indexed], is_debug)
    }

    #[test]
    fn each_bound_fails_by_itself() {
        assert_eq!(report(9e-6, 9e-6, false).outcome(), Outcome::Passed);
        assert_eq!(report(11e-6, 9e-6, false).outcome(), Outcome::Failed);
        assert_eq!(report(9e-6, 13e-6, false).outcome(), Outcome::Failed);
    }

    #[test]
    fn what_could_not_be_timed_meets_no_bound() {
        assert_eq!(report(f64::NAN, 9e-6, false).outcome(), Outcome::Failed);
        let nothing = Indexed { what: "more documents", sizes: Vec::new() };
        assert_eq!(Report::new(Vec::new(), vec![nothing], false).outcome(), Outcome::Failed);
    }

    #[test]
    fn a_debug_build_passes_and_says_that_it_proves_nothing() {
        let report = report(99e-6, 99e-6, true);
        assert_eq!(report.outcome(), Outcome::Passed);
        assert!(report.text().contains("release builds only") && !report.text().contains("FAIL"));
        assert_eq!(report.json()["debug"], true);
    }
}
