//! The parts of an article that is given as text, with its headings between equals signs.

use crate::net::said::{TITLE, clean};

/// Headings that are listed.
const MOST_HEADINGS: usize = 200;

/// A heading and how deep it is.
fn heading(line: &str) -> Option<(usize, &str)> {
    let line = line.trim();
    let depth = line.bytes().take_while(|byte| *byte == b'=').count();
    let inner = line.get(depth..line.len().checked_sub(depth)?)?;
    let closed = line.bytes().rev().take_while(|byte| *byte == b'=').count() == depth;
    let inner = inner.trim();
    ((2..=6).contains(&depth) && closed && !inner.is_empty()).then_some((depth, inner))
}

/// The headings of an article.
pub(super) fn headings(text: &str) -> Vec<String> {
    text.lines().filter_map(heading).map(|(_, words)| clean(words, TITLE)).take(MOST_HEADINGS).collect()
}

/// One section with those below it.
pub(super) fn section(text: &str, wanted: &str) -> Option<String> {
    let plain = |text: &str| text.trim().to_lowercase();
    let mut lines = text.lines();
    let depth = lines.by_ref().filter_map(heading).find(|(_, words)| plain(words) == plain(wanted))?.0;
    let of_it = lines.take_while(|line| heading(line).is_none_or(|(other, _)| other > depth));
    Some(of_it.collect::<Vec<_>>().join("\n").trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str =
        "Lead.\n\n== History ==\nOld.\n=== Early ===\nVery old.\n== Use ==\nNew.\n==\n= x =\n====\n";

    #[test]
    fn ink_029_a_section_ends_where_the_next_one_of_its_depth_begins() {
        assert_eq!(headings(TEXT), ["History", "Early", "Use"]);
        assert_eq!(section(TEXT, " history").as_deref(), Some("Old.\n=== Early ===\nVery old."));
        assert_eq!(section(TEXT, "Early").as_deref(), Some("Very old."));
        assert_eq!(section(TEXT, "USE").as_deref(), Some("New.\n==\n= x =\n===="));
        assert_eq!(section(TEXT, "Lead"), None);
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[= \n\\PC]{0,40}", wanted in "\\PC{0,5}") {
            let _ = (headings(&text), section(&text, &wanted));
        }
    }
}
