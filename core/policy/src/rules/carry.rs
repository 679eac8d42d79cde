//! Content of one place flowing to another. A call carries the labels of everything in the pack that led to it (S3).

use alloc::vec;
use alloc::vec::Vec;

use laika_protocol::limits::Limit;
use laika_protocol::tools::ArgRole;

use super::{Considered, Finding};
use crate::grant::Cover;
use crate::row::Action;
use crate::{Place, Reason, Source};

pub(super) fn carry(considered: &Considered<'_>) -> Vec<Finding> {
    if !is_visible(considered) {
        return vec![];
    }
    let elsewhere = || {
        let documents = considered.facts.evidence.documents.iter();
        documents.filter(|document| considered.destinations.iter().any(|place| *place != document.place))
    };
    let mut from: Vec<Place> = Vec::new();
    for document in elsewhere() {
        if !from.contains(&document.place) {
            from.push(document.place.clone());
        }
    }
    if from.is_empty() {
        return vec![];
    }
    let sensitive = elsewhere().any(|document| document.sensitive);
    // What was read on a sensitive site is granted call by call, if at all.
    let cover = if sensitive { Cover::Exact } else { Cover::CarryFrom(from) };
    let own_words = outgoing_is_yours(considered);
    let reason = if sensitive {
        // Not even an approval carries words away from a sensitive site (POL-020).
        if own_words { Reason::AskCarryConfidential } else { Reason::DenyCarrySensitive }
    } else if elsewhere().any(|document| document.confidential) {
        // Choosing among what is there is also telling, so the person's own words do not clear it.
        Reason::AskCarryConfidential
    } else if !own_words {
        Reason::AskCarry
    } else {
        return vec![];
    };
    vec![Finding { untrusted: !own_words, ..Finding::new(reason).covered_by(cover) }]
}

/// Whether the other side can see that something happened.
fn is_visible(considered: &Considered<'_>) -> bool {
    let action = considered.situation.action;
    // Looking at a page that is already there tells it nothing; asking a server tells it the question.
    let looks = action == Action::Read && considered.call.tool.is_own;
    !looks && !matches!(action, Action::Local | Action::Save | Action::Capture)
}

fn outgoing_is_yours(considered: &Considered<'_>) -> bool {
    /// Numbers, dates and choices beyond this can spell anything.
    const MOST_SMALL_BYTES: usize = 64;
    let mut small = 0;
    considered.trace.values.iter().all(|value| match value.role {
        ArgRole::Url | ArgRole::Recipient | ArgRole::FreeText | ArgRole::Path | ArgRole::Amount => {
            value.source.is_yours()
        }
        // Words that stay with a server of the same place are judged by the place; here they leave.
        ArgRole::LocalText => considered.call.tool.is_own || value.source.is_yours(),
        ArgRole::Handle => value.source <= Source::Handle,
        ArgRole::Choice | ArgRole::Count | ArgRole::Flag | ArgRole::Tab | ArgRole::Structure => {
            small += value.bytes.max(1);
            small <= MOST_SMALL_BYTES
        }
    })
}

/// At most how many bits of confidential content this call can carry, for the log: every value that is not the person's
/// own counts in full, and choosing one of the things at hand counts as a choice.
pub(crate) fn bits(considered: &Considered<'_>) -> Option<u64> {
    let elsewhere = |place: &Place| considered.destinations.iter().any(|destination| destination != place);
    let mut documents = considered.facts.evidence.documents.iter().filter(|_| is_visible(considered));
    documents.find(|document| elsewhere(&document.place) && (document.confidential || document.sensitive))?;
    // A page offers as many elements as an observation holds, whether or not they were listed.
    let most = usize::try_from(Limit::ObserveElements.row().default).unwrap_or(usize::MAX);
    let log = |n: usize| u64::from(usize::BITS - n.leading_zeros());
    let choice = log(considered.facts.evidence.handles.len().max(most));
    // Which piece of the person's own words: where it begins and where it ends.
    let piece = 2 * log(considered.facts.evidence.words.length());
    let bits = considered.trace.values.iter().map(|value| match value.role {
        ArgRole::Handle if value.source <= Source::Handle => choice,
        ArgRole::Handle => value.bytes as u64 * 8,
        ArgRole::Flag | ArgRole::Choice | ArgRole::Structure => 6,
        ArgRole::Count | ArgRole::Tab => (value.bytes as u64 * 4).max(8),
        ArgRole::Url
        | ArgRole::Recipient
        | ArgRole::FreeText
        | ArgRole::LocalText
        | ArgRole::Path
        | ArgRole::Amount => {
            if value.source.is_yours() {
                piece
            } else {
                value.bytes as u64 * 8
            }
        }
    });
    Some(bits.sum())
}
