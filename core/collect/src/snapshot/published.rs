//! When a page was published, where it says so near its title.

use laika_context::text::words;
use laika_protocol::ids::UtcTime;

use crate::dates::dates;

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
    let found = dates(line);
    let says = |text: &str| words(text).iter().any(|word| SAYS.contains(&word.as_str()));
    if let Some((_, date)) = found.iter().find(|(at, _)| says(&line[..at.start])) {
        return date.utc();
    }
    let [(at, date)] = found.as_slice() else { return None };
    if words(&line[..at.start]).iter().any(|word| CHANGED.contains(&word.as_str())) {
        return None;
    }
    let by = ["By ", "Von ", "Par ", "Por "].iter().any(|by| line.starts_with(by));
    let beside = said.len() - words(&line[at.clone()]).len();
    let is_sentence = line.trim_end().ends_with(['.', '!', '?']);
    (by || beside <= BESIDE && !is_sentence).then(|| date.utc())?
}
