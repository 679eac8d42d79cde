//! Rules about where values come from. They speak for tools; on a page the matrix asks about every act anyway, and the
//! card shows the same provenance.

use alloc::vec;
use alloc::vec::Vec;

use laika_protocol::tools::ArgRole;

use super::{Considered, Finding};
use crate::classify::TextClass;
use crate::row::{Action, Reach, Row};
use crate::{Reason, Source};

/// A model holds no secrets: what looks like one, and is not the person's own words, goes nowhere (C-37).
pub(super) fn secret_text(considered: &Considered<'_>) -> Vec<Finding> {
    if matches!(considered.situation.action, Action::Local | Action::Read | Action::Capture | Action::Save) {
        return vec![];
    }
    let page = considered.call.tool.action == Action::Type;
    let found = considered.trace.values.iter().any(|value| {
        // A link that a page holds may well carry a token; the model did not come up with it.
        let supplied = if value.role == ArgRole::Url {
            value.source == Source::Nowhere
        } else {
            page || !value.source.is_yours()
        };
        supplied && value.class == TextClass::SecretLike
    });
    if found { vec![Finding::untrusted(Reason::DenySecretText)] } else { vec![] }
}

/// Who receives something, where a navigation goes, what an account becomes.
pub(super) fn destinations(considered: &Considered<'_>) -> Vec<Finding> {
    let asks = |role: ArgRole, reason: Reason| {
        let untrusted = considered.trace.with_role(role).any(|value| value.source.is_untrusted());
        untrusted.then(|| Finding::untrusted(reason))
    };
    let mut findings = Vec::new();
    if considered.situation.action.is_mutating() {
        findings.extend(asks(ArgRole::Recipient, Reason::AskUntrustedRecipient));
        // A path that only content names matters where something is changed or leaves.
        findings.extend(asks(ArgRole::Path, Reason::AskUntrustedValue));
    }
    // A link of the open page is the page's own; elsewhere an address that only content names is not.
    let on_page = considered.situation.reach == Reach::Same;
    findings
        .extend(asks(ArgRole::Url, Reason::AskUntrustedAddress).filter(|_| !on_page || invents(considered)));
    if considered.row == Row::Account {
        findings.extend(asks(ArgRole::FreeText, Reason::AskUntrustedValue));
    }
    findings
}

/// Whether an address of the open site stands in nothing that was read and in none of the person's words. A path is text
/// that leaves: a model that makes one up can say anything with it. The front page says nothing.
fn invents(considered: &Considered<'_>) -> bool {
    let plain = |url: &url::Url| url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    // With a query it is a form that the model filled in, which asks as such.
    considered.row == Row::NavigateSame
        && considered.trace.urls.iter().any(|(url, source)| *source == Source::Nowhere && !plain(url))
}

/// An object that was never listed in this run, or that somebody's content tells us to pick.
pub(super) fn objects(considered: &Considered<'_>) -> Vec<Finding> {
    if !considered.situation.action.is_mutating() {
        return vec![];
    }
    let worst = considered.trace.with_role(ArgRole::Handle).map(|value| value.source).max();
    match worst {
        Some(Source::Document | Source::Requested) => vec![Finding::untrusted(Reason::AskNamedObject)],
        // The model made it up: perhaps rightly, but nothing shows what it is.
        Some(Source::Nowhere) => vec![Finding::new(Reason::AskUnknownObject)],
        _ => vec![],
    }
}

/// Addresses, accounts and encoded parts inside text that others will read.
pub(super) fn links_in_text(considered: &Considered<'_>) -> Vec<Finding> {
    let leaves = matches!(
        considered.row,
        Row::Send
            | Row::Transfer
            | Row::Share
            | Row::Network
            | Row::Execute
            // What lasts is read again, by the person and by a model (S19).
            | Row::Write
            | Row::Save
            | Row::Type
            | Row::TypePii
            | Row::NavigateSame
            | Row::NavigateCross
    );
    let texts = considered.trace.values.iter();
    let texts = texts.filter(|value| matches!(value.role, ArgRole::FreeText | ArgRole::LocalText));
    let mut inside = texts.flat_map(|value| &value.inside);
    if leaves && inside.any(|found| found.source.is_untrusted()) {
        vec![Finding::untrusted(Reason::AskLinkInText)]
    } else {
        vec![]
    }
}
