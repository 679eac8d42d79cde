//! What the log says of a run: the fold of its records, and the whole of what survives a crash.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use laika_policy::OriginSets;
use laika_policy::redact::SealedDone;
use laika_protocol::ids::{IdempotencyKey, Origin, ProfileId, RunId, Sha256, Uuid};
use laika_protocol::run::{
    Exposure, Intent, Kind, Outcome, Pause, ProposalOutcome, Record, Started, StepResult, Surface, TabLock,
    TabRef, TaskTab, UserMessage,
};
use laika_protocol::wire::{Decision, RunStatus, SiteMode};

use crate::effect::RunSummary;
use crate::status::{Trigger, next};

/// One event of a stored run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "nearly every entry is a record")]
pub enum Entry {
    /// It is there.
    Record(Record),
    /// Its payload was erased.
    Erased(Kind),
}

/// A log that is not the log of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// It begins otherwise than every run.
    #[error("the run does not begin with its start")]
    NoStart,
    /// A record that cannot follow what is before it.
    #[error("event {seq} cannot follow the events before it")]
    OutOfPlace {
        /// The event.
        seq: u64,
    },
    /// What is needed to go on was erased.
    #[error("event {seq} was erased, so the run cannot go on; it can still be verified")]
    Erased {
        /// The event.
        seq: u64,
    },
}

/// How far an intent has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It is meant.
    Meant,
    /// The person is asked.
    Asked,
    /// It is allowed: from the moment this is durable it may be under way.
    Allowed,
}

/// A call without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenIntent {
    /// What was recorded of it.
    pub intent: Intent,
    /// How far it has come.
    pub stage: Stage,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The event that says so.
    pub seq: u64,
    /// How.
    pub outcome: Outcome,
    /// What it returned, sealed.
    pub result: Option<Sha256>,
}

/// Something that was said to the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The event it stands in.
    pub seq: u64,
    /// What was said, as far as it is stored.
    pub text: String,
    /// Whether a program said it in the person's place (S1).
    pub caller: bool,
}

/// The recorded state of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The run.
    pub run: RunId,
    /// Its profile.
    pub profile: ProfileId,
    /// Its conversation.
    pub conversation: Option<Uuid>,
    /// Whether nothing of it may stay.
    pub private: bool,
    /// Where it works.
    pub surface: Surface,
    /// How much it may do.
    pub mode: SiteMode,
    /// What it may read and act on.
    pub origins: OriginSets,
    /// Its state.
    pub status: RunStatus,
    /// Why it waits, if it does.
    pub pause: Option<Pause>,
    /// Its last event.
    pub seq: u64,
    /// The branch it is on.
    pub branch: u32,
    /// The events of this branch, as pairs of the first and the last.
    pub line: Vec<(u64, u64)>,
    /// Its last checkpoint.
    pub checkpoint: Option<u64>,
    /// Steps so far.
    pub steps: u32,
    /// Steps since the person last let it go on.
    pub steps_since_resume: u32,
    /// Failures of the step at hand.
    pub step_retries: u32,
    /// Failures in all.
    pub run_retries: u32,
    /// Steps that succeeded and failed since the last checkpoint.
    pub since_checkpoint: (u32, u32),
    /// The call that has no result yet.
    pub open: Option<OpenIntent>,
    /// Every call, and how it ended.
    pub settled: BTreeMap<Uuid, Settled>,
    /// The calls by what deduplicates them.
    pub keys: BTreeMap<IdempotencyKey, Uuid>,
    /// The mutating calls that were or may have been performed.
    pub done: Vec<SealedDone>,
    /// What colours everything that is said from now on.
    pub exposed: BTreeSet<Exposure>,
    /// Whether something that was read tried to give orders.
    pub suspicious: bool,
    /// What the person said, or a program in their place, as far as it is stored.
    pub words: Vec<Words>,
    /// The tab it works in.
    pub tab: Option<TabRef>,
    /// The tab that Laika opened for it.
    pub task_tab: Option<TaskTab>,
    /// The tabs it alone may change.
    pub locks: BTreeSet<TabLock>,
}

impl Recorded {
    /// Rebuilds the state of a run from its log. Nothing else happens (I9).
    ///
    /// # Errors
    /// When this is not the log of a run, or what is needed to go on was erased.
    pub fn replay<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Result<Self, ReplayError> {
        let mut entries = entries.into_iter();
        let mut recorded = match entries.next() {
            Some(Entry::Record(Record::Started(started))) => Self::begun(started),
            Some(Entry::Erased(_)) => return Err(ReplayError::Erased { seq: 1 }),
            Some(Entry::Record(_)) | None => return Err(ReplayError::NoStart),
        };
        for entry in entries {
            recorded.take(entry)?;
        }
        Ok(recorded)
    }

    /// The state after the first record.
    pub(crate) fn begun(started: &Started) -> Self {
        let mut origins = OriginSets::default();
        started.may_read.iter().for_each(|origin| origins.allow_reading(origin.clone()));
        started.may_act.iter().for_each(|origin| origins.allow_acting(origin.clone()));
        let trigger = if started.needs_authorisation { Trigger::StartAsking } else { Trigger::Start };
        Self {
            run: started.run.clone(),
            profile: started.profile.clone(),
            conversation: started.conversation.clone(),
            private: started.private,
            surface: started.surface,
            mode: started.mode,
            origins,
            status: next(RunStatus::Idle, trigger).unwrap_or(RunStatus::Idle),
            pause: None,
            seq: 1,
            branch: 0,
            line: vec![(1, 1)],
            checkpoint: None,
            steps: 0,
            steps_since_resume: 0,
            step_retries: 0,
            run_retries: 0,
            since_checkpoint: (0, 0),
            open: None,
            settled: BTreeMap::new(),
            keys: BTreeMap::new(),
            done: Vec::new(),
            exposed: started.exposed.iter().cloned().collect(),
            suspicious: false,
            words: Vec::new(),
            tab: None,
            task_tab: None,
            locks: BTreeSet::new(),
        }
    }

    /// What was said on this branch.
    pub fn words_here(&self) -> impl Iterator<Item = &Words> {
        self.words.iter().filter(|words| self.holds(words.seq))
    }

    /// Whether an event is on this branch.
    #[must_use]
    pub fn holds(&self, seq: u64) -> bool {
        self.line.iter().any(|(from, to)| (*from..=*to).contains(&seq))
    }

    /// The sites it has read.
    pub fn sites(&self) -> impl Iterator<Item = Origin> {
        self.exposed.iter().filter_map(|exposed| Origin::parse(&exposed.place).ok())
    }

    /// Its row in the list of runs.
    #[must_use]
    pub fn summary(&self) -> RunSummary {
        RunSummary {
            run: self.run.clone(),
            profile: self.profile.clone(),
            conversation: self.conversation.clone(),
            surface: self.surface,
            mode: self.mode,
            status: self.status,
            branch: self.branch,
            sensitive: self.is_sensitive(),
        }
    }

    /// Whether it has read a sensitive site.
    #[must_use]
    pub fn is_sensitive(&self) -> bool {
        self.exposed.iter().any(|exposed| exposed.sensitive)
    }

    fn take(&mut self, entry: &Entry) -> Result<(), ReplayError> {
        match entry {
            Entry::Record(record) => self.apply(record),
            // A checkpoint keeps what an observation added; what is left of it is that it happened.
            Entry::Erased(Kind::Observed) => {
                self.advance();
                self.go_if_possible(Trigger::Observed);
                Ok(())
            }
            Entry::Erased(_) => Err(ReplayError::Erased { seq: self.seq + 1 }),
        }
    }

    /// Moves the state by one record.
    pub(crate) fn apply(&mut self, record: &Record) -> Result<(), ReplayError> {
        self.advance();
        match record {
            Record::Started(_) => return Err(self.out_of_place()),
            Record::UserMessage(UserMessage { text, caller, .. }) => {
                self.words.push(Words { seq: self.seq, text: text.clone(), caller: *caller });
            }
            Record::Observed(observed) => {
                self.exposed.extend(observed.exposed.iter().cloned());
                self.suspicious |= observed.suspicious;
                self.go_if_possible(Trigger::Observed);
            }
            Record::ModelOutput(output) => match output.outcome {
                ProposalOutcome::Answer => self.go(Trigger::Answer)?,
                ProposalOutcome::Repeated => self.failed(),
                ProposalOutcome::Call | ProposalOutcome::Clarify | ProposalOutcome::Unusable => {}
            },
            Record::Intent(intent) => {
                self.steps += 1;
                self.steps_since_resume += 1;
                if let Some(key) = &intent.idempotency_key {
                    self.keys.insert(key.clone(), intent.step.request_id.clone());
                }
                self.open = Some(OpenIntent { intent: intent.clone(), stage: Stage::Meant });
            }
            Record::Decided(decided) => match decided.decision {
                Decision::Allow => self.reach(Stage::Allowed, Trigger::Allow)?,
                Decision::Ask => self.reach(Stage::Asked, Trigger::Ask)?,
                Decision::Deny => {
                    self.failed();
                    self.go(Trigger::Deny)?;
                }
            },
            Record::StepResult(result) => self.ended(result)?,
            Record::Verified(verified) => {
                if verified.confirmed {
                    self.since_checkpoint.0 += 1;
                    self.step_retries = 0;
                } else {
                    self.failed();
                }
                if !verified.finished {
                    self.go(Trigger::Checked)?;
                }
            }
            Record::Takeover(_) => self.go(Trigger::Takeover)?,
            Record::Resumed(resumed) => {
                self.pause = None;
                self.step_retries = 0;
                self.steps_since_resume = 0;
                self.go(if resumed.needs_authorisation { Trigger::ResumeAsking } else { Trigger::Resume })?;
            }
            Record::Paused(paused) => {
                self.go(Trigger::Pause)?;
                self.pause = Some(paused.why);
                self.mode = paused.mode.unwrap_or(self.mode).min(self.mode);
            }
            Record::Ended(ended) => {
                self.pause = None;
                self.go(match ended.status {
                    RunStatus::Completed => Trigger::Complete,
                    RunStatus::Cancelled => Trigger::Cancel,
                    RunStatus::Idle
                    | RunStatus::Authorizing
                    | RunStatus::Observing
                    | RunStatus::Planning
                    | RunStatus::AwaitingApproval
                    | RunStatus::Executing
                    | RunStatus::Verifying
                    | RunStatus::Paused
                    | RunStatus::Takeover
                    | RunStatus::Failed => Trigger::Fail,
                })?;
            }
            Record::Checkpoint(checkpoint) => {
                self.checkpoint = Some(self.seq);
                self.since_checkpoint = (0, 0);
                self.exposed.extend(checkpoint.exposed.iter().cloned());
                self.suspicious |= checkpoint.suspicious;
            }
            // It stands for a look and an answer that are on no record.
            Record::Summary(summary) => {
                self.exposed.extend(summary.exposed.iter().cloned());
                self.suspicious |= summary.suspicious;
                self.go(Trigger::Observed)?;
                self.go(Trigger::Answer)?;
            }
            Record::Rollback(rollback) => {
                let to = rollback.to_seq;
                self.line.retain(|(from, _)| *from <= to);
                if let Some(last) = self.line.last_mut() {
                    last.1 = last.1.min(to);
                }
                self.line.push((self.seq, self.seq));
                self.go(Trigger::Rollback)?;
                self.pause = Some(Pause::RolledBack);
            }
            Record::Branch(branch) => self.branch = branch.branch,
            // One that goes on as another run stays what it was.
            Record::SurfaceChanged(changed) if changed.continued_as.is_some() => {}
            Record::SurfaceChanged(changed) => self.surface = changed.surface,
            Record::TabAttached(tab) => self.tab = Some(tab.clone()),
            Record::TaskTab(tab) => self.task_tab = Some(tab.clone()),
            Record::TabLocked(tab) => {
                self.locks.insert(tab.clone());
            }
            Record::TabUnlocked(unlock) => {
                self.locks.remove(&unlock.tab);
            }
            // Said for the reader; nothing follows from them that another record does not say.
            Record::Extracted(_)
            | Record::ModelPrompt(_)
            | Record::Approval(_)
            | Record::Granted(_)
            | Record::Revoked(_)
            | Record::GestureRequired(_)
            | Record::GesturePerformed(_)
            | Record::CrossSiteIntent(_)
            | Record::Handoff(_)
            | Record::Cancelled(_)
            | Record::Erased(_) => {}
        }
        Ok(())
    }

    fn advance(&mut self) {
        self.seq += 1;
        match self.line.last_mut() {
            Some(last) => last.1 = self.seq,
            None => self.line.push((self.seq, self.seq)),
        }
    }

    fn go(&mut self, on: Trigger) -> Result<(), ReplayError> {
        self.status = next(self.status, on).ok_or_else(|| self.out_of_place())?;
        Ok(())
    }

    fn go_if_possible(&mut self, on: Trigger) {
        self.status = next(self.status, on).unwrap_or(self.status);
    }

    fn reach(&mut self, stage: Stage, on: Trigger) -> Result<(), ReplayError> {
        let out_of_place = self.out_of_place();
        self.open.as_mut().ok_or(out_of_place)?.stage = stage;
        self.go(on)
    }

    fn ended(&mut self, result: &StepResult) -> Result<(), ReplayError> {
        self.exposed.extend(result.exposed.iter().cloned());
        self.suspicious |= result.suspicious;
        self.settle(result.outcome, result.result.clone());
        match result.outcome {
            // It may come after the person took over or stopped the run; then it moves nothing.
            Outcome::Done => self.go_if_possible(Trigger::StepDone),
            Outcome::Failed => {
                self.failed();
                self.go_if_possible(Trigger::StepFailed);
            }
            Outcome::NotDispatched => self.go_if_possible(Trigger::StepFailed),
            // Nobody goes on from here by itself: a pause follows.
            Outcome::Unknown => {}
        }
        Ok(())
    }

    fn settle(&mut self, outcome: Outcome, result: Option<Sha256>) {
        let Some(OpenIntent { intent, .. }) = self.open.take() else { return };
        if outcome == Outcome::NotDispatched {
            // What never began may be meant again.
            self.keys.retain(|_, request| *request != intent.step.request_id);
        } else if intent.mutating && outcome != Outcome::Failed {
            // What surely did nothing was not done; of what is unknown the worst is taken.
            self.done.push(SealedDone {
                digest: intent.sealed,
                tool: intent.tool,
                recipients: intent.recipients,
            });
        }
        self.settled.insert(intent.step.request_id, Settled { seq: self.seq, outcome, result });
    }

    const fn failed(&mut self) {
        self.step_retries += 1;
        self.run_retries += 1;
        self.since_checkpoint.1 += 1;
    }

    const fn out_of_place(&self) -> ReplayError {
        ReplayError::OutOfPlace { seq: self.seq }
    }
}
