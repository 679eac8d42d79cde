//! What a form still wants before it can be sent, and what the person's answer to that comes to.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::ids::HandleId;
use laika_protocol::observation::{Element, ElementState, Form, Observation};

use super::Entry;
use super::fields::{called, entering, is_open, listed};
use crate::text::fold;

/// A field without which its form is not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The field.
    pub handle: HandleId,
    /// What it is called.
    pub label: String,
    /// What it offers, where it is a list.
    pub options: Vec<String>,
}

impl Wanted {
    /// What is entered when the person says this of it: the one entry of the list that they mean, else their words.
    #[must_use]
    pub fn entry(&self, words: &str) -> Entry {
        let words = words.trim();
        let said = fold(words);
        let whole = |option: &&String| fold(option) == said;
        let within = |option: &&String| format!(" {} ", fold(option)).contains(&format!(" {said} "));
        let mut meant = self.options.iter().filter(within);
        let only = match (meant.next(), meant.next()) {
            (Some(one), None) if !said.is_empty() => Some(one),
            _ => None,
        };
        let value = self.options.iter().find(whole).or(only).map_or(words, String::as_str);
        Entry { label: self.label.clone(), value: value.to_string() }
    }
}

/// The first field that keeps a form from being sent: one of those that something was entered into, or any, where nothing
/// was.
pub(super) fn wanted(page: &Observation, filled: &[HandleId]) -> Option<Wanted> {
    let has = |form: &Form, handle: &HandleId| {
        form.fields.iter().any(|field| field.handle_id.as_ref() == Some(handle))
    };
    let touched = |element: &Element| {
        let mut forms = page.forms.iter().filter(|form| has(form, &element.handle_id));
        forms.any(|form| filled.iter().any(|handle| has(form, handle)))
    };
    let open = |element: &&Element| {
        element.states.contains(&ElementState::Invalid)
            && is_open(element)
            && !filled.contains(&element.handle_id)
            && entering(element, page).is_some()
            && (filled.is_empty() || touched(element))
    };
    let element = page.elements.iter().find(open)?;
    Some(Wanted {
        handle: element.handle_id.clone(),
        label: called(element),
        options: listed(element, page).map(|field| field.options.clone()).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::borrow::ToOwned as _;

    #[test]
    fn an_answer_means_one_entry_of_a_list_or_itself() {
        let list = |options: &[&str]| Wanted {
            handle: HandleId::parse("h_0000000000000000000000").unwrap(),
            label: "Number of people".to_owned(),
            options: options.iter().map(ToString::to_string).collect(),
        };
        let people = list(&["Choose a number", "1 person", "3 people", "13 people"]);
        for (wanted, said, value) in [
            (&people, "3", "3 people"),
            (&people, " 3 People ", "3 people"),
            (&people, "people", "people"),
            (&people, "", ""),
            (&list(&[]), "Mara", "Mara"),
        ] {
            assert_eq!(
                wanted.entry(said),
                Entry { label: "Number of people".into(), value: value.into() },
                "{said}"
            );
        }
    }
}
