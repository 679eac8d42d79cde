//! A tool call and its answer.

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::ToolError;
use crate::ids::{
    DocumentId, IdempotencyKey, Nonce, Origin, ProfileId, ProtocolVersion, RunId, Sha256, ToolName, Uuid,
};
use crate::secret::CapabilityToken;
use crate::tag::tag;

/// Declares a unit type that reads and writes as one boolean.
macro_rules! bool_tag {
    ($($(#[$doc:meta])* $name:ident = $value:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_bool($value)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if bool::deserialize(deserializer)? == $value {
                    Ok(Self)
                } else {
                    Err(serde::de::Error::custom(concat!("expected ", $value)))
                }
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> alloc::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "boolean", "const": $value })
            }
        }
    )*};
}

/// A call on its way to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ToolRequest {
    /// The version of the protocol; another major version is refused.
    pub protocol_version: ProtocolVersion,
    /// Correlates, cancels, and deduplicates delivery (C-27).
    pub request_id: Uuid,
    /// The tool.
    pub tool_name: ToolName,
    /// Its arguments, checked against the tool's own schema.
    pub arguments: Map<String, Value>,
    /// The document it is meant for.
    pub context: CallContext,
    /// What allows it.
    pub capability_token: CapabilityToken,
    /// How long it may take, enforced on both sides.
    #[schemars(range(min = 1, max = 30_000))]
    pub deadline_ms: u32,
    /// Deduplicates an intent; every mutating call carries one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idempotency_key: Option<IdempotencyKey>,
    /// Further protection against replay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_nonce: Option<Nonce>,
    /// Rises with every message of a channel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 9_007_199_254_740_991_u64))]
    pub sequence: Option<u64>,
    /// The run's channel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel_id: Option<RunId>,
}

/// The document a call is meant for. A call, a handle, a token and an observation all carry it (BROW-064).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CallContext {
    /// The browser profile, when known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile_id: Option<ProfileId>,
    /// The tab.
    pub tab_id: u32,
    /// The frame; 0 is the page itself.
    pub frame_id: u32,
    /// The origin.
    pub origin: Origin,
    /// The document.
    pub document_id: DocumentId,
    /// Its generation.
    #[schemars(range(max = 9_007_199_254_740_991_u64))]
    pub navigation_generation: u64,
}

/// The answer to a call.
#[derive(Clone, Debug, PartialEq)]
pub enum ToolResponse {
    /// It was taken on; the result follows.
    Accepted(ToolAccepted),
    /// It succeeded.
    Success(ToolSuccess),
    /// It failed.
    Failure(ToolFailure),
}

bool_tag! {
    /// Always `true`.
    True = true;
    /// Always `false`.
    False = false;
}

tag! {
    /// Always `accepted`.
    AcceptedTag = "accepted";
}

/// A slow mutating call was taken on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ToolAccepted {
    /// The version of the protocol.
    pub protocol_version: ProtocolVersion,
    /// The call.
    pub request_id: Uuid,
    /// The phase.
    pub phase: AcceptedTag,
}

/// A call that succeeded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ToolSuccess {
    /// The version of the protocol.
    pub protocol_version: ProtocolVersion,
    /// The call.
    pub request_id: Uuid,
    /// Whether it succeeded.
    pub ok: True,
    /// What it returned, in the form of the tool's result schema. Strings in it are untrusted for ever (C-22).
    pub result: Value,
    /// What to be careful about.
    pub risk: Risk,
    /// When it ran.
    pub timing: Timing,
    /// Where it ran.
    pub provenance: Provenance,
}

/// A call that failed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ToolFailure {
    /// The version of the protocol.
    pub protocol_version: ProtocolVersion,
    /// The call.
    pub request_id: Uuid,
    /// Whether it succeeded.
    pub ok: False,
    /// Why not.
    pub error: ToolError,
    /// What to be careful about.
    pub risk: Risk,
    /// When it ran, if it started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
    /// Where it ran, if it started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

/// What to be careful about in a result (TOOL-045).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Risk {
    /// How careful.
    pub level: RiskLevel,
    /// Why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 32))]
    pub reasons: Vec<RiskReason>,
}

/// How careful to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RiskLevel {
    /// The result holds no text of a page, file or network.
    None,
    /// The result holds untrusted text.
    #[default]
    Untrusted,
    /// The untrusted text looks like an attack, or the page is sensitive.
    Elevated,
}

/// Why to be careful.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RiskReason {
    /// Text of a page.
    PageText,
    /// Text of a file.
    FileText,
    /// Text of the network.
    NetworkText,
    /// Text that addresses the agent.
    InstructionLikeText,
    /// Text a person cannot see.
    HiddenText,
    /// A sensitive site.
    SensitiveSite,
    /// Login or payment fields.
    SensitiveFields,
    /// Frames that were not read.
    BlockedFrames,
}

/// When a call ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Timing {
    /// Milliseconds after 1970.
    #[schemars(range(max = 9_007_199_254_740_991_u64))]
    pub started_at_ms: u64,
    /// How long.
    #[schemars(range(max = 9_007_199_254_740_991_u64))]
    pub duration_ms: u64,
}

/// Where a result comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Provenance {
    /// The address.
    pub url: String,
    /// The origin.
    pub origin: Origin,
}

/// A part of a blob too large for one message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BlobChunk {
    /// The call it belongs to.
    pub request_id: Uuid,
    /// From 0.
    pub chunk_index: u32,
    /// How many there are.
    #[schemars(range(min = 1))]
    pub total_chunks: u32,
    /// The digest of the whole blob.
    pub sha256: Sha256,
    /// The bytes, in base64.
    #[schemars(length(max = 200_000))]
    pub data: String,
}
