//! A shape as servers take it.

use laika_protocol::model::PIECE_OF;
use serde_json::{Map, Value, json};

/// Deeper shapes are nothing we make.
const DEEPEST: usize = 64;
/// The field that an answer stands in where a server takes nothing but objects.
const WRAP: &str = "answer";

/// How much of JSON Schema a server understands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Taste {
    /// All that we use.
    Whole,
    /// OpenAI's strict part: every property required, no bounds of texts, no `oneOf`.
    Strict,
}

/// Whether a server that takes nothing but objects gets this shape inside one.
pub(super) fn is_wrapped(shape: &Value) -> bool {
    shape["type"] != "object"
}

/// A shape for a server that takes nothing but objects.
pub(super) fn object_schema(shape: &Value, taste: Taste) -> Value {
    let mut inner = wire_schema(shape, taste);
    if !is_wrapped(shape) {
        return inner;
    }
    let definitions = inner.as_object_mut().and_then(|fields| fields.shift_remove("$defs"));
    let mut outer = json!({
        "type": "object", "properties": { WRAP: inner }, "required": [WRAP], "additionalProperties": false,
    });
    if let (Some(definitions), Some(fields)) = (definitions, outer.as_object_mut()) {
        fields.insert("$defs".into(), definitions);
    }
    outer
}

/// Takes an answer out of the object that it was asked for in.
pub(super) fn unwrapped(shape: &Value, mut answer: Value) -> Value {
    if is_wrapped(shape)
        && let Some(inner) = answer.as_object_mut().and_then(|fields| fields.shift_remove(WRAP))
    {
        return inner;
    }
    answer
}

/// A shape without what only we understand.
pub(super) fn wire_schema(shape: &Value, taste: Taste) -> Value {
    schema_at(shape, taste, DEEPEST)
}

fn schema_at(schema: &Value, taste: Taste, depth: usize) -> Value {
    let (Value::Object(fields), Some(depth)) = (schema, depth.checked_sub(1)) else { return json!({}) };
    let mut kept = Map::new();
    for (keyword, value) in fields {
        let value = match (keyword.as_str(), value) {
            (word, _) if word == PIECE_OF || word.starts_with("x-") || is_left_out(word, taste) => continue,
            ("properties" | "$defs", Value::Object(named)) => {
                named.iter().map(|(name, one)| (name.clone(), schema_at(one, taste, depth))).collect()
            }
            ("items" | "additionalProperties", Value::Object(_)) => schema_at(value, taste, depth),
            ("anyOf" | "oneOf", Value::Array(branches)) => {
                branches.iter().map(|one| schema_at(one, taste, depth)).collect()
            }
            _ => value.clone(),
        };
        let keyword = if taste == Taste::Strict && keyword == "oneOf" { "anyOf" } else { keyword };
        kept.insert(keyword.into(), value);
    }
    name_type(&mut kept);
    if taste == Taste::Strict {
        require_all(&mut kept, fields);
    }
    Value::Object(kept)
}

fn is_left_out(keyword: &str, taste: Taste) -> bool {
    let strict = ["minLength", "maxLength", "format", "default", "examples", "title", "$schema"];
    taste == Taste::Strict && strict.contains(&keyword)
}

/// Some servers want a type beside every constant.
fn name_type(schema: &mut Map<String, Value>) {
    if schema.contains_key("type") {
        return;
    }
    let constants: Vec<&Value> = match (schema.get("const"), schema.get("enum")) {
        (Some(one), _) => vec![one],
        (None, Some(Value::Array(all))) => all.iter().collect(),
        _ => return,
    };
    let name = |value: &Value| match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let Some(first) = constants.first().map(|value| name(value)) else { return };
    if constants.iter().all(|value| name(value) == first) {
        schema.insert("type".into(), first.into());
    }
}

/// Where every property is required, one that may be left out may be `null` instead.
fn require_all(schema: &mut Map<String, Value>, original: &Map<String, Value>) {
    let required: Vec<&Value> =
        original.get("required").and_then(Value::as_array).into_iter().flatten().collect();
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return };
    let mut names = Vec::new();
    for (name, property) in properties.iter_mut() {
        names.push(Value::from(name.as_str()));
        if !required.iter().any(|one| **one == *name) {
            *property = json!({ "anyOf": [property.take(), { "type": "null" }] });
        }
    }
    schema.insert("required".into(), names.into());
    schema.insert("additionalProperties".into(), false.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_server_understands_is_sent() {
        let shape = json!({
            "type": "object",
            "properties": {
                "tool": { "const": "browser.click" },
                "quote": { "type": "string", "maxLength": 9, "x-piece-of": ["a page"], "x-more": 1 },
                "n": { "enum": [1, 2] },
                "who": { "oneOf": [{ "const": "a" }, { "$ref": "#/$defs/who" }] },
            },
            "required": ["tool", "n", "who"],
            "$defs": { "who": { "type": "string", "x-piece-of": ["b"] } },
        });
        assert_eq!(
            wire_schema(&shape, Taste::Whole),
            json!({
                "type": "object",
                "properties": {
                    "tool": { "const": "browser.click", "type": "string" },
                    "quote": { "type": "string", "maxLength": 9 },
                    "n": { "enum": [1, 2], "type": "integer" },
                    "who": { "oneOf": [{ "const": "a", "type": "string" }, { "$ref": "#/$defs/who" }] },
                },
                "required": ["tool", "n", "who"],
                "$defs": { "who": { "type": "string" } },
            })
        );
        let strict = wire_schema(&shape, Taste::Strict);
        assert_eq!(strict["required"], json!(["tool", "quote", "n", "who"]));
        assert_eq!(strict["additionalProperties"], false);
        assert_eq!(
            strict["properties"]["quote"],
            json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] })
        );
        assert!(strict["properties"]["who"].get("anyOf").is_some());
        assert!(!strict.to_string().contains("x-") && !strict.to_string().contains("a page"));
    }

    #[test]
    fn what_is_no_object_travels_inside_one() {
        let shape = json!({ "enum": ["a", "b"], "$defs": { "x": { "type": "null" } } });
        let schema = object_schema(&shape, Taste::Strict);
        assert_eq!(schema["properties"]["answer"], json!({ "enum": ["a", "b"], "type": "string" }));
        assert_eq!(schema["$defs"]["x"]["type"], "null");
        assert_eq!(unwrapped(&shape, json!({ "answer": "b" })), json!("b"));
        let object = json!({ "type": "object" });
        assert_eq!(unwrapped(&object, json!({ "answer": "b" })), json!({ "answer": "b" }));
    }
}
