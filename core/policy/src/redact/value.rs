//! A JSON value of any shape on its way to the disk.

use alloc::format;

use laika_protocol::ids::{Sha256, UtcTime, Uuid};
use serde_json::Value;

use super::shown_url;
use super::text::{kept, unreadable};

/// Deeper values are nothing we write.
const MOST_DEPTH: usize = 64;
/// Names whose values are addresses.
const ADDRESSES: [&str; 4] = ["url", "href", "addressPrefix", "address_prefix"];
/// Names of ids, digests and times, which are ours and would look like secrets.
const OURS: [&str; 8] =
    ["id", "in_reply_to_request_id", "created_at", "digest", "doc_id", "run_id", "hash", "turn"];

/// Takes out of a value what must not be stored, and cuts each of its texts to so many characters.
pub(super) fn clean_value(value: &mut Value, most_chars: usize) {
    walk(value, most_chars, Part::Other, MOST_DEPTH);
}

/// What of a packet a value is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Other,
    Calls,
    Call,
    /// What a model wants to type, or the handles it may use: no text of it is kept (RUN-055).
    Arguments,
}

impl Part {
    const fn item(self) -> Self {
        match self {
            Self::Calls => Self::Call,
            Self::Other | Self::Call => Self::Other,
            Self::Arguments => Self::Arguments,
        }
    }

    fn field(self, name: &str) -> Self {
        match (self, name) {
            (Self::Arguments, _) | (Self::Call, "arguments") => Self::Arguments,
            (Self::Other | Self::Calls | Self::Call, "tool_calls") => Self::Calls,
            (Self::Other | Self::Calls | Self::Call, _) => Self::Other,
        }
    }
}

fn walk(value: &mut Value, most_chars: usize, part: Part, depth: usize) {
    match value {
        Value::Null | Value::Bool(_) => {}
        Value::Number(number) => {
            let text = format!("{number}");
            let shown = kept(&text, most_chars);
            if shown != text {
                *value = shown.into();
            }
        }
        Value::String(text) if part == Part::Arguments => *text = unreadable(text),
        Value::String(text) => *text = kept(text, most_chars),
        Value::Array(_) | Value::Object(_) if depth == 0 => *value = "…".into(),
        Value::Array(items) => {
            items.iter_mut().for_each(|item| walk(item, most_chars, part.item(), depth - 1));
        }
        Value::Object(fields) => {
            for (name, mut field) in core::mem::take(fields) {
                let part = part.field(&name);
                match &mut field {
                    Value::String(url) if part == Part::Other && ADDRESSES.contains(&name.as_str()) => {
                        *url = kept(&shown_url(url), most_chars);
                    }
                    Value::String(text)
                        if part == Part::Other && OURS.contains(&name.as_str()) && is_ours(text) => {}
                    Value::Null
                    | Value::Bool(_)
                    | Value::Number(_)
                    | Value::String(_)
                    | Value::Array(_)
                    | Value::Object(_) => walk(&mut field, most_chars, part, depth - 1),
                }
                let mut shown = kept(&name, most_chars);
                if shown != name && fields.contains_key(&shown) {
                    shown = format!("{shown} {}", fields.len());
                }
                fields.insert(shown, field);
            }
        }
    }
}

/// By its form, not by its name: anybody can call a secret an id.
fn is_ours(text: &str) -> bool {
    Uuid::parse(text).is_ok() || Sha256::parse(text).is_ok() || UtcTime::parse(text).is_ok()
}
