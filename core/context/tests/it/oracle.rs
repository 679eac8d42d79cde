//! Our validator against the `jsonschema` crate: the same verdict on good and damaged values of every published schema.

#[path = "../../../protocol/tests/it/random.rs"]
mod random;

use jsonschema::Validator;
use laika_protocol::ids::FORMATS;
use laika_protocol::schema::{files, validate};
use laika_protocol::tools::TOOLS;
use random::Maker;
use serde_json::Value;

fn schemas() -> Vec<(String, Value)> {
    let mut schemas: Vec<(String, Value)> =
        files().into_iter().filter(|(name, _)| name != "tools.json").collect();
    for tool in TOOLS {
        schemas.push((format!("{} arguments", tool.name), tool.argument_schema.root()));
        schemas.push((format!("{} result", tool.name), tool.result_schema.root()));
    }
    schemas
}

fn oracle(schema: &Value) -> Validator {
    let mut options = jsonschema::options().should_validate_formats(true);
    for format in FORMATS {
        options = options.with_format(format.name, format.check);
    }
    options.build(schema).unwrap()
}

/// The one difference that is meant: JSON Schema calls 1.0 an integer, our readers take integers in plain form only.
fn has_float_integer(value: &Value) -> bool {
    match value {
        Value::Number(number) => {
            number.is_f64() && number.as_f64().is_some_and(|number| number.fract() == 0.0)
        }
        Value::Array(items) => items.iter().any(has_float_integer),
        Value::Object(fields) => fields.values().any(has_float_integer),
        _ => false,
    }
}

#[test]
fn the_verdict_is_that_of_jsonschema() {
    let cases = std::env::var("LAIKA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(40);
    let (mut good, mut bad) = (0, 0);
    for (name, schema) in schemas() {
        let oracle = oracle(&schema);
        for seed in 0..cases {
            let mut maker = Maker::new(&schema, seed * 7919 + 1);
            let mut value = maker.value();
            for round in 0..4 {
                let ours = validate(&schema, &value);
                if !has_float_integer(&value) {
                    assert_eq!(
                        ours.is_empty(),
                        oracle.is_valid(&value),
                        "{name}, round {round}: {value}\n{ours:?}"
                    );
                }
                if ours.is_empty() {
                    good += 1
                } else {
                    bad += 1
                }
                maker.damage(&mut value);
            }
        }
    }
    assert!(good > 1000 && bad > 1000, "{good} good and {bad} bad values are too few to say anything");
}

/// A hostile document makes a general validator try every branch at every level: 6^60 of them here. Ours chooses one
/// branch a level, so this ends.
#[test]
fn deep_documents_are_validated_one_branch_a_level() {
    let (_, schema) = files().into_iter().find(|(name, _)| name == "document.json").unwrap();
    let level = |open: &str, inner: String| format!(r#"{{"type":"{open}","children":[{inner}]}}"#);
    let deep = (0..60).fold(r#"{"type":"nope"}"#.to_owned(), |inner, _| level("blockquote", inner));
    let document: Value = serde_json::from_str(&level("doc", deep)).unwrap();
    let defects = validate(&schema, &document);
    assert_eq!(defects.len(), 1, "{defects:?}");
}
