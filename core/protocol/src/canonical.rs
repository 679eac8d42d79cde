//! Canonical bytes (RFC 8785) and digests over them. Everything hashed or signed is hashed over these bytes.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256 as Hasher};

use crate::ids::Sha256;
use crate::json::MAX_SAFE_INTEGER;

/// A value that has no canonical form.
#[derive(Debug, thiserror::Error)]
pub enum CanonicalError {
    /// RFC 8785 would round this number, so two values would share one digest.
    #[error("a number beyond ±(2^53-1) has no canonical form; carry it as a string")]
    NumberRange,
    /// The value does not serialise to JSON.
    #[error("the value is not JSON: {0}")]
    NotJson(String),
}

/// The canonical bytes of a value.
///
/// # Errors
/// When a number is beyond ±(2^53-1) or the value is not JSON.
pub fn to_bytes(value: &impl Serialize) -> Result<Vec<u8>, CanonicalError> {
    let value =
        serde_json::to_value(value).map_err(|error| CanonicalError::NotJson(alloc::format!("{error}")))?;
    if !numbers_are_safe(&value) {
        return Err(CanonicalError::NumberRange);
    }
    serde_json_canonicalizer::to_vec(&value)
        .map_err(|error| CanonicalError::NotJson(alloc::format!("{error}")))
}

/// The canonical bytes of an object that is JSON already.
///
/// # Errors
/// When a number is beyond ±(2^53-1).
pub fn object_bytes(object: &Map<String, Value>) -> Result<Vec<u8>, CanonicalError> {
    if !object.values().all(numbers_are_safe) {
        return Err(CanonicalError::NumberRange);
    }
    serde_json_canonicalizer::to_vec(object)
        .map_err(|error| CanonicalError::NotJson(alloc::format!("{error}")))
}

/// SHA-256 over the canonical bytes of a value.
///
/// # Errors
/// When the value has no canonical form.
pub fn digest(value: &impl Serialize) -> Result<Sha256, CanonicalError> {
    Ok(digest_bytes(&to_bytes(value)?))
}

/// SHA-256 over bytes.
#[must_use]
pub fn digest_bytes(bytes: &[u8]) -> Sha256 {
    written(&Hasher::digest(bytes))
}

/// SHA-256 over several parts, each with its length before it, so that no two lists of parts share a digest.
#[must_use]
pub fn digest_parts<'a>(parts: impl IntoIterator<Item = Option<&'a [u8]>>) -> Sha256 {
    let mut hasher = Hasher::new();
    for part in parts {
        match part {
            Some(bytes) => {
                hasher.update([1]);
                hasher.update((bytes.len() as u64).to_le_bytes());
                hasher.update(bytes);
            }
            None => hasher.update([0]),
        }
    }
    written(&hasher.finalize())
}

fn written(digest: &[u8]) -> Sha256 {
    const HEX: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    let mut text = String::with_capacity(71);
    text.push_str("sha256:");
    for byte in digest {
        text.push(HEX[usize::from(byte >> 4)]);
        text.push(HEX[usize::from(byte & 15)]);
    }
    Sha256::from_hex_text(text)
}

#[expect(clippy::cast_precision_loss, reason = "2^53-1 is exact in f64")]
fn numbers_are_safe(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => true,
        Value::Number(number) => {
            number.as_f64().is_some_and(|number| number.abs() <= MAX_SAFE_INTEGER as f64)
        }
        Value::Array(items) => items.iter().all(numbers_are_safe),
        Value::Object(fields) => fields.values().all(numbers_are_safe),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_are_sorted_by_utf16_and_numbers_written_as_in_javascript() {
        let value =
            json!({ "b": 1.0, "a": [1e-30, -0.0, 100], "\u{20ac}": "€", "\u{1f600}": 1, "\u{fb33}": 2 });
        let text = String::from_utf8(to_bytes(&value).unwrap()).unwrap();
        assert_eq!(text, "{\"a\":[1e-30,0,100],\"b\":1,\"€\":\"€\",\"😀\":1,\"\u{fb33}\":2}");
    }

    #[test]
    fn numbers_that_would_round_are_refused() {
        assert!(to_bytes(&json!({ "n": 9_007_199_254_740_991_u64 })).is_ok());
        assert!(matches!(
            to_bytes(&json!([{ "n": 9_007_199_254_740_993_u64 }])),
            Err(CanonicalError::NumberRange)
        ));
        assert!(matches!(to_bytes(&json!(1e30)), Err(CanonicalError::NumberRange)));
    }

    #[test]
    fn order_of_keys_does_not_change_a_digest() {
        assert_eq!(digest(&json!({ "a": 1, "b": 2 })).unwrap(), digest(&json!({ "b": 2, "a": 1 })).unwrap());
        assert_eq!(
            digest_bytes(b"").as_str(),
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }
}
