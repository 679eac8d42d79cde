//! Flashcards: a word and what it means, a question and its answer, a sentence without its number and the number.

use laika_protocol::collection::{Card, Cited, Part, Phrase};

use super::config::Config;
use super::faq::answered;
use super::glossary::definitions;
use super::page::Page;
use super::quiz::gaps;
use super::{Draft, open};

pub(crate) fn make(pages: &[Page], config: &Config) -> Draft {
    let mut draft = Draft::default();
    let mut cards: alloc::vec::Vec<Card> = alloc::vec::Vec::new();
    for (_, page) in open(pages) {
        let meanings = definitions(page).into_iter();
        cards.extend(meanings.map(|one| Card { front: page.cited(one.term), back: page.cited(one.meaning) }));
        let asked = answered(page).into_iter();
        cards.extend(asked.map(|one| Card { front: page.cited(one.question), back: page.cited(one.answer) }));
    }
    // Numbers fill up what is left.
    for (_, page) in open(pages) {
        for gap in gaps(page) {
            let front = Cited::new(gap.asked(page), alloc::vec![page.cite(gap.sentence.clone())]);
            cards.push(Card { front, back: page.cited(gap.answer) });
        }
    }
    cards.truncate(config.number("most"));
    if cards.is_empty() {
        draft.note(Phrase::NoCards, []);
    } else {
        draft.parts.push(Part::Cards { cards });
    }
    draft
}
