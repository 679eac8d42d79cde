//! The sentences that a question is best answered with, as they stand; none, where a page has nothing of what is wanted.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::Range;

use super::chrome::is_chrome;
use super::extract::Passage;
use crate::question::{Above, Question, has, stems};
use crate::route::ln;
use crate::text::{Line, fold, sentences};

/// Characters of a sentence that can be an answer.
const LONGEST: usize = 600;
/// How much a word counts that stands in the sentence before or behind: `it` is often the answer.
const NEAR: f32 = 0.7;
/// How much a word counts that stands in the title or a heading above.
const ABOVE: f32 = 0.45;
/// How much a word of the question weighs that the page does not have: people ask in words of their own.
const UNKNOWN: f32 = 0.5;
/// The part of a question's weight from which on a sentence is worth saying.
const LEAST: f32 = 0.2;
/// What is this much behind the best says something else.
const BEHIND: f32 = 0.6;

/// A sentence, and which words of the question stand in it and above it.
struct Candidate {
    at: Range<usize>,
    line: usize,
    fits: bool,
    own: Vec<bool>,
    above: Vec<bool>,
}

/// The sentences, the best first, each once.
pub(super) fn replies(text: &str, title: &str, question: &str, most: usize) -> Vec<Passage> {
    let question = Question::read(question);
    let candidates = candidates(text, title, &question);
    let weights = weights(&question, &candidates);
    let total: f32 = weights.iter().sum();
    if total <= 0.0 {
        return Vec::new();
    }
    let score = |at: usize| {
        let candidate = &candidates[at];
        let near = |word: usize| {
            let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
            beside
                .filter_map(|beside| candidates.get(beside))
                .any(|beside| beside.line.abs_diff(candidate.line) <= 1 && beside.own[word])
        };
        let of_word = |word: usize| match () {
            () if candidate.own[word] => 1.0,
            () if near(word) => NEAR,
            () if candidate.above[word] => ABOVE,
            () => 0.0,
        };
        weights.iter().enumerate().map(|(word, weight)| of_word(word) * weight).sum::<f32>() / total
    };
    let may = |at: &usize| candidates[*at].fits && candidates[*at].own.contains(&true);
    let mut found: Vec<(f32, usize)> = (0..candidates.len()).filter(may).map(|at| (score(at), at)).collect();
    found.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let least = found.first().map_or(0.0, |(best, _)| best * BEHIND).max(LEAST);
    found.truncate(most);
    found.retain(|(score, _)| *score >= least);
    found.into_iter().map(|(score, at)| Passage { at: candidates[at].at.clone(), score }).collect()
}

fn candidates(text: &str, title: &str, question: &Question) -> Vec<Candidate> {
    let mut above = Above::new(title);
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for sentence in sentences(text) {
        let piece = &text[sentence.at.clone()];
        match sentence.kind {
            Line::Heading => above.heading(&text[..sentence.at.start], piece),
            Line::Code => {}
            Line::Text if piece.len() > LONGEST || is_chrome(piece) || !seen.insert(fold(piece)) => {}
            Line::Text => {
                let own = stems(piece);
                found.push(Candidate {
                    fits: question.may_be_answered_by(piece),
                    own: question.words.iter().map(|word| has(&own, word)).collect(),
                    above: question.words.iter().map(|word| above.has(word)).collect(),
                    at: sentence.at,
                    line: sentence.line,
                });
            }
        }
    }
    found
}

/// How much each word says: one that is everywhere says little.
#[expect(clippy::cast_precision_loss, reason = "sentences of a page")]
fn weights(question: &Question, candidates: &[Candidate]) -> Vec<f32> {
    let weight = |word: usize| {
        let found = candidates.iter().filter(|one| one.own[word]).count();
        let rare = ln(1.0 + candidates.len() as f32 / (1.0 + found as f32));
        if found == 0 { UNKNOWN * rare } else { rare }
    };
    (0..question.words.len()).map(weight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "H1: The harbour cat\nA cat who was missing for five years is back. She walked 1,200 miles.\n\
        How did she do it?\nThe harbour master fed the cat. It weighs 4 kilograms.\nH2: Ferry\nThe ferry costs 7.50.\n";

    fn best(question: &str) -> Option<&'static str> {
        replies(PAGE, "The harbour cat", question, 3).first().map(|one| &PAGE[one.at.clone()])
    }

    #[test]
    fn what_is_wanted_is_found_in_other_words_too() {
        assert_eq!(best("How many kilograms does the harbour cat weigh?"), Some("It weighs 4 kilograms."));
        assert_eq!(best("How far did the missing cat walk?"), Some("She walked 1,200 miles."));
        assert_eq!(best("What does the ferry cost?"), Some("The ferry costs 7.50."));
        assert_eq!(best("Who fed the animal, the harbour master?"), Some("The harbour master fed the cat."));
    }

    #[test]
    fn a_page_that_has_nothing_of_the_kind_answers_nothing() {
        assert_eq!(best("How old is the cat?"), None);
        assert_eq!(best("What did the president sign?"), None);
        assert_eq!(best(""), None);
    }
}
