//! What moved between two runs, and whether it is more than noise.

use crate::metric::{Better, Found, Metric, short};
use crate::record::Record;
use crate::stats::{Share, difference, sign_test};
use crate::table;

/// So rarely may chance alone look like a change.
const CHANCE: f64 = 0.05;
/// A ratio of two times of one run moves by itself about this much between runs, and so does a speed.
const RATIO_NOISE: f64 = 0.25;

/// What became of one metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moved {
    Better,
    Worse,
    /// Less than chance explains.
    Noise,
    /// Not at all.
    Same,
    /// One of the two could not be judged.
    Unjudged,
}

impl Moved {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "WORSE",
            Self::Noise => "noise",
            Self::Same => "same",
            Self::Unjudged => "not judged",
        }
    }
}

/// One metric before and after.
pub(crate) struct Line {
    pub(crate) suite: String,
    pub(crate) what: String,
    pub(crate) before: String,
    pub(crate) after: String,
    pub(crate) change: String,
    pub(crate) moved: Moved,
    pub(crate) why: String,
}

/// Every metric that both have. A model is compared with itself, or with the one that stands in its place where each
/// run has only one.
pub(crate) fn compare(before: &[Record], after: &[Record]) -> Vec<Line> {
    let mut lines = Vec::new();
    for now in after {
        // The whole set is compared with the whole set, if there is one.
        let mut earlier: Vec<_> = before.iter().filter(|one| one.suite == now.suite).collect();
        earlier.sort_by_key(|one| one.cases.is_some() != now.cases.is_some());
        let Some(then) = earlier.first() else { continue };
        for metric in &now.metrics {
            if let Some(old) = counterpart(&then.metrics, &now.metrics, metric) {
                lines.push(line(then, old, now, metric));
            }
        }
    }
    lines
}

fn counterpart<'a>(before: &'a [Metric], after: &[Metric], metric: &Metric) -> Option<&'a Metric> {
    let same = before.iter().find(|old| old.what == metric.what && old.of == metric.of);
    let alone = |metrics: &[Metric]| metrics.iter().filter(|one| one.what == metric.what).count() == 1;
    same.or_else(|| before.iter().find(|old| old.what == metric.what && alone(before) && alone(after)))
}

fn line(then: &Record, old: &Metric, now: &Record, new: &Metric) -> Line {
    let (moved, why) = judge(then, old, now, new);
    let of = match (old.of.as_str(), new.of.as_str()) {
        ("", "") => String::new(),
        (one, other) if one == other => format!(", {one}"),
        (one, other) => format!(", {one} -> {other}"),
    };
    let change = match (old.value(), new.value(), &new.found) {
        (_, _, Found::Held { .. }) => "-".into(),
        (Some(old), Some(new), Found::Share { .. }) => format!("{:+.1}", 100.0 * (new - old)),
        (Some(old), Some(new), _) if old != 0.0 => format!("{}x", short(new / old)),
        _ => "-".into(),
    };
    Line {
        suite: now.suite.clone(),
        what: format!("{}{of}", new.what),
        before: old.shown(),
        after: new.shown(),
        change,
        moved,
        why,
    }
}

fn judge(then: &Record, old: &Metric, now: &Record, new: &Metric) -> (Moved, String) {
    let (Some(before), Some(after)) = (old.value(), new.value()) else {
        return (Moved::Unjudged, "one of them was not measured".into());
    };
    let directed = |is_moved: bool, why: String| {
        let moved = match (is_moved, (after > before) == (new.better == Better::More)) {
            (false, _) => Moved::Noise,
            (true, true) => Moved::Better,
            (true, false) => Moved::Worse,
        };
        (moved, why)
    };
    let coarsely =
        || directed((after / before).ln().abs() > RATIO_NOISE.ln_1p(), "by more than a quarter".into());
    match (&old.found, &new.found) {
        (Found::Share { hits: a, n: m, cases: one }, Found::Share { hits: b, n, cases: other }) => {
            if let (Some(one), Some(other)) = (one, other)
                && one.set == other.set
            {
                if one.right == other.right {
                    return (Moved::Same, "the same cases are right".into());
                }
                let pairs = || one.right.bytes().zip(other.right.bytes());
                let lost = pairs().filter(|pair| *pair == (b'1', b'0')).count() as u64;
                let won = pairs().filter(|pair| *pair == (b'0', b'1')).count() as u64;
                let chance = sign_test(lost, won);
                return directed(
                    chance < CHANCE,
                    format!("{won} won, {lost} lost, chance {}", short(chance)),
                );
            }
            if (a, m) == (b, n) {
                return (Moved::Same, String::new());
            }
            match difference(Share::new(*a, *m), Share::new(*b, *n)) {
                Some((_, low, high)) => directed(
                    low > 0.0 || high < 0.0,
                    format!("difference between {:+.1} and {:+.1}", 100.0 * low, 100.0 * high),
                ),
                None => (Moved::Unjudged, "one of them has no cases".into()),
            }
        }
        (Found::Time { low: a, high: b, .. }, Found::Time { low, high, .. }) => match untrusted(then, now) {
            Some(why) => (Moved::Unjudged, why),
            None => directed(low > b || high < a, "whether the intervals of the medians part".into()),
        },
        (Found::Ratio { .. }, Found::Ratio { .. }) => {
            let debug = then.machine.debug || now.machine.debug;
            if debug {
                return (Moved::Unjudged, "a debug build".into());
            }
            coarsely()
        }
        (Found::Number { unit, .. }, Found::Number { .. }) => {
            let same = (after - before).abs() <= 1e-9 * before.abs().max(1.0);
            match (same, of_same_cases(then, now)) {
                (true, _) => (Moved::Same, String::new()),
                (false, false) => (Moved::Unjudged, "it is of other cases".into()),
                (false, true) if unit.is_of_machine() => {
                    untrusted(then, now).map_or_else(coarsely, |why| (Moved::Unjudged, why))
                }
                (false, true) => directed(true, "it has no chance in it".into()),
            }
        }
        (Found::Held { met: then, .. }, Found::Held { met: now, .. }) => {
            if then == now {
                (Moved::Same, String::new())
            } else {
                directed(true, "the bound".into())
            }
        }
        (
            Found::Share { .. }
            | Found::Time { .. }
            | Found::Number { .. }
            | Found::Ratio { .. }
            | Found::Held { .. },
            _,
        ) => (Moved::Unjudged, "it is measured in another way now".into()),
    }
}

/// Why the times of one of two runs prove nothing.
fn untrusted(then: &Record, now: &Record) -> Option<String> {
    [&then.machine, &now.machine].into_iter().find_map(crate::machine::Machine::untrusted)
}

/// Whether two runs were held to the same cases, as far as they say.
fn of_same_cases(then: &Record, now: &Record) -> bool {
    let set = |metric: &Metric| {
        let Found::Share { cases: Some(cases), .. } = &metric.found else { return None };
        Some(cases.set.clone())
    };
    let is_other = |old: &Metric, new: &Metric| {
        old.what == new.what && set(old).zip(set(new)).is_some_and(|(old, new)| old != new)
    };
    then.cases == now.cases
        && !then.metrics.iter().any(|old| now.metrics.iter().any(|new| is_other(old, new)))
}

/// For a person.
pub(crate) fn text(lines: &[Line]) -> String {
    let row = |line: &Line| {
        vec![
            line.suite.clone(),
            line.what.clone(),
            line.before.clone(),
            line.after.clone(),
            line.change.clone(),
            line.moved.word().to_owned(),
            line.why.clone(),
        ]
    };
    let rows: Vec<_> = lines.iter().map(row).collect();
    table::layout(7, &["suite", "what", "before", "now", "change", "moved", "judged by"], &rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::Unit;
    use crate::record::tests::record;

    fn moved(before: Metric, after: Metric) -> Moved {
        compare(&[record("suite", vec![before])], &[record("suite", vec![after])])[0].moved
    }

    fn cases(right: &str) -> Metric {
        let names: Vec<String> = (0..right.len()).map(|number| number.to_string()).collect();
        Metric::cases("strict", names.iter().map(String::as_str).zip(right.bytes().map(|byte| byte == b'1')))
    }

    #[test]
    fn the_same_cases_are_compared_one_by_one() {
        let base = "1".repeat(90) + &"0".repeat(10);
        let lost_six = "0".repeat(6) + &"1".repeat(84) + &"0".repeat(10);
        let swapped = "0".repeat(5) + &"1".repeat(90) + &"0".repeat(5);
        assert_eq!(moved(cases(&base), cases(&base)), Moved::Same);
        assert_eq!(moved(cases(&base), cases(&lost_six)), Moved::Worse, "six lost and none won");
        assert_eq!(moved(cases(&lost_six), cases(&base)), Moved::Better);
        assert_eq!(moved(cases(&base), cases(&swapped)), Moved::Noise, "five lost and five won");
    }

    #[test]
    fn shares_of_other_cases_need_an_interval_apart() {
        let share = |hits, n| Metric::share("strict", Share::new(hits, n));
        assert_eq!(moved(share(90, 100), share(84, 100)), Moved::Noise);
        assert_eq!(moved(share(900, 1_000), share(840, 1_000)), Moved::Worse);
        assert_eq!(moved(share(0, 0), share(84, 100)), Moved::Unjudged);
        let leaks = |hits| Metric::none("leaks", hits, 1_000);
        assert_eq!(moved(leaks(0), leaks(20)), Moved::Worse);
    }

    #[test]
    fn times_count_on_a_quiet_machine_only() {
        let times = |milliseconds: f64| {
            let seconds: Vec<f64> = (0..30).map(|n| (milliseconds + f64::from(n) / 100.0) / 1e3).collect();
            Metric::seconds("router", &seconds)
        };
        assert_eq!(moved(times(10.0), times(10.05)), Moved::Noise);
        assert_eq!(moved(times(10.0), times(12.0)), Moved::Worse);
        assert_eq!(moved(times(12.0), times(10.0)), Moved::Better);
        let mut busy = record("suite", vec![times(12.0)]);
        busy.machine.load = Some(7.0);
        assert_eq!(compare(&[record("suite", vec![times(10.0)])], &[busy])[0].moved, Moved::Unjudged);
        let tokens = |value| Metric::number("prompt", value, Unit::Tokens, Better::Less);
        assert_eq!(moved(tokens(400.0), tokens(401.0)), Moved::Worse);
        assert_eq!(moved(tokens(400.0), tokens(400.0)), Moved::Same);
    }

    /// What the machine has a part in moves by itself; what the gate asks does not.
    #[test]
    fn speeds_and_memory_count_by_a_quarter_on_a_quiet_machine() {
        for unit in [Unit::TokensPerSecond, Unit::Megabytes] {
            let number = |value| Metric::number("reading", value, unit, Better::More);
            assert_eq!(moved(number(50.0), number(49.0)), Moved::Noise);
            assert_eq!(moved(number(50.0), number(30.0)), Moved::Worse);
            let mut busy = record("suite", vec![number(30.0)]);
            busy.machine.load = Some(7.0);
            assert_eq!(compare(&[record("suite", vec![number(50.0)])], &[busy])[0].moved, Moved::Unjudged);
        }
        let asks = |value| Metric::number("asks per task", value, Unit::Asks, Better::Less);
        assert_eq!(moved(asks(0.286), asks(0.3)), Moved::Worse);
    }

    #[test]
    fn numbers_of_other_cases_are_not_judged() {
        let tokens = |value| Metric::number("prompt", value, Unit::Tokens, Better::Less);
        let whole = record("suite", vec![tokens(400.0)]);
        let mut sample = record("suite", vec![tokens(900.0)]);
        sample.cases = Some(3);
        assert_eq!(compare(&[whole], &[sample])[0].moved, Moved::Unjudged);
        let of = |value, right| record("suite", vec![cases(right), tokens(value)]);
        let of_number = |lines: Vec<Line>| lines[1].moved;
        assert_eq!(
            of_number(compare(&[of(400.0, "11")], &[of(900.0, "111")])),
            Moved::Unjudged,
            "the set grew"
        );
        assert_eq!(of_number(compare(&[of(400.0, "11")], &[of(900.0, "10")])), Moved::Worse);
    }

    #[test]
    fn one_model_stands_in_the_place_of_another() {
        let of = |model: &str, right: &str| cases(right).of(model);
        let lines = compare(
            &[record("suite", vec![of("base", "0000000000")])],
            &[record("suite", vec![of("tuned", "1111111111")])],
        );
        assert_eq!((lines[0].what.as_str(), lines[0].moved), ("strict, base -> tuned", Moved::Better));
        let two = record("suite", vec![of("base", "00"), of("other", "11")]);
        assert!(compare(&[two], &[record("suite", vec![of("tuned", "11")])]).is_empty(), "which of them?");
    }
}
