//! A tool's result made small: the same keys, short texts, few entries, and a note of what is missing (PIPE-009).

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::ids::{HandleAlias, HandleId};
use serde_json::{Map, Value};

use super::page::cut;
use crate::tokens::estimate_tokens;

/// How large a result may be, from generous to almost nothing: characters of a text, entries of a list, levels.
const STEPS: [(usize, usize, usize); 7] =
    [(400, 20, 6), (240, 12, 5), (160, 8, 5), (100, 5, 4), (60, 3, 4), (40, 2, 3), (24, 1, 2)];

/// Fields that say nothing to a model.
const DROPPED: &[&str] =
    &["boundingBox", "debug", "documentId", "navigationGeneration", "observedAtMs", "box", "redactions"];

/// Fields that say how far a result can be relied on: they stay where the rest has to go (PIPE-010).
const STANDING: &[&str] = &["source", "confidence"];

/// A result within so many tokens, by estimate. Real handles become names of this pack, and those that have none go.
pub fn condense(
    result: &Value,
    tokens: usize,
    mut name: impl FnMut(&HandleId) -> Option<HandleAlias>,
) -> Value {
    let mut small = Value::Null;
    for (chars, entries, levels) in STEPS {
        small = reduced(result, chars, entries, levels, &mut name);
        if estimate_tokens(&small.to_string()) <= tokens {
            return small;
        }
    }
    // Wide objects stay wide whatever their texts are; then only its shape is told, and where it comes from.
    let Some(fields) = small.as_object() else {
        return Value::from(cut(&small.to_string(), tokens.max(8) * 3));
    };
    let keys: Vec<&str> = fields.keys().map(String::as_str).take(8).collect();
    let shape = format!("too large to show; it has {}", keys.join(", "));
    let standing = STANDING.iter().filter_map(|key| Some(((*key).to_string(), fields.get(*key)?.clone())));
    let mut told: Map<String, Value> = standing.collect();
    if !told.is_empty() {
        told.insert("shape".into(), Value::from(shape.as_str()));
        let told = Value::Object(told);
        if estimate_tokens(&told.to_string()) <= tokens {
            return told;
        }
    }
    Value::from(cut(&shape, tokens.max(8) * 3))
}

fn reduced(
    value: &Value,
    chars: usize,
    entries: usize,
    levels: usize,
    name: &mut impl FnMut(&HandleId) -> Option<HandleAlias>,
) -> Value {
    match value {
        Value::String(text) => match HandleId::parse(text) {
            Ok(handle) => name(&handle).map_or(Value::Null, |alias| Value::from(alias.as_str())),
            Err(_) => Value::from(cut(text.trim(), chars)),
        },
        Value::Array(items) if levels == 0 => Value::from(format!("{} entries", items.len())),
        Value::Object(fields) if levels == 0 => Value::from(format!("{} fields", fields.len())),
        Value::Array(items) => {
            let mut kept: Vec<Value> = items
                .iter()
                .take(entries)
                .map(|item| reduced(item, chars, entries, levels - 1, name))
                .collect();
            if items.len() > kept.len() {
                kept.push(Value::from(format!("{} more", items.len() - kept.len())));
            }
            Value::Array(kept)
        }
        Value::Object(fields) => {
            let mut kept = Map::new();
            for (key, field) in fields.iter().filter(|(key, _)| !DROPPED.contains(&key.as_str())) {
                let small = reduced(field, chars, entries, levels - 1, name);
                if !is_empty(&small) {
                    kept.insert(cut(key, 60), small);
                }
            }
            Value::Object(kept)
        }
        Value::Number(number) => number.as_f64().map_or(value.clone(), |float| {
            if number.is_f64() {
                serde_json::Number::from_f64(rounded(float)).map_or(Value::Null, Value::Number)
            } else {
                value.clone()
            }
        }),
        Value::Null | Value::Bool(_) => value.clone(),
    }
}

/// Three digits behind the point are enough for anybody who reads.
#[expect(clippy::cast_possible_truncation, reason = "within the range that was checked")]
fn rounded(number: f64) -> f64 {
    if number.abs() < 1e12 { ((number * 1_000.0) as i64) as f64 / 1_000.0 } else { number }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn results_get_small_and_keep_no_real_handle() {
        let handle = format!("h_{}", "x".repeat(22));
        let rows: Vec<Vec<String>> =
            (0..500).map(|n| alloc::vec![format!("row {n}"), "y".repeat(300)]).collect();
        let result = json!({ "caption": "Prices", "headers": ["a", "b"], "rows": rows, "handleId": handle,
            "boundingBox": { "x": 1.0 }, "empty": [], "confidence": 0.123_456 });
        for tokens in [40, 80, 200, 600] {
            let small = condense(&result, tokens, |_| HandleAlias::parse("laika-3").ok());
            let text = small.to_string();
            assert!(estimate_tokens(&text) <= tokens, "{tokens}: {text}");
            assert!(!text.contains("h_x"), "{text}");
        }
        let small = condense(&result, 200, |_| HandleAlias::parse("laika-3").ok());
        assert_eq!(small["caption"], "Prices");
        assert_eq!(small["handleId"], "laika-3");
        assert_eq!(small["confidence"], 0.123);
        assert!(small["rows"].to_string().contains("more"), "what is missing is said");
        assert_eq!(condense(&json!({ "a": handle }), 100, |_| None), json!({}));
    }
}
