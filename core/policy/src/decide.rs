//! The decision: one pure function over everything that is known (I23).

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::ids::Sha256;
use laika_protocol::wire::Decision;
use url::Url;

use crate::grant::{Cover, Kind, Offer, Wanted};
use crate::permit::Bound;
use crate::row::Action;
use crate::rules::{Considered, Finding, RULES, carry_bits};
use crate::situation::{Missing, situation};
use crate::trace::Trace;
use crate::verdict::{AskCard, Denial, Explanation, Spoken};
use crate::{Call, Facts, Grants, Permit, Place, Policy, Reason, Row, SiteClass, Verdict, yours};

/// How long a permit may wait to be used.
pub const PERMIT_LIFE_MS: u64 = 60_000;
/// What is offered where a kind of call can be granted.
const OFFERED_USES: u32 = 10;
const OFFERED_LIFE_MS: u64 = 5 * 60 * 1000;

impl Policy {
    /// Decides one call. Every call passes here, whoever asked for it (I2).
    ///
    /// All rules are asked and the strictest answer wins; an approval can turn an Ask into an Allow, nothing turns a
    /// Deny into anything. Same input, same answer.
    #[must_use]
    pub fn decide(&self, call: &Call, facts: &Facts<'_>, grants: &Grants, now_ms: u64) -> Verdict {
        let Ok(trace) = Trace::of(&call.tool, &call.arguments, facts.evidence) else {
            return refuse(Reason::Arguments, "arguments", None, Trace::default());
        };
        let Ok(digest) = call.digest() else {
            return refuse(Reason::RuleFailed, "digest", None, trace);
        };
        let situation = match situation(call, facts, &trace) {
            Ok(situation) => situation,
            Err(Missing::Target) => return refuse(Reason::TargetUnknown, "target", Some(digest), trace),
            Err(Missing::Change) => return refuse(Reason::ChangeUnknown, "change", Some(digest), trace),
            Err(Missing::Field) => return refuse(Reason::FieldUnknown, "field", Some(digest), trace),
        };
        let considered = Considered {
            policy: self,
            call,
            facts,
            trace: &trace,
            situation,
            row: Row::of(&situation),
            destinations: destinations(call, facts, &trace),
            yours: yours::is_yours(call, facts, situation.action, &trace),
            digest: &digest,
        };
        let findings: Vec<(&'static str, Finding)> = RULES
            .iter()
            .flat_map(|(name, rule)| rule(&considered).into_iter().map(|found| (*name, found)))
            .collect();
        let mut verdict = conclude(&considered, findings, grants, now_ms);
        verdict.explanation_mut().values = trace.values;
        verdict
    }
}

/// Where the effect of a call is: everything that could learn something from it, what is shown first.
fn destinations(call: &Call, facts: &Facts<'_>, trace: &Trace) -> Vec<Place> {
    let action = call.tool.action;
    let of = |address: &str| {
        Url::parse(address).ok().and_then(|url| Place::of_url(&url)).unwrap_or_else(Place::elsewhere)
    };
    let here = facts.document.as_ref().map(|document| Place::from(&document.origin));
    let mut places: Vec<Place> =
        trace.urls.iter().map(|(url, _)| Place::of_url(url).unwrap_or_else(Place::elsewhere)).collect();
    places.extend(call.tool.provider.clone());
    if let Some(target) = &call.target {
        places.extend(target.form.as_ref().map(|form| of(&form.action)));
        places.extend(target.href.as_deref().map(of));
        places.extend(target.sends.iter().map(|sent| of(&sent.url)));
    }
    if action == Action::History {
        let entry = call.history.as_ref().and_then(|entry| entry.origin.as_ref());
        places.push(entry.map_or_else(Place::elsewhere, Place::from));
    }
    if places.is_empty() {
        let quiet = matches!(action, Action::Local | Action::Save);
        let search = || Some(facts.search_engine.map_or_else(Place::elsewhere, Place::from));
        places.extend(if quiet {
            None
        } else if action == Action::Navigate {
            search()
        } else if call.tool.is_own {
            here
        } else {
            Some(Place::elsewhere())
        });
    }
    places
}

fn refuse(reason: Reason, rule: &'static str, digest: Option<Sha256>, trace: Trace) -> Verdict {
    let spoken = Spoken { rule, decision: Decision::Deny, reason_code: reason };
    let explanation = Explanation {
        reason,
        spoken: [spoken].into(),
        row: None,
        values: trace.values,
        untrusted: false,
        requires_gesture: false,
        digest,
        destinations: Vec::new(),
        carried_bits: None,
    };
    Verdict::Deny(Denial { explanation })
}

fn conclude(
    considered: &Considered<'_>,
    findings: Vec<(&'static str, Finding)>,
    grants: &Grants,
    now_ms: u64,
) -> Verdict {
    let strictest = findings.iter().map(|(_, finding)| finding.decision()).max().unwrap_or(Decision::Deny);
    let first = findings.iter().find(|(_, finding)| finding.decision() == strictest);
    let gesture = findings.iter().any(|(_, finding)| finding.gesture);
    let mut explanation = Explanation {
        // The matrix always speaks; if it did not, nothing would be allowed.
        reason: first.map_or(Reason::NoRow, |(_, finding)| finding.reason),
        spoken: findings
            .iter()
            .map(|(rule, found)| Spoken { rule, decision: found.decision(), reason_code: found.reason })
            .collect(),
        row: Some(considered.row),
        values: Vec::new(),
        untrusted: findings.iter().any(|(_, finding)| finding.untrusted),
        requires_gesture: gesture,
        digest: Some(considered.digest.clone()),
        destinations: considered.destinations.clone(),
        carried_bits: carry_bits(considered),
    };
    match strictest {
        Decision::Deny => Verdict::Deny(Denial { explanation }),
        Decision::Allow => Verdict::Allow(permit(considered, explanation, None, now_ms)),
        Decision::Ask => {
            let covers: Vec<Cover> = findings
                .into_iter()
                .filter(|(_, finding)| finding.decision() == Decision::Ask)
                .map(|(_, finding)| finding.cover)
                .collect();
            let found = grants.covering(&wanted(considered, &covers), now_ms);
            let Some((grant, exact)) = found else {
                let offer = offer(considered, &covers);
                let leaves_at_once = !leaves_for(considered).is_empty();
                let kinds = may_be_a_kind(considered);
                return Verdict::Ask(AskCard { explanation, offer, leaves_at_once, kinds });
            };
            let reason = match (gesture && !considered.facts.gesture, exact) {
                (true, _) => Reason::AskGesture,
                (false, true) => Reason::AllowApproved,
                (false, false) => Reason::AllowGrant,
            };
            explanation.reason = reason;
            let decision = reason.decision();
            explanation.spoken.push(Spoken { rule: "grant", decision, reason_code: reason });
            if decision == Decision::Allow {
                let grant = Some(grant.clone());
                return Verdict::Allow(permit(considered, explanation, grant, now_ms));
            }
            let leaves_at_once = !leaves_for(considered).is_empty();
            Verdict::Ask(AskCard { explanation, offer: Offer::Once, leaves_at_once, kinds: false })
        }
    }
}

fn permit(
    considered: &Considered<'_>,
    explanation: Explanation,
    grant: Option<crate::GrantId>,
    now_ms: u64,
) -> Permit {
    let bound = Bound {
        run: considered.facts.run.clone(),
        call: considered.call.clone(),
        digest: considered.digest.clone(),
        expires_at_ms: now_ms.saturating_add(PERMIT_LIFE_MS),
        grant,
        leaves_for: leaves_for(considered).to_vec(),
    };
    Permit::new(bound, explanation)
}

/// Where something goes, if the call lets anything leave: typing is sending (S13).
fn leaves_for<'a>(considered: &'a Considered<'_>) -> &'a [Place] {
    let quiet = matches!(considered.row, Row::Read | Row::Local | Row::Capture | Row::Save | Row::Download);
    if quiet && considered.call.tool.is_own { &[] } else { &considered.destinations }
}

fn wanted<'a>(considered: &'a Considered<'_>, covers: &'a [Cover]) -> Wanted<'a> {
    Wanted {
        digest: considered.digest,
        row: considered.row,
        places: &considered.destinations,
        context: considered.call.context.as_ref(),
        address: address(considered),
        fields: form_fields(considered),
        recipients: &considered.trace.recipients,
        kinds: may_be_a_kind(considered),
        covers,
    }
}

/// Whether a grant of a kind may cover this at all.
fn may_be_a_kind(considered: &Considered<'_>) -> bool {
    considered.facts.site != SiteClass::Sensitive && considered.trace.amounts.is_empty()
}

fn form_fields<'a>(considered: &'a Considered<'_>) -> &'a [String] {
    let form = considered.call.target.as_ref().and_then(|target| target.form.as_ref());
    form.map(|form| form.field_names.as_slice()).unwrap_or_default()
}

fn address<'a>(considered: &'a Considered<'_>) -> Option<&'a str> {
    let target = considered.call.target.as_ref();
    let form = target.and_then(|target| target.form.as_ref()).map(|form| form.action.as_str());
    let href = target.and_then(|target| target.href.as_deref());
    let sent = target.and_then(|target| target.sends.first()).map(|sent| sent.url.as_str());
    form.or(sent).or(href).or_else(|| considered.trace.urls.first().map(|(url, _)| url.as_str()))
}

/// The narrowest useful approval: once, unless all that is asked about is this kind of thing on this document.
fn offer(considered: &Considered<'_>, covers: &[Cover]) -> Offer {
    let once = !may_be_a_kind(considered) || covers.contains(&Cover::Exact);
    let only = considered
        .destinations
        .first()
        .filter(|first| considered.destinations.iter().all(|one| one == *first));
    let Some(place) = only.cloned().filter(|_| !once) else { return Offer::Once };
    let context = considered.call.context.as_ref();
    let carry_from = covers.iter().flat_map(|cover| match cover {
        Cover::CarryFrom(places) => places.as_slice(),
        Cover::Exact | Cover::Kind => &[],
    });
    let kind = Kind {
        row: considered.row,
        place,
        document: context.map(|context| (context.document_id.clone(), context.navigation_generation)),
        address_prefix: address(considered).map(Into::into),
        fields: form_fields(considered).to_vec(),
        recipients: considered.trace.recipients.iter().map(|(recipient, _)| recipient.clone()).collect(),
        carry_from: carry_from.cloned().collect(),
    };
    if kind.is_grantable().is_err() {
        return Offer::Once;
    }
    Offer::Kind { kind: Box::new(kind), uses: OFFERED_USES, life_ms: OFFERED_LIFE_MS }
}
