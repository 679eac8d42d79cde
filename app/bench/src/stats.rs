//! Counts of successes, and how far such a count can be trusted.

use std::fmt;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The two-sided normal quantile for 95%.
const Z: f64 = 1.959_963_984_540_054;

/// The 95% Wilson score interval of a share, between 0 and 1. Nothing is known from no trials: that is 0 to 1.
#[must_use]
pub fn wilson(successes: u64, n: u64) -> (f64, f64) {
    if n == 0 {
        return (0.0, 1.0);
    }
    let trials = real(n);
    let share = real(successes.min(n)) / trials;
    let square = Z * Z / trials;
    let centre = share + square / 2.0;
    let half = Z * (share * (1.0 - share) / trials + square / (4.0 * trials)).sqrt();
    (((centre - half) / (1.0 + square)).max(0.0), ((centre + half) / (1.0 + square)).min(1.0))
}

/// So many of so many. It is never shown without its n.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Share {
    pub(crate) hits: u64,
    pub(crate) n: u64,
}

impl Share {
    pub(crate) fn new(hits: u64, n: u64) -> Self {
        Self { hits, n }
    }

    /// `None` of nothing: no bound is met by a share of no trials.
    pub(crate) fn value(self) -> Option<f64> {
        (self.n > 0).then(|| real(self.hits) / real(self.n))
    }

    /// With the interval, for a program.
    pub(crate) fn json(self) -> Value {
        let (low, high) = wilson(self.hits, self.n);
        json!({ "hits": self.hits, "n": self.n, "share": self.value(), "low": low, "high": high })
    }

    /// With the interval, for a person.
    pub(crate) fn with_interval(self) -> String {
        let (low, high) = wilson(self.hits, self.n);
        format!("{self} [{:.1}, {:.1}]", 100.0 * low, 100.0 * high)
    }
}

impl AddAssign for Share {
    fn add_assign(&mut self, other: Self) {
        self.hits += other.hits;
        self.n += other.n;
    }
}

impl fmt::Display for Share {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(value) => write!(formatter, "{}/{} {:.1}%", self.hits, self.n, 100.0 * value),
            None => write!(formatter, "0/0"),
        }
    }
}

/// Counts of runs are far below where this would round.
#[expect(clippy::cast_precision_loss, reason = "counts of runs are far below 2^52")]
pub(crate) fn real(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(successes: u64, n: u64, low: f64, high: f64) {
        let interval = wilson(successes, n);
        assert!((interval.0 - low).abs() < 5e-5 && (interval.1 - high).abs() < 5e-5, "{interval:?}");
    }

    #[test]
    fn intervals_are_the_published_ones() {
        // Newcombe 1998, table I, method 3.
        check(81, 263, 0.2553, 0.3662);
        check(15, 148, 0.0624, 0.1605);
        check(0, 20, 0.0, 0.1611);
        check(1, 29, 0.0061, 0.1718);
    }

    #[test]
    fn ends_stay_between_nothing_and_everything() {
        check(10, 10, 0.7225, 1.0);
        check(0, 0, 0.0, 1.0);
        check(5, 0, 0.0, 1.0);
        check(9, 3, 0.4385, 1.0);
    }

    #[test]
    fn a_share_of_no_trials_has_no_value() {
        assert_eq!(Share::default().value(), None);
        assert_eq!(Share::default().to_string(), "0/0");
        assert_eq!(Share::new(373, 384).to_string(), "373/384 97.1%");
        assert_eq!(Share::new(1, 29).with_interval(), "1/29 3.4% [0.6, 17.2]");
    }
}
