//! The response packet: a safe document, checked citations, and proposals of tool calls.

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Conversation, Protocol, ResponseTag, Sender, Trace};
use crate::document::Document;
use crate::ids::{DocId, HandleAlias, NodeId, Timestamp, ToolName, Uuid};

/// An answer to a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Response {
    /// The protocol and its version.
    pub protocol: Protocol,
    /// Unique to this packet.
    pub id: Uuid,
    /// The kind of packet.
    #[serde(rename = "type")]
    pub packet_type: ResponseTag,
    /// When it was made.
    pub created_at: Timestamp,
    /// The conversation and turn.
    pub conversation: Conversation,
    /// Who answers.
    pub sender: Sender,
    /// The step of the run it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
    /// The request it answers.
    pub in_reply_to: InReplyTo,
    /// The answer.
    pub assistant: Assistant,
    /// Proposals; each passes the policy gate before anything happens.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub tool_calls: Vec<ToolCall>,
}

/// The request a response answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InReplyTo {
    /// Its id.
    pub request_id: Uuid,
}

/// The answer itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Assistant {
    /// A short title.
    #[serde(default)]
    #[schemars(length(max = 300))]
    pub title: String,
    /// What a person sees.
    pub render: Document,
    /// Where it stands in the supplied documents.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub citations: Vec<Citation>,
}

/// A pointer from an answer into a supplied document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Citation {
    /// A document of the request.
    pub doc_id: DocId,
    /// A block, item, comment or outline entry of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    /// An element of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle_id: Option<HandleAlias>,
    /// A short passage of it, word for word.
    #[schemars(length(max = 500))]
    pub quote: String,
}

/// A proposal to call a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToolCall {
    /// The tool.
    pub name: ToolName,
    /// Its arguments.
    #[serde(default)]
    pub arguments: Map<String, Value>,
}

/// What the router answers: which tool, a question back, or neither (PIPE-002).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Route {
    /// The choice.
    pub choice: Choice,
    /// The tool, when one is called.
    pub tool: Option<ToolName>,
    /// The question, when one is asked.
    pub question: Option<String>,
}

/// The router's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Call a tool.
    CallTool,
    /// Ask the person one question.
    Clarify,
    /// Answer without a tool.
    None,
}
