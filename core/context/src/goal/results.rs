//! "The 7th search result": entries of a list, counted over its pages.

use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::observation::{Element, Item, Observation};

use super::more::{MOST_PAGES, is_next};
use super::ordinal::{self, Place};
use super::stated::{is_pressed, presses};
use crate::text::words;

const RESULTS: &[&str] = &[
    "result",
    "hit",
    "entry",
    "article",
    "product",
    "ergebnis",
    "suchergebnis",
    "treffer",
    "eintrag",
    "artikel",
    "résultat",
    "entrée",
    "resultado",
    "entrada",
];
/// What leads to the page before.
const PREVIOUS: &[&str] = &[
    "<",
    "<<",
    "‹",
    "«",
    "←",
    "previous",
    "prev",
    "previous page",
    "zurück",
    "vorherige",
    "précédent",
    "anterior",
];
/// Words between which one and what: "the 7th search result".
const MOST_BETWEEN: usize = 2;

/// How far the entries of a list were counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Counting {
    /// For which clause.
    act: usize,
    /// Entries of the pages before this one.
    before: usize,
    /// Pages before this one.
    pages: usize,
    /// The entries of the page before this one.
    shown: Vec<String>,
}

/// What is pressed next: the entry itself, or what turns to the next page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step<'a> {
    pub(super) element: &'a Element,
    pub(super) turns: bool,
}

impl Counting {
    /// The way to the entry that a clause counts to; nothing where it counts none, or the list does not go on.
    pub(super) fn step<'a>(&mut self, act: usize, clause: &str, page: &'a Observation) -> Option<Step<'a>> {
        let wanted = wanted(clause)?;
        if self.act != act {
            *self = Self { act, ..Self::default() };
        }
        let entries = entries(page);
        let names: Vec<String> = entries.iter().map(|entry| entry.accessible_name.clone()).collect();
        // A page that stays as it is would be counted twice.
        if entries.is_empty() || self.shown == names {
            return None;
        }
        if let Some(element) = wanted.checked_sub(self.before).and_then(|at| entries.get(at)) {
            return Some(Step { element, turns: false });
        }
        let element = page_link(self.pages + 2, page).filter(|_| self.pages + 1 < MOST_PAGES)?;
        self.pages += 1;
        self.before += entries.len();
        self.shown = names;
        Some(Step { element, turns: true })
    }
}

/// Whether a clause counts to an entry of a list.
pub(super) fn counts(clause: &str) -> bool {
    wanted(clause).is_some()
}

/// Which entry of a list a clause wants pressed, from 0.
fn wanted(clause: &str) -> Option<usize> {
    let said = words(clause);
    let at = said.iter().position(|word| RESULTS.contains(&word.as_str())).filter(|_| presses(clause))?;
    let before = said.get(at.saturating_sub(MOST_BETWEEN)..at)?;
    match before.iter().rev().find_map(|word| ordinal::place(word))? {
        Place::Nth(at) => Some(at),
        // The last of how many pages is not known before they were all seen.
        Place::Last | Place::Only => None,
    }
}

/// The entries of the page in front: those of its main list; where it has none that could be told, the links between the
/// last field and the links to its other pages.
fn entries(page: &Observation) -> Vec<&Element> {
    let of_item = |item: &Item| {
        let is = |element: &&Element| {
            item.handle_id.as_ref() == Some(&element.handle_id)
                || element.attributes.href.as_deref() == Some(item.url.as_str())
        };
        page.elements.iter().find(is)
    };
    if !page.items.is_empty() {
        // One that cannot be pressed would make every number behind it wrong.
        return page.items.iter().map(of_item).collect::<Option<Vec<_>>>().unwrap_or_default();
    }
    let pages = page.elements.iter().position(is_of_pager).unwrap_or(0);
    let above = page.elements.get(..pages).unwrap_or_default();
    let from = above.iter().rposition(|element| element.role != "link").map_or(0, |at| at + 1);
    above.get(from..).unwrap_or_default().iter().collect()
}

/// What leads to the page with this number, from 1: what says so in words or by a sign, else its number.
fn page_link(number: usize, page: &Observation) -> Option<&Element> {
    let pressed = || page.elements.iter().filter(|element| is_pressed(element));
    let numbered = |element: &&Element| element.accessible_name.trim().parse() == Ok(number);
    pressed().find(|element| is_next(&element.accessible_name)).or_else(|| pressed().find(numbered))
}

/// Whether something says that it leads to the page before.
pub(super) fn is_previous(name: &str) -> bool {
    PREVIOUS.contains(&name.trim().to_lowercase().as_str())
}

fn is_of_pager(element: &Element) -> bool {
    let name = element.accessible_name.trim();
    let turns = is_next(name) || is_previous(name);
    element.role == "link" && (turns || name.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::seen;

    #[test]
    fn entries_are_counted_and_pages_turned() {
        for (clause, expected) in [
            ("click the 7th search result", Some(6)),
            ("Open the first result", Some(0)),
            ("open the 12th article", Some(11)),
            ("open the last result", None),
            ("tell me the 2nd result", None),
            ("click the 2nd button", None),
        ] {
            assert_eq!(wanted(clause), expected, "{clause}");
        }
        let page = seen::page(&[
            ("link", "Home"),
            ("textbox", ""),
            ("button", "Search"),
            ("link", "Dolores"),
            ("link", "Cheree"),
            ("link", "<"),
            ("link", "1"),
            ("link", "2"),
            ("link", ">"),
        ]);
        let names: Vec<&str> = entries(&page).iter().map(|it| it.accessible_name.as_str()).collect();
        assert_eq!(names, ["Dolores", "Cheree"]);
        assert_eq!(page_link(2, &page).map(|it| it.accessible_name.as_str()), Some(">"));
        let plain = seen::page(&[("link", "Home"), ("link", "News")]);
        assert!(entries(&plain).is_empty(), "a page of links is no list of results");
        assert_eq!(page_link(2, &plain), None);
    }
}
