//! Amounts as exact decimals: money is compared by value, never as text and never as a float.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

/// A non-negative amount in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Amount(u128);

const FRACTION_DIGITS: usize = 6;

impl Amount {
    /// The amount an argument states: a number, or a text that is one number and nothing else but a currency sign.
    #[must_use]
    pub fn of_value(value: &Value) -> Option<Self> {
        match value {
            // The shortest text that reads back as the same float is what was written.
            Value::Number(number) => Self::plain(&number.to_string()),
            Value::String(text) => {
                let text = text.trim_matches(|c: char| c.is_whitespace() || "$€£¥".contains(c));
                match amounts(text).as_slice() {
                    [one] if text.bytes().all(|b| b.is_ascii_digit() || b".,'".contains(&b)) => Some(*one),
                    _ => None,
                }
            }
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        }
    }

    /// `1234` or `1234.5`.
    fn plain(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        Self::of_parts(whole, fraction)
    }

    fn of_parts(whole: &str, fraction: &str) -> Option<Self> {
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let fraction = fraction.trim_end_matches('0');
        if whole.is_empty()
            || whole.len() > 20
            || fraction.len() > FRACTION_DIGITS
            || !digits(whole)
            || !digits(fraction)
        {
            return None;
        }
        let mut scaled = String::from(whole);
        scaled.push_str(fraction);
        (fraction.len()..FRACTION_DIGITS).for_each(|_| scaled.push('0'));
        scaled.parse().ok().map(Self)
    }
}

/// Every amount a text states. One that could be read in two ways, such as `1,200`, is none.
#[must_use]
pub(crate) fn amounts(text: &str) -> Vec<Amount> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'');
    let runs = text.split(|c: char| !is_part(c));
    runs.filter_map(|run| read(run.trim_matches(['.', ',', '\'']))).collect()
}

/// Every amount that words state as an amount: not a part of a date, a time, a version or a name, and not a bare number
/// that may be a year.
#[must_use]
pub(crate) fn stated(text: &str) -> Vec<Amount> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | '\'' | ';'));
    let sign = |c: char| "$€£¥".contains(c);
    words
        .filter(|word| {
            !word.contains(|c: char| c.is_alphabetic() || matches!(c, '-' | '/' | ':' | '@' | '_' | '%'))
        })
        .filter(|word| {
            let bare = word.trim_matches(|c: char| c.is_ascii_punctuation());
            let year = bare.len() == 4 && (bare.starts_with("19") || bare.starts_with("20"));
            word.contains(sign) || !year
        })
        .flat_map(amounts)
        .collect()
}

fn read(run: &str) -> Option<Amount> {
    let separators: Vec<char> = run.chars().filter(|c| !c.is_ascii_digit()).collect();
    let Some(&last) = separators.last() else { return Amount::of_parts(run, "") };
    let (before, after) = run.rsplit_once(last)?;
    let grouped = |text: &str, separator: char| {
        let mut groups = text.split(separator);
        let first = groups.next().unwrap_or_default();
        (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3)
    };
    let once = separators.iter().filter(|c| **c == last).count() == 1;
    match (once, separators.len()) {
        // 12.50 and 12,5; but three digits behind one separator may be thousands or thousandths.
        (true, 1) if after.len() != 3 && last != '\'' => Amount::of_parts(before, after),
        (true, 1) => None,
        // 1,234.50 and 1.234,50
        (true, _) => {
            let other = *separators.first()?;
            let same = separators.iter().rev().skip(1).all(|c| *c == other);
            let whole: String = before.chars().filter(char::is_ascii_digit).collect();
            (same && grouped(before, other)).then(|| Amount::of_parts(&whole, after)).flatten()
        }
        // 1,234,567
        (false, _) => {
            let same = separators.iter().all(|c| *c == last);
            let whole: String = run.chars().filter(char::is_ascii_digit).collect();
            (same && grouped(run, last)).then(|| Amount::of_parts(&whole, "")).flatten()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn one(text: &str) -> Option<u128> {
        match amounts(text).as_slice() {
            [Amount(millionths)] => Some(*millionths),
            _ => None,
        }
    }

    #[test]
    fn amounts_are_read_exactly_or_not_at_all() {
        for (text, millionths) in [
            ("rent is 2200.", Some(2_200_000_000)),
            ("that 10.00 I got", Some(10_000_000)),
            ("$1,234.50", Some(1_234_500_000)),
            ("1.234,50 €", Some(1_234_500_000)),
            ("CHF 1'234'567", Some(1_234_567_000_000)),
            ("0,5", Some(500_000)),
            // Two readings, so none.
            ("$30,000", None),
            ("1.200", None),
            ("1,23,4", None),
            ("v1.2.3", None),
            ("no number", None),
        ] {
            assert_eq!(one(text), millionths, "{text}");
        }
    }

    #[test]
    fn words_state_amounts_and_not_dates() {
        let millions = |text: &str| stated(text).iter().map(|Amount(n)| n / 1_000_000).collect::<Vec<_>>();
        for (text, expected) in [
            ("rent is 2200. Also, refund that 10.00 I got", &[2200, 10][..]),
            ("on 2024-05-19 at 12:00, room 4b, v1.25, 50%", &[]),
            ("in 2024 I moved", &[]),
            ("pay $2024 today, then (35)", &[2024, 35]),
            ("account GB33BUKB20201555555555", &[]),
        ] {
            assert_eq!(millions(text), expected, "{text}");
        }
    }

    #[test]
    fn arguments_state_one_amount() {
        let millionths = |value: serde_json::Value| Amount::of_value(&value).map(|Amount(n)| n);
        assert_eq!(millionths(json!(98.7)), Some(98_700_000));
        assert_eq!(millionths(json!(1_000_000)), Some(1_000_000_000_000));
        assert_eq!(millionths(json!("€ 12.50")), Some(12_500_000));
        for bad in [json!(-5), json!(1e30), json!("5 or 6"), json!("12.5 to Eve"), json!([5]), json!("")] {
            assert_eq!(millionths(bad.clone()), None, "{bad}");
        }
    }
}
