//! What must hold of every schema we publish.

use std::collections::BTreeSet;

use laika_protocol::schema::{bundle, files, is_known_keyword, tool_schema_hash, tool_surface};
use laika_protocol::{canonical, tools};
use serde_json::Value;

/// Calls `visit` for every schema object inside a schema, leaving out maps of names to schemas.
fn walk(schema: &Value, visit: &mut impl FnMut(&serde_json::Map<String, Value>)) {
    let Value::Object(fields) = schema else { return };
    visit(fields);
    for (key, value) in fields {
        match (key.as_str(), value) {
            ("properties" | "$defs", Value::Object(named)) => {
                named.values().for_each(|schema| walk(schema, visit))
            }
            ("oneOf" | "anyOf", Value::Array(branches)) => {
                branches.iter().for_each(|branch| walk(branch, visit))
            }
            ("items" | "additionalProperties", schema) => walk(schema, visit),
            _ => {}
        }
    }
}

#[test]
fn the_validator_knows_every_keyword_that_occurs() {
    walk(&bundle(), &mut |schema| {
        for keyword in schema.keys() {
            assert!(is_known_keyword(keyword), "`{keyword}` in {schema:?}");
        }
    });
}

/// PROT-044, TOOL-017: unknown fields are refused by default. Free maps are the exception and stand in this list.
#[test]
fn every_object_refuses_unknown_fields() {
    let mut open = BTreeSet::new();
    walk(&bundle(), &mut |schema| {
        if schema.get("type") == Some(&"object".into())
            && schema.get("additionalProperties") != Some(&false.into())
        {
            open.insert(schema["description"].as_str().unwrap_or_default().to_owned());
        }
    });
    let expected = [
        "Its arguments, checked against the tool's own schema.",
        "Its arguments, such as `{\"style\": \"concise\"}`.",
        "Its arguments.",
    ];
    assert_eq!(open, expected.map(str::to_owned).into());
}

/// Two types of one name would become `Name` and `Name2`, and TypeScript would show that to people.
#[test]
fn every_type_has_a_name_of_its_own() {
    for name in bundle()["$defs"].as_object().unwrap().keys() {
        assert!(name == "Sha256" || !name.ends_with(|c: char| c.is_ascii_digit()), "{name}");
    }
}

/// Constrained decoding writes properties in the order of the schema: a name must come before its arguments.
#[test]
fn names_come_before_arguments() {
    let order = |file: &str, pointer: &str| -> Vec<String> {
        let (_, schema) = files().into_iter().find(|(name, _)| name == file).unwrap();
        schema.pointer(pointer).unwrap().as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(order("llmcp.response.json", "/$defs/ToolCall/properties"), ["name", "arguments"]);
    assert_eq!(order("llmcp.route.json", "/properties"), ["choice", "tool", "question"]);
    assert_eq!(order("llmcp.response.json", "/$defs/Assistant/properties"), ["title", "render", "citations"]);
    let surface = tool_surface();
    let click =
        surface["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == "browser.click").unwrap();
    let arguments: Vec<&String> = click["arguments"]["properties"].as_object().unwrap().keys().collect();
    assert_eq!(arguments, ["handleId", "clickKind", "expectNavigation"]);
}

/// TOOL-018: the hash is over canonical bytes, so the order of keys does not matter and every argument does.
#[test]
fn the_tool_schema_hash_pins_the_tool_surface() {
    let hash = tool_schema_hash();
    assert!(hash.starts_with("sha256:") && hash.len() == 71, "{hash}");
    let mut changed = tool_surface();
    let limit = changed.pointer_mut("/tools/2/arguments/properties/k/maximum").unwrap();
    *limit = 21.into();
    assert_ne!(canonical::digest(&changed).unwrap().to_string(), hash);
    let reread: Value = serde_json::from_slice(&canonical::to_bytes(&tool_surface()).unwrap()).unwrap();
    assert_eq!(canonical::digest(&reread).unwrap().to_string(), hash);
    assert_eq!(tool_surface()["tools"].as_array().unwrap().len(), tools::TOOLS.len());
}
