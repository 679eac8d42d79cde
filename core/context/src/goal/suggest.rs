//! What a page offers while something is typed: towns, names, streets. Many forms take nothing else, so the one that was
//! meant is chosen where the words leave no doubt.

use laika_protocol::observation::{Element, ElementState, Observation};

use super::only;
use crate::execute::quoted;
use crate::text::fold;

/// What is offered, by roles and made by scripts.
const OFFERED: &[&str] = &["option", "menuitem", "listitem", "treeitem", "generic", "none"];
/// Marks between a name and what only says more of it: "Bergen, Norway", "Bergen (BGO)".
const MARKS: [char; 8] = [',', '(', '-', '–', '—', '·', '|', '/'];
const STARTS: &[&str] = &[
    "starts with",
    "starting with",
    "begins with",
    "beginning with",
    "beginnt mit",
    "commence par",
    "empieza por",
];
const ENDS: &[&str] = &["ends with", "ending with", "endet auf", "endet mit", "finit par", "termina en"];

/// What may be offered on a page.
pub(super) fn offered(page: &Observation) -> impl Iterator<Item = &Element> {
    let usable = |element: &&Element| {
        OFFERED.contains(&element.role.as_str())
            && !element.accessible_name.is_empty()
            && !element.states.contains(&ElementState::Disabled)
    };
    page.elements.iter().filter(usable)
}

/// Which of what is offered was meant by what was typed: what is called just so; what a clause describes by its beginning
/// and end; or the only thing that says more of the same.
pub(super) fn meant<'a>(typed: &str, clause: &str, offered: &[&'a Element]) -> Option<&'a Element> {
    let exact = |name: &str| name.trim().to_lowercase() == typed.trim().to_lowercase();
    let same = |name: &str| fold(name) == fold(typed);
    let called = |is: &dyn Fn(&str) -> bool| only(offered.iter().filter(|one| is(&one.accessible_name)));
    if let Some(element) = called(&exact).or_else(|| called(&same)) {
        return Some(element);
    }
    let starts =
        |element: &&Element| element.accessible_name.to_lowercase().starts_with(&typed.to_lowercase());
    let lower = clause.to_lowercase();
    if STARTS.iter().any(|words| lower.contains(words)) {
        let behind = ENDS.iter().find_map(|words| lower.split_once(words)).map_or("", |(_, behind)| behind);
        let end = quoted(behind).into_iter().next().unwrap_or_default();
        let ends = |element: &&Element| element.accessible_name.to_lowercase().ends_with(&end);
        return offered.iter().copied().find(|element| starts(element) && ends(element));
    }
    let says_more = |element: &&Element| {
        let behind = element.accessible_name.to_lowercase();
        let behind = behind.strip_prefix(&typed.to_lowercase()).unwrap_or_default();
        behind.trim_start().starts_with(MARKS)
    };
    only(offered.iter().copied().filter(says_more))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::seen;
    use alloc::vec::Vec;

    #[test]
    fn what_was_meant_is_chosen_among_what_is_offered() {
        let towns =
            ["Bergen, Norway", "Bergen op Zoom, Netherlands", "Bergen", "Bergamo (BGY)", "Berlin", "C#", "C"];
        for (typed, clause, without, expected) in [
            ("bergen", "Fly to Bergen", 0, Some("Bergen")),
            ("Bergen", "Fly to Bergen", 1, Some("Bergen, Norway")),
            ("Bergamo", "Fly to Bergamo", 0, Some("Bergamo (BGY)")),
            // The beginning of a word is no word.
            ("Ber", "Fly to Ber", 0, None),
            ("Be", "Enter an item that starts with \"Be\" and ends with \"LIN\"", 0, Some("Berlin")),
            ("Berg", "Enter a town that begins with \"Berg\"", 0, Some("Bergen, Norway")),
            ("Oslo", "Fly to Oslo", 0, None),
            ("c", "The language is C", 0, Some("C")),
        ] {
            let names = towns.iter().filter(|town| without == 0 || **town != "Bergen");
            let page = seen::page(&names.map(|town| ("option", *town)).collect::<Vec<_>>());
            let offered: Vec<&Element> = offered(&page).collect();
            let found = meant(typed, clause, &offered).map(|element| element.accessible_name.as_str());
            assert_eq!(found, expected, "{clause}");
        }
    }
}
