//! Messages that are not tool calls: handshake, resync, cancel, gestures, and the older summary messages.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::StatePayload;
use crate::document::Document;
use crate::ids::{Origin, ProtocolVersion, RunId, Sha256, Timestamp, ToolName, Uuid};
use crate::observation::Observation;
use crate::schema::tool_schema_hash;
use crate::{ErrorCode, ToolError};

/// A control message, told apart by its `type` (TOOL-049).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum ControlMessage {
    /// The extension introduces itself.
    #[serde(rename = "system.hello")]
    SystemHello {
        /// The version it speaks.
        protocol_version: ProtocolVersion,
        /// The digest of the tools it knows.
        schema_hash: Sha256,
        /// The digest of the page script it ships.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        page_script_hash: Option<Sha256>,
        /// The tools it can run.
        #[schemars(length(max = 200))]
        tools: Vec<ToolName>,
        /// Further abilities.
        #[serde(default)]
        #[schemars(length(max = 100))]
        features: Vec<String>,
    },
    /// The core answers a hello it can work with.
    #[serde(rename = "system.welcome")]
    SystemWelcome {
        /// The version both speak.
        protocol_version: ProtocolVersion,
        /// What may be used on this site in this mode.
        #[schemars(length(max = 200))]
        allowed_tools: Vec<ToolName>,
        /// How large messages may be.
        limits: PayloadLimits,
        /// Further abilities.
        #[serde(default)]
        #[schemars(length(max = 100))]
        features: Vec<String>,
    },
    /// After a reconnect: what did I miss?
    #[serde(rename = "run.sync")]
    RunSync {
        /// The last event this side has seen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(max = 9_007_199_254_740_991_u64))]
        last_seen_event_id: Option<u64>,
    },
    /// The answer to a sync, and every push: the missing events and the state that counts.
    #[serde(rename = "run.state")]
    RunState {
        /// What this side has missed.
        #[schemars(length(max = 500))]
        events: Vec<EventSummary>,
        /// The state that counts.
        state: StatePayload,
    },
    /// Abort one call.
    #[serde(rename = "tool.cancel")]
    ToolCancel {
        /// The call.
        request_id: Uuid,
    },
    /// A person must do something in a trusted surface.
    #[serde(rename = "ui.gesture_required")]
    UiGestureRequired {
        /// The call that waits.
        request_id: Uuid,
        /// What is needed.
        gesture_kind: GestureKind,
        /// The verified origin it concerns.
        origin: Origin,
        /// One sentence of ours, never page text.
        #[schemars(length(max = 300))]
        summary: String,
        /// When the offer ends.
        #[schemars(range(max = 9_007_199_254_740_991_u64))]
        expires_at_ms: u64,
    },
    /// A person did it.
    #[serde(rename = "ui.gesture_performed")]
    UiGesturePerformed {
        /// The call that waited.
        request_id: Uuid,
    },
    /// Look at the page in parts.
    #[serde(rename = "laika.observe")]
    Observe {
        /// How much, from where.
        options: ObserveOptions,
    },
    /// One part of a look at the page.
    #[serde(rename = "laika.observe.result")]
    ObserveResult {
        /// The part.
        observation: Observation,
        /// Where the next part starts.
        cursor: u32,
        /// Whether this was the last.
        done: bool,
    },
    /// Which tabs are open? The answer informs planning and grants nothing.
    #[serde(rename = "laika.tabs.list")]
    TabsList {},
    /// The open tabs of the window: title and origin only.
    #[serde(rename = "laika.tabs.list.result")]
    TabsListResult {
        /// The tabs.
        #[schemars(length(max = 500))]
        tabs: Vec<TabSummary>,
    },
    /// A person asked for something in the panel.
    #[serde(rename = "plan")]
    Plan {
        /// The request.
        request: PlanRequest,
    },
    /// Start a summary.
    #[serde(rename = "summary.start")]
    SummaryStart {
        /// The run that reads.
        run_id: RunId,
    },
    /// How far is the summary?
    #[serde(rename = "summary.poll")]
    SummaryPoll {
        /// The run that reads.
        run_id: RunId,
    },
    /// How far the summary is; the document only when it is complete (C-01).
    #[serde(rename = "summary.status")]
    SummaryStatus {
        /// The run that reads.
        run_id: RunId,
        /// Parts read.
        chunk: u32,
        /// Parts in all.
        chunks: u32,
        /// Whether it is complete.
        done: bool,
        /// The answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        render: Option<Document>,
    },
    /// Give the summary up.
    #[serde(rename = "summary.cancel")]
    SummaryCancel {
        /// The run that reads.
        run_id: RunId,
    },
}

/// Whether the core can work with whoever says hello. A refusal says what to do about it (TOOL-021).
///
/// # Errors
/// `UNSUPPORTED`, when the other side speaks another major version or knows other tools.
pub fn check_hello(version: &ProtocolVersion, schema_hash: &Sha256) -> Result<(), ToolError> {
    let current = ProtocolVersion::current();
    let refuse = |message: String| Err(ToolError::new(ErrorCode::Unsupported, message));
    if version.major() > current.major() {
        return refuse(format!(
            "the extension speaks protocol {version}, this Laika {current}; update Laika"
        ));
    }
    if version.major() < current.major() {
        return refuse(format!(
            "the extension speaks protocol {version}, this Laika {current}; update the extension"
        ));
    }
    if schema_hash.as_str() != tool_schema_hash() {
        return refuse(
            "the extension was built for other tools than this Laika; update both to one version".into(),
        );
    }
    Ok(())
}

/// How large messages may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PayloadLimits {
    /// One message.
    pub message_bytes: u32,
    /// One tool result.
    pub tool_result_bytes: u32,
    /// One run state.
    pub state_bytes: u32,
}

/// What a person must do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GestureKind {
    /// Paste from the clipboard.
    Paste,
    /// Copy to the clipboard.
    Copy,
    /// Confirm a download.
    Download,
    /// Choose a file to upload.
    Upload,
}

/// How much of a page, from where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ObserveOptions {
    /// Characters of text.
    #[schemars(range(min = 1, max = 16_000))]
    pub max_chars: u32,
    /// Elements.
    #[schemars(range(min = 0, max = 300))]
    pub max_elements: u32,
    /// The character to start at.
    pub cursor: u32,
}

/// An open tab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TabSummary {
    /// The tab.
    pub tab_id: u32,
    /// Its title.
    #[schemars(length(max = 300))]
    pub title: String,
    /// Its origin, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

/// What a person asked for in the panel (TOOL-050).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlanRequest {
    /// Unique to this request.
    pub request_id: Uuid,
    /// The person's words.
    #[schemars(length(min = 1, max = 10_000))]
    pub goal: String,
    /// The tab it is about.
    pub tab_id: u32,
    /// The origin the panel shows; checked against the browser's word before a model runs.
    pub origin: Origin,
}

/// An event of the run log, as a panel sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EventSummary {
    /// Its place in the log.
    #[schemars(range(max = 9_007_199_254_740_991_u64))]
    pub event_id: u64,
    /// Its kind, such as `ui.approval`.
    #[schemars(length(max = 64))]
    pub kind: String,
    /// When.
    pub at: Timestamp,
    /// One sentence of ours.
    #[schemars(length(max = 300))]
    pub summary: String,
}
