//! The answer of a model on another machine, looked at before anybody reads it.

use alloc::borrow::Cow;
use alloc::string::String;

use laika_protocol::json::{self, Caps};
use serde_json::Value;

use crate::classify::{TextClass, classify_text};
use crate::inject::{self, Seen, Suspicion};

/// Longer texts are no names.
const LONGEST_NAME: usize = 40;

/// What the local guard saw in an answer. It only ever tightens: an answer without a mark is no more trusted than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guarded {
    /// How much it tries to give orders to whoever reads it next. Places are those in its texts, one a line, where the
    /// answer is an object.
    pub suspicion: Suspicion,
    /// Whether it holds something that looks like a secret, which was not in what was sent.
    pub holds_secret: bool,
}

impl Guarded {
    /// Whether every later step of the run asks.
    #[must_use]
    pub const fn is_suspicious(&self) -> bool {
        self.suspicion.is_suspicious() || self.holds_secret
    }
}

/// Looks at an answer (MODEL-034).
#[must_use]
pub fn guard_answer(answer: &str) -> Guarded {
    let text = words(answer);
    Guarded {
        suspicion: inject::inspect(&Seen { text: &text, hidden: false }),
        holds_secret: classify_text(&text).class == TextClass::SecretLike,
    }
}

/// The texts of an object that was asked for: its form is the form of a call, which in a page would be an attack.
fn words(answer: &str) -> Cow<'_, str> {
    match json::read(answer, Caps::bytes(answer.len())) {
        Ok(object @ (Value::Object(_) | Value::Array(_))) => {
            let mut texts = String::new();
            collect(&object, &mut texts);
            Cow::Owned(texts)
        }
        Ok(_) | Err(_) => Cow::Borrowed(answer),
    }
}

/// Names of tools and handles, which were offered and are held against the shape. They say nothing to a reader.
fn is_name(text: &str) -> bool {
    text.len() <= LONGEST_NAME
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b':'))
        && classify_text(text).class == TextClass::Normal
}

fn collect(value: &Value, texts: &mut String) {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
        Value::String(text) if is_name(text) => {}
        Value::String(text) => {
            texts.push_str(text);
            texts.push('\n');
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, texts)),
        Value::Object(fields) => fields.values().for_each(|field| collect(field, texts)),
    }
}
