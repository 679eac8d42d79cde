//! A quiz: a sentence of a source without a number or a word, and choices of the same kind that stand in the sources.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use laika_context::ground::is_chrome;
use laika_context::text::fold;
use laika_protocol::canonical::digest_bytes;
use laika_protocol::collection::{Cited, Part, Phrase, Question};

use super::config::Config;
use super::glossary::definitions;
use super::page::Page;
use super::read::{Unit, days, quantities};
use super::{Draft, open};

/// What stands in a sentence's gap.
const GAP: &str = "_____";
/// Sentences of one page that become questions.
const MOST_OF_PAGE: usize = 20;

/// What can be confused with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sort {
    Number(Unit),
    Date,
    Word,
}

/// A sentence with something to ask for.
#[derive(Clone, Debug)]
pub(crate) struct Gap {
    pub(crate) sentence: Range<usize>,
    pub(crate) answer: Range<usize>,
    pub(crate) sort: Sort,
}

impl Gap {
    /// The sentence with a gap where the answer stands.
    pub(crate) fn asked(&self, page: &Page) -> String {
        let before = page.said(self.sentence.start..self.answer.start);
        let after = page.said(self.answer.end..self.sentence.end);
        format!("{before}{GAP}{after}")
    }
}

/// The sentences of a page that have exactly one number or date to ask for.
pub(crate) fn gaps(page: &Page) -> Vec<Gap> {
    let mut found = Vec::new();
    for sentence in &page.sentences {
        let words = &page.text[sentence.at.clone()];
        if words.chars().count() > 240 || is_chrome(words) || words.ends_with('?') {
            continue;
        }
        let dates = days(words, None);
        let inside =
            |at: &Range<usize>| dates.iter().any(|date| date.at.start <= at.start && at.end <= date.at.end);
        let numbers: Vec<_> = quantities(words).into_iter().filter(|one| !inside(&one.at)).collect();
        let (answer, sort) = match (dates.as_slice(), numbers.as_slice()) {
            ([], [number]) => (number.at.clone(), Sort::Number(number.unit)),
            ([date], []) => (date.at.clone(), Sort::Date),
            _ => continue,
        };
        let at = sentence.at.start + answer.start..sentence.at.start + answer.end;
        found.push(Gap { sentence: sentence.at.clone(), answer: at, sort });
    }
    found.truncate(MOST_OF_PAGE);
    found
}

/// The meanings of a page with a gap for their word.
fn words_to_guess(page: &Page) -> Vec<Gap> {
    let of = |one: super::glossary::Definition| {
        let inside = one.meaning.start <= one.term.start && one.term.end <= one.meaning.end;
        inside.then_some(Gap { sentence: one.meaning, answer: one.term, sort: Sort::Word })
    };
    definitions(page).into_iter().filter_map(of).collect()
}

pub(crate) fn make(pages: &[Page], config: &Config) -> Draft {
    let mut draft = Draft::default();
    let mut all: Vec<(usize, Gap)> = Vec::new();
    for (at, page) in open(pages) {
        all.extend(words_to_guess(page).into_iter().map(|gap| (at, gap)));
        all.extend(gaps(page).into_iter().map(|gap| (at, gap)));
    }
    let wrong = config.number("choices").saturating_sub(1);
    let mut questions: Vec<Question> = Vec::new();
    for (number, (at, gap)) in all.iter().enumerate() {
        if questions.len() >= config.number("most") {
            break;
        }
        let page = &pages[*at];
        let right = page.said(gap.answer.clone()).into_owned();
        let Some(others) = others(pages, &all, number, wrong) else { continue };
        let (choices, answer) = placed(&right, others);
        let question = Cited::new(gap.asked(page), alloc::vec![page.cite(gap.sentence.clone())]);
        questions.push(Question { question, choices, answer });
    }
    if questions.is_empty() {
        draft.note(Phrase::NoQuiz, []);
    } else {
        draft.parts.push(Part::Quiz { questions });
    }
    draft
}

/// Wrong choices of the same kind, those of other sources first; nothing where there is none.
fn others(pages: &[Page], all: &[(usize, Gap)], number: usize, most: usize) -> Option<Vec<String>> {
    let (own, gap) = all.get(number)?;
    let right = fold(&pages.get(*own)?.text[gap.answer.clone()]);
    let sentence = fold(&pages.get(*own)?.text[gap.sentence.clone()]);
    let mut seen: BTreeSet<String> = BTreeSet::from([right.clone()]);
    let mut found: Vec<(bool, String)> = Vec::new();
    // From the next on and around, so that questions do not all get the same; only near ones, so that it stays linear.
    for (at, other) in all.iter().cycle().skip(number + 1).take(all.len().min(80)) {
        let words = pages[*at].said(other.answer.clone());
        let folded = fold(&words);
        let fits = other.sort == gap.sort
            && !right.contains(&folded)
            && !folded.contains(&right)
            && !sentence.contains(&folded);
        if fits && seen.insert(folded) {
            found.push((*at == *own, words.into_owned()));
        }
    }
    found.sort_by_key(|(own, _)| *own);
    found.truncate(most);
    (!found.is_empty()).then(|| found.into_iter().map(|(_, words)| words).collect())
}

/// The choices with the right one among them, at a place that its words decide.
fn placed(right: &str, mut others: Vec<String>) -> (Vec<String>, u32) {
    let digest = digest_bytes(right.as_bytes());
    let sum: usize = digest.as_str().bytes().map(usize::from).sum();
    let at = sum % (others.len() + 1);
    others.insert(at, right.to_string());
    (others, u32::try_from(at).unwrap_or_default())
}
