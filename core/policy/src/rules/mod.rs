//! The rules, each with one thing to say. All are asked, the strictest wins, and one that fails is a Deny.

mod carry;
mod page;
mod state;
mod values;

pub(crate) use carry::bits as carry_bits;

use alloc::vec::Vec;

use laika_protocol::wire::{Decision, TargetFacts};
use url::Url;

use crate::grant::Cover;
use crate::trace::Trace;
use crate::{Call, Facts, Place, Policy, Reason, Row, Situation, Source};

/// A call with everything that was worked out about it once.
pub(crate) struct Considered<'a> {
    pub(crate) policy: &'a Policy,
    pub(crate) call: &'a Call,
    pub(crate) facts: &'a Facts<'a>,
    pub(crate) trace: &'a Trace,
    pub(crate) situation: Situation,
    pub(crate) row: Row,
    /// Where the effect is: origins, a server.
    pub(crate) destinations: Vec<Place>,
    /// Whether every value that matters is the person's own.
    pub(crate) yours: bool,
    pub(crate) digest: &'a laika_protocol::ids::Sha256,
}

impl Considered<'_> {
    /// Every address the call leads to, with where it comes from: of its arguments, its link, its form, its requests.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = (Option<Url>, Source)> {
        let of_target = self.call.target.iter().flat_map(TargetFacts::addresses);
        let of_page = of_target.map(|address| (Url::parse(address).ok(), Source::Handle));
        self.trace.urls.iter().map(|(url, source)| (Some(url.clone()), *source)).chain(of_page)
    }
}

/// What a rule found.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) reason: Reason,
    pub(crate) gesture: bool,
    pub(crate) cover: Cover,
    /// Whether it rests on untrusted content.
    pub(crate) untrusted: bool,
}

impl Finding {
    /// An ask or a refusal that only an approval of exactly this call can answer, if anything.
    pub(crate) fn new(reason: Reason) -> Self {
        Self { reason, gesture: false, cover: Cover::Exact, untrusted: false }
    }

    pub(crate) fn untrusted(reason: Reason) -> Self {
        Self { untrusted: true, ..Self::new(reason) }
    }

    fn covered_by(self, cover: Cover) -> Self {
        Self { cover, ..self }
    }

    pub(crate) const fn decision(&self) -> Decision {
        self.reason.decision()
    }
}

type Rule = (&'static str, fn(&Considered<'_>) -> Vec<Finding>);

/// In the order of their weight: among equally strict answers the first one is the reason.
pub(crate) const RULES: &[Rule] = &[
    ("app_state", state::app_state),
    ("budget", state::budget),
    ("resting", state::resting),
    ("restricted_page", page::restricted),
    ("document_identity", page::identity),
    ("repost", page::repost),
    ("control_characters", page::control_characters),
    ("secret_text", values::secret_text),
    ("private_address", page::private_address),
    ("settings", page::settings),
    ("carry", carry::carry),
    ("untrusted_destination", values::destinations),
    ("unknown_object", values::objects),
    ("link_in_text", values::links_in_text),
    ("quarantine", state::quarantine),
    ("repeated", state::repeated),
    ("lookalike_host", page::lookalike_host),
    ("undeclared_tool", state::undeclared),
    ("private_run", state::private_run),
    ("origin_sets", page::origin_sets),
    ("matrix", state::matrix),
    ("confirm", state::confirm),
];
