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
    let bytes = if object.iter().all(|(key, value)| key.is_ascii() && is_canonical_as_is(value)) {
        in_key_order(object)
    } else {
        serde_json_canonicalizer::to_vec(object)
    };
    bytes.map_err(|error| CanonicalError::NotJson(alloc::format!("{error}")))
}

/// Whether the plain compact form of a value is its canonical form: no fractions, which JavaScript writes otherwise, and
/// keys that are ASCII and in order already. Most arguments are like that, and a digest is made for every decision.
fn is_canonical_as_is(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => true,
        Value::Number(number) => number.is_i64() || number.is_u64(),
        Value::Array(items) => items.iter().all(is_canonical_as_is),
        Value::Object(fields) => {
            let ordered = fields.keys().zip(fields.keys().skip(1)).all(|(one, next)| one < next);
            ordered && fields.iter().all(|(key, field)| key.is_ascii() && is_canonical_as_is(field))
        }
    }
}

fn in_key_order(object: &Map<String, Value>) -> Result<Vec<u8>, serde_json::Error> {
    let mut fields: Vec<(&String, &Value)> = object.iter().collect();
    fields.sort_unstable_by_key(|(key, _)| *key);
    let mut bytes = Vec::with_capacity(512);
    for (at, (key, value)) in fields.into_iter().enumerate() {
        bytes.push(if at == 0 { b'{' } else { b',' });
        bytes.extend(serde_json::to_vec(key)?);
        bytes.push(b':');
        bytes.extend(serde_json::to_vec(value)?);
    }
    if bytes.is_empty() {
        bytes.push(b'{');
    }
    bytes.push(b'}');
    Ok(bytes)
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

    /// The short way gives the bytes of the library, whatever characters, keys and nesting there are.
    #[test]
    fn the_short_way_equals_the_long_one() {
        let all: String = ('\0'..='\u{ff}').chain("\u{2028}\u{feff}é😀\u{fb33}".chars()).collect();
        let mut seed = 1_u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for _ in 0..2_000 {
            let mut object = Map::new();
            for _ in 0..next(6) {
                let from = next(200);
                let text: String = all.chars().skip(from as usize).take(next(12) as usize).collect();
                let value = match next(7) {
                    0 => json!(text),
                    1 => json!(next(1 << 53)),
                    2 => json!(-(next(1 << 40) as i64)),
                    3 => json!(1.5),
                    4 => json!([text, null, true, { "b": 1, "a": text.as_str() }]),
                    5 => json!({ "a": 1, "b": { "c": text.as_str() } }),
                    _ => json!({ text.as_str(): next(9) }),
                };
                let key: String = all.chars().skip(next(260) as usize).take(3).collect();
                object.insert(key, value);
            }
            let library = serde_json_canonicalizer::to_vec(&object).unwrap();
            assert_eq!(object_bytes(&object).unwrap(), library, "{object:?}");
        }
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
