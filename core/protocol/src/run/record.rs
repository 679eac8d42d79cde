//! One record: its kind and what it says, as one JSON object that names its own kind.

use alloc::string::{String, ToString};

use serde::{Deserialize, Serialize};

use super::*;

/// A record that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("not a record of this version: {0}")]
pub struct RecordError(String);

macro_rules! records {
    ($($(#[$doc:meta])* $name:ident($content:ty) = $text:literal;)*) => {
        /// What kind of thing happened.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Kind { $(#[doc = $text] #[serde(rename = $text)] $name,)* }

        impl Kind {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The name in the log.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// The kind of this name.
            #[must_use]
            pub fn of_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|kind| kind.as_str() == name)
            }
        }

        /// One thing that happened in a run.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "type")]
        pub enum Record { $($(#[$doc])* #[serde(rename = $text)] $name($content),)* }

        impl Record {
            /// Its kind.
            #[must_use]
            pub const fn kind(&self) -> Kind {
                match self { $(Self::$name(_) => Kind::$name,)* }
            }
        }

        $(impl From<$content> for Record {
            fn from(content: $content) -> Self {
                Self::$name(content)
            }
        })*
    };
}

records! {
    /// A run begins.
    Started(Started) = "run.started";
    /// The person said something.
    UserMessage(UserMessage) = "user.message";
    /// A page was read.
    Observed(Observed) = "page.observe";
    /// Facts were taken from a page.
    Extracted(Extracted) = "page.extract";
    /// A model was asked.
    ModelPrompt(ModelPrompt) = "model.prompt";
    /// A model answered.
    ModelOutput(ModelOutput) = "model.output";
    /// A call is meant to be performed.
    Intent(Intent) = "browser.tool.request";
    /// The gate answered.
    Decided(Decided) = "policy.decision";
    /// The person answered.
    Approval(Approval) = "ui.approval";
    /// The person granted a kind of call.
    Granted(Granted) = "ui.grant";
    /// Grants and tokens ended.
    Revoked(Revoked) = "ui.revoke";
    /// A person must press the button that does it.
    GestureRequired(Gesture) = "ui.gesture_required";
    /// They did.
    GesturePerformed(GestureDone) = "ui.gesture_performed";
    /// The person decided about carrying content from one site to another.
    CrossSiteIntent(CrossSiteIntent) = "ui.cross_site_intent";
    /// A call ended, in whatever way.
    StepResult(StepResult) = "browser.tool.result";
    /// What a call brought about was checked.
    Verified(Verified) = "run.verify";
    /// The person must do something themselves.
    Handoff(Handoff) = "ui.handoff_required";
    /// The person acts in the page.
    Takeover(Takeover) = "ui.takeover";
    /// The person lets the run go on.
    Resumed(Resumed) = "ui.resume";
    /// The person stopped it.
    Cancelled(Cancelled) = "ui.cancel";
    /// The run waits.
    Paused(Paused) = "run.paused";
    /// The run ended.
    Ended(Ended) = "run.ended";
    /// A summary of the last segment.
    Checkpoint(Checkpoint) = "run.checkpoint";
    /// What the person let stay of a private run.
    Summary(Summary) = "run.summary";
    /// The head moved back.
    Rollback(Rollback) = "run.rollback";
    /// A branch begins.
    Branch(Branch) = "run.branch";
    /// The run works on another surface.
    SurfaceChanged(SurfaceChanged) = "run.surface";
    /// The run is attached to this tab.
    TabAttached(TabRef) = "tab.attach";
    /// Laika opened a tab or window for the run.
    TaskTab(TaskTab) = "tab.task";
    /// The run alone may change this tab.
    TabLocked(TabLock) = "tab.lock";
    /// It no longer holds the tab.
    TabUnlocked(TabUnlock) = "tab.unlock";
    /// Payloads were erased.
    Erased(Erased) = "log.erased";
}

/// The gesture was performed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GestureDone {
    /// For which call.
    #[serde(flatten)]
    pub gesture: Gesture,
}

/// The person stopped the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cancelled {
    /// How.
    pub by: CancelledBy,
}

/// A tab is free again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TabUnlock {
    /// The tab.
    #[serde(flatten)]
    pub tab: TabLock,
}

impl Record {
    /// Reads a record from the bytes that were stored.
    ///
    /// # Errors
    /// When the bytes are not a record that this version knows.
    pub fn read(bytes: &[u8]) -> Result<Self, RecordError> {
        serde_json::from_slice(bytes).map_err(|error| RecordError(error.to_string()))
    }
}
