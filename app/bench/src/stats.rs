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

/// The median and its 95% interval by the ranks of a binomial: it needs no shape of the distribution. Of few values that
/// is all of them.
#[must_use]
pub(crate) fn median_interval(values: &[f64]) -> (f64, f64, f64) {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (Some(least), Some(most)) = (sorted.first(), sorted.last()) else {
        return (f64::NAN, f64::NAN, f64::NAN);
    };
    let n = sorted.len();
    let middle = sorted.get(n / 2).copied().unwrap_or(f64::NAN);
    // Ranks below which so little of the binomial lies that both ends together are at most 5%.
    let (mut below, mut term, mut rank) = (0.0, 0.5_f64.powi(i32::try_from(n).unwrap_or(i32::MAX)), 0);
    while rank < n / 2 && below + term <= 0.025 {
        below += term;
        term *= real((n - rank) as u64) / real(rank as u64 + 1);
        rank += 1;
    }
    if term == 0.0 {
        // So many values that the first term is too small to be a number: the normal approximation is exact enough.
        let half = Z * real(n as u64).sqrt() / 2.0;
        rank = (0..n / 2).take_while(|rank| real(*rank as u64) < real(n as u64) / 2.0 - half).count();
    }
    let low = sorted.get(rank.saturating_sub(1)).copied().unwrap_or(*least);
    let high = sorted.get(n - rank.max(1)).copied().unwrap_or(*most);
    (middle, low, high)
}

/// The 95% interval of the difference of two shares (Newcombe's, from two Wilson intervals): the second less the first.
#[must_use]
pub(crate) fn difference(first: Share, second: Share) -> Option<(f64, f64, f64)> {
    let (a, b) = (first.value()?, second.value()?);
    let ((a_low, a_high), (b_low, b_high)) = (wilson(first.hits, first.n), wilson(second.hits, second.n));
    let low = ((b - b_low).powi(2) + (a_high - a).powi(2)).sqrt();
    let high = ((b_high - b).powi(2) + (a - a_low).powi(2)).sqrt();
    Some((b - a, b - a - low, b - a + high))
}

/// How likely it is that so unequal counts, or more unequal ones, come of a fair coin (the exact sign test, two-sided).
#[must_use]
pub(crate) fn sign_test(one: u64, other: u64) -> f64 {
    let n = one + other;
    let fewer = one.min(other);
    // By logarithms, so that no n is too large.
    let (mut log, mut sum) = (real(n) * 0.5_f64.ln(), 0.0);
    for k in 0..=fewer {
        sum += log.exp();
        log += (real(n - k) / real(k + 1)).ln();
    }
    (2.0 * sum).min(1.0)
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
    fn the_interval_of_a_median_is_that_of_its_ranks() {
        // The published ranks for 95%: the 2nd and 9th of 10, the 6th and 15th of 20, the 40th and 61st of 100.
        for (n, low, high) in [(5, 1, 5), (10, 2, 9), (20, 6, 15), (100, 40, 61)] {
            let values: Vec<f64> = (1..=n).rev().map(f64::from).collect();
            let (_, found_low, found_high) = median_interval(&values);
            assert_eq!((found_low, found_high), (f64::from(low), f64::from(high)), "{n}");
        }
        let many: Vec<f64> = (1..=4_000).map(f64::from).collect();
        let (middle, low, high) = median_interval(&many);
        assert!(middle > low && high > middle && high - low < 130.0, "{low} {high}");
        assert!(median_interval(&[]).0.is_nan());
    }

    #[test]
    fn the_difference_of_shares_is_the_published_one() {
        // Newcombe 1998 (differences), table II: 56/70 and 48/80.
        let (difference, low, high) = difference(Share::new(48, 80), Share::new(56, 70)).unwrap();
        assert!(
            (difference - 0.2).abs() < 5e-5 && (low - 0.0524).abs() < 5e-5 && (high - 0.3339).abs() < 5e-5
        );
    }

    #[test]
    fn a_sign_test_is_the_sum_of_its_coins() {
        assert!((sign_test(0, 5) - 0.0625).abs() < 1e-9);
        assert!((sign_test(1, 7) - 0.070_312_5).abs() < 1e-9);
        assert!((sign_test(3, 3) - 1.0).abs() < 1e-9);
        assert!((sign_test(0, 0) - 1.0).abs() < 1e-9);
        assert!(sign_test(900, 1_100) < 1e-4);
    }

    #[test]
    fn a_share_of_no_trials_has_no_value() {
        assert_eq!(Share::default().value(), None);
        assert_eq!(Share::default().to_string(), "0/0");
        assert_eq!(Share::new(373, 384).to_string(), "373/384 97.1%");
        assert_eq!(Share::new(1, 29).with_interval(), "1/29 3.4% [0.6, 17.2]");
    }
}
