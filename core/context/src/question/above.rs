//! What stands above a sentence.

use alloc::collections::BTreeSet;
use alloc::string::String;

use super::{has, stems};

/// What stands above a sentence: the title, and the headings of every level.
pub(crate) struct Above {
    title: BTreeSet<String>,
    headings: [BTreeSet<String>; 7],
}

impl Above {
    pub(crate) fn new(title: &str) -> Self {
        Self { title: stems(title), headings: Default::default() }
    }

    /// Takes a heading in; those below it are over. `before` ends with its prefix, such as `H2: `.
    pub(crate) fn heading(&mut self, before: &str, text: &str) {
        let digit = before.trim_end().trim_end_matches(':').chars().next_back().and_then(|c| c.to_digit(10));
        let level = digit.and_then(|digit| usize::try_from(digit).ok()).unwrap_or(6).min(6);
        self.headings[level] = stems(text);
        self.headings[level + 1..].iter_mut().for_each(BTreeSet::clear);
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        has(&self.title, word) || self.headings.iter().any(|heading| has(heading, word))
    }
}
