//! A call as it may be stored: what it does and where, never what was typed (RUN-055).

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::Path;
use laika_protocol::limits::Limit;
use laika_protocol::run::{FieldHint, TypedText};
use laika_protocol::tools::ArgRole;
use serde_json::{Value, json};

use super::{scrub, shown_url};
use crate::classify::{CombinedClass, FieldClass, TextClass, classify_text, combine};
use crate::trace::leaves;
use crate::{Call, Described, Role};

/// Characters of the longest date, number or choice.
const MOST_WORD: usize = 32;

/// How much of a typed text is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// The first characters of a text about which nothing is sensitive; 0 unless the person switched verbose audits on, and never more than the limit
    /// `verbose_audit_prefix`.
    pub prefix_chars: usize,
}

/// The arguments of a call by their paths, each in the form that may be stored.
#[must_use]
pub fn recorded_arguments(call: &Call, audit: Audit) -> BTreeMap<String, Value> {
    let Ok(leaves) = leaves(&call.tool, &call.arguments) else {
        return [("arguments".to_string(), json!("too large"))].into();
    };
    let field = call.field.as_ref().map_or(FieldClass::Generic, crate::Field::class);
    let declared = Declared::of(&call.tool);
    let mut undeclared = 0_u32;
    leaves
        .iter()
        .map(|leaf| {
            let text = leaf.text();
            let kept = match leaf.role {
                Role::Known(ArgRole::Handle) => json!("element"),
                Role::Known(ArgRole::Url) => json!(shown_url(&text)),
                Role::Known(ArgRole::Recipient | ArgRole::Path) => json!(scrub(&text)),
                Role::Known(ArgRole::FreeText | ArgRole::LocalText) => typed(&text, field, audit),
                // A value that is not what its role says is words.
                Role::OneOf(options) if !options.iter().any(|option| *option == text) => {
                    typed(&text, field, audit)
                }
                Role::Known(
                    ArgRole::Amount
                    | ArgRole::Choice
                    | ArgRole::Count
                    | ArgRole::Flag
                    | ArgRole::Tab
                    | ArgRole::Structure,
                )
                | Role::OneOf(_)
                | Role::When => match leaf.value.as_str() {
                    Some(text)
                        if text.contains(char::is_whitespace) || text.chars().nth(MOST_WORD).is_some() =>
                    {
                        typed(text, field, audit)
                    }
                    Some(text) => json!(scrub(text)),
                    None => leaf.value.as_ref().clone(),
                },
            };
            let path = leaf.path.to_string();
            if declared.has(&path) {
                return (scrub(&path).into_owned(), kept);
            }
            undeclared += 1;
            (format!("undeclared {undeclared}"), kept)
        })
        .collect()
}

/// The places a tool declares. Any other name in a call is the model's, and as good a place for words as a value.
struct Declared {
    paths: Vec<String>,
    /// Structures of our own tools have schemas, so that only their first name has to be looked at.
    whole: bool,
}

impl Declared {
    fn of(tool: &Described) -> Self {
        let mut paths = Vec::new();
        for name in tool.arguments.keys() {
            let parts = || name.split('.');
            paths.push(Path::root().key(name).to_string());
            paths.push(parts().fold(Path::root(), |path, part| path.key(part)).to_string());
            paths.extend(parts().next().map(|first| Path::root().key(first).to_string()));
        }
        Self { paths, whole: !tool.is_own }
    }

    fn has(&self, path: &str) -> bool {
        let path = without_indices(path);
        self.paths.iter().any(|declared| match path.strip_prefix(declared.as_str()) {
            Some("") => true,
            Some(below) => !self.whole && below.starts_with(['.', '[']),
            None => false,
        })
    }
}

/// The path with every `[0]` gone.
fn without_indices(path: &str) -> String {
    let mut left = String::with_capacity(path.len());
    let mut parts = path.split('[');
    left.extend(parts.next());
    for part in parts {
        match part.split_once(']') {
            Some((index, rest)) if !index.is_empty() && index.bytes().all(|b| b.is_ascii_digit()) => {
                left.push_str(rest);
            }
            _ => {
                left.push('[');
                left.push_str(part);
            }
        }
    }
    left
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
    let most = usize::try_from(Limit::VerboseAuditPrefix.row().default).unwrap_or_default();
    let prefix_chars = audit.prefix_chars.min(most);
    let plain = combine(field, class) == CombinedClass::NonSensitive;
    // Scrubbed to find what hides behind an encoding, which the class does not say.
    let prefix =
        (plain && prefix_chars > 0 && scrub(text) == text).then(|| text.chars().take(prefix_chars).collect());
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
