//! What only a person does on a page: which step that is, what to tell them, and where on the page it is.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;

use laika_protocol::ids::HandleId;
use laika_protocol::observation::{Element, Observation, Signal};
use laika_protocol::run::HandoffNeed;

use super::fields::listed;
use super::read::after;
use crate::text::fold;

/// A page with more text than this is not only a check.
const SHORT_PAGE: usize = 2_000;

/// Whether a page is so short that it may be nothing but a wall before another one.
pub(super) fn is_short(page: &Observation) -> bool {
    page.text.len() < SHORT_PAGE
}

/// Hosts of frames that ask whether somebody is human.
const CHECKS: &[&str] =
    &["hcaptcha.com", "recaptcha.net", "challenges.cloudflare.com", "arkoselabs.com", "geetest.com"];
/// The same in words of pages, as [`fold`] writes them.
const HUMAN: &[&str] = &[
    "verify you are human",
    "verify that you are human",
    "verifying you are human",
    "confirm you are human",
    "im not a robot",
    "i am not a robot",
    "are you a robot",
    "complete the captcha",
    "solve the captcha",
    "enter the characters you see",
    "ich bin kein roboter",
    "dass sie ein mensch sind",
    "je ne suis pas un robot",
    "que vous êtes humain",
    "no soy un robot",
    "que eres humano",
    "non sono un robot",
];
const DRAGS: &[&str] = &[
    "drag ",
    "drag-and-drop ",
    "swipe ",
    "draw ",
    "ziehe ",
    "zeichne ",
    "glisse ",
    "dessine ",
    "arrastra ",
    "dibuja ",
];
const UPLOADS: &[&str] = &[
    "upload ",
    "attach ",
    "choose a file",
    "choose the file",
    "choose my ",
    "lade ",
    "füge ",
    "hänge ",
    "joins ",
    "téléverse ",
    "sube ",
    "adjunta ",
];
const LOGINS: &[&str] = &[
    "log in",
    "log into",
    "log me in",
    "login",
    "sign in",
    "sign into",
    "sign me in",
    "melde mich an",
    "logge mich ein",
    "connecte-moi",
    "connecte toi",
    "inicia sesión",
    "accede a mi cuenta",
];

/// Something for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assist {
    /// What.
    pub need: HandoffNeed,
    /// What to do and why, in our words.
    pub what: String,
    /// Where on the page.
    pub element: Option<HandleId>,
}

impl Assist {
    fn new(need: HandoffNeed, what: &str, element: Option<&Element>) -> Self {
        Self { need, what: what.to_owned(), element: element.map(|element| element.handle_id.clone()) }
    }
}

/// What stands before anything that is to be done on this page.
#[must_use]
pub(super) fn on_page(page: &Observation) -> Option<Assist> {
    let hosts = page.blocked_frames.iter().filter_map(|frame| frame.frame_origin.as_ref());
    let framed = hosts.into_iter().any(|origin| {
        let host = origin.as_str().split("://").nth(1).unwrap_or_default();
        CHECKS.iter().any(|check| host == *check || host.ends_with(&format!(".{check}")))
    });
    let says = |text: &str| HUMAN.iter().any(|words| fold(text).contains(words));
    let asked = page.elements.iter().find(|element| says(&element.accessible_name));
    if framed || asked.is_some() || is_short(page) && says(&page.text) {
        let what = "this page wants to know that you are human; show it yourself, Laika does not";
        return Some(Assist::new(HandoffNeed::Captcha, what, asked));
    }
    if let Some(field) = page.elements.iter().find(|element| is_code(element, page)) {
        let what = "this page asks for a code that only you have; enter it yourself, Laika does not watch";
        return Some(Assist::new(HandoffNeed::TwoFactor, what, Some(field)));
    }
    page.signals.contains(&Signal::AuthGate).then(|| {
        let what = "this page wants you to log in first, which only you can do";
        Assist::new(HandoffNeed::Login, what, page.elements.iter().find(|element| is_secret(element, page)))
    })
}

/// What a clause wants that is the person's, on whatever page.
#[must_use]
pub(super) fn for_clause(clause: &str, page: &Observation) -> Option<Assist> {
    let clause = clause.trim();
    let lower = clause.to_lowercase();
    let starts = |words: &[&str]| words.iter().any(|start| after(clause, &lower, start).is_some());
    if starts(DRAGS) {
        let what = "dragging and drawing is done by hand; do this step yourself";
        return Some(Assist::new(HandoffNeed::Manual, what, named_in(clause, page)));
    }
    if starts(UPLOADS) && file_field(page).is_some() {
        return Some(for_file(page));
    }
    let login = page.elements.iter().find(|element| is_secret(element, page));
    if starts(LOGINS) && login.is_some() {
        let what = "only you log in; do it yourself, Laika does not watch what you type";
        return Some(Assist::new(HandoffNeed::Login, what, login));
    }
    None
}

/// A file has to be chosen: what was tried cannot be done by anybody else.
#[must_use]
pub(super) fn for_file(page: &Observation) -> Assist {
    let what = "only you choose files; choose the file in this field yourself";
    Assist::new(HandoffNeed::FilePicker, what, file_field(page))
}

/// Something lies over the page, and nothing on it refuses or closes it: whoever agrees is never Laika.
pub(super) fn for_overlay(consent: bool) -> Assist {
    if consent {
        let what = "something lies over this page and asks you to agree, and no button on it refuses; decide about it yourself";
        Assist::new(HandoffNeed::Consent, what, None)
    } else {
        let what = "something lies over what has to be used on this page, and nothing on it says that it closes it; close it yourself";
        Assist::new(HandoffNeed::Manual, what, None)
    }
}

/// A step could not be done, and others come after it.
pub(super) fn for_stuck(step: &str) -> Assist {
    let what = format!("this could not be done: {step}; do it yourself, then let the run go on, or end it");
    Assist::new(HandoffNeed::Manual, &what, None)
}

/// A date is chosen on a calendar that leaves a doubt which day is which, or does not offer it.
pub(super) fn for_date(said: &str) -> Assist {
    let what =
        format!("the date is not sure to be chosen rightly on this calendar; choose it yourself: {said}");
    Assist::new(HandoffNeed::Manual, &what, None)
}

/// Nothing on the page can be used for a step: where it may be all the same.
#[must_use]
pub(super) fn for_nothing(page: &Observation) -> Option<Assist> {
    if let Some(frame) = page.blocked_frames.first() {
        let from = frame.frame_origin.as_ref().map_or("another site", |origin| origin.as_str());
        let what = format!(
            "what has to be used may lie in a part of this page that comes from {from}, which is not read; do it yourself"
        );
        return Some(Assist::new(HandoffNeed::Manual, &what, None));
    }
    let what =
        "this page draws what it shows, so nothing on it can be used by its name; do this step yourself";
    page.elements.is_empty().then(|| Assist::new(HandoffNeed::Manual, what, None))
}

/// The element whose name stands in a clause; the longest name, where several do.
fn named_in<'a>(clause: &str, page: &'a Observation) -> Option<&'a Element> {
    let said = format!(" {} ", fold(clause));
    let named = page.elements.iter().filter(|element| {
        let name = fold(&element.accessible_name);
        !name.is_empty() && said.contains(&format!(" {name} "))
    });
    named.max_by_key(|element| element.accessible_name.len())
}

/// The kind of a field, by itself or by its form.
fn kind<'a>(element: &'a Element, page: &'a Observation) -> &'a str {
    let of_form = || listed(element, page).map(|field| field.field_type.as_str());
    element.attributes.input_type.as_deref().or_else(of_form).unwrap_or_default()
}

fn file_field(page: &Observation) -> Option<&Element> {
    page.elements.iter().find(|element| kind(element, page) == "file")
}

fn is_secret(element: &Element, page: &Observation) -> bool {
    kind(element, page) == "password"
}

fn is_code(element: &Element, page: &Observation) -> bool {
    let of_form = || listed(element, page).and_then(|field| field.autocomplete.as_deref());
    let fills = element.attributes.autocomplete.as_deref().or_else(of_form);
    fills.is_some_and(|fills| fills.split_whitespace().any(|word| word == "one-time-code"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;
    use serde_json::{Value, json};

    fn page(text: &str, elements: &[(&str, &str, Value)], frames: &[&str]) -> Observation {
        let element = |(at, (role, name, attributes)): (usize, &(&str, &str, Value))| {
            json!({ "handleId": format!("h_{at:022}"), "role": role, "accessibleName": name, "attributes": attributes,
                "boundingBox": { "x": 0, "y": 0, "width": 1, "height": 1 } })
        };
        let frame =
            |origin: &&str| json!({ "frameOrigin": origin, "blocked": true, "reasonCode": "E_FRAME" });
        serde_json::from_value(json!({
            "url": "https://town.example/", "title": "", "origin": "https://town.example", "documentId": "doc_1",
            "navigationGeneration": 0, "observedAtMs": 0, "text": text,
            "elements": elements.iter().enumerate().map(element).collect::<Vec<_>>(),
            "blockedFrames": frames.iter().map(frame).collect::<Vec<_>>(),
        }))
        .unwrap()
    }

    #[test]
    fn what_stands_before_everything_is_the_persons() {
        let code = json!({ "autocomplete": "one-time-code" });
        for (text, elements, frames, expected) in [
            ("Welcome.", vec![("button", "Book", json!({}))], vec![], None),
            ("Please verify you are human to go on.", vec![], vec![], Some(HandoffNeed::Captcha)),
            ("Bitte bestätigen Sie, dass Sie ein Mensch sind.", vec![], vec![], Some(HandoffNeed::Captcha)),
            ("Je ne suis pas un robot", vec![], vec![], Some(HandoffNeed::Captcha)),
            ("No soy un robot", vec![], vec![], Some(HandoffNeed::Captcha)),
            ("Book", vec![("checkbox", "I'm not a robot", json!({}))], vec![], Some(HandoffNeed::Captcha)),
            ("Book", vec![], vec!["https://newassets.hcaptcha.com"], Some(HandoffNeed::Captcha)),
            ("Book", vec![], vec!["https://hcaptcha.com.evil.example"], None),
            ("Enter the code", vec![("textbox", "Code", code)], vec![], Some(HandoffNeed::TwoFactor)),
        ] {
            let found = on_page(&page(text, &elements, &frames)).map(|assist| assist.need);
            assert_eq!(found, expected, "{text} {frames:?}");
        }
        let long = "A long article on checks that ask to verify you are human. ".repeat(60);
        assert_eq!(on_page(&page(&long, &[], &[])), None, "an article is no check");
    }

    #[test]
    fn some_clauses_are_the_persons() {
        let elements = [
            ("button", "Blue card", json!({})),
            ("button", "Picture", json!({ "type": "file" })),
            ("textbox", "Password", json!({ "type": "password" })),
        ];
        let page = page("Board", &elements, &["https://maps.example"]);
        for (clause, expected) in [
            ("Drag the blue card to the bin", Some((HandoffNeed::Manual, Some(0)))),
            ("Ziehe die Karte", Some((HandoffNeed::Manual, None))),
            ("Upload my picture", Some((HandoffNeed::FilePicker, Some(1)))),
            ("Log in", Some((HandoffNeed::Login, Some(2)))),
            ("Melde mich an", Some((HandoffNeed::Login, Some(2)))),
            ("Click the blue card", None),
            ("Open the upload guide", None),
        ] {
            let found = for_clause(clause, &page).map(|assist| {
                let at =
                    assist.element.map(|handle| handle.as_str().trim_start_matches("h_").parse::<usize>());
                (assist.need, at.transpose().unwrap())
            });
            assert_eq!(found, expected, "{clause}");
        }
        assert!(for_nothing(&page).unwrap().what.contains("https://maps.example"));
    }
}
