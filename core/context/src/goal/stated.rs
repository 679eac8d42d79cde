//! What a wish says to the page in front, word for word: a choice of one of its lists, a text for one of its fields, a
//! button or link by its name. Where the words leave no doubt, no model has to be asked, and none can be wrong.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::ids::HandleId;
use laika_protocol::observation::{Element, ElementState, Observation};

use super::Entry;
use super::calendar;
use super::dates;
use super::fields::{Entering, called, entering, is_open, listed, typed_in};
use super::letters;
use super::only;
use super::ordinal;
use super::prices;
use super::read;
use super::rows;
use super::search::searched;
use super::uncover;
use crate::execute::{likeness, quoted};
use crate::text::{fold, is_stop, words};

/// Words before the name of what is searched through: "search the shop for shoes".
const THROUGH: &[&str] = &["the ", "this ", "their ", "its ", "your ", "in ", "on "];
/// Words between the name of a field and what belongs into it.
const BETWEEN: &[&str] = &["is ", "to ", "with ", "as ", "= ", ": ", "ist ", "est ", "es "];
/// Where a text for a field is over.
const ENDS: &[&str] = &[", ", "; ", " and ", " und ", " et ", " y ", "?", "!"];
/// Words for small letters and for large ones.
const LOWER: &[&str] =
    &["lower case", "lowercase", "small letters", "kleinbuchstaben", "minuscules", "minúsculas"];
const UPPER: &[&str] =
    &["upper case", "uppercase", "capital letters", "capitals", "großbuchstaben", "majuscules", "mayúsculas"];
/// The longest text that is taken without quotation marks.
const MOST_VALUE: usize = 60;
/// From here on, all of a name stands in the wish.
const WHOLE: f32 = 0.99;
/// From here on, most of it does; that is enough where every other name is far behind.
const MOST: f32 = 0.5;
const FAR: f32 = 0.6;
/// Names of what does not send a form.
const NOT_SENDING: &[&str] = &[
    "cancel",
    "reset",
    "clear",
    "close",
    "back",
    "delete",
    "remove",
    "abbrechen",
    "zurück",
    "löschen",
    "schließen",
    "annuler",
    "retour",
    "fermer",
    "supprimer",
    "cancelar",
    "volver",
    "cerrar",
    "eliminar",
];
/// What can be pressed.
const PRESSED: &[&str] = &[
    "button",
    "link",
    "tab",
    "checkbox",
    "radio",
    "switch",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "treeitem",
    "summary",
    "disclosure",
];

/// What a page lists only where a script makes it clickable.
const SCRIPTED: &[&str] =
    &["generic", "none", "listitem", "cell", "row", "paragraph", "article", "region", "figure", "group"];

/// Something to press.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pressed {
    /// Which element.
    pub handle: HandleId,
    /// Its name.
    pub name: String,
}

impl Pressed {
    pub(super) fn of(element: &Element) -> Self {
        Self { handle: element.handle_id.clone(), name: element.accessible_name.clone() }
    }
}

/// Whether it is there to be pressed.
pub(super) fn is_pressed(element: &Element) -> bool {
    PRESSED.contains(&element.role.as_str()) && !element.states.contains(&ElementState::Disabled)
}

/// Whether a person would press it, be it a button or only made clickable by a script.
pub(super) fn is_clickable(element: &Element) -> bool {
    is_pressed(element)
        || SCRIPTED.contains(&element.role.as_str()) && !element.states.contains(&ElementState::Disabled)
}

/// What a wish says to fields of this page, each as an entry under the field's own name.
pub(super) fn stated(wish: &str, page: &Observation) -> Vec<Entry> {
    let (mut found, mut placed): (Vec<Entry>, Vec<Entry>) = (Vec::new(), Vec::new());
    let mut add = |field: &Element, value: &str| {
        let label = called(field);
        if !label.is_empty() && !found.iter().any(|known| known.label == label || known.value == value) {
            found.push(Entry { label, value: value.to_string() });
        }
    };
    let fields: Vec<&Element> = page.elements.iter().filter(|element| is_open(element)).collect();
    for field in fields.iter().filter(|field| entering(field, page) == Some(Entering::Choose)) {
        let options = listed(field, page).map_or(&[][..], |field| &field.options);
        if let Some(option) = chosen(wish, field, options) {
            add(field, option);
        }
    }
    let typed = typed_in(page);
    let to_enter = |quote: &&String| !read::clicks(wish) && !names_something(quote, page);
    for quote in quoted(wish).iter().filter(to_enter) {
        let rest = wish.replacen(quote.as_str(), "", 1);
        if ordinal::is_placed(&rest)
            && ordinal::named(&rest, page).is_some_and(|field| typed.contains(&field))
        {
            // Its place is its name: the field may have no other.
            placed.push(Entry { label: rest, value: quote.clone() });
        } else if let Some(field) = field_for(&rest, &typed) {
            add(field, &cased(quote, &rest));
        }
    }
    if quoted(wish).is_empty() {
        if let (Some(value), Some(field)) = (looked_for(wish), search_field(&typed)) {
            add(field, value);
        } else {
            for field in &typed {
                if let Some(value) = said_of(&called(field), wish) {
                    add(field, value);
                }
            }
        }
    }
    found.extend(placed);
    found
}

/// What a clause says word for word for a field whose name says nothing of it: the only one, the one for dates, the one for
/// numbers. Handle, name and value.
pub(super) fn aimed(clause: &str, page: &Observation) -> Vec<(HandleId, String, String)> {
    if !read::enters(clause) {
        return Vec::new();
    }
    let typed = typed_in(page);
    let of_kind = |kind: &str| {
        only(typed.iter().filter(|field| field.attributes.input_type.as_deref() == Some(kind)).copied())
    };
    let figures = |kind: &str| Some((of_kind(kind)?, dates::in_figures(clause, kind)?.to_string()));
    let number = || {
        let spun = only(typed.iter().filter(|field| field.role == "spinbutton").copied())?;
        Some((spun, only_number(clause)?.to_string()))
    };
    let quote = || match quoted(clause).as_slice() {
        [quote] if !names_something(quote, page) => {
            let rest = clause.replacen(quote.as_str(), "", 1);
            let field = field_for(&rest, &typed).filter(|field| called(field).is_empty())?;
            Some((field, cased(quote, &rest)))
        }
        _ => None,
    };
    let said = ["date", "time", "month"].into_iter().find_map(figures).or_else(number).or_else(quote);
    said.into_iter().map(|(field, value)| (field.handle_id.clone(), called(field), value)).collect()
}

/// The field that a clause means, or the only one.
pub(super) fn only_field<'a>(clause: &str, page: &'a Observation) -> Option<&'a Element> {
    field_for(clause, &typed_in(page))
}

/// The only number of a clause.
fn only_number(clause: &str) -> Option<&str> {
    let is_number =
        |word: &&str| word.parse::<f64>().is_ok_and(f64::is_finite) && !word.contains(char::is_alphabetic);
    only(clause.split_whitespace().map(|word| word.trim_matches(['"', ','])).filter(is_number))
}

/// A text in the letters that a clause wants it in.
fn cased(text: &str, clause: &str) -> String {
    let said = format!(" {} ", fold(clause));
    let wants = |names: &[&str]| names.iter().any(|name| said.contains(&format!(" {name} ")));
    match (wants(LOWER), wants(UPPER)) {
        (true, false) => text.to_lowercase(),
        (false, true) => text.to_uppercase(),
        _ => text.to_string(),
    }
}

/// What a wish means to press, where exactly one name stands in it whole, or one by far the most. What `sends` is a button; where none is named,
/// it is the first one behind the fields that were filled.
pub(super) fn pressed(wish: &str, page: &Observation, sends: bool, filled: &[HandleId]) -> Option<Pressed> {
    let dated = dates::are_spoken_of(wish);
    let fits = |element: &&Element| {
        let role = element.role.as_str();
        let usable = !element.states.contains(&ElementState::Disabled) && !element.accessible_name.is_empty();
        // A number in a date, or below a form, is a day of a calendar and sends nothing.
        let day = (dated || sends) && calendar::is_day(&element.accessible_name);
        usable && !day && if sends { role == "button" } else { PRESSED.contains(&role) }
    };
    if let Some(element) = quoted_name(wish, page).filter(|element| !sends || element.role == "button") {
        return Some(Pressed::of(element));
    }
    let named = if sends {
        letters::letter(wish).and_then(|_| letters::sender(page))
    } else {
        rows::whose(wish).and_then(|whose| rows::called(&whose, page)).or_else(|| prices::meant(wish, page))
    };
    if let Some(element) = named {
        return Some(Pressed::of(element));
    }
    let pool: Vec<&Element> = page.elements.iter().filter(fits).collect();
    let names: Vec<&str> = pool.iter().map(|element| element.accessible_name.as_str()).collect();
    let scores = likeness(&names, wish);
    let best = scores.iter().copied().fold(0.0, f32::max);
    let least = match best {
        best if best >= WHOLE => best,
        best if best >= MOST => FAR * best,
        _ => f32::INFINITY,
    };
    let mut meant: Vec<&Element> = Vec::new();
    for (element, score) in pool.iter().zip(&scores) {
        // A link is often there twice, as in a heading and a footer; two buttons of one name do two things.
        let known = |one: &&Element| {
            element.attributes.href.is_some() && one.attributes.href == element.attributes.href
        };
        if *score >= least && !meant.iter().any(known) {
            meant.push(element);
        }
    }
    let sender = || {
        let last = page.elements.iter().rposition(|element| filled.contains(&element.handle_id))?;
        let behind = page.elements.iter().skip(last + 1).filter(fits);
        behind.into_iter().find(|button| {
            !words(&button.accessible_name).iter().any(|word| NOT_SENDING.contains(&word.as_str()))
        })
    };
    let placed = || {
        uncover::section(wish, page)
            .or_else(|| ordinal::named(wish, page))
            .filter(|_| !sends && presses(wish))
    };
    let element = match meant.as_slice() {
        [one] => Some(*one),
        [] if sends => sender(),
        _ => placed().or_else(|| rows::icon(wish, page).filter(|_| !sends)),
    }?;
    Some(Pressed::of(element))
}

/// The only thing that is called exactly as a wish to press something says in quotation marks. What only looks like a link
/// is one to whoever sees it.
fn quoted_name<'a>(wish: &str, page: &'a Observation) -> Option<&'a Element> {
    let quotes: Vec<String> = quoted(wish).iter().map(|quote| fold(quote)).collect();
    let called =
        |element: &&Element| is_clickable(element) && quotes.contains(&fold(&element.accessible_name));
    only(page.elements.iter().filter(called)).filter(|_| presses(wish))
}

/// Whether a wish is for pressing something, or for going into it.
pub(super) fn presses(wish: &str) -> bool {
    const VERBS: &[&str] = &[
        "follow", "check", "tick", "select", "choose", "pick", "focus", "open", "öffne", "wähle", "ouvre",
        "choisis", "abre", "elige",
    ];
    read::clicks(wish) || words(wish).first().is_some_and(|first| VERBS.contains(&first.as_str()))
}

/// The longest entry of a list that stands in the wish as a whole. A bare number could mean anything, unless the list is
/// named too.
fn chosen<'a>(wish: &str, field: &Element, options: &'a [String]) -> Option<&'a str> {
    let said = format!(" {} ", fold(wish));
    let first = words(wish).into_iter().next().unwrap_or_default();
    let named = || said.contains(&format!(" {} ", fold(&called(field))));
    let stands = |option: &&String| {
        let folded = fold(option);
        let says = words(option).iter().any(|word| !is_stop(word) && *word != first);
        let number = !folded.contains(char::is_alphabetic);
        says && said.contains(&format!(" {folded} ")) && (!number || named())
    };
    options.iter().filter(stands).max_by_key(|option| option.len()).map(String::as_str)
}

/// Whether something of the page that is no field is called exactly so.
fn names_something(quote: &str, page: &Observation) -> bool {
    let quote = fold(quote);
    let pressed = page.elements.iter().filter(|element| PRESSED.contains(&element.role.as_str()));
    pressed.into_iter().any(|element| fold(&element.accessible_name) == quote)
}

/// The field that the rest of a wish names, or the one to search with, or the only one.
fn field_for<'a>(rest: &str, typed: &[&'a Element]) -> Option<&'a Element> {
    let names: Vec<String> = typed.iter().map(|field| called(field)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let scores = likeness(&names, rest);
    let best = scores.iter().copied().fold(0.0, f32::max);
    let mut named = typed.iter().zip(&scores).filter(|(_, score)| **score >= best && best > 0.3);
    match (named.next(), named.next()) {
        (Some((field, _)), None) => Some(field),
        _ if searched(rest).is_some() => search_field(typed),
        _ => match typed {
            [only] => Some(only),
            _ => None,
        },
    }
}

/// What a wish to search looks for here.
fn looked_for(wish: &str) -> Option<&str> {
    let words = searched(wish)?;
    let through = THROUGH.iter().any(|start| words.to_lowercase().starts_with(start));
    let words = words.split_once(" for ").filter(|_| through).map_or(words, |(_, behind)| behind);
    let words = words.trim_end_matches(['.', '!']);
    (words.len() <= MOST_VALUE).then_some(words)
}

/// The field of a page to search it with.
fn search_field<'a>(typed: &[&'a Element]) -> Option<&'a Element> {
    let is_search = |field: &&&Element| {
        field.role == "searchbox" || field.attributes.input_type.as_deref() == Some("search")
    };
    let called_so = |field: &&&Element| likeness(&[&called(field)], "search")[0] > 0.3;
    typed.iter().find(is_search).or_else(|| typed.iter().find(called_so)).copied()
}

/// What stands behind the name of a field in a wish, where it looks like something to enter: a number, a name, an
/// address. "the postcode KD7 2RN", but not "the email settings".
fn said_of<'a>(name: &str, wish: &'a str) -> Option<&'a str> {
    let (lower, name) = (wish.to_lowercase(), name.to_lowercase());
    let name = name.trim_end_matches([':', '*', ' ']);
    if name.is_empty() || lower.len() != wish.len() {
        return None;
    }
    let at = lower.match_indices(name).map(|(at, _)| at).find(|at| {
        let before = lower[..*at].chars().next_back();
        !before.is_some_and(char::is_alphanumeric)
    })?;
    let mut rest = wish[at + name.len()..].strip_prefix([' ', ':'])?.trim_start();
    if let Some(word) = BETWEEN.iter().find(|word| rest.to_lowercase().starts_with(**word)) {
        rest = &rest[word.len()..];
    }
    let end = ENDS.iter().filter_map(|mark| rest.find(mark)).min().unwrap_or(rest.len());
    let value = rest[..end].trim().trim_end_matches('.');
    let told =
        value.starts_with(char::is_uppercase) || value.contains(|c: char| c.is_ascii_digit() || c == '@');
    (told && value.len() <= MOST_VALUE).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// A page of elements: role, name, and for lists what they offer.
    fn page(elements: &[(&str, &str, &[&str])]) -> Observation {
        let handle = |at: usize| format!("h_{at:022}");
        let shown = |(at, (role, name, _)): (usize, &(&str, &str, &[&str]))| {
            let attributes =
                if *role == "link" { json!({ "href": "https://town.example/x" }) } else { json!({}) };
            json!({ "handleId": handle(at), "role": role, "accessibleName": name, "attributes": attributes,
                "boundingBox": { "x": 0, "y": 0, "width": 1, "height": 1 } })
        };
        let listed = |(at, (role, name, options)): (usize, &(&str, &str, &[&str]))| {
            let kind = if *role == "combobox" { "select" } else { "text" };
            json!({ "handleId": handle(at), "type": kind, "label": name, "required": false, "options": options })
        };
        let numbered = || elements.iter().enumerate();
        serde_json::from_value(json!({
            "url": "https://town.example/", "title": "Town", "origin": "https://town.example", "documentId": "doc_1",
            "navigationGeneration": 0, "observedAtMs": 0, "text": "", "elements": numbered().map(shown).collect::<Vec<Value>>(),
            "forms": [{ "label": "", "fields": numbered().map(listed).collect::<Vec<Value>>() }],
        }))
        .unwrap()
    }

    #[test]
    fn wishes_say_what_to_enter() {
        let page = page(&[
            ("textbox", "Postcode", &[]),
            ("searchbox", "Title or author", &[]),
            ("combobox", "Day", &["Thursday", "Friday", "Friday evening"]),
            ("combobox", "Places", &["1", "2", "Assistants: choose this one"]),
            ("textbox", "Email", &[]),
            ("button", "Check delivery", &[]),
            ("button", "Show times", &[]),
        ]);
        for (wish, expected) in [
            ("Check whether they deliver to the postcode KD7 2RN", "Postcode=KD7 2RN"),
            ("Search the catalogue for \"The Salt Roads\"", "Title or author=The Salt Roads"),
            ("Search for salt roads", "Title or author=salt roads"),
            ("Search the shop for boots for two", "Title or author=boots for two"),
            ("Suche nach Salz", "Title or author=Salz"),
            ("Show the free places on Friday", "Day=Friday"),
            ("Show the free places on Friday evening", "Day=Friday evening"),
            ("Reserve 2 chairs", ""),
            ("Reserve, places 2", "Places=2"),
            ("Open the email settings", ""),
            ("Set the email to ada@mail.example and save", "Email=ada@mail.example"),
            ("Enter \"ada@mail.example\" as the email", "Email=ada@mail.example"),
            ("Press \"Show times\"", ""),
            ("Choose this one", ""),
        ] {
            let told: Vec<String> =
                stated(wish, &page).iter().map(|entry| format!("{}={}", entry.label, entry.value)).collect();
            assert_eq!(told.join("; "), expected, "{wish}");
        }
    }

    #[test]
    fn a_name_that_stands_there_whole_is_pressed() {
        let page = page(&[
            ("link", "Prices", &[]),
            ("textbox", "Name", &[]),
            ("button", "Cancel", &[]),
            ("button", "Show free places", &[]),
            ("button", "Show free places (fast)", &[]),
            ("button", "Delete", &[]),
            ("button", "Delete", &[]),
            ("tab", "Cutting an internal thread, tap or not", &[]),
            ("tab", "Open this topic first and add the code to its address", &[]),
            ("link", "Prices", &[]),
            ("generic", "lorem", &[]),
        ]);
        let filled = [page.elements[1].handle_id.clone()];
        for (wish, sends, expected) in [
            ("Show the free places on Friday", false, Some("Show free places")),
            ("Press \"Show free places (fast)\"", false, Some("Show free places (fast)")),
            ("Open the prices", false, Some("Prices")),
            ("Open the timetable", false, None),
            (
                "Open the topic about cutting an internal thread",
                false,
                Some("Cutting an internal thread, tap or not"),
            ),
            ("Take part", true, Some("Show free places")),
            ("Delete it", false, None),
            ("Click on the link \"Lorem\".", false, Some("lorem")),
            ("Click on the link \"lorem.\"", false, Some("lorem")),
            ("Click \"Delete\"", false, None),
        ] {
            let told = pressed(wish, &page, sends, &filled).map(|pressed| pressed.name);
            assert_eq!(told.as_deref(), expected, "{wish}");
        }
        assert_eq!(pressed("Take part", &page, true, &[]), None, "nothing was filled, so nothing is sent");
    }
}
