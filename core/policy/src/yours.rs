//! Whether a call does only what the person said. Their words are the approval: as an order, for whole values, once.

use alloc::string::String;

use laika_protocol::tools::ArgRole;

use crate::descriptor::Role;
use crate::row::Action;
use crate::trace::{Trace, Verb, normal, percent_decoded};
use crate::{Call, Facts, Source};

pub(crate) fn is_yours(call: &Call, facts: &Facts<'_>, action: Action, trace: &Trace) -> bool {
    let order = |verb: Verb| facts.evidence.words.order(verb);
    match action {
        Action::Send => order(Verb::Send) && send(call, facts, trace),
        Action::Transfer => order(Verb::Transfer) && transfer(call, facts, trace),
        // A new password or address is what was written, to the letter.
        Action::Account => {
            let said = trace.values.iter().all(|value| value.exact);
            order(Verb::Account) && said && !trace.values.is_empty()
        }
        Action::Undeclared => false,
        Action::Read
        | Action::Capture
        | Action::Scroll
        | Action::SwitchTab
        | Action::Click
        | Action::Type
        | Action::Navigate
        | Action::History
        | Action::Local
        | Action::Write
        | Action::Delete
        | Action::Execute
        | Action::Network
        | Action::Paste
        | Action::Upload
        | Action::Download
        | Action::Save
        | Action::Share => trace.all_yours(),
    }
}

/// Everyone who gets it and every word they get is the person's own; or the object was made or found by the person's
/// words, and nothing else was read that it could carry.
fn send(call: &Call, facts: &Facts<'_>, trace: &Trace) -> bool {
    let documents = &facts.evidence.documents;
    let only_requested = documents.iter().all(|document| document.requested && !document.sensitive);
    let values = trace.values.iter().all(|value| {
        let requested = value.role == ArgRole::Handle && value.source == Source::RequestedHandle;
        value.source.is_yours() || (requested && only_requested)
    });
    values && !trace.recipients.is_empty() && !reached(call, facts, trace)
}

/// The person named payee and amount; or a payee they paid before, within what they paid them; or an amount for one
/// they paid before. Never twice in one run.
fn transfer(call: &Call, facts: &Facts<'_>, trace: &Trace) -> bool {
    let words = trace.values.iter().all(|value| {
        let judged_below = matches!(value.role, ArgRole::Recipient | ArgRole::Amount);
        let listed = value.role == ArgRole::Handle && value.source <= Source::Handle;
        judged_below || listed || value.source.is_yours()
    });
    let [(recipient, recipient_source)] = trace.recipients.as_slice() else { return false };
    let [(amount, amount_source)] = trace.amounts.as_slice() else { return false };
    let named = *recipient_source == Source::User || *recipient_source == Source::DirectoryByName;
    let stated = *amount_source == Source::User;
    let entry = facts.evidence.entry(ArgRole::Recipient, call.tool.action, recipient);
    let within =
        entry.and_then(|(entry, _)| entry.limit).zip(*amount).is_some_and(|(limit, amount)| amount <= limit);
    let said = (named && (stated || within)) || (entry.is_some() && stated);
    // One order moves money once, whoever gets it.
    let moved = facts.done.iter().any(|done| done.tool == call.tool.name);
    words && said && details(call, facts, trace) && !moved
}

/// A flag that is set and a choice that is made must be the person's: they said `recurring`, or the currency.
fn details(call: &Call, facts: &Facts<'_>, trace: &Trace) -> bool {
    let words = &facts.evidence.words;
    let flags = call.arguments.iter().all(|(name, value)| value.as_bool() != Some(true) || words.hold(name));
    let choices = trace.with_role(ArgRole::Choice).count() == 0
        || call.arguments.iter().all(|(name, value)| {
            let chosen = matches!(call.tool.role(name), Role::OneOf(_));
            !chosen || value.as_str().is_none_or(|text| words.hold(text))
        });
    flags && choices
}

/// Words approve one use: whoever was reached in this run by the same tool is not reached again without asking.
fn reached(call: &Call, facts: &Facts<'_>, trace: &Trace) -> bool {
    facts.done.iter().filter(|done| done.tool == call.tool.name).any(|done| {
        let again =
            |recipient: &str| done.recipients.iter().any(|other| identity(other) == identity(recipient));
        trace.recipients.iter().any(|(recipient, _)| again(recipient))
    })
}

/// What two spellings of one recipient have in common.
pub(crate) fn identity(recipient: &str) -> String {
    let decoded = percent_decoded(recipient).unwrap_or_else(|| recipient.into());
    normal(&decoded).chars().filter(|c| c.is_alphanumeric() || *c == '@').collect()
}
