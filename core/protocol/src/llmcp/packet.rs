//! The envelope every packet carries.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::{RunId, Uuid};
use crate::tag::tag;

/// The name of the protocol.
pub const PROTOCOL_NAME: &str = "laika.llmcp";
/// The version this build speaks.
pub const PROTOCOL_VERSION: u32 = 1;

tag! {
    /// Always `laika.llmcp`.
    ProtocolName = "laika.llmcp";
    /// Always `request`.
    RequestTag = "request";
    /// Always `response`.
    ResponseTag = "response";
}

/// Which protocol, and which version of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Protocol {
    /// The protocol.
    pub name: ProtocolName,
    /// Its version; another one is refused.
    #[schemars(range(min = 1, max = 1))]
    pub version: u32,
}

impl Default for Protocol {
    fn default() -> Self {
        Self { name: ProtocolName, version: PROTOCOL_VERSION }
    }
}

/// The conversation a packet belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Conversation {
    /// Groups turns.
    pub id: Uuid,
    /// Only ever increases within one conversation.
    #[schemars(range(max = 9_007_199_254_740_991_u64))]
    pub turn: u64,
}

/// Who wrote a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The person, through a user interface.
    User,
    /// The core, asking a model.
    Agent,
    /// A model, answering.
    Assistant,
    /// A tool; reserved.
    Tool,
}

/// The sender of a packet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sender {
    /// Who.
    pub role: Role,
}

/// Where a packet belongs in the run log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// The run.
    pub run_id: RunId,
    /// The step of the run.
    pub step: u32,
}
