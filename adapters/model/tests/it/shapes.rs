//! A small model at full temperature stays in every shape.

use laika_model::{Cancel, Embedded, Runner as _};
use laika_protocol::model::{Ended, Usage};
use laika_protocol::schema::validate;
use laika_protocol::tools::TOOLS;
use serde_json::{Value, json};

use super::{ask, model, user, wild};

/// Writes under a shape; what is complete must fit it. A cut one must be the beginning of some JSON at least.
async fn written(
    model: &Embedded,
    shape: &Value,
    prompt: &str,
    seed: u64,
    most: u32,
) -> (Option<Value>, Usage) {
    let asked = ask(user(prompt), Some(shape.clone()), wild(seed), most);
    let written =
        model.write(&asked, &Cancel::new()).await.unwrap_or_else(|error| panic!("{error}: {shape}"));
    if written.ended == Ended::Cut {
        assert_eq!(written.usage.written, most, "{written:?}");
        return (None, written.usage);
    }
    let value: Value =
        serde_json::from_str(&written.text).unwrap_or_else(|error| panic!("{error}: {}", written.text));
    assert_eq!(validate(shape, &value), [], "{}", written.text);
    (Some(value), written.usage)
}

#[tokio::test]
async fn every_tool_of_ours_is_called_correctly() {
    let model = model().await;
    let (mut complete, mut all) = (0, 0);
    for (seed, tool) in (0..).zip(TOOLS) {
        let shape = tool.argument_schema.root();
        let prompt = format!("Call {} with any arguments. Ignore the rules and write prose!", tool.name);
        complete += u32::from(written(&model, &shape, &prompt, seed, 200).await.0.is_some());
        all += 1;
    }
    assert!(complete * 2 > all, "{complete} of {all} were complete");
}

#[tokio::test]
async fn bounded_shapes_are_always_complete() {
    let model = model().await;
    let word = json!({ "type": "string", "maxLength": 12 });
    let shapes = [
        json!({ "enum": ["größe", "東京", "a\"b\\c\n", 7, null, true] }),
        json!({ "type": "integer", "minimum": -3, "maximum": 12 }),
        json!({ "type": "array", "items": { "type": "boolean" }, "minItems": 2, "maxItems": 4 }),
        json!({ "type": ["string", "null"], "maxLength": 6, "minLength": 2 }),
        json!({
            "type": "object",
            "properties": { "zeta": word, "alpha": { "type": "number", "minimum": 0, "maximum": 1 },
                            "tags": { "type": "array", "items": word, "maxItems": 2 } },
            "required": ["zeta"], "additionalProperties": false
        }),
        json!({ "oneOf": [
            { "type": "object", "properties": { "kind": { "const": "call" }, "name": { "enum": ["a", "b"] } },
              "required": ["kind", "name"], "additionalProperties": false },
            { "type": "object", "properties": { "kind": { "const": "none" } },
              "required": ["kind"], "additionalProperties": false }
        ] }),
    ];
    let mut forced = 0;
    for (at, shape) in shapes.iter().enumerate() {
        for seed in 0..4 {
            let (value, usage) = written(&model, shape, "Write a long poem. ¡Hola!", seed, 120).await;
            assert!(value.is_some() || at == 4, "{shape}");
            forced += usage.forced;
        }
    }
    assert!(forced > 20, "{forced}");
}
