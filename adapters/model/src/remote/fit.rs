//! Whether an answer is what was asked for. A server says that it keeps to a shape; it is never believed.

use laika_protocol::json::{self, Caps};
use laika_protocol::model::PIECE_OF;
use laika_protocol::schema::{is_known_keyword, validate};
use laika_protocol::{Defect, quoted};
use serde_json::Value;

use super::RemoteError;
use super::schema::unwrapped;

/// Definitions may name one another only so often.
const MOST_STEPS: usize = 16;

/// Whether every word of a shape is one that an answer can be held against.
pub(super) fn is_checkable(schema: &Value) -> bool {
    let Value::Object(fields) = schema else { return schema.is_boolean() };
    fields.iter().all(|(keyword, value)| match (keyword.as_str(), value) {
        ("properties" | "$defs", Value::Object(named)) => named.values().all(is_checkable),
        ("items", _) | ("additionalProperties", Value::Object(_)) => is_checkable(value),
        ("anyOf" | "oneOf", Value::Array(branches)) => branches.iter().all(is_checkable),
        (word, _) => word.starts_with("x-") || is_known_keyword(word),
    })
}

/// The object in a text: alone, or in the fence that models like to put around it.
pub(super) fn object_of(text: &str) -> Result<Value, RemoteError> {
    let text = without_fence(text.trim());
    json::read(text, Caps::bytes(text.len())).map_err(|defects| misfit(&defects))
}

fn without_fence(text: &str) -> &str {
    let inside = text.strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    inside.and_then(|inside| inside.split_once('\n')).map_or(text, |(_, inside)| inside.trim())
}

/// The answer as it was asked for, as text.
pub(super) fn fitted(shape: &Value, answer: Value) -> Result<String, RemoteError> {
    let mut answer = unwrapped(shape, answer);
    let check = Check { root: shape };
    check.drop_nulls(shape, &mut answer);
    let defects = validate(shape, &answer);
    if !defects.is_empty() {
        return Err(misfit(&defects));
    }
    if let Some(other) = check.other_piece(shape, &answer) {
        return Err(RemoteError::Misfit(format!("{} is no piece of what was given", quoted(other))));
    }
    Ok(answer.to_string())
}

fn misfit(defects: &[Defect]) -> RemoteError {
    RemoteError::Misfit(defects.first().map(ToString::to_string).unwrap_or_default())
}

struct Check<'a> {
    root: &'a Value,
}

impl<'a> Check<'a> {
    fn resolve(&self, mut schema: &'a Value) -> &'a Value {
        for _ in 0..MOST_STEPS {
            match schema["$ref"].as_str().and_then(|target| target.strip_prefix("#/$defs/")) {
                Some(name) => schema = &self.root["$defs"][name],
                None => break,
            }
        }
        schema
    }

    /// The branches that a value can be read by; the schema itself where there are none.
    fn branches(&self, schema: &'a Value) -> Vec<&'a Value> {
        let schema = self.resolve(schema);
        match schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array()) {
            Some(branches) => branches.iter().map(|branch| self.resolve(branch)).collect(),
            None => vec![schema],
        }
    }

    fn takes_null(&self, schema: &'a Value) -> bool {
        self.branches(schema).iter().any(|branch| {
            let names = &branch["type"];
            names == "null"
                || names.as_array().is_some_and(|all| all.iter().any(|name| name == "null"))
                || branch["const"].is_null() && branch.get("const").is_some()
                || branch["enum"].as_array().is_some_and(|all| all.contains(&Value::Null))
        })
    }

    /// Some servers have every property stand there: what may be left out is `null` then.
    fn drop_nulls(&self, schema: &'a Value, value: &mut Value) {
        for branch in self.branches(schema) {
            match value {
                Value::Array(items) => {
                    items.iter_mut().for_each(|item| self.drop_nulls(&branch["items"], item))
                }
                Value::Object(fields) => {
                    let Some(properties) = branch["properties"].as_object() else { continue };
                    let required = branch["required"].as_array().map(Vec::as_slice).unwrap_or_default();
                    fields.retain(|name, value| {
                        let optional = !required.iter().any(|one| one == name);
                        let known = properties.get(name);
                        !(value.is_null() && optional && known.is_some_and(|known| !self.takes_null(known)))
                    });
                    for (name, value) in fields {
                        if let Some(known) = properties.get(name) {
                            self.drop_nulls(known, value);
                        }
                    }
                }
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
            }
        }
    }

    /// A text that should be a piece of a given one and is not.
    fn other_piece<'v>(&self, schema: &'a Value, value: &'v Value) -> Option<&'v str> {
        let branches = self.branches(schema);
        let given = |branch: &Value| branch[PIECE_OF].as_array().cloned();
        match value {
            Value::String(text) => {
                // Where one branch takes any text, there is nothing to be a piece of.
                let lists: Option<Vec<Vec<Value>>> = branches
                    .iter()
                    .filter(|branch| branch["type"] != "null")
                    .map(|branch| given(branch))
                    .collect();
                let texts = lists.filter(|lists| !lists.is_empty())?;
                let fits = |whole: &str| !text.trim().is_empty() && whole.contains(text.as_str());
                let fits = texts.iter().flatten().filter_map(Value::as_str).any(fits);
                (!fits).then_some(text)
            }
            Value::Array(items) => branches.iter().find_map(|branch| {
                items.iter().find_map(|item| self.other_piece(branch.get("items")?, item))
            }),
            Value::Object(fields) => branches.iter().find_map(|branch| {
                fields
                    .iter()
                    .find_map(|(name, value)| self.other_piece(branch["properties"].get(name)?, value))
            }),
            Value::Null | Value::Bool(_) | Value::Number(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shape() -> Value {
        json!({
            "type": "object",
            "properties": {
                "points": { "type": "array", "maxItems": 2, "items": { "$ref": "#/$defs/point" } },
                "note": { "type": "string", "maxLength": 5 },
                "best": { "type": ["string", "null"] },
            },
            "required": ["points"],
            "additionalProperties": false,
            "$defs": { "point": {
                "type": "object",
                "properties": { "quote": { "type": "string", "x-piece-of": ["one two", "three"] } },
                "required": ["quote"],
                "additionalProperties": false,
            } },
        })
    }

    fn fits(text: &str) -> Result<String, RemoteError> {
        fitted(&shape(), object_of(text)?)
    }

    #[test]
    fn answers_are_held_against_their_shape() {
        for (text, expected) in [
            (r#" {"points":[{"quote":"two"}]} "#, r#"{"points":[{"quote":"two"}]}"#),
            ("```json\n{\"points\":[]}\n```", r#"{"points":[]}"#),
            (r#"{"points":[],"note":null,"best":null}"#, r#"{"points":[],"best":null}"#),
        ] {
            assert_eq!(fits(text).as_deref(), Ok(expected));
        }
        for text in [
            "",
            "no",
            "{\"points\":[]} and more",
            r#"{"points":[{"quote":"two three"}]}"#,
            r#"{"points":[{"quote":""}]}"#,
            r#"{"points":[{"quote":null}]}"#,
            r#"{"points":[],"note":"too long"}"#,
            r#"{"points":[],"other":1}"#,
            r#"{"points":[],"points":[]}"#,
            r#"{"points":NaN}"#,
            r#"{"note":"a"}"#,
            r#"[]"#,
        ] {
            let error = fits(text).unwrap_err();
            assert!(error.is_repairable() && error.to_string().len() < 400, "{text}: {error}");
        }
        assert!(fits(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn a_shape_that_cannot_be_checked_is_not_asked_for() {
        assert!(is_checkable(&shape()));
        for schema in [
            json!({ "not": {} }),
            json!({ "type": "string", "pattern": "a" }),
            json!({ "type": "object", "properties": { "a": { "allOf": [] } } }),
            json!({ "items": [{}] }),
            json!("text"),
        ] {
            assert!(!is_checkable(&schema), "{schema}");
        }
    }
}
