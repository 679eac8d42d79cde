//! Whether a call does only what the person said. Their words are the approval, once, and only for whole values.

use laika_protocol::tools::ArgRole;

use crate::row::Action;
use crate::trace::Trace;
use crate::{Call, Facts, Source};

pub(crate) fn is_yours(call: &Call, facts: &Facts<'_>, action: Action, trace: &Trace) -> bool {
    if action == Action::Send {
        send(call, facts, trace)
    } else if action == Action::Transfer {
        transfer(call, facts, trace)
    } else {
        action != Action::Undeclared && trace.all_yours()
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
    words && said && !reached(call, facts, trace)
}

/// Words approve one use: whoever was reached in this run by the same tool is not reached again without asking.
fn reached(call: &Call, facts: &Facts<'_>, trace: &Trace) -> bool {
    facts.done.iter().any(|done| {
        done.tool == call.tool.name
            && trace.recipients.iter().any(|(recipient, _)| done.recipients.contains(recipient))
    })
}
