//! When a page was published, where it says so near its title.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::Range;

use laika_context::text::words;
use laika_protocol::ids::UtcTime;

use crate::transform::read::{Day, days};

/// Lines at the beginning of a page, and behind its title, where such a date stands.
const LINES: usize = 8;
/// Words of a line that says it.
const MOST_WORDS: usize = 16;
/// Words beside a date in a line that says nothing else.
const BESIDE: usize = 5;
/// Words that say it, in lower case.
const SAYS: &[&str] =
    &["published", "posted", "veröffentlicht", "erschienen", "stand", "date", "datum", "publié", "publicado"];
/// Words that say when it was changed instead.
const CHANGED: &[&str] = &["updated", "modified", "changed", "aktualisiert", "geändert", "until", "bis"];

/// The date of a page's text.
pub(super) fn published(text: &str) -> Option<UtcTime> {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let title = lines().position(|line| line.starts_with("H1:"));
    // What stands behind the title is meant before what stands above it.
    let behind = title.into_iter().flat_map(|title| lines().skip(title + 1).take(LINES));
    behind.chain(lines().take(LINES)).filter(|line| !line.starts_with('H')).find_map(of_line)
}

fn of_line(line: &str) -> Option<UtcTime> {
    let said = words(line);
    if said.len() > MOST_WORDS {
        return None;
    }
    let found = told(line);
    let says = |text: &str| words(text).iter().any(|word| SAYS.contains(&word.as_str()));
    if let Some((_, day)) = found.iter().find(|(at, _)| says(&line[..at.start])) {
        return begins(*day);
    }
    let [(at, day)] = found.as_slice() else { return None };
    if words(&line[..at.start]).iter().any(|word| CHANGED.contains(&word.as_str())) {
        return None;
    }
    let by = ["By ", "Von ", "Par ", "Por "].iter().any(|by| line.starts_with(by));
    let beside = said.len() - words(&line[at.clone()]).len();
    let is_sentence = line.trim_end().ends_with(['.', '!', '?']);
    (by || beside <= BESIDE && !is_sentence).then(|| begins(*day))?
}

/// The days of a line that everybody reads alike. A year of two digits may be the last part of a version.
fn told(line: &str) -> Vec<(Range<usize>, Day)> {
    let found = days(line, None).into_iter().filter(|one| one.whole && one.sure && one.day.month > 0);
    let found = found.filter(|one| line[one.at.clone()].contains(&one.day.year.to_string()));
    found.map(|one| (one.at, one.day)).collect()
}

/// The beginning of a day, if there is one and it is after 1970.
fn begins(day: Day) -> Option<UtcTime> {
    UtcTime::parse(&format!("{day}T00:00:00Z")).ok().filter(|_| day.day > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_when_it_was_published_in_words_that_cannot_be_misread() {
        for (line, expected) in [
            ("By A. Writer, 3 May 2026", "2026-05-03"),
            ("May 3, 2026", "2026-05-03"),
            ("Sept. 21st 2025", "2025-09-21"),
            ("on the 3rd of May 2026", "2026-05-03"),
            ("Stand: 3. Mai 2026, 12 Uhr", "2026-05-03"),
            ("03.05.2026", "2026-05-03"),
            ("Published 2026-05-03T10:00:00Z, updated 2026-05-04", "2026-05-03"),
            ("25/03/2026", "2026-03-25"),
            ("01/02/2026", ""),
            ("version 1.2.34", ""),
            ("by March 2028", ""),
            ("may 2026", ""),
            ("45 May 2026", ""),
            ("2026-13-40", ""),
            ("Updated 3 May 2026", ""),
        ] {
            let found = of_line(line).map(|time| time.as_str()[..10].to_string());
            assert_eq!(found.unwrap_or_default(), expected, "{line}");
        }
    }
}
