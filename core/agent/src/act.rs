//! From a durable decision to a checked result: exactly one call, performed at most once.

use alloc::boxed::Box;
use alloc::vec::Vec;

use laika_policy::Verdict;
use laika_protocol::ErrorCode;
use laika_protocol::ids::{ReasonCode, Uuid};
use laika_protocol::limits::Limit;
use laika_protocol::run::{Checkpoint, Ended, Outcome, Pause, RevokedFor, StepResult, TabUnlock, Verified};
use laika_protocol::wire::RunStatus;

use crate::effect::{CommitId, Effect, Question, Subject};
use crate::event::Finished;
use crate::look::exposures;
use crate::run::{Run, Then};
use crate::turn::Turn;

/// Whether a failed call surely changed nothing: it was refused before it touched anything.
const fn surely_nothing(code: ErrorCode) -> bool {
    match code {
        ErrorCode::InvalidArgument
        | ErrorCode::SchemaMismatch
        | ErrorCode::PermissionRequired
        | ErrorCode::PolicyDenied
        | ErrorCode::PreconditionFailed
        | ErrorCode::NotFound
        | ErrorCode::StaleHandle
        | ErrorCode::Unsupported
        | ErrorCode::RateLimited => true,
        ErrorCode::VerificationFailed
        | ErrorCode::Timeout
        | ErrorCode::Cancelled
        | ErrorCode::Unavailable
        | ErrorCode::Internal => false,
    }
}

impl Run {
    /// The records are on disk: what waited for them happens now.
    pub(crate) fn committed(&mut self, id: CommitId, turn: &mut Turn<'_>) {
        // A stop, a takeover or a pause in between has taken away what waited.
        let Some(waiting) = self.live.waiting.take_if(|waiting| waiting.id == id) else { return };
        match waiting.then {
            Then::Look if self.recorded.status == RunStatus::Authorizing => {
                turn.after.push(Effect::RequestAuthorisation { run: self.recorded.run.clone() });
            }
            Then::Look => self.look(turn),
            Then::Ask(card) => {
                let Some(pending) = &self.live.pending else { return };
                turn.after.push(Effect::RequestApproval {
                    run: self.recorded.run.clone(),
                    request_id: pending.request_id.clone(),
                    digest: pending.digest.clone(),
                    card,
                });
            }
            Then::Dispatch => self.dispatch(turn),
            Then::Verify(request_id) => {
                self.verify(Subject::Step(request_id), turn);
            }
        }
    }

    /// The only place a permit comes from: the intent, the decision and the approval are durable, and the gate still
    /// says yes.
    fn dispatch(&mut self, turn: &mut Turn<'_>) {
        let Some(pending) = self.live.pending.take_if(|_| self.recorded.status == RunStatus::Executing)
        else {
            return;
        };
        match self.decide(&pending.call, pending.gesture, turn) {
            Verdict::Allow(permit) => {
                self.live.grants.spend(&permit);
                self.live.in_flight = true;
                let navigates = matches!(
                    pending.call.tool.action,
                    laika_policy::Action::Navigate | laika_policy::Action::History
                );
                let limit = if navigates { Limit::NavigationDeadlineMs } else { Limit::DeadlineMs };
                turn.after.push(Effect::Execute {
                    run: self.recorded.run.clone(),
                    request_id: pending.request_id,
                    permit: Box::new(permit),
                    deadline_ms: turn.world.limits.get(limit),
                });
            }
            Verdict::Ask(_) | Verdict::Deny(_) => {
                // Something changed while it was written; it never began.
                self.close_undispatched(turn);
                self.try_again(turn);
            }
        }
    }

    pub(crate) fn finished(&mut self, request_id: &Uuid, how: Finished, turn: &mut Turn<'_>) {
        let Some(step) =
            self.open_step().filter(|step| self.live.in_flight && step.request_id == *request_id)
        else {
            return;
        };
        self.live.in_flight = false;
        // Why the call was allowed or asked about says nothing of what comes after it.
        self.live.reason = match &how {
            Finished::Done { .. } => None,
            Finished::Failed(error) => error.reason.clone(),
        };
        let mutating = self.recorded.open.as_ref().is_some_and(|open| open.intent.mutating);
        let at_work = self.recorded.status == RunStatus::Executing;
        match how {
            Finished::Done { result, documents } => {
                let exposed = exposures(&documents);
                let read = self.read(documents, None);
                let suspicious = self.live.evidence.suspicious().next().is_some();
                let result = result.map(|digest| turn.key.digest(&digest));
                turn.record(
                    self,
                    StepResult { result, exposed, suspicious, ..StepResult::of(step, Outcome::Done) },
                );
                match (at_work, read) {
                    (true, Ok(())) => turn.then = Some(Then::Verify(request_id.clone())),
                    (true, Err(_)) => self.pause(Pause::TooMuchRead, turn),
                    (false, _) => {}
                }
            }
            Finished::Failed(error) => {
                let unknown = mutating && !surely_nothing(error.code);
                let outcome = if unknown { Outcome::Unknown } else { Outcome::Failed };
                turn.record(
                    self,
                    StepResult {
                        error: Some(error.code),
                        reason_code: error.reason,
                        ..StepResult::of(step, outcome)
                    },
                );
                let tries = u64::from(self.recorded.step_retries);
                let silent = matches!(error.code, ErrorCode::Timeout | ErrorCode::Unavailable);
                if !at_work {
                    // The person has taken over or stopped it; the result is on record, and moves nothing.
                } else if unknown {
                    // Nobody knows whether it happened: the person decides, nothing is repeated (C-26, C-43).
                    self.pause(Pause::OutcomeUnknown, turn);
                } else if silent && tries > turn.world.limits.get(Limit::ReadRetries) {
                    self.pause(Pause::ToolUnavailable, turn);
                } else {
                    self.try_again(turn);
                }
            }
        }
    }

    pub(crate) fn checked(
        &mut self,
        question: Question,
        confirmed: bool,
        finished: bool,
        answer: Option<Uuid>,
        turn: &mut Turn<'_>,
    ) {
        let Some(about_answer) = self.is_asked(question) else { return };
        if self.recorded.status != RunStatus::Verifying {
            return;
        }
        // An answer that does not finish the run is a failed try, or answers could go on for ever.
        let confirmed = confirmed && (finished || !about_answer);
        let finished = confirmed && finished;
        let step = (self.recorded.steps > 0).then_some(self.recorded.steps);
        turn.record(self, Verified { step, confirmed, finished });
        if finished {
            self.end(RunStatus::Completed, RevokedFor::Ended, answer, turn);
        } else if confirmed {
            self.checkpoint_if_due(turn);
            self.look(turn);
        } else {
            self.try_again(turn);
        }
    }

    /// Looks again and plans anew after something did not work; never the same act blindly (RUN-022, RUN-023).
    pub(crate) fn try_again(&mut self, turn: &mut Turn<'_>) {
        let limits = turn.world.limits;
        if u64::from(self.recorded.run_retries) > limits.get(Limit::RunRetries) {
            self.end(RunStatus::Failed, RevokedFor::Ended, None, turn);
        } else if u64::from(self.recorded.step_retries) > limits.get(Limit::StepRetries) {
            self.pause(Pause::RetriesSpent, turn);
        } else {
            self.look(turn);
        }
    }

    fn checkpoint_if_due(&mut self, turn: &mut Turn<'_>) {
        let (succeeded, failed) = self.recorded.since_checkpoint;
        if u64::from(succeeded + failed) < turn.world.limits.get(Limit::CheckpointSteps) {
            return;
        }
        let checkpoint = Checkpoint {
            through_seq: self.recorded.seq,
            goal: self.recorded.words_here().next().map(|words| words.text.clone()).unwrap_or_default(),
            facts: Vec::new(),
            exposed: self.recorded.exposed.iter().cloned().collect(),
            suspicious: self.recorded.suspicious,
            succeeded,
            failed,
            next: None,
        };
        turn.record(self, checkpoint);
    }

    /// Ends the run: its tokens and grants, its locks, and what it had not begun.
    pub(crate) fn end(
        &mut self,
        status: RunStatus,
        why: RevokedFor,
        answer: Option<Uuid>,
        turn: &mut Turn<'_>,
    ) {
        self.halt(why, turn);
        if self.recorded.open.is_some() {
            self.close_whatever_it_is(turn);
        }
        self.give_tabs_back(turn);
        // Nobody wished for this end, so it says why.
        let failed = (status == RunStatus::Failed).then(|| ReasonCode::parse("E_TOO_MANY_FAILURES").ok());
        turn.record(self, Ended { status, reason_code: failed.flatten(), answer });
    }

    /// From here on another run may change these tabs (RUN-049).
    pub(crate) fn give_tabs_back(&mut self, turn: &mut Turn<'_>) {
        for tab in self.recorded.locks.clone() {
            turn.record(self, TabUnlock { tab });
        }
    }

    /// Settles a call without a result: it never began, or nobody knows.
    pub(crate) fn close_whatever_it_is(&mut self, turn: &mut Turn<'_>) {
        let in_flight = core::mem::take(&mut self.live.in_flight);
        if in_flight { self.close(Outcome::Unknown, turn) } else { self.close_undispatched(turn) }
    }
}
