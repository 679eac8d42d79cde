//! Making a schema ready for decoding: without words for people, closed and bounded.
//!
//! Only ever less is allowed than before, so an answer that fits the prepared schema fits the original.

use laika_protocol::model::PIECE_OF;
use serde_json::{Map, Value, json};

use super::formats;

/// How deep a schema may go.
const DEEPEST: usize = 64;

/// Keywords that tell people something and bind no value.
const FOR_PEOPLE: &[&str] = &[
    "$comment",
    "$id",
    "$schema",
    "default",
    "deprecated",
    "description",
    "examples",
    "readOnly",
    "title",
    "writeOnly",
];

/// Prepares a schema and all within it.
pub(super) fn prepared(schema: &Value) -> Result<Value, String> {
    schema_at(schema, 0)
}

fn schema_at(schema: &Value, depth: usize) -> Result<Value, String> {
    if depth > DEEPEST {
        return Err("it is nested too deeply".into());
    }
    if schema.is_boolean() {
        return Ok(schema.clone());
    }
    let Value::Object(schema) = schema else { return Err("a schema is an object".into()) };
    let mut result = Map::new();
    for (keyword, value) in schema {
        let value = match keyword.as_str() {
            word if FOR_PEOPLE.contains(&word) || (word.starts_with("x-") && word != PIECE_OF) => continue,
            "properties" | "patternProperties" | "$defs" | "definitions" => each_value(value, depth)?,
            "items" | "additionalProperties" | "additionalItems" => schema_at(value, depth + 1)?,
            "anyOf" | "oneOf" | "allOf" | "prefixItems" => each_item(value, depth)?,
            _ => value.clone(),
        };
        result.insert(keyword.clone(), value);
    }
    close(&mut result);
    bound(&mut result)?;
    Ok(Value::Object(result))
}

fn each_value(schemas: &Value, depth: usize) -> Result<Value, String> {
    let Value::Object(schemas) = schemas else { return Err("properties are an object".into()) };
    let prepared = schemas.iter().map(|(name, schema)| Ok((name.clone(), schema_at(schema, depth + 1)?)));
    prepared.collect::<Result<Map<_, _>, String>>().map(Value::Object)
}

fn each_item(schemas: &Value, depth: usize) -> Result<Value, String> {
    let Value::Array(schemas) = schemas else { return Err("branches are a list".into()) };
    schemas.iter().map(|schema| schema_at(schema, depth + 1)).collect::<Result<Vec<_>, _>>().map(Value::Array)
}

/// An object with named properties has no others, unless their schema is given.
fn close(schema: &mut Map<String, Value>) {
    let open = matches!(schema.get("additionalProperties"), None | Some(Value::Bool(true)));
    if open && schema.contains_key("properties") && !schema.contains_key("patternProperties") {
        schema.insert("additionalProperties".into(), json!(false));
    }
}

fn bound(schema: &mut Map<String, Value>) -> Result<(), String> {
    let kinds = match schema.get("type") {
        Some(Value::String(kind)) => vec![kind.clone()],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => return Ok(()),
    };
    let has = |kind: &str| kinds.iter().any(|have| have == kind);
    if has("integer") || has("number") {
        formats::of_number(schema, !has("number"));
    }
    if has("string") { formats::of_string(schema) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_people_go_and_names_stay() {
        let schema = json!({
            "title": "T", "type": "object", "description": "d", "x-note": 1,
            "properties": { "title": { "type": "string", "maxLength": 3, "x-piece-of": ["a b"] },
                            "n": { "type": "integer", "format": "uint8" },
                            "id": { "type": ["string", "null"], "format": "node-id" } },
            "required": ["title"]
        });
        let wanted = json!({
            "type": "object",
            "properties": { "title": { "type": "string", "maxLength": 3, "x-piece-of": ["a b"] },
                            "n": { "type": "integer", "minimum": 0, "maximum": 255 },
                            "id": { "type": ["string", "null"], "pattern": "^n:(0|[1-9][0-9]{0,8})$" } },
            "required": ["title"], "additionalProperties": false
        });
        assert_eq!(prepared(&schema), Ok(wanted));
    }

    #[test]
    fn what_cannot_be_held_is_refused() {
        assert!(prepared(&json!({ "type": "string", "format": "no-such" })).is_err());
        assert!(prepared(&json!(7)).is_err());
        assert!(prepared(&json!({ "properties": [] })).is_err());
        let deep = (0..100).fold(json!({ "type": "null" }), |inner, _| json!({ "items": inner }));
        assert!(prepared(&deep).is_err());
    }
}
