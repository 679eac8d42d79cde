//! What a clause names may be there and not be seen: in a section that is closed, behind another tab.

use laika_protocol::observation::{Element, ElementState, Observation};

use super::only;
use super::stated::presses;
use crate::execute::quoted;
use crate::text::{fold, words};

/// Words for opening what is closed.
const OPENS: &[&str] = &["expand", "unfold", "open", "uncollapse", "öffne", "ouvre", "abre"];
const SECTIONS: &[&str] = &["section", "sections", "panel", "accordion", "details", "abschnitt", "sección"];

/// Whether a clause says, in quotation marks, what to use, and nothing that can be used is called so.
pub(super) fn is_missing(clause: &str, page: &Observation) -> bool {
    let quotes = quoted(clause);
    let there = |quote: &str| {
        let quote = fold(quote);
        page.elements.iter().any(|element| fold(&element.accessible_name).contains(&quote))
    };
    presses(clause) && !quotes.is_empty() && !quotes.iter().any(|quote| there(quote))
}

/// Whether a clause wants something by its name that is nowhere on the page: pressing anything else would be a guess.
pub(super) fn is_nowhere(clause: &str, page: &Observation) -> bool {
    let said = fold(&page.text);
    is_missing(clause, page) && !quoted(clause).iter().any(|quote| said.contains(&fold(quote)))
}

/// What is closed, and what it hides may be looked at: sections first, then tabs.
pub(super) fn closed(page: &Observation) -> impl Iterator<Item = &Element> {
    let has = |element: &Element, state| element.states.contains(&state);
    let usable = move |element: &&Element| !has(element, ElementState::Disabled);
    let collapsed = move |element: &&Element| {
        has(element, ElementState::Collapsed)
            && !matches!(element.role.as_str(), "combobox" | "textbox" | "searchbox")
    };
    let behind = move |element: &&Element| {
        element.role == "tab"
            && !has(element, ElementState::Selected)
            && !has(element, ElementState::Collapsed)
    };
    let sections = page.elements.iter().filter(usable).filter(collapsed);
    sections.chain(page.elements.iter().filter(usable).filter(behind))
}

/// The section that a clause wants open, where only one is closed.
pub(super) fn section<'a>(clause: &str, page: &'a Observation) -> Option<&'a Element> {
    let words = words(clause);
    let opens = words.first().is_some_and(|first| OPENS.contains(&first.as_str()));
    let named = words.iter().any(|word| SECTIONS.contains(&word.as_str()));
    only(closed(page).filter(|_| opens && named))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::seen;

    #[test]
    fn what_is_named_and_not_there_may_be_behind_what_is_closed() {
        let mut page =
            seen::page(&[("tab", "One"), ("tab", "Two"), ("link", "Terms of sale"), ("combobox", "Size")]);
        page.elements[0].states.push(ElementState::Selected);
        page.elements[3].states.push(ElementState::Collapsed);
        for (clause, missing) in [
            ("click on the link \"lorem\"", true),
            ("click \"Terms of sale\"", false),
            ("click \"terms\"", false),
            ("enter \"lorem\" as the name", false),
            ("click on lorem", false),
        ] {
            assert_eq!(is_missing(clause, &page), missing, "{clause}");
            assert_eq!(is_nowhere(clause, &page), missing, "{clause}");
        }
        page.text = "Lorem ipsum".into();
        assert!(
            !is_nowhere("click on the link \"lorem\"", &page),
            "it may be called otherwise than it reads"
        );
        let names = |page: &Observation| {
            closed(page).map(|one| one.accessible_name.clone()).collect::<alloc::vec::Vec<_>>()
        };
        assert_eq!(names(&page), ["Two"]);
        assert_eq!(
            section("Expand the section below", &page).map(|one| one.accessible_name.as_str()),
            Some("Two")
        );
        page.elements[2].states.push(ElementState::Collapsed);
        assert_eq!(names(&page), ["Terms of sale", "Two"]);
        assert_eq!(section("Expand the section below", &page), None, "it could be either");
    }
}
