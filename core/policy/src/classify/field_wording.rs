//! What the words of a field ask for.

use super::field::{FieldClass, FieldFacts, InputKind};
use super::field_words::{
    CONTACT, CREDENTIAL, FALSE_FRIENDS, IDENTITY_CARD, PAYMENT, PII, SEARCH, SECURITY_CODE, SSO, TOPICS,
};
use super::words::{Words, entries};

/// The words of one field.
pub(super) struct Wording {
    sources: [Words; 4],
    searches: bool,
    /// The words are about a thing or a search, so they ask for no value of a person.
    pub(super) off_topic: bool,
}

impl Wording {
    pub(super) fn of(facts: &FieldFacts, kind: InputKind) -> Self {
        // A long answer's placeholder advises what to write; it does not name one value.
        let placeholder = if kind == InputKind::Lines { "" } else { &facts.placeholder };
        let sources = [&facts.label, &facts.name, &facts.id, placeholder].map(Words::of);
        let [label, name, id, placeholder] = &sources;
        let about_a_thing =
            label.has_any(TOPICS) || (label.is_empty() && (name.has_any(TOPICS) || id.has_any(TOPICS)));
        let searches = kind == InputKind::Search
            || label.has_any(SEARCH)
            || name.has_any(SEARCH)
            || (label.is_empty() && placeholder.has_any(SEARCH));
        Self {
            searches,
            off_topic: about_a_thing || searches,
            sources: sources.map(|words| words.without(FALSE_FRIENDS)),
        }
    }

    pub(super) fn has_any(&self, patterns: &str) -> bool {
        entries(patterns).any(|pattern| self.sources.iter().any(|words| words.has(pattern)))
    }

    /// What the words ask for, given whether the form is about money.
    pub(super) fn class(&self, about_money: bool) -> Option<FieldClass> {
        // A game has passwords too; only a search for one asks for none.
        if !self.searches && self.has_any(CREDENTIAL) {
            Some(FieldClass::Credential)
        } else if self.off_topic {
            None
        } else if self.has_any(IDENTITY_CARD) {
            Some(FieldClass::Pii)
        } else if self.has_any(PAYMENT) || (about_money && self.has_any(SECURITY_CODE)) {
            Some(FieldClass::Payment)
        } else if self.has_any(SECURITY_CODE) {
            Some(FieldClass::Credential)
        } else if self.has_any(SSO) {
            Some(FieldClass::Sso)
        } else if self.has_any(CONTACT) || self.has_any(PII) {
            Some(FieldClass::Pii)
        } else {
            None
        }
    }
}
