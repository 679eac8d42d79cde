//! From looking to a decision: the page is read, the model proposes, the gate answers, the person is asked.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use laika_policy::redact::{SealedDone, recorded_arguments, recorded_field};
use laika_policy::{Call, Document, Done, Explanation, Offer, SiteClass, Verdict};
use laika_protocol::canonical;
use laika_protocol::ids::{IdempotencyKey, ReasonCode, Sha256, Uuid};
use laika_protocol::json::MAX_SAFE_INTEGER;
use laika_protocol::limits::Limit;
use laika_protocol::run::{
    Approval, ApprovedIn, CrossSiteIntent, Decided, Exposure, Gesture, GestureDone, Granted, Intent,
    ModelOutput, ModelPrompt, Observed, Outcome, Pause, ProposalOutcome, Shown, Step, StepResult, TabLock,
    TabRef,
};
use laika_protocol::wire::{RunStatus, SiteMode};
use laika_protocol::{ErrorCode, ToolError};
use serde_json::json;

use crate::effect::{Effect, Question, Subject};
use crate::event::{Note, Packet, Proposal, Proposed, Seen, Yes};
use crate::run::{Page, Pending, Run, Then};
use crate::turn::Turn;

impl Run {
    /// Looks at the page, unless that happens too often.
    pub(crate) fn look(&mut self, turn: &mut Turn<'_>) {
        let most = turn.world.limits.get(Limit::ScansPerMinute);
        if !self.live.scans.count(turn.world.now_ms, most) {
            return self.pause(Pause::RateSpent, turn);
        }
        let question = self.ask(false, turn);
        turn.after.push(Effect::Observe { run: self.recorded.run.clone(), question });
    }

    /// Opens a question; another one that is open is not waited for any more.
    fn ask(&mut self, about_answer: bool, turn: &mut Turn<'_>) -> Question {
        let question = Question(turn.number());
        self.live.asked = Some((question, about_answer));
        question
    }

    /// Whether this is the question that is open, which it then no longer is; and whether it is about the answer.
    pub(crate) fn is_asked(&mut self, question: Question) -> Option<bool> {
        self.live.asked.take_if(|(open, _)| *open == question).map(|(_, about_answer)| about_answer)
    }

    /// Has something checked.
    pub(crate) fn verify(&mut self, subject: Subject, turn: &mut Turn<'_>) {
        let question = self.ask(subject == Subject::Answer, turn);
        turn.after.push(Effect::Verify { run: self.recorded.run.clone(), question, subject });
    }

    pub(crate) fn seen(&mut self, question: Question, seen: Seen, turn: &mut Turn<'_>) {
        if self.is_asked(question).is_none() || self.recorded.status != RunStatus::Observing {
            return;
        }
        let Seen { context, site, site_override, logged_in, restricted, .. } = seen;
        let sensitive = site == SiteClass::Sensitive;
        let mut exposed = exposures(&seen.documents);
        // The page itself was seen, whatever documents were made of it.
        let place = context.origin.as_str().into();
        exposed.push(Exposure { place, confidential: logged_in, sensitive });
        exposed.sort_unstable();
        exposed.dedup();
        let sensitive = exposed.iter().any(|exposed| exposed.sensitive);
        if self.read(seen.documents, Some(seen.handles)).is_err() {
            return self.pause(Pause::TooMuchRead, turn);
        }
        let observed = Observed {
            context: Some(context.clone()),
            url: Some(seen.url),
            title: Some(seen.title),
            exposed,
            elements: seen.elements,
            excerpt: Some(seen.excerpt),
            // Sealed: beside an excerpt, a digest that anyone can make would tell what was taken out of it.
            digest: Some(turn.key.digest(&seen.digest)),
            suspicious: self.live.evidence.suspicious().next().is_some(),
        };
        let tab = TabRef {
            profile_id: self.recorded.profile.clone(),
            previous_tab_id: Some(context.tab_id),
            last_known_origin: context.origin.clone(),
            // Of a sensitive site only where it is (PRIV-010).
            last_known_url: observed.url.clone().filter(|_| !sensitive).unwrap_or_default(),
            last_known_title: observed.title.clone().filter(|_| !sensitive).unwrap_or_default(),
            last_seen_at_ms: turn.world.now_ms,
        };
        self.live.page = Some(Page { context, site, site_override, logged_in, restricted });
        turn.record(self, observed);
        // Enough to find the tab again after a restart (RUN-040).
        let known = self.recorded.tab.as_ref().map(|tab| (&tab.last_known_origin, tab.previous_tab_id));
        if known != Some((&tab.last_known_origin, tab.previous_tab_id)) {
            turn.record(self, tab);
        }
        self.ask_model(turn);
    }

    fn ask_model(&mut self, turn: &mut Turn<'_>) {
        let limits = turn.world.limits;
        let steps = match self.recorded.mode {
            SiteMode::Autopilot => limits.get(Limit::AutopilotSteps),
            SiteMode::Observe | SiteMode::Assist => limits.get(Limit::AssistSteps),
        };
        if u64::from(self.recorded.steps_since_resume) >= steps {
            return self.pause(Pause::StepsSpent, turn);
        }
        if !self.live.model_calls.count(turn.world.now_ms, limits.get(Limit::ModelCallsPerMinute)) {
            return self.pause(Pause::RateSpent, turn);
        }
        let question = self.ask(false, turn);
        turn.after.push(Effect::AskModel { run: self.recorded.run.clone(), question });
    }

    pub(crate) fn prompted(
        &mut self,
        model: String,
        tokens: u64,
        packet: Option<Box<Packet>>,
        turn: &mut Turn<'_>,
    ) {
        if !self.recorded.status.is_over() {
            let (message_id, digest) = turn.store(self, packet, &model).unzip();
            turn.record(
                self,
                ModelPrompt { message_id, digest, model, tokens: tokens.min(MAX_SAFE_INTEGER) },
            );
        }
    }

    pub(crate) fn noted(&mut self, note: Note, turn: &mut Turn<'_>) {
        if self.recorded.status.is_over() {
            return;
        }
        match note {
            Note::Extracted(mut extracted) => {
                let sensitive = self.live.page.as_ref().is_none_or(|page| page.site == SiteClass::Sensitive);
                if sensitive {
                    extracted.citations.clear();
                }
                extracted.digest =
                    extracted.digest.filter(|_| !sensitive).map(|digest| turn.key.digest(&digest));
                turn.record(self, extracted);
            }
            Note::TaskTab(tab) => turn.record(self, tab),
            Note::Surface(surface) => turn.record(self, surface),
        }
    }

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

    /// Asks the gate about the call at hand, records its answer, and goes on from it once that is durable.
    fn judge(&mut self, turn: &mut Turn<'_>) {
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
                self.close_undispatched(turn);
                self.try_again(turn);
            }
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
        turn.record(self, Approval { step, approved: yes.is_some(), approved_in: answered_in, sealed });
        // Carrying content from one site to another is a choice of its own in the log (CTX-010).
        for (from, to) in
            self.live.pending.as_ref().map(|pending| pending.carries.clone()).unwrap_or_default()
        {
            turn.record(self, CrossSiteIntent { from, to, allowed: yes.is_some() });
        }
        let Some(Yes { grant, kind }) = yes else {
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
            let result = StepResult {
                step,
                outcome,
                error: None,
                reason_code: None,
                result: None,
                exposed: Vec::new(),
                suspicious: false,
            };
            turn.record(self, result);
        }
    }
}

/// What documents add to everything said after them.
pub(crate) fn exposures(documents: &[Document]) -> Vec<Exposure> {
    let mut exposed: Vec<Exposure> = documents
        .iter()
        .map(|document| Exposure {
            place: document.place.as_str().into(),
            confidential: document.confidential,
            sensitive: document.sensitive,
        })
        .collect();
    exposed.sort_unstable();
    exposed.dedup();
    exposed
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
