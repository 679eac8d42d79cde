//! A clause that names several things of the page in front is as many things to do: "Select Oslo, Rome and Lima".

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::observation::{Element, ElementState, Observation};

use super::read::{CLICKING, places};
use super::stated::is_pressed;
use crate::text::fold;

/// Words for what is done to each by pressing it. The second half turns off what the first turns on.
const ON: &[&str] = &["select", "choose", "check", "tick", "pick", "mark", "wähle", "choisis", "elige"];
const OFF: &[&str] = &["uncheck", "untick", "unselect", "deselect", "unmark"];
/// What separates them.
const MARKS: &[&str] = &[", and ", " and ", ", ", "; ", " & ", " und ", " et ", " y "];
/// Words behind the last one that say where they are.
const WHERE: &[&str] = &[" from the ", " in the ", " on the ", " of the ", " below"];

/// A clause for each thing that a clause names. Nothing where it names only one, or where one of them is not there: then it
/// may be a name with a comma in it.
pub(super) fn each(clause: &str, page: &Observation) -> Option<Vec<String>> {
    let (verb, rest) = clause.split_once(' ')?;
    let known = |list: &[&str]| list.contains(&verb.to_lowercase().as_str());
    if !known(ON) && !known(OFF) && !known(CLICKING) {
        return None;
    }
    let without_where = || WHERE.iter().filter_map(|mark| rest.rfind(mark)).min().map(|at| &rest[..at]);
    let named = parts(rest, page).or_else(|| parts(without_where()?, page))?;
    let is_so = |element: &&Element| {
        let on = element
            .states
            .iter()
            .any(|state| matches!(state, ElementState::Checked | ElementState::Selected));
        known(ON) && on || known(OFF) && !on
    };
    let to_do = named.into_iter().filter(|(_, element)| !is_so(element));
    Some(to_do.map(|(name, _)| format!("{verb} \"{name}\"")).collect())
}

fn parts<'a>(text: &str, page: &'a Observation) -> Option<Vec<(String, &'a Element)>> {
    let mut named = Vec::new();
    let mut from = 0;
    let ends = places(text, MARKS).into_iter().map(|(at, mark)| (at, at + mark.len()));
    for (end, next) in ends.chain([(text.len(), text.len())]) {
        let part = text.get(from..end)?.trim().trim_matches(['"', '“', '”', '\'']);
        let part = part.strip_prefix("the ").unwrap_or(part);
        named.push((part.to_string(), called(part, page)?));
        from = next;
    }
    (named.len() > 1).then_some(named)
}

/// What is called exactly so.
fn called<'a>(name: &str, page: &'a Observation) -> Option<&'a Element> {
    let name = fold(name);
    let mut pressed = page.elements.iter().filter(|element| is_pressed(element));
    pressed.find(|element| !name.is_empty() && fold(&element.accessible_name) == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::seen;

    #[test]
    fn several_things_are_done_one_by_one() {
        let page = seen::page(&[
            ("checkbox", "Oslo"),
            ("checkbox", "Rome, Italy"),
            ("checkbox", "Lima"),
            ("checkbox", "Bread and butter"),
            ("button", "Send"),
        ]);
        for (clause, expected) in [
            ("Select Oslo and Lima", "Select \"Oslo\" | Select \"Lima\""),
            (
                "Tick the Oslo, Lima, and \"Rome, Italy\"",
                "Tick \"Oslo\" | Tick \"Lima\" | Tick \"Rome, Italy\"",
            ),
            ("check Lima; Oslo from the list", "check \"Lima\" | check \"Oslo\""),
            ("Select Oslo", "-"),
            ("Select Bread and butter", "-"),
            ("Select Oslo and Paris", "-"),
            ("Send Oslo and Lima", "-"),
        ] {
            let told = each(clause, &page).map_or_else(|| "-".to_string(), |each| each.join(" | "));
            assert_eq!(told, expected, "{clause}");
        }
    }

    #[test]
    fn what_is_so_already_stays() {
        let mut page = seen::page(&[("checkbox", "Oslo"), ("checkbox", "Lima"), ("checkbox", "Rome")]);
        page.elements[0].states.push(ElementState::Checked);
        let told = |clause: &str| each(clause, &page).unwrap_or_default().join(" | ");
        assert_eq!(told("Select Oslo, Lima and Rome"), "Select \"Lima\" | Select \"Rome\"");
        assert_eq!(told("Uncheck Oslo and Lima"), "Uncheck \"Oslo\"");
        assert_eq!(told("Click Oslo and Lima"), "Click \"Oslo\" | Click \"Lima\"");
    }
}
