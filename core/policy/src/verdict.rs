//! What the gate answers.

use alloc::vec::Vec;

use laika_protocol::ids::Sha256;
use laika_protocol::wire::Decision;
use serde::Serialize;

use crate::grant::Offer;
use crate::{Permit, Place, Reason, Row, Traced};

/// The answer to one call.
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "a verdict is taken apart where it is made; a box would buy nothing"
)]
pub enum Verdict {
    /// Do it, with this permit, once.
    Allow(Permit),
    /// Ask the person.
    Ask(AskCard),
    /// Never.
    Deny(Denial),
}

/// A rule that had something to say, in the order in which the rules are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Spoken {
    /// The rule.
    pub rule: &'static str,
    /// What it says.
    pub decision: Decision,
    /// Why.
    pub reason_code: Reason,
}

/// What every verdict carries.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The reason that decided: the strictest, and among equals the one asked first.
    pub reason: Reason,
    /// Every rule that spoke.
    pub spoken: Vec<Spoken>,
    /// The row of the matrix.
    pub row: Option<Row>,
    /// Where every value comes from.
    pub values: Vec<Traced>,
    /// Whether a destination or identity comes from untrusted content only, or that content is suspicious.
    pub untrusted: bool,
    /// Whether the person must press the button that does it.
    pub requires_gesture: bool,
    /// What an approval would be bound to; none for a call that has no canonical form.
    pub digest: Option<Sha256>,
    /// Where the call's effect is: everyone who could learn something from it.
    pub destinations: Vec<Place>,
    /// At most how many bits of confidential content the call can carry away; none when nothing confidential was read.
    pub carried_bits: Option<u64>,
}

/// A question to the person. Its words come from tables; values are shown in full by whoever draws it (S18).
#[derive(Clone, Debug)]
pub struct AskCard {
    /// Why it is asked.
    pub explanation: Explanation,
    /// The narrowest approval that is useful.
    pub offer: Offer,
    /// Whether the other side receives something the moment it happens (S13).
    pub leaves_at_once: bool,
    /// Whether anything but a yes to exactly this, now, may answer it: never on sensitive sites, never where an amount
    /// moves (C-38).
    pub kinds: bool,
}

/// A refusal.
#[derive(Clone, Debug)]
pub struct Denial {
    /// Why.
    pub explanation: Explanation,
}

impl Verdict {
    /// The answer in one word.
    #[must_use]
    pub const fn decision(&self) -> Decision {
        match self {
            Self::Allow(_) => Decision::Allow,
            Self::Ask(_) => Decision::Ask,
            Self::Deny(_) => Decision::Deny,
        }
    }

    /// What led to it.
    #[must_use]
    pub const fn explanation(&self) -> &Explanation {
        match self {
            Self::Allow(permit) => permit.explanation(),
            Self::Ask(card) => &card.explanation,
            Self::Deny(denial) => &denial.explanation,
        }
    }

    pub(crate) const fn explanation_mut(&mut self) -> &mut Explanation {
        match self {
            Self::Allow(permit) => permit.explanation_mut(),
            Self::Ask(card) => &mut card.explanation,
            Self::Deny(denial) => &mut denial.explanation,
        }
    }

    /// Why, as a stable code.
    #[must_use]
    pub const fn reason(&self) -> Reason {
        self.explanation().reason
    }
}

/// A verdict for other programs: one JSON object, without a permit in it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VerdictReport<'a> {
    decision: Decision,
    reason_code: Reason,
    reason: &'static str,
    requires_gesture: bool,
    untrusted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<Row>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    destinations: &'a [Place],
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<&'a Sha256>,
    #[serde(skip_serializing_if = "Option::is_none")]
    carried_bits: Option<u64>,
    rules: &'a [Spoken],
    arguments: &'a [Traced],
    #[serde(skip_serializing_if = "Option::is_none")]
    offer: Option<&'a Offer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves_at_once: Option<bool>,
}

impl<'a> From<&'a Verdict> for VerdictReport<'a> {
    fn from(verdict: &'a Verdict) -> Self {
        let explanation = verdict.explanation();
        let card = match verdict {
            Verdict::Ask(card) => Some(card),
            Verdict::Allow(_) | Verdict::Deny(_) => None,
        };
        Self {
            decision: verdict.decision(),
            reason_code: explanation.reason,
            reason: explanation.reason.sentence(),
            requires_gesture: explanation.requires_gesture,
            untrusted: explanation.untrusted,
            row: explanation.row,
            destinations: &explanation.destinations,
            digest: explanation.digest.as_ref(),
            carried_bits: explanation.carried_bits,
            rules: &explanation.spoken,
            arguments: &explanation.values,
            offer: card.map(|card| &card.offer),
            leaves_at_once: card.map(|card| card.leaves_at_once),
        }
    }
}

/// One question for a whole plan: every call of it that needs asking, each bound to its exact arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlanCard {
    /// What one yes approves, each once.
    pub digests: Vec<Sha256>,
    /// The reasons, without repetition.
    pub reasons: Vec<Reason>,
    /// Whether any of them rests on untrusted content.
    pub untrusted: bool,
}

impl PlanCard {
    /// The card for verdicts that were reached together. None when nothing asks, or when something is denied: a plan
    /// that cannot be carried out is not asked about.
    #[must_use]
    pub fn of(verdicts: &[Verdict]) -> Option<Self> {
        let mut card = Self { digests: Vec::new(), reasons: Vec::new(), untrusted: false };
        for verdict in verdicts {
            match verdict {
                Verdict::Allow(_) => {}
                Verdict::Deny(_) => return None,
                Verdict::Ask(asked) => {
                    card.digests.push(asked.explanation.digest.clone()?);
                    card.untrusted |= asked.explanation.untrusted;
                    card.reasons.push(asked.explanation.reason);
                }
            }
        }
        card.reasons.sort_unstable();
        card.reasons.dedup();
        (!card.digests.is_empty()).then_some(card)
    }
}
