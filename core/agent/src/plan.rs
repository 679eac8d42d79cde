//! From a proposal to an intent: what the model wants is checked against what was made before, and recorded.

use alloc::vec::Vec;

use laika_policy::redact::{SealedDone, recorded_arguments, recorded_field};
use laika_policy::{Call, Done, Offer};
use laika_protocol::canonical;
use laika_protocol::ids::{IdempotencyKey, Uuid};
use laika_protocol::json::MAX_SAFE_INTEGER;
use laika_protocol::limits::Limit;
use laika_protocol::run::{Intent, ModelOutput, Pause, ProposalOutcome, Shown, Step, TabLock};
use laika_protocol::wire::RunStatus;

use crate::effect::{Effect, Question, Subject};
use crate::event::{Proposal, Proposed};
use crate::run::{Pending, Run};
use crate::turn::Turn;

impl Run {
    pub(crate) fn proposed(&mut self, question: Question, proposal: Proposal, turn: &mut Turn<'_>) {
        if self.is_asked(question).is_none() || self.recorded.status != RunStatus::Planning {
            return;
        }
        let Proposal { model, tokens, packet, deferred, what } = proposal;
        let (message_id, digest) = turn.store(self, packet, &model).unzip();
        let tokens = tokens.min(MAX_SAFE_INTEGER);
        let known = match &what {
            Proposed::Call { request_id, idempotency_key, .. } => {
                self.known(request_id, idempotency_key.as_ref())
            }
            Proposed::Answer | Proposed::Clarify | Proposed::Unusable(_) => None,
        };
        let (outcome, reason_code) = match &what {
            Proposed::Call { .. } if known.is_some() => (ProposalOutcome::Repeated, None),
            Proposed::Call { .. } => (ProposalOutcome::Call, None),
            Proposed::Answer => (ProposalOutcome::Answer, None),
            Proposed::Clarify => (ProposalOutcome::Clarify, None),
            Proposed::Unusable(reason) => (ProposalOutcome::Unusable, reason.clone()),
        };
        turn.record(self, ModelOutput { message_id, digest, model, tokens, outcome, deferred, reason_code });
        match what {
            Proposed::Answer => self.verify(Subject::Answer, turn),
            Proposed::Clarify => self.pause(Pause::Clarify, turn),
            Proposed::Unusable(_) => self.pause(Pause::ModelFailed, turn),
            Proposed::Call { request_id, idempotency_key, call } => match known {
                None => self.propose(request_id, idempotency_key, *call, turn),
                Some(known) => self.redeliver(known, turn),
            },
        }
    }

    fn propose(&mut self, request_id: Uuid, key: Option<IdempotencyKey>, call: Call, turn: &mut Turn<'_>) {
        let Ok(done) = Done::of(&call) else { return self.pause(Pause::ModelFailed, turn) };
        let mutating = call.tool.action.is_mutating();
        if mutating && !self.lock_tab(&call, turn) {
            return;
        }
        let sealed = SealedDone::of(&done, &turn.key);
        let step = Step { request_id: request_id.clone(), step: self.recorded.steps + 1 };
        let intent = Intent {
            step,
            idempotency_key: key,
            tool: call.tool.name.clone(),
            provider: call.tool.provider.as_ref().map(|place| place.as_str().into()),
            mutating,
            target: shown(&call, turn),
            field: recorded_field(&call),
            arguments: recorded_arguments(&call, turn.world.audit),
            sealed: sealed.digest,
            recipients: sealed.recipients,
        };
        turn.record(self, intent);
        self.live.pending = Some(Pending {
            request_id,
            call,
            digest: done.digest,
            carries: Vec::new(),
            offer: Offer::Once,
            yes: None,
            gesture: false,
        });
        self.judge(turn);
    }

    /// The same call again: what is on record of it is the answer, and it is not made twice (I8). A model that has
    /// nothing else to say uses up its tries.
    fn redeliver(&mut self, request_id: Uuid, turn: &mut Turn<'_>) {
        let settled = self.recorded.settled.get(&request_id).cloned();
        let run = self.recorded.run.clone();
        turn.after.push(Effect::Redelivered { run, request_id, settled });
        if u64::from(self.recorded.step_retries) > turn.world.limits.get(Limit::StepRetries) {
            self.pause(Pause::RetriesSpent, turn);
        } else {
            self.ask_model(turn);
        }
    }

    /// The call a request or key already stands for.
    fn known(&self, request_id: &Uuid, key: Option<&IdempotencyKey>) -> Option<Uuid> {
        let recorded = &self.recorded;
        let by_key = key.and_then(|key| recorded.keys.get(key)).cloned();
        by_key.or_else(|| recorded.settled.contains_key(request_id).then(|| request_id.clone()))
    }

    /// Makes sure that this run alone changes the tab (RUN-049).
    fn lock_tab(&mut self, call: &Call, turn: &mut Turn<'_>) -> bool {
        let Some(context) = &call.context else { return true };
        let tab = TabLock { profile_id: self.recorded.profile.clone(), tab_id: context.tab_id };
        if let Some((_, holder)) = turn.held.iter().find(|(held, _)| *held == tab) {
            let (run, holder) = (self.recorded.run.clone(), holder.clone());
            turn.after.push(Effect::TabConflict { run, tab, holder });
            self.pause(Pause::TabBusy, turn);
            return false;
        }
        if !self.recorded.locks.contains(&tab) {
            turn.record(self, tab);
        }
        true
    }
}

fn shown(call: &Call, turn: &Turn<'_>) -> Option<Shown> {
    let context = call.context.as_ref()?;
    let fingerprint = call.target.as_ref().and_then(|target| canonical::digest(target).ok());
    Some(Shown {
        origin: context.origin.clone(),
        tab_id: context.tab_id,
        document_id: context.document_id.clone(),
        navigation_generation: context.navigation_generation,
        fingerprint: fingerprint.map(|digest| turn.key.digest(&digest)),
    })
}
