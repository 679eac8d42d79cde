//! What a suite measured, as a number that can be stored, shown beside its reference and compared with an earlier one.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::stats::{self, Share};

/// One measured thing. `what` and `of` together name it within its suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Metric {
    /// What was measured.
    pub(crate) what: String,
    /// Of whom: a model, a kind of case. Nothing where there is only one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) of: String,
    pub(crate) found: Found,
    pub(crate) better: Better,
    /// The pass line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bound: Option<f64>,
    /// What it is to be seen beside: measured in the same run, or published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) beside: Option<Beside>,
}

/// The number, with what is known about how far it can be trusted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Found {
    /// So many of so many.
    Share {
        hits: u64,
        n: u64,
        /// Each case by itself, where two runs can be compared case by case.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cases: Option<Cases>,
    },
    /// The middle of times that were taken; a busy machine moves it.
    Time { median: f64, low: f64, high: f64, n: u64, unit: Unit },
    /// A number that is the same in every run of the same program.
    Number { value: f64, unit: Unit },
    /// A ratio of two times of the same run.
    Ratio { value: f64 },
    /// A bound that is met or not, and what was found in words.
    Held { met: bool, found: String, bound: String },
}

impl Found {
    /// Whether every number of it is one.
    pub(crate) fn is_number(&self) -> bool {
        match self {
            Self::Time { median, low, high, .. } => {
                [median, low, high].into_iter().all(|one| one.is_finite())
            }
            Self::Number { value, .. } | Self::Ratio { value } => value.is_finite(),
            Self::Share { .. } | Self::Held { .. } => true,
        }
    }
}

/// Which cases were right, in the order of the set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cases {
    /// A digest of their names: only the same cases can be compared one by one.
    pub(crate) set: String,
    /// A `1` for each that was right, a `0` for each that was not.
    pub(crate) right: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Unit {
    Ms,
    Tokens,
    Asks,
    Steps,
    Points,
    Count,
    TokensPerSecond,
    Megabytes,
}

impl Unit {
    /// Whether the machine has a part in it: never quite the same twice.
    pub(crate) const fn is_of_machine(self) -> bool {
        matches!(self, Self::Ms | Self::TokensPerSecond | Self::Megabytes)
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Ms => " ms",
            Self::Tokens => " tokens",
            Self::Asks => " asks",
            Self::Steps => " steps",
            Self::Points | Self::Count => "",
            Self::TokensPerSecond => " tokens/s",
            Self::Megabytes => " MB",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Better {
    More,
    Less,
}

/// A reference and where it comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Beside {
    pub(crate) what: String,
    pub(crate) value: f64,
}

impl Found {
    /// Counts and bounds of two runs together.
    fn and(self, other: &Self) -> Self {
        match (self, other) {
            (Self::Share { hits, n, cases }, Self::Share { hits: more, n: further, cases: others }) => {
                let cases = cases.zip(others.clone()).map(|(one, other)| Cases {
                    set: format!("{}+{}", one.set, other.set),
                    right: one.right + &other.right,
                });
                Self::Share { hits: hits + more, n: n + further, cases }
            }
            (Self::Held { met, found, bound }, Self::Held { met: also, found: more, .. }) => {
                Self::Held { met: met && *also, found: format!("{found}; {more}"), bound }
            }
            (found, _) => found,
        }
    }
}

impl Metric {
    fn new(what: &str, found: Found, better: Better) -> Self {
        Self { what: what.to_owned(), of: String::new(), found, better, bound: None, beside: None }
    }

    /// A share of which more is better.
    pub(crate) fn share(what: &str, share: Share) -> Self {
        let Share { hits, n } = share;
        Self::new(what, Found::Share { hits, n, cases: None }, Better::More)
    }

    /// A share of which less is better.
    pub(crate) fn fewer(what: &str, share: Share) -> Self {
        let Share { hits, n } = share;
        Self::new(what, Found::Share { hits, n, cases: None }, Better::Less)
    }

    /// A share of which none may be.
    pub(crate) fn none(what: &str, hits: u64, n: u64) -> Self {
        Self::new(what, Found::Share { hits, n, cases: None }, Better::Less).at(0.0)
    }

    /// Cases that are right or not, each by its name.
    pub(crate) fn cases<'a>(what: &str, cases: impl IntoIterator<Item = (&'a str, bool)>) -> Self {
        let (mut names, mut right) = (Sha256::new(), String::new());
        for (name, is_right) in cases {
            names.update(name.as_bytes());
            names.update([0]);
            right.push(if is_right { '1' } else { '0' });
        }
        let set = names.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let hits = right.bytes().filter(|byte| *byte == b'1').count() as u64;
        let found = Found::Share { hits, n: right.len() as u64, cases: Some(Cases { set, right }) };
        Self::new(what, found, Better::More)
    }

    /// Seconds that were taken of one thing after the other, shown in milliseconds.
    pub(crate) fn seconds(what: &str, seconds: &[f64]) -> Self {
        let (median, low, high) = stats::median_interval(seconds);
        let found = Found::Time {
            median: 1e3 * median,
            low: 1e3 * low,
            high: 1e3 * high,
            n: seconds.len() as u64,
            unit: Unit::Ms,
        };
        Self::new(what, found, Better::Less)
    }

    /// A number that does not depend on the machine.
    pub(crate) fn number(what: &str, value: f64, unit: Unit, better: Better) -> Self {
        Self::new(what, Found::Number { value, unit }, better)
    }

    /// How a time stands to another one of the same run.
    pub(crate) fn ratio(what: &str, value: f64, better: Better) -> Self {
        Self::new(what, Found::Ratio { value }, better)
    }

    /// A bound of a suite, in the words of the suite.
    pub(crate) fn held(what: &str, met: bool, found: &str, bound: &str) -> Self {
        let found = Found::Held { met, found: found.to_owned(), bound: bound.to_owned() };
        Self::new(what, found, Better::More)
    }

    pub(crate) fn of(mut self, of: &str) -> Self {
        of.clone_into(&mut self.of);
        self
    }

    /// The pass line.
    pub(crate) fn at(mut self, bound: f64) -> Self {
        self.bound = Some(bound);
        self
    }

    pub(crate) fn beside(mut self, what: &str, value: f64) -> Self {
        self.beside = Some(Beside { what: what.to_owned(), value });
        self
    }

    /// One metric of several runs, each with another seed: more cases of a share, the middle of the others.
    pub(crate) fn pooled(self, others: &[Self]) -> Self {
        let middle = |of: fn(&Found) -> f64| {
            let found = std::iter::once(&self).chain(others).map(|one| of(&one.found));
            crate::clock::median(found.collect())
        };
        let number = |found: &Found| match found {
            Found::Time { median, .. } => *median,
            Found::Number { value, .. } | Found::Ratio { value } => *value,
            Found::Share { .. } | Found::Held { .. } => f64::NAN,
        };
        let found = match &self.found {
            Found::Share { .. } | Found::Held { .. } => {
                others.iter().fold(self.found.clone(), |sum, one| sum.and(&one.found))
            }
            Found::Time { unit, .. } => {
                let ends = std::iter::once(&self).chain(others).filter_map(|one| match one.found {
                    Found::Time { low, high, n, .. } => Some((low, high, n)),
                    Found::Share { .. } | Found::Number { .. } | Found::Ratio { .. } | Found::Held { .. } => {
                        None
                    }
                });
                let (low, high, n) = ends.fold((f64::INFINITY, f64::NEG_INFINITY, 0), |sum, one| {
                    (sum.0.min(one.0), sum.1.max(one.1), sum.2 + one.2)
                });
                Found::Time { median: middle(number), low, high, n, unit: *unit }
            }
            Found::Number { unit, .. } => Found::Number { value: middle(number), unit: *unit },
            Found::Ratio { .. } => Found::Ratio { value: middle(number) },
        };
        Self { found, ..self }
    }

    /// The number alone. Nothing that could not be measured has one.
    pub(crate) fn value(&self) -> Option<f64> {
        let value = match &self.found {
            Found::Share { hits, n, .. } => Share::new(*hits, *n).value()?,
            Found::Time { median, .. } => *median,
            Found::Number { value, .. } | Found::Ratio { value } => *value,
            Found::Held { met, .. } => f64::from(u8::from(*met)),
        };
        value.is_finite().then_some(value)
    }

    /// Whether it is on the right side of its pass line. What was not measured is not.
    pub(crate) fn passed(&self) -> Option<bool> {
        if let Found::Held { met, .. } = self.found {
            return Some(met);
        }
        let bound = self.bound?;
        Some(self.value().is_some_and(|value| match self.better {
            Better::More => value >= bound,
            Better::Less => value <= bound,
        }))
    }

    /// The number for a person, with n and interval.
    pub(crate) fn shown(&self) -> String {
        match &self.found {
            Found::Share { hits, n, .. } => Share::new(*hits, *n).with_interval(),
            Found::Time { median, low, high, n, unit } => {
                format!("{}{} [{}, {}], n = {n}", short(*median), unit.word(), short(*low), short(*high))
            }
            Found::Number { value, unit } => format!("{}{}", short(*value), unit.word()),
            Found::Ratio { value } => format!("{}x", short(*value)),
            Found::Held { found, .. } => found.clone(),
        }
    }

    /// A bound or a reference in the same form.
    pub(crate) fn in_its_form(&self, value: f64) -> String {
        match &self.found {
            Found::Share { .. } => format!("{}%", short(100.0 * value)),
            Found::Time { unit, .. } | Found::Number { unit, .. } => {
                format!("{}{}", short(value), unit.word())
            }
            Found::Ratio { .. } => format!("{}x", short(value)),
            Found::Held { .. } => short(value),
        }
    }

    /// The pass line in words.
    pub(crate) fn bound_shown(&self) -> Option<String> {
        if let Found::Held { bound, .. } = &self.found {
            return Some(bound.clone());
        }
        let bound = self.bound?;
        let words = match (self.better, bound) {
            (Better::More, _) => format!("at least {}", self.in_its_form(bound)),
            (Better::Less, 0.0) => "none".into(),
            (Better::Less, _) => format!("at most {}", self.in_its_form(bound)),
        };
        Some(words)
    }
}

/// Three digits that say something, and no more.
pub(crate) fn short(value: f64) -> String {
    let size = value.abs();
    let text = if size >= 100.0 {
        format!("{value:.0}")
    } else if size >= 10.0 {
        format!("{value:.1}")
    } else if size >= 1.0 || value == 0.0 {
        format!("{value:.2}")
    } else {
        format!("{value:.3}")
    };
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is kept can be read again: of no cases there is no number, and none is kept.
    #[test]
    fn what_is_no_number_is_not_kept() {
        let time = |low| Found::Time { median: 1.0, low, high: 2.0, n: 3, unit: Unit::Ms };
        for (found, is_number) in [
            (Found::Number { value: 0.5, unit: Unit::Points }, true),
            (Found::Number { value: f64::NAN, unit: Unit::Points }, false),
            (Found::Ratio { value: f64::INFINITY }, false),
            (time(0.5), true),
            (time(f64::NAN), false),
            (Found::Share { hits: 0, n: 0, cases: None }, true),
        ] {
            assert_eq!(found.is_number(), is_number, "{found:?}");
            let again = serde_json::from_str::<Found>(&serde_json::to_string(&found).unwrap());
            assert_eq!(again.is_ok(), is_number, "{found:?}");
        }
    }

    #[test]
    fn a_number_is_never_shown_without_what_it_stands_on() {
        let shown = |metric: Metric| (metric.shown(), metric.bound_shown(), metric.passed());
        let cases = [
            (
                Metric::share("right", Share::new(93, 100)).at(0.93),
                ("93/100 93.0% [86.3, 96.6]", Some("at least 93%"), Some(true)),
            ),
            (Metric::none("leaks", 0, 56), ("0/56 0.0% [0.0, 6.4]", Some("none"), Some(true))),
            (Metric::none("leaks", 1, 56), ("1/56 1.8% [0.3, 9.4]", Some("none"), Some(false))),
            (
                Metric::seconds("stop", &[0.002, 0.001, 0.003]).at(250.0),
                ("2 ms [1, 3], n = 3", Some("at most 250 ms"), Some(true)),
            ),
            (
                Metric::number("F1", 0.965, Unit::Points, Better::More).at(0.97),
                ("0.965", Some("at least 0.97"), Some(false)),
            ),
            (Metric::ratio("append", 0.71, Better::More), ("0.71x", None, None)),
        ];
        for (metric, (text, bound, passed)) in cases {
            assert_eq!(shown(metric), (text.to_owned(), bound.map(str::to_owned), passed));
        }
    }

    #[test]
    fn what_was_not_measured_meets_no_bound() {
        assert_eq!(Metric::none("leaks", 0, 0).passed(), Some(false));
        assert_eq!(Metric::seconds("stop", &[]).at(250.0).passed(), Some(false));
    }

    #[test]
    fn cases_keep_their_names_apart() {
        let set = |cases: &[(&str, bool)]| {
            let Found::Share { cases: Some(cases), .. } = Metric::cases("right", cases.iter().copied()).found
            else {
                panic!("it has no cases");
            };
            cases
        };
        let one = set(&[("a", true), ("bc", false)]);
        assert_eq!(one.right, "10");
        assert_ne!(one.set, set(&[("ab", true), ("c", false)]).set);
        assert_eq!(one.set, set(&[("a", false), ("bc", false)]).set);
    }
}
