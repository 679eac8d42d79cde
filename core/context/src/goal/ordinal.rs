//! Things that are named by their kind and place: "the 2nd radio button", "the last link", "the text field" where there is
//! one.

use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::observation::{Element, ElementState, Observation};

use crate::text::words;

/// Words for kinds of things, and the roles that they mean. A radio button is no button: what is special comes first.
const KINDS: &[(&[&str], &[&str])] = &[
    (&["radio"], &["radio"]),
    (&["checkbox", "checkboxes", "kästchen"], &["checkbox", "switch"]),
    (
        &["textbox", "field", "input", "feld", "textfeld", "champ", "campo"],
        &["textbox", "searchbox", "spinbutton", "combobox"],
    ),
    (&["tab", "reiter"], &["tab"]),
    (&["link", "lien", "enlace"], &["link"]),
    (&["button", "knopf", "bouton", "botón"], &["button"]),
];
const ORDINALS: &[&[&str]] = &[
    &["first", "1st", "erste", "ersten", "premier", "première", "primer", "primera"],
    &["second", "2nd", "zweite", "zweiten", "deuxième", "segundo", "segunda"],
    &["third", "3rd", "dritte", "dritten", "troisième", "tercer", "tercera"],
    &["fourth", "4th", "vierte", "vierten", "quatrième", "cuarto", "cuarta"],
    &["fifth", "5th", "fünfte", "fünften", "cinquième", "quinto", "quinta"],
    &["sixth", "6th"],
    &["seventh", "7th"],
    &["eighth", "8th"],
    &["ninth", "9th"],
    &["tenth", "10th"],
];
const LAST: &[&str] = &["last", "letzte", "letzten", "dernier", "dernière", "último", "última"];
/// Words for whichever one.
const ANY: &[&str] = &["a", "an", "any", "ein", "eine", "einen", "un", "une", "una"];
/// Words between which one and what: "the 2nd large text field".
const MOST_BETWEEN: usize = 2;

/// Which of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Nth(usize),
    Last,
    Only,
}

/// What words name by its kind and place; nothing where they name no kind, or there is no such place.
pub(super) fn named<'a>(text: &str, page: &'a Observation) -> Option<&'a Element> {
    let words = words(text);
    let (at, kind) = words.iter().enumerate().find_map(|(at, word)| Some((at, kind(&words, at, word)?)))?;
    let before = words.get(at.saturating_sub(MOST_BETWEEN + 1)..at).unwrap_or_default();
    let any = || before.last().is_some_and(|word| ANY.contains(&word.as_str()));
    let said = before.iter().rev().find_map(|word| place(word));
    let place = said.unwrap_or_else(|| if any() { Place::Nth(0) } else { Place::Only });
    let usable = |element: &&Element| {
        kind.contains(&element.role.as_str()) && !element.states.contains(&ElementState::Disabled)
    };
    let all: Vec<&Element> = page.elements.iter().filter(usable).collect();
    match (place, all.as_slice()) {
        (Place::Nth(at), all) => all.get(at).copied(),
        (Place::Last, all) => all.last().copied(),
        (Place::Only, [only]) => Some(only),
        (Place::Only, _) => None,
    }
}

/// Whether a text says which of several is meant, as in "the 1st text field".
pub(super) fn is_placed(text: &str) -> bool {
    words(text).iter().any(|word| place(word).is_some())
}

fn kind(words: &[String], at: usize, word: &str) -> Option<&'static [&'static str]> {
    let of = |word: &str| KINDS.iter().position(|(names, _)| names.contains(&word));
    // "radio button", "input field": the first of two words for kinds says which.
    let first = of(word)?;
    let second = words.get(at + 1).and_then(|next| of(next)).unwrap_or(first);
    KINDS.get(first.min(second)).map(|(_, roles)| *roles)
}

pub(super) fn place(word: &str) -> Option<Place> {
    let numbered = || {
        let figures = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end))?;
        figures.parse::<usize>().ok()?.checked_sub(1)
    };
    let nth = ORDINALS.iter().position(|names| names.contains(&word)).or_else(numbered).map(Place::Nth);
    nth.or_else(|| LAST.contains(&word).then_some(Place::Last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::seen;

    #[test]
    fn things_are_found_by_kind_and_place() {
        let page = seen::page(&[
            ("radio", "r1"),
            ("textbox", "t1"),
            ("radio", "r2"),
            ("textbox", "t2"),
            ("link", "l1"),
            ("radio", "r3"),
            ("button", "b1"),
            ("link", "l2"),
        ]);
        for (text, expected) in [
            ("Check the 2nd radio button", Some("r2")),
            ("check the last radio", Some("r3")),
            ("click the button", Some("b1")),
            ("Focus into the 2nd input textbox.", Some("t2")),
            ("Enter \"8\" into the first text field", Some("t1")),
            ("Follow the second link", Some("l2")),
            ("click the link", None),
            ("click a \"link\"", Some("l1")),
            ("tick any radio", Some("r1")),
            ("click the 4th radio button", None),
            ("open the tab", None),
            ("click Send", None),
            ("Klicke auf den zweiten Link", Some("l2")),
        ] {
            let found = named(text, &page).map(|element| element.accessible_name.as_str());
            assert_eq!(found, expected, "{text}");
        }
    }
}
