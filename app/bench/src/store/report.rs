//! Times, their ratios, and the bounds on the ratios.

use serde_json::{Value, json};

use crate::Outcome;
use crate::check::{self, Check};
use crate::metric::{Better, Metric};

/// Durable appends reach at least this share of a bare transaction's rate.
const APPENDS: f64 = 0.8;
/// Verifying reaches at least this share of the rate of a bare loop.
const VERIFYING: f64 = 0.5;
/// Opening a run in the long log takes at most this many times as long as in the short one.
const OPENING: f64 = 2.0;

/// Seconds of ours, and of what it is compared with.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub(super) ours: f64,
    pub(super) bare: f64,
}

pub(super) struct Report {
    events: u64,
    appends: Pair,
    verifying: Pair,
    opening: Pair,
    checks: Vec<Check>,
    /// Whether nothing is held to anything: the ratios of a debug build are those of its checks.
    is_debug: bool,
}

impl Report {
    pub(super) fn new(events: u64, appends: Pair, verifying: Pair, opening: Pair, is_debug: bool) -> Self {
        let (rate, speed, growth) =
            (appends.bare / appends.ours, verifying.bare / verifying.ours, opening.ours / opening.bare);
        let checks = vec![
            Check {
                passed: rate >= APPENDS,
                what: "durable appends",
                found: format!("{rate:.2} of the rate of a bare transaction of the same rows"),
                bound: format!("at least {APPENDS}"),
            },
            Check {
                passed: speed >= VERIFYING,
                what: "verifying",
                found: format!("{speed:.2} of the rate of a bare loop that reads and hashes {events} events"),
                bound: format!("at least {VERIFYING}"),
            },
            Check {
                passed: growth < OPENING,
                what: "opening a run",
                found: format!("{growth:.2} times as long in a log of {events} events as in one of 1000"),
                bound: format!("under {OPENING}"),
            },
        ];
        Self { events, appends, verifying, opening, checks, is_debug }
    }

    pub(super) fn outcome(&self) -> Outcome {
        if self.is_debug { Outcome::Passed } else { check::outcome(&self.checks) }
    }

    /// What is stored and compared.
    pub(super) fn metrics(&self) -> [Metric; 3] {
        let Self { appends, verifying, opening, .. } = self;
        [
            Metric::ratio("durable appends", appends.bare / appends.ours, Better::More).at(APPENDS),
            Metric::ratio("verifying", verifying.bare / verifying.ours, Better::More).at(VERIFYING),
            Metric::ratio("opening a run", opening.ours / opening.bare, Better::Less).at(OPENING),
        ]
    }

    pub(super) fn text(&self) -> String {
        let Self { appends, verifying, opening, events, .. } = self;
        let debug = if self.is_debug { "debug build: no bound counts\n" } else { "" };
        format!(
            "one durable append of 3 events  {:.3} ms, bare {:.3} ms\nverifying {events} events  {:.2} s, bare {:.2} s\nopening a run of 30 events  {:.3} ms, in a short log {:.3} ms\n{debug}{}",
            1e3 * appends.ours,
            1e3 * appends.bare,
            verifying.ours,
            verifying.bare,
            1e3 * opening.ours,
            1e3 * opening.bare,
            check::lines(&self.checks)
        )
    }

    pub(super) fn json(&self) -> Value {
        let pair = |pair: Pair| json!({ "seconds": pair.ours, "reference": pair.bare });
        json!({
            "bench": "store", "outcome": self.outcome().word(), "events": self.events, "debug": self.is_debug,
            "append": pair(self.appends), "verify": pair(self.verifying), "open": pair(self.opening),
            "checks": check::json(&self.checks),
        })
    }
}
