//! What a run entered into fields, so that a card can show what a form would send (S18). What anybody else entered stays in
//! the page, and a secret is never shown.

use std::collections::BTreeMap;

use laika_policy::classify::{CombinedClass, classify_text, combine};
use laika_policy::{Call, Explanation, Field};
use laika_protocol::canonical::digest_bytes;
use laika_protocol::ids::Sha256;
use laika_protocol::tools::ArgRole;
use laika_protocol::wire::FormFacts;
use serde::{Deserialize, Serialize};

use super::news::{at, plain};

/// A field that a form would send.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardField {
    /// Its name.
    pub name: String,
    /// What it holds.
    #[serde(flatten)]
    pub held: FieldHeld,
}

/// What a field holds, as far as the person is shown it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "held", rename_all = "snake_case")]
pub enum FieldHeld {
    /// What Laika entered, exactly.
    Entered {
        /// That.
        value: String,
        /// Where it comes from.
        source: String,
    },
    /// Something that Laika entered, and that nobody is to read over a shoulder.
    Secret {
        /// Where it comes from.
        source: String,
    },
    /// Something that the page or the person entered: it never leaves the page.
    Filled,
    /// Nothing.
    Empty,
    /// The page does not say.
    Unknown,
}

/// What was entered so far, by its digest: a page says which of its fields still hold it.
#[derive(Clone, Default)]
pub(super) struct Entered(BTreeMap<Sha256, FieldHeld>);

impl Entered {
    /// Adds what a call enters into its field, with where the gate found it to come from.
    pub(super) fn add(&mut self, call: &Call, explanation: &Explanation) {
        let Some(field) = &call.field else { return };
        let texts = explanation
            .values
            .iter()
            .filter(|traced| matches!(traced.role, ArgRole::FreeText | ArgRole::LocalText | ArgRole::Choice));
        for traced in texts {
            let path = traced.path.to_string();
            let Some(value) = at(&call.arguments, path.trim_start_matches("$.")).map(plain) else { continue };
            let source = traced.source.as_str().to_owned();
            let digest = digest_bytes(value.as_bytes());
            let held = if is_secret(field, &value) {
                FieldHeld::Secret { source }
            } else {
                FieldHeld::Entered { value, source }
            };
            self.0.insert(digest, held);
        }
    }

    /// The fields of a form with what they hold.
    pub(super) fn fields_of(&self, form: &FormFacts) -> Vec<CardField> {
        let field = |(at, name): (usize, &String)| {
            let held = match form.held.get(at) {
                None => FieldHeld::Unknown,
                Some(held) => {
                    let entered = held.entered.as_ref().and_then(|digest| self.0.get(digest)).cloned();
                    entered.unwrap_or(if held.filled { FieldHeld::Filled } else { FieldHeld::Empty })
                }
            };
            CardField { name: name.clone(), held }
        };
        form.field_names.iter().enumerate().map(field).collect()
    }
}

fn is_secret(field: &Field, text: &str) -> bool {
    match combine(field.class(), classify_text(text).class) {
        CombinedClass::Payment | CombinedClass::Credential | CombinedClass::Secret => true,
        CombinedClass::NonSensitive | CombinedClass::Pii => false,
    }
}
