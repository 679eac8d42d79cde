//! A study guide: for every source its headings, its words and its points; then what to ask oneself.

use laika_protocol::collection::{Card, Cited, Part, Phrase};

use super::brief::{Told, points};
use super::config::Config;
use super::faq::answered;
use super::glossary::definitions;
use super::outline::headings;
use super::page::Page;
use super::{Draft, open};

/// Headings and words of one source.
const MOST: usize = 12;

pub(crate) fn make(pages: &[Page], config: &Config) -> Draft {
    let mut draft = Draft::default();
    let mut told = Told::default();
    let mut cards: alloc::vec::Vec<Card> = alloc::vec::Vec::new();
    for (_, page) in open(pages) {
        draft.parts.push(Part::Heading { level: 2, words: page.named() });
        let mut section = |title: Phrase, entries: alloc::vec::Vec<Cited>| {
            if !entries.is_empty() {
                draft.parts.push(Part::Heading { level: 3, words: Cited::ours(title, []) });
                draft.parts.push(Part::List { entries });
            }
        };
        section(Phrase::Headings, headings(page, 3).into_iter().take(MOST).collect());
        let meanings = definitions(page).into_iter().take(MOST).map(|one| page.cited(one.meaning));
        section(Phrase::Words, meanings.collect());
        let points = points(page, config.number("points"), &mut told);
        section(Phrase::Points, points.into_iter().map(|at| page.cited(at)).collect());
        let asked = answered(page).into_iter().take(MOST);
        cards.extend(asked.map(|one| Card { front: page.cited(one.question), back: page.cited(one.answer) }));
    }
    if !cards.is_empty() {
        draft.parts.push(Part::Heading { level: 2, words: Cited::ours(Phrase::AskYourself, []) });
        draft.parts.push(Part::Cards { cards });
    }
    draft
}
