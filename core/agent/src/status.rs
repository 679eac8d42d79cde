//! The twelve states of a run and every way from one to another (RUN-016..RUN-019), as one table.

use laika_protocol::wire::RunStatus::{
    self, Authorizing, AwaitingApproval, Cancelled, Completed, Executing, Failed, Idle, Observing, Paused,
    Planning, Takeover, Verifying,
};

/// What moves a run. Each is read off one record, so that the log alone gives the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trigger {
    /// The run begins.
    Start,
    /// The run begins and needs the person's authorisation.
    StartAsking,
    /// The page was read.
    Observed,
    /// The gate asks, or the person has to press a button.
    Ask,
    /// The gate allows, and that is about to be durable.
    Allow,
    /// The gate denies.
    Deny,
    /// The model answers without a call.
    Answer,
    /// The step ended well.
    StepDone,
    /// The step did not happen, or changed nothing.
    StepFailed,
    /// The step was checked, and there is more to do.
    Checked,
    /// The goal is reached.
    Complete,
    /// The run has to wait.
    Pause,
    /// The person acts in the page.
    Takeover,
    /// The person lets it go on.
    Resume,
    /// The person lets it go on, and authorises it first.
    ResumeAsking,
    /// The person stops it.
    Cancel,
    /// It is given up.
    Fail,
    /// The person moves the head back.
    Rollback,
}

impl Trigger {
    /// Every trigger.
    pub const ALL: &[Self] = &[
        Self::Start,
        Self::StartAsking,
        Self::Observed,
        Self::Ask,
        Self::Allow,
        Self::Deny,
        Self::Answer,
        Self::StepDone,
        Self::StepFailed,
        Self::Checked,
        Self::Complete,
        Self::Pause,
        Self::Takeover,
        Self::Resume,
        Self::ResumeAsking,
        Self::Cancel,
        Self::Fail,
        Self::Rollback,
    ];

    /// Its name in tables and diagrams.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::StartAsking => "start, authorise",
            Self::Observed => "observed",
            Self::Ask => "ask",
            Self::Allow => "allow",
            Self::Deny => "deny",
            Self::Answer => "answer",
            Self::StepDone => "step done",
            Self::StepFailed => "step failed",
            Self::Checked => "checked",
            Self::Complete => "complete",
            Self::Pause => "pause",
            Self::Takeover => "takeover",
            Self::Resume => "resume",
            Self::ResumeAsking => "resume, authorise",
            Self::Cancel => "cancel",
            Self::Fail => "fail",
            Self::Rollback => "roll back",
        }
    }
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Transition {
    /// From any of these.
    pub from: &'static [RunStatus],
    /// When this happens.
    pub on: Trigger,
    /// To this.
    pub to: RunStatus,
}

/// The states in which Laika is at work.
const AT_WORK: &[RunStatus] = &[Authorizing, Observing, Planning, AwaitingApproval, Executing, Verifying];
/// At work or waiting: everything that has begun and not ended.
const LIVE: &[RunStatus] =
    &[Authorizing, Observing, Planning, AwaitingApproval, Executing, Verifying, Paused, Takeover];
/// Everything that has begun.
const BEGUN: &[RunStatus] = &[
    Authorizing,
    Observing,
    Planning,
    AwaitingApproval,
    Executing,
    Verifying,
    Paused,
    Takeover,
    Completed,
    Cancelled,
    Failed,
];

/// Every way from one state to another. What is not here does not happen.
pub const TRANSITIONS: &[Transition] = &[
    Transition { from: &[Idle], on: Trigger::Start, to: Observing },
    Transition { from: &[Idle], on: Trigger::StartAsking, to: Authorizing },
    Transition { from: &[Observing], on: Trigger::Observed, to: Planning },
    Transition { from: &[Planning, AwaitingApproval], on: Trigger::Ask, to: AwaitingApproval },
    Transition { from: &[Planning, AwaitingApproval], on: Trigger::Allow, to: Executing },
    Transition { from: &[Planning, AwaitingApproval], on: Trigger::Deny, to: Observing },
    Transition { from: &[Planning], on: Trigger::Answer, to: Verifying },
    Transition { from: &[Executing], on: Trigger::StepDone, to: Verifying },
    Transition { from: &[AwaitingApproval, Executing], on: Trigger::StepFailed, to: Observing },
    Transition { from: &[Verifying], on: Trigger::Checked, to: Observing },
    Transition { from: &[Verifying], on: Trigger::Complete, to: Completed },
    Transition { from: AT_WORK, on: Trigger::Pause, to: Paused },
    Transition { from: &[Takeover, Paused], on: Trigger::Pause, to: Paused },
    Transition { from: AT_WORK, on: Trigger::Takeover, to: Takeover },
    Transition { from: &[Paused], on: Trigger::Takeover, to: Takeover },
    Transition { from: &[Authorizing, Paused, Takeover], on: Trigger::Resume, to: Observing },
    Transition { from: &[Paused, Takeover], on: Trigger::ResumeAsking, to: Authorizing },
    Transition { from: LIVE, on: Trigger::Cancel, to: Cancelled },
    Transition { from: LIVE, on: Trigger::Fail, to: Failed },
    // A new branch of the same run, whatever became of the old one; nothing runs before the person resumes it.
    Transition { from: BEGUN, on: Trigger::Rollback, to: Paused },
];

/// Where a run goes, if it goes anywhere.
#[must_use]
pub fn next(from: RunStatus, on: Trigger) -> Option<RunStatus> {
    TRANSITIONS.iter().find(|row| row.on == on && row.from.contains(&from)).map(|row| row.to)
}

/// Whether a run is at work by itself.
pub(crate) fn is_at_work(status: RunStatus) -> bool {
    AT_WORK.contains(&status)
}
