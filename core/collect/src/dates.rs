//! Dates as people write them: ISO, English and German. Forms that two countries read in two ways are not read.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use laika_protocol::ids::UtcTime;

/// Names of months and how they are shortened, by month.
const MONTHS: [&[&str]; 12] = [
    &["january", "jan", "januar", "jänner"],
    &["february", "feb", "februar"],
    &["march", "mar", "märz", "maerz"],
    &["april", "apr"],
    &["may", "mai"],
    &["june", "jun", "juni"],
    &["july", "jul", "juli"],
    &["august", "aug"],
    &["september", "sep", "sept"],
    &["october", "oct", "oktober", "okt"],
    &["november", "nov"],
    &["december", "dec", "dezember", "dez"],
];

/// A date, as far as it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// The year, 1000 to 2999.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day, from 1; nothing in "March 2028".
    pub day: Option<u8>,
}

impl Date {
    /// The beginning of that day, if it exists and is after 1970.
    #[must_use]
    pub fn utc(self) -> Option<UtcTime> {
        UtcTime::parse(&format!("{:04}-{:02}-{:02}T00:00:00Z", self.year, self.month, self.day?)).ok()
    }
}

/// The dates of a text, in order, and where they stand.
#[must_use]
pub fn dates(text: &str) -> Vec<(Range<usize>, Date)> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match date_at(text, &tokens[at..]) {
            Some((used, date)) => {
                found.push((tokens[at].start..tokens[at + used - 1].end, date));
                at += used;
            }
            None => at += 1,
        }
    }
    found
}

/// Runs of letters and digits.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut tokens: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
        let end = at + c.len_utf8();
        match tokens.last_mut() {
            Some(last) if last.end == at => last.end = end,
            _ => tokens.push(at..end),
        }
    }
    tokens
}

/// A date that begins with the first token, and how many it takes.
fn date_at(text: &str, tokens: &[Range<usize>]) -> Option<(usize, Date)> {
    let word = |n: usize| tokens.get(n).map(|at| &text[at.clone()]);
    let gap = |n: usize| Some(&text[tokens.get(n)?.end..tokens.get(n + 1)?.start]);
    let first = word(0)?;
    // 2026-05-03, also with a time behind it.
    if let (Some(year), Some("-"), Some("-")) = (year(first), gap(0), gap(1)) {
        let (month, day) = (number(word(1)?, 2)?, word(2)?);
        let day = day.split(['T', 't']).next().and_then(|day| number(day, 2))?;
        return dated(3, year, month, Some(day));
    }
    // 03.05.2026, as it is written in German.
    if let (Some("."), Some("."), Some(year)) = (gap(0), gap(1), word(2).and_then(year)) {
        return dated(3, year, number(word(1)?, 2)?, Some(number(first, 2)?));
    }
    let near = |n: usize| gap(n).is_some_and(|gap| matches!(gap, " " | ". " | ", " | "." | "\u{a0}"));
    // 3 May 2026, 3rd of May 2026, 3. Mai 2026.
    let of = usize::from(word(1) == Some("of"));
    if let (Some(day), true, Some(month), true) =
        (day(first), near(0), word(1 + of).and_then(month), near(1 + of))
    {
        return dated(3 + of, word(2 + of).and_then(year)?, month, Some(day));
    }
    let month = month(first).filter(|_| near(0))?;
    // March 2028.
    if let Some(year) = word(1).and_then(year) {
        return dated(2, year, month, None);
    }
    // May 3, 2026.
    dated(3, word(2).and_then(year).filter(|_| near(1))?, month, Some(word(1).and_then(day)?))
}

fn dated(used: usize, year: u16, month: u8, day: Option<u8>) -> Option<(usize, Date)> {
    let real = (1..=12).contains(&month) && day.is_none_or(|day| (1..=31).contains(&day));
    real.then_some((used, Date { year, month, day }))
}

fn number(word: &str, most: usize) -> Option<u8> {
    (word.len() <= most && word.bytes().all(|byte| byte.is_ascii_digit())).then(|| word.parse().ok())?
}

fn year(word: &str) -> Option<u16> {
    let year =
        word.len() == 4 && word.starts_with(['1', '2']) && word.bytes().all(|byte| byte.is_ascii_digit());
    year.then(|| word.parse().ok())?
}

fn day(word: &str) -> Option<u8> {
    let ends = ["st", "nd", "rd", "th"];
    let digits = ends.iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    number(digits, 2)
}

fn month(word: &str) -> Option<u8> {
    // "may" and "mar" are words; a month is written with a capital letter.
    word.starts_with(char::is_uppercase).then_some(())?;
    let lower: String = word.to_lowercase();
    let at = MONTHS.iter().position(|names| names.contains(&lower.as_str()))?;
    u8::try_from(at + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_as_people_write_them() {
        for (text, expected) in [
            ("By A. Writer, 3 May 2026", "2026-05-03"),
            ("May 3, 2026", "2026-05-03"),
            ("Sept. 21st 2025", "2025-09-21"),
            ("on the 3rd of May 2026", "2026-05-03"),
            ("Stand: 3. Mai 2026, 12 Uhr", "2026-05-03"),
            ("03.05.2026", "2026-05-03"),
            ("2026-05-03T10:00:00Z and 2026-05-04", "2026-05-03 2026-05-04"),
            ("by March 2028", "2028-03"),
            ("01/02/2026, version 1.2.3, may 2026", ""),
            ("45 May 2026", "2026-05"),
            ("2026-13-40", ""),
        ] {
            let written = |(_, date): &(Range<usize>, Date)| match date.day {
                Some(day) => format!("{}-{:02}-{day:02}", date.year, date.month),
                None => format!("{}-{:02}", date.year, date.month),
            };
            let found: Vec<String> = dates(text).iter().map(written).collect();
            assert_eq!(found.join(" "), expected, "{text}");
        }
    }
}
