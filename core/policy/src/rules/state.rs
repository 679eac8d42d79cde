//! Rules about Laika, the run and the matrix.

use alloc::vec;
use alloc::vec::Vec;

use laika_protocol::wire::{AppState, Decision};

use super::{Considered, Finding};
use crate::Reason;
use crate::grant::Cover;
use crate::row::{Action, Row};

pub(super) fn app_state(considered: &Considered<'_>) -> Vec<Finding> {
    match considered.facts.app {
        AppState::Online => vec![],
        AppState::Offline => vec![Finding::new(Reason::Offline)],
        AppState::Locked => vec![Finding::new(Reason::Locked)],
    }
}

pub(super) fn budget(considered: &Considered<'_>) -> Vec<Finding> {
    if considered.facts.budget_spent { vec![Finding::new(Reason::Budget)] } else { vec![] }
}

/// While nobody is at the machine, or it saves power, pages are only read; pictures cost more than they tell (EVAL-020).
pub(super) fn resting(considered: &Considered<'_>) -> Vec<Finding> {
    let reads = matches!(considered.row, Row::Read | Row::Local | Row::NavigateTyped);
    if considered.facts.resting && !reads { vec![Finding::new(Reason::DenyResting)] } else { vec![] }
}

/// After suspicion every act asks; reading goes on, what was read stays as evidence (INJ-006).
pub(super) fn quarantine(considered: &Considered<'_>) -> Vec<Finding> {
    let acts = considered.situation.action.is_mutating() || considered.situation.action == Action::Network;
    if acts && considered.facts.is_quarantined() {
        vec![Finding::untrusted(Reason::AskQuarantine)]
    } else {
        vec![]
    }
}

/// The same act twice in one run asks, whatever was granted (S11). Scrolling on and switching back are no second act:
/// nobody but the person sees them.
pub(super) fn repeated(considered: &Considered<'_>) -> Vec<Finding> {
    let twice = considered.facts.done.iter().any(|done| done.digest == *considered.digest);
    let action = considered.situation.action;
    if twice && action.is_mutating() && !matches!(action, Action::Scroll | Action::SwitchTab) {
        vec![Finding::new(Reason::AskRepeated)]
    } else {
        vec![]
    }
}

pub(super) fn undeclared(considered: &Considered<'_>) -> Vec<Finding> {
    let undeclared = considered.call.tool.action == Action::Undeclared;
    if undeclared { vec![Finding::untrusted(Reason::AskUndeclaredTool)] } else { vec![] }
}

pub(super) fn confirm(considered: &Considered<'_>) -> Vec<Finding> {
    if considered.call.tool.confirm { vec![Finding::new(Reason::AskConfirm)] } else { vec![] }
}

pub(super) fn private_run(considered: &Considered<'_>) -> Vec<Finding> {
    let leaves_a_trace = matches!(considered.situation.action, Action::Save | Action::Download);
    if considered.facts.private && leaves_a_trace {
        vec![Finding::new(Reason::AskPrivateSave)]
    } else {
        vec![]
    }
}

pub(super) fn matrix(considered: &Considered<'_>) -> Vec<Finding> {
    let standing = considered.facts.standing();
    let Some(entry) = considered.policy.entry(considered.row, standing, considered.yours) else {
        return vec![Finding::new(Reason::NoRow)];
    };
    let cover = if entry.decision == Decision::Ask { Cover::Kind } else { Cover::Exact };
    vec![Finding { reason: entry.reason, gesture: entry.gesture, cover, untrusted: false }]
}
