//! Which field of a page something to enter belongs into, as far as names and kinds of fields say it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::ids::HandleId;
use laika_protocol::observation::{Element, ElementState, Field, Observation};

use super::{Entry, ordinal};
use crate::execute::likeness;

/// Below this, nothing says that a field is meant.
const LEAST: f32 = 0.3;
/// A field that is this much behind the best is not meant.
const NEAR: f32 = 0.85;
/// How much words of the value count beside those of the name; all, where there is no name.
const BY_VALUE: f32 = 0.5;
/// What it counts that a field takes exactly this kind of value.
const BY_KIND: f32 = 1.0;

/// What it counts that its place was said.
const BY_PLACE: f32 = 1.0;

/// How something is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entering {
    /// It is typed.
    Type,
    /// It is chosen from a list.
    Choose,
}

/// Where something belongs.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The field.
    pub handle: HandleId,
    /// What it is called.
    pub name: String,
    /// How.
    pub how: Entering,
    /// How sure that is.
    pub score: f32,
}

impl Placed {
    /// In this field, which is typed into, without a doubt.
    pub(super) fn aimed(field: &Element) -> Self {
        let (handle, name) = (field.handle_id.clone(), field.accessible_name.clone());
        Self { handle, name, how: Entering::Type, score: BY_PLACE }
    }
}

/// The field that something belongs into, among those that nothing was entered into yet. Nothing where no field is meant;
/// several where names do not say which.
#[must_use]
pub fn place(entry: &Entry, page: &Observation, filled: &[HandleId]) -> Vec<Placed> {
    let fillable = |element: &&Element| {
        entering(element, page).is_some() && !filled.contains(&element.handle_id) && is_open(element)
    };
    if ordinal::is_placed(&entry.label)
        && let Some(field) = ordinal::named(&entry.label, page)
        && let Some(how) = entering(field, page).filter(|_| fillable(&field))
    {
        let name = field.accessible_name.clone();
        return alloc::vec![Placed { handle: field.handle_id.clone(), name, how, score: BY_PLACE }];
    }
    let fields: Vec<&Element> = page.elements.iter().filter(fillable).collect();
    let names: Vec<String> = fields.iter().map(|field| called(field)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let by_name = likeness(&names, &entry.label);
    let by_value = likeness(&names, &entry.value);
    let value_counts = if entry.label.is_empty() { 1.0 } else { BY_VALUE };
    let mut placed: Vec<Placed> = Vec::new();
    for (at, field) in fields.iter().enumerate() {
        let kind = if kind_of(field, page).is_some_and(|kind| kind == value_kind(&entry.value)) {
            BY_KIND
        } else {
            0.0
        };
        let score = by_name[at].min(1.5) + value_counts * by_value[at].min(1.0) + kind;
        if let Some(how) = entering(field, page).filter(|_| score >= LEAST) {
            let name = field.accessible_name.clone();
            placed.push(Placed { handle: field.handle_id.clone(), name, how, score });
        }
    }
    placed.sort_by(|one, other| other.score.total_cmp(&one.score));
    let best = placed.first().map_or(0.0, |placed| placed.score);
    placed.retain(|placed| placed.score >= NEAR * best);
    placed
}

/// Whether something can be entered into it now.
pub(super) fn is_open(element: &Element) -> bool {
    !element.states.iter().any(|state| matches!(state, ElementState::Disabled | ElementState::ReadOnly))
}

pub(super) fn called(field: &Element) -> String {
    match &field.attributes.placeholder {
        Some(hint) if field.accessible_name.is_empty() => hint.clone(),
        _ => field.accessible_name.clone(),
    }
}

/// The fields of a page that text is typed into.
pub(super) fn typed_in(page: &Observation) -> Vec<&Element> {
    let typed = |element: &&Element| is_open(element) && entering(element, page) == Some(Entering::Type);
    page.elements.iter().filter(typed).collect()
}

/// What the form of an element says of it.
pub(super) fn listed<'a>(element: &Element, page: &'a Observation) -> Option<&'a Field> {
    let mut fields = page.forms.iter().flat_map(|form| &form.fields);
    fields.find(|field| field.handle_id.as_ref() == Some(&element.handle_id))
}

/// How something is entered into an element; nothing for one that takes no text.
pub(super) fn entering(element: &Element, page: &Observation) -> Option<Entering> {
    let listed = listed(element, page);
    match (element.role.as_str(), listed.map(|field| field.field_type.as_str())) {
        (_, Some("select")) | ("listbox", _) => Some(Entering::Choose),
        ("combobox", None) if element.attributes.input_type.is_none() => Some(Entering::Choose),
        ("textbox" | "searchbox" | "spinbutton" | "combobox", _) => Some(Entering::Type),
        _ => None,
    }
}

/// What a field takes, by its type or what it asks the browser to fill in.
fn kind_of(field: &Element, page: &Observation) -> Option<&'static str> {
    let listed = listed(field, page);
    let words = format!(
        "{} {} {}",
        listed.map_or("", |field| field.field_type.as_str()),
        field.attributes.input_type.as_deref().unwrap_or_default(),
        field
            .attributes
            .autocomplete
            .as_deref()
            .or_else(|| listed?.autocomplete.as_deref())
            .unwrap_or_default(),
    );
    ["email", "tel", "url"].into_iter().find(|kind| words.split([' ', '-']).any(|word| word == *kind))
}

/// What a value looks like.
fn value_kind(value: &str) -> &'static str {
    let digits = value.chars().filter(char::is_ascii_digit).count();
    let phone = digits >= 6
        && value.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '+' | '-' | '/' | '(' | ')' | '.'));
    if value.contains('@') && !value.contains(char::is_whitespace) {
        "email"
    } else if value.starts_with("http://") || value.starts_with("https://") {
        "url"
    } else if phone {
        "tel"
    } else {
        ""
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use serde_json::json;

    /// A page with a form of these fields: role, type, name.
    fn page(fields: &[(&str, &str, &str)]) -> Observation {
        let handle = |at: usize| format!("h_{at:022}");
        let elements: Vec<_> = fields
            .iter()
            .enumerate()
            .map(|(at, (role, _, name))| {
                json!({
            "handleId": handle(at), "role": role, "accessibleName": name,
            "boundingBox": { "x": 0, "y": 0, "width": 1, "height": 1 } })
            })
            .collect();
        let listed: Vec<_> = fields
            .iter()
            .enumerate()
            .map(|(at, (_, kind, name))| {
                json!({
            "handleId": handle(at), "type": kind, "label": name, "required": false })
            })
            .collect();
        serde_json::from_value(json!({
            "url": "https://mill.example/book", "title": "Book", "origin": "https://mill.example", "documentId": "doc_1",
            "navigationGeneration": 0, "observedAtMs": 0, "text": "", "elements": elements,
            "forms": [{ "label": "", "fields": listed }],
        }))
        .unwrap()
    }

    #[test]
    fn things_go_where_they_belong() {
        let form = page(&[
            ("textbox", "text", "Your name"),
            ("textbox", "email", "Contact"),
            ("combobox", "select", "Time of the tour"),
            ("combobox", "select", "Number of people"),
            ("checkbox", "checkbox", "Partner companies may write to me"),
            ("textbox", "textarea", "Notes for the guide (optional)"),
            ("button", "submit", "Book the tour"),
        ]);
        let entry = |label: &str, value: &str| Entry { label: label.to_string(), value: value.to_string() };
        for (label, value, expected, how) in [
            ("name", "Mara Lindqvist", "Your name", Entering::Type),
            ("mail", "mara@mail.example", "Contact", Entering::Type),
            ("time", "Saturday at 14:00", "Time of the tour", Entering::Choose),
            ("", "3 people", "Number of people", Entering::Choose),
            ("notes", "we bring a dog", "Notes for the guide (optional)", Entering::Type),
        ] {
            let placed = place(&entry(label, value), &form, &[]);
            assert_eq!((placed[0].name.as_str(), placed[0].how), (expected, how), "{label} {value}");
            assert_eq!(placed.len(), 1, "{label} {value}");
        }
        assert!(place(&entry("shoe size", "43"), &form, &[]).is_empty());
        let name = place(&entry("name", "x"), &form, &[])[0].handle.clone();
        assert!(place(&entry("name", "x"), &form, &[name]).is_empty(), "nothing is entered over something");
    }
}
