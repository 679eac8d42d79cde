//! Records of beginnings, waits and ends, and of what the person did to the run.

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::page::Exposure;
use crate::ids::{Origin, ProfileId, ReasonCode, RunId, Uuid};
use crate::wire::{RunStatus, SiteMode};

/// Where Laika works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Surface {
    /// A browser of our own, without the person's logins.
    Isolated,
    /// The person's own browser.
    MyBrowser,
    /// No browser: a tool.
    Tools,
}

impl Surface {
    /// The name in the log.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Isolated => "isolated",
            Self::MyBrowser => "my_browser",
            Self::Tools => "tools",
        }
    }
}

/// A run begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Started {
    /// The run.
    pub run: RunId,
    /// The profile it belongs to: a boundary nothing crosses (CTX-005).
    pub profile: ProfileId,
    /// Where it works.
    pub surface: Surface,
    /// How much the person lets it do.
    pub mode: SiteMode,
    /// The conversation it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation: Option<Uuid>,
    /// Whether nothing of it may stay. Such a run has its log in memory.
    pub private: bool,
    /// Whether the person must authorise it before it may look at anything.
    pub needs_authorisation: bool,
    /// The origins it may read.
    pub may_read: Vec<Origin>,
    /// The origins it may act on.
    pub may_act: Vec<Origin>,
    /// What whoever asks for it knows from earlier runs: everything it says may hold something of that (S3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exposed: Vec<Exposure>,
}

/// The person said something. Secrets in it are replaced before it is stored (C-46).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UserMessage {
    /// The message.
    pub message_id: Uuid,
    /// Their words.
    pub text: String,
    /// Whether another program said it in their place. Then it is what to do, and never what the person said (S1).
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub caller: bool,
}

macro_rules! pauses {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $sentence:literal;)*) => {
        /// Why a run waits.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        pub enum Pause { $($(#[$doc])* #[serde(rename = $text)] $name,)* }

        impl Pause {
            /// Every reason.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The name in the log.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// What is the matter, and what the person can do about it.
            #[must_use]
            pub const fn sentence(self) -> &'static str {
                match self { $(Self::$name => $sentence,)* }
            }
        }
    };
}

pauses! {
    /// Laika was restarted.
    Restarted = "restarted", "Laika was restarted. Resume the run; it looks at the page again before it does anything.";
    /// A call was begun, and nobody knows how it ended (C-43).
    OutcomeUnknown = "outcome_unknown", "The last step was begun and nobody knows how it ended. Look whether it happened, then resume; it is not repeated by itself.";
    /// The page or the browser cannot be reached.
    ConnectionLost = "connection_lost", "The page cannot be reached. Open it again and resume.";
    /// The person said no.
    Rejected = "rejected", "You said no. Say how to go on, or stop the run.";
    /// Nobody answered in time.
    ApprovalExpired = "approval_expired", "Nobody answered in time. Resume to be asked again.";
    /// A tool did not answer, or is not available (RUN-024).
    ToolUnavailable = "tool_unavailable", "A tool does not answer. Resume to try again, or do this step yourself.";
    /// The same step failed too often.
    RetriesSpent = "retries_spent", "The same step failed too often. Say how to go on; from now on Laika asks before it acts.";
    /// As many steps as a run may take.
    StepsSpent = "steps_spent", "The run has taken as many steps as it may. Resume to let it take as many again.";
    /// Too many model calls or observations in a minute.
    RateSpent = "rate_spent", "The run asked the model or looked at the page too often in a minute. Resume in a minute.";
    /// The model asks back.
    Clarify = "clarify", "Laika needs to know more. Answer its question and resume.";
    /// The model could not be asked, or said nothing usable.
    ModelFailed = "model_failed", "The model gave no usable answer. Resume to try again, or choose another model.";
    /// More was read than a run can keep track of.
    TooMuchRead = "too_much_read", "The run has read more than it can keep track of. Start a new one for the rest.";
    /// Another run holds the tab.
    TabBusy = "tab_busy", "Another run works in this tab. Switch to it, open another tab, or stop it.";
    /// The person must do something themselves.
    Handoff = "handoff", "This is for you to do. Resume when it is done; Laika does not watch.";
    /// The person stopped acting and went away.
    TakeoverOver = "takeover_over", "You took over. Resume when Laika should go on.";
    /// The head moved back; the page has to be looked at again.
    RolledBack = "rolled_back", "The head was moved back; what was done stays done. Resume to go on from there on a new branch.";
    /// The machine slept, was locked, or its user logged out (OPS-003).
    Away = "away", "The machine slept, was locked or logged out, so nothing was done meanwhile. Resume; Laika looks at the page again first.";
    /// The person paused it.
    Asked = "asked", "You paused the run. Resume when it should go on.";
}

/// The run waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Paused {
    /// Why.
    pub why: Pause,
    /// A finer reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_code: Option<ReasonCode>,
    /// How much the run may do from now on, if that was lowered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<SiteMode>,
}

/// The run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ended {
    /// `completed`, `cancelled` or `failed`.
    pub status: RunStatus,
    /// Why, where that is not the person's wish.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_code: Option<ReasonCode>,
    /// The answer, as a stored message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Uuid>,
}

/// How a run was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CancelledBy {
    /// Stop.
    Stop,
    /// Panic: every run, and Laika is locked.
    Panic,
    /// The person closed the task tab (C-20).
    TaskTabClosed,
}

/// The person acts in the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Takeover {
    /// What they did first.
    pub input: TakeoverInput,
}

/// Input that counts as taking over (C-42).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TakeoverInput {
    /// A key.
    Key,
    /// A pointer.
    Pointer,
    /// A wheel or a finger.
    Scroll,
    /// Something was pasted.
    Paste,
}

/// The person lets the run go on: the only way out of a pause or a takeover (I11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resumed {
    /// Whether a full authorisation comes first: the origin, mode, profile or process changed (C-41).
    pub needs_authorisation: bool,
}

/// The person must do something themselves (RUN-039).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Handoff {
    /// What.
    pub need: HandoffNeed,
}

/// What only a person does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandoffNeed {
    /// Sign in.
    Login,
    /// Prove who they are.
    TwoFactor,
    /// Agree to something.
    Consent,
    /// Show that they are human.
    Captcha,
    /// Choose a file.
    FilePicker,
    /// Do a step that cannot be automated.
    Manual,
}

/// A summary of the last segment, preferred over raw history in later packs (RUN-042).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Checkpoint {
    /// The last event it covers.
    pub through_seq: u64,
    /// What the person wants.
    pub goal: String,
    /// What was found out.
    pub facts: Vec<String>,
    /// What was read so far and colours everything said after it: a summary must not launder it (S3).
    pub exposed: Vec<super::Exposure>,
    /// Whether something that was read tried to give orders.
    pub suspicious: bool,
    /// Steps that succeeded.
    pub succeeded: u32,
    /// Steps that failed.
    pub failed: u32,
    /// What comes next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// What the person let stay of a private run, and all there is of it (PRIV-003).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// What is told of it, line by line.
    pub lines: Vec<String>,
    /// Where it read: forgetting a site finds this one, too.
    pub exposed: Vec<Exposure>,
    /// Whether something that was read tried to give orders.
    pub suspicious: bool,
}

/// The head moved back. Plans and context follow it; what was done stays done (RUN-047).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rollback {
    /// The event that is the head now.
    pub to_seq: u64,
}

/// A branch begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Branch {
    /// Its number, from 1; the trunk is 0.
    pub branch: u32,
    /// The event it grows from.
    pub from_seq: u64,
}

/// The run works on another surface.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SurfaceChanged {
    /// The new one.
    pub surface: Surface,
    /// The run that goes on there, where it is another: of another profile nothing is taken along.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continued_as: Option<RunId>,
}

/// Why payloads were erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErasedFor {
    /// A checkpoint stands for them.
    Compaction,
    /// Their time was over.
    Retention,
    /// The person had them forgotten.
    Forgotten,
}

/// Payloads were erased: their headers stay, and this record says that it was no tampering (C-23).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Erased {
    /// Why.
    pub reason: ErasedFor,
    /// The events of this run, as pairs of the first and the last.
    pub events: Vec<(u64, u64)>,
}
