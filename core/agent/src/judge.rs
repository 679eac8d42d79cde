//! From an intent to a decision: the gate answers, the person is asked, and both are recorded.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use laika_policy::{Explanation, Offer, Verdict};
use laika_protocol::ids::{ReasonCode, Sha256, Uuid};
use laika_protocol::run::{
    Approval, ApprovedIn, CrossSiteIntent, Decided, Gesture, GestureDone, Granted, Outcome, Pause, Step,
    StepResult,
};
use laika_protocol::wire::RunStatus;
use laika_protocol::{ErrorCode, ToolError};
use serde_json::json;

use crate::effect::Effect;
use crate::event::Yes;
use crate::run::{Pending, Run, Then};
use crate::turn::Turn;

impl Run {
    /// Asks the gate about the call at hand, records its answer, and goes on from it once that is durable.
    pub(crate) fn judge(&mut self, turn: &mut Turn<'_>) {
        let Some(pending) = &self.live.pending else { return };
        // A permit of this question is dropped: the one that counts is made when the answer is durable.
        let verdict = self.decide(&pending.call, pending.gesture, turn);
        self.record_decision(&verdict, turn);
        match verdict {
            Verdict::Allow(_) => turn.then = Some(Then::Dispatch),
            Verdict::Ask(card) => {
                let carries = self.carries(&card.explanation);
                if let Some(pending) = &mut self.live.pending {
                    pending.carries = carries;
                    pending.offer = card.offer.clone();
                }
                if card.explanation.requires_gesture {
                    let gesture = self.open_step().map(|step| Gesture { step });
                    gesture.into_iter().for_each(|gesture| turn.record(self, gesture));
                }
                turn.then = Some(Then::Ask(Box::new(card)));
            }
            Verdict::Deny(_) => {
                self.tell_denied(&verdict, turn);
                self.close_undispatched(turn);
                self.try_again(turn);
            }
        }
    }

    /// Whoever watches hears what the gate kept from happening, and why.
    pub(crate) fn tell_denied(&self, verdict: &Verdict, turn: &mut Turn<'_>) {
        if let (Verdict::Deny(_), Some(pending)) = (verdict, &self.live.pending) {
            turn.after.push(Effect::Denied {
                run: self.recorded.run.clone(),
                request_id: pending.request_id.clone(),
                reason: verdict.explanation().reason,
            });
        }
    }

    /// What a yes to this would carry, and where.
    fn carries(&self, explanation: &Explanation) -> Vec<(Vec<String>, String)> {
        if !explanation.spoken.iter().any(|spoken| spoken.rule == "carry") {
            return Vec::new();
        }
        let read = || self.recorded.exposed.iter().map(|exposed| exposed.place.clone());
        let to = explanation.destinations.iter().map(|place| String::from(place.as_str()));
        to.map(|to| (read().filter(|from| *from != to).collect::<Vec<_>>(), to))
            .filter(|(from, _)| !from.is_empty())
            .collect()
    }

    pub(crate) fn record_decision(&mut self, verdict: &Verdict, turn: &mut Turn<'_>) {
        let Some(open) = &self.recorded.open else { return };
        let Explanation { reason, spoken, row, requires_gesture, destinations, carried_bits, .. } =
            verdict.explanation();
        let code = |reason: &laika_policy::Reason| ReasonCode::parse(reason.code()).ok();
        let Some(reason_code) = code(reason) else { return turn.broken = true };
        let mut reasons: Vec<ReasonCode> = spoken.iter().filter_map(|one| code(&one.reason_code)).collect();
        reasons.dedup();
        let decided = Decided {
            step: open.intent.step.clone(),
            decision: verdict.decision(),
            reason_code: reason_code.clone(),
            reasons,
            requires_gesture: *requires_gesture,
            row: row.map(|row| row.as_str().into()),
            destinations: destinations.iter().map(|place| place.as_str().into()).collect(),
            carried_bits: *carried_bits,
            sealed: open.intent.sealed.clone(),
        };
        self.live.reason = Some(reason_code);
        turn.record(self, decided);
    }

    pub(crate) fn answered(
        &mut self,
        request_id: &Uuid,
        digest: &Sha256,
        answered_in: ApprovedIn,
        yes: Option<Yes>,
        turn: &mut Turn<'_>,
    ) {
        // What was approved is exactly what executes: another call, or the same with other arguments, is not it (I24).
        let same = self
            .live
            .pending
            .as_ref()
            .is_some_and(|pending| pending.request_id == *request_id && pending.digest == *digest);
        let (Some(open), RunStatus::AwaitingApproval, true) =
            (&self.recorded.open, self.recorded.status, same)
        else {
            return;
        };
        // A yes to a card grants what the card offered, no more.
        let offered = self.live.pending.as_ref().map(|pending| &pending.offer);
        let beyond = yes.as_ref().and_then(|yes| yes.kind.as_ref()).is_some_and(|(kind, uses, life_ms)| {
            !matches!(offered, Some(Offer::Kind { kind: offered, uses: most, life_ms: longest })
                if **offered == *kind && uses <= most && life_ms <= longest)
        });
        if beyond {
            let error = ToolError::new(ErrorCode::PermissionRequired, "the card did not offer to grant this");
            return turn.after.push(Effect::Refuse { run: self.recorded.run.clone(), error });
        }
        let (step, sealed) = (open.intent.step.clone(), open.intent.sealed.clone());
        let grant = yes.as_ref().and_then(|yes| yes.standing.as_deref().cloned());
        turn.record(
            self,
            Approval { step, approved: yes.is_some(), approved_in: answered_in, sealed, grant },
        );
        // Carrying content from one site to another is a choice of its own in the log (CTX-010).
        for (from, to) in
            self.live.pending.as_ref().map(|pending| pending.carries.clone()).unwrap_or_default()
        {
            turn.record(self, CrossSiteIntent { from, to, allowed: yes.is_some() });
        }
        let Some(Yes { grant, kind, standing: _ }) = yes else {
            return self.pause(Pause::Rejected, turn);
        };
        let now_ms = turn.world.now_ms;
        self.live.pending.iter_mut().for_each(|pending| pending.yes = Some(grant.clone()));
        let given = match kind {
            None => self.live.grants.approve(grant, [digest.clone()], now_ms),
            Some((kind, uses, life_ms)) => {
                let granted = Granted {
                    grant: grant.0.clone(),
                    scope: json!(kind),
                    uses,
                    expires_at_ms: now_ms.saturating_add(life_ms),
                };
                let given = self.live.grants.grant(grant, kind, uses, now_ms, life_ms);
                if given.is_ok() {
                    turn.record(self, granted);
                }
                given
            }
        };
        // A grant that may not be given changes nothing; the gate simply asks again.
        let _ = given;
        self.judge(turn);
    }

    pub(crate) fn gesture(&mut self, request_id: &Uuid, turn: &mut Turn<'_>) {
        let waits = self.recorded.status == RunStatus::AwaitingApproval;
        let Some(pending) = self.live.pending.as_mut().filter(|one| waits && one.request_id == *request_id)
        else {
            return;
        };
        pending.gesture = true;
        if let Some(step) = self.open_step() {
            turn.record(self, GestureDone { gesture: Gesture { step } });
        }
        self.judge(turn);
    }

    pub(crate) fn open_step(&self) -> Option<Step> {
        self.recorded.open.as_ref().map(|open| open.intent.step.clone())
    }

    /// Records that the call at hand never began.
    pub(crate) fn close_undispatched(&mut self, turn: &mut Turn<'_>) {
        // A yes to exactly this does not outlive it: the next such call is another one.
        if let Some(Pending { yes: Some(grant), offer: Offer::Once, .. }) = self.live.pending.take() {
            self.live.grants.revoke(&grant);
        }
        self.close(Outcome::NotDispatched, turn);
    }

    pub(crate) fn close(&mut self, outcome: Outcome, turn: &mut Turn<'_>) {
        if let Some(step) = self.open_step() {
            turn.record(self, StepResult::of(step, outcome));
        }
    }
}
