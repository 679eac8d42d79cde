//! Exact decimal numbers, as people write them in English and in German.

use alloc::string::{String, ToString};

/// A number without rounding: `mantissa` divided by ten to the power of `scale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// The digits.
    pub mantissa: i128,
    /// How many of them stand behind the decimal point.
    pub scale: u8,
}

impl Decimal {
    /// The number with exactly so many digits behind the point; nothing where that would round or not fit.
    #[must_use]
    pub fn at_scale(self, scale: u8) -> Option<i128> {
        if scale >= self.scale {
            return 10_i128
                .checked_pow(u32::from(scale - self.scale))
                .and_then(|by| self.mantissa.checked_mul(by));
        }
        let by = 10_i128.checked_pow(u32::from(self.scale - scale))?;
        (self.mantissa % by == 0).then_some(self.mantissa / by)
    }

    /// A whole number to sort by, with four digits behind the point; what is finer is cut.
    #[must_use]
    pub fn order(self) -> i128 {
        let by = 10_i128.checked_pow(u32::from(self.scale.abs_diff(4))).unwrap_or(i128::MAX);
        if self.scale <= 4 { self.mantissa.saturating_mul(by) } else { self.mantissa / by }
    }
}

/// Reads digits with their separators. `comma` says whether a comma stands before the fraction, where that is known;
/// else the last of two different separators does, and a single one unless a group of three follows it.
#[must_use]
pub fn decimal(text: &str, comma: Option<bool>) -> Option<Decimal> {
    let text = text.trim_end_matches(['.', ',']);
    let kept: String = text
        .chars()
        .filter(|c| !matches!(c, '\'' | '’' | '\u{a0}' | '\u{202f}' | '\u{2009}' | ' '))
        .collect();
    let is_number = kept.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    if !is_number || !kept.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let point = fraction_mark(&kept, comma)?;
    let (whole, fraction) = match point {
        Some(mark) => kept.rsplit_once(mark).unwrap_or((&kept, "")),
        None => (kept.as_str(), ""),
    };
    if fraction.contains(['.', ',']) || !is_grouped(whole) {
        return None;
    }
    let mut digits: String = whole.chars().filter(char::is_ascii_digit).collect();
    digits.push_str(fraction);
    let mantissa = digits.parse().ok()?;
    Some(Decimal { mantissa, scale: u8::try_from(fraction.len()).ok()? })
}

/// The mark before the fraction, if there is one; nothing at all where the marks make no number.
#[expect(clippy::option_option, reason = "no number, a number without a fraction, a number with one")]
fn fraction_mark(text: &str, comma: Option<bool>) -> Option<Option<char>> {
    let (commas, points) = (text.matches(',').count(), text.matches('.').count());
    let last = text.chars().rev().find(|c| matches!(c, '.' | ','));
    match (commas, points, last) {
        (0, 0, _) => Some(None),
        (1.., 1.., Some(last)) if text.matches(last).count() == 1 => Some(Some(last)),
        (1, 0, Some(mark)) | (0, 1, Some(mark)) => {
            let (whole, behind) = text.split_once(mark)?;
            let group = behind.len() == 3 && whole.len() <= 3 && whole != "0";
            let known = comma.map(|comma| comma == (mark == ','));
            Some((known.unwrap_or(!group) || !group).then_some(mark))
        }
        (2.., 0, _) | (0, 2.., _) => Some(None),
        _ => None,
    }
}

/// Whether the separators of a whole number stand before groups of three, and are all the same.
fn is_grouped(whole: &str) -> bool {
    let mut marks = whole.chars().filter(|c| !c.is_ascii_digit());
    let Some(first) = marks.next() else { return !whole.is_empty() };
    let mut groups = whole.split(first);
    let lead = groups.next().unwrap_or_default().len();
    marks.all(|mark| mark == first) && (1..=3).contains(&lead) && groups.all(|group| group.len() == 3)
}

/// A number of minor units as digits with a point, `-12.50`.
#[must_use]
pub(crate) fn written(minor: i128, digits: u8) -> String {
    let by = 10_u128.pow(u32::from(digits.min(6)));
    let whole = minor.unsigned_abs() / by;
    let sign = if minor < 0 { "-" } else { "" };
    if digits == 0 {
        return alloc::format!("{sign}{whole}");
    }
    let rest = (minor.unsigned_abs() % by).to_string();
    let zeros = "0".repeat(usize::from(digits.min(6)).saturating_sub(rest.len()));
    alloc::format!("{sign}{whole}.{zeros}{rest}")
}
