//! What differs between servers: how a prompt is written, and where its answer stands.

use laika_protocol::http::HeaderValue;
use laika_protocol::model::{Ask, Ended};
use laika_protocol::secret::Secret;
use serde_json::{Map, Value};

use super::{Base, RemoteError};

/// One way of talking to a model.
pub trait Api: Send + Sync {
    /// Where the server is.
    fn base(&self) -> &Base;

    /// The name of the model at the server.
    fn model(&self) -> &str;

    /// Where prompts go, behind the base.
    fn path(&self) -> &'static str;

    /// What signs us in.
    fn key(&self) -> Option<&Secret>;

    /// Headers beside the type of the body.
    fn headers(&self) -> Vec<(String, HeaderValue)>;

    /// The body of a request. The same prompt always gives the same bytes.
    ///
    /// # Errors
    /// When a shape cannot be asked for.
    fn body(&self, ask: &Ask) -> Result<Value, RemoteError>;

    /// The answer in a body.
    ///
    /// # Errors
    /// When there is none, or the model declines.
    fn read(&self, body: &Map<String, Value>) -> Result<Reply, RemoteError>;

    /// What asks the server for the tokens of a text, where it has such a thing: the body for `/tokenize`.
    fn counting(&self, _text: &str) -> Option<Value> {
        None
    }
}

impl Api for Box<dyn Api> {
    fn base(&self) -> &Base {
        (**self).base()
    }

    fn model(&self) -> &str {
        (**self).model()
    }

    fn path(&self) -> &'static str {
        (**self).path()
    }

    fn key(&self) -> Option<&Secret> {
        (**self).key()
    }

    fn headers(&self) -> Vec<(String, HeaderValue)> {
        (**self).headers()
    }

    fn body(&self, ask: &Ask) -> Result<Value, RemoteError> {
        (**self).body(ask)
    }

    fn read(&self, body: &Map<String, Value>) -> Result<Reply, RemoteError> {
        (**self).read(body)
    }

    fn counting(&self, text: &str) -> Option<Value> {
        (**self).counting(text)
    }
}

/// The count in an answer of `/tokenize`.
pub(super) fn read_count(body: &Map<String, Value>) -> Option<u32> {
    let count = body.get("count").and_then(Value::as_u64);
    let count = count.and_then(|count| u32::try_from(count).ok());
    count.or_else(|| body.get("tokens")?.as_array().and_then(|tokens| u32::try_from(tokens.len()).ok()))
}

/// What a model said, as its server told it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// What it said.
    pub said: Words,
    /// Why it ends there.
    pub ended: Ended,
    /// Tokens of the prompt, if the server counts.
    pub read: Option<u64>,
    /// Those of them that it knew from before.
    pub reused: u64,
    /// Tokens of the answer, if the server counts.
    pub written: Option<u64>,
}

/// What a model said.
#[derive(Clone, Debug, PartialEq)]
pub enum Words {
    /// A text.
    Text(String),
    /// An object that the server has read already: the arguments of a tool that stood for the shape.
    Object(Value),
    /// A call of a tool in the server's own way, as `{"name", "arguments"}` (MODEL-023).
    Call(Value),
}
