//! What another agent may be told. It sends what it gets to a vendor of its own, so a client of ours is a cloud (S9).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use laika_protocol::canonical::digest_bytes;
use laika_protocol::ids::Sha256;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::bytes::check_bytes;
use super::pack::clean_values;
use super::{CloudDocument, CloudRefusal};
use crate::{EgressPermit, Place, SiteClass};

/// How much of a place an agent is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sharing {
    /// Nothing.
    Off,
    /// What the person was shown first, and said yes to.
    Preview,
    /// Everything that may leave at all.
    On,
}

/// What the person said about one agent. Of places that nothing was said about it is told nothing before they are asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AgentRules {
    /// What was said about each place.
    pub places: BTreeMap<Place, Sharing>,
}

/// Something on its way to an agent, from which everything was taken that must not leave. It is made here only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentPack(Vec<u8>);

impl AgentPack {
    /// The exact bytes: one JSON object.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Their digest, which a permit or a yes is for.
    #[must_use]
    pub fn digest(&self) -> Sha256 {
        digest_bytes(&self.0)
    }
}

/// Takes out what must not leave: secrets, numbers of accounts and papers, cookies, tokens, markup.
#[must_use]
pub fn agent_pack(answer: &Value) -> AgentPack {
    let mut answer = answer.clone();
    clean_values(&mut answer);
    AgentPack(serde_json::to_vec(&answer).unwrap_or_default())
}

/// What is known when an agent is about to be told something.
#[derive(Clone, Copy, Debug)]
pub struct AgentFacts<'a> {
    /// Who: `agent:` and a name.
    pub agent: &'a Place,
    /// Whether nothing of the run may stay, or that is not known.
    pub private: bool,
    /// Everything that it was made from. What only computes with the agent's own words is made from nothing.
    pub documents: &'a [CloudDocument],
    /// What would be told.
    pub pack: &'a AgentPack,
    /// What the person was shown last, and said yes to.
    pub agreed: Option<&'a Sha256>,
}

/// What comes of it.
#[derive(Debug)]
pub enum AgentVerdict {
    /// It may be told exactly this, once.
    Give(EgressPermit),
    /// The person has to say something about these places first.
    AskAbout(BTreeSet<Place>),
    /// The person has to be shown exactly this first.
    Show,
    /// It is told nothing.
    Refuse(AgentRefusal),
}

/// Why an agent is told nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentRefusal {
    /// A private run.
    #[error("This run is private, so no other agent is told anything of it.")]
    PrivateRun,
    /// A sensitive site.
    #[error("What was read on a sensitive site is told to no other agent.")]
    SensitiveSite,
    /// A place that is switched off for it.
    #[error("You switched off what this agent may be told of this place.")]
    Off,
    /// Something that must stay is still in it.
    #[error(transparent)]
    Bytes(CloudRefusal),
}

impl AgentRefusal {
    /// The code that stays.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::PrivateRun => "P_DENY_AGENT_PRIVATE_RUN",
            Self::SensitiveSite => "P_DENY_AGENT_SENSITIVE_SITE",
            Self::Off => "P_DENY_AGENT_SITE",
            Self::Bytes(refusal) => refusal.code(),
        }
    }
}

/// Decides, and makes the right to tell an agent exactly these bytes, once. The strictest place answers for all.
#[must_use]
pub fn decide_agent(facts: &AgentFacts<'_>, rules: &AgentRules) -> AgentVerdict {
    if facts.private {
        return AgentVerdict::Refuse(AgentRefusal::PrivateRun);
    }
    if facts.documents.iter().any(|document| document.site == SiteClass::Sensitive) {
        return AgentVerdict::Refuse(AgentRefusal::SensitiveSite);
    }
    if let Err(refusal) = check_bytes(facts.pack.bytes()) {
        return AgentVerdict::Refuse(AgentRefusal::Bytes(refusal));
    }
    let said = |document: &CloudDocument| rules.places.get(&document.place).copied();
    let unsaid: BTreeSet<Place> = facts
        .documents
        .iter()
        .filter(|document| said(document).is_none())
        .map(|document| document.place.clone())
        .collect();
    match facts.documents.iter().filter_map(said).min() {
        Some(Sharing::Off) => AgentVerdict::Refuse(AgentRefusal::Off),
        _ if !unsaid.is_empty() => AgentVerdict::AskAbout(unsaid),
        Some(Sharing::Preview) if facts.agreed != Some(&facts.pack.digest()) => AgentVerdict::Show,
        Some(Sharing::Preview | Sharing::On) | None => {
            AgentVerdict::Give(EgressPermit::of_bytes(facts.agent.clone(), facts.pack.digest()))
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use serde_json::json;

    use super::*;

    fn place(text: &str) -> Place {
        Place::parse(text).unwrap()
    }

    fn read_at(at: &str, site: SiteClass) -> CloudDocument {
        CloudDocument { place: place(at), site, confidential: true, suspicious: false }
    }

    /// What comes of it, in a word, for documents of these places under these rules.
    fn verdict(
        documents: &[CloudDocument],
        rules: &[(&str, Sharing)],
        private: bool,
        agreed: bool,
    ) -> &'static str {
        let rules = AgentRules { places: rules.iter().map(|(at, sharing)| (place(at), *sharing)).collect() };
        let (agent, pack) = (place("agent:editor"), agent_pack(&json!({ "text": "a page" })));
        let digest = pack.digest();
        let agreed = agreed.then_some(&digest);
        let facts = AgentFacts { agent: &agent, private, documents, pack: &pack, agreed };
        match decide_agent(&facts, &rules) {
            AgentVerdict::Give(permit) => {
                assert!(permit.covers(&agent, pack.bytes()), "for these bytes and this agent");
                "give"
            }
            AgentVerdict::AskAbout(_) => "ask",
            AgentVerdict::Show => "show",
            AgentVerdict::Refuse(refusal) => refusal.code(),
        }
    }

    #[test]
    fn s9_an_agent_is_told_what_the_person_lets_it_know() {
        const A: &str = "https://a.example";
        const B: &str = "https://b.example";
        let low = |at| read_at(at, SiteClass::Low);
        type Said = &'static [(&'static str, Sharing)];
        let table: [(&str, Vec<CloudDocument>, Said, bool, bool); 10] = [
            ("give", vec![], &[], false, false),
            ("ask", vec![low(A)], &[], false, false),
            ("ask", vec![low(A)], &[], false, true),
            ("give", vec![low(A)], &[(A, Sharing::On)], false, false),
            ("show", vec![low(A)], &[(A, Sharing::Preview)], false, false),
            ("give", vec![low(A)], &[(A, Sharing::Preview)], false, true),
            ("P_DENY_AGENT_SITE", vec![low(A), low(B)], &[(A, Sharing::Off)], false, true),
            ("ask", vec![low(A), low(B)], &[(A, Sharing::On)], false, false),
            ("P_DENY_AGENT_PRIVATE_RUN", vec![], &[], true, false),
            (
                "P_DENY_AGENT_SENSITIVE_SITE",
                vec![read_at(A, SiteClass::Sensitive)],
                &[(A, Sharing::On)],
                false,
                true,
            ),
        ];
        for (expected, documents, rules, private, agreed) in table {
            assert_eq!(verdict(&documents, rules, private, agreed), expected, "{documents:?} {rules:?}");
        }
    }

    #[test]
    fn s9_what_an_agent_is_told_was_cleaned() {
        let secret = "sk-live-51HxQ9abcdefghijklmnopqrstuvwxyz0123";
        let pack = agent_pack(&json!({ "text": ["key", secret], "more": { "deep": secret } }));
        let text = core::str::from_utf8(pack.bytes()).unwrap();
        assert!(!text.contains(secret), "{text}");
        // A name of a field cannot be cleaned; it is refused instead.
        let (agent, odd) = (place("agent:editor"), agent_pack(&json!({ secret: 1 })));
        let facts = AgentFacts { agent: &agent, private: false, documents: &[], pack: &odd, agreed: None };
        assert!(matches!(
            decide_agent(&facts, &AgentRules::default()),
            AgentVerdict::Refuse(AgentRefusal::Bytes(_))
        ));
    }
}
