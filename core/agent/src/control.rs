//! What pre-empts everything: stop, takeover, pause, a lost connection, a restart; and the person's way back.

use laika_protocol::ToolError;
use laika_protocol::ids::{ReasonCode, Uuid};
use laika_protocol::run::{
    Branch, Cancelled, CancelledBy, Handoff, HandoffNeed, Outcome, Pause, Paused, Resumed, Revoked,
    RevokedFor, Rollback, Surface, Takeover, TakeoverInput, UserMessage,
};
use laika_protocol::wire::{AppState, RunStatus, SiteMode};

use crate::effect::Effect;
use crate::recorded::Stage;
use crate::run::{Run, Then};
use crate::status::is_at_work;
use crate::turn::Turn;

impl Run {
    /// Makes the run wait for the person. What it had not begun never begins.
    pub(crate) fn pause(&mut self, why: Pause, turn: &mut Turn<'_>) {
        self.halt(RevokedFor::Paused, turn);
        if self.recorded.open.is_some() && !self.live.in_flight {
            self.close_undispatched(turn);
        }
        // The person set this run aside, so that another may work in its tab (RUN-051). No other pause gives a tab up:
        // after an unknown outcome or a restart something of this run may still come to the page.
        if why == Pause::Asked {
            self.give_tabs_back(turn);
        }
        // Whoever fails too often does less by itself afterwards (RUN-022).
        let lower = matches!(why, Pause::RetriesSpent | Pause::OutcomeUnknown);
        let mode = (lower && self.recorded.mode == SiteMode::Autopilot).then_some(SiteMode::Assist);
        turn.record(self, Paused { why, reason_code: self.live.reason.clone(), mode });
    }

    /// Takes back everything that allows anything, and what waits to happen.
    pub(crate) fn halt(&mut self, why: RevokedFor, turn: &mut Turn<'_>) {
        let had_grants = self.live.grants.active(turn.world.now_ms).next().is_some();
        self.live.grants.revoke_all();
        self.live.waiting = None;
        self.live.asked = None;
        turn.then = None;
        turn.after.retain(|effect| !effect.goes_on());
        turn.at_once.push(Effect::Revoke { run: self.recorded.run.clone(), why });
        if had_grants {
            turn.record(self, Revoked { grant: None, why });
        }
    }

    pub(crate) fn stop(&mut self, by: CancelledBy, turn: &mut Turn<'_>) {
        if self.recorded.status.is_over() {
            return;
        }
        self.cancel_in_flight(turn);
        turn.record(self, Cancelled { by });
        let why = if by == CancelledBy::Panic { RevokedFor::Panic } else { RevokedFor::Stop };
        self.end(RunStatus::Cancelled, why, None, turn);
    }

    pub(crate) fn take_over(&mut self, input: TakeoverInput, turn: &mut Turn<'_>) {
        if !is_at_work(self.recorded.status) && self.recorded.status != RunStatus::Paused {
            return;
        }
        self.cancel_in_flight(turn);
        self.halt(RevokedFor::Takeover, turn);
        // A call that is under way stays open: its result is recorded when it comes, and moves nothing.
        if !self.live.in_flight && self.recorded.open.is_some() {
            self.close_undispatched(turn);
        }
        turn.record(self, Takeover { input });
    }

    pub(crate) fn takeover_over(&mut self, turn: &mut Turn<'_>) {
        if self.recorded.status == RunStatus::Takeover {
            self.pause(Pause::TakeoverOver, turn);
        }
    }

    pub(crate) fn hand_off(&mut self, need: HandoffNeed, turn: &mut Turn<'_>) {
        if is_at_work(self.recorded.status) {
            turn.record(self, Handoff { need });
            self.pause_whatever_is_under_way(Pause::Handoff, turn);
        }
    }

    pub(crate) fn pause_asked(&mut self, why: Pause, turn: &mut Turn<'_>) {
        if is_at_work(self.recorded.status) || self.recorded.status == RunStatus::Takeover {
            self.pause_whatever_is_under_way(why, turn);
        }
    }

    /// The page or browser is gone: nobody knows what became of a call that was under way (RUN-033).
    pub(crate) fn connection_lost(&mut self, turn: &mut Turn<'_>) {
        if is_at_work(self.recorded.status) || self.recorded.status == RunStatus::Takeover {
            self.live.page = None;
            self.pause_whatever_is_under_way(Pause::ConnectionLost, turn);
        }
    }

    fn pause_whatever_is_under_way(&mut self, why: Pause, turn: &mut Turn<'_>) {
        let unknown =
            self.live.in_flight && self.recorded.open.as_ref().is_some_and(|open| open.intent.mutating);
        self.cancel_in_flight(turn);
        if self.recorded.open.is_some() {
            self.close_whatever_it_is(turn);
        }
        self.pause(if unknown { Pause::OutcomeUnknown } else { why }, turn);
    }

    /// The run was read back from the log. Whatever was under way is settled as what it is, and nothing goes on by
    /// itself (RUN-026, RUN-035).
    pub(crate) fn restarted(&mut self, turn: &mut Turn<'_>) {
        if self.recorded.status.is_over() {
            return;
        }
        let open = self.recorded.open.as_ref().map(|open| (open.stage, open.intent.mutating));
        let unknown = open == Some((Stage::Allowed, true));
        match open {
            None => {}
            // From the moment an allow is durable the call may have begun.
            Some((Stage::Allowed, _)) => self.close(Outcome::Unknown, turn),
            Some((Stage::Meant | Stage::Asked, _)) => self.close(Outcome::NotDispatched, turn),
        }
        if unknown {
            self.pause(Pause::OutcomeUnknown, turn);
        } else if self.recorded.status != RunStatus::Paused {
            self.pause(Pause::Restarted, turn);
        }
    }

    /// The person lets the run go on: the only way (I11). The page is looked at afresh before anything else.
    pub(crate) fn resume(&mut self, words: Option<UserMessage>, turn: &mut Turn<'_>) {
        let status = self.recorded.status;
        if !matches!(status, RunStatus::Paused | RunStatus::Takeover) || self.is_locked(turn) {
            return;
        }
        if self.recorded.open.is_some() {
            self.close_whatever_it_is(turn);
        }
        let changed = matches!(
            self.recorded.pause,
            Some(Pause::Restarted | Pause::OutcomeUnknown | Pause::ConnectionLost)
        ) && self.live.page.is_none();
        let needs_authorisation = changed && self.recorded.surface == Surface::MyBrowser;
        words.into_iter().for_each(|message| self.hear(message, turn));
        turn.record(self, Resumed { needs_authorisation });
        self.begin(turn);
    }

    pub(crate) fn authorised(&mut self, turn: &mut Turn<'_>) {
        if self.recorded.status == RunStatus::Authorizing && !self.is_locked(turn) {
            turn.record(self, Resumed { needs_authorisation: false });
            self.begin(turn);
        }
    }

    /// Looks at the page as soon as what led to it is durable.
    pub(crate) fn begin(&mut self, turn: &mut Turn<'_>) {
        self.live.page = None;
        self.live.asked = None;
        if self.gather_evidence(turn).is_err() {
            return self.pause(Pause::TooMuchRead, turn);
        }
        turn.then = Some(Then::Look);
    }

    pub(crate) fn roll_back(&mut self, to_seq: u64, turn: &mut Turn<'_>) {
        let possible = to_seq < self.recorded.seq && self.recorded.holds(to_seq);
        if !possible || self.recorded.open.is_some() || self.live.in_flight {
            let message =
                "the head can only move to an earlier event of this branch, and not while a step is open";
            let error = ToolError::new(laika_protocol::ErrorCode::PreconditionFailed, message);
            return turn.after.push(Effect::Refuse { run: self.recorded.run.clone(), error });
        }
        self.halt(RevokedFor::Paused, turn);
        let branch = self.recorded.branch + 1;
        turn.record(self, Rollback { to_seq });
        turn.record(self, Branch { branch, from_seq: to_seq });
    }

    pub(crate) fn approval_expired(&mut self, request_id: &Uuid, turn: &mut Turn<'_>) {
        let waits = self.live.pending.as_ref().is_some_and(|pending| pending.request_id == *request_id);
        if waits && self.recorded.status == RunStatus::AwaitingApproval {
            self.live.reason = ReasonCode::parse("E_ASK_EXPIRED").ok();
            self.pause(Pause::ApprovalExpired, turn);
        }
    }

    pub(crate) fn cancel_in_flight(&self, turn: &mut Turn<'_>) {
        if let Some(step) = self.open_step().filter(|_| self.live.in_flight) {
            let run = self.recorded.run.clone();
            turn.at_once.push(Effect::Cancel { run, request_id: step.request_id });
        }
    }

    fn is_locked(&self, turn: &mut Turn<'_>) -> bool {
        let locked = turn.app == AppState::Locked;
        if locked {
            let run = self.recorded.run.clone();
            turn.after.push(Effect::Refuse { run, error: ToolError::locked() });
        }
        locked
    }
}
