//! OpenAI, and the servers that speak like it with a few words of their own.

use laika_protocol::http::HeaderValue;
use laika_protocol::model::{Ask, Ended, Speaker, Turn};
use laika_protocol::secret::Secret;
use serde_json::{Map, Value, json};

use super::api::{Reply, Words};
use super::schema::{Taste, object_schema, wire_schema};
use super::{Api, Base, RemoteError};

/// The one function that must be called.
const FUNCTION: &str = "answer";
/// Servers take a seed of so many bits.
const SEED_BITS: u64 = 0x7fff_ffff;

/// What kind of server it is: each keeps to a shape in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// OpenAI itself, or Ollama and others behind `/v1`: `response_format`, strict.
    OpenAi,
    /// The same by function calling: the answer is the arguments of the one function that must be called.
    Functions,
    /// Ollama's own: `format`. Its base has no `/v1`.
    Ollama,
    /// vLLM: `structured_outputs`.
    Vllm,
    /// vLLM before version 0.11: `guided_json`.
    OldVllm,
    /// llama-server of llama.cpp: `json_schema`.
    LlamaServer,
}

/// A model behind such a server.
#[derive(Clone, Debug)]
pub struct OpenAi {
    /// Where the server is.
    pub base: Base,
    /// The name of the model.
    pub model: String,
    /// What signs us in.
    pub key: Option<Secret>,
    /// What kind of server it is.
    pub dialect: Dialect,
    /// Whether the model is told how to draw its tokens. Some take no such word.
    pub sampling: bool,
}

impl Api for OpenAi {
    fn base(&self) -> &Base {
        &self.base
    }

    fn model(&self) -> &str {
        &self.model
    }

    fn path(&self) -> &'static str {
        if self.dialect == Dialect::Ollama { "api/chat" } else { "chat/completions" }
    }

    fn key(&self) -> Option<&Secret> {
        self.key.as_ref()
    }

    fn headers(&self) -> Vec<(String, HeaderValue)> {
        let bearer = |key: &Secret| HeaderValue::Secret(Secret::new(format!("Bearer {}", key.expose())));
        self.key.iter().map(|key| ("authorization".to_owned(), bearer(key))).collect()
    }

    fn body(&self, ask: &Ask) -> Result<Value, RemoteError> {
        let mut body = Map::new();
        body.insert("model".into(), self.model.as_str().into());
        body.insert("messages".into(), self.messages(ask).into());
        body.insert("stream".into(), false.into());
        self.add_options(&mut body, ask);
        self.add_no_thinking(&mut body);
        if let Some(shape) = &ask.shape {
            self.add_shape(&mut body, shape);
        }
        if !ask.prompt.answer_starts.is_empty() && self.continues() {
            body.insert("continue_final_message".into(), true.into());
            body.insert("add_generation_prompt".into(), false.into());
        }
        Ok(Value::Object(body))
    }

    fn read(&self, body: &Map<String, Value>) -> Result<Reply, RemoteError> {
        if self.dialect == Dialect::Ollama { read_ollama(body) } else { read_openai(body) }
    }

    fn counting(&self, text: &str) -> Option<Value> {
        match self.dialect {
            Dialect::OpenAi | Dialect::Functions | Dialect::Ollama => None,
            Dialect::LlamaServer => Some(json!({ "content": text })),
            Dialect::Vllm | Dialect::OldVllm => {
                Some(json!({ "model": self.model, "prompt": text, "add_special_tokens": false }))
            }
        }
    }
}

impl OpenAi {
    /// Whether it goes on with a text that is begun for it when it is told so. llama-server does so by itself.
    fn continues(&self) -> bool {
        matches!(self.dialect, Dialect::Vllm | Dialect::OldVllm)
    }

    fn messages(&self, ask: &Ask) -> Vec<Value> {
        let role = |turn: &Turn| match turn.speaker {
            Speaker::System => "system",
            Speaker::User => "user",
            Speaker::Assistant => "assistant",
        };
        let said = |turn: &Turn| json!({ "role": role(turn), "content": turn.text });
        let mut messages: Vec<Value> = ask.prompt.turns.iter().map(said).collect();
        let start = &ask.prompt.answer_starts;
        if !start.is_empty() {
            let begins = self.continues() || self.dialect == Dialect::LlamaServer;
            messages.push(if begins {
                json!({ "role": "assistant", "content": start })
            } else {
                json!({ "role": "user", "content": format!("Begin your answer with exactly this:\n{start}") })
            });
        }
        messages
    }

    fn add_options(&self, body: &mut Map<String, Value>, ask: &Ask) {
        let mut options = Map::new();
        let most = match self.dialect {
            Dialect::OpenAi | Dialect::Functions => "max_completion_tokens",
            Dialect::Ollama => "num_predict",
            Dialect::Vllm | Dialect::OldVllm | Dialect::LlamaServer => "max_tokens",
        };
        options.insert(most.into(), ask.max_tokens.into());
        if self.sampling {
            let sampling = &ask.sampling;
            options.insert("temperature".into(), number(sampling.temperature));
            options.insert("top_p".into(), number(sampling.top_p));
            options.insert("seed".into(), (sampling.seed & SEED_BITS).into());
            if !matches!(self.dialect, Dialect::OpenAi | Dialect::Functions) {
                options.insert("top_k".into(), sampling.top_k.into());
                options.insert("min_p".into(), number(sampling.min_p));
            }
        }
        if self.dialect == Dialect::Ollama {
            body.insert("options".into(), Value::Object(options));
        } else {
            body.extend(options);
        }
    }

    /// Models that can think aloud are told not to: answers are short and strict, and a thought would spend their tokens
    /// (MODEL-011). OpenAI has no such word, and servers ignore it for models that cannot think.
    fn add_no_thinking(&self, body: &mut Map<String, Value>) {
        let (name, value) = match self.dialect {
            Dialect::OpenAi | Dialect::Functions => return,
            Dialect::Ollama => ("think", Value::Bool(false)),
            Dialect::Vllm | Dialect::OldVllm | Dialect::LlamaServer => {
                ("chat_template_kwargs", json!({ "enable_thinking": false }))
            }
        };
        body.insert(name.into(), value);
    }

    fn add_shape(&self, body: &mut Map<String, Value>, shape: &Value) {
        let (name, value) = match self.dialect {
            Dialect::OpenAi => {
                let schema = object_schema(shape, Taste::Strict);
                let format = json!({ "name": "answer", "strict": true, "schema": schema });
                ("response_format", json!({ "type": "json_schema", "json_schema": format }))
            }
            Dialect::Functions => {
                let function = json!({ "name": FUNCTION, "description": "Gives the answer.", "strict": true,
                    "parameters": object_schema(shape, Taste::Strict) });
                body.insert("tools".into(), json!([{ "type": "function", "function": function }]));
                // One answer is wanted; of several calls the first would count.
                body.insert("parallel_tool_calls".into(), false.into());
                ("tool_choice", json!({ "type": "function", "function": { "name": FUNCTION } }))
            }
            Dialect::Ollama => ("format", wire_schema(shape, Taste::Whole)),
            Dialect::Vllm => ("structured_outputs", json!({ "json": wire_schema(shape, Taste::Whole) })),
            Dialect::OldVllm => ("guided_json", wire_schema(shape, Taste::Whole)),
            Dialect::LlamaServer => ("json_schema", wire_schema(shape, Taste::Whole)),
        };
        body.insert(name.into(), value);
    }
}

/// A number as it was meant: 0.7, not 0.699999988079071.
pub(super) fn number(value: f32) -> Value {
    value.to_string().parse::<f64>().map_or(Value::Null, Value::from)
}

fn missing(what: &str) -> RemoteError {
    RemoteError::Malformed(format!("`{what}` is missing"))
}

fn read_openai(body: &Map<String, Value>) -> Result<Reply, RemoteError> {
    let choice = body.get("choices").and_then(|choices| choices.get(0)).ok_or_else(|| missing("choices"))?;
    let message = choice.get("message").and_then(Value::as_object).ok_or_else(|| missing("message"))?;
    let finish = choice["finish_reason"].as_str().unwrap_or_default();
    if finish == "content_filter" || message.get("refusal").is_some_and(Value::is_string) {
        return Err(RemoteError::Declined);
    }
    let usage = body.get("usage").unwrap_or(&Value::Null);
    Ok(Reply {
        said: words(message)?,
        ended: if finish == "length" { Ended::Cut } else { Ended::Complete },
        read: usage["prompt_tokens"].as_u64(),
        reused: usage["prompt_tokens_details"]["cached_tokens"].as_u64().unwrap_or(0),
        written: usage["completion_tokens"].as_u64(),
    })
}

fn read_ollama(body: &Map<String, Value>) -> Result<Reply, RemoteError> {
    let message = body.get("message").and_then(Value::as_object).ok_or_else(|| missing("message"))?;
    if body.get("done") != Some(&Value::Bool(true)) {
        return Err(RemoteError::Malformed("it is only a part".into()));
    }
    let count = |name: &str| body.get(name).and_then(Value::as_u64);
    let cut = body.get("done_reason").is_some_and(|reason| reason == "length");
    Ok(Reply {
        said: words(message)?,
        ended: if cut { Ended::Cut } else { Ended::Complete },
        read: count("prompt_eval_count"),
        reused: 0,
        written: count("eval_count"),
    })
}

/// What was said: a text, or else the first call. What was only thought stands elsewhere and is left there.
fn words(message: &Map<String, Value>) -> Result<Words, RemoteError> {
    let text = match message.get("content") {
        Some(Value::String(text)) => Some(text.as_str()),
        // Some servers send a list of parts.
        Some(Value::Array(parts)) => parts.iter().find_map(|part| part["text"].as_str()),
        _ => None,
    };
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        return Ok(Words::Text(text.to_owned()));
    }
    let Some(function) =
        message.get("tool_calls").and_then(|calls| calls.get(0)).map(|call| &call["function"])
    else {
        return text.map(|_| Words::Text(String::new())).ok_or_else(|| missing("content"));
    };
    let name = function["name"].as_str().ok_or_else(|| missing("name"))?;
    // OpenAI writes arguments as text, Ollama as an object.
    let arguments = &function["arguments"];
    let arguments = arguments.as_str().map_or_else(|| Ok(arguments.clone()), super::fit::object_of)?;
    if name == FUNCTION {
        return Ok(Words::Object(arguments));
    }
    Ok(Words::Call(json!({ "name": name, "arguments": arguments })))
}
