//! LLMCP writes times as text, the tool protocol as milliseconds; this is the one place that converts (C-07).

use alloc::format;
use alloc::string::String;

const MS_PER_DAY: u64 = 86_400_000;
/// The last millisecond of the year 9999, the last that four digits can write.
const LAST_MS: u64 = 253_402_300_799_999;

/// `2026-01-24T12:34:56.789Z` for milliseconds after 1970. Later than the year 9999 is written as its last moment.
#[must_use]
pub fn to_iso(epoch_ms: u64) -> String {
    let epoch_ms = epoch_ms.min(LAST_MS);
    let (year, month, day) = civil(epoch_ms / MS_PER_DAY);
    let ms = epoch_ms % MS_PER_DAY;
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", ms % 1000)
}

/// Milliseconds after 1970 for `YYYY-MM-DDTHH:MM:SS[.mmm]Z`; nothing for any other text or a day that does not exist.
#[must_use]
pub fn epoch_ms(text: &str) -> Option<u64> {
    let bytes = text.as_bytes();
    let shape: &[u8] = match bytes.len() {
        20 => b"dddd-dd-ddTdd:dd:ddZ",
        24 => b"dddd-dd-ddTdd:dd:dd.dddZ",
        _ => return None,
    };
    let fits = |(&byte, &form): (&u8, &u8)| if form == b'd' { byte.is_ascii_digit() } else { byte == form };
    if !bytes.iter().zip(shape).all(fits) {
        return None;
    }
    let number = |from: usize, to: usize| text[from..to].parse::<u64>().ok();
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    let milli = if bytes.len() == 24 { number(20, 23)? } else { 0 };
    if year < 1970 || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let days = days_before(year, month, day)?;
    Some(days * MS_PER_DAY + hour * 3_600_000 + minute * 60_000 + second * 1000 + milli)
}

const fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

/// How many days a month has; the first is 1.
#[must_use]
pub const fn month_days(year: u64, month: u64) -> u64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days from 1970-01-01 to the given day, if that day exists.
fn days_before(year: u64, month: u64, day: u64) -> Option<u64> {
    if !(1..=12).contains(&month) || !(1..=month_days(year, month)).contains(&day) {
        return None;
    }
    let leaps = |before: u64| before / 4 - before / 100 + before / 400;
    let years = (year - 1970) * 365 + leaps(year - 1) - leaps(1969);
    Some(years + (1..month).map(|month| month_days(year, month)).sum::<u64>() + day - 1)
}

/// Year, month and day of the given number of days after 1970-01-01.
fn civil(days: u64) -> (u64, u64, u64) {
    let mut year = 1970 + days / 366;
    while days_before(year + 1, 1, 1).is_some_and(|start| start <= days) {
        year += 1;
    }
    let mut rest = days - days_before(year, 1, 1).unwrap_or_default();
    let mut month = 1;
    while rest >= month_days(year, month) {
        rest -= month_days(year, month);
        month += 1;
    }
    (year, month, rest + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_times() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_730_000_000_000, "2024-10-27T03:33:20.000Z"),
            (1_769_258_096_789, "2026-01-24T12:34:56.789Z"),
            (LAST_MS, "9999-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(to_iso(ms), text);
            assert_eq!(epoch_ms(text), Some(ms));
        }
    }

    #[test]
    fn every_day_of_400_years_survives() {
        for day in 0..146_097 {
            let ms = day * MS_PER_DAY + 1;
            assert_eq!(epoch_ms(&to_iso(ms)), Some(ms));
        }
    }

    #[test]
    fn days_that_do_not_exist_are_refused() {
        for text in [
            "2026-02-29T00:00:00Z",
            "2100-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-01-24T24:00:00Z",
            "2026-01-24T12:34:56.7Z",
            "2026-01-24 12:34:56Z",
            "2026-01-24T12:34:56+00:00",
            "1969-12-31T23:59:59Z",
        ] {
            assert_eq!(epoch_ms(text), None, "{text}");
        }
    }
}
