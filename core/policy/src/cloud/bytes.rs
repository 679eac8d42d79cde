//! The last look, at the very bytes that would leave: whoever made them, what must stay is not in them.

use laika_protocol::http::MOST_SENT;
use laika_protocol::json::{self, Caps};
use serde_json::Value;

use super::CloudRefusal;
use super::clean::{is_clean, is_clean_number};

/// The field with the name that a server gives its model. The person wrote it into the settings, and many such names
/// look like a secret.
const MODEL: &str = "model";

/// Reads the bytes as their receiver will, and checks every text in them.
pub(super) fn check_bytes(bytes: &[u8]) -> Result<(), CloudRefusal> {
    let text = core::str::from_utf8(bytes).map_err(|_| CloudRefusal::Unreadable)?;
    let value = json::read(text, Caps::bytes(MOST_SENT)).map_err(|_| CloudRefusal::Unreadable)?;
    let Value::Object(fields) = value else { return Err(CloudRefusal::Unreadable) };
    let clean = fields
        .iter()
        .all(|(name, value)| is_clean(name) && ((name == MODEL && value.is_string()) || all_clean(value)));
    if clean { Ok(()) } else { Err(CloudRefusal::NotClean) }
}

fn all_clean(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) => true,
        Value::Number(number) => is_clean_number(number),
        Value::String(text) => is_clean(text),
        Value::Array(items) => items.iter().all(all_clean),
        Value::Object(fields) => fields.iter().all(|(name, value)| is_clean(name) && all_clean(value)),
    }
}
