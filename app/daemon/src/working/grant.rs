//! A grant that was agreed to before, for when nobody can be asked: narrow, and it answers one ask at a time.
//!
//! It never widens what the gate would let a person approve. Every yes it gives is bound to one exact call, like a yes
//! that somebody pressed, and is recorded as given by the grant.

use std::collections::BTreeMap;

use laika_policy::Call;
use laika_protocol::ids::Origin;
use serde::{Deserialize, Serialize};

/// What was agreed to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingGrant {
    /// Its name.
    pub id: String,
    /// What it is for, in a few words.
    pub title: String,
    /// The only origin it holds on.
    pub origin: Origin,
    /// The pages of that origin, by their paths.
    pub pages: Vec<String>,
    /// The names of the fields that may be filled, as the page's form sends them.
    pub fields: Vec<String>,
    /// The form that may be sent.
    pub form: GrantedForm,
    /// How often each thing may be done: `type`, `select`, `submit`.
    pub limits: BTreeMap<String, u32>,
    /// The texts of which every value has to be a piece, word for word: the goal.
    pub said: String,
}

/// A form that may be sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrantedForm {
    /// Where to, as a path of the origin.
    pub action: String,
    /// How.
    pub method: String,
    /// Exactly these fields, no more and no fewer.
    pub sent_fields: Vec<String>,
}

impl StandingGrant {
    /// Whether it covers a call on the page at this address; if so, one use of it is gone.
    pub fn takes(&mut self, call: &Call, url: &str) -> bool {
        let Some(verb) = self.covers(call, url) else { return false };
        match self.limits.get_mut(verb) {
            Some(left) if *left > 0 => {
                *left -= 1;
                true
            }
            _ => false,
        }
    }

    fn covers(&self, call: &Call, url: &str) -> Option<&'static str> {
        let context = call.context.as_ref()?;
        let path = url.strip_prefix(self.origin.as_str())?.split(['?', '#']).next()?;
        if context.origin != self.origin || !self.pages.iter().any(|page| page == path) {
            return None;
        }
        let target = call.target.as_ref()?;
        let text = |name: &str| call.arguments.get(name).and_then(|value| value.as_str());
        match call.tool.name.as_str() {
            "browser.type" => self.may_enter(call, text("text")?).then_some("type"),
            "browser.select" => self.may_enter(call, text("value")?).then_some("select"),
            "browser.click" => {
                let form = target.form.as_ref()?;
                let here = form.action.strip_prefix(self.origin.as_str())?.split(['?', '#']).next()?;
                let mut sent: Vec<&str> = form.field_names.iter().map(String::as_str).collect();
                let mut granted: Vec<&str> = self.form.sent_fields.iter().map(String::as_str).collect();
                sent.sort_unstable();
                granted.sort_unstable();
                let same = here == self.form.action
                    && form.method.eq_ignore_ascii_case(&self.form.method)
                    && sent == granted;
                same.then_some("submit")
            }
            _ => None,
        }
    }

    fn may_enter(&self, call: &Call, value: &str) -> bool {
        let named = call.field.as_ref().is_some_and(|field| {
            let facts = field.facts();
            self.fields.contains(&facts.name)
        });
        named && !value.is_empty() && self.said.contains(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use laika_policy::{Described, Field};
    use laika_protocol::ids::DocumentId;
    use laika_protocol::tools;
    use laika_protocol::wire::{CallContext, FormFacts, TargetFacts};
    use serde_json::json;

    const PAGE: &str = "http://127.0.0.1:7000/book";

    fn grant() -> StandingGrant {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        StandingGrant {
            id: "g".into(),
            title: "book".into(),
            origin: Origin::parse("http://127.0.0.1:7000").unwrap(),
            pages: owned(&["/book"]),
            fields: owned(&["name"]),
            form: GrantedForm {
                action: "/thanks".into(),
                method: "get".into(),
                sent_fields: owned(&["name", "notes"]),
            },
            limits: [("type".to_owned(), 1), ("submit".to_owned(), 1)].into(),
            said: "My name is Mara Lindqvist.".into(),
        }
    }

    fn call(tool: &str, origin: &str) -> Call {
        let mut call = Call::of_tool(Described::from(tools::find(tool).unwrap()), serde_json::Map::new());
        call.context = Some(CallContext {
            profile_id: None,
            tab_id: 1,
            frame_id: 0,
            origin: Origin::parse(origin).unwrap(),
            document_id: DocumentId::parse("d1").unwrap(),
            navigation_generation: 1,
        });
        call.target = Some(TargetFacts::default());
        call
    }

    fn typing(field: &str, text: &str) -> Call {
        let mut call = call("browser.type", "http://127.0.0.1:7000");
        call.arguments.insert("text".into(), json!(text));
        call.field = Some(Field::new(serde_json::from_value(json!({ "name": field })).unwrap()));
        call
    }

    fn sending(action: &str, method: &str, fields: &[&str]) -> Call {
        let mut call = call("browser.click", "http://127.0.0.1:7000");
        call.target = Some(TargetFacts {
            form: Some(FormFacts {
                action: action.into(),
                method: method.into(),
                enctype: String::new(),
                field_names: fields.iter().map(|field| (*field).to_owned()).collect(),
                values: laika_protocol::canonical::digest_bytes(b"x"),
            }),
            ..TargetFacts::default()
        });
        call
    }

    #[test]
    fn a_grant_covers_exactly_what_it_names() {
        let thanks = "http://127.0.0.1:7000/thanks";
        for (what, call, url, covered) in [
            ("a field with words of the goal", typing("name", "Mara Lindqvist"), PAGE, true),
            ("another page", typing("name", "Mara Lindqvist"), "http://127.0.0.1:7000/other", false),
            ("another field", typing("notes", "Mara Lindqvist"), PAGE, false),
            ("words that nobody said", typing("name", "Eve"), PAGE, false),
            ("no words", typing("name", ""), PAGE, false),
            ("the form", sending(thanks, "GET", &["notes", "name"]), PAGE, true),
            ("a field more", sending(thanks, "GET", &["name", "notes", "partners"]), PAGE, false),
            ("a field less", sending(thanks, "GET", &["name"]), PAGE, false),
            ("another address", sending("http://127.0.0.1:7000/pay", "GET", &["name", "notes"]), PAGE, false),
            ("another way", sending(thanks, "POST", &["name", "notes"]), PAGE, false),
            ("another site", sending("http://evil.example/thanks", "GET", &["name", "notes"]), PAGE, false),
            ("another tool", call("browser.navigate", "http://127.0.0.1:7000"), PAGE, false),
            ("another origin", call("browser.type", "http://127.0.0.1:7001"), PAGE, false),
        ] {
            assert_eq!(grant().takes(&call, url), covered, "{what}");
        }
        let mut once = grant();
        assert!(once.takes(&typing("name", "Mara Lindqvist"), PAGE));
        assert!(
            !once.takes(&typing("name", "Mara Lindqvist"), PAGE),
            "as often as it says, and not once more"
        );
    }
}
