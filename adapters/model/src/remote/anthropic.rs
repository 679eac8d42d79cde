//! Anthropic: a shape is the input of the one tool that must be used.

use laika_protocol::http::HeaderValue;
use laika_protocol::model::{Ask, Ended, Speaker};
use laika_protocol::secret::Secret;
use serde_json::{Map, Value, json};

use super::api::{Reply, Words};
use super::openai::number;
use super::schema::{Taste, object_schema};
use super::{Api, Base, RemoteError};

/// The version of the interface that this file speaks.
const VERSION: &str = "2023-06-01";
/// The name of the tool that stands for a shape.
const TOOL: &str = "answer";

/// A model of Anthropic, or of a server that speaks like it.
#[derive(Clone, Debug)]
pub struct Anthropic {
    /// Where the server is.
    pub base: Base,
    /// The name of the model.
    pub model: String,
    /// What signs us in.
    pub key: Option<Secret>,
    /// Whether the model is told how to draw its tokens. Some take no such word.
    pub sampling: bool,
}

impl Api for Anthropic {
    fn base(&self) -> &Base {
        &self.base
    }

    fn model(&self) -> &str {
        &self.model
    }

    fn path(&self) -> &'static str {
        "v1/messages"
    }

    fn key(&self) -> Option<&Secret> {
        self.key.as_ref()
    }

    fn headers(&self) -> Vec<(String, HeaderValue)> {
        let mut headers = vec![("anthropic-version".to_owned(), HeaderValue::Plain(VERSION.into()))];
        headers.extend(self.key.iter().map(|key| ("x-api-key".to_owned(), HeaderValue::Secret(key.clone()))));
        headers
    }

    fn body(&self, ask: &Ask) -> Result<Value, RemoteError> {
        let mut body = Map::new();
        body.insert("model".into(), self.model.as_str().into());
        body.insert("max_tokens".into(), ask.max_tokens.into());
        let (system, messages) = turns(ask);
        if !system.is_empty() {
            body.insert("system".into(), system.into());
        }
        body.insert("messages".into(), messages.into());
        if self.sampling {
            // It takes one of temperature and `top_p`, and no temperature above 1.
            body.insert("temperature".into(), number(ask.sampling.temperature.clamp(0.0, 1.0)));
        }
        if let Some(shape) = &ask.shape {
            let schema = object_schema(shape, Taste::Whole);
            let tool = json!({ "name": TOOL, "description": "Gives the answer.", "input_schema": schema });
            body.insert("tools".into(), json!([tool]));
            let choice = json!({ "type": "tool", "name": TOOL, "disable_parallel_tool_use": true });
            body.insert("tool_choice".into(), choice);
        }
        Ok(Value::Object(body))
    }

    fn read(&self, body: &Map<String, Value>) -> Result<Reply, RemoteError> {
        let stop = body.get("stop_reason").and_then(Value::as_str).unwrap_or_default();
        if stop == "refusal" {
            return Err(RemoteError::Declined);
        }
        let missing = || RemoteError::Malformed("`content` is missing".into());
        let content = body.get("content").and_then(Value::as_array).ok_or_else(missing)?;
        let of_type = |name: &'static str| content.iter().filter(move |block| block["type"] == name);
        let said = match of_type("tool_use").next() {
            Some(call) if call["name"] == TOOL => Words::Object(call["input"].clone()),
            Some(call) => Words::Call(json!({ "name": call["name"], "arguments": call["input"] })),
            None => Words::Text(of_type("text").filter_map(|block| block["text"].as_str()).collect()),
        };
        let usage = body.get("usage").unwrap_or(&Value::Null);
        let count = |name: &str| usage[name].as_u64();
        let reused = count("cache_read_input_tokens").unwrap_or(0);
        let kept = count("cache_creation_input_tokens").unwrap_or(0);
        Ok(Reply {
            said,
            ended: if stop == "max_tokens" { Ended::Cut } else { Ended::Complete },
            read: count("input_tokens").map(|read| read.saturating_add(reused).saturating_add(kept)),
            reused,
            written: count("output_tokens"),
        })
    }
}

/// The rules, and the turns after them. It takes rules only at the beginning, and no empty turn.
fn turns(ask: &Ask) -> (String, Vec<Value>) {
    let prompt = &ask.prompt;
    let rules = prompt.turns.iter().take_while(|turn| turn.speaker == Speaker::System);
    let system: Vec<&str> = rules.map(|turn| turn.text.as_str()).collect();
    let mut messages: Vec<Value> = prompt
        .turns
        .iter()
        .skip(system.len())
        .filter(|turn| !turn.text.is_empty())
        .map(|turn| {
            let role = if turn.speaker == Speaker::Assistant { "assistant" } else { "user" };
            json!({ "role": role, "content": turn.text })
        })
        .collect();
    if !prompt.answer_starts.is_empty() && ask.shape.is_none() {
        let start = &prompt.answer_starts;
        messages.push(
            json!({ "role": "user", "content": format!("Begin your answer with exactly this:\n{start}") }),
        );
    }
    (system.join("\n\n"), messages)
}
