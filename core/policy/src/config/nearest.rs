//! The name that was probably meant.

use alloc::string::String;
use alloc::vec::Vec;

/// The name nearest to what was written, if one is near enough to be meant.
#[must_use]
pub fn nearest<'a>(written: &str, names: &'a [String]) -> Option<&'a str> {
    // Names are short. What is longer is a mistake of another kind, and comparing it would take its time.
    if written.chars().count() > 64 {
        return None;
    }
    let most = (written.chars().count() / 3).max(2);
    let best = names.iter().map(|name| (distance(written, name), name)).min_by_key(|(distance, _)| *distance);
    best.filter(|(distance, _)| *distance <= most).map(|(_, name)| name.as_str())
}

/// Characters to add, remove or replace.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().flat_map(char::to_lowercase).collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, wanted) in left.chars().flat_map(char::to_lowercase).enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (column, found) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(wanted != *found);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Setting;

    #[test]
    fn a_slip_finds_its_key_and_nonsense_finds_none() {
        let keys = Setting::keys();
        for (written, meant) in [
            ("mod", Some("mode")),
            ("MODE", Some("mode")),
            ("privat", Some("private")),
            ("seach_engine", Some("search_engine")),
            ("block_origins", Some("blocked_origins")),
            ("limits.assist_step", Some("limits.assist_steps")),
            ("colour", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(written, &keys), meant, "{written}");
        }
        assert_eq!(nearest(&"mode".repeat(10_000), &keys), None);
    }
}
