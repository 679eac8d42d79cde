//! The suite's tools, prompts and resources, as they appear on the wire.

use serde_json::{Value, json};

/// One red pixel.
const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==";
/// A sound of no length.
const SOUND: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

fn picture() -> Value {
    json!({ "type": "image", "data": PICTURE, "mimeType": "image/png" })
}

fn embedded(uri: &str, kind: &str, text: &str) -> Value {
    json!({ "type": "resource", "resource": { "uri": uri, "mimeType": kind, "text": text } })
}

/// Every tool.
pub(crate) fn tools() -> Vec<Value> {
    let plain = [
        ("test_simple_text", "Returns text"),
        ("test_image_content", "Returns a picture"),
        ("test_audio_content", "Returns a sound"),
        ("test_embedded_resource", "Returns a resource"),
        ("test_multiple_content_types", "Returns a text, a picture and a resource"),
        ("test_error_handling", "Fails"),
        ("test_tool_with_logging", "Logs three lines"),
        ("test_tool_with_progress", "Says how far it is"),
        ("test_elicitation_sep1034_defaults", "Asks the person, with defaults"),
        ("test_elicitation_sep1330_enums", "Asks the person to choose"),
        ("test_reconnection", "Answers at once"),
    ];
    let mut tools: Vec<_> =
        plain.iter().map(|(name, about)| tool(name, about, json!({}), json!([]))).collect();
    for (name, about, argument) in [
        ("test_sampling", "Asks the client's model", "prompt"),
        ("test_elicitation", "Asks the person at the client", "message"),
    ] {
        tools.push(tool(name, about, json!({ argument: { "type": "string" } }), json!([argument])));
    }
    tools.push(json!({
        "name": "json_schema_2020_12_tool",
        "description": "Has a schema of 2020-12",
        "inputSchema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {
                "address": {
                    "type": "object",
                    "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
                },
            },
            "properties": { "name": { "type": "string" }, "address": { "$ref": "#/$defs/address" } },
            "additionalProperties": false,
        },
    }));
    tools
}

fn tool(name: &str, about: &str, properties: Value, required: Value) -> Value {
    let schema = json!({ "type": "object", "properties": properties, "required": required });
    json!({ "name": name, "description": about, "inputSchema": schema })
}

/// What a tool that does nothing but answer answers.
pub(crate) fn result(name: &str) -> Option<Value> {
    let content = match name {
        "test_simple_text" => json!([text("This is a simple text response for testing.")]),
        "test_image_content" => json!([picture()]),
        "test_audio_content" => json!([{ "type": "audio", "data": SOUND, "mimeType": "audio/wav" }]),
        "test_embedded_resource" => {
            json!([embedded(
                "test://embedded-resource",
                "text/plain",
                "This is an embedded resource content."
            )])
        }
        "test_multiple_content_types" => json!([
            text("Multiple content types test:"),
            picture(),
            embedded("test://mixed-content-resource", "application/json", r#"{"test":"data","value":123}"#),
        ]),
        "test_error_handling" => {
            let why = text("This tool intentionally returns an error for testing");
            return Some(json!({ "isError": true, "content": [why] }));
        }
        "test_reconnection" => json!([text("There was no need to come back")]),
        "json_schema_2020_12_tool" => json!([text("The schema arrived")]),
        _ => return None,
    };
    Some(json!({ "content": content }))
}

/// Every prompt.
pub(crate) fn prompts() -> Value {
    let argument = |name: &str| json!({ "name": name, "required": true });
    json!([
        { "name": "test_simple_prompt", "description": "Takes nothing" },
        {
            "name": "test_prompt_with_arguments",
            "description": "Takes two arguments",
            "arguments": [argument("arg1"), argument("arg2")],
        },
        {
            "name": "test_prompt_with_embedded_resource",
            "description": "Brings a resource",
            "arguments": [argument("resourceUri")],
        },
        { "name": "test_prompt_with_image", "description": "Brings a picture" },
    ])
}

/// The messages of a prompt.
pub(crate) fn prompt(name: &str, arguments: &Value) -> Option<Value> {
    let argument = |name: &str| arguments[name].as_str().unwrap_or_default();
    let contents = match name {
        "test_simple_prompt" => vec![text("This is a simple prompt for testing.")],
        "test_prompt_with_arguments" => {
            let (first, second) = (argument("arg1"), argument("arg2"));
            vec![text(&format!("Prompt with arguments: arg1='{first}', arg2='{second}'"))]
        }
        "test_prompt_with_embedded_resource" => vec![
            embedded(argument("resourceUri"), "text/plain", "Embedded resource content for testing."),
            text("Please process the embedded resource above."),
        ],
        "test_prompt_with_image" => vec![picture(), text("Please analyze the image above.")],
        _ => return None,
    };
    Some(contents.into_iter().map(|content| json!({ "role": "user", "content": content })).collect())
}

/// Every resource that has an address of its own.
pub(crate) fn resources() -> Value {
    json!([
        { "uri": "test://static-text", "name": "text", "description": "A text", "mimeType": "text/plain" },
        { "uri": "test://static-binary", "name": "picture", "description": "A picture", "mimeType": "image/png" },
        { "uri": "test://watched-resource", "name": "watched", "description": "A text", "mimeType": "text/plain" },
    ])
}

/// Every family of resources.
pub(crate) fn templates() -> Value {
    json!([{ "uriTemplate": "test://template/{id}/data", "name": "data", "mimeType": "application/json" }])
}

/// What is at an address.
pub(crate) fn resource(uri: &str) -> Option<Value> {
    if let Some(id) = uri.strip_prefix("test://template/").and_then(|rest| rest.strip_suffix("/data")) {
        let data = json!({ "id": id, "templateTest": true, "data": format!("Data for ID: {id}") });
        return Some(json!({ "uri": uri, "mimeType": "application/json", "text": data.to_string() }));
    }
    match uri {
        "test://static-text" | "test://watched-resource" => Some(json!({
            "uri": uri,
            "mimeType": "text/plain",
            "text": "This is the content of the static text resource.",
        })),
        "test://static-binary" => Some(json!({ "uri": uri, "mimeType": "image/png", "blob": PICTURE })),
        _ => None,
    }
}
