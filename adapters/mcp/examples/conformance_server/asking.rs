//! The suite's tools that ask the client for something.

use rmcp::model::{
    CreateMessageRequestParams, ElicitRequest, ElicitRequestParams, ElicitationSchema, ErrorData,
    SamplingMessage, ServerRequest,
};
use serde_json::{Value, json};

use super::{Context, text, typed};

/// Asks the client's model.
pub(crate) async fn sample(arguments: &Value, context: &Context) -> Result<Value, ErrorData> {
    let prompt = arguments["prompt"].as_str().unwrap_or_default();
    let request = CreateMessageRequestParams::new(vec![SamplingMessage::user_text(prompt)], 100);
    match context.peer.create_message(request).await {
        Ok(answer) => Ok(text(&format!("LLM response: {}", json!(answer.message)))),
        Err(error) => Ok(failure(&error.to_string())),
    }
}

/// Asks the person at the client.
pub(crate) async fn elicit(name: &str, arguments: &Value, context: &Context) -> Result<Value, ErrorData> {
    let message = arguments["message"].as_str().unwrap_or("Please fill in");
    let request = ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: message.to_owned(),
        requested_schema: typed::<ElicitationSchema>(schema(name))?,
    };
    match context.peer.send_request(ServerRequest::ElicitRequest(ElicitRequest::new(request))).await {
        Ok(answer) => Ok(text(&format!("Elicitation completed: {}", json!(answer)))),
        Err(error) => Ok(failure(&error.to_string())),
    }
}

fn failure(why: &str) -> Value {
    json!({ "isError": true, "content": [{ "type": "text", "text": why }] })
}

fn schema(name: &str) -> Value {
    let options = json!(["option1", "option2", "option3"]);
    let titled = json!([
        { "const": "value1", "title": "First" },
        { "const": "value2", "title": "Second" },
        { "const": "value3", "title": "Third" },
    ]);
    let properties = match name {
        "test_elicitation_sep1034_defaults" => json!({
            "name": { "type": "string", "default": "John Doe" },
            "age": { "type": "integer", "default": 30 },
            "score": { "type": "number", "default": 95.5 },
            "status": { "type": "string", "enum": ["active", "inactive", "pending"], "default": "active" },
            "verified": { "type": "boolean", "default": true },
        }),
        "test_elicitation_sep1330_enums" => json!({
            "untitledSingle": { "type": "string", "enum": options },
            "titledSingle": { "type": "string", "oneOf": titled },
            "legacyEnum": {
                "type": "string",
                "enum": ["opt1", "opt2", "opt3"],
                "enumNames": ["Option One", "Option Two", "Option Three"],
            },
            "untitledMulti": { "type": "array", "items": { "type": "string", "enum": options } },
            "titledMulti": { "type": "array", "items": { "anyOf": titled } },
        }),
        _ => {
            return json!({
                "type": "object",
                "properties": {
                    "username": { "type": "string", "description": "User's response" },
                    "email": { "type": "string", "description": "User's email address" },
                },
                "required": ["username", "email"],
            });
        }
    };
    json!({ "type": "object", "properties": properties })
}
