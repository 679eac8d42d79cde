//! The request packet: what the core asks, and the documents it may be answered from.

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Content, Conversation, Protocol, RequestTag, Sender, Trace};
use crate::ids::{DocId, Timestamp, Uuid};
use crate::tag::tag;

/// A question to a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The protocol and its version.
    pub protocol: Protocol,
    /// Unique to this packet.
    pub id: Uuid,
    /// The kind of packet.
    #[serde(rename = "type")]
    pub packet_type: RequestTag,
    /// When it was made.
    pub created_at: Timestamp,
    /// The conversation and turn.
    pub conversation: Conversation,
    /// Who asks.
    pub sender: Sender,
    /// The step of the run it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
    /// What is asked.
    pub input: Input,
    /// What it may be answered from.
    pub context: Context,
    /// What the answer looks like.
    pub output: Output,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The person's own words.
    pub user_message: UserMessage,
    /// The task the core made of them.
    pub task: Task,
}

/// The person's own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UserMessage {
    /// Unique to this message.
    pub id: Uuid,
    /// The words.
    pub text: String,
}

/// A task with its arguments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Which task.
    pub name: TaskName,
    /// Its arguments, such as `{"style": "concise"}`.
    #[serde(default)]
    pub args: Map<String, Value>,
}

/// The tasks of v1 (PROT-014, C-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum TaskName {
    /// Summarise the supplied documents.
    #[serde(rename = "web.summarize")]
    WebSummarize,
    /// Return named fields taken from the page.
    #[serde(rename = "web.extract")]
    WebExtract,
    /// Answer one question from the supplied documents only.
    #[serde(rename = "web.answer")]
    WebAnswer,
    /// Choose a tool, ask back, or neither.
    #[serde(rename = "agent.route")]
    AgentRoute,
    /// Fill the arguments of one tool.
    #[serde(rename = "agent.args")]
    AgentArgs,
}

impl TaskName {
    /// Every task.
    pub const ALL: &[TaskName] =
        &[Self::WebSummarize, Self::WebExtract, Self::WebAnswer, Self::AgentRoute, Self::AgentArgs];

    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WebSummarize => "web.summarize",
            Self::WebExtract => "web.extract",
            Self::WebAnswer => "web.answer",
            Self::AgentRoute => "agent.route",
            Self::AgentArgs => "agent.args",
        }
    }

    /// Whether a plain text is an acceptable last resort. A step that acts has none (C-12).
    #[must_use]
    pub const fn is_read_only(self) -> bool {
        match self {
            Self::WebSummarize | Self::WebExtract | Self::WebAnswer => true,
            Self::AgentRoute | Self::AgentArgs => false,
        }
    }
}

/// What a task may be answered from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Context {
    /// The documents; each id stands once.
    #[schemars(length(max = 200))]
    pub documents: Vec<ContextDocument>,
}

/// One document in a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContextDocument {
    /// Its id, unique within the request.
    pub doc_id: DocId,
    /// Its kind; the same as `content.doc_type`.
    pub kind: Kind,
    /// Web-derived text is data, for ever.
    pub trust: Trust,
    /// Where it was read.
    pub source: Source,
    /// The document.
    pub content: Content,
}

/// The kinds of document in v1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Kind {
    /// The first look at a page.
    #[serde(rename = "web.observation.summary.v1")]
    ObservationSummary,
    /// A further part of a long page.
    #[serde(rename = "web.observation.chunk.v1")]
    ObservationChunk,
    /// The list of sources of a collection.
    #[serde(rename = "collection.index.v1")]
    CollectionIndex,
    /// One source of a collection.
    #[serde(rename = "collection.source.v1")]
    CollectionSource,
    /// What a tool returned.
    #[serde(rename = "tool.result.v1")]
    ToolResult,
}

/// Whether a document's text may be taken as more than data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trust {
    /// Text from a page, a file or the network.
    Untrusted,
    /// Text of the core itself.
    Trusted,
}

/// Where a document was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The browser, such as `chromium`.
    #[schemars(length(min = 1, max = 64))]
    pub browser: String,
    /// An opaque label; execution never reads it back (C-51).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 64))]
    pub tab_id: Option<String>,
}

tag! {
    /// Always `json`.
    JsonTag = "json";
}

/// What the answer looks like.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Output {
    /// The format.
    pub format: JsonTag,
}
