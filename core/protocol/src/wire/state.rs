//! The run state a panel or badge is drawn from (SURF-037). It holds no page text, no tokens and no typed values.

use alloc::string::String;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::CallContext;
use crate::ids::{Origin, ReasonCode, RunId, Sha256, ToolName, Uuid};
use crate::run::Pause;

/// Everything a surface needs to draw itself; at most 64 KB, normally under 32 (C-36).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StatePayload {
    /// Whether the core can work.
    pub app_state: AppState,
    /// The site in front of the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<SiteState>,
    /// The run on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunState>,
    /// What the person can do now.
    pub controls: Controls,
    /// What the policy says of the next action only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<PolicyState>,
}

/// Whether the core can work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AppState {
    /// It can.
    Online,
    /// It cannot be reached.
    Offline,
    /// It was locked and waits for the person.
    Locked,
}

/// How much Laika may do on a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SiteMode {
    /// Read only.
    Observe,
    /// Ask before acting.
    Assist,
    /// Act by itself where that is safe.
    Autopilot,
}

/// Whether the browser lets Laika see a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PermissionState {
    /// It does.
    Granted,
    /// It would have to be asked.
    Needed,
    /// It cannot: a restricted page.
    Restricted,
}

/// The site in front of the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteState {
    /// The site.
    pub origin: Origin,
    /// How much Laika may do there.
    pub mode: SiteMode,
    /// Whether the person connected their browser to it.
    pub connector_enabled: bool,
    /// Whether the browser lets Laika see it.
    pub permission_state: PermissionState,
}

/// The states of a run (RUN-016).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// No run.
    Idle,
    /// Waits for authorisation.
    Authorizing,
    /// Reads the page.
    Observing,
    /// Asks the model.
    Planning,
    /// Waits for the person's yes or no.
    AwaitingApproval,
    /// Performs one step.
    Executing,
    /// Checks that step.
    Verifying,
    /// Waits for something outside.
    Paused,
    /// The person is acting.
    Takeover,
    /// Done.
    Completed,
    /// Stopped by the person.
    Cancelled,
    /// Given up.
    Failed,
}

impl RunStatus {
    /// Every state.
    pub const ALL: &[Self] = &[
        Self::Idle,
        Self::Authorizing,
        Self::Observing,
        Self::Planning,
        Self::AwaitingApproval,
        Self::Executing,
        Self::Verifying,
        Self::Paused,
        Self::Takeover,
        Self::Completed,
        Self::Cancelled,
        Self::Failed,
    ];

    /// The name on the wire and in listings.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Authorizing => "authorizing",
            Self::Observing => "observing",
            Self::Planning => "planning",
            Self::AwaitingApproval => "awaiting_approval",
            Self::Executing => "executing",
            Self::Verifying => "verifying",
            Self::Paused => "paused",
            Self::Takeover => "takeover",
            Self::Completed => "completed",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
        }
    }

    /// Whether a run in this state has ended.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Cancelled | Self::Failed)
    }
}

/// The run on a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RunState {
    /// The run.
    pub run_id: RunId,
    /// Its state.
    pub status: RunStatus,
    /// The document it is attached to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attached_target: Option<CallContext>,
    /// What it did last, in our words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 300))]
    pub last_action_summary: Option<String>,
    /// What it would do next, in our words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 300))]
    pub next_step_preview: Option<String>,
    /// What it waits for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending_approval: Option<PendingApproval>,
    /// The last reason given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_reason_code: Option<ReasonCode>,
    /// Why it waits, while it is paused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pause: Option<Pause>,
}

/// A question to the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PendingApproval {
    /// The call that waits.
    pub request_id: Uuid,
    /// The tool.
    pub tool_name: ToolName,
    /// The verified origin.
    pub origin: Origin,
    /// Why it is asked.
    pub reason_code: ReasonCode,
    /// What exactly is approved: the digest of tool, arguments and target.
    pub digest: Sha256,
    /// What it would do, in our words.
    #[schemars(length(max = 300))]
    pub summary: String,
}

/// What the person can do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Controls {
    /// Stop the run.
    pub can_stop: bool,
    /// Let it go on.
    pub can_resume: bool,
    /// Perform a gesture.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub needs_gesture: bool,
    /// Open Laika.
    pub open_laika_available: bool,
}

/// The gate's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Do it.
    Allow,
    /// Ask the person.
    Ask,
    /// Never.
    Deny,
}

impl Decision {
    /// The name on the wire and in listings.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

/// What the policy says of the next action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PolicyState {
    /// The answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_code: Option<ReasonCode>,
    /// Whether a person must perform a gesture.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub requires_gesture: bool,
}
