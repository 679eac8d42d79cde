//! A call as it may be stored: what it does and where, never what was typed (RUN-055).

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};

use laika_protocol::run::{FieldHint, TypedText};
use laika_protocol::tools::ArgRole;
use serde_json::{Value, json};

use super::{scrub, shown_url};
use crate::classify::{CombinedClass, FieldClass, TextClass, classify_text, combine};
use crate::trace::leaves;
use crate::{Call, Role};

/// How much of a typed text is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// The first characters of a text about which nothing is sensitive; 0 unless the person switched verbose audits on.
    pub prefix_chars: usize,
}

/// The arguments of a call by their paths, each in the form that may be stored.
#[must_use]
pub fn recorded_arguments(call: &Call, audit: Audit) -> BTreeMap<String, Value> {
    let Ok(leaves) = leaves(&call.tool, &call.arguments) else {
        return [("arguments".to_string(), json!("too large"))].into();
    };
    let field = call.field.as_ref().map_or(FieldClass::Generic, crate::Field::class);
    leaves
        .iter()
        .map(|leaf| {
            let text = leaf.text();
            let kept = match leaf.role {
                Role::Known(ArgRole::Handle) => json!("element"),
                Role::Known(ArgRole::Url) => json!(shown_url(&text)),
                Role::Known(ArgRole::Recipient | ArgRole::Path) => json!(scrub(&text)),
                Role::Known(ArgRole::FreeText | ArgRole::LocalText) => typed(&text, field, audit),
                Role::Known(
                    ArgRole::Amount
                    | ArgRole::Choice
                    | ArgRole::Count
                    | ArgRole::Flag
                    | ArgRole::Tab
                    | ArgRole::Structure,
                )
                | Role::OneOf(_)
                | Role::When => {
                    leaf.value.as_str().map_or_else(|| leaf.value.as_ref().clone(), |text| json!(scrub(text)))
                }
            };
            (leaf.path.to_string(), kept)
        })
        .collect()
}

/// The field of a call, as it may be stored.
#[must_use]
pub fn recorded_field(call: &Call) -> Option<FieldHint> {
    let field = call.field.as_ref()?;
    let class = serde_json::to_value(field.class()).ok().and_then(|name| name.as_str().map(str::to_string));
    Some(FieldHint {
        input_type: field.facts().input_type.clone(),
        autocomplete: field.facts().autocomplete.clone(),
        label: field.facts().label.clone(),
        class: class.unwrap_or_default(),
    })
}

fn typed(text: &str, field: FieldClass, audit: Audit) -> Value {
    let class = classify_text(text).class;
    let digits = text.chars().any(char::is_numeric);
    let letters = text.chars().any(char::is_alphabetic);
    let other = text.chars().any(|c| !c.is_alphanumeric() && !c.is_whitespace());
    let characters = match (digits, letters, other) {
        (true, false, false) => "digits",
        (false, true, false) => "letters",
        (false, false, _) => "other",
        (true, true, _) | (true, false, true) | (false, true, true) => "mixed",
    };
    let newlines = text.matches('\n').count() as u64;
    let plain = combine(field, class) == CombinedClass::NonSensitive;
    let prefix = (plain && audit.prefix_chars > 0).then(|| text.chars().take(audit.prefix_chars).collect());
    let class = match class {
        TextClass::Normal => "normal",
        TextClass::PiiLike => "pii_like",
        TextClass::SecretLike => "secret_like",
    };
    json!(TypedText {
        redacted: true,
        length: text.chars().count() as u64,
        newlines: (newlines > 0).then_some(newlines),
        characters: characters.into(),
        class: class.into(),
        prefix,
    })
}
