//! A brief: the sentences of every source that say most, each once.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use laika_context::text::{content_words, fold};
use laika_protocol::collection::{Cited, Part, Phrase};

use super::config::Config;
use super::page::Page;
use super::{Draft, open};

pub(crate) fn make(pages: &[Page], config: &Config) -> Draft {
    let mut draft = Draft::default();
    let question = config.text("question");
    let mut told = Told::default();
    for (_, page) in open(pages) {
        let best = page.best(question, config.number("points"));
        let entries: Vec<Cited> = best
            .into_iter()
            .filter(|at| told.is_new(&page.text[at.clone()]))
            .map(|at| page.cited(at))
            .collect();
        if entries.is_empty() {
            let why = if question.is_some() { Phrase::SilentOnQuestion } else { Phrase::NothingNew };
            draft.notes.push(page.noted(why));
            continue;
        }
        draft.parts.push(Part::Heading { level: 2, words: page.named() });
        draft.parts.push(Part::List { entries });
    }
    draft
}

/// What was told already.
#[derive(Default)]
pub(crate) struct Told {
    folded: BTreeSet<String>,
    /// The words of the last sentences that were told; repeats of an older one are rare, and a whole list would be slow.
    recent: Vec<BTreeSet<String>>,
}

impl Told {
    /// Whether a sentence says something new; it is told then.
    pub(crate) fn is_new(&mut self, sentence: &str) -> bool {
        const RECENT: usize = 60;
        let words: BTreeSet<String> = content_words(sentence).into_iter().collect();
        let repeats = |known: &BTreeSet<String>| {
            let shared = known.intersection(&words).count();
            // The same words with another number are another statement.
            let new_number =
                words.difference(known).any(|word| word.contains(|letter: char| letter.is_ascii_digit()));
            10 * shared >= 8 * words.len().min(known.len()).max(1) && shared >= 3 && !new_number
        };
        if words.is_empty() || !self.folded.insert(fold(sentence)) || self.recent.iter().any(repeats) {
            return false;
        }
        if self.recent.len() >= RECENT {
            self.recent.remove(0);
        }
        self.recent.push(words);
        true
    }
}

/// The points of one page, as places.
pub(crate) fn points(page: &Page, most: usize, told: &mut Told) -> Vec<Range<usize>> {
    page.best(None, most).into_iter().filter(|at| told.is_new(&page.text[at.clone()])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_in_a_number_is_no_repetition() {
        let mut told = Told::default();
        for (sentence, is_new) in [
            ("The new lamps of the town cost 4 percent less to run.", true),
            ("The new lamps of the town cost 5 percent less to run.", true),
            ("The new lamps of this town cost 5 percent less to run.", false),
        ] {
            assert_eq!(told.is_new(sentence), is_new, "{sentence}");
        }
    }
}
